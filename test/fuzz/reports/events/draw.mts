/** Draws a case: in zones with odd days, at moments at which people would not look. */
import { DateTime } from 'luxon';

import type { Chance } from '../../harness/chance.mts';
import {
	type Day,
	type Range,
	type Unit,
	addDays,
	addMonths,
	dayAt,
	daysFrom,
	monthEnd,
	monthStart,
	weekStart,
} from './calendar.mts';
import {
	type Case,
	type CompareChoice,
	type Event,
	type Habits,
	type Measure,
	type RangeChoice,
	type Scalar,
	orderKeysOf,
	ordersDates,
} from './case.mts';
import { planOf, wholePlanOf } from './oracle.mts';
import { isAdditive } from './oracle.mts';

const CITIES: readonly Scalar[] = [
	'Beijing',
	'Shanghai',
	'北京',
	null,
	'',
	'(none)',
	'10',
	'9',
	10,
	9.5,
	-1,
	0,
	true,
	false,
	'true',
	'10~20',
	'<10',
	'20~30',
	'100~',
	'__proto__',
	'constructor',
	'toString',
	'_truncated',
	'date',
	'meta',
	'12%',
	' x ',
	'a / b',
	'long '.repeat(30).trim(),
];
const CHANNELS: readonly Scalar[] = ['web', 'app', null, 1, '1'];
const LEVELS: readonly Scalar[] = ['gold', 2, true];
const AMOUNTS: readonly Scalar[] = [1, 0, 2.5, -3, 0.1, 0.2, 19.99, 100, 1234567890123, 333.33];

/** Of a hundredth: the smallest is below 2^53, twice of it is not. */
const FACTORS = ['4503599627370497', '9007199254740993', '90071992547409931'];

const FORMULAS = [
	'count(event.A)/unique(event.A)',
	'sum(event.A.amount)/count(event.B)|%2f',
	'count(event.A)+count(event.B)',
	'count(event.A)-count(event.B)',
];

export function drawCase(chance: Chance): Case {
	const zone = drawZone(chance);
	const now = drawNow(chance, zone);
	const today = dayAt(Date.parse(now), zone);
	const unit = chance.pick<Unit>([
		'hour',
		'day',
		'day',
		'day',
		'week',
		'week',
		'month',
		'month',
		'quarter',
		'year',
		'total',
	]);
	const isPasted = chance.percent(20);
	const pasted = isPasted ? drawPasted(chance, zone, unit) : undefined;
	const range = drawRange(chance, zone, today, unit, isPasted);
	const measures = drawMeasures(chance);
	const output = chance.pick<Case['output']>(
		'rows rows rows table table table wide wide summary summary message'.split(' ') as Array<
			Case['output']
		>,
	);
	const groups = chance.some(['city', 'channel', 'level'], chance.pick([0, 0, 1, 1, 1, 2]));
	const given: Case = {
		zone,
		now,
		events: [],
		measures,
		groups,
		filter: chance.percent(10) ? 'web' : undefined,
		unit,
		range,
		compare: { preset: 'none' },
		pasted,
		output,
		isFilled: chance.percent(75),
		hasTotals: chance.percent(30),
		limit: chance.percent(20) ? chance.from(1, 4) : undefined,
		sliceDays: chance.percent(30) ? chance.from(1, 40) : undefined,
		isZoneOption: chance.percent(30),
		habits: drawHabits(chance),
	};
	if (chance.percent(25)) given.isWhole = true;
	given.compare = drawCompare(chance, given);
	tame(chance, given);
	drawOrder(chance, given);
	drawNumbers(chance, given.habits);
	given.events = drawEvents(chance, given);
	if (chance.percent(40)) takeKey(chance, given);
	// One value of the whole range is not known of sessions.
	const isWhole = isPasted && unit === 'total';
	if (given.hasKey && !isWhole && chance.percent(30)) takeSession(chance, given);
	// They take six more runs of the node.
	if (chance.percent(5)) given.hasRelations = true;
	return given;
}

