import type { Amount, Cell } from '../../table/decimal';
import { amountOf, compareAmounts, negative, subtract } from '../../table/decimal';
import type { Table } from '../../table/table';
import { groupKey, positionsOf } from '../../table/table';
import { groupLabel } from '../words';
import { clean } from './clean';
import { writeDate } from './dates';
import { cut } from './fit';
import type { MeasurePlaces, Total } from './totals';
import { addUp, isWhole } from './totals';
import type { Words } from './words';

const MAX_NAME = 60;
/** The groups that are told as one (table/rest.ts). */
const REST = '(other)';

/** How the numbers of a sentence are written. */
export interface Writers {
	words: Words;
	writeNumber: (value: Amount) => string;
	/** Percents, without a sign. */
	writeShare: (value: number) => string;
	/** Whether only the first groups are in the table: one of the others may have lost more. */
	isTopped: boolean;
}

/**
 * One sentence of numbers about a measure: the whole, its change, the largest group, those that
 * gained and lost most, or the highest and lowest date. Numbers alone: no cause is told.
 */
export function highlightOf(
	table: Table,
	label: string,
	places: MeasurePlaces,
	total: Total | undefined,
	writers: Writers,
): string {
	const { words, writeNumber } = writers;
	const { highlight } = words;
	const whole = total
		? [highlight.whole(label, writeNumber(total.now)), ...changeOf(total, writers)]
		: [];
	const parts = partsOf(table, places, writers);
	if (whole.length === 0 && parts.length === 0) return '';
	if (whole.length === 0) return `${label}${words.colon}${parts.join(words.semicolon)}`;
	return [whole.join(words.comma), ...parts].join(words.semicolon);
}

function changeOf(
	{ before, percent, difference }: Total,
	{ words, writeNumber, writeShare }: Writers,
) {
	if (before === undefined || difference === undefined || typeof percent !== 'number') return [];
	const share = writeShare(Math.abs(percent));
	const isSame = share === writeShare(0);
	if (isSame) return [words.highlight.same(writeNumber(before), difference === 0)];
	return [words.highlight.change(share, compareAmounts(difference, 0) > 0, writeNumber(before))];
}

function partsOf(table: Table, places: MeasurePlaces, writers: Writers): string[] {
	const { date, groups } = positionsOf(table);
	const rows = table.rows.toArray();
	if (groups.length > 0 && !isWhole(table, writers.isTopped)) return [];
	if (groups.length > 0) return groupsOf(table, rows, groups, date, places, writers);
	return date < 0 || table.columns[date]?.type !== 'date'
		? []
		: datesOf(table, rows, date, places, writers);
}

interface Group {
	name: string;
	now: Amount;
	change?: Amount;
}

function groupsOf(
	table: Table,
	rows: Cell[][],
	groups: number[],
	date: number,
	{ index, previous, difference }: MeasurePlaces,
	{ words, writeNumber }: Writers,
): string[] {
	const byGroup = new Map<string, Cell[][]>();
	for (const row of rows) {
		const key = groupKey(row, groups);
		const own = byGroup.get(key);
		if (own) own.push(row);
		else byGroup.set(key, [row]);
	}
	const isOneDate = date < 0 || new Set(rows.map((row) => row[date])).size === 1;
	// Users of several days can't be added up.
	if (byGroup.size < 2 || !(isOneDate || table.columns[index]?.canAddUp)) return [];
	const known = [...byGroup.values()].flatMap((own): Group[] => {
		const name = clean(groupLabel(own[0] as Cell[], groups, words.none));
		const now = addUp(own, index);
		if (now === undefined) return [];
		const isCompared = addUp(own, difference) !== undefined;
		const before = isCompared ? addUp(own, previous) : undefined;
		const change = before === undefined ? null : subtract(now, before);
		return [{ name: cut(name, MAX_NAME), now, ...(change === null ? {} : { change }) }];
	});
	// Those that Top Groups makes one may hold the largest of all.
	if (known.some(({ name }) => name.startsWith(REST))) return [];
	const { most, gained, lost } = words.highlight;
	const top = best(known, ({ now }) => now);
	const changed = known.filter(({ change }) => change !== undefined);
	const up = best(changed, ({ change }) => change as Amount);
	const down = best(changed, ({ change }) => negative(change as Amount));
	const isAbove = (value: Amount | undefined) =>
		value !== undefined && compareAmounts(value, 0) > 0;
	const signed = (value: Amount) => `${isAbove(value) ? '+' : ''}${writeNumber(value)}`;
	return [
		...(top && isAbove(top.now) ? [most(top.name, writeNumber(top.now))] : []),
		...(up?.change !== undefined && isAbove(up.change) ? [gained(up.name, signed(up.change))] : []),
		...(down?.change !== undefined && isAbove(negative(down.change))
			? [lost(down.name, signed(down.change))]
			: []),
	];
}

function datesOf(
	{ partial = [] }: Pick<Table, 'partial'>,
	rows: Cell[][],
	date: number,
	{ index }: MeasurePlaces,
	{ words, writeNumber }: Writers,
): string[] {
	const known = rows.flatMap((row) => {
		const now = amountOf(row[index]);
		// A period that the range cuts is no highest or lowest one.
		const isWhole = !partial.includes(String(row[date]));
		return now !== undefined && isWhole ? [{ name: writeDate(String(row[date])), now }] : [];
	});
	const [high, low] = [best(known, ({ now }) => now), best(known, ({ now }) => negative(now))];
	if (known.length < 3 || !high || !low || high.now === low.now) return [];
	return [
		words.highlight.highest(high.name, writeNumber(high.now)),
		words.highlight.lowest(low.name, writeNumber(low.now)),
	];
}

/** The first of the largest. */
function best<T>(entries: readonly T[], sizeOf: (entry: T) => Amount): T | undefined {
	return entries.reduce<T | undefined>(
		(top, entry) =>
			top === undefined || compareAmounts(sizeOf(entry), sizeOf(top)) > 0 ? entry : top,
		undefined,
	);
}
