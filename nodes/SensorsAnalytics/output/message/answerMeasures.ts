import type { Steps } from '../../../../credentials/http/slices';
import { isDayUnit, unitName } from '../../dates/calendar';
import { daysIn, haveSharedDays, within } from '../../dates/range';
import {
	BY_CHANCE,
	deviationsOf,
	deviationsOfDates,
	isBeyondChance,
	isByChance,
	MIN_DATES,
} from '../../insight/verdict';
import { isUnusual, lastNumbers, type UsualNumber } from '../../insight/usual';
import { TOTAL } from '../../query/query';
import {
	type Amount,
	type Cell,
	compareAmounts,
	meanOf,
	percentChange,
	subtract,
	sumOf,
} from '../../table/decimal';
import {
	canAddGroups,
	type Column,
	columnAt,
	groupedBy,
	groupedSteps,
	groupKeys,
	positionsOf,
	type Table,
} from '../../table/table';
import type { AnswerTools } from './answer';
import { type AnswerSpan, hasArrivedBefore, previousDateAt, spanOf } from './answerDates';
import {
	addUp,
	countOfDates,
	hasAllGroups,
	lastDayOf,
	type MeasurePlaces,
	numberAt,
	overRows,
	placesInRows,
	placesOf,
	totalOf,
} from './periods';
import { usualWords } from './sentences';
import { clean, cut } from './text';
import { type ChangeInWords, type ComparedInWords, type Nature, SMALL_BASE } from './words';

/** The measures of a report: their numbers over its complete dates, with changes and verdicts. */

const MAX_NAME = 40;
/** Changes of amounts by at least this percentage are large. */
const LARGE_PERCENT = 20;

/** The rows of a report, and which of their dates count. */
export interface CountedRows {
	table: Table;
	tools: AnswerTools;
	span: AnswerSpan;
	/** The table with complete periods only; with all of them if none is complete. */
	counted: Table;
	/** Those of `counted`. */
	rows: Cell[][];
	/** Index of the dates, and of the dates compared with; -1 if there are none. */
	date: number;
	then: number;
	/** Indexes of the groups. */
	groups: readonly number[];
	/** The rows of each group, by its key. */
	rowsOf: ReadonlyMap<string, Cell[][]>;
	unit: string;
	/** The dates of the rows. */
	points: ReadonlySet<Cell | undefined>;
	/** Whether there are several dates. */
	isDated: boolean;
	/** Periods that the range cuts: they aren't compared. */
	cutPeriods: ReadonlySet<unknown>;
	hasCut: boolean;
	/** The last complete date. */
	lastPoint?: string;
	measureCount: number;
}

/** A measure over the complete dates, and its change. */
export interface Overall extends ComparedInWords {
	isAverage?: boolean;
	change?: ChangeInWords;
}

/** A measure as the message shows it. */
export interface Own {
	of: CountedRows;
	place: MeasurePlaces;
	column: Column;
	label: string;
	nature: Nature;
	overall?: Overall;
	/** Whether the numbers of the groups over the complete dates are known. */
	hasTotals: boolean;
	/** Usual range of its last period, over all groups. */
	usual?: UsualNumber;
	/** Its last day and that of the number before, if it also counts earlier dates. */
	window?: Pick<AnswerSpan, 'text' | 'before' | 'hasLengths' | 'isOverlapping'>;
	/** Its groups, the largest first. */
	entries: readonly RankedEntry[];
	/** The same by their keys, and their sums: of many measures, all groups can't be read at a time. */
	byKey: Map<string, RankedEntry>;
	sums: { [when in 'now' | 'before']?: Amount | null };
}

export interface RankedEntry extends Partial<ComparedInWords> {
	key: string;
	name: string;
	/** Text instead of a number. */
	text?: string;
	/** Whether it is the merged other groups. */
	isRest: boolean;
	/** Lower bound of a range of numbers, -Infinity if it has none. */
	low?: number;
}