/** What the OpenAPI can't be requested for, or doesn't return in one of two ways. */
function takeKey(chance: Chance, given: Case): void {
	given.hasKey = true;
	// A limit of rows there.
	given.limit = undefined;
	// Rows are in no order, so nothing distinguishes the first of two from the second (P6).
	given.habits.isTwice = false;
	if (given.habits.numbers === 'thousands') given.habits.numbers = 'text';
	if (chance.percent(20)) given.habits.mostRows = chance.pick([1, 2, 5, 12, 30]);
}

/** docs/reports.md, "Sessions": nothing is added up, and totals are asked for alone. */
function takeSession(chance: Chance, given: Case): void {
	given.session = { endsAtMidnight: chance.percent(50) };
	// Most would be refused rightly, and say nothing then.
	if (chance.percent(90)) {
		given.sliceDays = undefined;
		given.hasRest = undefined;
	}
	if (given.hasTotals || given.orderBy !== undefined) given.habits.mostRows = undefined;
}

/** Numbers beyond 2^53, or a measure of texts. */
function drawNumbers(chance: Chance, habits: Habits): void {
	if (chance.percent(15)) habits.factor = chance.pick(FACTORS);
	if (chance.percent(10)) habits.hasTexts = true;
}

function drawHabits(chance: Chance): Habits {
	return {
		isSparse: chance.percent(50),
		empty: chance.pick(['bare', 'noSeries', 'series', 'zeros']),
		isTwice: chance.percent(60),
		returnsSkipped: chance.percent(40),
		firstWeekday: chance.pick([1, 1, 1, 7, 7, 6]),
		isFirstWeekCut: chance.percent(40),
		returnsFuture: chance.percent(50),
		numbers: chance.pick(['number', 'number', 'number', 'text', 'thousands']),
		isFlat: chance.percent(30),
		nothing: chance.pick(['null', 'zero']),
		groupOrder: chance.pick(['size', 'arrival']),
		wholeAlone: chance.percent(50),
		allGroups: chance.pick(['none', 'none', 'silent', 'empty']),
	};
}

function drawMeasures(chance: Chance): Measure[] {
	const names = chance.pick([
		['n', 'n_previous', 'm'],
		['orders', 'revenue', 'x'],
		['n', 'n_change', 'n_change_percent'],
		['toString', '销量', 'a b'],
		['date', 'meta', 'from'],
	]);
	const count = chance.pick([1, 1, 2, 3]);
	return names.slice(0, count).map((name): Measure => {
		const aggregator = chance.pick(
			'general general general sum sum sum unique avg max min average uniqCount formula'.split(' '),
		);
		if (aggregator === 'formula') {
			return { name, aggregator, event: 'A', expression: chance.pick(FORMULAS) };
		}
		const hasField = ['sum', 'avg', 'max', 'min', 'uniqCount'].includes(aggregator);
		const event = chance.pick<Measure['event']>(['A', 'A', 'B', '$Anything']);
		return { name, aggregator, event, ...(hasField ? { field: 'amount' } : {}) };
	});
}

function drawCompare(chance: Chance, given: Case): CompareChoice {
	if (given.pasted?.compareFrom && chance.percent(80)) return { preset: 'asPasted' };
	if (chance.percent(40)) return { preset: 'none' };
	const preset = chance.pick([
		'previousPeriod',
		'previousPeriod',
		'lastWeek',
		'lastMonth',
		'lastYear',
		'custom',
	]);
	if (preset !== 'custom') return { preset };
	const { range } = wholePlanOf(given);
	if (chance.percent(20)) return { preset, ...range };
	const drawn = drawDates(chance, given.zone, range.from, given.unit);
	return { preset, ...drawn };
}

