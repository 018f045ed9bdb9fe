import { atOnce } from '../../../../../../../credentials/http/slices';
import { pathSteps } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/path';
import type { PathQuery } from '../../../../../../../nodes/SensorsAnalytics/query/query';

const readPaths = (...given: Parameters<typeof pathSteps>) => atOnce(pathSteps(...given));

const QUERY: PathQuery = {
	source: { event: 'A' },
	isBackward: false,
	events: [{ event: 'A' }, { event: 'B' }],
	steps: 3,
	eventsPerStep: 5,
	rows: 'links',
	groupBy: [],
};
const node = (step: number, event_name: string, times: number) => ({
	times,
	event_name,
	id: `${step}_${event_name}`,
});
const link = (source: string, target: string, times: number) => ({ times, source, target });
const lost = (source: string, target: string, times: number) => ({
	...link(source, target, times),
	is_wastage: true,
});
/** As the vendor's own client describes answers. */
const DATA = {
	nodes: [
		[node(0, 'A', 8)],
		[node(1, 'B', 2), node(1, 'A', 4)],
		[{ times: '3', id: '2_more', is_aggregate: true }],
	],
	links: [
		[lost('0_A', '1_wastage', 2), link('0_A', '1_B', 2), link('0_A', '1_A', 4)],
		[link('1_A', '2_more', 3)],
	],
	truncate_rows: [],
	truncate_col: true,
	truncated: false,
	sampling_factor: 0,
	data_update_time: '2026-09-27 09:40:36.640',
};
const read = (data: object, query: Partial<PathQuery> = {}) => {
	const table = readPaths({ code: 'SUCCESS', data }, { ...QUERY, ...query });
	return { ...table, keys: table.columns.map(({ key }) => key), cells: table.rows.toArray() };
};

