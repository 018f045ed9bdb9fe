/** All tests, those that could go on for ever as far as that makes sense: `npm run judge -- long`. */
process.env.TEST_EXTENT = 'long';

/** @type {import('jest').Config} */
module.exports = { ...require('./jest.config.js'), testTimeout: 1_800_000 };
