module.exports = loadOnce('sql.js');
