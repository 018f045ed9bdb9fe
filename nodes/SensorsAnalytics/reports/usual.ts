import { NodeApiError } from 'n8n-workflow';

import { betweenPieces, inSlices } from '../../../credentials/http/slices';
import type { Wire } from '../api';
import type { Ask } from '../api/api';
import { addDays, startOfWeek } from '../dates/calendar';
import { type Period, weekdayShown } from '../dates/periods';
import {
	DEVIATIONS,
	isUnusual,
	type Judged,
	lastNumbers,
	markedDays,
	MOST_NARROW,
	type NoRange,
	type ShownNumbers,
	usualJudge,
	type UsualNumber,
	type Usuals,
	WIDE_DEVIATIONS,
} from '../insight/usual';
import { hasArrived } from '../output/message/periods';
import { WITHOUT_USUAL } from '../params/usual';
import { isCounting, isCountOfValues, nameTaker, OWN_KEYS, restarts } from '../query/columns';
import { type DateRange, type Measure, TOTAL } from '../query/query';
import {
	factsOf,
	isComplete,
	returnedDatesOf,
	sideSteps,
	type TimeSeriesPlan,
} from '../series/series';
import { amountOf, type Cell } from '../table/decimal';
import {
	type Column,
	dataEndOf,
	lazyRows,
	type Note,
	positionsOf,
	type Table,
} from '../table/table';
import { withAdvice } from '../transport/errors';
import { fetchRange, withoutNumbers } from './fetch';
import { historyRange, planFor, type ReportPlan } from './plan';

/** Returns the numbers of a table without groups; with groups, no row has the overall number. */
export function shownIn(table: Table): ShownNumbers {
	const { columns, rows, isSampled = false } = table;
	const { date, groups, measures } = positionsOf({ columns });
	const byDate = new Map<string, readonly Cell[]>();
	if (groups.length === 0) for (const row of rows.each()) byDate.set(String(row[date] ?? ''), row);
	const place = new Map(measures.map((at) => [columns[at]?.key, at]));
	return {
		isSampled,
		dataUntil: dataEndOf(table),
		at(key, day = '') {
			const cell = byDate.get(day)?.[place.get(key) ?? -1];
			return cell === undefined || cell === null ? cell : amountOf(cell);
		},
	};
}

/** Fetches the range over all groups, with a further request. */
export async function fetchUsual(
	ask: Ask,
	plan: ReportPlan,
	series: TimeSeriesPlan,
	wire: Wire,
	range: DateRange,
	shown: ShownNumbers,
): Promise<Usuals | undefined> {
	const { history, options, timeZone, now } = plan;
	const longRange = historyRange(plan, range);
	if (!history || !options.usual || !longRange) return undefined;
	const { unit, question, isImplied } = history;
	const { measures } = series.columns;
	const send: Ask = async (request) => await ask({ ...request, isOptional: isImplied });
	const answers = await fetchRange(send, planFor(plan, question), wire, longRange).catch(
		isImplied ? withoutNumbers : withOption,
	);
	const without = (why: NoRange): Usuals => ({
		unit,
		numbers: measures.map(({ key }) => ({ key, start: range.from, value: null, why })),
	});
	if (!answers) return without('failed');
	const firstWeekday = weekdayShown(returnedDatesOf(answers)) ?? series.firstWeekday;
	const isSevenDays = addDays(range.from, 6) === range.to && range.to === longRange.to;
	if (unit === 'week' && isSevenDays && startOfWeek(range.from, firstWeekday) !== range.from)
		return without('weeks');
	const periods = { unit, range: longRange, timeZone, now, firstWeekday };
	const side = await inSlices(sideSteps(answers, periods, measures, true));
	const cells = side.grid.groups[0]?.cells ?? [];
	const markedAs = markedDays(options.usual);
	const deviations = measures.length > MOST_NARROW ? WIDE_DEVIATIONS : DEVIATIONS;
	// Ten years of hours have 87,600 numbers of each measure.
	const pause = betweenPieces();
	const isPartial =
		!shown.isSampled && answers.tables.some((table) => table.isSampled || table.isTruncated);
	// Periods whose data have not all arrived aren't usual or unusual.
	const until = dataEndOf(factsOf({ current: answers }));
	const isShown = ({ from, to }: { from: string; to: string }) =>
		from >= range.from && to <= range.to;
	const isKnown = (period: Period) =>
		isComplete(period) &&
		hasArrived(period.local, unit, until) &&
		(!isShown(period) || hasArrived(period.local, unit, shown.dataUntil));
	const dateOf = ({ name }: { name: string }) => (series.query.unit === TOTAL ? undefined : name);
	const judges = [];
	for (const [index, { key }] of measures.entries()) {
		const measure = series.query.measures[index] as Measure;
		// Such a number depends on its first day, so the history has other values.
		if (restarts(measure)) continue;
		const points = side.periods.map((period, place) => {
			const own = isShown(period) ? shown.at(key, dateOf(period)) : undefined;
			const amount = own === undefined ? amountOf(cells[place]?.[index]) : own;
			const value = isKnown(period) ? (amount ?? null) : null;
			return { start: period.local.slice(0, 19), value: value === null ? null : Number(value) };
		});
		const isDistinct = isCountOfValues(measure);
		const how = { unit, isCount: isCounting(measure), isDistinct, deviations, markedAs };
		const judge = isPartial ? () => ({ why: 'partial' as const }) : usualJudge(points, how);
		judges.push({ key, points, judge });
		await pause();
	}
	const numbers: UsualNumber[] = [];
	for (const [place, period] of side.periods.entries()) {
		if (!period.hasBegun || period.to < range.from || period.from > range.to) continue;
		// If the range cuts a week, the report's number differs from that of the week.
		const isWhole = isShown(period) && isKnown(period);
		const date = dateOf(period);
		for (const { key, points, judge } of judges) {
			const point = points[place];
			if (!point) continue;
			const judged: Judged = isWhole ? judge(place) : { why: 'incomplete' };
			numbers.push({ key, ...(date === undefined ? {} : { date }), ...point, ...judged });
		}
		await pause();
	}
	return { unit, numbers };
}