/** There may be hundreds of thousands of groups. */
export function* countedRowsSteps(
	table: Table,
	measureCount: number,
	tools: AnswerTools,
	/** Moment of numbers without dates. */
	asOf: string,
): Steps<CountedRows> {
	const { date, groups } = positionsOf(table);
	const over = overRows(table, tools.context);
	const span = spanOf(table, over, tools, asOf);
	const counted = span.isOpen ? table : over;
	const rows = counted.rows.toArray();
	const points = new Set(rows.map((row) => row[date]));
	const cutPeriods = new Set<unknown>(table.partial ?? []);
	const complete = [...points].filter((point) => !cutPeriods.has(point));
	const dates = (complete.length > 0 ? complete : [...points]).map(String);
	yield 'long';
	return {
		...{ table, tools, span, counted, rows, date, groups, points, cutPeriods, measureCount },
		then: previousDateAt(table),
		rowsOf: yield* groupedSteps(rows, groupKeys(groups)),
		unit: unitName(tools.context.unit ?? 'day'),
		isDated: date >= 0 && points.size > 1,
		hasCut: complete.length < points.size,
		lastPoint: date < 0 ? undefined : dates.sort().at(-1),
	};
}

export function* measuresSteps(of: CountedRows, places: readonly MeasurePlaces[]): Steps<Own[]> {
	const { table, tools } = of;
	const lastUsual = lastNumbers(table.usual);
	const measures: Own[] = [];
	for (const place of places) {
		yield 'long';
		const column = table.columns[place.index] as Column;
		const nature = tools.natureOf(column.key);
		measures.push({
			...{ of, place, column, nature },
			label: cut(clean(tools.labelOf(column.key)), MAX_NAME * 2),
			hasTotals: hasTotals(of, place),
			usual: lastUsual.find(({ key }) => key === column.key),
			window: windowPair(of, nature),
			...{ entries: [], byKey: new Map(), sums: {} },
		});
	}
	for (const one of measures) {
		yield 'long';
		one.overall = overallOf(one);
	}
	for (const one of measures)
		if (one.overall?.before !== undefined) one.overall.change = changeOfOverall(one.overall, one);
	return measures;
}

/** Returns the last day of a rolling measure's last number, and how its dates differ from those before. */
function windowPair(
	{ rows, date, then, lastPoint, span, tools: { context, dates } }: CountedRows,
	{ windowTo }: Nature,
): Own['window'] {
	if (!windowTo || span.isOpen) return undefined;
	const row = rows.find((one) => String(one[date]) === lastPoint) ?? [];
	const ends = date < 0 ? [context.range?.to, context.comparison?.to] : [lastPoint, row[then]];
	const ranges = [context.range, context.comparison];
	const [now, before] = ends.map((end, at) =>
		end ? windowTo(String(end), ranges[at]) : undefined,
	);
	if (!now) return undefined;
	const text = dates.day(now.to, true);
	if (!before || span.before === undefined) return { text };
	const [days, daysBefore] = [daysIn(now), daysIn(before)];
	return {
		...{ text, before: dates.day(before.to, true) },
		...(days === daysBefore ? {} : { hasLengths: [days, daysBefore] }),
		isOverlapping: haveSharedDays(before, now),
	};
}

/** Whether the service returned totals, or the numbers can be added up. */
function hasTotals({ table, span, counted }: CountedRows, { index }: MeasurePlaces): boolean {
	// Totals include all groups, even those that aren't in the table.
	if (span.isOpen || counted !== table || !table.sums || table.isTruncated) return false;
	if (table.columns[index]?.canAddUp === true) return true;
	const at = index - countOfDates(table);
	return table.totals?.some((row) => numberAt(row, at) !== undefined) ?? false;
}

/** Returns a measure over all groups and complete dates. */
function overallOf({ of, place, column: { key }, nature }: Own): Overall | undefined {
	const { table, counted, span, groups, isDated, tools } = of;
	const { context } = tools;
	// The overall number of users must come from the service, because users can be in several
	// groups.
	const all = table.overall && (span.isOpen ? table.overall : overRows(table.overall, context));
	const at = all ? columnAt(all.columns, key) : -1;
	const isOfEarlier = nature.window !== undefined;
	// Numbers that count earlier dates have no total.
	if (isOfEarlier && isDated) return undefined;
	// Earlier dates of other groups count, too, and these groups have no row.
	return (
		(isOfEarlier && groups.length > 0 ? undefined : overallIn(counted, of, place, nature)) ??
		(all &&
		at >= 0 &&
		(hasMean(nature) || !isDated || context.hasOverlap || context.isTopped || all.totals)
			? overallIn(all, of, placesOf(all, at), nature)
			: undefined)
	);
}

