import { readdirSync, readFileSync } from 'node:fs';

const readAll = (folder: string) =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((file) => /\.m?ts$/.test(file))
		.map((file) => ({
			file: `${folder}/${file}`,
			text: readFileSync(`${folder}/${file}`, 'utf8'),
		}));

const EXPORTED =
	/^export (?:abstract |async )?(?:const|function\*?|type|interface|class) ([\w$]+)/gm;

it('What a file of the package exports is used by another file', () => {
	const own = ['nodes', 'credentials'].flatMap(readAll);
	const all = [...own, ...['test', 'scripts', 'simulator'].flatMap(readAll)];
	const words = all.map(({ file, text }) => ({ file, words: new Set(text.match(/[\w$]+/g)) }));
	const unused = own.flatMap(({ file, text }) =>
		[...text.matchAll(EXPORTED)]
			.map(([, name]) => name as string)
			.filter((name) => !words.some((other) => other.file !== file && other.words.has(name)))
			.map((name) => `${file}: ${name}`),
	);
	expect(own.length).toBeGreaterThan(100);
	expect(unused).toEqual([]);
});
