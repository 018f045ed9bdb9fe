import type { Cell } from '../../../table/decimal';
import { amountOf } from '../../../table/decimal';
import type { Column, Table } from '../../../table/table';
import { writeDate } from '../dates';
import { clean } from '../text';
import type { Words } from '../words';

/** The rows of one date and group, of a report that has several for each. */
export interface Entity {
	/** Date and groups. */
	place: Cell[];
	rows: Cell[][];
}

/** What stands in front of a report's own columns, and the rows by it, in their order. */
export interface Entities {
	columns: Column[];
	date: number;
	entities: Entity[];
	/** Where a column stands in a row. */
	at: (key: string) => number;
}

/** @param first key of the first of the report's own columns */
export function entitiesOf({ columns, rows }: Table, first: string): Entities {
	const at = (key: string) => columns.findIndex((column) => column.key === key);
	const own = columns.slice(0, at(first));
	const byPlace = new Map<string, Entity>();
	for (const row of rows.toArray()) {
		const place = row.slice(0, own.length);
		const key = JSON.stringify(place);
		const entity = byPlace.get(key);
		if (entity) entity.rows.push(row);
		else byPlace.set(key, { place, rows: [row] });
	}
	return {
		columns: own,
		date: own.findIndex(({ role }) => role === 'date'),
		entities: [...byPlace.values()],
		at,
	};
}

/** What people call a date and group. */
export function placeName({ place }: Entity, columns: readonly Column[], words: Words): string {
	return place
		.map((cell, index) => {
			if (cell === null) return words.none;
			return columns[index]?.role === 'date' ? writeDate(String(cell)) : clean(String(cell));
		})
		.join(' / ');
}

/** The groups of an entity, without its date, as a text that is the same for the same groups. */
export function groupOf({ place }: Entity, date: number): string {
	return JSON.stringify(place.filter((_cell, index) => index !== date));
}

export function numberIn(row: readonly Cell[] | undefined, at: number): number {
	return Number(amountOf(row?.[at]) ?? 0);
}

/** Part of a whole in percent, two decimals; null where there is no whole. */
export function shareOf(part: number, whole: number): number | null {
	return whole === 0 ? null : Math.round((part / whole) * 10_000) / 100;
}

export function textColumn(key: string): Column {
	return { key, role: 'group', type: 'string', whenEmpty: null };
}

export function numberColumn(key: string): Column {
	return { key, role: 'measure', type: 'number', whenEmpty: null };
}
