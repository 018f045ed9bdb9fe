import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const readAll = (folder: string) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => /\.m?ts$/.test(file))
		.map((file) => ({
			file: join(folder, file),
			text: readFileSync(join(folder, file), 'utf8'),
		}));

const EXPORTED =
	/^export (?:abstract |async )?(?:const|function\*?|type|interface|class) ([\w$]+)/gm;
const IMPORTED = /(?:from |\bimport\(|\bimport )'(\.[^']+)'/g;
/** The runner of attacks imports each of these files by its name. */
const BY_NAME = /\.attack\.mts$/;

it('What a file exports is used by a file that imports it', () => {
	const all = ['nodes', 'credentials', 'test', 'scripts', 'simulator'].flatMap(readAll);
	/** The words of those that import a file, by its path without an ending. */
	const wordsOf = new Map<string, Set<string>>();
	for (const { file, text } of all) {
		const words = text.match(/[\w$]+/g) ?? [];
		for (const [, path = ''] of text.matchAll(IMPORTED)) {
			const imported = join(dirname(file), path).replace(/\.m?ts$/, '');
			const known = wordsOf.get(imported) ?? new Set();
			wordsOf.set(imported, known);
			for (const word of words) known.add(word);
		}
	}
	const unused = all.flatMap(({ file, text }) => {
		const path = file.replace(/\.m?ts$/, '');
		const importers = [path, path.replace(/\/index$/, '')].flatMap((one) => wordsOf.get(one) ?? []);
		return [...text.matchAll(EXPORTED)]
			.map(([, name]) => name as string)
			.filter((name) => !BY_NAME.test(file) && !importers.some((words) => words.has(name)))
			.map((name) => `${file}: ${name}`);
	});
	expect(all.length).toBeGreaterThan(800);
	expect(unused).toEqual([]);
});
