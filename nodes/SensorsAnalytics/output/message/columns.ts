import { UserError } from 'n8n-workflow';

import type { Column, Table } from '../../table/table';
import { positionsOf } from '../../table/table';
import type { MeasurePlaces } from './totals';
import { placesOf } from './totals';

/** A column that a message shows; a change stands with its measure. */
export interface Shown extends MeasurePlaces {
	column: Column;
}

/** Date, groups, measures; a single date stands in the subtitle alone. */
export function chooseColumns(
	table: Pick<Table, 'columns' | 'rows'>,
	wanted: readonly string[],
): Shown[] {
	const { date } = positionsOf(table);
	const dates = new Set(table.rows.toArray().map((row) => row[date]));
	const isDateShown = dates.size > 1;
	return table.columns.flatMap((column, index): Shown[] => {
		if (column.derived) return [];
		if (column.role === 'date') return isDateShown ? [{ column, index }] : [];
		if (column.role === 'group') return [{ column, index }];
		if (wanted.length > 0 && !wanted.includes(column.key)) return [];
		return [{ column, ...placesOf(table, index) }];
	});
}

/** @throws UserError for measures that the report does not have */
export function checkMeasures(
	{ columns }: Pick<Table, 'columns'>,
	wanted: readonly string[],
): void {
	const known = columns
		.filter(({ role, derived }) => role === 'measure' && !derived)
		.map(({ key }) => key);
	const unknown = wanted.find((name) => !known.includes(name));
	if (unknown === undefined) return;
	throw new UserError(
		`'Measures' of the message names '${unknown}', which the report does not have. Enter output names of it: ${known.join(', ')}`,
	);
}
