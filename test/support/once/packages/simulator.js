module.exports = loadOnce('simulator/server.mts');
