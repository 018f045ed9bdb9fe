module.exports = loadOnce('fastify');
