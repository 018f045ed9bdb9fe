module.exports = loadOnce('fast-check');
