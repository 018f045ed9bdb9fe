import { messageWriters } from '../../../../../../nodes/SensorsAnalytics/output/message';
import type { MessageOptions } from '../../../../../../nodes/SensorsAnalytics/output/message/options';
import type { Cell } from '../../../../../../nodes/SensorsAnalytics/table/decimal';
import type { Table } from '../../../../../../nodes/SensorsAnalytics/table/table';
import {
	city,
	compared,
	date,
	digestOf,
	hours,
	measure,
	OPTIONS,
	tableOf,
} from '../../../../../support/digests.mts';
import {
	citiesCompared,
	distributionTable,
	everyKind,
	retentionOfDays,
} from '../../../../../support/modelTables.mts';
import { teamsBody } from '../../../../../support/robots.mts';

import { createRequire } from 'node:module';
import { join } from 'node:path';

import type * as AdaptiveCards from 'adaptivecards';

// Its main file asks for a library of carousels, which cards need in a browser alone.
const load = createRequire(join(process.cwd(), 'package.json'));
const { AdaptiveCard, SerializationContext, Versions } = load(
	'./node_modules/adaptivecards/dist/adaptivecards.js',
) as typeof AdaptiveCards;

const write = (content: Table, options: Partial<MessageOptions> = {}) => {
	const message = messageWriters.teams.write(digestOf(content, options), {
		...OPTIONS,
		...options,
	});
	return teamsBody.parse(message).attachments[0].content;
};
const tableIn = (card: ReturnType<typeof write>) =>
	card.body.find((element) => element.type === 'Table');
const textsIn = (card: object) =>
	[...JSON.stringify(card).matchAll(/"text":("(?:[^"\\]|\\.)*")/g)].map(
		([, text = '']) => JSON.parse(text) as string,
	);

