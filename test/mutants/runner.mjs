/**
 * The tests, for the mutation tester. Its own runner for jest starts jest for each mutant, which
 * takes a hundred times as long as the tests; this one keeps files loaded and runs those tests
 * again that meet the mutant, the source's own ones first. A mutant in what runs while a file is
 * loaded needs a file of its own.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { close, hasHitLimit, load, realmOf, setTest, switchOn, takeCoverage } from './realms.mjs';

/**
 * Which test files meet a mutant, be it while they are loaded, and how long tests take without one;
 * several processes read it.
 */
const KNOWN = 'mutantsKnown.json';
/** Milliseconds. Of the tests that meet a mutant, the quick ones are asked first. */
const QUICK_MS = 50;
/** Such tests go through large amounts, each step of which counts here; others judge in their place. */
const SLOW_MS = 1_000;
/** For each test, before there is a mutant. */
const PATIENCE_MS = 60_000;
/** Files that are loaded again for one mutant. */
const MAX_ANEW = 6;

class Realms {
	constructor({ testFolders, without = [] }) {
		this.files = testFolders.flatMap(testsIn).filter((file) => !without.includes(file));
	}

	capabilities() {
		return { reloadEnvironment: true };
	}

	async dryRun() {
		const tests = [];
		const metBy = {};
		const timesOf = {};
		const perTest = {};
		const loaded = {};
		takeCoverage();
		for (const file of this.files) {
			// Tests replace the clock of the day.
			const startedLoading = performance.now();
			const realm = await realmOf(file);
			const loading = (performance.now() - startedLoading) / realm.names.length;
			const times = new Map();
			let started = performance.now();
			let current;
			const next = (name) => {
				if (current) times.set(current, performance.now() - started);
				[current, started] = [name, performance.now()];
				setTest(name);
			};
			const failed = await realm.run(realm.names, { onTest: next, timeoutMs: PATIENCE_MS });
			next(undefined);
			for (const name of new Set(realm.names)) {
				timesOf[idOf(file, name)] = times.get(name) ?? 0;
				const isFailed = failed?.name === name;
				tests.push({
					id: idOf(file, name),
					name,
					fileName: join(process.cwd(), file),
					// Loading is part of what a test takes.
					timeSpentMs: (times.get(name) ?? 0) + loading,
					...(isFailed ? { status: 1, failureMessage: failed.message } : { status: 0 }),
				});
			}
			const coverage = takeCoverage();
			const all = [coverage.ofFile, ...Object.values(coverage.perTest)];
			for (const id of new Set(all.flatMap(Object.keys))) (metBy[id] ??= []).push(file);
			Object.assign(loaded, coverage.ofFile);
			for (const [name, hits] of Object.entries(coverage.perTest)) perTest[idOf(file, name)] = hits;
		}
		writeFileSync(KNOWN, JSON.stringify({ metBy, timesOf }));
		return { status: 'complete', tests, mutantCoverage: { static: loaded, perTest } };
	}

	async mutantRun({ testFilter, activeMutant, sandboxFileName, hitLimit }) {
		this.known ??= JSON.parse(readFileSync(KNOWN, 'utf8'));
		const { metBy, timesOf } = this.known;
		const names = new Map();
		const isQuick = (id) => timesOf[id] < QUICK_MS;
		const judges = testFilter?.filter((id) => timesOf[id] < SLOW_MS) ?? [];
		for (const id of judges.length > 0 ? judges : (testFilter ?? [])) {
			const [file, name] = fileAndName(id);
			names.set(file, [...(names.get(file) ?? []), name]);
		}
		const files = testFilter ? [...names.keys()] : (metBy[activeMutant.id] ?? []);
		const own = ownTestOf(sandboxFileName);
		files.sort((a, b) => nearness(b, own) - nearness(a, own));
		if (!testFilter) files.splice(MAX_ANEW);
		let nrOfTests = 0;
		for (const file of files) {
			const judge = testFilter ? judgeInRealm : judgeAnew;
			const all = names.get(file);
			const turns = [true, false]
				.map((quick) => all?.filter((name) => isQuick(idOf(file, name)) === quick))
				.filter((turn, index) => (turn ? turn.length > 0 : index === 0));
			let found;
			for (const turn of turns) {
				found ??= await judge(file, turn, activeMutant.id, hitLimit);
				nrOfTests += turn?.length ?? 1;
			}
			if (found === 'timeout') return { status: 'timeout' };
			if (found === undefined) continue;
			const { name, message: failureMessage } = found;
			const killedBy = name === undefined ? [] : [idOf(file, name)];
			return { status: 'killed', killedBy, failureMessage, nrOfTests };
		}
		return { status: 'survived', nrOfTests };
	}
}

/** In the realm that is open. What an earlier mutant has broken there must not count. */
async function judgeInRealm(file, names, id, hitLimit) {
	const realm = await realmOf(file);
	const failed = await runWith(realm, names, id, hitLimit);
	if (failed === undefined) return undefined;
	const until = failed === 'timeout' ? names : names.slice(0, names.indexOf(failed.name) + 1);
	const isSound = (await runWith(realm, until)) === undefined;
	if (!isSound) await close(file);
	if (isSound || failed === 'timeout') return failed;
	return await judgeAnew(file, names, id, hitLimit);
}

/** In a realm that is opened with the mutant, and for it alone. */
async function judgeAnew(file, names, id, hitLimit) {
	switchOn(id, hitLimit);
	try {
		const realm = await load(file);
		const failed = await runWith(realm, names ?? realm.names, id, hitLimit);
		await close(file, realm);
		return failed;
	} catch (error) {
		return hasHitLimit() ? 'timeout' : { message: String(error.message) };
	} finally {
		switchOn();
	}
}

async function runWith(realm, names, id, hitLimit) {
	switchOn(id, hitLimit);
	try {
		const failed = await realm.run(names);
		return hasHitLimit() ? 'timeout' : failed;
	} finally {
		switchOn();
	}
}

function testsIn(folder) {
	return readdirSync(folder, { recursive: true })
		.filter((file) => file.endsWith('.test.mts'))
		.map((file) => join(folder, file))
		.sort();
}

function ownTestOf(source) {
	return join('test/unit', relative(process.cwd(), source).replace(/\.ts$/, '.test.mts'));
}

/** How much of their path two files share. */
function nearness(file, own) {
	if (file === own) return Infinity;
	const [parts, others] = [file.split('/'), own.split('/')];
	return parts.findIndex((part, index) => part !== others[index]);
}

/** No file of the tests has a blank in its name. */
function idOf(file, name) {
	return `${file} ${name}`;
}

function fileAndName(id) {
	const blank = id.indexOf(' ');
	return [id.slice(0, blank), id.slice(blank + 1)];
}

function factory(injector) {
	return new Realms(injector.resolve('options'));
}
factory.inject = ['$injector'];

/** Texts of the form: each is looked at in the documents and in the editor, no unit test repeats it. */
const TEXTS = new Set(['displayName', 'description', 'placeholder', 'hint', 'documentationUrl']);
const fieldTexts = {
	shouldIgnore({ node, parent }) {
		if (node.type !== 'ObjectProperty' || !TEXTS.has(node.key.name)) return undefined;
		const keys = parent.properties?.map(({ key }) => key?.name) ?? [];
		const isField = keys.includes('name') && (keys.includes('type') || keys.includes('value'));
		return isField ? 'A text of the form' : undefined;
	},
};

export const strykerPlugins = [
	{ kind: 'TestRunner', name: 'realms', factory },
	{ kind: 'Ignore', name: 'field-texts', value: fieldTexts },
];
