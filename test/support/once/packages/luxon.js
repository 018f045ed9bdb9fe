module.exports = loadOnce('luxon');
