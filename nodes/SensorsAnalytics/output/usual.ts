import { isUnusual } from '../insight/usual';
import { firstFree, OWN_KEYS } from '../query/columns';
import type { Cell } from '../table/decimal';
import type { Column, Table } from '../table/table';
import { lazyRows, positionsOf } from '../table/table';

/** What stands behind the key of a measure, and what its cells hold. */
const ADDED = [
	['_usual_low', 'number'],
	['_usual_high', 'number'],
	['_is_unusual', 'boolean'],
] as const;

/** The table with the usual range of each number, where rows are of all groups; null where none is told. */
export function withUsualColumns(table: Table): Table {
	const { usual, columns, rows, totals } = table;
	const { date, groups } = positionsOf(table);
	if (!usual || groups.length > 0) return table;
	const taken = new Set([...OWN_KEYS, ...columns.map(({ key }) => key)]);
	const keys = [...new Set(usual.numbers.map(({ key }) => key))];
	const added = keys.flatMap((of) =>
		ADDED.map(([suffix, type]): Column => {
			const key = firstFree(of + suffix, taken);
			taken.add(key);
			const derived = { of, as: 'usual' } as const;
			return { key, role: 'measure', type, whenEmpty: null, derived };
		}),
	);
	const cells = new Map<string, Cell[]>();
	for (const one of usual.numbers) {
		const isKnown = one.range !== undefined && one.side !== undefined;
		cells.set(`${one.date ?? ''} ${one.key}`, [
			one.range?.low ?? null,
			one.range?.high ?? null,
			isKnown ? isUnusual(one) : null,
		]);
	}
	const none: Cell[] = ADDED.map(() => null);
	const of = (point: string) => keys.flatMap((key) => cells.get(`${point} ${key}`) ?? none);
	return {
		...table,
		columns: [...columns, ...added],
		rows: lazyRows(rows.length, function* () {
			for (const row of rows.each()) yield [...row, ...of(date < 0 ? '' : String(row[date]))];
		}),
		totals: totals?.map((row) => [...row, ...keys.flatMap(() => none)]),
	};
}
