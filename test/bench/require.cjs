/**
 * How long it takes to load files, as JSON in their order, with the same n8n-workflow loaded:
 * `require.cjs <folder of an n8n> <file>`. Milliseconds, and those of the process's own work.
 */
const { createRequire } = require('node:module');
const { join } = require('node:path');

const [, , host, file] = process.argv;
createRequire(join(host, 'package.json'))('n8n-workflow');
const usage = process.cpuUsage();
const started = performance.now();
require(file);
const took = performance.now() - started;
const { user, system } = process.cpuUsage(usage);
console.log(JSON.stringify({ took, cpu: (user + system) / 1000 }));
