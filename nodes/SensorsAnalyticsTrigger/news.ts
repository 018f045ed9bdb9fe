import type { IDataObject } from 'n8n-workflow';

import type { Service } from '../SensorsAnalytics/transport/service';
import { isComplete, type Reach } from './completeness';
import { look, type Look } from './look';
import type { Remembered, States } from './memory';
import { numbersOf } from './numbers';
import { periodsBetween, periodsUpTo, previousPeriod } from './periods';
import type { TriggerSettings } from './settings';
import { pause, seenTwice } from './steady';
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
 * the first time; once more where nothing tells when data arrived (see steady.ts).
 */
export async function news(
	service: Service,
	settings: TriggerSettings,
	now: Date,
	known: Remembered,
	last: string,
	waitFor = pause,
): Promise<News> {
	const { clock, condition, catchUp } = settings;
	const pending = periodsBetween(clock, known.lastPeriod, last);
	const latest = pending.slice(-(catchUp + LATE_PERIODS[clock.unit]));
	const wide = rangeOf(settings, spanOf(settings, known, latest), last);
	const first = await look(service, settings, now, wide);

	const span = spanOf(settings, known, completeIn(settings, pending, first).slice(-catchUp));
	const needed = rangeOf(settings, span, last);
	const hasFirstStates =
		known.seen === undefined && completeIn(settings, span.silent, first).length > 0;
	const isNeeded = span.told.length > 0 || hasFirstStates;
	const isEnough = !isNeeded || isCovered(needed, wide, condition !== undefined);
	const once = isEnough ? first : await look(service, settings, now, needed);

	const complete = completeIn(settings, span.told, once);
	const lookAgain = async () => await look(service, settings, now, isEnough ? wide : needed);
	const seen = await seenTwice(complete, once, lookAgain, waitFor);
	const moved = complete.findIndex((period) => !isComplete(clock, period, seen.reach));
	const told = moved < 0 ? complete : complete.slice(0, moved);
	const lastPeriod = told.at(-1) ?? known.lastPeriod;
	const found = { missing: pending.find((period) => period > lastPeriod), reach: seen.reach };
	if (!condition) return { ...found, items: tellRows(clock, seen, told), now: { lastPeriod } };

	const silent = completeIn(settings, span.silent, seen);
	if (told.length === 0 && known.seen) return { ...found, items: [], now: known };
	const numbers = numbersOf(clock, seen);
	const { states: start } = follow(clock, condition, numbers, silent, span.before);
	const { states, beginnings } = follow(clock, condition, numbers, told, start);
	const period = told.at(-1) ?? silent.at(-1);
	return {
		...found,
		items: tellNumbers(clock, condition, seen, beginnings),
		now: { lastPeriod, seen: period === undefined ? known.seen : { period, states } },
	};
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