/** Whether it is compared with any number of days that a person chose. */
function hasOtherDays({ notes }: Table): boolean {
	return notes?.some(({ kind }) => kind === 'daysDiffer') ?? false;
}

/**
 * Returns where the numbers of all dates are. Users of more days are not as many more, so numbers of
 * users are not compared with other days than theirs.
 */
export function placesOverDates(
	place: MeasurePlaces,
	{ of, column, nature }: Pick<Own, 'of' | 'column' | 'nature'>,
): MeasurePlaces {
	return isOfUsers(column, nature) && hasOtherDays(of.table) ? { index: place.index } : place;
}

/** @param all the rows, or those without groups */
function overallIn(
	all: Table,
	of: CountedRows,
	place: MeasurePlaces,
	nature: Nature,
): Overall | undefined {
	const { counted, span, groups, isDated, tools } = of;
	const isOfGroups = all === counted;
	const canAdd = all.sums && !all.isTruncated && !span.isOpen;
	const column = all.columns[place.index] as Column;
	const overDates = placesOverDates(place, { of, column, nature });
	const total =
		canAdd && canAddGroups(column)
			? totalOf({ ...all, groupCount: undefined }, overDates)
			: totalOf(all, overDates, isOfGroups && tools.context.isTopped);
	if (total) {
		const { now, before } = total;
		return span.before !== undefined && before !== undefined ? { now, before } : { now };
	}
	const rows = all.rows.toArray();
	const { date } = positionsOf(all);
	const cutDates = new Set<unknown>(all.partial ?? []);
	// A week that the range cuts has fewer users than a complete week.
	const canAverage =
		isDated &&
		(!isOfGroups || groups.length === 0) &&
		hasMean(nature) &&
		!span.isOpen &&
		!rows.some((row) => cutDates.has(row[date]));
	if (!canAverage) return undefined;
	const { now, before } = bothIn(rows, placesInRows(all, overDates), span);
	if (now === undefined) return undefined;
	return { isAverage: true, ...meansOf(now, before, rows.length, 2) };
}

/** Returns the sum of a measure, and that of the dates compared with, if there is a change. */
export function bothIn(
	some: readonly Cell[][],
	{ index, previous, difference }: MeasurePlaces,
	span: AnswerSpan,
) {
	const isCompared = span.before !== undefined && addUp(some, difference) !== undefined;
	return { now: addUp(some, index), before: isCompared ? addUp(some, previous) : undefined };
}

/**
 * Returns averages from sums, with one decimal, or with two if the number, its previous value and
 * their change would otherwise not fit together; the change is that of the exact averages.
 */
export function meansOf(now: Amount, before: Amount | undefined, count: number, most: 1 | 2) {
	const moved = before === undefined ? null : subtract(now, before);
	if (before === undefined || moved === null) return { now: meanOf(now, count), count };
	const means = ([1, 2] as const).slice(0, most).map((decimals) => ({
		now: meanOf(now, count, decimals),
		before: meanOf(before, count, decimals),
		count,
		exact: {
			difference: meanOf(moved, count, decimals),
			times: Number(now) / Number(before),
		},
	}));
	const fits = (one: (typeof means)[number]) =>
		compareAmounts(subtract(one.now, one.before) ?? 0, one.exact.difference) === 0;
	return means.find(fits) ?? (means[0] as (typeof means)[number]);
}

/** Whether its numbers of several dates have an average. */
function hasMean({ counts, window }: Nature): boolean {
	return counts !== undefined && window === undefined;
}

/** Whether it counts users or values, of which more days don't have as many more. */
function isOfUsers({ canAddUp }: Column, nature: Nature): boolean {
	return canAddUp !== true && hasMean(nature);
}

/** Whether its groups have averages over dates, because users can't be added up. */
export function isMean({ of, column, nature, hasTotals }: Own): boolean {
	const { isDated, hasCut, span, table } = of;
	return (
		isDated &&
		isOfUsers(column, nature) &&
		!hasTotals &&
		!hasCut &&
		!span.isOpen &&
		!table.isTruncated
	);
}

/**
 * Returns the last date if a measure of groups has no sum or average over dates: its numbers are
 * then those of this date.
 */
