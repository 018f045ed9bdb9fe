import type { Table } from '../../../../../../nodes/SensorsAnalytics/table/table';
import { listRows } from '../../../../../../nodes/SensorsAnalytics/table/table';
import {
	city,
	compared,
	date,
	digestOf,
	measure,
	OPTIONS,
	tableOf,
} from '../../../../../support/digests.mts';
import { citiesCompared } from '../../../../../support/modelTables.mts';

const sentence = (table: Table, options = {}) =>
	digestOf(table, { hasTotals: false, ...options }).lines;

describe('the sentence above a table', () => {
	it('tells the whole, its change, and who gained and lost most', () => {
		expect(sentence(citiesCompared)).toEqual([
			'orders 2,676, 10.62% more than before (2,419); 北京 most (1,234); 深圳 gained most (+150); 上海 lost most (-30).',
		]);
	});

	it('in Chinese', () => {
		const zh = { numbers: { ...OPTIONS.numbers, locale: 'zh-CN' } };
		expect(sentence(citiesCompared, zh)).toEqual([
			'orders 2,676，比对比期多 10.62%（2,419）；北京 最多（1,234）；深圳 增加最多（+150）；上海 减少最多（-30）。',
		]);
	});

	it('tells the highest and the lowest date', () => {
		expect(sentence(compared)).toEqual([
			'orders: most on 2026-11-01 (110); least on 2026-11-03 (5).',
		]);
	});

	it('tells nothing where nothing is known', () => {
		const users = tableOf(
			[date, city, measure('users')],
			[
				['2026-11-01', 'a', 1],
				['2026-11-02', 'a', 2],
				['2026-11-01', 'b', 3],
				['2026-11-02', 'b', 3],
			],
		);
		// Users of two days can't be added up, so no city has most.
		expect(sentence(users)).toEqual([]);
	});

	it('of users on one day tells who has most', () => {
		const users = tableOf(
			[city, measure('users')],
			[
				['a', 1],
				['b', 3],
			],
		);
		expect(sentence(users)).toEqual(['users: b most (3).']);
	});

	it('of some groups does not say which is first of all', () => {
		const content = tableOf(
			[city, measure('users')],
			[
				['a', 1],
				['b', 3],
			],
		);
		const { lines } = digestOf(content, {}, undefined, { isTopped: true });
		expect(lines).toEqual([]);
		expect(sentence({ ...content, isTruncated: true })).toEqual([]);
		const rest = tableOf(
			[city, measure('users')],
			[
				['a', 1],
				['(other)', 3],
			],
		);
		expect(sentence(rest)).toEqual([]);
	});

	it.each([
		[100_000, 100_000, 0, 0, 'orders 400,000, as many as before (400,000)'],
		[100_000, 100_010, -10, -0.01, 'orders 400,000, 0.01% less than before (400,040)'],
		[100_000_000, 100_000_001, -1, -0, 'orders 400,000,000, about as many as before (400,000,004)'],
	])('of a small change: %d against %d', (now, before, change, percent, told) => {
		const rows = citiesCompared.rows
			.toArray()
			.map(([name = null]) => [name, now, before, change, percent]);
		const table = { ...citiesCompared, rows: listRows(rows) };
		expect(sentence(table)[0]?.startsWith(told)).toBe(true);
	});

	it('is not made of a switched off one, nor of one row', () => {
		expect(sentence(citiesCompared, { hasHighlights: false })).toEqual([]);
		expect(sentence(tableOf([city, measure('users')], [['a', 1]]))).toEqual([]);
	});
});
