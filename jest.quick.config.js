const { quick } = require('./test/support/projects.js');

/** Without what takes longer than a person waits at each change: `npm test`. */
/** @type {import('jest').Config} */
module.exports = { ...require('./jest.config.js'), projects: quick };
