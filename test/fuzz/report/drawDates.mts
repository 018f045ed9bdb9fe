/** Draws the dates that a case asks for. */
import type { Case, RangeChoice } from './case.mts';
import {
	addDays,
	addMonths,
	type Day,
	daysFrom,
	monthEnd,
	monthStart,
	type Range,
	type Unit,
	weekStart,
} from './calendar.mts';
import type { Chance } from './chance.mts';
import { drawOddDay } from './places.mts';
import { planOf } from './ranges.mts';

/** Most days that a unit is asked for, so that cases stay small. */
export const MOST_DAYS: { [unit: string]: number } = {
	hour: 3,
	day: 70,
	week: 150,
	month: 800,
	quarter: 1500,
	year: 2000,
	total: 400,
};

export function drawRange(
	chance: Chance,
	zone: string,
	today: Day,
	unit: Unit,
	isPasted: boolean,
): RangeChoice {
	const choice = drawAnyRange(chance, zone, today, unit, isPasted);
	if (choice.preset === 'asPasted') return choice;
	const probe = { range: choice, compare: { preset: 'none' }, zone, now: '', unit } as Case;
	const { range } = planOf({
		...probe,
		now: new Date(`${today}T12:00:00Z`).toISOString(),
		zone: 'UTC',
	});
	const length = daysFrom(range.from, range.to) + 1;
	if (length <= (MOST_DAYS[unit] as number)) return choice;
	return { preset: 'last', count: chance.from(1, 3), of: 'days', withCurrent: chance.percent(50) };
}

const PRESETS =
	'yesterday today thisWeek lastWeek thisMonth lastMonth thisQuarter lastQuarter thisYear lastYear'.split(
		' ',
	);

function drawAnyRange(
	chance: Chance,
	zone: string,
	today: Day,
	unit: Unit,
	isPasted: boolean,
): RangeChoice {
	if (isPasted && chance.percent(35)) return { preset: 'asPasted' };
	if (unit === 'hour' && chance.percent(40)) {
		const from = addDays(drawOddDay(chance, zone), -chance.from(0, 1));
		return { preset: 'custom', from, to: addDays(from, chance.from(0, 2)) };
	}
	const kind = chance.from(1, 10);
	if (kind <= 4) {
		const preset = chance.pick(PRESETS);
		return ['thisWeek', 'lastWeek'].includes(preset)
			? { preset, firstWeekday: chance.pick([1, 1, 6, 7]) }
			: { preset };
	}
	if (kind <= 6) {
		return {
			preset: 'last',
			count: chance.from(1, 7),
			of: chance.pick(['days', 'weeks', 'months']),
			withCurrent: chance.percent(50),
			firstWeekday: chance.pick([1, 1, 6, 7]),
		};
	}
	if (kind === 7) return { preset: 'since', from: addDays(today, -chance.from(0, 40)) };
	return { preset: 'custom', ...drawDates(chance, zone, today, unit) };
}

export function drawDates(chance: Chance, zone: string, today: Day, unit: Unit): Range {
	const anchor = chance.percent(50) ? today : drawOddDay(chance, zone);
	const start = addDays(anchor, chance.from(-3, 3));
	if (unit === 'hour') return { from: start, to: addDays(start, chance.from(0, 2)) };
	if (chance.percent(40)) {
		const from = monthStart(addMonths(monthStart(anchor), -chance.from(0, 4)) as Day);
		return { from, to: monthEnd(addMonths(from, chance.from(0, 3)) as Day) };
	}
	if (unit === 'week' && chance.percent(30)) {
		// Whole weeks, on whichever day they start.
		const from = addDays(weekStart(anchor, chance.pick([1, 6, 7, 7])), -7 * chance.from(0, 5));
		return { from, to: addDays(from, 7 * chance.pick([1, 1, 1, 2, 3]) - 1) };
	}
	const days = { day: 20, total: 60, week: 60, month: 150, quarter: 400, year: 800 }[unit];
	const from = addDays(start, -chance.from(0, days));
	return { from, to: addDays(from, chance.from(0, days)) };
}

export function drawPasted(chance: Chance, zone: string, unit: Unit): Case['pasted'] {
	const range = drawDates(chance, zone, drawOddDay(chance, zone), unit);
	if (chance.percent(30)) return range;
	const probe = {
		range: { preset: 'custom', ...range },
		zone: 'UTC',
		now: '2026-11-21T12:00:00Z',
		unit,
	} as Case;
	const preset = chance.pick([
		'previousPeriod',
		'lastWeek',
		'lastMonth',
		'lastYear',
		'before',
		'any',
	]);
	const length = daysFrom(range.from, range.to) + 1;
	const days = preset === 'before' ? length : chance.from(1, 60);
	const moved = { from: addDays(range.from, -days), to: addDays(range.to, -days) };
	const known = ['before', 'any'].includes(preset)
		? moved
		: planOf({ ...probe, compare: { preset } }).compared?.range;
	return known ? { ...range, compareFrom: known.from, compareTo: known.to } : range;
}
