import { periodsOf } from '../../../../../../nodes/SensorsAnalytics/dates/periods';

const NOW = new Date('2026-11-21T14:30:00+08:00');
const requestedBy = (unit: string, from: string, to: string, timeZone = 'Asia/Shanghai') => ({
	unit,
	range: { from, to },
	timeZone,
	now: NOW,
	firstWeekday: 1 as const,
});
const resultOf = (range: { from: string; to: string }, ...points: string[]) => ({ points, range });

describe('the periods of a report', () => {
	it.each<[string, string, string, string[], string[]]>([
		[
			'week',
			'2026-10-07',
			'2026-10-20',
			['2026-10-05', '2026-10-12', '2026-10-19'],
			['2026-10-05', '2026-10-19'],
		],
		['month', '2026-10-01', '2026-11-30', ['2026-10-01', '2026-11-01'], ['2026-11-01']],
		['quarter', '2026-07-01', '2026-10-05', ['2026-07-01', '2026-10-01'], ['2026-10-01']],
		['year', '2025-01-01', '2025-12-31', ['2025-01-01'], []],
		['day', '2026-11-20', '2026-11-22', ['2026-11-20', '2026-11-21', '2026-11-22'], ['2026-11-21']],
		['total', '2026-11-20', '2026-11-22', ['2026-11-20'], ['2026-11-20']],
		['total', '2026-11-10', '2026-11-20', ['2026-11-10'], []],
	])('P1, P2, P4: by %s from %s to %s', (unit, from, to, names, partial) => {
		const { periods } = periodsOf([], requestedBy(unit, from, to));
		expect(periods.map(({ name }) => name)).toEqual(names);
		expect(periods.filter(({ isPartial }) => isPartial).map(({ name }) => name)).toEqual(partial);
	});

	it('P3: distinguishes what has not started', () => {
		const { periods } = periodsOf([], requestedBy('hour', '2026-11-21', '2026-11-21'));
		expect(periods.filter(({ hasBegun }) => hasBegun)).toHaveLength(15);
		expect(periods.filter(({ isPartial }) => isPartial).map(({ name }) => name)).toEqual([
			'2026-11-21T14:00:00+08:00',
		]);
	});

	it.each([
		['Australia/Lord_Howe', '2026-04-05', '2026-04-04T15:20:00Z', '01'],
		['Australia/Lord_Howe', '2026-10-04', '2026-10-03T16:10:00Z', '03'],
		['Pacific/Chatham', '2026-04-05', '2026-04-04T14:10:00Z', '03,02'],
		['Antarctica/Troll', '2026-10-25', '2026-10-25T01:30:00Z', '01,02'],
		['Europe/Berlin', '2026-10-25', '2026-10-25T01:30:00Z', '02'],
		['Asia/Shanghai', '2026-10-25', '2026-10-25T01:30:00Z', '09'],
	])('P4: an hour is in progress until its last minute is over: %s, %s', (zone, day, now, open) => {
		const options = { ...requestedBy('hour', day, day, zone), now: new Date(now) };
		const hours = periodsOf([], options).periods.filter(({ isPartial }) => isPartial);
		expect(hours.map(({ local }) => local.slice(11, 13))).toEqual(open.split(',').sort());
	});

	it('P2: the first day of the range belongs to the week in which it lies', () => {
		const range = { from: '2026-10-07', to: '2026-10-20' };
		const { places } = periodsOf(
			[resultOf(range, '2026-10-07', '2026-10-19')],
			requestedBy('week', range.from, range.to),
		);
		expect(places).toEqual([[0, 2]]);
	});

	const day = (date: string) => ({ from: date, to: date });
	it('P5: an odd point is at its time', () => {
		const { periods, places } = periodsOf(
			[resultOf(day('2026-03-29'), '2026-03-29T02:00:00')],
			requestedBy('hour', '2026-03-29', '2026-03-29', 'Europe/Berlin'),
		);
		expect(periods).toHaveLength(24);
		expect(places).toEqual([[2]]);
		expect(periods.map(({ isOdd }) => isOdd).lastIndexOf(true)).toBe(2);
		const twice = periodsOf(
			[resultOf(day('2026-11-01'), '2026-11-01', '2026-11-01')],
			requestedBy('day', '2026-11-01', '2026-11-02'),
		);
		expect(twice.periods.map(({ name, isOdd }) => [name, isOdd])).toEqual([
			['2026-11-01', false],
			['2026-11-01', true],
			['2026-11-02', false],
		]);
	});

	it('P6: an hour that occurs twice in an answer is two periods', () => {
		const names = (...points: string[]) =>
			periodsOf(
				[resultOf(day('2026-10-25'), ...points)],
				requestedBy('hour', '2026-10-25', '2026-10-25', 'Europe/Berlin'),
			)
				.periods.map(({ name }) => name)
				.filter((name) => name.includes('T02'));
		const two = '2026-10-25T02:00:00';
		expect(names(two, two)).toEqual([`${two}+02:00`, `${two}+01:00`]);
		expect(names(two)).toEqual([`${two}+02:00`]);
		expect(names()).toEqual([`${two}+02:00`]);
	});

	it('a unit without a known calendar has the points of the answer', () => {
		const minutes = requestedBy('minute', '2026-11-01', '2026-11-01');
		const { periods } = periodsOf([resultOf(minutes.range, '2026-11-01T10:05:00')], {
			...minutes,
			more: ['2026-11-01T10:01:00', '2026-11-01T10:05:00'],
		});
		expect(periods.map(({ name, isOdd }) => [name, isOdd])).toEqual([
			['2026-11-01T10:01:00+08:00', false],
			['2026-11-01T10:05:00+08:00', false],
		]);
	});
});
