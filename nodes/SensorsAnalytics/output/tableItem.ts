import type { IDataObject } from 'n8n-workflow';

import type { Table } from '../table/table';
import { flagsOf } from './meta';
import { toTotals } from './rows';

/** The whole report as one object: columns, rows as lists in their order, totals, meta. */
export function toTableItem(table: Table, meta: IDataObject): IDataObject {
	return {
		columns: table.columns.map(({ key, type, role }) => ({ name: key, type, role })),
		rows: table.rows.toArray(),
		totals: table.totals ? toTotals(table) : null,
		meta,
		...flagsOf(table),
	};
}
