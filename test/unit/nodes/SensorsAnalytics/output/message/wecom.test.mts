import { messageWriters } from '../../../../../../nodes/SensorsAnalytics/output/message';
import type { MessageOptions } from '../../../../../../nodes/SensorsAnalytics/output/message/options';
import type { Table } from '../../../../../../nodes/SensorsAnalytics/table/table';
import {
	city,
	compared,
	digestOf,
	hostile,
	measure,
	OPTIONS,
	tableOf,
	twoDays,
} from '../../../../../support/digests.mts';
import { everyKind } from '../../../../../support/modelTables.mts';
import { wecomBody } from '../../../../../support/robots.mts';

import markdownIt from 'markdown-it';

const nobody = { everybody: false, phones: [], userIds: [] };
const somebody = { mentions: { ...nobody, userIds: ['zhangsan', 'li.si@example'] } };
const card = { style: 'card', link: 'https://sa.example.com/report' } as const;
const write = (content: Table, options: Partial<MessageOptions> = {}) =>
	wecomBody.parse(
		messageWriters.wecom.write(digestOf(content, options), { ...OPTIONS, ...options }),
	);
const OPTIONS_OF_CARD = { ...OPTIONS, ...card };
const textOf = (body: ReturnType<typeof write>) => {
	if (body.msgtype === 'template_card') return JSON.stringify(body.template_card);
	return body.msgtype === 'markdown' ? body.markdown.content : body.markdown_v2.content;
};

