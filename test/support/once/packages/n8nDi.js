module.exports = loadOnce('@n8n/di', 'n8n-core');
