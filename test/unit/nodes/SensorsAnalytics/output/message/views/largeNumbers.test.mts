import type { Cell } from '../../../../../../../nodes/SensorsAnalytics/table/decimal';
import type { Column } from '../../../../../../../nodes/SensorsAnalytics/table/table';
import { city, digestOf, measure, OPTIONS, tableOf } from '../../../../../../support/digests.mts';

/** Two to the power of 53 and a little more: as numbers of JavaScript they are equal. */
const [LESS, MORE] = ['9007199254740992', '9007199254740993'];
const own = (key: string, type: Column['type'] = 'string'): Column => ({
	key,
	role: 'group',
	type,
	whenEmpty: null,
});
const reported = { layout: 'digest' as const };
const zh = { ...reported, numbers: { ...OPTIONS.numbers, locale: 'zh-CN' } };

describe('numbers beyond 2^53 keep all their digits in messages', () => {
	const STEP = [
		own('step', 'number'),
		own('event'),
		...['users', 'percent_of_previous', 'percent_of_first'].map((key) => measure(key)),
	];
	const stepsOf = (groups: Cell[], counts: Cell[]): Cell[][] =>
		counts.map((count, index) => [...groups, index + 1, `S${index + 1}`, count, 50, 50]);

	it('a funnel: users, what is lost, and which step loses most', () => {
		const table = tableOf(STEP, stepsOf([], ['27021597764222978', '18014398509481986', MORE]), {
			drawn: 'users',
		});
		const { rows, chart } = digestOf(table);
		expect(rows.map((row) => row.slice(1))).toEqual([
			['27,021,597,764,222,978', '100%', ''],
			['18,014,398,509,481,986', '66.67%', '9,007,199,254,740,992 (33.33%)'],
			['9,007,199,254,740,993', '33.33%', '9,007,199,254,740,993 (50%)'],
		]);
		expect(chart?.series[0]?.values).toEqual([
			27021597764222976, 18014398509481984, 9007199254740992,
		]);
		expect(digestOf(table, reported).lines).toEqual([
			'S1 → S2 → S3, 1–2 Nov: 33.3% converted (9,007,199,254,740,993 of 27,021,597,764,222,978 users)',
			'66.7% went on to “S2”, 50.0% of those to “S3”',
			'Largest drop-off: 9,007,199,254,740,993 users (50.0% of those at “S2”) before “S3”',
		]);
	});

	it('a funnel by date: days are added up, and the last digits decide which is highest', () => {
		const days = (...counts: string[]) =>
			counts.flatMap((count, index) =>
				stepsOf([`2026-11-0${index + 1}`], ['90071992547409930', count]),
			);
		const table = tableOf(
			[{ key: 'date', role: 'date', type: 'date', whenEmpty: null }, ...STEP],
			days(LESS, MORE, LESS),
			{ drawn: 'users' },
		);
		const range = { from: '2026-11-01', to: '2026-11-03' };
		expect(digestOf(table, reported, undefined, { range }).lines).toEqual([
			'S1 → S2, 1–3 Nov: 10.0% converted (27,021,597,764,222,977 of 270,215,977,642,229,790 users, counted once per start day)',
			'Daily high: 10.0% (2 Nov); low: 10.0% (1 Nov and 3 Nov, the last day)',
		]);
	});

	it('a funnel of groups: the highest share is no tie', () => {
		const table = tableOf(
			[city, ...STEP],
			[
				...stepsOf(['Riga'], ['90071992547409930', LESS]),
				...stepsOf(['Oslo'], ['90071992547409930', MORE]),
			],
			{ drawn: 'users' },
		);
		expect(digestOf(table, reported).lines[0]).toBe(
			'Conversion rate of S1 → S2, 1–2 Nov: Oslo 10.0% (90,071,992,547,409,930 users), Riga 10.0% (90,071,992,547,409,930 users); the differences could be due to chance',
		);
	});

	const RETENTION = [
		own('period', 'number'),
		...['initial_users', 'users', 'percent'].map((key) => measure(key)),
	];

	it('a retention: starts are added up', () => {
		const table = tableOf(
			[{ key: 'date', role: 'date', type: 'date', whenEmpty: null }, ...RETENTION],
			[
				['2026-11-01', 0, LESS, LESS, 100],
				['2026-11-01', 1, LESS, 10, 0],
				['2026-11-02', 0, 1, 1, 100],
				['2026-11-02', 1, 1, 1, 100],
			],
			{ drawn: 'percent' },
		);
		expect(digestOf(table, reported).lines).toEqual([
			'0.0000000000001% of users had the event again in period 1 (2 daily cohorts, 1–2 Nov; 9,007,199,254,740,993 users, counted once per cohort)',
		]);
		expect(digestOf(table, { measures: ['users'] }).rows[0]).toContain('9,007,199,254,740,992');
	});

	it('a retention of groups: the larger group is drawn first', () => {
		const groups = Array.from({ length: 7 }, (_, index): Cell[][] => [
			[`g${index}`, 0, index === 6 ? MORE : LESS, 20, 0],
			[`g${index}`, 1, index === 6 ? MORE : LESS, 20, 0],
		]).flat();
		const table = tableOf([city, ...RETENTION], groups, { drawn: 'percent' });
		expect(digestOf(table).chart?.categories[0]).toBe('g6');
	});

	it('a distribution: the range with most users, in all its digits, and ranges beyond', () => {
		const BUCKET = [
			own('bucket'),
			own('bucket_from', 'number'),
			own('bucket_to', 'number'),
			...['users', 'percent', 'total_users'].map((key) => measure(key)),
		];
		const rows: Cell[][] = [
			['a', null, MORE, LESS, 33.33, '27021597764222978'],
			['b', MORE, '9007199254740995', MORE, 33.33, '27021597764222978'],
			['c', '9007199254740995', null, MORE, 33.33, '27021597764222978'],
		];
		const table = tableOf(BUCKET, rows, { drawn: 'users' });
		expect(digestOf(table, reported).lines[0]).toBe(
			'Of the 27,021,597,764,222,978 users between 1 and 2 Nov, 33.3% did it fewer than 9,007,199,254,740,993 times, 33.3% 9,007,199,254,740,993 to under 9,007,199,254,740,995 times, 33.3% 9,007,199,254,740,995 or more times',
		);
		expect(digestOf(table, zh).rows[0]?.[1]).toBe('9,007,199,254,740,992');
	});

	it('a path: the link that was taken most', () => {
		const LINK = [
			...[own('step', 'number'), own('from'), own('to')],
			...[measure('times'), measure('percent')],
			...[own('source'), own('target')],
		];
		const rows: Cell[][] = [
			[1, 'a', 'b', LESS, 50, '0_a', '1_b'],
			[1, 'a', 'c', MORE, 50, '0_a', '1_c'],
		];
		const table = tableOf(LINK, rows, { drawn: 'times' });
		expect(digestOf(table, reported).lines).toEqual([
			'1–2 Nov: in the 18,014,398,509,481,985 paths, the most common next event was “c” (9,007,199,254,740,993 paths, 50.0%)',
			'“b” occurred on 9,007,199,254,740,992 paths (50.0%) within 1 step after the start',
		]);
		expect(digestOf(table).rows.map((row) => row[3])).toEqual([
			'9,007,199,254,740,992',
			'9,007,199,254,740,993',
		]);
	});

	it('users on average a day', () => {
		const users = { ...measure('users'), canAddUp: false };
		const table = tableOf(
			[{ key: 'date', role: 'date', type: 'date', whenEmpty: null }, users],
			[
				['2026-11-01', LESS],
				['2026-11-02', MORE],
			],
		);
		expect(digestOf(table, reported).lines[0]).toBe(
			'users Mon 2 Nov: 9,007,199,254,740,993, up 1 from 9,007,199,254,740,992 on Sun 1 Nov, within normal variation; 1–2 Nov as a whole: 9,007,199,254,740,992.5 a day on average',
		);
	});
});
