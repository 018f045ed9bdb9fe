/** What a poll has to do, by the rules of docs/trigger.md. Shares nothing with the node. */
import type { Calendar, Unit } from './calendar.mts';
import { daysLater, indexesOf, labelAt, serviceTime } from './calendar.mts';
import type { PointOfUsual } from '../../support/usualRange.mts';
import { type UsualOfNumber, usualOf } from './usual.mts';
import type { World } from './world.mts';

/** What the person has set. */
export interface Setting {
	on: 'periodComplete' | 'threshold' | 'change' | 'unusual';
	unit: Unit;
	isGrouped: boolean;
	side: 'above' | 'below';
	threshold: number;
	direction: 'up' | 'down' | 'either';
	percent: number;
	comparedWith: 'lastWeek' | 'before';
	unusualSide: 'above' | 'below' | 'either';
	/** Days that are neither judged nor history. */
	specialDays?: { from: string; to: string };
	catchUp: number;
	startsWithLast: boolean;
	completeAfter?: number;
	/** With a key, where no answer says when data arrived (T22). */
	settleHours?: number;
}

/** What can be known of periods at a moment. */
export interface Sight {
	/** Whether its data have arrived, as far as that can be known. */
	hasArrived(index: number): boolean;
	/**
	 * Whether its numbers are the same as at a look before; if nothing else says that data have
	 * arrived (T22).
	 */
	stands?(index: number, lookedAt: number): boolean;
	/** Up to when data have arrived for sure. */
	sure: number;
	/** Groups that have rows in some periods, in their order. */
	groupsIn(indexes: number[]): number[];
}

/** What the rules remember; saved and lost at the same moments as the node's memory. */
export interface Mind {
	watched: string;
	last: number;
	/** The state of each number after a period, by group. */
	seen?: { index: number; on: Record<string, string[]> };
	/** Moments of the first looks at what waits for a second one, by period (T22). */
	looks?: Record<number, number>;
	/** Asked while data were late, or something waits for a second look: not before (T18, T22). */
	notBefore?: number;
}

