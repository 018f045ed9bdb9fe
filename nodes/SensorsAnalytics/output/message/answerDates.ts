import { addDays, dateTimeInZone, earlier, unitName } from '../../dates/calendar';
import {
	areOtherWeekdays,
	daysIn,
	daysOf,
	haveSharedDays,
	runsOf,
	within,
} from '../../dates/range';
import { type MarkedAs, type MarkedDays, markedDays } from '../../insight/usual';
import { type DateRange, TOTAL } from '../../query/query';
import type { Cell } from '../../table/decimal';
import { positionsOf, type Table } from '../../table/table';
import type { AnswerTools } from './answer';
import {
	countOfDates,
	datesIn,
	hasArrived,
	isLate,
	isOpen,
	isRangeOpen,
	lacksData,
	lastDayOf,
	numberAt,
	placesOf,
	timesOfPoint,
	todayOf,
} from './periods';
import type { Sentences } from './sentences';

/** Which dates of a report count in its message, which are compared, and what is said of others. */

export interface AnswerSpan {
	text: string;
	/** Whether no period of the range is complete. */
	isOpen: boolean;
	/** Comparison of the complete dates; undefined if the ranges aren't comparable. */
	before?: string;
	why?: keyof Sentences['noChange'];
	notCounted?: string;
	/** The same without the dates compared with. */
	notCountedAlone?: string;
	/** Dates of periods that the requested dates cut. */
	cut?: string;
	hasLengths?: [number, number];
	/** Whether both ranges contain the same dates. */
	isOverlapping?: boolean;
	/** Whether a few dates are compared with other days of the week, which both texts name. */
	isOtherWeekdays?: boolean;
	/** The special days, if the ranges differ in their number. */
	special?: SpecialDays;
}

/** Returns the index of the dates compared with; -1 if there are none. */
export function previousDateAt({ columns }: Table): number {
	return columns.findIndex(({ role, derived }) => role === 'date' && derived !== undefined);
}

/** Whether the data of a period compared with have arrived. */
export function hasArrivedBefore({ notes }: Table, point: string, unit: string): boolean {
	return !notes?.some((note) => note.kind === 'lateBefore' && !hasArrived(point, unit, note.until));
}

/** Returns a test for rows: whether all data of their period and of its comparison have arrived. */
export function arrivedIn(
	table: Table,
	context: AnswerTools['context'],
): (row: readonly Cell[]) => boolean {
	const [{ date }, then] = [positionsOf(table), previousDateAt(table)];
	const { comparison, unit = 'day' } = context;
	const known = new Map<string, boolean>();
	return (row) => {
		const [now, before] = [row[date], row[then] ?? comparison?.to];
		const key = `${String(now)} ${String(before)}`;
		const own =
			known.get(key) ??
			(!lacksData(now, context) &&
				(typeof before !== 'string' ||
					(!lacksData(before, { ...context, range: comparison }) &&
						hasArrivedBefore(table, before, unit))));
		known.set(key, own);
		return own;
	};
}

export function hasChanges({ columns }: Pick<Table, 'columns'>): boolean {
	return columns.some(({ derived }) => derived?.as === 'previous');
}

