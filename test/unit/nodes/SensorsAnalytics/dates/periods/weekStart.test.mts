import { weekdayShown } from '../../../../../../nodes/SensorsAnalytics/dates/periods';

const range = { from: '2026-10-07', to: '2026-10-27' }; // Wednesday to Tuesday

describe('P2: the weekday on which weeks start', () => {
	it.each<[string, string[], number | undefined]>([
		['Mondays', ['2026-10-05', '2026-10-12'], 1],
		['Sundays, the first one cut', ['2026-10-07', '2026-10-11', '2026-10-18'], 7],
		['the first day of the range alone: not shown', ['2026-10-07'], undefined],
		['before the range', ['2026-10-04'], 7],
		['nothing', [], undefined],
	])('%s', (_case, points, weekday) => {
		expect(weekdayShown([{ points, range }])).toBe(weekday);
	});

	it('F3: later chunks are cut at Mondays: their first day counts only if no other point does', () => {
		const first = { points: [], range: { from: '2026-10-07', to: '2026-10-11' } };
		const next = { points: ['2026-10-12'], range: { from: '2026-10-12', to: '2026-10-18' } };
		expect(weekdayShown([first, { ...next, isLaterSlice: true }])).toBe(1);
		const shown = { ...next, points: ['2026-10-12', '2026-10-18'], isLaterSlice: true };
		expect(weekdayShown([first, shown])).toBe(7);
	});

	it.each<[string, string, number | undefined]>([
		['Sunday', '2026-11-15', 7],
		['Saturday', '2026-11-14', 6],
		['Monday', '2026-11-16', 1],
		['Tuesday, on which no weeks start', '2026-11-17', undefined],
	])('a range with only its first day in the answer, a %s', (_case, from, weekday) => {
		const lone = { points: [from], range: { from, to: '2026-11-21' } };
		expect(weekdayShown([lone])).toBe(weekday);
		const clear = { points: ['2026-10-12', '2026-10-19'], range };
		expect(weekdayShown([lone, clear])).toBe(1);
	});

	it('may be shown by another answer', () => {
		const lone = { points: ['2026-10-07'], range };
		expect(weekdayShown([lone, { points: ['2026-10-11'], range }])).toBe(7);
	});
});
