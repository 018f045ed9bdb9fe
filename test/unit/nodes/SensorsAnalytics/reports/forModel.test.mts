import { atOnce } from '../../../../../credentials/http/slices';
import type { ItemRun } from '../../../../../nodes/SensorsAnalytics/item';
import { listColumns, nameColumns } from '../../../../../nodes/SensorsAnalytics/query/columns';
import type { Measure } from '../../../../../nodes/SensorsAnalytics/query/query';
import { rateSteps, scopeOf } from '../../../../../nodes/SensorsAnalytics/reports/forModel';
import { unitsOf } from '../../../../../nodes/SensorsAnalytics/reports/plan';
import type { TimeSeriesPlan } from '../../../../../nodes/SensorsAnalytics/series/series';
import type { Cell } from '../../../../../nodes/SensorsAnalytics/table/decimal';
import type { Table } from '../../../../../nodes/SensorsAnalytics/table/table';
import { listRows } from '../../../../../nodes/SensorsAnalytics/table/table';

const KEYS = ['date', 'period', 'initial_users', 'users', 'percent'];

function ratesOf(...rows: Cell[][]): unknown {
	return ratesIn(rows, false);
}

function ratesIn(rows: Cell[][], isTruncated: boolean): unknown {
	const columns = KEYS.map((key) => ({ key }));
	const table = { columns, rows: listRows(rows), isTruncated } as unknown as Table;
	const clock = { requestedAt: '2026-11-20T09:00:00Z', timeZone: 'UTC' };
	return atOnce(rateSteps(table, { ...clock, unit: 'day' }))?.rows;
}

describe('Rates of all starts together', () => {
	it('weigh each start by its users', () => {
		const rows: Cell[][] = [
			['2026-11-01', 1, 10, 1, 10],
			['2026-11-02', 1, 30, 15, 50],
		];
		expect(ratesOf(...rows)).toEqual([[1, 2, 40]]);
	});

	it('hold no period that is not over', () => {
		const rows: Cell[][] = [
			['2026-11-17', 1, 10, 1, 10],
			['2026-11-18', 1, 30, 15, 50],
			['2026-11-19', 1, 30, 15, 50],
		];
		expect(ratesOf(...rows)).toEqual([[1, 2, 40]]);
	});

	it('are missing if the service left out rows', () => {
		const rows: Cell[][] = [
			['2026-11-01', 1, 10, 1, 10],
			['2026-11-02', 1, 30, 15, 50],
		];
		expect(ratesIn(rows, true)).toBeUndefined();
	});

	it('are missing if a number is unknown, which is not 0', () => {
		expect(
			ratesOf(['2026-11-01', 1, 10, 5, 50], ['2026-11-02', 1, 10, null, null]),
		).toBeUndefined();
	});
});

it('a number of earlier dates, too, has a unit that says so, and hours have none', () => {
	const unitsBy = (unit: string, isCompared = false) => {
		const measures: Measure[] = [
			...['uniq_last_day_7', 'count_last_day_30', 'uniq_cur_month', 'rollup_count', 'unique'],
		].map((aggregator) => ({ kind: 'event', event: 'A', aggregator }));
		const query = { measures, groupBy: [], unit };
		const columns = nameColumns(query, isCompared);
		return unitsOf(listColumns(columns), { query, columns } as unknown as TimeSeriesPlan);
	};
	expect(unitsBy('week')).toEqual([
		undefined,
		'users, in the 7 days up to the last day of the row',
		'events, in the 30 days up to the last day of the row',
		'users, from the first day of the month to the last day of the row',
		'events, from the first date of the report to the last day of the row',
		'users',
	]);
	expect(unitsBy('hour').slice(1)).toEqual([...Array<undefined>(4), 'users']);
	expect(unitsBy('day', true).slice(3, 6)).toEqual(['users', 'users', '%']);
});

it.each([
	["={{ $fromAI('query', 'By this schema: {\\'a\\': 1}', 'json') }}", 0],
	[
		'={{ /*n8n-auto-generated-fromAI-override*/ $fromAI("query", `What (to) ask`, "json", undefined) }}',
		0,
	],
	["={{ Object.assign($fromAI('query', '', 'json'), { filter: { city: 'Beijing' } }) }}", 1],
	["={{ $fromAI('a') }} {{ $fromAI('b') }}", 1],
	["={{ $fromAI('a') || $fromAI('b') }}", 1],
	['{"measures": ["A"]}', 1],
])('filters of a query are said unless a model wrote all of it: %s', (queryDefinition, notes) => {
	const node = { type: 'sensorsAnalyticsTool', parameters: { queryDefinition } };
	const run = { context: { getNode: () => node }, field: () => 'definition' };
	const city = { of: 'event', event: 'A', name: 'city' } as const;
	const condition = { property: city, function: 'equal', values: ['Beijing'] };
	const filter = { join: 'and' as const, conditions: [condition], groups: [] };
	const measures: Measure[] = [{ kind: 'event', event: 'A', aggregator: 'general' }];
	const query = { measures, groupBy: [], unit: 'day', filter };
	const scope = { report: { name: 'event' as const }, query, options: { computation: {} } };
	const said = scopeOf(run as unknown as ItemRun, scope, ['A'], (name) => name);
	expect(said).toHaveLength(notes);
});
