import { atOnce } from '../../../../../../credentials/http/slices';
import type {
	Entry,
	Grouping,
	EntryScope,
} from '../../../../../../nodes/SensorsAnalytics/api/rows';
import {
	columnWith,
	lineCounter,
	tableSteps,
} from '../../../../../../nodes/SensorsAnalytics/api/rows';
import type { Cell } from '../../../../../../nodes/SensorsAnalytics/table/decimal';

const toTable = (...given: Parameters<typeof tableSteps>) => atOnce(tableSteps(...given));

const FACTS = { isTruncated: true, isSampled: false, dataUpdatedAt: 'x' };
const OWN = [columnWith('step', 'group'), columnWith('users', 'measure')];
const CITY: Grouping = { fields: ['user.city'], columns: [columnWith('city', 'group', 'string')] };
const NONE: Grouping = { fields: [], columns: [] };
const entry = (date: string | null, group: Cell[], ...lines: Cell[][]): Entry => ({
	date,
	group,
	hasGroup: group.length > 0,
	lines,
});
const of = (grouping: Grouping, entries: Entry[], wanted: EntryScope) => {
	const table = toTable(FACTS, grouping, OWN, entries, wanted, 'users');
	return {
		keys: table.columns.map(({ key }) => key),
		rows: table.rows.toArray(),
		totals: table.totals,
		table,
	};
};

describe('toTable', () => {
	it('by date, groups as they came, lines in their order', () => {
		const entries = [
			entry('2026-11-02', ['B'], [1, 5], [2, 4]),
			entry('2026-11-01', ['A'], [1, 3]),
			entry('2026-11-01', ['B'], [1, 2]),
		];
		const { keys, rows, totals, table } = of(CITY, entries, 'dates');
		expect(keys).toEqual(['date', 'city', 'step', 'users']);
		expect(rows).toEqual([
			['2026-11-01', 'B', 1, 2],
			['2026-11-01', 'A', 1, 3],
			['2026-11-02', 'B', 1, 5],
			['2026-11-02', 'B', 2, 4],
		]);
		expect(totals).toBeUndefined();
		expect(table).toMatchObject({ points: [], drawn: 'users', ...FACTS });
	});

	it('entries of the date range are totals if there are dates', () => {
		const entries = [entry(null, ['A'], [1, 9]), entry('2026-11-01', ['A'], [1, 3])];
		const { rows, totals } = of(CITY, entries, 'any');
		expect(rows).toEqual([['2026-11-01', 'A', 1, 3]]);
		expect(totals).toEqual([['A', 1, 9]]);
	});

	it('the date range, if requested', () => {
		const entries = [entry(null, ['A'], [1, 9]), entry('2026-11-01', ['A'], [1, 3])];
		const { keys, rows, totals } = of(CITY, entries, 'whole');
		expect(keys).toEqual(['city', 'step', 'users']);
		expect(rows).toEqual([['A', 1, 9]]);
		expect(totals).toBeUndefined();
	});

	it('either: groups without dates have none; a report without groups has dates', () => {
		expect(of(CITY, [entry(null, ['A'], [1, 9])], 'any').keys).toEqual(['city', 'step', 'users']);
		expect(of(NONE, [], 'any').keys).toEqual(['date', 'step', 'users']);
		expect(of(CITY, [], 'any').keys).toEqual(['city', 'step', 'users']);
		expect(of(CITY, [], 'dates').keys).toEqual(['date', 'city', 'step', 'users']);
		expect(of(NONE, [entry(null, [], [1, 9])], 'any').totals).toEqual([[1, 9]]);
	});

	it('all values together are no group', () => {
		const entries = [
			entry(null, ['$layer_total_reserved_word'], [1, 9]),
			entry(null, ['A'], [1, 3]),
		];
		expect(of(CITY, entries, 'whole').rows).toEqual([['A', 1, 3]]);
	});

	it('refuses two with the same key', () => {
		const twice = [entry(null, ['A'], [1, 9]), entry(null, ['A'], [1, 3])];
		expect(() => of(CITY, twice, 'whole')).toThrow(
			/The report has an unexpected structure: rows 1 and 2 have the same key/,
		);
		expect(() => of(CITY, [entry(null, ['A'], [1, 9], [1, 3])], 'whole')).toThrow(
			/The report has an unexpected structure: rows 1 and 2 have the same key/,
		);
		const others = [entry(null, ['1'], [1, 9]), entry(null, [1], [1, 3])];
		expect(of(CITY, others, 'whole').rows).toHaveLength(2);
	});

	it('lines are counted while they are made', () => {
		const counted = lineCounter();
		const lines = new Array<number>(1_000_000);
		expect([counted(lines), counted(lines)]).toEqual([lines, lines]);
		expect(() => counted([1])).toThrow(/more than 2 million rows/);
		expect(lineCounter()([1])).toEqual([1]);
	});
});
