/** How TypeScript that is not built becomes what Node.js runs. */
module.exports.SOURCES_OF_TESTS = {
	module: { type: 'commonjs' },
	jsc: { target: 'es2022', parser: { syntax: 'typescript', decorators: true } },
};
