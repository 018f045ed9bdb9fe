import { addDays } from '../../../../../../nodes/SensorsAnalytics/dates/calendar';
import {
	compareAsPasted,
	compareCustom,
	compareWith,
	type ComparisonPreset,
	movedBack,
	movedOn,
	type Shift,
} from '../../../../../../nodes/SensorsAnalytics/dates/range';
import { day, DAYS, iso, range } from '../../../../../support/calendar.mts';
import { Differences } from '../../../../../support/differences.mts';

const ranged = (text: string) => {
	const [from = '', to = from] = text.split('/');
	return { from, to };
};
const compare = (preset: ComparisonPreset, text: string, unit = 'day', firstWeekday = 1) =>
	compareWith(preset, ranged(text), { unit, firstWeekday: firstWeekday as 1 });
const textOf = (given: { from: string; to: string } | undefined) =>
	given && `${given.from}/${given.to}`;

describe('C1: previous period', () => {
	it.each([
		['2026-10-01/2026-10-31', 'day', '2026-09-01/2026-09-30'],
		['2026-10-01/2026-10-31', 'hour', '2026-09-01/2026-09-30'],
		['2026-10-01/2026-10-31', 'month', '2026-09-01/2026-09-30'],
		['2026-10-01/2026-10-31', 'total', '2026-09-01/2026-09-30'],
		['2026-07-01/2026-09-30', 'day', '2026-04-01/2026-06-30'],
		['2026-07-01/2026-09-30', 'quarter', '2026-04-01/2026-06-30'],
		['2025-01-01/2025-12-31', 'year', '2024-01-01/2024-12-31'],
		['2026-05-01/2026-10-31', 'day', '2025-11-01/2026-04-30'],
		['2026-03-29/2026-03-31', 'day', '2026-03-26/2026-03-28'],
		['2026-11-01/2026-11-21', 'month', '2026-10-01/2026-10-21'],
		['2026-11-01/2026-11-21', 'MONTH', '2026-10-01/2026-10-21'],
		['2026-11-01/2026-11-21', 'day', '2026-10-11/2026-10-31'],
		['2026-10-07/2026-10-20', 'week', '2026-09-16/2026-09-29'],
		['2026-01-15/2026-02-28', 'month', '2025-11-15/2025-12-31'],
		['2026-05-31/2026-06-10', 'month', '2026-03-31/2026-04-10'],
		['2026-07-31/2026-07-31', 'month', undefined],
	])('%s by %s → %s', (given, unit, meant) => {
		expect(textOf(compare('previousPeriod', given, unit).range)).toBe(meant);
	});

	it.each<[string, Shift, string, string | undefined]>([
		['2026-11-01/2026-11-21', { months: 1 }, '2026-10-01/2026-10-21', '2026-10-01/2026-10-21'],
		// Not over: the month before does not count as a whole.
		['2026-11-01/2026-11-30', { months: 1 }, '2026-10-01/2026-10-30', '2026-10-01/2026-10-30'],
		['2026-03-01/2026-03-31', { months: 1 }, '2026-02-01/2026-02-28', '2026-02-01/2026-02-28'],
		['2026-10-01/2026-11-21', { months: 3 }, '2026-07-01/2026-08-21', '2026-09-01/2026-10-21'],
		['2026-01-01/2026-11-21', { months: 12 }, '2025-01-01/2025-11-21', '2025-12-01/2026-10-21'],
		['2026-11-16/2026-11-21', { days: 7 }, '2026-11-09/2026-11-14', '2026-10-16/2026-10-21'],
	])('to date, in every unit: %s, %j → %s', (given, toDate, before, lastMonth) => {
		for (const unit of ['hour', 'day', 'week', 'month', 'quarter', 'year', 'total']) {
			const by = { unit, firstWeekday: 1 } as const;
			const range = { ...ranged(given), toDate };
			expect(textOf(compareWith('previousPeriod', range, by).range)).toBe(before);
			if (unit !== 'week')
				expect(textOf(compareWith('lastMonth', range, by).range)).toBe(lastMonth);
		}
	});

	it('by week follows the weeks of the service', () => {
		const week = '2026-11-08/2026-11-14';
		expect(textOf(compare('previousPeriod', week, 'week', 7).range)).toBe('2026-11-01/2026-11-07');
		expect(textOf(compare('previousPeriod', week, 'week', 1).range)).toBe('2026-10-25/2026-10-31');
	});
});

