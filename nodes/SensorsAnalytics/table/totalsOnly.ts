import { listRows } from './rowSet';
import type { Table } from './table';

/** The totals as rows, without the date; the table itself where it has none. */
export function totalsOnly(table: Table): Table {
	const { totals, columns } = table;
	if (!totals?.length) return table;
	const own = columns.filter(({ role }) => role !== 'date');
	return { ...table, columns: own, rows: listRows(totals), totals: undefined };
}
