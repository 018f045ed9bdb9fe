/** Who may import whom: docs/architecture.md says why. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';

const NODES = 'nodes/SensorsAnalytics';
const GENERATIONS = ['legacy', 'openapi'];

/** Rooms and the rooms that they use. */
const ROOMS: Array<[string, string[]]> = [
	['table', ['dates', 'credentials/http']],
	['dates', ['query']],
	['query', ['table', 'credentials/http']],
	['sql', ['query', 'credentials/http']],
	['paste', ['query', 'dates']],
	['series', ['query', 'dates', 'table', 'credentials/http']],
	['wire/rows', ['query', 'paste', 'table', 'credentials/http']],
	['wire', ['query', 'table', 'credentials/ways', 'credentials/http', 'wire/generation']],
	['wire/generation', ['wire', 'wire/rows', 'query', 'paste', 'table', 'sql', 'credentials/http']],
	['transport', ['credentials', 'credentials/ways', 'credentials/http']],
	['output', ['query', 'dates', 'table', 'credentials/http']],
	['definition', ['query', 'dates', 'form', 'paste', 'table', 'credentials/http']],
	['lists', ['wire', 'transport', 'query', 'form', 'paste']],
	[
		'form',
		['query', 'dates', 'table', 'paste', 'output', 'transport', 'lists', 'credentials/http'],
	],
];
const allowed = new Map(ROOMS);

const sources = readdirSync('nodes', { recursive: true })
	.map((file) => join('nodes', String(file)))
	.filter((file) => file.endsWith('.ts'));

function roomOf(file: string): string | undefined {
	const [first = '', second = '', third] = relative(NODES, file).split('/');
	if (first === '..' && second === 'SensorsAnalyticsTrigger') return 'trigger';
	if (first === '..') return dirname(file);
	if (third !== undefined && first === 'wire') {
		return GENERATIONS.includes(second) ? 'wire/generation' : `wire/${second}`;
	}
	return allowed.has(first) ? first : undefined;
}

function importsOf(file: string): string[] {
	const specifiers = readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g);
	return [...specifiers].map(([, specifier]) => {
		const path = normalize(join(dirname(file), specifier as string));
		return existsSync(`${path}.ts`) ? `${path}.ts` : join(path, 'index.ts');
	});
}

/** `wire/legacy` or `wire/openapi`, for a file of theirs. */
function generationOf(file: string): string | undefined {
	const [room, name = ''] = relative(NODES, file).split('/');
	return room === 'wire' && GENERATIONS.includes(name) ? name : undefined;
}

/** Labels of the form, as messages quote them. */
const LABEL = /'[A-Z][a-z]+(?: [A-Za-z()]+)*'/;
const TEXTS = /"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

function namesLabel(message: string): boolean {
	return (message.match(TEXTS) ?? []).some((text) => LABEL.test(text));
}

describe('The seam', () => {
	it.each(ROOMS)('%s uses no other room than it may', (room, mayUse) => {
		const own = sources.filter((file) => roomOf(file) === room);
		expect(own).not.toEqual([]);
		const others = own.flatMap((file) =>
			importsOf(file).flatMap((to) => {
				const used = roomOf(to) ?? 'resources';
				return used === room || mayUse.includes(used) ? [] : [`${file} uses ${to}`];
			}),
		);
		expect(others).toEqual([]);
	});

	it('one module alone imports a generation, and none imports the other', () => {
		const outside = sources.flatMap((file) =>
			importsOf(file)
				.filter((to) => generationOf(to) !== undefined && generationOf(to) !== generationOf(file))
				.map(() => file),
		);
		expect([...new Set(outside)]).toEqual([join(NODES, 'wire/index.ts')]);
	});

	it('no path of the service stands above the wire, but for what the web page calls', () => {
		const codeOf = (file: string) =>
			readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
		const named = sources.filter(
			(file) => generationOf(file) === undefined && codeOf(file).includes('/api/'),
		);
		expect(named).toEqual([join(NODES, 'paste/event.ts')]);
	});

	it.each(['wire', 'table', 'query', 'dates'])('no label of the form stands in %s', (room) => {
		const named = sources
			.filter((file) => relative(NODES, file).startsWith(`${room}/`))
			.flatMap((file) =>
				[...readFileSync(file, 'utf8').matchAll(/(?:throw new \w+\(|Error\()[\s\S]*?\);/g)]
					.filter(([message]) => namesLabel(message))
					.map(([message]) => `${file}: ${message}`),
			);
		expect(named).toEqual([]);
	});
});