/** Adds to the error of a request which option caused it, and how to do without it. */
function withOption(error: unknown): never {
	throw error instanceof NodeApiError ? withAdvice(error, WITHOUT) : error;
}
const WITHOUT = `The request for the dates before the report failed. ${WITHOUT_USUAL}.`;

/** Numbers in notes, if rows can't have them: each measure's last one, and some unusual ones. */
const MOST_NOTED = 6;

/** Adds the usual ranges to the table, and the reasons for missing ones. */
export function withUsual(
	table: Table,
	{ history }: Pick<ReportPlan, 'history'>,
	usual: Usuals | undefined,
	isNoted: boolean,
): Table {
	if (!history) return { ...table, notes: [...(table.notes ?? []), LENGTH] };
	if (!usual) return table;
	const silent = new Map<string, { note: Extract<Note, { kind: 'noUsual' }>; all: Set<string> }>();
	for (const { key, why, start, date } of usual.numbers) {
		if (why === undefined || why === 'level') continue;
		if (history.isImplied && why !== 'failed') continue;
		const own = why === 'marked' || why === 'incomplete' ? {} : { key };
		const name = `${why} ${own.key ?? ''}`;
		const note = { kind: 'noUsual', ...own, why, periods: [] } as const;
		const reason = silent.get(name) ?? { note, all: new Set() };
		reason.all.add(date ?? start);
		silent.set(name, reason);
	}
	const reasons = [...silent.values()].map(({ note, all }) => ({ ...note, periods: [...all] }));
	const last = lastNumbers(usual);
	const isNews = (one: UsualNumber) => last.includes(one) || isUnusual(one);
	const news = usual.numbers.filter((one) => (one.side ?? one.level) && isNews(one));
	const hasRows = isNoted && positionsOf(table).groups.length === 0;
	// The sentences of a message have the ranges that it implies.
	const toNote = hasRows || history.isImplied ? [] : news;
	const noted = toNote.slice(-MOST_NOTED);
	const left = toNote.slice(0, -MOST_NOTED).filter(isUnusual).length;
	const more: Note[] = left > 0 ? [{ kind: 'moreUnusual', left }] : [];
	const levels = hasRows ? usual.numbers.filter(({ level }) => level) : [];
	const { unit } = usual;
	const notes = [...noted, ...levels].map((one): Note => ({ kind: 'usual', unit, ...one }));
	return { ...table, usual, notes: [...(table.notes ?? []), ...reasons, ...notes, ...more] };
}

const LENGTH: Note = { kind: 'noUsual', why: 'length', periods: [] };

/** Suffixes of a measure's key, and the types of their cells. */
const ADDED = [
	['_usual_low', 'number'],
	['_usual_high', 'number'],
	['_is_unusual', 'boolean'],
] as const;

/** Columns are added if rows are over all groups; null if a number has no usual range. */
export function withUsualColumns(table: Table): Table {
	const { usual, columns, rows, totals } = table;
	const { date, groups } = positionsOf(table);
	if (!usual || groups.length > 0) return table;
	const take = nameTaker(new Set([...OWN_KEYS, ...columns.map(({ key }) => key)]));
	const keys = [...new Set(usual.numbers.map(({ key }) => key))];
	const added = keys.flatMap((of) =>
		ADDED.map(([suffix, type]): Column => {
			const key = take(of + suffix);
			const derived = { of, as: 'usual' } as const;
			return { key, role: 'measure', type, whenEmpty: null, derived };
		}),
	);
	const cells = new Map<string, Cell[]>();
	for (const one of usual.numbers) {
		const isKnown = one.range !== undefined && one.side !== undefined;
		cells.set(`${one.date ?? ''} ${one.key}`, [
			one.range?.low ?? null,
			one.range?.high ?? null,
			isKnown ? isUnusual(one) : null,
		]);
	}
	const none: Cell[] = ADDED.map(() => null);
	const of = (point: string) => keys.flatMap((key) => cells.get(`${point} ${key}`) ?? none);
	return {
		...table,
		columns: [...columns, ...added],
		rows: lazyRows(rows.length, function* () {
			for (const row of rows.each()) yield [...row, ...of(date < 0 ? '' : String(row[date]))];
		}),
		totals: totals?.map((row) => [...row, ...of('')]),
	};
}
