import { messageWriters } from '../../../../../../nodes/SensorsAnalytics/output/message';
import {
	city,
	date,
	digestOf,
	hostile,
	measure,
	OPTIONS,
	tableOf,
	twoDays,
} from '../../../../../support/digests.mts';

const write = (digest: ReturnType<typeof digestOf>) => messageWriters.feishu.write(digest, OPTIONS);

describe('a card for Feishu', () => {
	it('has a table and a chart of the numbers', () => {
		const { card, msg_type: type } = write(digestOf(twoDays)) as {
			msg_type: string;
			card: { schema: string; body: { elements: Array<Record<string, unknown>> } };
		};
		expect([type, card.schema]).toEqual(['interactive', '2.0']);
		const drawn = card.body.elements.filter(({ tag }) => tag !== 'div');
		const [chart, table] = drawn as [
			{ tag: string; chart_spec: { type: string; data: { values: object[] } } },
			{ tag: string; columns: Array<{ name: string }>; rows: Array<Record<string, string>> },
		];
		expect(chart.tag).toBe('chart');
		expect(chart.chart_spec).toMatchObject({ type: 'line', xField: 'x', seriesField: 'series' });
		expect(chart.chart_spec.data.values).toContainEqual({
			x: '2 Nov',
			value: 1300,
			series: 'Beijing',
		});
		expect(table.rows[0]).toEqual({ c0: '2026-11-01', c1: 'Beijing', c2: '1,234', c3: '5,678.9' });
		// No cell is cut: rows are as high as their texts.
		expect(table).toHaveProperty('row_height', 'auto');
		expect(table.columns.map(({ name }) => name)).toEqual(Object.keys(table.rows[0] as object));
	});

	it.each([1, 40, 400])('is no larger than a robot takes: %d rows', (count) => {
		const rows = Array.from({ length: count }, (_, row) => [`城市 ${row}`, row]);
		const digest = digestOf(tableOf([city, measure('orders')], rows), { maxRows: count });
		const message = write(digest) as {
			card: { body: { elements: Array<{ tag: string; rows?: object[] }> } };
		};
		expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThanOrEqual(20_000);
		const table = message.card.body.elements.find(({ tag }) => tag === 'table');
		const shown = table?.rows?.length ?? 0;
		expect(shown).toBeGreaterThan(Math.min(count, 300) - 1);
		if (shown < count) {
			expect(JSON.stringify(message)).toContain(`${count - shown} more rows not shown`);
		}
	});

	it('leaves out a chart that a robot would not take, and says so', () => {
		const points = Array.from({ length: 900 }, (_, hour) =>
			new Date(Date.UTC(2026, 9, 1, hour)).toISOString().slice(0, 19),
		);
		const content = tableOf(
			[date, city, measure('orders')],
			points.flatMap((point) => ['北京', '上海'].map((name) => [point, name, 12_345])),
		);
		const text = JSON.stringify(write(digestOf(content)));
		expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20_000);
		expect(text).toContain('too many data points');
		expect(text).not.toContain('chart_spec');
		expect(text).toContain('12,345');
	});

	it('puts texts from data where nothing is read as markup', () => {
		const { card } = write(digestOf(hostile, { title: '<at id=all></at>' })) as {
			card: { header: object; body: { elements: object[] } };
		};
		expect(JSON.stringify(card)).not.toMatch(/"(lark_md|markdown)"/);
	});
});
