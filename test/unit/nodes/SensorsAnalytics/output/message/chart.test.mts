import { cutNote } from '../../../../../../nodes/SensorsAnalytics/output/message/chart';
import { drawChart, roundTicks } from '../../../../../../nodes/SensorsAnalytics/output/message/svg';
import type { Cell } from '../../../../../../nodes/SensorsAnalytics/table/decimal';
import { digestOf, OPTIONS } from '../../../../../support/digests.mts';
import { messageOf, reportTable } from '../../../../../support/reportTable.mts';

const chartOf = (keys: string[], rows: Cell[][]) => {
	const { chart } = digestOf(reportTable(keys, rows));
	if (!chart) throw new Error('There is no chart');
	return chart;
};

describe('data of a chart', () => {
	it('has a bar for each group, even if they look alike', () => {
		const { categories, series } = chartOf(
			['city', 'orders'],
			[
				[null, 4],
				['(city not set)', 3],
				[10, 2],
				['10', 1],
			],
		);
		expect(categories).toEqual(['(city not set)', '(city not set) 2', '10', '10 2']);
		expect(series[0]?.values).toEqual([4, 3, 2, 1]);
	});

	it('names groups of yes and no as its table does', () => {
		const { categories } = chartOf(
			['city', 'orders'],
			[
				[true, 4],
				[false, 3],
				[null, 2],
			],
		);
		expect(categories).toEqual(['yes', 'no', '(city not set)']);
	});

	it('has a line for each group, even if they look alike', () => {
		const days = ['2026-11-01', '2026-11-02'];
		const groups: Cell[] = [null, '(city not set)', 10, '10'];
		const { series } = chartOf(
			['date', 'city', 'orders'],
			groups.flatMap((group, index) => days.map((day): Cell[] => [day, group, 9 - index])),
		);
		expect(series.map(({ name, values }) => [name, ...values])).toEqual([
			['(city not set)', 9, 9],
			['(city not set) 2', 8, 8],
			['10', 7, 7],
			['10 2', 6, 6],
		]);
	});

	it('shows fractions without the digits that binary arithmetic makes up', () => {
		const values = [537731.5699999986, 0.30000000000000004, -1.0000000001, 1e-9, 2 ** 60];
		const { series } = chartOf(
			['date', 'revenue'],
			values.map((value, index): Cell[] => [`2026-11-0${index + 1}`, value]),
		);
		expect(series[0]?.values).toEqual([537731.57, 0.3, -1, 1e-9, 2 ** 60]);
	});

	it('adds up in decimal digits: groups with equal sums keep their order', () => {
		const { series } = chartOf(
			['date', 'city', 'revenue'],
			[
				['2026-11-01', 'A', 0.3],
				['2026-11-01', 'B', 0.1],
				['2026-11-02', 'B', 0.2],
			],
		);
		expect(series.map(({ name }) => name)).toEqual(['A', 'B']);
	});

	it('has points in time in their order, though the first group lacks some', () => {
		const { categories, series } = chartOf(
			['date', 'city', 'orders'],
			[
				['2026-11-01', 'A', 5],
				['2026-11-03', 'A', 6],
				['2026-11-02', 'B', 1],
			],
		);
		expect(categories).toEqual(['1 Nov', '2 Nov', '3 Nov']);
		expect(series.map(({ values }) => values)).toEqual([
			[5, null, 6],
			[null, 1, null],
		]);
	});

	it.each([
		[
			['2026-10-01', '2026-11-01'],
			['Oct', 'Nov'],
		],
		[
			['2025-12-31', '2026-01-01'],
			['31 Dec 2025', '1 Jan'],
		],
	])('writes months, and the year of dates in another one: %j', (dates, written) => {
		const rows = dates.map((day): Cell[] => [day, 1]);
		expect(chartOf(['date', 'orders'], rows).categories).toEqual(written);
	});

	it('has both hours where the clock is put back', () => {
		const { categories, series } = chartOf(
			['date', 'orders'],
			[
				['2026-10-25T02:00:00+01:00', 2],
				['2026-10-25T02:00:00+02:00', 1],
			],
		);
		expect(categories).toEqual(['25 Oct 02:00', '25 Oct 02:00 2']);
		expect(series[0]?.values).toEqual([1, 2]);
	});

	it('treats infinite numbers as gaps', () => {
		const chart = chartOf(
			['date', 'orders'],
			[
				['2026-11-01', JSON.parse('1e999') as number],
				['2026-11-02', 1],
			],
		);
		expect(chart.series[0]?.values).toEqual([null, 1]);
	});

	it('shows the last thousand points in time, and says so', () => {
		const rows = Array.from({ length: 1500 }, (_, hour): Cell[] => [
			new Date(Date.UTC(2026, 0, 1, hour)).toISOString().slice(0, 19),
			hour,
		]);
		const chart = chartOf(['date', 'orders'], rows);
		expect([chart.categories.length, chart.series[0]?.values.at(-1)]).toEqual([1000, 1499]);
		const { words } = digestOf(reportTable(['date', 'orders'], rows));
		const noteOf = (most?: number) => cutNote(chart, words, most);
		expect(noteOf()).toEqual(['The chart shows the last 1000 of 1500 data points']);
		expect(noteOf(31)).toEqual(['The chart shows the last 31 of 1500 data points']);
	});

	it("names the points in time and groups that Slack can't show", () => {
		const noteOf = (keys: string[], rows: Cell[][]) =>
			JSON.stringify((messageOf('slack', reportTable(keys, rows)) as { blocks: object[] }).blocks);
		const days = ['2026-11-01', '2026-11-02', '2026-11-03'];
		expect(
			noteOf(
				['date', 'orders'],
				days.map((day, index) => [day, index === 1 ? null : 1]),
			),
		).toContain('The chart leaves out 1 data point (not over, or without a value)');
		expect(
			noteOf(
				['city', 'orders'],
				[
					['A', 1],
					['B', null],
				],
			),
		).toContain('Not in the chart: B');
	});

	it.each([
		[0, 0.004],
		[-1.7e308, 1.7e308],
		[0, Number.MAX_VALUE],
		[0, 5e-324],
		[-3e-7, 0],
		[0, 1e15],
	])('has finite ticks, in order, around %d to %d', (low, high) => {
		const ticks = roundTicks(low, high);
		expect(ticks.every((tick) => Number.isFinite(tick) && !Object.is(tick, -0))).toBe(true);
		expect([...ticks].sort((a, b) => a - b)).toEqual(ticks);
		expect(new Set(ticks).size).toBe(ticks.length);
		expect(ticks.length).toBeLessThan(12);
	});

	it('writes the exact values of ticks, in any style of numbers', () => {
		const numbers = { ...OPTIONS.numbers, style: 'integer' as const };
		const table = reportTable(
			['city', 'orders'],
			[
				['A', 0.4],
				['B', 0.2],
			],
		);
		const { chart } = digestOf(table, { numbers });
		const svg = drawChart(chart as NonNullable<typeof chart>, 'x');
		const ticks = [...svg.matchAll(/text-anchor="end"[^>]*>([^<]*)</g)].map(([, tick]) => tick);
		expect(ticks).toEqual(['0', '0.1', '0.2', '0.3', '0.4']);
	});
});