describe('the answer of a path report', () => {
	it('is links by step, with the part of their node; those that end there are last', () => {
		const { keys, cells, drawn, isTruncated, isSampled, dataUpdatedAt } = read(DATA);
		expect(keys).toEqual(['step', 'from', 'to', 'times', 'percent', 'source', 'target']);
		expect(cells).toEqual([
			[1, 'A', 'A', 4, 50, '1. A', '2. A'],
			[1, 'A', 'B', 2, 25, '1. A', '2. B'],
			[1, 'A', null, 2, 25, '1. A', '2. (end)'],
			[2, 'A', null, 3, 75, '2. A', '3. (several)'],
		]);
		expect({ drawn, isTruncated, isSampled, dataUpdatedAt }).toEqual({
			drawn: 'times',
			isTruncated: false,
			isSampled: undefined,
			dataUpdatedAt: '2026-09-27 09:40:36.640',
		});
	});

	it('is nodes, with their part of the first step', () => {
		const { keys, cells } = read(DATA, { rows: 'nodes' });
		expect(keys).toEqual(['step', 'event', 'times', 'percent', 'id']);
		expect(cells).toEqual([
			[1, 'A', 8, 100, '1. A'],
			[2, 'A', 4, 50, '2. A'],
			[2, 'B', 2, 25, '2. B'],
			[3, null, 3, 37.5, '3. (several)'],
		]);
	});

	it('is both: the nodes of a step, then its links', () => {
		const { keys, cells } = read(DATA, { rows: 'both' });
		expect(keys.slice(0, 4)).toEqual(['kind', 'step', 'from', 'to']);
		expect(cells.map(([kind, step]) => `${String(kind)} ${String(step)}`)).toEqual([
			...['node 1', 'link 1', 'link 1', 'link 1', 'node 2', 'node 2', 'link 2', 'node 3'],
		]);
		expect(cells[0]).toEqual(['node', 1, 'A', null, 8, 100, '1. A', null]);
	});

	it('has only requested events, the source in step 1', () => {
		const readNodes = (first: string, second: string, query: Partial<PathQuery> = {}) =>
			read(
				{ nodes: [[node(0, first, 2)], [node(1, second, 1)]], links: [] },
				{ rows: 'nodes', ...query },
			);
		expect(() => readNodes('A', 'B')).not.toThrow();
		expect(() => readNodes('B', 'A')).toThrow(/step 1 has the event B, which was not requested$/);
		expect(() => readNodes('A', 'Z')).toThrow(/step 2 has the event Z, which was not requested$/);
		expect(() => readNodes('A', 'Z', { events: [{ event: '$Anything' }] })).not.toThrow();
		expect(() => readNodes('Z', 'B', { source: { event: '$Anything' } })).not.toThrow();
	});

	it("of paths to an event is in the order of time, whatever the order of a link's ends", () => {
		const nodes = [[node(0, 'pay', 4)], [node(1, 'view', 3)]];
		for (const request of [link('0_pay', '1_view', 3), link('1_view', '0_pay', 3)]) {
			const links = [[request, lost('0_pay', '1_wastage', 1)]];
			const { cells } = read(
				{ nodes, links },
				{ isBackward: true, source: { event: 'pay' }, events: [{ event: 'view' }] },
			);
			expect(cells).toEqual([
				[1, 'view', 'pay', 3, 75, '2. view', '1. pay'],
				[1, null, 'pay', 1, 25, '2. (start)', '1. pay'],
			]);
		}
	});

	it('has values of groups with the event, lists in objects, rows left out, and a sample', () => {
		const nodes = [{ values: [{ ...node(0, 'A', 1), by_value: 'x' }] }];
		const more = { truncate_rows: [0, 2], sampling_factor: 32 };
		const table = read({ nodes, links: [], ...more }, { rows: 'nodes' });
		expect(table.cells[0]?.[1]).toBe('A (x)');
		expect([table.isTruncated, table.isSampled]).toEqual([true, true]);
		expect(read({ truncated: false }).cells).toEqual([]);
		expect(read({ truncated: true }).isTruncated).toBe(true);
	});

	it('has no shares of step 1 if nodes of it were left out', () => {
		const nodes = [[node(0, 'A', 2)], [node(1, 'B', 3)]];
		const data = { nodes, links: [], truncate_rows: [1, 0] };
		const percents = read(data, { rows: 'nodes' }).cells.map((cells) => cells[3]);
		expect(percents).toEqual([null, null]);
		expect(() => read({ ...data, truncate_rows: [0, 1] })).toThrow(
			/The report has an unexpected structure: step 2 has more paths than the first step/,
		);
	});

	it('has no event for several of them, also where the service names them', () => {
		const several = { ...node(1, 'B,C', 3), is_aggregate: true };
		const nodes = [[node(0, 'A', 3)], [several]];
		const data = { nodes, links: [[link('0_A', '1_B,C', 3)]] };
		expect(read(data).cells).toEqual([[1, 'A', null, 3, 100, '1. A', '2. (several)']]);
	});

	const changed = (nodes: object[][], links: object[][] = []) => ({ nodes, links });
	it.each<[string, object, string]>([
		['another form', { table_data: {} }, "both 'nodes' and 'links' are missing"],
		[
			'nodes that are no list',
			{ nodes: {} },
			"The report has an unexpected structure: 'nodes' isn't a list",
		],
		[
			'a layer that is none',
			{ nodes: [1] },
			"The report has an unexpected structure: step 1 of 'nodes' isn't a list of objects",
		],
		['a node without an id', changed([[{ times: 1, event_name: 'A' }]]), "has no 'id'"],
		['a node without times', changed([[{ id: 'a', event_name: 'A' }]]), "has no 'times'"],
		['a node of no event', changed([[{ id: 'a', times: 1 }]]), "has no 'event_name'"],
		[
			'two nodes have the same ID',
			changed([[node(0, 'A', 1), node(0, 'A', 2)]]),
			'two nodes have the same ID',
		],
		['below 0', changed([[node(0, 'A', -1)]]), "'times' of node 1 of step 1 is below 0"],
		[
			'a link from nowhere',
			changed([[node(0, 'A', 1)]], [[link('0_B', '1_B', 1)]]),
			"link 1 of step 1 doesn't start at a node",
		],
		[
			'a link to nowhere',
			changed([[node(0, 'A', 1)]], [[link('0_A', '1_B', 1)]]),
			"link 1 of step 1 doesn't lead to a node of the next step",
		],
		[
			'a link over two steps',
			changed([[node(0, 'A', 1)], [], [node(2, 'B', 1)]], [[link('0_A', '2_B', 1)]]),
			"The report has an unexpected structure: link 1 of step 1 doesn't lead to a node of the next step",
		],
		[
			'a step that is more than the first one',
			changed([[node(0, 'A', 3)], [node(1, 'A', 2), node(1, 'B', 2)]]),
			'step 2 has more paths than the first step',
		],
		[
			'links that are more than their node',
			changed(
				[[node(0, 'A', 3)], [node(1, 'A', 2)]],
				[[link('0_A', '1_A', 2), lost('0_A', '1_wastage', 2)]],
			),
			'the links of the node 0_A have more paths than the node',
		],
		[
			'a link against its direction',
			changed([[node(0, 'A', 2)], [node(1, 'B', 2)]], [[link('1_B', '0_A', 2)]]),
			"link 1 of step 1 doesn't start at a node",
		],
		[
			'a link twice',
			changed(
				[[node(0, 'A', 4)], [node(1, 'A', 2)]],
				[[link('0_A', '1_A', 1), link('0_A', '1_A', 1)]],
			),
			'The report has an unexpected structure: rows 1 and 2 have the same key',
		],
	])('is of unknown form: %s', (_what, data, said) => {
		expect(() => read(data)).toThrow(said);
	});
});
