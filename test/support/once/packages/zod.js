module.exports = loadOnce('zod');