export function ofLast(one: Own): string | undefined {
	const { isDated, lastPoint } = one.of;
	const isAlone = isDated && !one.hasTotals && one.column.canAddUp !== true && !isMean(one);
	return isAlone && lastPoint !== undefined ? pointOf(one, lastPoint, true) : undefined;
}

/** Whether it has no overall number of all dates; otherwise, its groups name the last date. */
export function isOnlyOfLast(one: Own): boolean {
	return !one.overall && ofLast(one) !== undefined;
}

/** Returns the total, except for averages. */
export function totalOfGroups({ overall }: Own): Overall | undefined {
	return overall?.isAverage ? undefined : overall;
}

/** Whether the numbers of the groups add up to the total. */
export function isSumOf(one: Own, when: 'now' | 'before'): boolean {
	const [sum, overall] = [one.sums[when] ?? null, totalOfGroups(one)?.[when]];
	return sum !== null && overall !== undefined && compareAmounts(sum, overall) === 0;
}

/** Whether its number or those of its groups have changes. */
export function isCompared({ overall, entries }: Own): boolean {
	return overall?.change !== undefined || entries.some(({ before }) => before !== undefined);
}

/** Whether its last number is outside of its usual range. */
export function isOutside({ usual }: Own): boolean {
	return usual !== undefined && isUnusual(usual);
}

/**
 * Returns the leading measure: the first in the user's order, otherwise an unusual one, otherwise
 * the one that changed most.
 */
export function leadOf(all: readonly Own[], { requested }: AnswerTools): Own | undefined {
	const unusual = all.filter(isOutside);
	const own = unusual.length > 0 ? unusual : all;
	const [first] = own;
	if (requested.length > 0 || !first)
		return all.find(({ column }) => column.key === requested[0]) ?? all[0];
	const changed = own.filter(({ overall, nature }) => {
		const kind = overall?.change?.kind;
		if (kind === 'fromZero') {
			const isChance = isByChance(Number(overall?.now), 0, nature.sampled);
			return !(nature.isCount && isChance);
		}
		return overall?.change !== undefined && !isSmall(overall.change);
	});
	const sizeOf = ({ overall }: Own) => Math.abs(percentOf(overall) ?? fromZero(overall) ?? 0);
	const most = changed.reduce<Own | undefined>(
		(top, one) => (top && sizeOf(top) >= sizeOf(one) ? top : one),
		undefined,
	);
	return most ?? own.find(({ overall }) => overall) ?? first;
}

function percentOf(overall?: Partial<Pick<Overall, 'now' | 'before'>>): number | null {
	const [now, before] = [Number(overall?.now), Number(overall?.before)];
	return overall?.before === undefined || before === 0
		? null
		: ((now - before) / Math.abs(before)) * 100;
}

/** Returns the percentage with the decimals of rows, to which the user's limits refer. */
export function percentInRows({ now, before }: Partial<ComparedInWords> = {}): number | null {
	return now === undefined || before === undefined ? null : percentChange(now, before);
}

/**
 * Returns Infinity for a change from 0, which exceeds any percentage; 0 if both are 0, and null if a
 * number is unknown.
 */
export function fromZero({ now, before }: { now?: Cell; before?: Cell } = {}): number | null {
	if ((now ?? null) === null || Number(before ?? NaN) !== 0) return null;
	return Number(now) === 0 ? 0 : Infinity;
}

/** Writes a period: a day, or a word such as "week" for several. */
export function unitWords({ tools: { said }, unit }: CountedRows, count: number): string {
	return said.unit(unit, count);
}

/** Writes a day, an hour, or the days of a longer period within the range. */
export function pointText(
	{ unit, tools: { dates, context } }: CountedRows,
	point: string,
	withWeekday = false,
	range = context.range,
): string {
	if (unit === 'day' || point.includes('T')) return dates.day(point, withWeekday && unit === 'day');
	const end = lastDayOf(point, unit);
	const { from, to } = within({ from: point, to: end }, range);
	const isMonth = unit === 'month' && from.endsWith('-01') && to === end;
	return isMonth ? dates.month(from) : dates.range({ from, to });
}

/**
 * Does what pointText does; a cumulative number is of all dates since the first one, and a rolling
 * number of its last day.
 */
