module.exports = loadOnce('typescript');
