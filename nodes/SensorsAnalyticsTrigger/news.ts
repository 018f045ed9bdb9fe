import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../SensorsAnalytics/transport/service';
import { isComplete, lastCompletePeriod, type Reach } from './completeness';
import { look, type Look } from './look';
import type { Looks, Remembered, States } from './memory';
import { numbersOf } from './numbers';
import { nextPeriod, periodsUpTo, previousPeriod } from './periods';
import type { TriggerSettings } from './settings';
import { comparedWith } from './steady';
import { tellNumbers, tellRows } from './tell';
import { basePeriodOf, follow } from './watch';

/** Periods beyond the limit of catching up that are asked for, too: the latest may not be complete. */
const LATE_PERIODS = { day: 7, hour: 72 };

/** What one look at the service gave. */
export interface News {
	items: IDataObject[];
	/** What is to be remembered. */
	now: Remembered;
	/** The first finished period that is not complete yet. */
	missing?: string;
	reach: Reach;
}

/** Which periods are looked at. */
interface Span {
	/** Looked at without a word, so that the states are known (docs/trigger.md, T14). */
	silent: string[];
	/** States before them. */
	before: States;
	/** Periods that are told. */
	told: string[];
}

/**
 * What has become complete behind the last period that is remembered, up to the last finished
 * one. One request, or a second one where the first did not reach what has to be told, or seen for
 * the first time. Where nothing tells when data arrived, what looks complete is remembered, and
 * told by the next poll (see steady.ts). However many periods there are, no more are made than
 * are told.
 */
export async function news(
	service: Service,
	settings: TriggerSettings,
	now: Date,
	known: Remembered,
	last: string,
): Promise<News> {
	const { clock, condition, catchUp } = settings;
	const most = catchUp + LATE_PERIODS[clock.unit];
	const latest = periodsUpTo(clock, last, most, known.lastPeriod);
	const wide = rangeOf(settings, spanOf(settings, known, latest), last);
	const first = await look(service, settings, now, wide);

	const span = spanOf(settings, known, latestComplete(settings, known, last, first));
	const needed = rangeOf(settings, span, last);
	const hasFirstStates =
		known.seen === undefined && completeIn(settings, span.silent, first).length > 0;
	const isNeeded = span.told.length > 0 || hasFirstStates;
	const isEnough = !isNeeded || isCovered(needed, wide, condition !== undefined);
	const once = isEnough ? first : await look(service, settings, now, needed);

	const complete = completeIn(settings, span.told, once);
	const { seen, looks } = await comparedWith(known.looks, complete, once);
	const moved = complete.findIndex((period) => !isComplete(clock, period, seen.reach));
	const told = moved < 0 ? complete : complete.slice(0, moved);
	const lastPeriod = told.at(-1) ?? known.lastPeriod;
	const next = nextPeriod(clock, lastPeriod);
	const found = { missing: next <= last ? next : undefined, reach: seen.reach };
	const waiting = moved < 0 ? {} : { looks: onlyFor(looks, complete.slice(moved)) };
	if (!condition) {
		const items = await tellRows(clock, seen, told);
		return { ...found, items, now: { lastPeriod, ...waiting } };
	}

	const silent = completeIn(settings, span.silent, seen);
	if (told.length === 0 && known.seen) {
		const { lastPeriod, seen: states } = known;
		return { ...found, items: [], now: { lastPeriod, seen: states, ...waiting } };
	}
	const numbers = numbersOf(clock, seen);
	const { states: start } = follow(clock, condition, numbers, silent, span.before);
	const { states, beginnings } = follow(clock, condition, numbers, told, start);
	const period = told.at(-1) ?? silent.at(-1);
	const after = period === undefined ? known.seen : { period, states };
	return {
		...found,
		items: tellNumbers(clock, condition, seen, beginnings),
		now: { lastPeriod, ...(after ? { seen: after } : {}), ...waiting },
	};
}

/** The latest complete periods that are not told yet, as many as may be told. */
function latestComplete(
	{ clock, catchUp }: TriggerSettings,
	{ lastPeriod }: Remembered,
	last: string,
	{ reach }: Look,
): string[] {
	const complete = lastCompletePeriod(clock, reach);
	if (complete === undefined) return [];
	return periodsUpTo(clock, complete < last ? complete : last, catchUp, lastPeriod);
}

function onlyFor(looks: Looks | undefined, periods: readonly string[]): Looks | undefined {
	if (looks === undefined) return undefined;
	const marks = periods.map((period) => [period, looks.marks[period] ?? ''] as const);
	return { salt: looks.salt, marks: Object.fromEntries(marks) };
}

function completeIn({ clock }: TriggerSettings, periods: string[], { reach }: Look): string[] {
	return periods.filter((period) => isComplete(clock, period, reach));
}

function spanOf(
	{ clock, condition, catchUp }: TriggerSettings,
	known: Remembered,
	told: string[],
): Span {
	if (!condition) return { silent: [], before: {}, told };
	const { seen, lastPeriod } = known;
	const upTo = told[0] === undefined ? lastPeriod : previousPeriod(clock, told[0]);
	const silent = periodsUpTo(clock, upTo, catchUp, seen?.period);
	const next = silent[0] ?? told[0];
	const isGapless = next === undefined || previousPeriod(clock, next) <= (seen?.period ?? '');
	return { silent, before: (isGapless && seen?.states) || {}, told };
}

/** The first and the last period that have to be asked for. */
function rangeOf(
	{ clock, condition }: TriggerSettings,
	{ silent, told }: Span,
	last: string,
): [string, string] {
	const first = silent[0] ?? told[0] ?? last;
	return [condition ? basePeriodOf(clock, condition, first) : first, told.at(-1) ?? last];
}

/** Numbers may be taken out of a wider report; rows may not: it may have more groups. */
function isCovered(needed: [string, string], asked: [string, string], isNumber: boolean): boolean {
	const [from, to] = needed.map((period) => period.slice(0, 10)) as [string, string];
	const [askedFrom, askedTo] = asked.map((period) => period.slice(0, 10)) as [string, string];
	return isNumber ? askedFrom <= from && to <= askedTo : askedFrom === from && askedTo === to;
}
