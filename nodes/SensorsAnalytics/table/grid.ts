import { UserError } from 'n8n-workflow';

import { quoted } from '../../../credentials/http/redact';
import type { Steps } from '../../../credentials/http/slices';
import { offsetsOf, withOffset } from '../dates/calendar';
import type { Pair } from '../dates/periods';
import {
	type Amount,
	amountOf,
	type Cell,
	percentChange,
	subtract,
	sumOf as sumOfAmounts,
} from './decimal';
import {
	assertPlacesFit,
	type Blocks,
	CELLS_A_ROW,
	type Column,
	compareValues,
	groupedBy,
	groupKeys,
	keyOfGroup,
	listRows,
	mapSteps,
	positionsOf,
	sortSteps,
	strideOf,
	type Table,
} from './table';

/** One answer: a report, or one chunk of its dates. */
export interface GridInput {
	/** Groups × points × measures; without points, one row per group. */
	blocks: Blocks;
	places: readonly number[];
	isTruncated: boolean;
	/** Whether a truncated answer omits rows of groups that it contains. */
	isCutByRows?: boolean;
	/** Whether the answer covers at least a part of a period. */
	covers: (period: number) => boolean;
}

interface GridGroup {
	key: string;
	group: readonly Cell[];
	cells: ReadonlyArray<readonly Cell[]>;
}

/** Cells by group and period, none missing. */
export interface Grid {
	groups: GridGroup[];
	isReported: boolean[];
	/** Returns the cells of a period for a group that isn't in the grid. */
	missing: (period: number) => readonly Cell[];
	/** Cells of a group that a truncated answer omitted. */
	unknown: readonly Cell[];
	/** Whether any cells are unknown. */
	hasUnknown: () => boolean;
}

export interface GridShape {
	measures: readonly Column[];
	periods: readonly string[];
	/** Whether there is a group even if no answer contains one: a report without groups. */
	hasOneGroup: boolean;
}

interface GridMember {
	group: readonly Cell[];
	cells: Array<readonly Cell[] | undefined>;
	last?: GridInput;
	/** Truncated answers that have the group but may omit some of it, with a test of a period. */
	truncated?: Map<GridInput, (period: number) => boolean>;
}

/** Thrown if a period is split between two chunks of a range and its numbers can't be added up. */
export class CutPeriod extends UserError {}

/**
 * Returns the answers of one report as a grid (F1 to F4 of docs/calendar.md): a value that a group
 * doesn't have is empty (0, or null for averages), or unknown (null) if a truncated answer omitted
 * it.
 * @throws CutPeriod if a period is split between chunks and its numbers can't be added up
 */
export function* gridSteps(answers: readonly GridInput[], shape: GridShape): Steps<Grid> {
	const { measures, periods } = shape;
	const empty = measures.map(({ whenEmpty }) => whenEmpty);
	const unknown = measures.map(() => null);
	const truncated = answers.filter(({ isTruncated }) => isTruncated);
	let hasUnknown = false;
	const missingFrom = (having: GridMember['truncated']) => (period: number) => {
		const isUnknown = truncated.some((answer) => {
			const tells = having?.get(answer);
			const hasReport = answer.isCutByRows === true ? tells?.(period) : tells !== undefined;
			return hasReport !== true && answer.covers(period);
		});
		hasUnknown ||= isUnknown;
		return isUnknown ? unknown : empty;
	};
	const isReported = periods.map(() => false);
	for (const { places } of answers) for (const place of places) isReported[place] = true;

	const members = yield* collect(answers, shape);
	const groups: GridGroup[] = [];
	const stride = strideOf(periods.length * CELLS_A_ROW);
	for (const [key, { group, cells, truncated: having }] of members) {
		const isWhole = cells.length === periods.length && !cells.includes(undefined);
		if (isWhole && truncated.every((one) => having?.has(one) && one.isCutByRows !== true)) {
			groups.push({ key, group, cells: cells as Array<readonly Cell[]> });
		} else {
			const missing = missingFrom(having);
			const all = periods.map((_name, period) => {
				const instead = missing(period);
				return instead === unknown ? unknown : (cells[period] ?? empty);
			});
			groups.push({ key, group, cells: all });
		}
		if (groups.length % stride === 0) yield;
	}
	const missing = missingFrom(undefined);
	return { groups, isReported, missing, unknown, hasUnknown: () => hasUnknown };
}