describe('a card for Microsoft Teams', () => {
	it.each(everyKind)(
		'is read by the library of cards without a complaint: %s',
		(_name, content) => {
			const context = new SerializationContext(Versions.v1_5);
			const card = new AdaptiveCard();
			card.parse(write(content, { link: 'https://sa.example.com' }), context);
			const complaints = Array.from(
				{ length: context.eventCount },
				(_, index) => context.getEventAt(index).message,
			);
			expect([...complaints, ...card.validateProperties().validationEvents]).toEqual([]);
		},
	);

	it('has a table of the numbers, and a button where there is a link', () => {
		const card = write(compared, { link: 'https://sa.example.com' });
		const cells = tableIn(card)?.rows.map((row) => textsIn(row));
		expect(cells?.slice(0, 2)).toEqual([
			['Date', 'orders'],
			['2026-11-01', '110 ▲ 10% (100)'],
		]);
		expect(card.actions).toEqual([
			{ type: 'Action.OpenUrl', title: 'Open', url: 'https://sa.example.com' },
		]);
		expect(write(compared)).not.toHaveProperty('actions');
	});

	it('draws bars as long as their numbers', () => {
		const bars = write(citiesCompared).body.filter((element) => element.type === 'ColumnSet');
		expect(bars.map((bar) => textsIn(bar))).toEqual([
			['北京', '█'.repeat(20), ' 1,234', `${'█'.repeat(17)}▉`, ' 1,100'],
			['上海', `${'█'.repeat(15)}▉`, ' 980', `${'█'.repeat(16)}▍`, ' 1,010'],
			['深圳', `${'█'.repeat(7)}▎`, ' 450', '████▉', ' 300'],
			['(city not set)', '▎', ' 12', '▏', ' 9'],
		]);
		const below = write(
			tableOf(
				[city, measure('orders')],
				[
					['a', -4],
					['b', 0],
				],
			),
		);
		const drawn = below.body.filter((element) => element.type === 'ColumnSet');
		expect(JSON.stringify(drawn)).toContain('"color":"Warning"');
		expect(drawn.map((bar) => textsIn(bar))).toEqual([
			['b', ' 0'],
			['a', '█'.repeat(20), ' −4'],
		]);
		const exact = write(tableOf([city, measure('orders')], [['a', 136.066667]]));
		expect(textsIn(exact.body)).toContain(' 136.07');
	});

	it('names the groups that it draws no line for', () => {
		const rows = ['2026-11-01', '2026-11-02', '2026-11-03'].flatMap((day) =>
			['a', 'b', 'c', 'd', 'e'].map((name, index): Cell[] => [day, name, 9 - index]),
		);
		const card = write(tableOf([date, city, measure('orders')], rows));
		expect(textsIn(card)).toContain('Not in the chart: d, e');
	});

	describe('says once what its chart leaves out', () => {
		const said = (content: Table) =>
			textsIn(write(content)).filter((text) => /^(?:Not in|The) .*chart/.test(text));
		const days = ['2026-11-01', '2026-11-02', '2026-11-03'];
		const byDay = (count: number) =>
			days.flatMap((day) =>
				Array.from({ length: count }, (_, index): Cell[] => [day, `c${index}`, 90 - index]),
			);
		const lines = (rows: Cell[][]) => said(tableOf([date, city, measure('orders')], rows));
		const buckets = (count: number) =>
			said(
				distributionTable(
					[city],
					Array.from({ length: count }, (_, index) => [[`c${index}`], [9 - index, 3, 1]]),
				),
			);

		it.each([
			['few lines', lines(byDay(5)), 'Not in the chart: c3, c4'],
			['seven lines', lines(byDay(7)), 'The chart shows the 3 largest of 7 groups'],
			['many lines', lines(byDay(12)), 'The chart shows the 3 largest of 12 groups'],
			[
				'a line without enough points',
				lines([...byDay(2), ['2026-11-01', 'top', 900]]),
				'Not in the chart: top',
			],
			[
				'such a line of many',
				lines([...byDay(12), ['2026-11-01', 'top', 900]]),
				'Not in the chart: top, c3, c4, and 7 more',
			],
			['groups of a distribution', buckets(3), 'Not in the chart: c1, c2'],
			['many of them', buckets(8), 'Not in the chart: c1, c2, c3, c4, c5, and 2 more'],
			[
				'bars',
				said(
					tableOf(
						[city, measure('orders')],
						Array.from({ length: 30 }, (_, index) => [`c${index}`, 90 - index]),
					),
				),
				'The chart shows the 8 largest of 30 groups',
			],
			[
				'measures',
				said(
					tableOf(
						[date, ...Array.from({ length: 8 }, (_, index) => measure(`m${index}`))],
						days.map((day) => [day, ...Array.from({ length: 8 }, (_, index) => 9 + index)]),
					),
				),
				'The chart shows the first 3 of 8 measures',
			],
		])('%s', (_name, notes, text) => {
			expect(notes).toEqual([text]);
		});
	});

	it('draws numbers over time as a line of blocks', () => {
		expect(textsIn(write(hours))).toContainEqual(
			expect.stringMatching(/^[▁▂▃▄▅▆▇█]+ A very long name of a city \(lowest 900, highest 929\)$/),
		);
	});

	it('shows limits and shares as looks of cells', () => {
		const looks = (content: Table, options = {}) =>
			tableIn(write(content, options))?.rows.map((row) =>
				row.cells.map(({ style }) => style ?? ''),
			);
		const limits = { by: 'change', green: 10, red: -20 } as const;
		expect(looks(compared, { limits })).toEqual([
			['', ''],
			['', 'good'],
			['', 'attention'],
			['', ''],
		]);
		expect(looks(retentionOfDays)?.[1]).toEqual(['', '', 'accent', 'accent', 'emphasis']);
	});

	it.each([1, 100, 1000])('is no larger than a webhook takes: %d rows', (count) => {
		const rows = Array.from({ length: count }, (_, row) => [`城市 ${row}`, row]);
		const card = write(tableOf([city, measure('orders')], rows), { maxRows: count });
		const shown = (tableIn(card)?.rows.length ?? 0) - 1;
		expect(shown).toBeGreaterThan(Math.min(count, 50) - 1);
		if (shown < count) expect(textsIn(card)).toContain(`${count - shown} more rows not shown`);
	});

	it('says how many columns have no room', () => {
		const columns = Array.from({ length: 30 }, (_, index) => measure(`m${index}`));
		const card = write(tableOf([city, ...columns], [['a', ...columns.map(() => 1)]]));
		expect(tableIn(card)?.columns).toHaveLength(12);
		expect(textsIn(card)).toContain('19 more columns not shown');
	});

	it('reads nothing as markup, a mention, a date or an address', () => {
		const wild = tableOf(
			[city, measure('orders')],
			['<at>all</at>', '{{DATE(2026-11-01T00:00:00Z)}}', 'www.evil.example', ''].map(
				(name, row) => [name, row],
			),
		);
		const card = write(wild, { title: '<at>all</at> {{TIME(2026-11-01T00:00:00Z)}}' });
		// Text blocks read Markdown; runs do not.
		expect(JSON.stringify(card)).not.toMatch(/"TextBlock"|"entities"/);
		for (const text of textsIn(card)) expect(text).not.toMatch(/<at|\{\{|www\.evil|^$/);
	});
});