/** What no rule speaks of, or takes too long. */
function tame(chance: Chance, given: Case): void {
	const { compared, range, today } = wholePlanOf(given);
	const other = compared?.range;
	// The half hour that Lord Howe leaves out in October: no rule says how its hour is called.
	const dates = [range.from, range.to, other?.from, other?.to];
	const isHalf = given.zone === 'Australia/Lord_Howe' && dates.some((day) => day?.includes('-10-'));
	if (isHalf && given.unit === 'hour') given.unit = 'day';
	if (
		other &&
		(other.to > today || daysFrom(other.from, other.to) > (MOST_DAYS[given.unit] as number))
	) {
		given.compare = { preset: 'none' };
	}
	if (given.sliceDays !== undefined) {
		const most = Math.max(
			daysFrom(range.from, range.to),
			other ? daysFrom(other.from, other.to) : 0,
		);
		given.sliceDays = Math.max(given.sliceDays, Math.ceil(most / 8), 1);
		const isTotal = given.unit === 'total' || given.output === 'summary' || given.hasTotals;
		// Most are refused rightly, and say nothing then.
		if (isTotal && chance.percent(85)) {
			for (const measure of given.measures) {
				measure.aggregator = 'general';
				delete measure.field;
				delete measure.expression;
			}
		}
	}
}

function drawOrder(chance: Chance, given: Case): void {
	const { groups, measures } = given;
	const mayOrder = !ordersDates(given) || chance.percent(5);
	if (chance.percent(50) && mayOrder) {
		const keys = orderKeysOf(given);
		given.orderBy = chance.percent(3) ? 'nothing' : chance.pick(keys);
		given.isAscending = chance.percent(40);
	}
	if (groups.length > 0 && chance.percent(25)) {
		given.top = chance.from(1, 3);
		// The first measure orders groups of which the first are kept (O4).
		given.isOrderLeftOut = given.orderBy === undefined;
		given.orderBy ??= orderKeysOf(given)[groups.length];
		// Most of what can't be added up is refused, and says nothing then.
		const isAdded = measures.every(isAdditive) || chance.percent(10);
		given.hasRest = isAdded && chance.percent(50) ? true : undefined;
	}
}

function drawEvents(chance: Chance, given: Case): Event[] {
	// In what Complete Periods Only leaves out, too.
	const { range, compared, today } = wholePlanOf(given);
	const ranges = compared?.range ? [range, compared.range] : [range];
	const cities = chance.some(CITIES, chance.from(1, 5));
	const count = chance.pick([0, 1, 2, 3, 5, 8, 13, 21, 30]);
	const isFutureFree = chance.percent(95);
	return Array.from({ length: count }, (): Event => {
		const within = chance.pick(ranges);
		const last = isFutureFree && within.to > today ? today : within.to;
		const length = Math.max(0, daysFrom(within.from, last));
		const edge = chance.percent(30);
		const day = addDays(within.from, edge ? chance.pick([0, length]) : chance.from(0, length));
		const properties: Event['properties'] = {};
		const put = (name: string, values: readonly Scalar[], percent: number) => {
			if (chance.percent(percent)) properties[name] = chance.pick(values);
		};
		put('city', cities, 90);
		put('channel', CHANNELS, 80);
		put('level', LEVELS, 80);
		put('amount', AMOUNTS, 80);
		const at = drawMoment(chance, day, given.zone);
		return {
			name: chance.percent(70) ? 'A' : 'B',
			at: isFutureFree && at > given.now ? given.now : at,
			user: `u${chance.from(1, 5)}`,
			properties,
		};
	});
}

/** Most days that a unit is asked for, so that cases stay small. */
const MOST_DAYS: { [unit: string]: number } = {
	hour: 3,
	day: 70,
	week: 150,
	month: 800,
	quarter: 1500,
	year: 2000,
	total: 400,
};