/** Returns the groups of all answers in the order of their first appearance, with their cells. */
function* collect(answers: readonly GridInput[], shape: GridShape): Steps<Map<string, GridMember>> {
	const members = new Map<string, GridMember>();
	const [only] = answers;
	const isPlain =
		answers.length === 1 &&
		only?.places.length === shape.periods.length &&
		only.places.every((place, index) => place === index);
	for (const answer of answers) {
		const stride = strideOf(answer.places.length * CELLS_A_ROW);
		const at = answer.isTruncated ? firstPlaces(answer.places) : undefined;
		let done = 0;
		for (const { group, values } of answer.blocks.groups) {
			const name = keyOfGroup(group);
			let key = name;
			let member = members.get(key);
			// Groups with the same name in one answer stay separate.
			for (let time = 2; member?.last === answer; time++) {
				key = `${name} ${time}`;
				member = members.get(key);
			}
			if (!member) {
				member = { group, cells: isPlain ? (values as GridMember['cells']) : [] };
				members.set(key, member);
				if (!isPlain) assertPlacesFit(members.size, shape.periods.length);
			}
			member.last = answer;
			if (at) {
				const tells = (period: number) => values[at.get(period) ?? -1] !== undefined;
				(member.truncated ??= new Map<GridInput, typeof tells>()).set(answer, tells);
			}
			if (!isPlain) put(member, values, answer.places, shape);
			if (++done % stride === 0) yield;
		}
	}
	if (members.size === 0 && shape.hasOneGroup)
		members.set(keyOfGroup([]), { group: [], cells: [] });
	return members;
}

function firstPlaces(places: readonly number[]): Map<number, number> {
	const at = new Map<number, number>();
	for (const [index, place] of places.entries()) if (!at.has(place)) at.set(place, index);
	return at;
}

function put(
	{ cells }: GridMember,
	values: ReadonlyArray<readonly Cell[] | undefined>,
	places: readonly number[],
	shape: GridShape,
): void {
	values.forEach((list, index) => {
		if (list === undefined) return;
		const place = places[index] as number;
		const known = cells[place];
		cells[place] = known ? joinedCells(known, list, shape, place) : list;
	});
}

function joinedCells(
	a: readonly Cell[],
	b: readonly Cell[],
	{ measures, periods }: GridShape,
	place: number,
): Cell[] {
	return measures.map(({ key, canAddUp }, index) => {
		const parts = [a[index] ?? null, b[index] ?? null];
		if (!canAddUp || parts.some(isText)) {
			throw new CutPeriod(
				`${quoted(key)} can't be added up from parts of the date range, but two parts contain ${String(periods[place])}`,
			);
		}
		return addUpCells(parts);
	});
}

/**
 * Returns a grid of one period with the sums of these periods; a sum with an unknown part is
 * unknown.
 */
export function* addUpSteps(grid: Grid, places: readonly number[]): Steps<Grid> {
	const { unknown } = grid;
	const sum = ([first = [], ...lists]: ReadonlyArray<readonly Cell[]>) => {
		if (first === unknown || lists.includes(unknown)) return [unknown];
		return [
			first.map((cell, index) => addUpCells([cell, ...lists.map((list) => list[index] ?? null)])),
		];
	};
	const own = ({ cells, ...group }: GridGroup) => ({
		...group,
		cells: sum(places.map((place) => cells[place] as readonly Cell[])),
	});
	return {
		groups: yield* mapSteps(grid.groups, own, places.length),
		isReported: [true],
		missing: () => sum(places.map(grid.missing))[0] ?? [],
		unknown,
		hasUnknown: grid.hasUnknown,
	};
}

/** Adds up cells: null adds nothing, and with a text there is no sum (F5). */
export function addUpCells(cells: readonly Cell[]): Cell {
	const known = cells.filter((cell) => cell !== null);
	if (known.length < 2) return known[0] ?? null;
	return known.some(isText) ? null : sumOfAmounts(known.map((cell) => amountOf(cell) ?? 0));
}

/** Whether a cell of a measure is not a number, and is shown unchanged (F5). */
export function isText(cell: Cell): boolean {
	return cell !== null && amountOf(cell) === undefined;
}

/** Adds a row for every expected point and group; unexpected points keep theirs, in order. */
export function fillPoints(table: Table, expected: readonly string[]): Table {
	const { date, groups } = positionsOf(table);
	if (date < 0) return table;
	const known = new Set(expected);
	const odd = new Set(table.points.filter((point) => !known.has(point)));
	const points = odd.size > 0 ? [...expected, ...odd].sort() : [...expected];
	const byGroup = [...groupedBy(table.rows.toArray(), groupKeys(groups)).values()];
	if (byGroup.length === 0 && groups.length === 0) byGroup.push([]);
	const rows = byGroup.flatMap((own) => {
		// An hour may occur twice.
		const present = groupedBy(own, (row) => row[date]);
		return points.flatMap((point) => present.get(point) ?? [emptyRow(table, own[0] ?? [], point)]);
	});
	return { ...table, rows: listRows(rows), points };
}

