module.exports = loadOnce('simulator/data/shop.mts');
