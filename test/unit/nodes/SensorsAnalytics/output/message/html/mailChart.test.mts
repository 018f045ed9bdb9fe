import type { Chart } from '../../../../../../../nodes/SensorsAnalytics/output/message/chart';
import { mailChart } from '../../../../../../../nodes/SensorsAnalytics/output/message/html';
import { wordsOf } from '../../../../../../../nodes/SensorsAnalytics/output/message/words';

const words = wordsOf('en');
const draw = (chart: Partial<Chart>) => {
	const { html, notes } = mailChart(
		{ kind: 'bar', categories: [], series: [], notes: [], write: String, ...chart },
		words,
	);
	const text = html.join('\n');
	const numbers = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, one]) => Number(one));
	const bars = /height="14" style="[^"]*width: (\d+)px/g;
	return { text, notes, widths: numbers(bars), heights: numbers(/<td height="(\d+)"/g) };
};
const series = (values: Array<number | null>, name = 'orders', isPrevious = false) => ({
	name,
	values,
	isPrevious,
});

describe('a chart of cells', () => {
	it('has bars as wide as their numbers, and the numbers at their ends', () => {
		const { widths, text } = draw({ categories: ['a', 'b', 'c'], series: [series([200, 100, 0])] });
		expect(widths).toEqual([180, 90]);
		for (const number of ['200', '100', '0']) expect(text).toContain(`>${number}</td>`);
	});

	it('has the comparison next to it, in its own color', () => {
		const both = [series([100]), series([50], 'orders (before)', true)];
		const { widths, text } = draw({ categories: ['a'], series: both });
		expect(widths).toEqual([180, 90]);
		expect(text).toContain('background-color: #0072b2');
		expect(text).toContain('background-color: #9a9a9a');
		expect(text).toContain('orders (before)');
	});

	it('marks numbers below 0 by their color, and says so', () => {
		const { widths, notes, text } = draw({ categories: ['a', 'b'], series: [series([-10, 5])] });
		expect(widths).toEqual([180, 90]);
		expect(text).toContain('background-color: #d55e00');
		expect(text).toContain('>-10</td>');
		expect(notes).toEqual(['Numbers below 0 are drawn in orange']);
	});

	it('has columns as high as their numbers, with gaps, and first and last date below', () => {
		const { heights, text } = draw({
			kind: 'line',
			categories: ['11-01', '11-02', '11-03'],
			series: [series([4, null, 2])],
		});
		expect(heights).toEqual([80, 40]);
		expect(text).toContain('orders 2–4');
		expect(text).toContain('>11-01</td>');
		expect(text).toContain('>11-03</td>');
		expect(text).not.toContain('11-02');
	});

	it('measures have scales of their own, groups of one measure the same', () => {
		const chart = {
			kind: 'line',
			categories: ['11-01', '11-02'],
			series: [series([100, 50], 'a'), series([10, 5], 'b')],
		} as const;
		expect(
			draw({ ...chart, categories: [...chart.categories], series: [...chart.series] }).heights,
		).toEqual([80, 40, 80, 40]);
		const groups = draw({
			...chart,
			categories: [...chart.categories],
			series: [...chart.series],
			valueName: 'orders',
		});
		expect(groups.heights).toEqual([80, 40, 8, 4]);
		expect(groups.text).toContain('a · orders');
	});

	it('has the last points where there are many, and says so', () => {
		const { heights, notes } = draw({
			kind: 'line',
			categories: Array.from({ length: 40 }, (_, day) => String(day)),
			series: [series(Array.from({ length: 40 }, (_, day) => 1000 - day))],
		});
		expect(heights).toHaveLength(31);
		expect(notes).toEqual(['The chart shows the last 31 of 40 data points']);
	});

	it('of nothing but 0 has no bar', () => {
		expect(draw({ categories: ['a'], series: [series([0])] }).widths).toEqual([]);
		expect(
			draw({ kind: 'line', categories: ['a', 'b'], series: [series([0, 0])] }).heights,
		).toEqual([]);
	});
});