/** Returns a row of empty values, with the group of another row. */
function emptyRow(
	{ columns }: Pick<Table, 'columns'>,
	groupOf: readonly Cell[],
	point: string,
): Cell[] {
	return columns.map(({ role, whenEmpty }, index) => {
		if (role === 'date') return point;
		return role === 'group' ? (groupOf[index] ?? null) : whenEmpty;
	});
}

/**
 * Adds UTC offsets to times of day. If a group has a time twice, the second row gets the second
 * offset (P6 of docs/calendar.md).
 */
export function addOffsets(table: Table, timeZone: string): Table {
	const { date, groups } = positionsOf(table);
	if (table.columns[date]?.type !== 'datetime') return table;
	const known = new Map<string, string[]>();
	const written = (time: string) => {
		let texts = known.get(time);
		if (texts === undefined) {
			const first = withOffset(time, timeZone);
			texts = [
				first,
				...offsetsOf(time, timeZone)
					.slice(1)
					.map((offset) => time + offset),
			];
			known.set(time, texts);
		}
		return texts;
	};
	const seen = new Set<string>();
	const keyOf = groupKeys(groups);
	const offsetOfRow = (row: readonly Cell[], time: string) => {
		const [first = time, second] = written(time);
		if (second === undefined) return first;
		const key = `${time} ${keyOf(row)}`;
		if (seen.has(key)) return second;
		seen.add(key);
		return first;
	};
	const rows = table.rows.toArray().map((row) => {
		const time = row[date];
		const copy = [...row];
		if (typeof time === 'string') copy[date] = offsetOfRow(row, time);
		return copy;
	});
	return { ...table, rows: listRows(rows) };
}

export interface GroupSeries {
	key: string;
	group: readonly Cell[];
	now: ReadonlyArray<readonly Cell[]>;
	/** Cells of the same indexes; undefined without a comparison period. */
	before?: ReadonlyArray<readonly Cell[] | undefined>;
	/** Indexes of the periods that have a row, in order. */
	shown: readonly number[];
}

/**
 * Returns the groups of both ranges with their numbers in both (R3 of docs/calendar.md), with rows
 * for the shown periods that have numbers, or for all of them if `isFilled`.
 */
export function* compareSteps(
	now: Grid,
	before: Grid,
	pairs: readonly Pair[],
	shown: readonly number[],
	isFilled: boolean,
): Steps<GroupSeries[]> {
	const then = new Map<string, GridGroup>();
	yield* mapSteps(before.groups, (group) => then.set(group.key, group));
	const rowsOf = (isNow: boolean, isThen: boolean) =>
		shown.filter((place) => {
			const { partner } = pairs[place] as Pair;
			const isReportedBefore = partner !== undefined && before.isReported[partner] === true;
			return isFilled || (isNow && now.isReported[place]) || (isThen && isReportedBefore);
		});
	const [both, onlyNow, onlyThen] = [rowsOf(true, true), rowsOf(true, false), rowsOf(false, true)];
	const partnersOf = (group: GridGroup | undefined) =>
		pairs.map(({ partner }) =>
			partner === undefined ? undefined : (group?.cells[partner] ?? before.missing(partner)),
		);
	const ofNow = ({ key, group, cells }: GridGroup) => {
		const past = then.get(key);
		// The remaining groups occur only in the other range.
		then.delete(key);
		return { key, group, now: cells, before: partnersOf(past), shown: past ? both : onlyNow };
	};
	const ofThen = (past: GridGroup) => ({
		key: past.key,
		group: past.group,
		now: pairs.map((_pair, place) => now.missing(place)),
		before: partnersOf(past),
		shown: onlyThen,
	});
	const lines: GroupSeries[] = yield* mapSteps(now.groups, ofNow, pairs.length);
	return lines.concat(yield* mapSteps([...then.values()], ofThen, pairs.length));
}

/** Returns value, previous value, difference and percent (R4 of docs/calendar.md). */
export function compareCells(
	now: Cell,
	before: Cell,
	mayChange: boolean,
): [Cell, Cell, Amount | null, number | null] {
	const [to, from] = mayChange ? [amountOf(now), amountOf(before)] : [];
	if (to === undefined || from === undefined) return [now, before, null, null];
	return [now, before, subtract(to, from), percentChange(to, from)];
}

