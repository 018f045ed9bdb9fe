import type { IDataObject } from 'n8n-workflow';

import type { Steps } from '../../../credentials/http/slices';
import { OWN_KEYS } from '../query/columns';
import type { Cell } from '../table/decimal';
import type { Table } from '../table/table';
import { positionsOf, ROWS_A_STEP } from '../table/table';
import { flagsOf } from './meta';
import { freeKey, markPartial, toTotals } from './rows';
import { BETWEEN, groupLabel } from './words';

/**
 * One object per date, with a key for each group (and measure, where there are several). A group
 * that has no row for a date has null there; one that is called like a key of `more` gets a number
 * behind its name.
 */
export function* wideSteps(
	table: Table,
	more: IDataObject,
	partial: readonly string[] = [],
): Steps<IDataObject[]> {
	const { date, groups, measures } = positionsOf(table);
	const otherDates = table.columns.flatMap(({ role }, index) =>
		role === 'date' && index !== date ? [index] : [],
	);
	const labels = new Map<string, string>();
	const dates = table.columns.filter(({ role }) => role === 'date').map(({ key }) => key);
	const taken = new Set([...OWN_KEYS, ...dates, ...Object.keys(more)]);
	const keyFor = (row: Cell[], measure: number) => {
		const identity = JSON.stringify([groups.map((index) => row[index]), measure]);
		let label = labels.get(identity);
		if (label === undefined) {
			const group = groupLabel(row, groups);
			const name = table.columns[measure]?.key ?? '';
			const wanted =
				groups.length === 0 ? name : measures.length === 1 ? group : `${group}${BETWEEN}${name}`;
			label = freeKey(wanted, taken);
			taken.add(label);
			labels.set(identity, label);
		}
		return label;
	};

	const byDate = new Map<Cell, IDataObject>();
	const empty: Array<[string, Cell]> = [];
	const rows = yield* table.rows.arraySteps();
	for (const [index, row] of rows.entries()) {
		if (index % ROWS_A_STEP === 0) yield;
		for (const measure of measures) {
			const known = labels.size;
			const label = keyFor(row, measure);
			if (labels.size > known) empty.push([label, null]);
		}
	}
	for (const [index, row] of rows.entries()) {
		if (index % ROWS_A_STEP === 0) yield;
		const point = date < 0 ? null : (row[date] as Cell);
		let object = byDate.get(point);
		if (!object) {
			object = date < 0 ? {} : { [table.columns[date]?.key as string]: point };
			for (const index of otherDates)
				object[table.columns[index]?.key as string] = row[index] as Cell;
			Object.assign(object, Object.fromEntries(empty));
			byDate.set(point, object);
			yield;
		}
		for (const measure of measures) object[keyFor(row, measure)] = row[measure] as Cell;
	}
	// A group may have no row at the first dates: those of another one come before.
	const known = table.points.filter((point) => byDate.has(point));
	const order = known.length === byDate.size ? known : [...byDate.keys()];
	const objects: IDataObject[] = [];
	for (const point of order) {
		objects.push({ ...byDate.get(point), ...more });
		yield;
	}
	return partial.length > 0 ? markPartial(objects, table.columns, partial) : objects;
}

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
