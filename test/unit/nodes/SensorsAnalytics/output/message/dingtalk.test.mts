import { messageWriters } from '../../../../../../nodes/SensorsAnalytics/output/message';
import { combinedDigest } from '../../../../../../nodes/SensorsAnalytics/output/message/part';
import type { MessageOptions } from '../../../../../../nodes/SensorsAnalytics/output/message/options';
import type { Table } from '../../../../../../nodes/SensorsAnalytics/table/table';
import {
	city,
	compared,
	digestOf,
	HOSTILE,
	hostile,
	measure,
	OPTIONS,
	tableOf,
	twoDays,
} from '../../../../../support/digests.mts';
import { everyKind } from '../../../../../support/modelTables.mts';
import { dingtalkBody } from '../../../../../support/robots.mts';

import markdownIt from 'markdown-it';

const nobody = { everybody: false, phones: [], userIds: [] };
const write = (content: Table, options: Partial<MessageOptions> = {}) =>
	dingtalkBody.parse(
		messageWriters.dingtalk.write(digestOf(content, options), { ...OPTIONS, ...options }),
	);
const textOf = (body: ReturnType<typeof write>) =>
	body.msgtype === 'markdown' ? body.markdown.text : body.actionCard.text;
const card = { style: 'card', link: 'https://sa.example.com/report' } as const;

describe('a message for DingTalk', () => {
	it.each(everyKind)('is a request of its robot: %s', (_name, content) => {
		expect(write(content).msgtype).toBe('markdown');
		expect(write(content, card)).toMatchObject({
			msgtype: 'actionCard',
			actionCard: { singleTitle: 'Open', singleURL: card.link },
		});
	});

	it('has a list of the rows, and a line of blocks', () => {
		const text = textOf(write(compared));
		expect(text).toContain('- **2026-11-01**: orders 110 ▲ 10% (100)');
		expect(text).toMatch(/^[▁▂▃▄▅▆▇█]{3} orders \(lowest 5, highest 110\)$/m);
	});

	it('has the news in its title, which is all that a notification shows', () => {
		const titleOf = (options: Partial<MessageOptions>) => {
			const body = write(twoDays, { layout: 'digest', ...options });
			return body.msgtype === 'markdown' ? body.markdown.title : '';
		};
		const headline = titleOf({ title: '' });
		expect(headline).toMatch(/^orders \(daily average\) 1–2 Nov: /);
		expect(titleOf({ title: 'Trial run' })).toBe(`Trial run: ${headline}`);
		const part = { dates: '', scope: '', zone: '', language: 'en' as const };
		const parts = ['Orders', 'Sales'].map((name) => ({ ...part, name, headline: '5' }));
		const all = messageWriters.dingtalk.write(combinedDigest(parts, OPTIONS), OPTIONS);
		expect(all.markdown).toMatchObject({ title: '2 reports: Orders: 5; Sales: 5' });
	});

	it('has a table if requested', () => {
		expect(textOf(write(compared, { rowsAs: 'table' }))).toContain('| Date | orders |');
	});

	it.each([1, 100, 1000])('is no larger than a robot takes: %d rows', (count) => {
		const rows = Array.from({ length: count }, (_, row) => [`城市 ${row}`, row]);
		const text = textOf(write(tableOf([city, measure('orders')], rows), { maxRows: count }));
		const shown = text.split('\n- ').length - 1;
		expect(shown).toBeGreaterThan(Math.min(count, 300) - 1);
		if (shown < count) expect(text).toContain(`${count - shown} more rows not shown`);
	});

	it('says what has no room of many wide columns', () => {
		const columns = Array.from({ length: 60 }, (_, index) =>
			measure(`${index} ${'名'.repeat(300)}`),
		);
		const rows = Array.from({ length: 30 }, () => columns.map(() => 1e15));
		const text = textOf(
			write(
				tableOf(
					[city, ...columns],
					rows.map((row) => ['x', ...row]),
				),
				{ maxRows: 30 },
			),
		);
		expect(text).toMatch(/more rows? not shown|more columns not shown/);
		expect(text).toContain('1,000,000,000,000,000');
	});

	it('mentions the people that the user names, in the text and in its own field', () => {
		const mentions = { everybody: false, phones: ['13800000000'], userIds: ['zhangsan'] };
		const body = write(hostile, { mentions });
		expect(body.at).toEqual({
			atMobiles: ['13800000000'],
			atUserIds: ['zhangsan'],
			isAtAll: false,
		});
		expect(textOf(body).endsWith('\n\n@13800000000 @zhangsan')).toBe(true);
		expect(write(hostile, { mentions: { ...nobody, everybody: true } }).at?.isAtAll).toBe(true);
	});

	it('refuses more people than a request has room for', () => {
		const userIds = Array<string>(200).fill('z'.repeat(64));
		expect(() => write(hostile, { mentions: { ...nobody, userIds } })).toThrow(
			"'Mention' and 'Link' of the message leave no room",
		);
	});

	it('mentions nobody by names in data', () => {
		const names = ['@all', '@13800000000', '@所有人', ...HOSTILE];
		const content = tableOf(
			[city, measure('@all')],
			names.map((name, row) => [name, row]),
		);
		for (const options of [{}, card]) {
			const body = write(content, { ...options, title: '@all @13800000000' });
			expect(body).not.toHaveProperty('at');
			expect(JSON.stringify(body)).not.toMatch(/@(?!\u200a)/);
		}
	});

	it('has no link but the one of the user, and no markup of the data', () => {
		const html = markdownIt({ linkify: true }).render(textOf(write(hostile)));
		expect(html).not.toMatch(/<a |<img|<script|<code>|<s>/);
		for (const word of ['alert', 'heading', 'bold', 'gone']) expect(html).toContain(word);
	});

	it('as a card without a link is an error that names the field', () => {
		expect(() => write(twoDays, { style: 'card' })).toThrow(
			"A card needs the detail 'Link' of the message: where its button leads",
		);
	});
});
