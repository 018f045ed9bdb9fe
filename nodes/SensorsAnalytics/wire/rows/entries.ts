import { OperationalError } from 'n8n-workflow';

import type { Steps } from '../../../../credentials/http/slices';
import { listRows, ROWS_A_STEP } from '../../table/rowSet';
import { mapSteps, sortSteps } from '../../table/steps';
import { type Cell, type Column, keyOfGroup, type Table } from '../../table/table';
import { column } from './cells';
import { distinctSteps } from './distinct';
import { ALL_VALUES, type Grouping, type Place } from './place';
import { UnknownForm } from './unknownForm';

/** What an answer says of itself. */
export type Facts = Pick<Table, 'isTruncated' | 'isSampled' | 'dataUpdatedAt'>;

/** What an answer tells about one date and group: lines of steps, periods or buckets. */
export interface Entry extends Place {
	/** In the order in which they are shown. */
	lines: Cell[][];
}

/** Each is a list of its own: so many take a gigabyte. */
const MAX_LINES = 2_000_000;

/**
 * What counts lines while they are made of an answer, in which each may be a single number.
 * @throws OperationalError, before they fill the memory
 */
export function lineCounter(): <Lines extends { length: number }>(lines: Lines) => Lines {
	let count = 0;
	return (lines) => {
		count += lines.length;
		if (count <= MAX_LINES) return lines;
		throw new OperationalError(
			`The report does not fit into memory: it has more than ${MAX_LINES / 1e6} million rows`,
			{
				description: 'Ask for a shorter range of dates, fewer groups, or fewer periods or ranges.',
			},
		);
	};
}

/**
 * Entries where one value of the whole range was asked for: they are told without a date, or with
 * one that stands for all of them.
 * @throws UnknownForm for several dates of one group: what was asked for is not among them
 */
export function ofWholeRange<Row extends Entry>(entries: readonly Row[]): Row[] {
	const groups = new Map<string, Row[]>();
	for (const entry of entries) {
		const key = keyOfGroup(entry.group);
		groups.set(key, [...(groups.get(key) ?? []), entry]);
	}
	return [...groups.values()].flatMap((own) => {
		const whole = own.filter(({ date }) => date === null);
		if (whole.length > 0) return whole;
		if (own.length === 1) return own.map((entry) => ({ ...entry, date: null }));
		throw new UnknownForm('several dates, where one value for the whole range was asked for');
	});
}

/** Which entries are rows; all others are left out, except for those that are totals. */
export type Wanted = 'dates' | 'whole' | 'any';

/**
 * The table of a model, so many rows a step: rows by date, groups as they came, lines in their order. Where dates are
 * rows, entries of the whole range are totals.
 * @param own columns of a line
 * @param drawn key of the measure that charts draw
 * @throws UnknownForm for two rows of one identity
 */
export function* tableSteps(
	facts: Facts,
	{ fields, columns: groups }: Grouping,
	own: Column[],
	all: readonly Entry[],
	wanted: Wanted,
	drawn: string,
): Steps<Table> {
	const entries = all.filter(({ group }) => !group.includes(ALL_VALUES));
	yield* distinctSteps(identitiesOf(entries), 'rows');
	const dated = entries.filter(({ date }) => date !== null);
	const whole = entries.filter(({ date }) => date === null);
	// Without groups, dates are what such a report has rows of, even if there are none.
	const hasDates =
		wanted === 'dates' || (wanted === 'any' && (dated.length > 0 || fields.length === 0));
	const order = new Map<string, number>();
	const rankOf = ({ group }: Entry): number => {
		const key = JSON.stringify(group);
		const rank = order.get(key) ?? order.size;
		order.set(key, rank);
		return rank;
	};
	const ranked = new Map(
		yield* mapSteps(entries, (entry): [Entry, number] => [entry, rankOf(entry)]),
	);
	const toRows = function* (list: Entry[], withDate: boolean): Steps<Cell[][]> {
		const rankAt = (entry: Entry) => ranked.get(entry) as number;
		const sorted = yield* sortSteps(
			list,
			(a, b) => compareDates(a.date, b.date) || rankAt(a) - rankAt(b),
		);
		const rows: Cell[][] = [];
		for (const { date, group, lines } of sorted) {
			for (const line of lines) {
				rows.push([...(withDate ? [date] : []), ...group, ...line]);
				if (rows.length % ROWS_A_STEP === 0) yield;
			}
		}
		return rows;
	};
	const columns = [...(hasDates ? [column('date', 'date', 'date')] : []), ...groups, ...own];
	const rows = yield* toRows(hasDates ? dated : whole, hasDates);
	const identity = columns.flatMap(({ role }, index) => (role === 'measure' ? [] : [index]));
	yield* distinctSteps(cellsAt(rows, identity), 'rows');
	return {
		columns,
		rows: listRows(rows),
		points: [],
		totals: hasDates && whole.length > 0 ? yield* toRows(whole, false) : undefined,
		drawn,
		...facts,
	};
}

function* identitiesOf(entries: readonly Entry[]): Generator<readonly Cell[]> {
	for (const { date, group } of entries) yield [date, ...group];
}

function* cellsAt(rows: readonly Cell[][], places: readonly number[]): Generator<readonly Cell[]> {
	for (const row of rows) yield places.map((place) => row[place] as Cell);
}

/** `YYYY-MM-DD`; of the whole range, all are alike. */
function compareDates(a: string | null, b: string | null): number {
	if (a === null || b === null || a === b) return 0;
	return a < b ? -1 : 1;
}