function drawRange(
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

function drawDates(chance: Chance, zone: string, today: Day, unit: Unit): Range {
	const anchor = chance.percent(50) ? today : drawOddDay(chance, zone);
	const start = addDays(anchor, chance.from(-3, 3));
	if (unit === 'hour') return { from: start, to: addDays(start, chance.from(0, 2)) };
	if (chance.percent(40)) {
		const from = monthStart(addMonths(monthStart(anchor), -chance.from(0, 4)) as Day);
		return { from, to: monthEnd(addMonths(from, chance.from(0, 3)) as Day) };
	}
	if (unit === 'week' && chance.percent(30)) {
		// Whole weeks, with any first day.
		const from = addDays(weekStart(anchor, chance.pick([1, 6, 7, 7])), -7 * chance.from(0, 5));
		return { from, to: addDays(from, 7 * chance.pick([1, 1, 1, 2, 3]) - 1) };
	}
	const days = { day: 20, total: 60, week: 60, month: 150, quarter: 400, year: 800 }[unit];
	const from = addDays(start, -chance.from(0, days));
	return { from, to: addDays(from, chance.from(0, days)) };
}

function drawPasted(chance: Chance, zone: string, unit: Unit): Case['pasted'] {
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

/** Days around which clocks change or calendars are odd, by zone. */
const ODD_DAYS: { [zone: string]: readonly string[] } = {
	'Asia/Shanghai': [],
	'Europe/Berlin': ['2026-03-29', '2026-10-25', '2025-03-30', '2025-10-26'],
	'America/New_York': ['2026-03-08', '2026-11-01', '2024-11-03'],
	'Australia/Lord_Howe': ['2026-04-05'],
	'Asia/Kathmandu': [],
	'Pacific/Apia': ['2020-09-27', '2021-04-04'],
	'America/Sao_Paulo': ['2017-10-15', '2018-02-18', '2018-11-04'],
	'America/Havana': ['2025-03-09', '2025-11-02'],
	'Asia/Beirut': ['2026-03-29', '2025-10-26'],
	'America/St_Johns': ['2026-03-08', '2026-11-01'],
	'Pacific/Kiritimati': [],
	UTC: [],
};

/** Days that are odd everywhere. */
const ODD_ANYWHERE = [
	'2024-02-29',
	'2024-03-01',
	'2025-01-01',
	'2024-12-31',
	'2026-03-31',
	'2026-03-01',
	'2026-02-28',
	'2026-10-31',
	'2026-11-01',
	'2026-11-21',
	'2026-07-13',
	'2027-01-04',
];

const ZONES = Object.keys(ODD_DAYS);

function drawZone(chance: Chance): string {
	return chance.pick(ZONES);
}

function drawOddDay(chance: Chance, zone: string): string {
	const own = ODD_DAYS[zone] ?? [];
	return chance.pick(own.length > 0 && chance.percent(60) ? own : ODD_ANYWHERE);
}

/** A moment on an odd day, or some days behind it. */
function drawNow(chance: Chance, zone: string): string {
	const day = DateTime.fromISO(drawOddDay(chance, zone), { zone });
	const later = chance.percent(50) ? 0 : chance.from(0, 20);
	const [hour, minute] = chance.pick([
		[0, 0],
		[0, 30],
		[1, 59],
		[2, 15],
		[3, 0],
		[12, 0],
		[14, 30],
		[23, 59],
	]) as [number, number];
	return new Date(day.plus({ days: later }).set({ hour, minute }).toMillis()).toISOString();
}

/** A moment on a day in a zone, more often near the hours at which clocks change. */
function drawMoment(chance: Chance, day: string, zone: string): string {
	const hour = chance.percent(40) ? chance.from(0, 3) : chance.from(0, 23);
	const moment = DateTime.fromISO(day, { zone }).startOf('day');
	const minutes = hour * 60 + chance.from(0, 59);
	return new Date(moment.plus({ minutes }).toMillis()).toISOString();
}
