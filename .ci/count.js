/** Prints how many tests of a report of jest passed and failed; those that failed go to a file. */
const { appendFileSync, readFileSync } = require('node:fs');
const { relative } = require('node:path');

const [, , reportFile, failuresFile] = process.argv;
const { numPassedTests, testResults } = JSON.parse(readFileSync(reportFile, 'utf8'));
const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
	const file = relative('.', name);
	const failed = assertionResults.filter((test) => test.status === 'failed');
	// A file that could not be read has no tests.
	if (status === 'failed' && failed.length === 0) return [`${file}: ${message.split('\n')[0]}`];
	return failed.map(({ fullName }) => `${file}: ${fullName}`);
});
for (const failure of failures) appendFileSync(failuresFile, `${failure}\n`);
console.log(numPassedTests, failures.length);
