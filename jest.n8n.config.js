const { builtLevel } = require('./test/support/levels.js');

/** Slower suites in a complete n8n: `npm run test:n8n`. */
/** @type {import('jest').Config} */
module.exports = { ...builtLevel('real'), maxWorkers: 1, testTimeout: 30_000 };
