import { digestOf, OPTIONS, measure, tableOf } from '../../../../../../support/digests.mts';
import type { Cell } from '../../../../../../../nodes/SensorsAnalytics/table/decimal';
import type { Column } from '../../../../../../../nodes/SensorsAnalytics/table/table';

const own = (key: string, type: Column['type'] = 'string'): Column => ({
	key,
	role: 'group',
	type,
	whenEmpty: null,
});
const LINK = [
	...[own('step', 'number'), own('from'), own('to')],
	...[measure('times'), measure('percent')],
	...[own('source'), own('target')],
];
const ROWS: Cell[][] = [
	[1, 'view', null, 50, 62.5, '0_view', '1_wastage'],
	[1, 'view', 'cart', 30, 37.5, '0_view', '1_cart'],
	[2, 'cart', 'pay', 12, 40, '1_cart', '2_pay'],
];

const ZH = { numbers: { ...OPTIONS.numbers, locale: 'zh-CN' } };

describe('paths as people read them', () => {
	it('of today are told until now, and once is one time', () => {
		const table = tableOf(LINK, [[1, 'view', 'cart', 1, 100, '0_view', '1_cart']], {
			drawn: 'times',
		});
		const today = { from: '2026-11-02', to: '2026-11-02' };
		const clock = { requestedAt: '2026-11-02T02:00:00Z', timeZone: 'Asia/Shanghai' };
		expect(digestOf(table, {}, undefined, { ...clock, range: today }).lines[0]).toBe(
			'Today (Mon 2 Nov) until 10:00: in the only path, the next event was “cart”',
		);
	});

	it('are links under the names of events, with the share that continues there', () => {
		const { columns, rows, lines, chart, title } = digestOf(
			tableOf(LINK, ROWS, { drawn: 'times' }),
			{ title: '' },
		);
		expect(columns.map(({ label }) => label)).toEqual(['Step', 'From', 'To', 'Times', 'Share']);
		expect(rows).toEqual([
			['1', 'view', '(end)', '50', '62.5%'],
			['1', 'view', 'cart', '30', '37.5%'],
			['2', 'cart', 'pay', '12', '40%'],
		]);
		expect(lines).toEqual([
			'1–2 Nov: in the 80 paths, the most common next event was “cart” (30 paths, 37.5%); 50 (62.5%) had no next event',
			// Of the 30 paths on “cart”, 18 have no link, which may lead to “pay”, too.
		]);
		expect(title).toMatch(/^Paths/);
		expect(chart).toMatchObject({
			kind: 'bar',
			categories: ['1. view → (end)', '1. view → cart', '2. cart → pay'],
			series: [{ values: [50, 30, 12] }],
		});
	});

	const query = (isBackward: boolean) => ({
		...{ source: { event: isBackward ? 'pay' : 'view' }, isBackward, steps: 3 },
		...{ events: [], eventsPerStep: 10, rows: 'links' as const, groupBy: [] },
	});

	it('begin with their number and their start, and name no move twice', () => {
		const rows: Cell[][] = [
			[1, 'view', 'view', 60, 60, '1. view', '2. view'],
			[1, 'view', null, 40, 40, '1. view', '2. (end)'],
			[2, 'view', 'view', 30, 50, '2. view', '3. view'],
			[2, 'view', 'pay', 20, 33.33, '2. view', '3. pay'],
			[2, 'view', 'cart', 10, 16.67, '2. view', '3. cart'],
			[3, 'view', 'cart', 5, 16.67, '3. view', '4. cart'],
			[3, 'view', null, 25, 83.33, '3. view', '4. (end)'],
		];
		const table = tableOf(LINK, rows, { drawn: 'times' });
		const [english, chinese] = [{}, ZH].map((language) =>
			digestOf(table, { layout: 'digest', title: '', ...language }, undefined, {
				query: query(false),
				subject: { events: ['view'], isChurn: false },
			}),
		);
		expect(english?.title).toBe('Paths after view, 1–2 Nov');
		expect(english?.lines).toEqual([
			'1–2 Nov: in the 100 paths that start with “view”, the most common next event was another “view” (60 paths, 60.0%); 40 (40.0%) had no next event',
			'“pay” occurred 20 times, “cart” 15 times within 3 steps after “view”',
		]);
		expect(chinese?.title).toBe('“view”之后的用户路径，11月1–2日');
		expect(chinese?.lines).toEqual([
			'11月1–2日，从“view”开始的 100 条路径中，下一步最多的是“view”（60 条，60.0%），没有下一步的有 40 条（40.0%）',
			'“view”之后 3 步内的其他事件：“pay”出现 20 次、“cart”出现 15 次',
		]);
	});

	it('to an event go back from it, and events that are as common share a sentence', () => {
		const rows: Cell[][] = [
			[1, 'cart', 'pay', 30, 37.5, '2. cart', '1. pay'],
			[1, 'view', 'pay', 30, 37.5, '2. view', '1. pay'],
			[1, null, 'pay', 20, 25, '2. (start)', '1. pay'],
			[2, 'view', 'cart', 8, 26.67, '3. view', '2. cart'],
		];
		const table = tableOf(LINK, rows, { drawn: 'times' });
		const context = { query: query(true), subject: { events: ['pay'], isChurn: false } };
		expect(digestOf(table, { title: '' }, undefined, context)).toMatchObject({
			title: 'Paths before pay, 1–2 Nov',
			lines: [
				'1–2 Nov: in the 80 paths that end with “pay”, the most common previous events were “cart” and “view” (30 paths, 37.5% each); 20 (25.0%) had no previous event',
			],
		});
		expect(digestOf(table, { title: '', ...ZH }, undefined, context)).toMatchObject({
			title: '“pay”之前的用户路径，11月1–2日',
			lines: [
				'11月1–2日，以“pay”结束的 80 条路径中，上一步最多的是“cart”、“view”（各 30 条，37.5%），没有上一步的有 20 条（25.0%）',
			],
		});
	});

	it('of which some are left out have no number of all', () => {
		const table = tableOf(LINK, ROWS, { drawn: 'times', isTruncated: true });
		expect(digestOf(table).lines).toEqual([
			'[Incomplete data] 1–2 Nov: in the paths, the most common next event was “cart” (30 paths, 37.5%); 50 (62.5%) had no next event',
		]);
	});

	it('say how many moves the table has no room for', () => {
		const moves = Array.from({ length: 9 }, (_, index): Cell[] => [
			...[1, 'view', `page ${index}`, 9 - index, 9],
			...['0_view', `1_page${index}`],
		]);
		const table = tableOf(LINK, moves, { drawn: 'times' });
		const { rows } = digestOf(table, { layout: 'digest' });
		expect(rows).toHaveLength(8);
		expect(rows.at(-1)).toEqual(['2 more rows not shown', '', '']);
	});

	it('name their step in a table, and of which paths a share is', () => {
		const table = tableOf(LINK, ROWS, { drawn: 'times' });
		const shownIn = (isBackward: boolean, language = {}) => {
			const { columns, rows } = digestOf(table, { layout: 'digest', ...language }, undefined, {
				query: query(isBackward),
			});
			return [...columns.slice(-1).map(({ label }) => label), rows[2]?.[0]];
		};
		expect(shownIn(false)).toEqual([
			'Share of all moves from that event at this step',
			'Step 2: cart → pay',
		]);
		expect(shownIn(true)[0]).toBe('Share of all moves into that event at this step');
		expect(shownIn(false, ZH)).toEqual(['占前一事件的比例', '第 2 步：cart → pay']);
		expect(shownIn(true, ZH)[0]).toBe('占后一事件的比例');
	});

	it('have ends as rows, too, and nodes that lead nowhere', () => {
		const links: Cell[][] = [
			[1, 'view', null, 80, 100, '1. view', null],
			[1, 'view', null, 50, 62.5, '1. view', '2. (end)'],
		];
		const namesOf = (columns: Column[], rows: Cell[][], at: number[], isBackward = false) =>
			digestOf(tableOf(columns, rows, { drawn: 'times' }), { layout: 'rows', ...ZH }, undefined, {
				query: query(isBackward),
			}).rows.map((row) => at.map((index) => row[index]));
		expect(namesOf(LINK, links, [2, 6])).toEqual([
			['–', '–'],
			['（结束）', '2. （结束）'],
		]);
		const start: Cell[] = [1, null, 'pay', 5, 100, '2. (start)', '1. pay'];
		expect(namesOf(LINK, [start], [1], true)).toEqual([['（开始）']]);
		const nodes = [own('step', 'number'), own('event'), measure('times'), own('id')];
		const several: Cell[] = [2, null, 5, '2. (several)'];
		expect(namesOf(nodes, [several], [1])).toEqual([['（多个事件）']]);
	});

	describe('that lead to several events together', () => {
		const linesOf = (numbers: [number, number, number], isBackward = false, language = {}) => {
			const rows = ['cart', null, null].map((event, at): Cell[] => {
				const end = ['2. cart', '2. (several)', isBackward ? '2. (start)' : '2. (end)'][at];
				const [pair, names] = [
					['view', event],
					['1. view', end ?? null],
				];
				const turned = (some: Cell[]) => (isBackward ? [...some].reverse() : some);
				return [1, ...turned(pair), numbers[at] ?? 0, numbers[at] ?? 0, ...turned(names)];
			});
			const table = tableOf(LINK, rows, { drawn: 'times' });
			const more = { query: { ...query(isBackward), source: { event: 'view' } } };
			return [
				digestOf(table, { layout: 'digest', ...language }, undefined, more),
				digestOf(table, language, undefined, more),
			] as const;
		};

		it('do not end there, and leave out whether another event is more common', () => {
			const [{ lines }] = linesOf([60, 30, 10]);
			expect(lines).toEqual([
				'1–2 Nov: in the 100 paths that start with “view”, the most common next event was “cart” (60 paths, 60.0%); 10 (10.0%) had no next event',
			]);
			const [chinese] = linesOf([60, 30, 10], true, ZH);
			expect(chinese.lines).toEqual([
				'11月1–2日，以“view”结束的 100 条路径中，上一步最多的是“cart”（60 条，60.0%），没有上一步的有 10 条（10.0%）',
			]);
			expect(linesOf([35, 55, 10])[0].lines).toEqual([]);
			// The title of a user doesn't say which dates.
			expect(linesOf([35, 55, 10], false, { title: '' })[0].scope).not.toContain('1–2 Nov');
			expect(linesOf([35, 55, 10], false, { title: 'Paths' })[0].scope).toMatch(/^1–2 Nov · /);
			const { part } = linesOf([35, 55, 10], false, { title: 'Paths' })[0];
			expect(part?.scope).toMatch(/^1–2 Nov/);
			const saved = { title: '', reportName: 'Paths' };
			expect(linesOf([35, 55, 10], false, saved)[0].scope).not.toContain('1–2 Nov');
			expect(linesOf([60, 30, 10], false, { title: 'Paths' })[0].scope).not.toContain('1–2 Nov');
			expect(linesOf([0, 55, 45])[0].lines).toEqual([]);
		});

		it('have a name of their own in tables and charts', () => {
			const [short, rows] = linesOf([60, 30, 10]);
			expect(short.rows.map(([move]) => move)).toEqual([
				'Step 1: view → cart',
				'Step 1: view → (several events)',
				'Step 1: view → (end)',
			]);
			expect(rows.rows[1]?.slice(0, 3)).toEqual(['1', 'view', '(several events)']);
			expect(rows.chart?.categories[1]).toBe('1. view → (several events)');
			const [, before] = linesOf([60, 30, 10], true, ZH);
			expect(before.rows[1]?.slice(0, 3)).toEqual(['1', '（多个事件）', 'view']);
		});
	});

	it('that lead to an event start without one', () => {
		const rows = [[1, null, 'pay', 5, 100, '1_wastage', '0_pay']];
		const table = tableOf(LINK, rows, { drawn: 'times' });
		const digest = digestOf(table, {}, undefined, { query: query(true) });
		expect(digest.rows).toEqual([['1', '(start)', 'pay', '5', '100%']]);
		expect(digest.lines).toEqual([
			'1–2 Nov: of the 5 paths that end with “pay”, none had a previous event',
		]);
		const one = [[1, null, 'pay', 1, 100, '1_wastage', '0_pay']];
		const { lines } = digestOf(tableOf(LINK, one, { drawn: 'times' }), {}, undefined, {
			query: query(true),
		});
		expect(lines).toEqual(['1–2 Nov: the only path that ends with “pay” had no previous event']);
	});

	it('with nodes among them are rows as they are', () => {
		const rows = [['node', 1, 'view', null, 80, 100, '0_view', null]];
		const digest = digestOf(tableOf([own('kind'), ...LINK], rows, { drawn: 'times' }));
		expect(digest.columns).toHaveLength(8);
	});
});
