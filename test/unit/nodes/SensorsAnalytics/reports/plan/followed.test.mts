import { MONDAY, type Weekday } from '../../../../../../nodes/SensorsAnalytics/dates/calendar';
import type { Queries } from '../../../../../../nodes/SensorsAnalytics/query/query';
import { windowOpenFrom } from '../../../../../../nodes/SensorsAnalytics/output/message/periods';
import { isUnderWay, notFollowedYet } from '../../../../../../nodes/SensorsAnalytics/reports/plan';

const TODAY = '2026-11-22';
const query = (unit: string, duration: number) => ({ unit, duration }) as Queries['retention'];
const on = (unit: string, duration: number, from: string) =>
	notFollowedYet(query(unit, duration), { from, to: TODAY }, TODAY, MONDAY);

describe('users of a funnel who still have time', () => {
	const DAY = 1440;
	const clock = { requestedAt: `${TODAY}T04:00:00Z`, timeZone: 'Asia/Shanghai' };
	const open = (windowMinutes: number, from: string, to: string, mayEndLater = true, more = {}) =>
		windowOpenFrom({
			query: { steps: [], windowMinutes, mayEndLater } as unknown as Queries['funnel'],
			range: { from, to },
			...{ ...clock, ...more },
		});

	it.each([
		[7 * DAY, '2026-11-01', '2026-11-21', '2026-11-15'],
		[7 * DAY, '2026-11-01', '2026-11-15', '2026-11-15'],
		[7 * DAY, '2026-11-18', '2026-11-21', '2026-11-18'],
		// Noon: the last window of yesterday ended an hour after midnight.
		[60, '2026-11-01', '2026-11-22', '2026-11-22'],
		[13 * 60, '2026-11-01', '2026-11-22', '2026-11-21'],
		[DAY, '2026-11-22', '2026-11-30', '2026-11-22'],
	])('a window of %d minutes, %s to %s: from %s on', (minutes, from, to, expected) => {
		expect(open(minutes, from, to)).toBe(expected);
	});

	it.each([
		[7 * DAY, '2026-11-01', '2026-11-14'],
		[60, '2026-11-01', '2026-11-20'],
		[DAY, '2026-11-25', '2026-11-30'],
	])('a window of %d minutes, %s to %s: nobody', (minutes, from, to) => {
		expect(open(minutes, from, to)).toBeUndefined();
	});

	it('do not exist if later steps count until the range ends, and it is over', () => {
		expect(open(7 * DAY, '2026-11-01', '2026-11-21', false)).toBeUndefined();
		expect(open(7 * DAY, '2026-11-01', '2026-11-22', false)).toBe('2026-11-15');
	});

	it('are those of yesterday while its last windows are open, or lack data', () => {
		const early = { requestedAt: '2026-11-21T16:30:00Z' };
		expect(open(60, '2026-11-01', '2026-11-22', true, early)).toBe('2026-11-21');
		const late = { dataUntil: '2026-11-22 00:30' };
		expect(open(60, '2026-11-01', '2026-11-22', true, late)).toBe('2026-11-21');
		expect(open(30, '2026-11-01', '2026-11-22', true, late)).toBe('2026-11-22');
	});

	it('are of no other report', () => {
		const range = { from: TODAY, to: TODAY };
		expect(windowOpenFrom({ query: query('day', 7), range, ...clock })).toBeUndefined();
	});
});

describe('users of a range that starts late', () => {
	it.each([
		['day', 7, '2026-11-21', '1 of 7 days'],
		['day', 7, '2026-11-22', '0 of 7 days'],
		['day', 7, '2026-11-25', '0 of 7 days'],
		['day', 7, '2026-11-16', '6 of 7 days'],
		['week', 4, '2026-11-10', '1 of 4 weeks'],
		['month', 2, '2026-10-31', '1 of 2 months'],
	])('by %s, %d periods from %s on: %s', (unit, duration, from, words) => {
		expect(on(unit, duration, from)).toContain(
			`For users who start ${unit === 'day' ? 'on' : `in the ${unit} that contains`} ${from}, data exists for ${words}`,
		);
	});

	it.each([
		['day', 7, '2026-11-15'],
		['day', 1, '2026-11-21'],
		['week', 1, '2026-11-15'],
		['month', 2, '2026-09-30'],
		['fortnight', 2, TODAY],
	])('by %s, %d periods from %s: no hint', (unit, duration, from) => {
		expect(on(unit, duration, from)).toBeUndefined();
	});

	it('are followed until the dates end, if nothing later counts', () => {
		const within = { ...query('day', 7), mayEndLater: false };
		const until = (to: string) => notFollowedYet(within, { from: '2026-11-16', to }, TODAY, MONDAY);
		expect(until('2026-11-18')).toContain(' 2 of 7 days within the dates. ');
		expect(until(TODAY)).toContain(' 6 of 7 days so far. ');
	});

	it('are followed by no other report', () => {
		const funnel = { steps: [], windowMinutes: 1 } as unknown as Queries['funnel'];
		expect(notFollowedYet(funnel, { from: TODAY, to: TODAY }, TODAY, MONDAY)).toBeUndefined();
	});
});

describe('users who are followed through the current period', () => {
	it.each([
		['day', 7, '2026-11-21', true],
		['day', 7, '2026-11-15', true],
		['day', 7, '2026-11-14', false],
		['day', 0, '2026-11-22', true],
		['day', 7, '2026-11-30', true],
		['week', 1, '2026-11-15', true],
		['week', 1, '2026-11-08', false],
		['month', 2, '2026-08-31', false],
		['month', 2, '2026-09-01', true],
	])('by %s, %d periods, up to %s: %s', (unit, duration, to, expected) => {
		expect(isUnderWay(query(unit, duration), { from: '2026-01-01', to }, TODAY, MONDAY)).toBe(
			expected,
		);
	});

	const SUNDAY: Weekday = 7;
	it.each<[string, string, boolean, Weekday?]>([
		['day', '2026-11-21', false],
		['day', '2026-11-22', true],
		['week', '2026-11-15', false],
		['week', '2026-11-18', true],
		['week', '2026-11-14', false, SUNDAY],
		['week', '2026-11-15', true, SUNDAY],
		['month', '2026-10-31', false],
		['month', '2026-10-30', true],
	])('by %s, within dates up to %s: %s', (unit, to, expected, weekday = MONDAY) => {
		const within = { ...query(unit, 7), mayEndLater: false };
		expect(isUnderWay(within, { from: '2026-01-01', to }, TODAY, weekday)).toBe(expected);
	});

	it('do not exist in a future range, and in other reports', () => {
		const later = { from: '2026-12-01', to: '2026-12-02' };
		expect(isUnderWay(query('day', 7), later, TODAY, MONDAY)).toBe(false);
		const funnel = { steps: [], windowMinutes: 1 } as unknown as Queries['funnel'];
		expect(isUnderWay(funnel, { from: TODAY, to: TODAY }, TODAY, MONDAY)).toBe(false);
	});
});
