import type { Weekday } from '../../../../../../../nodes/SensorsAnalytics/dates/calendar';
import { growthOf } from '../../../../../../../nodes/SensorsAnalytics/output/message/periods';
import type { Queries } from '../../../../../../../nodes/SensorsAnalytics/query/query';
import type { Cell } from '../../../../../../../nodes/SensorsAnalytics/table/decimal';
import { date, measure } from '../../../../../../support/digests.mts';

/** Sunday, 22 November 2026, 8:00 in Shanghai. */
const clock = { requestedAt: '2026-11-22T00:00:00.000Z', timeZone: 'Asia/Shanghai' };
const followed = (unit: string, mayEndLater = true) =>
	({ duration: 7, unit, mayEndLater }) as unknown as Queries['retention'];
const funnel = (mayEndLater: boolean) =>
	({ windowMinutes: 2880, mayEndLater }) as unknown as Queries['funnel'];

const resultOf = (
	own: string,
	query: unknown,
	rows: Cell[][],
	{
		from = '2026-11-04',
		to = '2026-11-22',
		hasDate = true,
		dataUntil = '2026-11-22 08:00',
		firstWeekday = 1 as Weekday,
	} = {},
) => {
	const columns = [...(hasDate ? [date] : []), measure(own), measure('users')];
	const growth = growthOf(
		{ columns, drawn: 'users' },
		{
			...clock,
			dataUntil,
			range: { from, to },
			firstWeekday,
			query: query as Queries['retention'],
		},
	);
	return rows.map((row) => [growth?.isPartial(row), growth?.isWhole(row)]);
};

const [OPEN, WHOLE, CUT] = [
	[true, false],
	[false, true],
	[false, false],
];

describe('what can still grow (G1, G2 of docs/reports.md)', () => {
	it('a period of a retention until its last day is over', () => {
		const rows: Cell[][] = [
			['2026-11-20', 1, 5],
			['2026-11-20', 2, 5],
			['2026-11-22', 0, 5],
		];
		expect(resultOf('period', followed('day'), rows)).toEqual([WHOLE, OPEN, OPEN]);
	});

	it('a period whose data have not arrived', () => {
		const rows: Cell[][] = [
			['2026-11-18', 1, 5],
			['2026-11-18', 2, 5],
		];
		const dataUntil = '2026-11-20 12:00';
		expect(resultOf('period', followed('day'), rows, { dataUntil })).toEqual([WHOLE, OPEN]);
	});

	it("no longer than the range if later days don't count", () => {
		const rows: Cell[][] = [
			['2026-11-17', 1, 5],
			['2026-11-17', 2, 5],
		];
		const to = '2026-11-18';
		expect(resultOf('period', followed('day', false), rows, { to })).toEqual([WHOLE, CUT]);
		expect(resultOf('period', followed('day', false), rows)).toEqual([WHOLE, WHOLE]);
	});

	it('a week of starts that the range cuts is incomplete', () => {
		const rows: Cell[][] = [
			['2026-11-02', 1, 5],
			['2026-11-09', 0, 5],
			['2026-11-09', 1, 5],
		];
		expect(resultOf('period', followed('week'), rows)).toEqual([OPEN, WHOLE, OPEN]);
	});

	it('a row without a date is one of all starts', () => {
		const rows: Cell[][] = [
			[0, 5],
			[3, 5],
		];
		const to = '2026-11-20';
		const own = { to, hasDate: false };
		expect(resultOf('period', followed('day'), rows, own)).toEqual([WHOLE, OPEN]);
	});

	it.each<[string, string, string, Weekday, boolean]>([
		['month', '2026-10-01', '2026-10-31', 1, true],
		['month', '2026-10-02', '2026-10-31', 1, false],
		['month', '2026-09-01', '2026-10-30', 1, false],
		['week', '2026-11-02', '2026-11-15', 1, true],
		['week', '2026-11-01', '2026-11-14', 1, false],
		['week', '2026-11-01', '2026-11-14', 7, true],
		['week', '2026-11-01', '2026-11-21', 7, true],
	])(
		'a row without a date of a %s of %s to %s is complete if none is cut',
		(unit, from, to, firstWeekday, isWhole) => {
			const own = { from, to, hasDate: false, firstWeekday };
			const expected = isWhole ? WHOLE : CUT;
			expect(resultOf('period', followed(unit), [[0, 5]], own)).toEqual([expected]);
			expect(resultOf('bucket', { of: 'times', unit }, [[0, 5]], own)).toEqual([expected]);
		},
	);

	it('later steps of a funnel until the window period is over; a day is left out completely', () => {
		const steps = (day: string): Cell[][] => [
			[day, 1, 5],
			[day, 2, 3],
		];
		expect(resultOf('step', funnel(true), steps('2026-11-19'))).toEqual([WHOLE, WHOLE]);
		expect(resultOf('step', funnel(true), steps('2026-11-20'))).toEqual([CUT, OPEN]);
		const to = '2026-11-20';
		expect(resultOf('step', funnel(false), steps('2026-11-19'), { to })).toEqual([CUT, CUT]);
	});

	it('a distribution by its dates; nothing of other reports, whatever the names of their columns', () => {
		const rows: Cell[][] = [
			['2026-11-21', 1, 5],
			['2026-11-22', 1, 5],
		];
		expect(resultOf('bucket', { of: 'times', unit: 'day' }, rows)).toEqual([WHOLE, OPEN]);
		expect(resultOf('bucket', { unit: 'day' }, rows)).toEqual(
			[[], []].map(() => [undefined, undefined]),
		);
		expect(resultOf('bucket', followed('day'), rows)[0]).toEqual([undefined, undefined]);
	});
});
