/** Files of the tests as they are loaded, in realms of jest. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

const MAX_OPEN = 25;
const open = new Map();
/** The state that instrumented sources look at: the namespace of the tester. */
const state = {};
globalThis.mutants = { state, opened: undefined };
// What a mutant leaves behind must not end the process; jest's own listeners are many.
process.on('unhandledRejection', () => undefined);
process.setMaxListeners(0);

/** No mutant, or the one with this ID, for a limited number of hits, which ends an endless loop. */
export function switchOn(id, hitLimit) {
	Object.assign(state, { activeMutant: id, hitCount: 0, hitLimit: id ? hitLimit : undefined });
}

export function hasHitLimit() {
	return state.hitLimit !== undefined && state.hitCount > state.hitLimit;
}

/** What has been met since the last time, by test, or by none of them (`static`). */
export function takeCoverage() {
	const { static: ofFile = {}, perTest = {} } = state.mutantCoverage ?? {};
	// Sources that are loaded go on with this very object.
	Object.assign((state.mutantCoverage ??= {}), { static: {}, perTest: {} });
	return { ofFile, perTest };
}

export function setTest(name) {
	state.currentTestId = name;
}

/** The realm of a file; opened with the mutant that is on, or already open without one. */
export async function realmOf(file) {
	const known = open.get(file);
	open.delete(file);
	const realm = known ?? (await load(file));
	open.set(file, realm);
	for (const [other] of open) {
		if (open.size <= MAX_OPEN) break;
		await close(other);
	}
	return realm;
}

/** @throws what keeps it from being loaded */
export async function load(file) {
	const opened = new Promise((resolve) => (globalThis.mutants.opened = resolve));
	// Of the copy that the tester works in, not of this file's own place.
	const require = createRequire(join(process.cwd(), 'package.json'));
	const config = require('./test/mutants/jest.config.cjs');
	const over = require('jest').runCLI(
		{
			$0: 'mutants',
			_: [join(process.cwd(), file)],
			runTestsByPath: true,
			config: JSON.stringify(config),
			runInBand: true,
			silent: true,
			watchman: false,
		},
		[process.cwd()],
	);
	const realm = await Promise.race([opened, over.then(({ results }) => results)]);
	if (realm.run === undefined) {
		throw new Error(realm.testResults[0]?.testExecError?.message ?? 'It does not load');
	}
	return { ...realm, over };
}

export async function close(file, realm = open.get(file)) {
	if (realm === open.get(file)) open.delete(file);
	realm?.close();
	await realm?.over;
}