/** Returns a group's cells for a period: each measure with its comparison. */
export function comparedCells(
	{ now, before }: GroupSeries,
	place: number,
	{ mayChange }: Pair,
): Cell[] {
	const then = before?.[place];
	return (now[place] ?? []).flatMap((value, index) =>
		compareCells(value, then?.[index] ?? null, mayChange && then !== undefined),
	);
}

/** Name of the merged groups. It is also their key, which no other group has. */
const REST = '(other)';

/** Whether a truncated answer may omit groups of a period, or of the period that it is compared with. */
export type OmitsGroups = (of: 'now' | 'before', place: number) => boolean;

/**
 * Merges groups into one by adding up their numbers; if one is unknown, or isn't in the answer, the
 * sum is unknown.
 */
export function* mergeSteps(
	lines: readonly GroupSeries[],
	others: readonly GroupSeries[],
	omits: OmitsGroups = () => false,
): Steps<GroupSeries> {
	const [first, ...rest] = lines as [GroupSeries, ...GroupSeries[]];
	const isShown = new Set(lines.flatMap(({ shown }) => shown));
	const sums = function* (of: 'now' | 'before') {
		const found: Array<readonly Cell[] | undefined> = [];
		for (let place = 0; place < first.now.length; place++) {
			let sum = first[of]?.[place];
			yield* mapSteps(rest, (line) => {
				const cells = line[of]?.[place];
				sum = sum && cells && sumOf(sum, cells);
			});
			found.push(sum && omits(of, place) ? sum.map(() => null) : sum);
			yield;
		}
		return found;
	};
	const count = first.group.length;
	const alike = others.filter(({ group }) => group.every((value) => value === group[0]));
	const taken = new Set(alike.map(({ group }) => group[0]));
	let name = REST;
	for (let number = 2; taken.has(name); number++) name = `${REST} ${number}`;
	const now = yield* sums('now');
	return {
		key: REST,
		group: Array.from({ length: count }, () => name),
		now: now.map((cells) => cells ?? []),
		...(first.before ? { before: yield* sums('before') } : {}),
		shown: first.now.flatMap((_cells, place) => (isShown.has(place) ? [place] : [])),
	};
}

/** Returns the name of the merged groups, if there are any. */
export function nameOfRest(lines: readonly GroupSeries[]): string | undefined {
	const rest = lines.at(-1);
	return rest?.key === REST ? String(rest.group[0]) : undefined;
}

function sumOf(a: readonly Cell[], b: readonly Cell[]): Cell[] {
	return a.map((value, index) => {
		const other = b[index] ?? null;
		return value === null || other === null ? null : addUpCells([value, other]);
	});
}

export interface Ordering {
	/** Key of a measure or group; undefined keeps the service's order. */
	by?: string;
	isDescending: boolean;
	/** Number of groups to keep; default: all. */
	top?: number;
	/** Whether the other groups are merged into one. */
	hasRest?: boolean;
}

/**
 * Sorts groups by the value of `rankOf`, null last in both directions, keeps the first ones, and
 * merges the rest if requested (O1 to O4 of docs/calendar.md).
 */
export function* orderSteps(
	lines: readonly GroupSeries[],
	{ by, isDescending, top, hasRest }: Ordering,
	rankOf: (line: GroupSeries) => Cell,
	omits?: OmitsGroups,
): Steps<readonly GroupSeries[]> {
	const ordered = by === undefined ? lines : yield* sortedSteps(lines, isDescending, rankOf);
	if (top === undefined || ordered.length <= top) return ordered;
	const kept = ordered.slice(0, top);
	return hasRest ? [...kept, yield* mergeSteps(ordered.slice(top), kept, omits)] : kept;
}

function* sortedSteps(
	lines: readonly GroupSeries[],
	isDescending: boolean,
	rankOf: (line: GroupSeries) => Cell,
): Steps<readonly GroupSeries[]> {
	const direction = isDescending ? -1 : 1;
	const ranked = yield* mapSteps(lines, (line) => ({ line, rank: rankOf(line) }));
	const sorted = yield* sortSteps(ranked, (a, b) => {
		if (a.rank === null || b.rank === null)
			return Number(a.rank === null) - Number(b.rank === null);
		return compareValues(a.rank, b.rank) * direction;
	});
	return yield* mapSteps(sorted, ({ line }) => line);
}
