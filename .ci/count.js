/** Prints how many tests of a report of jest passed and failed; those that failed go to a file, with why. */
const { appendFileSync, readFileSync } = require('node:fs');
const { relative } = require('node:path');
const { stripVTControlCharacters } = require('node:util');

const LINES = 25;

const [, , reportFile, failuresFile] = process.argv;
const { numPassedTests, testResults } = JSON.parse(readFileSync(reportFile, 'utf8'));
const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
	const file = relative('.', name);
	const failed = assertionResults.filter((test) => test.status === 'failed');
	// A file that could not be read has no tests.
	if (status === 'failed' && failed.length === 0) return [`${file}: ${begin(message)}`];
	return failed.map(
		({ fullName, failureMessages }) => `${file}: ${fullName}\n${begin(failureMessages[0])}`,
	);
});
for (const failure of failures) appendFileSync(failuresFile, `${failure}\n`);
console.log(numPassedTests, failures.length);

/** Without the places inside jest. */
function begin(message = '') {
	const lines = stripVTControlCharacters(message).split('\n');
	return lines
		.filter((line) => !/^\s+at .*(node_modules|node:internal|<anonymous>)/.test(line))
		.slice(0, LINES)
		.join('\n');
}