describe('C2, C3: the same days', () => {
	it.each<[ComparisonPreset, string, string, string | undefined]>([
		['lastWeek', '2026-11-01/2026-11-21', 'month', '2026-10-25/2026-11-14'],
		['lastMonth', '2026-02-01/2026-02-28', 'day', '2026-01-01/2026-01-31'],
		['lastMonth', '2026-03-28/2026-03-31', 'day', '2026-02-28/2026-02-28'],
		['lastMonth', '2026-03-29/2026-03-31', 'day', undefined],
		['lastMonth', '2026-03-31/2026-04-02', 'day', '2026-03-01/2026-03-02'],
		['lastMonth', '2026-01-15/2026-02-28', 'month', '2025-12-15/2026-01-31'],
		['lastMonth', '2026-01-15/2026-02-28', 'day', '2025-12-15/2026-01-28'],
		['lastMonth', '2026-11-16/2026-11-22', 'week', '2026-10-19/2026-10-25'],
		['lastYear', '2026-11-16/2026-11-22', 'week', '2025-11-17/2025-11-23'],
		['lastYear', '2028-02-01/2028-02-29', 'day', '2027-02-01/2027-02-28'],
		['lastYear', '2028-02-29/2028-02-29', 'day', undefined],
	])('%s: %s by %s → %s', (preset, given, unit, meant) => {
		expect(textOf(compare(preset, given, unit).range)).toBe(meant);
	});

	it('seven days from every day of a leap cycle: those that exist', () => {
		const differences = new Differences();
		for (const from of DAYS) {
			const days = Array.from({ length: 7 }, (_, index) => day(from).plus({ days: index }));
			for (const [preset, months] of [
				['lastMonth', 1],
				['lastYear', 12],
			] as const) {
				const there = days
					.map((date) => ({ date, moved: date.minus({ months }) }))
					.filter(({ date, moved }) => date.day === moved.day)
					.map(({ moved }) => iso(moved));
				const meant = there.length > 0 ? `${there[0]}/${there.at(-1)}` : undefined;
				const given = `${from}/${addDays(from, 6)}`;
				differences.note([preset, from], textOf(compare(preset, given).range), meant);
			}
			differences.note(
				from,
				compare('lastWeek', `${from}/${from}`).range,
				range(day(from).minus({ weeks: 1 }), day(from).minus({ weeks: 1 })),
			);
		}
		differences.expectNone();
	});
});

describe('C4: custom', () => {
	it.each([
		['2026-10-01/2026-10-31', '2025-02-01/2025-02-28', { months: 20 }],
		['2026-10-01/2026-11-30', '2025-02-01/2025-02-28', { days: 607 }],
		['2026-10-02/2026-10-31', '2026-09-01/2026-09-30', { days: 31 }],
	])('%s against %s: %j', (given, other, shift) => {
		expect(compareCustom(ranged(given), ranged(other))).toEqual({
			range: ranged(other),
			shift,
			isCustom: true,
		});
	});
});

describe('C5: as in the query', () => {
	const asPasted = (old: string, comparison: string, now: string, unit = 'day') =>
		compareAsPasted({ range: ranged(old), comparison: ranged(comparison), unit }, ranged(now), {
			unit,
			firstWeekday: 1,
		});

	it.each([
		[
			'previous period',
			'2026-11-12/2026-11-18',
			'2026-11-05/2026-11-11',
			'2026-10-01/2026-10-31',
			'2026-09-01/2026-09-30',
		],
		[
			'as many days, right before',
			'2026-10-01/2026-10-31',
			'2026-08-31/2026-09-30',
			'2026-07-01/2026-07-31',
			'2026-06-01/2026-06-30',
		],
		[
			'last month',
			'2026-11-02/2026-11-03',
			'2026-10-02/2026-10-03',
			'2026-03-30/2026-03-30',
			undefined,
		],
		[
			'last year',
			'2026-11-02/2026-11-03',
			'2025-11-02/2025-11-03',
			'2026-03-30/2026-03-31',
			'2025-03-30/2025-03-31',
		],
		[
			'any other keeps its distance',
			'2026-11-10/2026-11-16',
			'2026-11-01/2026-11-07',
			'2026-10-20/2026-10-21',
			'2026-10-11/2026-10-12',
		],
		[
			'the same dates',
			'2026-11-10/2026-11-16',
			'2026-08-01/2026-08-02',
			'2026-11-10/2026-11-16',
			'2026-08-01/2026-08-02',
		],
	])('%s: %s against %s, run for %s → %s', (_case, old, comparison, now, meant) => {
		expect(textOf(asPasted(old, comparison, now).range)).toBe(meant);
	});

	it('tries the same number of days immediately before, after the previous period', () => {
		const old = ['2026-10-28/2026-11-03', '2026-10-21/2026-10-27'] as const;
		expect(textOf(asPasted(...old, '2026-10-12/2026-10-25', 'week').range)).toBe(
			'2026-09-28/2026-10-11',
		);
		expect(textOf(asPasted(...old, '2026-10-28/2026-11-03', 'week').range)).toBe(old[1]);
	});

	it('knows a quarter to date by its words', () => {
		const range = { ...ranged('2026-10-01/2026-10-15'), toDate: { months: 3 } };
		const now = { ...ranged('2026-10-01/2026-11-21'), toDate: { months: 3 } };
		const by = { unit: 'day', firstWeekday: 1 } as const;
		const pasted = { range, comparison: ranged('2026-07-01/2026-07-15'), unit: 'day' };
		expect(textOf(compareAsPasted(pasted, now, by).range)).toBe('2026-07-01/2026-08-21');
	});

	it('is what it is where the dates do not move', () => {
		expect(
			asPasted('2026-10-01/2026-10-31', '2026-08-31/2026-09-30', '2026-10-01/2026-10-31'),
		).toEqual({ range: ranged('2026-08-31/2026-09-30'), shift: { days: 31 }, isCustom: false });
	});
});

describe('a day and its partner', () => {
	it.each([
		['2026-03-31', { months: 1 }, undefined],
		['2026-03-28', { months: 1 }, '2026-02-28'],
		['2026-03-31', { days: 31 }, '2026-02-28'],
	])('%s moved back by %j: %s', (date, shift, meant) => {
		expect(movedBack(date, shift)).toBe(meant);
		if (meant !== undefined) expect(movedOn(meant, shift)).toBe(date);
	});
});
