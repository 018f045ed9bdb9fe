/**
 * Tests stand where their sources stand, below test/unit/: in a file of the source's name, or, by
 * subjects, in a folder of that name.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import ts from 'typescript';

import { heldElsewhere } from './heldElsewhere.mts';

/** Parts of the simulator that belong to no folder, and what tests them. */
const simulatorHeldElsewhere: Record<string, string[]> = {
	'simulator/faults.mts': ['test/engine/faults/faults.test.mts'],
	'simulator/world.mts': ['test/simulator/identity.test.mts', 'test/simulator/data.test.mts'],
};

/** Shorter ones are read at a glance, and run by whoever calls them. */
const SHORT = 40;
const UNIT = 'test/unit';

const filesBelow = (folder: string, ending: string) =>
	readdirSync(folder, { recursive: true })
		.map((file) => join(folder, String(file)))
		.filter((file) => file.endsWith(ending));
const sources = ['nodes', 'credentials'].flatMap((folder) => filesBelow(folder, '.ts'));
const testOf = (source: string) => join(UNIT, source.replace(/\.ts$/, '.test.mts'));
const folderOf = (source: string) => join(UNIT, source.replace(/\.ts$/, ''));
const unitTests = filesBelow(UNIT, '.test.mts');
const hasTest = (source: string) =>
	unitTests.some((test) => test === testOf(source) || dirname(test) === folderOf(source));

const parts = filesBelow('simulator', '.mts');
/** The simulator's stand by its folders: each file of tests starts one. */
const testsOf = (part: string) => {
	const folders = part
		.replace(/\.mts$/, '')
		.split('/')
		.slice(1);
	return folders.map((_, depth) =>
		join('test/simulator', `${folders.slice(0, depth + 1).join('/')}.test.mts`),
	);
};

describe("The simulator's tests mirror it, by folders", () => {
	it.each(filesBelow('test/simulator', '.mts'))('%s has its source', (test) => {
		expect(parts.flatMap(testsOf)).toContain(test);
	});

	it.each(parts.filter(isWorthATest))('%s has its test', (part) => {
		const tests = [...testsOf(part), ...(simulatorHeldElsewhere[part] ?? [])];
		expect([part, tests.some((test) => existsSync(test))]).toEqual([part, true]);
	});

	it('nothing is said to be held elsewhere that is not there, or has a test of its own', () => {
		const wrong = Object.entries(simulatorHeldElsewhere).filter(
			([part, tests]) =>
				!parts.includes(part) || testsOf(part).some(existsSync) || !tests.every(existsSync),
		);
		expect(wrong).toEqual([]);
	});
});

describe('The tests mirror the sources', () => {
	it.each(unitTests)('%s has its source', (test) => {
		const places = sources.flatMap((source) => [testOf(source), folderOf(source)]);
		expect(places.includes(test) || places.includes(dirname(test))).toBe(true);
	});

	it.each(sources.filter(isWorthATest))('%s has its test', (source) => {
		const elsewhere = heldElsewhere[source];
		expect([source, elsewhere ? existsSync(elsewhere) : hasTest(source)]).toEqual([source, true]);
	});

	it('nothing is said to be held elsewhere that is not there, or has a test of its own', () => {
		const wrong = Object.keys(heldElsewhere).filter(
			(source) => !existsSync(source) || hasTest(source),
		);
		expect(wrong).toEqual([]);
	});
});

describe('Tests in the engine', () => {
	const { projects } = createRequire(join(process.cwd(), 'package.json'))('./jest.config.js') as {
		projects: Array<{ displayName: string; testMatch: string[] }>;
	};
	const own = projects.find(({ displayName }) => displayName === 'own engine')?.testMatch ?? [];

	it('have an n8n of their own where they mock what it calls', () => {
		const mocking = filesBelow('test/engine', '.test.mts').filter((file) =>
			/\bjest\.(mock|useFakeTimers)\(/.test(readFileSync(file, 'utf8')),
		);
		expect(own.map((file) => file.replace('<rootDir>/', '')).sort()).toEqual(mocking.sort());
	});
});

/** Not of types, fields and lists alone, which the compiler and n8n's lint read. */
function isWorthATest(source: string): boolean {
	const text = readFileSync(source, 'utf8');
	if (text.split('\n').length <= SHORT) return false;
	let hasFunction = false;
	const look = (node: ts.Node) => {
		if (ts.isFunctionLike(node) && 'body' in node && node.body) hasFunction = true;
		else ts.forEachChild(node, look);
	};
	look(ts.createSourceFile(source, text, ts.ScriptTarget.ES2022));
	return hasFunction;
}
