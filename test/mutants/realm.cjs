/**
 * Runs the tests of a file in place of jest's own runner: not once, but at each request,
 * with the mutant that is on. The file and its sources are loaded once for hundreds of
 * mutants; jest goes on, and clears up, when the realm is closed.
 */
module.exports = async (_globalConfig, config, environment, runtime, testPath) => {
	const circus = runtime.requireInternalModule(require.resolve('jest-circus'));
	const { jestExpect: expect } = runtime.requireInternalModule(require.resolve('@jest/expect'));
	const { it, test, describe, beforeAll, beforeEach, afterAll, afterEach } = circus;
	const globals = { it, test, describe, beforeAll, beforeEach, afterAll, afterEach, expect };
	Object.assign(environment.global, globals);
	runtime.setGlobalsForRuntime(globals);
	for (const file of [...config.setupFilesAfterEnv, testPath]) runtime.requireModule(file);

	const tests = testsOf(circus.getState().rootDescribeBlock);
	let failed;
	let onTest;
	circus.addEventHandler(({ name, test: one }) => {
		if (name === 'test_start' && one.mode !== 'skip') onTest?.(nameOf(one));
		if (name !== 'test_done' || one.errors.length === 0 || failed) return;
		failed = { name: nameOf(one), message: wordsOf(one.errors[0]) };
		for (const other of tests) other.mode = 'skip';
	});
	await new Promise((close) => {
		globalThis.mutants.opened({
			names: tests.map(nameOf),
			/** Runs the tests of these names in their order; the first one that fails is the last. */
			async run(names, { onTest: told, timeoutMs = config.testTimeout } = {}) {
				[failed, onTest] = [undefined, told];
				circus.getState().testTimeout = timeoutMs;
				const wanted = new Set(names);
				for (const one of tests) {
					const mode = wanted.has(nameOf(one)) ? undefined : 'skip';
					Object.assign(one, { errors: [], status: null, invocations: 0, mode });
				}
				await circus.run();
				return failed;
			},
			close,
		});
	});
	throw new Error('Closed');
};

function testsOf(block) {
	return block.children.flatMap((child) => (child.type === 'test' ? [child] : testsOf(child)));
}

function nameOf({ name, parent }) {
	const words = [name];
	for (let block = parent; block?.parent; block = block.parent) words.unshift(block.name);
	return words.join(' ');
}

function wordsOf(error) {
	const [first] = Array.isArray(error) ? error : [error];
	return String(first?.message ?? first).slice(0, 500);
}
