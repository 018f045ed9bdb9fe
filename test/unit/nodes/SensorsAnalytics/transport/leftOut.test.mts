import {
	assertGroupsKept,
	assertNotLeftOut,
	assertPreviews,
	isLeftOut,
	isOnLeftOut,
	itemsWithout,
	withoutLeftOut,
} from '../../../../../nodes/SensorsAnalytics/transport/leftOut';

const OUT = new Set(['phone', 'name']);
const NONE = new Set<string>();

describe('properties that are left out', () => {
	it.each<[string, object]>([
		['a group', { by_fields: ['event.SignUp.phone'] }],
		['a filter', { filter: { conditions: [{ field: 'user.Phone', params: ['1'] }] } }],
		['a bucket', { bucket_params: { 'event.A.phone': [1] } }],
		['a bucket by its name', { bucket_params: { phone: [1] } }],
		['a key', { limits: [{ 'user.Phone': 1 }] }],
		['a formula', { expression: 'sum(event.A.x)/uniqcount(event.A.phone)' }],
		['a list of properties', { profiles: ['city', 'name'] }],
	])('are not requested in %s', (_what, body) => {
		expect(() => assertNotLeftOut({ body }, OUT)).toThrow(
			/^The credential leaves out the property '(?:[Pp]hone|name)' .*'Properties to Leave Out'/,
		);
		expect(() => assertNotLeftOut({ body }, NONE)).not.toThrow();
	});

	it.each([
		'SELECT phone AS p FROM users',
		'SELECT CONCAT(`phone`, id) FROM users',
		'SELECT u.PHONE FROM users u',
	])('are not requested by SQL: %s', (sql) => {
		expect(() => assertNotLeftOut({ form: { q: sql } }, OUT)).toThrow(/'phone'|'PHONE'/);
		expect(() => assertNotLeftOut({ body: { sql } }, OUT)).toThrow(/'phone'|'PHONE'/);
	});

	it.each([
		'SELECT phone\u0301 FROM users',
		'SELECT ｐｈｏｎｅ FROM users',
		"SELECT id FROM users -- 'phone'",
	])('are known in whatever letters: %s', (q) => {
		expect(() => assertNotLeftOut({ form: { q } }, OUT)).toThrow(/'phone'/);
	});

	it('do not come by SQL under another name', () => {
		const q = "SELECT city FROM users AS u WHERE to_json(u) > ''";
		expect(() => assertNotLeftOut({ form: { q } }, OUT)).toThrow(
			/^'SQL' can't select the function to_json, because the credential leaves out some properties: phone, name\. List the columns that you need$/,
		);
		expect(() => assertNotLeftOut({ form: { q } }, NONE)).not.toThrow();
	});

	it.each(['user.Phone', 'phone@2026-01-01 00:00:00', '"phone"', '`name`', 'Phone '])(
		'are known as %j',
		(name) => {
			expect(isLeftOut(name, OUT)).toBe(true);
		},
	);

	it.each<[string, object]>([
		['a condition', { filter: { conditions: [{ field: 'event.A.device', params: ['phone'] }] } }],
		['a cell', { slice_by_values: ['phone'], slice_by_value: 'name' }],
		['SQL', { q: "SELECT city FROM users WHERE city =  \n'a phone' OR city <> 'name'" }],
		['SQL after a comment', { q: "SELECT city FROM users WHERE city = -- a\n /* b */ 'phone'" }],
		['a pattern of SQL', { q: "SELECT city FROM users WHERE city NOT LIKE '%/phone/%'" }],
	])('may be a value that is compared with in %s', (_what, body) => {
		expect(() => assertNotLeftOut({ body }, OUT)).not.toThrow();
	});

	it.each([
		"SELECT u.'phone' FROM users u",
		"SELECT city->>'phone' FROM users",
		'SELECT city FROM users WHERE city = "phone"',
		"SELECT city FROM users WHERE city = concat('phone', id)",
		"SELECT city FROM users WHERE city = '\\' OR phone LIKE '%'",
		"SELECT city FROM users WHERE city = 'a' 'phone'",
		"SELECT city FROM users ORDER BY 'phone'",
		"SELECT city AS like, 'phone' FROM users",
		"SELECT u. -- =\n'phone' AS x FROM users u",
		"SELECT city ->> /* = */'phone' FROM users",
		"SELECT MAX( -- LIKE\n'phone') FROM users",
	])('are no values in other texts of SQL: %s', (q) => {
		expect(() => assertNotLeftOut({ form: { q } }, OUT)).toThrow(/'phone'|'SQL' can't select/);
	});

	it('are taken out of objects and tables, at any depth', async () => {
		const items = [
			{ json: { id: 1, Phone: '1', profile: { name: 'x', city: 'Riga' } } },
			{ json: { columns: ['id', 'user.phone'], rows: [[1, '1']], shown: '1' } },
		];
		expect(await withoutLeftOut(items, OUT)).toEqual([
			{ json: { id: 1, profile: { city: 'Riga' } } },
			{ json: { columns: ['id'], rows: [[1]], shown: '1' } },
		]);
		expect(await withoutLeftOut(items, NONE)).toBe(items);
	});

	it.each<[string, object, object]>([
		[
			'a condition on one',
			{ field: 'user.phone', function: 'equal', params: ['1'] },
			{ field: 'user.phone', function: 'equal' },
		],
		[
			'one in an object',
			{ field: { property: 'Phone' }, values: ['1'] },
			{ field: { property: 'Phone' } },
		],
		['an expression', { expression: 'max(phone)', value: 1 }, { expression: 'max(phone)' }],
		['a pair', { property: 'phone', value: '1' }, { property: 'phone' }],
		[
			'a table of the service',
			{
				column_infos: [{ column_name: 'user.phone' }, { column_name: 'n' }],
				detail_rows: [['1', 2]],
				rollup_rows: [['1', 3]],
			},
			{ column_infos: [{ column_name: 'n' }], detail_rows: [[2]], rollup_rows: [[3]] },
		],
	])('values of them are taken out of %s', async (_what, one, kept) => {
		const others = [
			{ field: 'city', params: ['phone'] },
			{ city: 'phone', value: 1 },
		];
		expect(await withoutLeftOut([{ json: { one, others } }], OUT)).toEqual([
			{ json: { one: kept, others } },
		]);
	});

	it('are removed only from the JSON of items, whatever their names', async () => {
		const binary = { data: { fileName: 'phone' } };
		const item = { json: { phone: '1', json: 1, n: 2 }, binary, pairedItem: { item: 0 } };
		const [kept] = await itemsWithout(
			[item],
			new Set(['phone', 'json', 'binary', 'item', 'data']),
			true,
		);
		expect(kept).toEqual({ json: { n: 2 }, binary, pairedItem: { item: 0 } });
		const items = [item];
		expect(await itemsWithout(items, NONE, true)).toBe(items);
	});

	it('hide no values next to a text in rows, which have no conditions', async () => {
		const row = { name: 'Add phone', value: 5, values: [1], params: 'p', of: { name: 'phone' } };
		const items = [{ json: { ...row, phone: '1' } }];
		expect(await itemsWithout(items, new Set(['phone']), false)).toEqual([{ json: row }]);
		expect(await itemsWithout(items, new Set(['phone']), true)).toEqual([
			{ json: { name: 'Add phone', of: { name: 'phone' } } },
		]);
	});

	it.each([
		{ bucket_params: { 'user.name': [1] } },
		{ filter: { conditions: [{ field: 'user.name', params: ['x'] }] } },
		{ filter: [['user.phone', 'equal', '1']] },
		{ by_fields: ['user.phone'], slice_by_values: ['1'] },
		{ sql: "SELECT id FROM users WHERE\nphone = '1'" },
	])('are seen in a query that the platform holds: %j', (query) => {
		expect(isOnLeftOut(query, OUT)).toBe(true);
		expect(isOnLeftOut(query, NONE)).toBe(false);
	});

	it('are no bare keys of such a query', () => {
		expect(isOnLeftOut({ measures: [{ name: 'n', event_name: 'A' }], limit: 1 }, OUT)).toBe(false);
		expect(isOnLeftOut(null, OUT)).toBe(false);
	});

	it.each([
		{ by_field: 'user.phone' },
		{ by_fields: ['event.A.city', 'event.$Anything.Phone'] },
		{ detail_result: { by_fields: ['user.name@2026-01-01'] } },
	])('are not among the groups of an answer: %j', (answer) => {
		expect(() => assertGroupsKept(answer, OUT)).toThrow(/leaves out the property '/);
		expect(() => assertGroupsKept(answer, NONE)).not.toThrow();
		expect(() => assertGroupsKept([answer, 1, null], OUT)).not.toThrow();
	});

	it.each([{ body: { by_fields: ['user.phone'] } }, { form: { q: 'SELECT phone FROM users' } }])(
		'are in no preview: %j',
		(request) => {
			const items = [{ json: {} }, { json: { requests: [request] } }];
			expect(() => assertPreviews(items, OUT)).toThrow("leaves out the property 'phone'");
			expect(() => assertPreviews(items, NONE)).not.toThrow();
		},
	);

	it.each([
		['few items with long lists', 2, 3000],
		['many items', 3000, 2],
	])('are taken out in pieces: %s', async (_what, count, length) => {
		const item = () => ({
			json: {
				columns: ['phone', 'id'],
				rows: Array.from({ length }, () => ['1', 2]),
				list: Array.from({ length }, () => ({ phone: '1', id: 2 })),
			},
		});
		let pauses = 0;
		const pause = async () => await Promise.resolve(void pauses++);
		const items = Array.from({ length: count }, item);
		const found = await withoutLeftOut(items, OUT, pause);
		expect(found).toHaveLength(count);
		expect(JSON.stringify(found)).not.toMatch(/phone|"1"/);
		expect(JSON.stringify(found.at(-1))).toContain('[2]');
		expect(pauses).toBeGreaterThan(10);
	});

	it.each(["'\\".repeat(120_000), 'a*'.repeat(120_000), '/*'.repeat(120_000)])(
		'are looked for in time that grows with the length alone',
		(text) => {
			const before = process.cpuUsage();
			try {
				assertNotLeftOut({ form: { q: `SELECT ${text}b FROM users` } }, OUT);
			} catch (error) {
				expect(String(error)).toContain("'SQL' can't select");
			}
			expect(process.cpuUsage(before).user / 1e6).toBeLessThan(3);
		},
	);
});