export function pointOf(
	{ of, nature }: Own,
	point: string,
	withWeekday = false,
	range = of.tools.context.range,
): string {
	const { unit, tools } = of;
	const window = nature.windowTo?.(point, range);
	if (window) return tools.dates.day(window.to, withWeekday);
	// From which hour an hourly number counts isn't documented.
	if (nature.window !== 'range' || !range || point.includes('T'))
		return pointText(of, point, withWeekday, range);
	const end = lastDayOf(point, unit);
	return tools.dates.range({ from: range.from, to: end < range.to ? end : range.to });
}

export function labelOfGroups(one: Own): string {
	const { said } = one.of.tools;
	return isMean(one) ? said.averaged(one.label, unitWords(one.of, 1)) : one.label;
}

/** @param count number of dates, if it is an average: all have a decimal then */
export function write({ of: { tools }, nature, column }: Own, number: Amount, count?: number) {
	const isWhole = nature.counts && count !== undefined && Number(number) % 1 === 0;
	return isWhole ? tools.writeMean(number) : tools.writeOf(column.key, number);
}

export function numberOf({ now, count, text = '–' }: RankedEntry, one: Own): string {
	return now === undefined ? text : write(one, now, count);
}

export function writeOverall(one: Own): string {
	const { now, count, isAverage } = one.overall as Overall;
	const number = write(one, now, isAverage ? count : undefined);
	return isAverage ? one.of.tools.said.average(number, unitWords(one.of, 1)) : number;
}

/** Returns the text instead of a number. */
export function textIn(row: readonly Cell[], place: number): string | undefined {
	const value = row[place];
	return value === null || value === undefined ? undefined : cut(clean(String(value)), MAX_NAME);
}

/**
 * Whether chance can't be judged: more days have more events, other days of the week have others,
 * and days of both ranges don't differ.
 */
export function areUnlike({ of: { span }, window }: Own): boolean {
	return (
		span.isOtherWeekdays === true ||
		[span, window].some((pair) => pair?.hasLengths !== undefined || pair?.isOverlapping === true)
	);
}

export function changeIn(compared: ComparedInWords, one: Own): ChangeInWords | undefined {
	const own = (number: Amount) => write(one, number, compared.count);
	const isUnlike = areUnlike(one);
	const isCount = one.nature.isCount && !(isUnlike && Number(compared.before) >= SMALL_BASE);
	const change = one.of.tools.numbers.change(compared, { ...one.nature, isCount, write: own });
	// If the scope says that nothing is judged, no change is called normal.
	return change?.kind === 'about' && isUnlike ? { ...change, kind: 'amount' } : change;
}

/**
 * Returns the change of a number; a sentence about its usual range already says whether it is
 * normal.
 */
export function changeOf(
	compared: ComparedInWords,
	one: Own,
	isRanged = isTotalJudged(one),
): ChangeInWords | undefined {
	const found = changeIn(compared, one);
	if (!found) return undefined;
	const change = { ...found, isAlarm: one.of.tools.alarm !== undefined };
	const { usual } = one;
	if (!usual || !isRanged || usualBehind(one) === '') return change;
	const isOff = isUnusual(usual) || usual.level !== undefined;
	const isAbout = change.kind !== 'same' && isSmall(change);
	return { ...change, hasUsual: true, ...(isOff && isAbout ? { kind: 'amount' } : {}) };
}

/**
 * Returns the overall change. Of amounts, and counts that changed by more than chance, the
 * differences between dates and their comparison dates show whether it is normal.
 */
function changeOfOverall(overall: Overall, one: Own): ChangeInWords | undefined {
	const change = changeOf(overall, one);
	if (!change || !hasAllGroups(one.of.table, one.of.tools.context.isTopped)) return change;
	const found = judged(change, overall, one, deviationsIn(one.of.rows, one, change.difference));
	return { ...found, special: found.isBeyond ? one.of.span.special?.of : undefined };
}

/** With few dates, the test misses large changes. */
function judged(
	change: ChangeInWords,
	compared: Partial<ComparedInWords>,
	{ of }: Own,
	deviations?: number,
): ChangeInWords {
	if (deviations === undefined || isSmall(change)) return change;
	if (deviations >= BY_CHANCE) return { ...change, isBeyond: true };
	const percent = Math.abs(percentOf(compared) ?? Infinity);
	return percent < LARGE_PERCENT
		? { ...change, isByDates: true }
		: { ...change, varying: unitWords(of, 2) };
}