describe('a message for WeCom', () => {
	it.each(everyKind)('is a request of its robot: %s', (_name, content) => {
		expect(write(content).msgtype).toBe('markdown_v2');
		expect(write(content, somebody).msgtype).toBe('markdown');
		expect(write(content, card).msgtype).toBe('template_card');
	});

	it.each([4, 12])('has the totals of several measures in a card: %d groups', (count) => {
		const added = (key: string) => ({ ...measure(key), canAddUp: true });
		const rows = Array.from({ length: count }, (_, index) => [`city ${index}`, 100 - index, 2]);
		const table = tableOf([city, added('orders'), added('carts')], rows);
		const body = write(table, { ...card, layout: 'digest' });
		const list = body.msgtype === 'template_card' && body.template_card.horizontal_content_list;
		const sum = rows.reduce((all, row) => all + Number(row[1]), 0);
		expect(list).toHaveLength(Math.min(count + 2, 6));
		expect(list && list[0]).toMatchObject({ keyname: 'city', value: 'orders | carts' });
		// The table of the sentences has eight rows.
		const left = { keyname: '…', value: '4 more rows not shown' };
		expect(list && list.some((line) => line.value === left.value)).toBe(count > 4);
		expect(list && list.at(-1)).toMatchObject({
			keyname: 'Total',
			value: `${sum.toLocaleString('en')} | ${2 * count}`,
		});
	});

	describe('a card whose numbers are long', () => {
		const day = (index: number) => `2026-11-${String(16 + index).padStart(2, '0')}`;
		const listOf = (content: Table, options: Partial<MessageOptions> = {}) => {
			const body = write(content, { ...card, layout: 'rows', ...options });
			if (body.msgtype !== 'template_card') throw new Error('no card');
			return (body.template_card.horizontal_content_list ?? []).map(
				({ keyname, value }) => `${keyname}: ${value}`,
			);
		};
		const changed = [
			{ key: 'date', role: 'date', type: 'date', whenEmpty: null } as const,
			...[
				measure('a'),
				measure('a_previous', { of: 'a', as: 'previous' }),
				measure('a_change', { of: 'a', as: 'change' }),
				measure('a_change_percent', { of: 'a', as: 'percent' }),
			],
		];
		const row = (index: number) => [day(index), 17_275.49 + index, 8570.94, 8704.55, 101.56];
		const days = (count: number) =>
			tableOf(
				changed,
				Array.from({ length: count }, (_, index) => row(index)),
			);

		it('leaves out all changes instead of digits, and the oldest dates', () => {
			expect(listOf(days(7))).toEqual([
				'…: 2 more rows not shown',
				...[2, 3, 4, 5, 6].map(
					(index) => `${day(index)}: ${(17_275.49 + index).toLocaleString('en')}`,
				),
			]);
			expect(listOf(days(6), { hasBefore: false })[0]).toBe(`${day(0)}: 17,275.49 ▲ 101.56%`);
		});

		it('leaves out columns instead of digits, and then the number', () => {
			const wide = tableOf(
				[city, ...'abc'.split('').map((key) => measure(key))],
				[['Riga', 12_345_678_901, 12_345_678_901, 1]],
			);
			expect(listOf(wide)).toEqual(['city: a', 'Riga: 12,345,678,901']);
			const huge = tableOf([city, measure('a')], [['Riga', '123456789012345678901234567890']]);
			expect(listOf(huge)).toEqual(['Riga: …']);
		});

		it('ends its sentence between two parts', () => {
			const digest = digestOf(tableOf([measure('orders')], [[12]]), card);
			const long = `orders: 12, up ${'1,234'.repeat(40)} from 4`;
			const body = wecomBody.parse(
				messageWriters.wecom.write({ ...digest, lines: [long] }, OPTIONS_OF_CARD),
			);
			expect(textOf(body)).toContain('"sub_title_text":"orders: 12 …"');
		});
	});

	it('has whole restrictions in a card, and no half ones', () => {
		const textFor = (city: string) => {
			const digest = digestOf(tableOf([measure('orders')], [[12]]), card);
			const scope = `Only events where city is ${city} · Shanghai time`;
			const body = wecomBody.parse(
				messageWriters.wecom.write({ ...digest, lines: ['orders: 12'], scope }, OPTIONS_OF_CARD),
			);
			return body.msgtype === 'template_card' ? body.template_card.sub_title_text : '';
		};
		expect(textFor('Riga')).toBe('orders: 12\nOnly events where city is Riga · Shanghai time');
		expect(textFor('R'.repeat(90))).toBe('orders: 12\nShanghai time\n…');
	});

	it('has a table, which its Markdown draws', () => {
		const html = markdownIt().render(textOf(write(compared)));
		expect(html).toContain('<th style="text-align:right">orders</th>');
		expect(html.split('<tr>')).toHaveLength(5);
	});

	it.each([10, 100, 1000])('has as many rows as fit into 4,096 bytes: %d', (count) => {
		const rows = Array.from({ length: count }, (_, row) => [`城市 ${row}`, row]);
		const content = tableOf([city, measure('orders')], rows);
		for (const options of [{}, somebody]) {
			const text = textOf(write(content, { maxRows: count, ...options }));
			const shown = text.match(/^(?:\| |> \*\*)城市/gm)?.length ?? 0;
			expect(shown).toBeGreaterThan(Math.min(count, 90) - 1);
			if (shown < count) {
				expect(text).toContain(`${count - shown} more rows not shown`);
				// One more would not fit.
				expect(Buffer.byteLength(text)).toBeGreaterThan(4096 - 40);
			}
		}
	});

	it('holds a row of many long columns, and says which are missing', () => {
		const columns = Array.from({ length: 90 }, (_, index) =>
			measure(`${index} ${'名'.repeat(300)}`),
		);
		const content = tableOf([city, ...columns], [['名'.repeat(300), ...columns.map(() => 1e15)]]);
		const text = textOf(write(content, { title: '名'.repeat(300) }));
		expect(text).toMatch(/\d+ more columns not shown/);
		// A number is never cut.
		expect(text).toContain('| 1,000,000,000,000,000 |');
		expect(text).not.toContain('row not shown');
	});

	it('leaves out changes if they would not fit next to the numbers', () => {
		const columns = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].flatMap((key) => [
			measure(`${key}${'名'.repeat(60)}`),
			measure(`${key} percent`, { of: `${key}${'名'.repeat(60)}`, as: 'percent' }),
			measure(`${key} change`, { of: `${key}${'名'.repeat(60)}`, as: 'change' }),
			measure(`${key} before`, { of: `${key}${'名'.repeat(60)}`, as: 'previous' }),
		]);
		const row = columns.map((_column, index) => [1e15, 12.5, 1e14, 9e14][index % 4] as number);
		const text = textOf(
			write(tableOf(columns, [row, row]), {
				maxRows: 2,
				numbers: { ...OPTIONS.numbers, style: 'decimal', decimals: 10 },
			}),
		);
		expect(text).toMatch(/\| 1,000,000,000,000,000\.0000000000( …| ▲)/);
	});

	it('mentions people that the user names, and nobody in data', () => {
		expect(textOf(write(hostile, somebody)).match(/<@[^>]*>/g)).toEqual([
			'<@zhangsan>',
			'<@li.si@example>',
		]);
		for (const options of [{}, card])
			expect(textOf(write(hostile, { ...options, title: '<@all> @all' }))).not.toMatch(
				/<@|@(?!\u200a)/,
			);
	});

	it('with mentions has no list and no table, which the older Markdown does not know', () => {
		const text = textOf(write(twoDays, somebody));
		expect(text).not.toMatch(/^- |^\|/m);
		expect(text).toContain('> **2026-11-01 / Beijing**: orders 1,234, revenue 5,678.9');
	});

	it.each<[string, Partial<MessageOptions>, string]>([
		['all', { mentions: { ...nobody, everybody: true } }, 'neither phone numbers nor all'],
		[
			'phones',
			{ mentions: { ...nobody, phones: ['13800000000'] } },
			'neither phone numbers nor all',
		],
		['a card', { ...somebody, ...card }, 'A card of WeCom calls nobody'],
		[
			'more people than a text has room for',
			{ mentions: { ...nobody, userIds: Array<string>(100).fill('z'.repeat(40)) } },
			"'Mention' and 'Link' of the message leave no room",
		],
		['a card without a link', { style: 'card' }, "A card needs the detail 'Link'"],
	])('can not call: %s', (_case, options, message) => {
		expect(() => write(twoDays, options)).toThrow(message);
	});

	it('as a card has the first rows, and says how many more there are', () => {
		const rows = Array.from({ length: 9 }, (_, row) => [`城市 ${row}`, row]);
		const body = write(tableOf([city, measure('orders')], rows), card);
		if (body.msgtype !== 'template_card') throw new Error('It is no card');
		expect(body.template_card.horizontal_content_list).toHaveLength(6);
		expect(body.template_card.horizontal_content_list?.[1]).toEqual({
			keyname: '城市 1',
			value: '1',
		});
		expect(JSON.stringify(body.template_card)).toContain('4 more rows not shown');
	});
});
