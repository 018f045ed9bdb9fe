module.exports = loadOnce('n8n-workflow');