/** Returns the complete dates and their comparison dates. */
export function spanOf(table: Table, over: Table, tools: AnswerTools, asOf: string): AnswerSpan {
	const { context, dates, said } = tools;
	const { range, comparison, unit = 'day' } = context;
	const isCompared = hasChanges(table);
	if (!range) return { text: asOf, isOpen: false };
	const written = (some: DateRange) => dates.range(some);
	if (!isRangeOpen(range, context)) {
		const why = !isCompared
			? undefined
			: comparison === undefined
				? 'noDates'
				: isRangeOpen(comparison, context)
					? isLate(comparison.to, context)
						? 'missing'
						: 'later'
					: hasArrivedBefore(table, comparison.to, 'day')
						? whyUnlike(table)
						: 'missing';
		const lengths: [number, number] | undefined =
			isCompared && comparison && why === undefined && daysIn(range) !== daysIn(comparison)
				? [daysIn(range), daysIn(comparison)]
				: undefined;
		return {
			text: written(range),
			isOpen: false,
			...(isCompared && why === undefined && comparison ? pairOf(range, comparison, tools) : {}),
			...(why ? { why } : {}),
			...(lengths ? { hasLengths: lengths } : {}),
			...notAsked(range, tools),
		};
	}
	const { date } = positionsOf(table);
	const finished = datesIn(over.rows.toArray(), date);
	const last = finished.at(-1);
	if (last === undefined) {
		return {
			text: untilNow(tools, range),
			isOpen: true,
			...(isCompared ? { why: isLate(range.to, context) ? 'late' : 'open' } : {}),
		};
	}
	const today = todayOf(context) as string;
	const isHour = last.includes('T');
	const lastDay = lastDayOf(last.slice(0, 10), isHour ? 'day' : unit);
	const overRange = { from: range.from, to: earlier(lastDay, range.to) };
	const openFrom = datesIn(table.rows.toArray(), date).find((point) =>
		isOpen(point, unit, context),
	);
	const finishedThen = isCompared ? finishedBefore(table, over, context) : undefined;
	const isMissing = finishedThen && !hasArrivedBefore(table, finishedThen.to, 'day');
	const before = isMissing ? undefined : finishedThen;
	const others =
		before && comparison && before.to < comparison.to && unitName(unit) === 'day'
			? written({ from: addDays(before.to, 1), to: comparison.to })
			: undefined;
	const [notCounted] = notCountedFrom(openFrom, tools, others);
	const [notCountedAlone] = notCountedFrom(openFrom, tools);
	// The number ends with the last complete hour, even if the data end later.
	const isCut = isHour && (overRange.to >= today || isLate(overRange.to, context));
	const upTo = (some: DateRange) =>
		isCut
			? said.until(written(some), timesOfPoint(last, unit)[1], some.from === today)
			: written(some);
	const own = before
		? pairOf(overRange, before, tools, isCut ? upTo : undefined)
		: {
				text: upTo(overRange),
				...(isCompared ? { why: isMissing ? ('missing' as const) : ('unlike' as const) } : {}),
			};
	return { ...own, isOpen: false, ...(isHour ? {} : { notCounted, notCountedAlone }) };
}

/** Sentences on the special days of both ranges, and of the dates compared with alone. */
export interface SpecialDays {
	both: string;
	before: string;
	/** Which of the two ranges has some. */
	of: 'now' | 'before' | 'both';
}

/** Longer ranges have special days as a rule. */
const MOST_DAYS = 31;
const MOST_RUNS = 3;

/** Ranges whose numbers of special days differ by less than a tenth are alike, as two Decembers. */
const ALIKE_SHARE = 0.1;

/** Writes the special days of two ranges, unless both have about as many. */
export function specialDays(
	now: DateRange,
	before: DateRange,
	marks: MarkedDays | undefined,
	{ said, words, dates }: Pick<AnswerTools, 'said' | 'words' | 'dates'>,
): SpecialDays | undefined {
	if (!marks || [now, before].some((range) => daysIn(range) > MOST_DAYS)) return undefined;
	const markedAs = markedDays(marks);
	const [own, other] = [now, before].map((range) => daysOf(range).filter(markedAs)) as [
		string[],
		string[],
	];
	const most = Math.max(own.length, other.length);
	if (Math.abs(own.length - other.length) <= most * ALIKE_SHARE) return undefined;
	const text = (days: readonly string[], range: DateRange) => {
		if (days.length === 0) return '';
		const isBefore = range === before;
		const runs = runsOf(days);
		if (runs.length > 1 && days.length > MOST_RUNS && 2 * days.length > daysIn(range))
			return said.mostDays(days.length, daysIn(range), isBefore);
		const shown = runs.slice(0, MOST_RUNS);
		const more = days.filter((day) => day > (shown.at(-1)?.to ?? '')).length;
		const runsInWords = shown.map((run) => dates.range(run));
		const named = more > 0 ? runsInWords.join(words.between) : words.allOf(runsInWords);
		const all = more > 0 ? said.moreDays(named, more, days.length) : named;
		const { length } = days;
		return said.specialDays(all, isBefore, length === daysIn(range) ? length : undefined);
	};
	const [ofOwn, ofOther] = [text(own, now), text(other, before)];
	const marksOf = (days: readonly string[]) => [...new Set(days.map(markedAs))] as MarkedAs[];
	const all = [...own, ...other];
	return {
		both: said.special(ofOwn, ofOther, all.length === 1, marksOf(all)),
		before: ofOther && said.special('', ofOther, other.length === 1, marksOf(other)),
		of: ofOwn && ofOther ? 'both' : ofOwn ? 'now' : 'before',
	};
}

