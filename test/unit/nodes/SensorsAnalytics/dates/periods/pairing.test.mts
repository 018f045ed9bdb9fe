import {
	compareCustom,
	compareWith,
	type ComparisonPlan,
	type ComparisonPreset,
} from '../../../../../../nodes/SensorsAnalytics/dates/range';
import {
	pairPeriods,
	pairTotals,
	periodsOf,
	pointAfter,
} from '../../../../../../nodes/SensorsAnalytics/dates/periods';

const now = new Date('2026-11-21T14:30:00+08:00');
const today = '2026-11-21';
const ranged = (text: string) => ({ from: text.slice(0, 10), to: text.slice(11) });

/** Names of periods and partners, `!` where the two have no change. */
function pairsOf(
	unit: string,
	given: string,
	against: ComparisonPreset | string,
	timeZone = 'Asia/Shanghai',
	twice: string[] = [],
) {
	const range = ranged(given);
	const firstWeekday = 1;
	const comparison: ComparisonPlan = against.includes('/')
		? compareCustom(range, ranged(against))
		: compareWith(against as ComparisonPreset, range, { unit, firstWeekday });
	const side = (of: { from: string; to: string }, points: string[] = []) =>
		periodsOf([{ points, range: of }], { unit, range: of, timeZone, now, firstWeekday }).periods;
	const [current, before] = [side(range, twice), side(comparison.range ?? range)];
	const by = { unit, range, comparison, firstWeekday, today } as const;
	const name = (index: number | undefined) =>
		index === undefined ? null : (before[index]?.name ?? '?');
	if (unit === 'total') return pairTotals(current[0] as never, before[0], by);
	return pairPeriods(current, before, by).map(
		({ partner, mayChange }, index) =>
			`${current[index]?.name} ${name(partner)}${partner !== undefined && !mayChange ? '!' : ''}`,
	);
}

describe('R1, R2: partners by the calendar', () => {
	it.each<[string, string, string, string[]]>([
		[
			'day',
			'2026-03-28/2026-03-30',
			'lastMonth',
			['2026-03-28 2026-02-28', '2026-03-29 null', '2026-03-30 null'],
		],
		[
			'day',
			'2026-11-02/2026-11-03',
			'previousPeriod',
			['2026-11-02 2026-10-31', '2026-11-03 2026-11-01'],
		],
		[
			'week',
			'2026-10-07/2026-10-20',
			'previousPeriod',
			['2026-10-05 2026-09-14', '2026-10-12 2026-09-21', '2026-10-19 2026-09-28'],
		],
		['week', '2026-11-09/2026-11-15', 'lastYear', ['2026-11-09 2025-11-10']],
		[
			'month',
			'2026-09-01/2026-10-31',
			'lastYear',
			['2026-09-01 2025-09-01', '2026-10-01 2025-10-01'],
		],
		[
			'quarter',
			'2026-04-01/2026-09-30',
			'previousPeriod',
			['2026-04-01 2025-10-01', '2026-07-01 2026-01-01'],
		],
		['year', '2025-01-01/2025-12-31', 'previousPeriod', ['2025-01-01 2024-01-01']],
		// No whole number of months: the first with the first.
		['month', '2026-10-01/2026-10-31', 'lastWeek', ['2026-10-01 2026-09-01!']],
		[
			'month',
			'2026-03-31/2026-05-31',
			'lastMonth',
			['2026-03-01 null', '2026-04-01 2026-03-01', '2026-05-01 2026-04-01'],
		],
		[
			'day',
			'2026-10-01/2026-10-31',
			'2026-09-01/2026-09-30',
			[
				...Array.from(
					{ length: 30 },
					(_, i) =>
						`2026-10-${String(i + 1).padStart(2, '0')} 2026-09-${String(i + 1).padStart(2, '0')}`,
				),
				'2026-10-31 null',
			],
		],
		[
			'day',
			'2026-10-30/2026-10-31',
			'2026-02-27/2026-03-05',
			['2026-10-30 2026-02-27', '2026-10-31 2026-02-28'],
		],
		['day', '2026-03-29/2026-03-29', 'lastMonth', ['2026-03-29 null']],
	])('by %s: %s, %s', (unit, range, against, meant) => {
		expect(pairsOf(unit, range, against)).toEqual(meant);
	});

	it('hours pair by the clock on the wall', () => {
		const zone = 'Europe/Berlin';
		const spring = pairsOf('hour', '2026-04-05/2026-04-05', 'lastWeek', zone) as string[];
		expect(spring.slice(1, 4)).toEqual([
			'2026-04-05T01:00:00+02:00 2026-03-29T01:00:00+01:00',
			'2026-04-05T02:00:00+02:00 null',
			'2026-04-05T03:00:00+02:00 2026-03-29T03:00:00+02:00',
		]);
		const two = '2026-10-25T02:00:00';
		const autumn = pairsOf('hour', '2026-10-25/2026-10-25', 'lastWeek', zone, [two, two]);
		expect((autumn as string[]).slice(2, 4)).toEqual([
			`${two}+02:00 2026-10-18T02:00:00+02:00`,
			`${two}+01:00 null`,
		]);
	});
});

