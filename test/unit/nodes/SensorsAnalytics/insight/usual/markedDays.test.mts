import {
	holidaysOf,
	markedDays,
	unlistedHolidays,
} from '../../../../../../nodes/SensorsAnalytics/insight/usual';

const markedAs = markedDays({ hasHolidays: true, hasSales: false, own: [] });
const isMarked = (day: string) => markedAs(day) === 'holiday';
const daysOf = (year: string) =>
	Array.from({ length: 365 }, (_, day) =>
		new Date(Date.UTC(Number(year), 0, 1 + day)).toISOString().slice(0, 10),
	);

/** Read from the notices themselves, word by word, not from the list of the package. */
const NOTICES: { [day: string]: boolean } = {
	// 国务院办公厅关于2024年部分节假日安排的通知, 25 October 2023
	'2024-02-04': true,
	'2024-02-10': true,
	'2024-02-17': true,
	'2024-02-18': true,
	'2024-02-20': false,
	'2024-02-21': false,
	'2024-09-14': true,
	'2024-09-29': true,
	'2024-10-12': true,
	'2024-10-13': false,
	// …2025…, 12 November 2024
	'2025-01-01': true,
	'2025-01-26': true,
	'2025-02-08': true,
	'2025-02-07': false,
	'2025-04-27': true,
	'2025-10-08': true,
	'2025-10-11': true,
	'2025-10-12': false,
	// …2026…, 4 November 2025
	'2025-12-30': true,
	'2025-12-29': false,
	'2026-01-04': true,
	'2026-02-14': true,
	'2026-02-23': true,
	'2026-02-25': true,
	'2026-02-26': false,
	'2026-02-28': true,
	'2026-05-09': true,
	'2026-09-20': true,
	'2026-09-21': false,
	'2026-10-10': true,
	'2026-10-11': false,
	'2026-11-22': false,
};

describe('Marked days', () => {
	it.each(Object.entries(NOTICES))('%s: %s', (day, isReported) => {
		expect(isMarked(day)).toBe(isReported);
	});

	it('mark in a year without a notice all that notices have marked', () => {
		for (const year of ['2024', '2025', '2026']) {
			const next = String(Number(year) + 1);
			const rule = [...unlistedHolidays(year), ...unlistedHolidays(next)];
			const left = holidaysOf(year).filter(
				({ from, to }) => !rule.some((one) => one.from <= from && to <= one.to),
			);
			expect([year, left]).toEqual([year, []]);
		}
	});

	it('go on when the list ends: New Year, Spring Festival and the others are silent, the rest is not', () => {
		// Spring Festival of 2027 is on 6 February, of 2028 on 26 January.
		for (const day of ['2026-12-31', '2027-01-01', '2027-02-06', '2027-02-13', '2028-01-26'])
			expect([day, isMarked(day)]).toEqual([day, true]);
		for (const day of ['2027-01-15', '2027-03-10', '2027-07-20', '2027-11-22'])
			expect([day, isMarked(day)]).toEqual([day, false]);
		// Even without a list the greater part of a year can be judged.
		expect(daysOf('2027').filter(isMarked).length).toBeLessThan(100);
	});

	it('are the selected ones: sales, own days, or none', () => {
		const sales = markedDays({ hasHolidays: false, hasSales: true, own: [] });
		expect(['2026-05-12', '2026-05-13', '2026-06-20', '2026-06-21'].map(sales)).toEqual([
			undefined,
			'sale618',
			'sale618',
			undefined,
		]);
		expect(['2026-10-13', '2026-10-14', '2026-11-14', '2026-11-15'].map(sales)).toEqual([
			undefined,
			'double11',
			'double11',
			undefined,
		]);
		expect(sales('2026-02-17')).toBeUndefined();
		const own = markedDays({
			hasHolidays: false,
			hasSales: false,
			own: [{ from: '2026-12-30', to: '2027-01-01' }],
		});
		expect(['2026-12-29', '2026-12-30', '2027-01-01', '2027-01-02'].map(own)).toEqual([
			undefined,
			'own',
			'own',
			undefined,
		]);
	});
});