/** Writes the special days; those of the report may be why there is no usual range. */
export function specialIn(special: SpecialDays | undefined, whyNone?: string, why?: string) {
	const { both, before } = special ?? {};
	const isNamed = whyNone !== undefined && why === 'marked';
	return [whyNone, isNamed ? before : both].filter((limit) => limit) as string[];
}

/** Returns the restriction that names special days, which several reports may have. */
export function calendarIn(limits: readonly string[], special?: SpecialDays): string | undefined {
	return limits.find((limit) => limit === special?.both || limit === special?.before);
}

/** @param write writes dates of which the last one is cut; others have their weekdays if they differ */
function pairOf(
	now: DateRange,
	before: DateRange,
	tools: AnswerTools,
	write?: (range: DateRange) => string,
) {
	const { dates, context } = tools;
	const isOtherWeekdays = areOtherWeekdays(now, before);
	const written =
		write ??
		((range: DateRange) => (isOtherWeekdays ? dates.withWeekdays(range) : dates.range(range)));
	return {
		...{ text: written(now), before: written(before) },
		isOverlapping: haveSharedDays(before, now),
		special: specialDays(now, before, context.marks, tools),
		...(isOtherWeekdays ? { isOtherWeekdays } : {}),
	};
}

/**
 * Writes which dates are left out, from the first period on that isn't over.
 * @param others the dates that they would be compared with, if the headline leaves them out, too
 */
export function notCountedFrom(
	start: string | undefined,
	{ said, dates, context }: AnswerTools,
	others?: string,
): string[] {
	const { range, unit } = context;
	const today = todayOf(context);
	if (start === undefined || today === undefined) return [];
	const left = dates.range(within({ from: start, to: today }, range));
	const isDone = isLate(lastDayOf(start, unit), context);
	return [said.notCounted(left, unitName(unit ?? 'day'), others, isDone)];
}

/** Writes which of the requested dates are in no complete period. */
function notAsked(
	{ from, to }: DateRange,
	{ context, dates, said }: AnswerTools,
): Pick<AnswerSpan, 'cut' | 'notCounted' | 'notCountedAlone'> {
	const { asked, comparison, unit = 'day' } = context;
	// A total consists of days.
	const name = unit === TOTAL ? 'day' : unitName(unit);
	const today = todayOf(context) ?? '';
	if (!asked) return {};
	const next = addDays(to, 1);
	const left = { from: next, to: earlier(asked.range.to, today) };
	const isCut = lastDayOf(next, unit) < today && name !== 'day';
	const after = next > asked.range.to || next > today ? [] : [left];
	const before = asked.range.from < from ? [{ from: asked.range.from, to: addDays(from, -1) }] : [];
	const others =
		comparison && asked.comparison && comparison.to < asked.comparison.to && name === 'day'
			? dates.range({ from: addDays(comparison.to, 1), to: asked.comparison.to })
			: undefined;
	const cut = [...before, ...(isCut ? after : [])].map((some) => dates.range(some));
	return {
		...(cut.length > 0 ? { cut: said.notWhole(cut, name) } : {}),
		...(after.length > 0 && !isCut
			? {
					notCounted: said.notCounted(dates.range(left), name, others),
					notCountedAlone: said.notCounted(dates.range(left), name),
				}
			: {}),
	};
}