interface Expectation {
	items: Array<Record<string, unknown>>;
	/** Indexes of the reported periods. */
	reported: number[];
	mind: Mind;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const HALF_A_MINUTE = 30_000;

/** T7: what an edit changes. */
export function watchedIn(setting: Setting): string {
	const { on, unit, completeAfter, settleHours, isGrouped } = setting;
	const { side, threshold, direction, percent, comparedWith, unusualSide, specialDays } = setting;
	const own = {
		periodComplete: [isGrouped],
		threshold: [side, threshold],
		change: [direction, percent, comparedWith],
		unusual: [unusualSide, isGrouped],
	}[on];
	const hours = [completeAfter ?? null, settleHours ?? null];
	return JSON.stringify([on, unit, ...hours, own, on === 'unusual' && specialDays]);
}

/** Groups that are left out are unknown, which lives don't play for numbers. */
export function played({ plan }: World, setting: Setting): Setting {
	const { on, isGrouped } = setting;
	return { ...setting, isGrouped: isGrouped && !(on === 'unusual' && plan.flags.truncated) };
}

/** Index of the last period that is over. */
function lastFinished({ periods }: Calendar, now: number): number {
	let low = 0;
	let high = periods.length;
	while (low < high) {
		const middle = (low + high) >> 1;
		if ((periods[middle]?.end as number) <= now) low = middle + 1;
		else high = middle;
	}
	return low - 1;
}

/** Whether a poll has to ask, given what is remembered. */
export function hasToAsk(
	world: World,
	setting: Setting,
	mind: Mind | undefined,
	now: number,
): boolean {
	if (mind?.watched !== watchedIn(setting)) return true;
	if (mind.notBefore !== undefined && now < mind.notBefore) return false;
	return lastFinished(world.calendar(setting.unit), now) > mind.last;
}

export function expect(
	world: World,
	setting: Setting,
	mind: Mind | undefined,
	now: number,
	sight = sightOf(world, setting, now),
): Expectation {
	const calendar = world.calendar(setting.unit);
	const finished = lastFinished(calendar, now);
	const watched = watchedIn(setting);
	const known: Mind =
		mind?.watched === watched
			? mind
			: { watched, last: setting.startsWithLast ? finished - 1 : finished };
	const isGivenUp = (index: number) => {
		const { completeAfter } = setting;
		const end = calendar.periods[index]?.end as number;
		return completeAfter !== undefined && end + completeAfter * HOUR <= now;
	};
	const isComplete = (index: number) =>
		(calendar.periods[index]?.end as number) <= now &&
		(sight.hasArrived(index) || isGivenUp(index));
	const pending = between(known.last + 1, finished);
	const complete = pending.filter(isComplete).slice(-setting.catchUp);
	const isSure = (index: number) => {
		if (!sight.hasArrived(index)) return false;
		const lookedAt = known.looks?.[index];
		return !sight.stands || (lookedAt !== undefined && sight.stands(index, lookedAt));
	};
	// T22: what has settled is looked at twice, though it may be given up.
	const waits = (index: number) =>
		!isSure(index) &&
		(known.looks?.[index] === undefined ? sight.hasArrived(index) : !isGivenUp(index));
	const waiting = complete.findIndex(waits);
	const reported = waiting < 0 ? complete : complete.slice(0, waiting);
	const looks =
		waiting < 0
			? undefined
			: Object.fromEntries(
					complete
						.slice(waiting)
						.map((index) => [index, isSure(index) ? (known.looks?.[index] as number) : now]),
				);
	const last = reported.at(-1) ?? known.last;
	const missing = pending.find((index) => index > last);
	const late = missing === undefined ? undefined : now + pause(calendar, missing, sight, now);
	const notBefore = looks ? now + HALF_A_MINUTE : late;
	const flags = (index: number) => ({
		...(world.plan.flags.truncated ? { _truncated: true } : {}),
		...(world.plan.flags.sampled ? { _sampled: true } : {}),
		...(isSure(index) ? {} : { _incomplete: true }),
	});
	if (setting.on === 'periodComplete') {
		const days = daysOf(calendar, complete);
		const groups = sight.groupsIn(days);
		const items = reported.flatMap((index) =>
			rowsAt(world, setting, groups, index, now, flags(index)),
		);
		return { items, reported, mind: { watched, last, looks, notBefore } };
	}

	// T14: the periods between those seen and those reported, silently.
	if (reported.length === 0 && known.seen)
		return { items: [], reported, mind: { ...known, looks, notBefore } };
	const until = (complete[0] ?? known.last + 1) - 1;
	const from = Math.max(until - setting.catchUp + 1, (known.seen?.index ?? -1) + 1);
	const isKnown = known.seen !== undefined && from === known.seen.index + 1;
	const silent = between(from, until).filter(isComplete);
	const on: Record<string, string[]> = isKnown ? { ...known.seen?.on } : {};
	const items: Array<Record<string, unknown>> = [];
	for (const index of [...silent, ...reported]) {
		for (const { name, states, item } of looksAt(world, setting, index, now, sight)) {
			if (states === undefined) continue;
			const hasBegun = states.some((state) => !on[name]?.includes(state));
			on[name] = states;
			if (!hasBegun || silent.includes(index)) continue;
			const said = String(item.text);
			// T35: without a time, the sentence begins with what is wrong.
			const isTimeless = !isSure(index) && !said.includes('(data until');
			const text = isTimeless ? `[Incomplete data] ${said}` : said;
			items.push({ ...item, text, ...flags(index) });
		}
	}
	const index = reported.at(-1) ?? silent.at(-1);
	const seen = index === undefined ? known.seen : { index, on };
	return { items, reported, mind: { watched, last, seen, looks, notBefore } };
}

interface Seen {
	/** Of the group. */
	name: string;
	states: string[] | undefined;
	item: Record<string, unknown>;
}

/** The numbers of a period, each with its states. */
function looksAt(world: World, setting: Setting, index: number, now: number, sight: Sight): Seen[] {
	const calendar = world.calendar(setting.unit);
	if (setting.on === 'unusual') {
		const groups = setting.isGrouped ? [...world.plan.groups.keys()] : [0];
		return groups
			.sort((a, b) => byName(world, a, b))
			.map((group) => judgedAt(world, setting, index, now, group, sight));
	}
	const base =
		setting.on === 'change' && setting.comparedWith === 'lastWeek'
			? (calendar.periods[index]?.lastWeek as number)
			: index - 1;
	const value = valueAt(world, setting, index, now);
	const before = valueAt(world, setting, base, now);
	const states = statesOf(setting, value, before);
	const described = describe(calendar, setting, index, base, value, before);
	const { start, ...own } = pointAt(world, calendar, index, now, sight);
	const limit =
		setting.on === 'threshold' ? `; ${setting.side} the threshold of ${setting.threshold}` : '';
	const past = calendar.periods[base]?.name ?? '';
	const text = `${numberIn({ start, value }, '', own.until)}${changeIn(value, before, start, past)}${limit}${own.sample}`;
	return [{ name: '', states, item: { ...described, text } }];
}

/** What a sentence says of a period: its start, until when there are data, and a sample. */
function pointAt(
	world: World,
	calendar: Calendar,
	index: number,
	now: number,
	{ stands, hasArrived }: Sight,
): { start: string; until: string; sample: string } {
	const { zone, flags } = world.plan;
	const { name, end } = calendar.periods[index] as Calendar['periods'][0];
	const [later, earlier] = [...world.timesAt(now)]
		.sort((a, b) => b - a)
		.map((time) => serviceTime(time, zone).slice(0, 16)) as [string, string];
	const latest = later < serviceTime(end, zone).slice(0, 16) ? later : earlier;
	// With a key, no answer says until when there are data.
	const isLate = stands === undefined && !hasArrived(index);
	const sample = flags.sampled ? ' · ≈ From a sample' : '';
	return { start: name, until: isLate ? latest : '', sample };
}

/** T35: how a number changed; nothing if one of the two is unknown. */
function changeIn(value: number | null, before: number | null, at: string, past: string): string {
	if (value === null || before === null) return '';
	const [is, was] = [written(value), written(before)];
	const on = `on ${dateIn(past, at)}`;
	if (value === before) return `, the same as ${on}`;
	if (before === 0) return `, ${value < 0 ? 'down' : 'up'} from 0 ${on}`;
	const size = written(Math.abs(value - before));
	const share = ((value - before) / before) * 100;
	const percent = `${Math.abs(share).toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}%`;
	const times = (value / before).toLocaleString('en-US', { maximumFractionDigits: 1 });
	const relative =
		share >= 200 ? `${times} times as much` : `${share > 0 ? '+' : '\u2212'}${percent}`;
	const aside = value < 0 || before < 0 ? '' : ` (${relative})`;
	return is === was ? '?' : `, ${value > before ? 'up' : 'down'} ${size}${aside} from ${was} ${on}`;
}

/** Numbers first (docs/calendar.md), then texts. */
export function byName({ plan: { groups } }: World, a: number, b: number): number {
	const [one, other] = [groups[a] ?? '', groups[b] ?? ''];
	const rank = (name: string) => (/^\d+$/.test(name) ? 0 : 1);
	return rank(one) - rank(other) || (one < other ? -1 : 1);
}

/** T32: a number with its usual range. */
function judgedAt(
	world: World,
	setting: Setting,
	index: number,
	now: number,
	group: number,
	sight: Sight,
): Seen {
	const { unit, isGrouped, specialDays, unusualSide } = setting;
	const calendar = world.calendar(unit);
	const day = (at: number) => calendar.periods[at]?.name.slice(0, 10) as string;
	const first = daysLater(day(index), unit === 'day' ? -140 : -119);
	const isMarked = (one: string) =>
		specialDays !== undefined && specialDays.from <= one && one <= specialDays.to;
	const [from] = indexesOf(calendar, first, first);
	const points = between(from as number, index).map((at) => ({
		start: calendar.periods[at]?.name as string,
		value: valueAt(world, setting, at, now, group),
	}));
	const { isCount } = world.plan;
	const deviations = isGrouped ? 5 : 3.5;
	const usual = usualOf(points, { unit, isCount, deviations, isMarked });
	const side = usual?.side;
	const isWatched = unusualSide === 'either' || unusualSide === side;
	const city = world.plan.groups[group] as string;
	const named = isGrouped ? city || '(city not set)' : '';
	const { until, sample } = pointAt(world, calendar, index, now, sight);
	return {
		name: String(group),
		states: side && (side !== 'within' && isWatched ? [side] : []),
		item: {
			date: labelAt(calendar, index),
			measure: 'orders',
			...(isGrouped ? { city } : {}),
			value: points.at(-1)?.value ?? null,
			usual_low: usual?.low,
			usual_high: usual?.high,
			is_unusual: true,
			side,
			usual_median: usual?.median,
			usual_values: usual?.values,
			text: usual && textOf(points.at(-1) as PointOfUsual, usual, named, until) + sample,
		},
	};
}

/** T35, of what is outside of its range. */
function textOf(
	{ start, value }: PointOfUsual,
	{ side, low, high }: UsualOfNumber,
	city: string,
	until: string,
): string {
	const [day, time] = start.split('T') as [string, string?];
	const weekday = new Date(day).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' });
	return [
		numberIn({ start, value }, city, until),
		`; ${side} the usual range for a ${weekday}`,
		time && ` at ${time.slice(0, 5)}`,
		` (${written(low)}–${written(high)})`,
	].join('');
}

/** T35: a number, its date, and its group. */
function numberIn({ start, value }: PointOfUsual, city: string, until: string): string {
	return [
		city && `${city}: `,
		`orders ${dateIn(start)}`,
		until && ` (data until ${shortDate(until)}, ${until.slice(11)})`,
		`: ${written(value)}`,
	].join('');
}

function written(number: number | null): string {
	return (number ?? NaN)
		.toLocaleString('en-US', { maximumFractionDigits: 2 })
		.replace('-', '\u2212');
}

/** @param shown start of the period of the number, whose year is left out */
function dateIn(start: string, shown = start): string {
	const [date, time] = start.split('T') as [string, string?];
	const at = new Date(date);
	const weekday = at.toLocaleDateString('en-US', { weekday: 'short', timeZone: 'UTC' });
	const year = date.slice(0, 4) === shown.slice(0, 4) ? '' : ` ${date.slice(0, 4)}`;
	const [hour = '', next = ''] = time
		? [0, 1].map((more) => `${String((Number(time.slice(0, 2)) + more) % 24).padStart(2, '0')}:00`)
		: [];
	return `${weekday} ${shortDate(date)}${year}${hour && ` ${hour}–${next}`}`;
}

function shortDate(day: string): string {
	const at = new Date(day.slice(0, 10));
	return `${at.getUTCDate()} ${at.toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' })}`;
}

/** What can be known if the service says when data arrived. */
function sightOf(world: World, { unit }: Setting, now: number): Sight {
	const calendar = world.calendar(unit);
	const times = world.timesAt(now).map((time) => Math.floor(time / 1000) * 1000);
	return {
		// T2: both times are past its end, or the later one is a day past it.
		hasArrived: (index) => {
			const { end, dayAfterEnd } = calendar.periods[index] as Calendar['periods'][0];
			return Math.min(...times) >= end || Math.max(...times) >= dayAfterEnd;
		},
		sure: Math.min(...world.timesAt(now)),
		groupsIn: (indexes) =>
			[...world.plan.groups.keys()].filter((group) =>
				indexes.some((at) => world.numberAt(unit, at, now, group) !== null),
			),
	};
}

/** T18: a tenth of being late, or behind, at most ten minutes. */
function pause(calendar: Calendar, missing: number, { sure }: Sight, now: number): number {
	const end = calendar.periods[missing]?.end as number;
	return Math.max(0, Math.min(10 * MINUTE, (now - end) / 10, (end - sure) / 10));
}

function valueAt(
	world: World,
	{ unit }: Setting,
	index: number,
	now: number,
	group = 0,
): number | null {
	if (index < 0) return null;
	const number = world.numberAt(unit, index, now, group);
	return number ?? (world.plan.isCount ? 0 : null);
}

/** T9 to T11, in whole numbers: percentages have at most two decimals. */
function statesOf(
	setting: Setting,
	value: number | null,
	base: number | null,
): string[] | undefined {
	if (value === null) return undefined;
	if (setting.on === 'threshold') {
		const isBeyond =
			setting.side === 'above' ? value > setting.threshold : value < setting.threshold;
		return isBeyond ? [setting.side] : [];
	}
	if (base === null) return undefined;
	if (base === 0 && value === 0) return undefined;
	const hundredths = Math.round(setting.percent * 100);
	const isFar = 10_000 * Math.abs(value - base) > hundredths * Math.abs(base);
	const way = value > base ? 'up' : 'down';
	return isFar && (setting.direction === 'either' || setting.direction === way) ? [way] : [];
}

function describe(
	calendar: Calendar,
	setting: Setting,
	index: number,
	base: number,
	value: number | null,
	before: number | null,
) {
	const date = labelAt(calendar, index);
	if (setting.on === 'threshold') {
		const { side, threshold } = setting;
		return { date, measure: 'orders', value, value_before: before, side, threshold };
	}
	const change =
		before === 0
			? null
			: Math.round(
					(10_000 * ((value as number) - (before as number))) / Math.abs(before as number),
				) / 100;
	return {
		date,
		measure: 'orders',
		value,
		percent_change: change,
		compared_with: labelAt(calendar, base),
		compared_value: before,
	};
}

/** All periods of the days of some periods. */
function daysOf(calendar: Calendar, indexes: number[]): number[] {
	const day = (at: number | undefined) => calendar.periods[at ?? -1]?.name.slice(0, 10) ?? '';
	return indexesOf(calendar, day(indexes[0]), day(indexes.at(-1)));
}

/** Every group that is in the days that are asked for has a row for every period. */
function rowsAt(
	world: World,
	{ unit, isGrouped }: Setting,
	groups: number[],
	index: number,
	now: number,
	flags: Record<string, unknown>,
): Array<Record<string, unknown>> {
	const date = labelAt(world.calendar(unit), index);
	const whenEmpty = world.plan.isCount ? 0 : null;
	const orders = (group: number) => world.numberAt(unit, index, now, group) ?? whenEmpty;
	if (!isGrouped) return [{ date, orders: orders(0), ...flags }];
	if (groups.length === 0) return [{ date, message: 'The report has no rows', ...flags }];
	return groups.map((group) => ({
		...{ date, city: world.plan.groups[group], orders: orders(group) },
		...flags,
	}));
}

function between(first: number, last: number): number[] {
	return last < first ? [] : Array.from({ length: last - first + 1 }, (_, step) => first + step);
}