/**
 * Returns the deviations of a change in a sum, estimated from the differences between dates
 * and their comparison dates.
 */
function deviationsIn(some: readonly Cell[][], one: Own, moved: Amount): number | undefined {
	const { of, nature, place, column } = one;
	const { isDated, span, hasCut, date, points } = of;
	const isSum = !nature.isRate && column.canAddUp === true;
	if (!isDated || !isSum || span.before === undefined || areUnlike(one) || hasCut) return undefined;
	const differences = [...groupedBy(some, (row) => String(row[date])).values()].map((own) =>
		addUp(own, place.difference),
	);
	// Totals also contain days without a comparison day.
	const isPaired =
		differences.length === points.size && compareAmounts(sumOf(differences) ?? NaN, moved) === 0;
	return isPaired ? deviationsOfDates(differences.map(Number)) : undefined;
}

export function changeOfGroup(entry: RankedEntry, one: Own): ChangeInWords | undefined {
	const { now = 0, ...more } = entry;
	const change = changeIn({ now, ...more }, one);
	if (!change || one.nature.isCount) return change;
	const { isByDates } = judged(change, entry, one, deviationsOfGroup(entry, one));
	// Large changes of groups say nothing: the headline has the verdict, and one of many is large.
	return { ...change, isByDates };
}

function deviationsOfGroup({ key, now, before }: RankedEntry, one: Own): number | undefined {
	const difference = before === undefined ? null : subtract(now ?? 0, before);
	if (difference === null) return undefined;
	return deviationsIn(one.of.rowsOf.get(key) ?? [], one, difference);
}

/** Returns by how many standard deviations two counts differ, which vary more in a sample. */
export function deviationsOfCount(
	{ now, before, count = 1 }: ComparedInWords,
	{ nature }: Own,
): number {
	return deviationsOf(Number(now), Number(before), count * (nature.sampled ?? 1));
}

export function isSmall({ kind, isByDates }: Pick<ChangeInWords, 'kind' | 'isByDates'>): boolean {
	return kind === 'about' || kind === 'same' || isByDates === true;
}

/** Whether the numbers of the days, which this report lacks, would show if a change is normal. */
export function lacksDays({ of, column, nature }: Own, days: number): boolean {
	const { table, unit, tools } = of;
	const isLonger = unit === TOTAL || (unit !== 'day' && isDayUnit(unit));
	const isSum = !nature.isRate && column.canAddUp === true;
	return isLonger && isSum && days >= MIN_DATES && hasAllGroups(table, tools.context.isTopped);
}

/** Whether nothing says if a change is normal. */
export function isUnjudged(change: ChangeInWords | undefined): boolean {
	if (!change || isSmall(change) || change.kind === 'fromZero') return false;
	return !change.hasUsual && !change.isBeyond && change.varying === undefined;
}

/** Whether changes of its groups have a test: amounts that can't be added up have none. */
export function hasTest({ nature, column }: Own): boolean {
	return nature.isCount || column.canAddUp === true;
}

/** Whether the usual range is about the number in the measure's sentence. */
export function isTotalJudged({ of, usual, overall }: Own): boolean {
	if (!usual || of.rows.length === 0) return false;
	if (of.isDated) return !overall && of.groups.length === 0 && usual.date === of.lastPoint;
	if (!overall) return of.groups.length === 0 && of.measureCount === 1;
	return overall.isAverage !== true && Number(overall.now) === usual.value;
}

/** Writes whether the last number of a measure is usual, to add to a sentence. */
export function usualBehind(one: Own): string {
	const { table, tools } = one.of;
	if (!one.usual || !table.usual) return '';
	return usualWords(
		tools.said,
		table.usual.unit,
		one.usual,
		(date) => tools.dates.day(date),
		(amount) => write(one, amount),
		one.label,
	);
}

/** Whether a row has a change of the measure, and the data compared with have arrived. */
export function hasChange(row: readonly Cell[], { of, place }: Own): boolean {
	const isKnown = numberAt(row, place.difference) !== undefined;
	return isKnown && hasArrivedBefore(of.table, String(row[of.then] ?? ''), of.unit);
}

/**
 * Groups and periods that may stand out: their number, the least likely one, and the deviations of
 * the second.
 */
