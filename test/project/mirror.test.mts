/**
 * Unit tests are where their subject is: `params/range.ts` is tested by `params/range.test.mts`, or
 * by the files in `params/range/`.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

import { sources } from '../support/house.mts';

const UNIT = 'test/unit';

const filesBelow = (folder: string, ending: string) =>
	readdirSync(folder, { recursive: true })
		.map((file) => join(folder, String(file)))
		.filter((file) => file.endsWith(ending));

/** Sources of which a test may be. */
function subjectsOf(test: string): string[] {
	const path = relative(UNIT, test).replace(/\.test\.mts$/, '');
	return [`${path}.ts`, `${dirname(path)}.ts`];
}

describe('Unit tests', () => {
	it.each(filesBelow(UNIT, '.mts'))('%s is in the folder of its subject', (test) => {
		expect(subjectsOf(test).filter((source) => sources.includes(source))).not.toEqual([]);
	});
});

describe("The simulator's tests mirror it, by folders", () => {
	const parts = filesBelow('simulator', '.mts').map((part) =>
		relative('simulator', part).replace(/\.mts$/, ''),
	);
	it.each(filesBelow('test/simulator', '.test.mts'))('%s has its source', (test) => {
		const subject = relative('test/simulator', test).replace(/\.test\.mts$/, '');
		expect(parts.some((part) => part === subject || part.startsWith(`${subject}/`))).toBe(true);
		expect(existsSync(test)).toBe(true);
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
