import { compareCustom, compareWith } from '../../../../../../nodes/SensorsAnalytics/dates/range';
import { type Span, completeSpan } from '../../../../../../nodes/SensorsAnalytics/dates/periods';

const ranged = (text: string) => ({ from: text.slice(0, 10), to: text.slice(11) });
const textOf = ({ from, to } = { from: '', to: '' }) => `${from}/${to}`;
const requestedBy = (unit: string, more: object = {}) => ({
	unit,
	firstWeekday: 1 as const,
	today: '2026-11-21',
	...more,
});
const partOf = (range: string, unit: string, more?: object) => {
	const span = completeSpan({ range: ranged(range) }, requestedBy(unit, more));
	return span && textOf(span.range);
};

describe('P7: what is left of a range', () => {
	it.each([
		['2026-11-01/2026-11-30', 'day', '2026-11-01/2026-11-20'],
		['2026-11-01/2026-11-30', 'total', '2026-11-01/2026-11-20'],
		['2026-11-01/2026-11-30', 'hour', '2026-11-01/2026-11-21'],
		['2026-11-21/2026-11-21', 'day', undefined],
		['2026-11-22/2026-11-30', 'hour', undefined],
		['2026-10-07/2026-11-21', 'WEEK', '2026-10-12/2026-11-15'],
		['2026-10-07/2026-11-30', 'month', undefined],
		['2026-09-01/2026-11-30', 'month', '2026-09-01/2026-10-31'],
		['2026-05-01/2026-11-30', 'quarter', '2026-07-01/2026-09-30'],
	])('%s by %s: %s', (range, unit, meant) => {
		expect(partOf(range, unit)).toBe(meant);
	});

	it('follows the weeks of the service', () => {
		expect(partOf('2026-11-01/2026-11-21', 'week', { firstWeekday: 7 })).toBe(
			'2026-11-01/2026-11-14',
		);
	});
});

describe('P7: what it is compared with', () => {
	const toDate = { ...ranged('2026-11-01/2026-11-21'), toDate: { months: 1 } };
	const before = (range: Span['range'], unit: string, other?: string, more?: object) => {
		const comparison =
			other === undefined
				? compareWith('previousPeriod', range, { unit, firstWeekday: 1 })
				: compareCustom(range, ranged(other));
		return completeSpan({ range, comparison }, requestedBy(unit, more))?.comparison;
	};

	it('are the same days, and complete months if complete months are left', () => {
		expect(textOf(before(toDate, 'day')?.range)).toBe('2026-10-01/2026-10-20');
		const quarter = { ...ranged('2026-09-01/2026-11-21'), toDate: { months: 3 } };
		const own = before(quarter, 'month', undefined, { isTotal: true });
		expect(textOf(own?.range)).toBe('2026-06-01/2026-07-31');
	});

	it('are the partners of the weeks, a number of weeks apart', () => {
		expect(before(toDate, 'week')).toMatchObject({
			range: ranged('2026-10-05/2026-10-18'),
			shift: { days: 28 },
		});
	});

	it('stays within the range compared with, and may be nothing', () => {
		const range = ranged('2026-11-14/2026-11-21');
		expect(textOf(before(range, 'day', '2026-10-01/2026-10-03')?.range)).toBe(
			'2026-10-01/2026-10-03',
		);
		const weeks = ranged('2026-11-07/2026-11-15');
		expect(before(weeks, 'week', '2026-10-03/2026-10-03')?.range).toBeUndefined();
	});

	it('stays unchanged if nothing is left out', () => {
		const range = ranged('2026-10-01/2026-10-31');
		const comparison = compareCustom(range, ranged('2026-09-01/2026-09-30'));
		expect(completeSpan({ range, comparison }, requestedBy('day'))?.comparison).toBe(comparison);
	});
});
