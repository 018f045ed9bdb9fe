/** Draws a case from a seed. */
import type { Case, CompareChoice, Event, Habits, Measure, Scalar } from './case.mts';
import { addDays, dayAt, daysFrom, type Unit } from './calendar.mts';
import { Chance } from './chance.mts';
import { orderKeysOf } from './columns.mts';
import { drawDates, drawPasted, drawRange, MOST_DAYS } from './drawDates.mts';
import { drawMoment, drawNow, drawZone } from './places.mts';
import { wholePlanOf } from './ranges.mts';
import { isAdditive } from './side.mts';

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

export function drawCase(seed: number): Case {
	const chance = new Chance(seed);
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
	return given;
}

/** What the OpenAPI can't be asked, or does not tell in one of two ways. */
function takeKey(chance: Chance, given: Case): void {
	given.hasKey = true;
	// A limit of rows there.
	given.limit = undefined;
	// Rows in no order: nothing tells the first of two from the second (P6).
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
		tellsSkipped: chance.percent(40),
		firstWeekday: chance.pick([1, 1, 1, 7, 7, 6]),
		isFirstWeekCut: chance.percent(40),
		tellsFuture: chance.percent(50),
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
	if (chance.percent(50)) {
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
