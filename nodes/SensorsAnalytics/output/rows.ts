import type { IDataObject } from 'n8n-workflow';

import type { Cell, Column, Table } from '../table/table';

/** One flat object per row, in the order of the columns, with `more` behind them. */
export function toRows(
	table: Pick<Table, 'columns' | 'rows'>,
	more: IDataObject = {},
): IDataObject[] {
	return toObjects(table.columns, table.rows, more);
}

/** Totals as objects: groups and measures, no date. */
export function toTotals({ columns, totals = [] }: Table): IDataObject[] {
	return toObjects(
		columns.filter(({ role }) => role !== 'date'),
		totals,
		{},
	);
}

function toObjects(
	columns: readonly Column[],
	rows: readonly Cell[][],
	more: IDataObject,
): IDataObject[] {
	const keys = columns.map(({ key }) => key);
	const width = keys.length;
	const moreKeys = Object.keys(more);
	const objects = new Array<IDataObject>(rows.length);
	// A plain loop: this is where large results spend their time.
	for (let r = 0; r < rows.length; r++) {
		const cells = rows[r] as Cell[];
		const object: IDataObject = {};
		for (let c = 0; c < width; c++) object[keys[c] as string] = cells[c] as Cell;
		for (const key of moreKeys) object[key] = more[key];
		objects[r] = object;
	}
	return objects;
}
