/** Who may import whom: docs/architecture.md says why. */
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

import { circles, importsOf, sources, typesDeclaredTwice } from '../support/house.mts';

const NODES = 'nodes/SensorsAnalytics';
const GENERATIONS = ['legacy', 'openapi'];

/** Rooms from the bottom to the top: a room imports those of its own floor and of floors below. */
const FLOORS = [
	['credentials'],
	['query', 'dates', 'table', 'sql', 'paste', 'insight'],
	['series', 'api', 'transport', 'output'],
	['params'],
	['catalog', 'item', 'reports'],
	['actions'],
	['node'],
	['trigger'],
];
/** Rooms of one floor that may not know each other. */
const STRANGERS: Array<[string, string[]]> = [
	['api', ['transport', 'output', 'series']],
	['output', ['api', 'transport', 'series']],
	['table', ['query', 'paste', 'sql']],
];

function roomOf(file: string): string {
	const [tree, node, first = '', second] = file.split('/');
	if (tree === 'credentials') return 'credentials';
	if (node === 'SensorsAnalyticsTrigger') return 'trigger';
	if (second !== undefined) return first;
	return first === 'item.ts' ? 'item' : 'node';
}
const floorOf = (room: string) => FLOORS.findIndex((rooms) => rooms.includes(room));

/** `legacy` or `openapi`, for a file of a generation of the API. */
function generationOf(file: string): string | undefined {
	const [room, name = ''] = relative(NODES, file).split('/');
	return room === 'api' && GENERATIONS.includes(name) ? name : undefined;
}

/** Labels of the form, as messages quote them. */
const LABEL = /'[A-Z][a-z]+(?: [A-Za-z()]+)*'/;
const TEXTS = /"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

function namesLabel(message: string): boolean {
	return (message.match(TEXTS) ?? []).some((text) => LABEL.test(text));
}

describe('The layout', () => {
	it('knows the room of every source', () => {
		expect(sources.filter((file) => floorOf(roomOf(file)) < 0)).toEqual([]);
		expect(FLOORS.flat().filter((room) => !sources.some((file) => roomOf(file) === room))).toEqual(
			[],
		);
	});

	it('has one direction: no folder imports one of a floor above', () => {
		const up = sources.flatMap((file) =>
			importsOf(file)
				.filter((to) => floorOf(roomOf(to)) > floorOf(roomOf(file)))
				.map((to) => `${file} imports ${to}`),
		);
		expect(up).toEqual([]);
	});

	it.each(STRANGERS)('%s does not know its neighbours', (room, strangers) => {
		const wrong = sources
			.filter((file) => roomOf(file) === room)
			.flatMap((file) =>
				importsOf(file)
					.filter((to) => strangers.includes(roomOf(to)))
					.map((to) => `${file} imports ${to}`),
			);
		expect(wrong).toEqual([]);
	});

	it('has no circle of imports, types included', () => {
		expect(circles()).toEqual([]);
	});

	it('declares every type under a name of its own', () => {
		expect(typesDeclaredTwice()).toEqual([]);
	});
});

describe('The seam', () => {
	it('only one module imports the generations, which do not import each other', () => {
		const outside = sources.flatMap((file) =>
			importsOf(file)
				.filter((to) => generationOf(to) !== undefined && generationOf(to) !== generationOf(file))
				.map(() => file),
		);
		expect([...new Set(outside)]).toEqual([join(NODES, 'api/index.ts')]);
	});

	it('no path of the service is outside of the API, except for what the web page calls', () => {
		const codeOf = (file: string) =>
			readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
		const named = sources.filter(
			(file) =>
				file.startsWith(NODES) &&
				generationOf(file) === undefined &&
				/(?<![.\w])\/api\//.test(codeOf(file)),
		);
		expect(named).toEqual([join(NODES, 'reports/event.ts')]);
	});

	it.each(['api', 'table', 'query', 'dates'])('no label of the form is in %s', (room) => {
		const named = sources
			.filter((file) => roomOf(file) === room)
			.flatMap((file) =>
				[...readFileSync(file, 'utf8').matchAll(/(?:throw new \w+\(|Error\()[\s\S]*?\);/g)]
					.filter(([message]) => namesLabel(message))
					.map(([message]) => `${file}: ${message}`),
			);
		expect(named).toEqual([]);
	});
});
