import {
	drawChart,
	roundTicks,
} from '../../../../../../../nodes/SensorsAnalytics/output/message/svg';
import {
	city,
	compared,
	date,
	digestOf,
	HOSTILE,
	hostile,
	measure,
	tableOf,
} from '../../../../../../support/digests.mts';

describe('a chart', () => {
	it.each([
		[0, 10, [0, 2, 4, 6, 8, 10]],
		[0, 7, [0, 2, 4, 6, 8]],
		[0, 0.3, [0, 0.1, 0.2, 0.3]],
		[-5, 5, [-6, -4, -2, 0, 2, 4, 6]],
		[0, 123_456, [0, 50_000, 100_000, 150_000]],
		[0, 0, [0, 0.2]],
	])('has round ticks from %d to %d', (low, high, ticks) => {
		const found = roundTicks(low, high);
		expect(found[0]).toBeLessThanOrEqual(low);
		expect(found.at(-1)).toBeGreaterThanOrEqual(high);
		expect(found).toEqual(ticks);
	});

	it('draws the compare period dashed, in the colour of its measure', () => {
		const { chart } = digestOf(compared);
		const svg = drawChart(chart as NonNullable<typeof chart>, 'Orders');
		const drawn = [
			...svg.matchAll(/<polyline[^>]*stroke="(#\w+)"[^>]*?(stroke-dasharray)?[^>]*\/>/g),
		];
		expect(svg.match(/<polyline[^>]*stroke-dasharray/g)).toHaveLength(1);
		expect(new Set(drawn.map(([, color]) => color)).size).toBe(1);
	});

	it('draws bars of groups, and nothing for a single number', () => {
		const { chart } = digestOf(hostile);
		expect(chart?.kind).toBe('bar');
		expect(drawChart(chart as NonNullable<typeof chart>, 'x').match(/<rect/g)).toHaveLength(
			HOSTILE.length,
		);
		expect(digestOf(tableOf([measure('orders')], [[1]])).chart).toBeUndefined();
	});

	it('draws bars of the comparison period next to the others, as outlines', () => {
		const { chart } = digestOf(
			tableOf(
				[city, measure('orders'), measure('orders_previous', { of: 'orders', as: 'previous' })],
				[
					['Beijing', 12, 10],
					['Shanghai', 7, null],
				],
			),
		);
		const svg = drawChart(chart as NonNullable<typeof chart>, 'Orders');
		expect(svg.match(/<rect[^>]*fill="none"[^>]*stroke-dasharray/g)).toHaveLength(1);
		expect(svg.match(/<rect[^>]*fill="#/g)).toHaveLength(2);
	});

	it('names its numbers at the axis where lines are groups, and says which groups it shows', () => {
		const cities = Array.from({ length: 9 }, (_, index) => `city ${index}`);
		const rows = cities.flatMap((name, index) => [
			['2026-11-01', name, index],
			['2026-11-02', name, index],
		]);
		const { chart } = digestOf(tableOf([date, city, measure('orders')], rows));
		expect(drawChart(chart as NonNullable<typeof chart>, 'x')).toContain('>orders</text>');
		expect(chart?.notes.map(({ text }) => text)).toEqual([
			'The chart shows the 6 largest of 9 groups',
		]);
		const seven = rows.filter(([, , index]) => Number(index) > 1);
		const { chart: other } = digestOf(tableOf([date, city, measure('orders')], seven));
		expect(other?.notes.map(({ text }) => text)).toEqual(['Not in the chart: city 2']);
	});

	it('names every bar, shortened to its room', () => {
		const names = Array.from({ length: 12 }, (_, index) => `${index} 一个很长的城市名称`);
		const { chart } = digestOf(
			tableOf(
				[city, measure('orders')],
				names.map((name, index) => [name, 12 - index]),
			),
		);
		const svg = drawChart(chart as NonNullable<typeof chart>, 'x');
		const labels = [...svg.matchAll(/text-anchor="middle"[^>]*>([^<]*)</g)].map(
			([, label]) => label,
		);
		expect(labels).toHaveLength(12);
		for (const [index, label] of labels.entries()) {
			expect(label).toMatch(new RegExp(`^${index} 一.?…$`));
		}
	});

	it('says which measures it shows', () => {
		const measures = Array.from({ length: 8 }, (_, index) => measure(`m${index}`));
		const rows = ['2026-11-01', '2026-11-02'].map((day) => [day, ...measures.map(() => 1)]);
		const { chart } = digestOf(tableOf([date, ...measures], rows));
		expect(chart?.series).toHaveLength(6);
		expect(chart?.notes.map(({ text }) => text)).toEqual([
			'The chart shows the first 6 of 8 measures',
		]);
	});
});