describe('R5: which pairs have a change', () => {
	it.each<[string, string, string, string[]]>([
		['month', '2026-11-01/2026-11-30', 'lastMonth', ['2026-11-01 2026-10-01!']],
		['month', '2026-11-01/2026-11-21', 'lastMonth', ['2026-11-01 2026-10-01']],
		[
			'month',
			'2026-10-15/2026-11-14',
			'lastMonth',
			['2026-10-01 2026-09-01!', '2026-11-01 2026-10-01'],
		],
		['week', '2026-11-16/2026-11-21', 'lastWeek', ['2026-11-16 2026-11-09']],
		['week', '2026-11-16/2026-11-22', 'lastWeek', ['2026-11-16 2026-11-09!']],
		[
			'day',
			'2026-11-20/2026-11-21',
			'lastWeek',
			['2026-11-20 2026-11-13', '2026-11-21 2026-11-14!'],
		],
		['week', '2026-11-21/2026-11-21', 'lastWeek', ['2026-11-16 2026-11-09!']],
		// The first day with the first.
		['week', '2026-11-14/2026-11-14', '2026-10-18/2026-10-18', ['2026-11-09 2026-10-12']],
	])('by %s: %s, %s', (unit, range, against, meant) => {
		expect(pairsOf(unit, range, against)).toEqual(meant);
	});

	it.each([
		['2026-11-21', '2026-11-16 2026-11-09'],
		['2026-11-22', '2026-11-16 2026-11-09'],
	])('a week has a change up to its last day: %s', (day, meant) => {
		const range = { from: '2026-11-16', to: day };
		const comparison = compareWith('lastWeek', range, { unit: 'week', firstWeekday: 1 });
		const moment = new Date(`${day}T08:00:00+08:00`);
		const side = (of: { from: string; to: string }) =>
			periodsOf([], {
				unit: 'week',
				range: of,
				timeZone: 'Asia/Shanghai',
				now: moment,
				firstWeekday: 1,
			}).periods;
		const by = { unit: 'week', range, comparison, firstWeekday: 1, today: day } as const;
		const [current, before] = [side(range), side(comparison.range ?? range)];
		const [pair] = pairPeriods(current, before, by);
		expect(`${current[0]?.name} ${before[pair?.partner ?? -1]?.name}`).toBe(meant);
		expect(pair?.mayChange).toBe(true);
		expect(pairTotals(current[0] as never, before[0], by).mayChange).toBe(true);
	});

	it.each([
		['2026-10-01/2026-10-31', 'lastMonth', true],
		['2026-11-01/2026-11-30', 'lastMonth', false],
		['2026-11-01/2026-11-21', 'lastMonth', true],
		['2026-03-28/2026-03-31', 'lastMonth', false],
		['2026-11-21/2026-11-21', 'lastWeek', false],
		['2026-11-21/2026-11-21', '2026-11-01/2026-11-14', true],
	])('totals: %s, %s: %s', (range, against, mayChange) => {
		expect(pairsOf('total', range, against)).toEqual({ partner: 0, mayChange });
	});

	it('nothing is paired without a comparison', () => {
		expect(pairsOf('total', '2026-03-29/2026-03-31', 'lastMonth')).toEqual({ mayChange: false });
	});
});

describe('units without a known calendar', () => {
	it('have the same time of day on the other day', () => {
		expect(pointAfter('2026-10-31T10:05:00', { days: 1 })).toBe('2026-11-01T10:05:00');
		expect(pointAfter('2026-10-31T10:05:00', { months: 1 })).toBeUndefined();
	});
});
