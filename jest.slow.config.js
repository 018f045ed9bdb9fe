const { slow } = require('./test/support/projects.js');

/** What `npm test` leaves out: `npm run judge -- slow`. */
/** @type {import('jest').Config} */
module.exports = { ...require('./jest.config.js'), projects: slow };