export interface News {
	count: number;
	most?: { deviations: number; describe: (isOnly: boolean) => string };
	second: number;
	/** Whether some were not looked at. */
	isPartial?: boolean;
}

export function isNews(deviations: number, { count }: News): boolean {
	return isBeyondChance(deviations, Math.max(1, count));
}

/** Records a group that may stand out. */
export function noteGroup(news: News, one: Own, entry: RankedEntry, lead: Own): void {
	const deviations = one.nature.isCount ? undefined : (deviationsOfGroup(entry, one) ?? 0);
	noteChange(news, one, entry, { name: entry.name, isKnown: true, deviations }, lead);
}

/**
 * Records periods that stand out. Among days, some always do, and the variation of amounts is
 * unknown.
 */
export function notePeriods(news: News, one: Own, lead: Own): void {
	const { unit, isDated, groups, rows, cutPeriods, date, then, span, tools } = one.of;
	const { isCount } = one.nature;
	const kind = one.overall?.change?.kind;
	const isStill = !isCount || kind === 'about' || kind === 'same';
	const isLong = unit !== 'day' && isDayUnit(unit);
	if (!isDated || !isLong || groups.length > 0 || !one.overall || !isStill) return;
	const percent = Math.abs(percentOf(one.overall) ?? 0);
	const { index, previous, difference } = one.place;
	for (const row of rows) {
		const [now, before] = [numberAt(row, index), numberAt(row, previous)];
		const isShown = numberAt(row, difference) !== undefined && !cutPeriods.has(String(row[date]));
		const isAlike = daysInPeriod(row[date], unit) === daysInPeriod(row[then] ?? row[date], unit);
		const isLeft = !isShown || !isAlike || span.before === undefined;
		if (isLeft || now === undefined || before === undefined) {
			news.isPartial = true;
			continue;
		}
		const moved = Math.abs(percentOf({ now, before }) ?? 0);
		const against = row[then] ?? null;
		const period = {
			name: pointText(one.of, String(row[date])),
			isKnown: isCount,
			...(isCount
				? {}
				: { deviations: moved < 2 * percent ? 0 : moved / (LARGE_PERCENT / BY_CHANCE) }),
			...(against === null
				? {}
				: { against: pointText(one.of, String(against), false, tools.context.comparison) }),
		};
		noteChange(news, one, { now, before }, period, lead);
	}
}

/** Returns the number of days of a period: months have different ones. */
export function daysInPeriod(start: Cell | undefined, unit: string): number {
	const from = String(start ?? '');
	return daysIn({ from, to: lastDayOf(from, unit) });
}

/** Records a change that may stand out, and keeps the least likely one. */
function noteChange(
	news: News,
	one: Own,
	{ now, before, ...more }: Partial<ComparedInWords>,
	{
		name,
		isKnown,
		deviations,
		against,
	}: { name: string; isKnown: boolean; deviations?: number; against?: string },
	lead: Own,
): void {
	if (now === undefined || before === undefined) {
		news.isPartial = true;
		return;
	}
	const { count } = more;
	const size = deviations ?? deviationsOfCount({ now, before, count }, one);
	news.count++;
	news.second = Math.max(news.second, Math.min(size, news.most?.deviations ?? 0));
	if (news.most && news.most.deviations >= size) return;
	const { said } = one.of.tools;
	const describe = (isOnly: boolean) => {
		const change = changeIn({ now, before, ...more }, one);
		const number = write(one, now, count);
		const { label } = one;
		const by = (own: ChangeInWords) =>
			against === undefined ? said.short(own, label) : said.change(own, against, label);
		const isAsOverall = change !== undefined && change.way === one.overall?.change?.way;
		const { change: ofLead } = lead.overall ?? {};
		const isLeadNormal =
			lead.usual?.range !== undefined
				? lead.usual.side === 'within'
				: ofLead?.kind === 'about' || ofLead?.kind === 'same' || ofLead?.isByDates === true;
		return said.standsOut({
			...{ label, isLabelled: one !== lead, name, moved: change ? by(change) : '' },
			number: count === undefined ? number : said.average(number, unitWords(one.of, 1)),
			...{ isBeyond: isKnown, isAsOverall: isAsOverall && !isKnown, isOnly: isOnly && isKnown },
			isAlso: isKnown && lead.overall !== undefined && !isLeadNormal,
		});
	};
	news.most = { deviations: size, describe };
}
