import { messageWriters } from '../../../../../../../nodes/SensorsAnalytics/output/message';
import type { Queries } from '../../../../../../../nodes/SensorsAnalytics/query/query';
import { toItems } from '../../../../../../../nodes/SensorsAnalytics/output/present';
import {
	digestOf,
	hostile,
	measure,
	OPTIONS,
	tableOf,
	twoDays,
} from '../../../../../../support/digests.mts';

describe('a chart alone', () => {
	it('is SVG as text, and the same as a file', () => {
		const json = messageWriters.chart.write(digestOf(twoDays), OPTIONS);
		const [item] = toItems([json], 3);
		expect(item?.json).toMatchObject({ title: 'Orders', notes: [] });
		expect(item?.json.svg).toMatch(/^<svg [^]*<\/svg>$/);
		expect(item?.pairedItem).toEqual({ item: 3 });
		const file = item?.binary?.data;
		expect(file).toMatchObject({
			fileName: 'chart.svg',
			mimeType: 'image/svg+xml',
			fileExtension: 'svg',
		});
		expect(Buffer.from(file?.data ?? '', 'base64').toString()).toBe(item?.json.svg);
	});

	it('names its time zone and filters below, which the message around it has in its headline', () => {
		const property = { of: 'event', event: 'PayOrder', name: 'channel' };
		const svgOf = (values: string[]) => {
			const conditions = [{ property, function: 'equal', values }];
			const query = { measures: [], groupBy: [], unit: 'day' };
			const filter = { join: 'and', conditions, groups: [] };
			const more = { query: { ...query, filter } as unknown as Queries['event'] };
			const digest = digestOf(twoDays, {}, undefined, { ...more, timeZone: 'Asia/Shanghai' });
			return String(messageWriters.chart.write(digest, OPTIONS).svg);
		};
		expect(svgOf(['search'])).toMatch(
			/<svg [^>]*height="338".*viewBox="0 0 640 338"[^]*>Shanghai time · Only events where channel is search<\/text>\n<\/svg>$/,
		);
		expect(svgOf(['x', 'y'].map((one) => one.repeat(39)))).toMatch(
			/>Shanghai time · Only .{60,90}…<\/text>/,
		);
	});

	it('has no such line without a zone and a filter', () => {
		expect(messageWriters.chart.write(digestOf(twoDays), OPTIONS).svg).toContain('height="320"');
	});

	it('holds nothing of the data but text', () => {
		const { svg } = messageWriters.chart.write(digestOf(hostile, { title: '<script>' }), OPTIONS);
		expect(svg).not.toMatch(/<script|<!channel/);
	});

	it.each([
		['of one number', [[1]], true, "a chart takes several dates, or groups. Choose 'Group By'"],
		['without rows', [], true, "the report has no rows. Change its filter or 'Date Range'"],
		['of rows that are not complete', [[1], [2]], true, 'no date or group has complete numbers'],
		['that is turned off', [[1], [2]], false, "the detail 'Chart' of the message is off. Turn it"],
	])('%s is an error that says what a chart takes', (_, rows, hasChart, why) => {
		const options = { ...OPTIONS, hasChart };
		const digest = digestOf(tableOf([measure('orders')], rows), options);
		expect(() => messageWriters.chart.write(digest, options)).toThrow(
			`There is nothing to draw: ${why}`,
		);
	});

	it('items of other forms have no file', () => {
		expect(toItems([{ a: 1 }], 0)).toEqual([{ json: { a: 1 }, pairedItem: { item: 0 } }]);
	});
});