/** Writes dates whose last day isn't over, with the time of day. */
export function untilNow({ context, dates, said }: AnswerTools, { from, to }: DateRange): string {
	const { requestedAt = '', timeZone = '', dataUntil } = context;
	const [today, time = ''] = dateTimeInZone(new Date(requestedAt), timeZone).split('T');
	const last = earlier(today ?? to, to);
	// The days of the current week that are in the range may be over.
	const isDone = isLate(to, context);
	if (today === undefined || today < from || (to < today && !isDone))
		return dates.range({ from, to });
	const span = dates.range({ from, to: last });
	if (dataUntil !== undefined && (isDone || dataUntil < last)) {
		return said.arrived(span, dates.moment(dataUntil), from === today);
	}
	const now = time.slice(0, 5);
	const arrived = dataUntil?.startsWith(last) ? dataUntil.slice(11) : now;
	return said.until(span, earlier(arrived, now), from === today);
}

/** Returns why the totals of two ranges have no change. */
function whyUnlike(table: Table): 'unlike' | 'unknown' | undefined {
	const measures = table.columns
		.map((_column, index) => placesOf(table, index))
		.filter(({ difference }) => difference !== undefined);
	const isDated = positionsOf(table).date >= 0;
	const own = table.rows.toArray();
	const rows = table.sums ?? (isDated ? [] : own);
	const of = table.sums ? countOfDates(table) : 0;
	const hasChange = (row: readonly Cell[], by = 0) =>
		measures.some(({ difference = 0 }) => row[difference - by] !== null);
	if (rows.length === 0 || measures.length === 0 || rows.some((row) => hasChange(row, of)))
		return undefined;
	const hasBoth = (row: readonly Cell[], by = 0) =>
		measures.some(({ index, previous = 0 }) =>
			[index, previous].every((place) => numberAt(row, place - by) !== undefined),
		);
	const then = previousDateAt(table);
	const isUnpaired = (row: readonly Cell[]) => then >= 0 && row[then] === null;
	if (rows.some((row) => hasBoth(row, of))) return 'unlike';
	// Sums of numbers that can't be added up are unknown.
	if (own.some((row) => hasChange(row))) return undefined;
	if (own.some((row) => hasBoth(row) || isUnpaired(row))) return 'unlike';
	// If no group is in both ranges, the total can still be.
	const areInTurn = measures.some(({ index, previous = 0 }) =>
		[index, previous].every((place) => own.some((row) => numberAt(row, place) !== undefined)),
	);
	return areInTurn ? undefined : 'unknown';
}

function timeOf(point: Cell | undefined): string {
	return String(point).slice(11, 16);
}

/** Returns the comparison dates of the complete periods, if each has a comparison period. */
function finishedBefore(
	table: Table,
	over: Table,
	{ comparison, unit = 'day' }: AnswerTools['context'],
): DateRange | undefined {
	const at = previousDateAt(table);
	const { date } = positionsOf(table);
	const rows = over.rows.toArray();
	if (at < 0 || !comparison || rows.some((row) => row[at] === null)) return undefined;
	const then = datesIn(rows, at);
	const now = new Set(rows.map((row) => row[date]));
	const [first, last] = [then[0], then.at(-1)];
	if (first === undefined || last === undefined || then.length !== now.size) return undefined;
	if (first.includes('T')) {
		// The hours of both are the same ones, also where clocks change.
		const isSame = rows.every((row) => timeOf(row[at]) === timeOf(row[date]));
		return isSame ? { from: first.slice(0, 10), to: last.slice(0, 10) } : undefined;
	}
	const range = within({ from: first, to: lastDayOf(last, unit) }, comparison);
	const isGapless = unitName(unit) !== 'day' || daysIn(range) === then.length;
	return isGapless ? range : undefined;
}
