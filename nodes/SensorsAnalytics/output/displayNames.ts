import { firstFree, OWN_KEYS } from '../query/columns';
import { listRows } from '../table/rowSet';
import type { Column, Table } from '../table/table';

/** What people call a column or an event; undefined for what is not known. */
type Names = (key: string) => string | undefined;

/** The column of a funnel whose cells are names of events. */
const EVENT_KEY = 'event';

/**
 * The table under the names that the project displays: columns of measures and groups, with what a
 * comparison adds to them (`订单数_previous`), and the events of a funnel's steps. The date, and
 * what has no such name, stays; a name that is taken gets a number behind it.
 */
export function withDisplayNames(table: Table, names: Names): Table {
	const taken = new Set(OWN_KEYS);
	const keys = new Map<string, string>();
	const columns = table.columns.map((column): Column => {
		const { derived } = column;
		const wanted = derived
			? (keys.get(derived.of) ?? derived.of) + column.key.slice(derived.of.length)
			: column.role === 'date'
				? column.key
				: (names(column.key) ?? column.key);
		const key = column.role === 'date' ? wanted : firstFree(wanted, taken);
		taken.add(key);
		keys.set(column.key, key);
		return {
			...column,
			key,
			...(derived ? { derived: { ...derived, of: keys.get(derived.of) ?? derived.of } } : {}),
		};
	});
	const place = table.columns.findIndex(
		({ key, role, type }) => key === EVENT_KEY && role === 'group' && type === 'string',
	);
	const drawn = table.drawn === undefined ? {} : { drawn: keys.get(table.drawn) ?? table.drawn };
	if (place < 0 || table.drawn === undefined) return { ...table, columns, ...drawn };
	const rows = table.rows
		.toArray()
		.map((row) =>
			row.map((cell, index) => (index === place ? (names(String(cell)) ?? cell) : cell)),
		);
	return { ...table, columns, rows: listRows(rows), ...drawn };
}
