import type { IDataObject } from 'n8n-workflow';

import type { Table } from '../table/table';

/** Key that tells current and comparison rows apart. */
const PERIOD_KEY = 'period';

/** One flat object per row, in the order of the columns. */
export function toRows(table: Table): IDataObject[] {
	if (table.comparison === undefined) return toObjects(table, {});
	return [
		...toObjects(table, { [PERIOD_KEY]: 'current' }),
		...toObjects(table.comparison, { [PERIOD_KEY]: 'comparison' }),
	];
}

function toObjects(table: Table, start: IDataObject): IDataObject[] {
	const keys = table.columns.map(({ key }) => key);
	return table.rows.map((cells) => {
		const row: IDataObject = { ...start };
		for (let i = 0; i < keys.length; i++) row[keys[i] as string] = cells[i] as IDataObject[string];
		return row;
	});
}
