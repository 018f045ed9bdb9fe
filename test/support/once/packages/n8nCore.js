module.exports = loadOnce('n8n-core');
