/** What a poll has to do, by the rules of docs/trigger.md. Shares nothing with the node. */
import type { Calendar, Unit } from './calendar.mts';
import { indexesOf, labelAt } from './calendar.mts';
import type { World } from './world.mts';

/** What the person has set. */
export interface Setting {
	on: 'periodComplete' | 'threshold' | 'change';
	unit: Unit;
	isGrouped: boolean;
	side: 'above' | 'below';
	threshold: number;
	direction: 'up' | 'down' | 'either';
	percent: number;
	comparedWith: 'lastWeek' | 'before';
	catchUp: number;
	startsWithLast: boolean;
	completeAfter?: number;
}

/** What the rules remember; saved and lost at the same moments as the node's memory. */
export interface Mind {
	watched: string;
	last: number;
	/** The state of the one measure after a period. */
	seen?: { index: number; on: string[] };
	/** Asked while data were late: not before this moment again (T18). */
	notBefore?: number;
}

interface Expectation {
	items: Array<Record<string, unknown>>;
	/** Indexes of the periods that are told. */
	told: number[];
	mind: Mind;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** T7: what an edit changes. */
export function watchedIn(setting: Setting): string {
	const { on, unit, completeAfter, isGrouped, side, threshold, direction, percent, comparedWith } =
		setting;
	const own = {
		periodComplete: [isGrouped],
		threshold: [side, threshold],
		change: [direction, percent, comparedWith],
	}[on];
	return JSON.stringify([on, unit, completeAfter ?? null, own]);
}

/** Index of the last period that is over. */
export function lastFinished({ periods }: Calendar, now: number): number {
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
): Expectation {
	const calendar = world.calendar(setting.unit);
	const finished = lastFinished(calendar, now);
	const watched = watchedIn(setting);
	const known: Mind =
		mind?.watched === watched
			? mind
			: { watched, last: setting.startsWithLast ? finished - 1 : finished };
	const arrived = (index: number) => hasArrived(world, calendar, index, now);
	const isComplete = (index: number) => {
		const end = calendar.periods[index]?.end as number;
		if (end > now) return false;
		const { completeAfter } = setting;
		return arrived(index) || (completeAfter !== undefined && end + completeAfter * HOUR <= now);
	};
	const pending = between(known.last + 1, finished);
	const told = pending.filter(isComplete).slice(-setting.catchUp);
	const last = told.at(-1) ?? known.last;
	const missing = pending.find((index) => index > last && !isComplete(index));
	const notBefore = missing === undefined ? undefined : now + pause(world, calendar, missing, now);
	const flags = (index: number) => ({
		...(world.plan.flags.truncated ? { _truncated: true } : {}),
		...(world.plan.flags.sampled ? { _sampled: true } : {}),
		...(arrived(index) ? {} : { _incomplete: true }),
	});
	if (setting.on === 'periodComplete') {
		const items = told.flatMap((index) => rowsAt(world, setting, told, index, now, flags(index)));
		return { items, told, mind: { watched, last, notBefore } };
	}

	// T14: what lies between what was seen and what is told, silently.
	if (told.length === 0 && known.seen) return { items: [], told, mind: { ...known, notBefore } };
	const until = (told[0] ?? known.last + 1) - 1;
	const from = Math.max(until - setting.catchUp + 1, (known.seen?.index ?? -1) + 1);
	const isKnown = known.seen !== undefined && from === known.seen.index + 1;
	const silent = between(from, until).filter(isComplete);
	let on = isKnown ? (known.seen?.on as string[]) : [];
	const items: Array<Record<string, unknown>> = [];
	for (const index of [...silent, ...told]) {
		const base =
			setting.on === 'change' && setting.comparedWith === 'lastWeek'
				? (calendar.periods[index]?.lastWeek as number)
				: index - 1;
		const value = valueAt(world, setting, index, now);
		const before = valueAt(world, setting, base, now);
		const states = statesOf(setting, value, before);
		if (states === undefined) continue;
		const hasBegun = states.some((state) => !on.includes(state));
		on = states;
		if (!hasBegun || silent.includes(index)) continue;
		items.push({ ...describe(calendar, setting, index, base, value, before), ...flags(index) });
	}
	const index = told.at(-1) ?? silent.at(-1);
	const seen = index === undefined ? known.seen : { index, on };
	return { items, told, mind: { watched, last, seen, notBefore } };
}

/** T2: both told times are past its end, or the later one is a day past it. */
function hasArrived(world: World, calendar: Calendar, index: number, now: number): boolean {
	const { end, dayAfterEnd } = calendar.periods[index] as Calendar['periods'][0];
	const [one, other] = world.timesAt(now).map((time) => Math.floor(time / 1000) * 1000) as [
		number,
		number,
	];
	return Math.min(one, other) >= end || Math.max(one, other) >= dayAfterEnd;
}

/** T18: a tenth of being late, or behind, at most ten minutes. */
function pause(world: World, calendar: Calendar, missing: number, now: number): number {
	const end = calendar.periods[missing]?.end as number;
	const sure = Math.min(...world.timesAt(now));
	return Math.max(0, Math.min(10 * MINUTE, (now - end) / 10, (end - sure) / 10));
}

function valueAt(world: World, { unit }: Setting, index: number, now: number): number | null {
	if (index < 0) return null;
	const number = world.numberAt(unit, index, now);
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

/** The rows of the days that are told: every group that is in them has one for every period. */
function rowsAt(
	world: World,
	{ unit, isGrouped }: Setting,
	told: number[],
	index: number,
	now: number,
	flags: Record<string, unknown>,
): Array<Record<string, unknown>> {
	const calendar = world.calendar(unit);
	const date = labelAt(calendar, index);
	const whenEmpty = world.plan.isCount ? 0 : null;
	if (!isGrouped)
		return [{ date, orders: world.numberAt(unit, index, now) ?? whenEmpty, ...flags }];
	const day = (at: number | undefined) => calendar.periods[at ?? -1]?.name.slice(0, 10) ?? '';
	const [from, to] = [day(told[0]), day(told.at(-1))];
	const days = indexesOf(calendar, from, to);
	const rows = world.plan.groups.flatMap((name, group) => {
		const isThere = days.some((at) => world.numberAt(unit, at, now, group) !== null);
		if (!isThere) return [];
		return [
			{ date, city: name, orders: world.numberAt(unit, index, now, group) ?? whenEmpty, ...flags },
		];
	});
	return rows.length > 0 ? rows : [{ date, message: 'The report has no rows', ...flags }];
}

function between(first: number, last: number): number[] {
	return last < first ? [] : Array.from({ length: last - first + 1 }, (_, step) => first + step);
}
