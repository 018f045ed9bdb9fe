import type { IDataObject } from 'n8n-workflow';

import { isLong } from '../support/extent.mts';
import { sharedWorld } from '../support/world.mts';
import { withoutWaits } from '../support/waits.mts';

beforeAll(() => void withoutWaits());

const MANY = isLong ? 100_000 : 20_000;
const parameters = (...parameter: IDataObject[]) => ({ parameter });

describe('SQL Query', () => {
	const t = sharedWorld({ hasClock: true });

	const run = async (form: IDataObject, options = {}) =>
		await t.operation('sqlQuery', 'runSqlQuery', form, options);

	it('gives a model the number and the names of the columns that are not shown', async () => {
		const parameters = {
			resource: 'sqlQuery',
			operation: 'getSqlColumns',
			search: 'city',
			limit: 1,
		};
		const type = 'n8n-nodes-sensors-analytics.sensorsAnalyticsTool';
		const { rows } = await t.engine.runNode(parameters, { credential: 'secret', type });
		expect(rows).toMatchObject([
			{
				shown: "1 of 2 columns of all events and of users that fit 'city' (of 26)",
				not_shown: ['city'],
			},
		]);
	});

	it.each(['secret', 'key'])(
		'lists columns that SQL can select as they are written (%s)',
		async (by) => {
			const list = async (form: IDataObject) =>
				(
					await t.operation(
						'sqlQuery',
						'getSqlColumns',
						{ returnAll: true, ...form },
						{ credential: by },
					)
				).rows;
			const all = await list({});
			for (const table of ['events', 'users']) {
				const own = all.filter((row) => row.table === table);
				expect(own.length).toBeGreaterThan(3);
				expect(new Set(own.map(({ column }) => column)).size).toBe(own.length);
				const columns = own.map(({ sql }) => String(sql)).join(', ');
				const day = table === 'events' ? " WHERE date = '2026-11-02'" : '';
				const { rows, error } = await run({ sql: `SELECT ${columns} FROM ${table}${day} LIMIT 1` });
				expect(error).toBeUndefined();
				expect(Object.keys(rows[0] ?? {}).sort()).toEqual(own.map(({ column }) => column).sort());
			}
			expect(all.find(({ column }) => column === 'amount')).toMatchObject({
				...{ table: 'events', sql: 'amount', type: 'number', is_property: true, event_count: 1 },
			});
			expect(all.find(({ column }) => column === 'date')).toMatchObject({ is_property: false });
			expect((await list({ sqlTable: 'users' })).every(({ table }) => table === 'users')).toBe(
				true,
			);
			const found = await list({ search: 'city' });
			expect(found[0]).toMatchObject({ column: 'city' });
		},
	);

	it.each(['secret', 'key'])('inserts a selected column as a name (%s)', async (by) => {
		const shown = await t.engine.listChoices(
			'searchSqlColumns',
			{},
			{ credential: by, filter: 'CITY' },
		);
		expect(shown).toContainEqual({ name: 'events: 城市 (city) · text', value: 'events.city' });
		const column = (name: string, value: string) => ({
			...{ name, kind: 'column', value: 'ignored' },
			column: { __rl: true, mode: 'list', value },
		});
		const { rows, error } = await run(
			{
				sql: 'SELECT COUNT(*) AS n, e.:by FROM events e JOIN users u ON e.user_id = u.:id WHERE e.:day = :date GROUP BY e.:by',
				parameters: parameters(
					column('by', 'events.city'),
					column('id', 'users.id'),
					column('day', 'events.date'),
					{ name: 'date', kind: 'date', value: '2026-11-02' },
				),
			},
			{ credential: by },
		);
		expect(error).toBeUndefined();
		expect(rows.length).toBeGreaterThan(3);
		expect(Object.keys(rows[0] ?? {})).toEqual(['n', 'city']);
	});

	it('a column of another table than the SQL reads is refused with its table', async () => {
		const level = { name: 'c', kind: 'column', column: 'users.level' };
		const { error } = await run({
			sql: 'SELECT e.:c FROM events e',
			parameters: parameters(level),
		});
		expect(error?.message).toMatch(/no such column: e\.level/);
		expect(error?.description).toMatch(/\. 'level' is a column of the table users\.$/);
	});

	it.each(['secret', 'key'] as const)(
		'a column that the credential leaves out is neither shown nor requested (%s)',
		async (by) => {
			await t.saveCredential('private', { ...t.dataOf(by), leftOutProperties: 'amount' });
			const shown = await t.engine.listChoices('searchSqlColumns', {}, { credential: 'private' });
			const values = shown.map(({ value }) => value);
			expect(values).toContain('events.city');
			expect(values).not.toContain('events.amount');
			t.takeRequests();
			const typed = { name: 'c', kind: 'column', column: 'events.amount' };
			const { error } = await run(
				{ sql: 'SELECT e.:c FROM events e', parameters: parameters(typed) },
				{ credential: 'private' },
			);
			expect(error?.message).toMatch(/amount/);
			expect(t.takeRequests().filter(({ path }) => /sql/.test(path))).toEqual([]);
			const city = { name: 'c', kind: 'column', column: 'events.city' };
			const { rows } = await run(
				{ sql: 'SELECT e.:c FROM events e LIMIT 2', parameters: parameters(city) },
				{ credential: 'private' },
			);
			expect(rows).toHaveLength(2);
		},
	);

	it('returns one item per row, typed, numbers as in the event list', async () => {
		const { rows, error } = await run({
			sql: 'SELECT city, COUNT(*) AS orders, SUM(amount) AS revenue FROM events WHERE event = :event AND date = :day GROUP BY city;',
			parameters: parameters(
				{ name: 'event', kind: 'text', value: 'PayOrder' },
				{ name: ':day', kind: 'date', value: '2026-11-02' },
			),
		});
		expect(error).toBeUndefined();
		const orders = t.events('2026-11-02', '2026-11-02', 'PayOrder');
		const cities = new Set(orders.map(({ properties }) => properties.city));
		expect(rows).toHaveLength(cities.size);
		for (const { city, orders: count, revenue } of rows) {
			const own = orders.filter(({ properties }) => properties.city === city);
			expect(count).toBe(own.length);
			expect(revenue).toBeCloseTo(
				own.reduce((sum, { properties }) => sum + Number(properties.amount), 0),
			);
		}
		expect(t.takeRequests()[0]).toMatchObject({ method: 'POST', path: '/api/sql/query' });
	});

	it('has every key in every row, where the service leaves out what is empty', async () => {
		t.simulator.faults.add({
			path: /sql/,
			reaction: { answer: { body: '{"a":1}\n{"b":"x"}\n\n' } },
		});
		expect((await run({ sql: 'SELECT a, b FROM t' })).rows).toEqual([
			{ a: 1, b: null },
			{ a: null, b: 'x' },
		]);
	});

	it('returns no items for no rows', async () => {
		const { rows, error } = await run({ sql: "SELECT * FROM events WHERE event = 'nothing'" });
		expect(error).toBeUndefined();
		expect(rows).toEqual([]);
	});

	it.each([
		["O'Brien", 'text'],
		["x' OR '1'='1", 'text'],
		["' OR 1=1 --", 'text'],
		['; DROP TABLE users; --', 'text'],
		['a\nb\u0001"`', 'text'],
		['', 'text'],
		['城市 ☂', 'text'],
	])('keeps %j a value', async (value, kind) => {
		const { rows, error } = await run({
			sql: 'SELECT :v AS v, COUNT(*) AS n FROM users WHERE level = :v',
			parameters: parameters({ name: 'v', kind, value }),
		});
		expect(error).toBeUndefined();
		expect(rows).toEqual([{ v: value, n: 0 }]);
	});

	it('binds numbers, dates, truth and lists; quotes and comments are left alone', async () => {
		const { rows, error } = await run({
			sql: "SELECT :n AS n, :yes AS yes, ':n' AS text -- :n\n, /* :n */ COUNT(*) AS users FROM users WHERE level IN (:levels) AND age IN (:ages)",
			parameters: parameters(
				{ name: 'n', kind: 'number', value: '-1.5' },
				{ name: 'yes', kind: 'boolean', value: true },
				{ name: 'levels', kind: 'texts', value: 'gold, silver' },
				{ name: 'ages', kind: 'numbers', value: [30, 31, 32] },
			),
		});
		expect(error).toBeUndefined();
		const { users } = t.world.shopOf('production');
		const expected = users.filter(
			({ properties: { level, age } }) =>
				['gold', 'silver'].includes(String(level)) && [30, 31, 32].includes(Number(age)),
		).length;
		expect(rows).toEqual([{ n: -1.5, yes: 1, text: ':n', users: expected }]);
	});

	it.each([
		[{ sql: ' ; ' }, /'SQL' is empty/],
		[
			{ sql: 'SELECT :x' },
			/The query uses :x, which isn't in 'SQL Parameters'\. Add a parameter with this name/,
		],
		[
			{ sql: 'SELECT 1', parameters: parameters({ name: 'x', kind: 'text', value: '' }) },
			/The query doesn't use the parameter 'x'\. Write :x in the query, outside of quotation marks, or remove the parameter/,
		],
		[
			{ sql: 'SELECT :x', parameters: parameters({ name: 'x', kind: 'number', value: 'many' }) },
			/'Value' of parameter 1 isn't a number: 'many'/,
		],
		[
			{ sql: 'SELECT :x', parameters: parameters({ name: 'x y', kind: 'text', value: '' }) },
			/'Name' of parameter 1 is 'x y'\. Use only letters, digits, and _, for example from_date/,
		],
		[{ sql: 'SELECT 1', options: { timeLimit: 0 } }, /'Time Limit \(Seconds\)' must be/],
	])('refuses %j before anything is sent', async (form, words) => {
		expect((await run(form as IDataObject)).error?.message).toMatch(words);
		expect(t.takeRequests()).toEqual([]);
	});

	it("reports the service's message about bad SQL", async () => {
		const { error } = await run({ sql: 'SELECT missing FROM nowhere' });
		expect(error?.message).toMatch(/no such table: nowhere/);
		expect(error?.description).toMatch(
			/^Check the syntax of 'SQL', and check that its tables, columns, and functions exist in project 'production'\./,
		);
	});

	it('does not read a refusal after good rows as the end', async () => {
		t.simulator.faults.add({
			path: /sql/,
			reaction: { answer: { body: '{"a":1}\n{"a":2}\n{"error":"the engine gave up"}\n' } },
		});
		const { rows, error } = await run({ sql: 'SELECT a FROM t' });
		expect(error?.message).toMatch(/the engine gave up/);
		expect(rows).toEqual([]);
	});

	it('repeats no secret that a refusal after good rows echoes', async () => {
		const secret = t.world.secrets.of('admin');
		const body = `{"a":1}\n${JSON.stringify({ error: `token=${secret} gave up` })}\n`;
		t.simulator.faults.add({ path: /sql/, reaction: { answer: { body } } });
		const { error } = await run({ sql: 'SELECT a FROM t' });
		expect(error?.message).toMatch(/gave up/);
		expect(JSON.stringify(error)).not.toContain(secret);
	});

	it('reads rows in the charset that the answer names, and refuses what is not in it', async () => {
		// 北京 in GBK.
		const bytes = Buffer.concat([
			Buffer.from('{"city":"'),
			Buffer.from([0xb1, 0xb1, 0xbe, 0xa9]),
			Buffer.from('"}\n'),
		]);
		const answer = (type: string) => ({
			path: /sql/,
			reaction: { answer: { body: bytes, headers: { 'content-type': type } } },
		});
		t.simulator.faults.add(answer('text/plain; charset=gbk'));
		expect((await run({ sql: 'SELECT city FROM t' })).rows).toEqual([{ city: '北京' }]);
		t.simulator.faults.clear();
		t.simulator.faults.add(answer('text/plain; charset=utf-8'));
		const { error, rows } = await run({ sql: 'SELECT city FROM t' });
		expect(error?.message).toMatch(
			/The response from http:\/\/127\.0\.0\.1:\d+ can't be decoded \(status 200\): it isn't valid UTF-8/,
		);
		expect(error?.description).toMatch(
			/character set or compression of the response doesn't match its headers/,
		);
		expect(rows).toEqual([]);
	});

	it('is no file where the last line is a refusal', async () => {
		for (const rows of [2, 20_000]) {
			const body = `a\n${'1\n'.repeat(rows)}{"error":"the engine gave up"}\n`;
			t.simulator.faults.add({ path: /sql/, reaction: { answer: { body } } });
			const { error, items } = await run({ sql: 'SELECT a FROM t', output: 'file' });
			expect(error?.message).toMatch(/the engine gave up/);
			expect(items).toEqual([]);
		}
	});

	it('reads a row with only a column called error as a row, after others', async () => {
		const body = '{"error":"x","n":1}\n{"error":"y"}\n';
		t.simulator.faults.add({ path: /sql/, reaction: { answer: { body } } });
		const { rows } = await run({ sql: 'SELECT error, n FROM t' });
		expect(rows).toEqual([
			{ error: 'x', n: 1 },
			{ error: 'y', n: null },
		]);
	});

	it('reads two rows with only a column called error as rows, after others', async () => {
		const body = '{"a":1}\n{"error":"x"}\n{"error":"y"}\n';
		t.simulator.faults.add({ path: /sql/, reaction: { answer: { body } } });
		const { rows, error } = await run({ sql: 'SELECT a, error FROM t' });
		expect(error).toBeUndefined();
		expect(rows).toEqual([
			{ a: 1, error: null },
			{ a: null, error: 'x' },
			{ a: null, error: 'y' },
		]);
	});

	it.each([
		['a line each', [{ error: 'a' }, { error: 'b' }], '{"error":"a"}\n{"error":"b"}\n'],
		[
			'behind an end of line',
			[{ error: 'a' }, { error: 'b' }],
			'{"error":"a"}\r\n\r\n{"error":"b"}',
		],
		[
			'with others in the row behind it',
			[
				{ error: 'a', n: null },
				{ error: 'b', n: 1 },
			],
			'{"error":"a"}\n{"error":"b","n":1}\n',
		],
		['empty', [{ error: '' }], '{"error":""}\n'],
		['a number', [{ error: 7 }], '{"error":7}\n'],
	])('reads a first row with only a column called error as a row: %s', async (...each) => {
		const [, expected, body] = each;
		t.simulator.faults.add({ path: /sql/, reaction: { answer: { body } } });
		const { rows, error } = await run({ sql: 'SELECT x AS error FROM t' });
		expect(error).toBeUndefined();
		expect(rows).toEqual(expected);
	});

	it('refuses a single line that may be a row or a refusal, and says how to distinguish them', async () => {
		const { error, rows } = await run({ sql: "SELECT 'oops' AS error" });
		expect(rows).toEqual([]);
		expect(error?.message).toMatch(/Sensors Analytics rejected the request: oops/);
		expect(error?.description).toMatch(
			/Check the syntax of 'SQL', and check that its tables, columns, and functions exist in project 'production'\. If this is a row of the result, rename the column 'error' in 'SQL' with AS\./,
		);
		const body = '{"a":1}\n{"error":"gave up"}\n';
		t.simulator.faults.add({ path: /sql/, reaction: { answer: { body } } });
		const late = await run({ sql: 'SELECT a, x AS error FROM t' });
		expect(late.error?.description).toMatch(
			/Check the syntax of 'SQL', and check that its tables, columns, and functions exist in project 'production'\. If this is a row of the result, rename the column 'error' in 'SQL' with AS\./,
		);
		const other = await run({ sql: 'SELECT a FROM t' });
		expect(other.error?.description).not.toMatch(/another name/);
	});

	it('reads a column called error as a column', async () => {
		const { rows } = await run({ sql: "SELECT 'oops' AS error, 1 AS n" });
		expect(rows).toEqual([{ error: 'oops', n: 1 }]);
	});

	it('reports a connection that is cut between rows', async () => {
		t.simulator.faults.add({ path: /sql/, reaction: { truncate: '{"a":1}\n{"a":2}\n' } });
		const { rows, error } = await run({ sql: 'SELECT a FROM t' });
		expect(error?.message).toMatch(/can't be reached|connection|no answer|ECONNRESET|ended/i);
		expect(rows).toEqual([]);
	});

	it('requests rows without compression: a compressed answer that ends early looks complete', async () => {
		for (const form of [{}, { output: 'file' }]) {
			await run({ sql: 'SELECT 1 AS one', ...form });
			const sent = t.takeRequests().filter(({ path }) => /sql/.test(path));
			expect(sent.map(({ headers }) => headers['accept-encoding'])).toEqual(['identity']);
		}
	});

	it('renews a token that has ended, as for other requests', async () => {
		await run({ sql: 'SELECT 1 AS one' }, { credential: 'account' });
		t.takeLogins();
		t.world.tokens.endAll(t.world.accounts.get('analyst'));
		const { rows } = await run({ sql: 'SELECT 1 AS one' }, { credential: 'account' });
		expect(rows).toEqual([{ one: 1 }]);
		expect(t.takeLogins()).toBe(1);
	});

	it('returns a CSV file as the service writes it', async () => {
		const { items, error } = await run({
			sql: 'SELECT event, COUNT(*) AS n FROM events WHERE date = :day GROUP BY event',
			parameters: parameters({ name: 'day', kind: 'date', value: '2026-11-02' }),
			output: 'file',
			fileName: 'events.csv',
			binaryProperty: 'report',
		});
		expect(error).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ fileName: 'events.csv', mimeType: 'text/csv' });
		const file = items[0]?.binary?.report;
		const text = Buffer.from(file?.data ?? '', 'base64').toString();
		const [header, ...lines] = text.trim().split('\n');
		expect(header).toBe('event,n');
		expect(lines.length).toBeGreaterThan(3);
		expect(items[0]?.json.rows).toBe(lines.length);
	});

	it('escapes formulas in a CSV file if requested', async () => {
		const fileOf = async (form: IDataObject) => {
			const { items, error } = await run({
				sql: "SELECT '=1+1' AS a, -5 AS b, '@x,' AS c",
				output: 'file',
				...form,
			});
			expect(error).toBeUndefined();
			return Buffer.from(items[0]?.binary?.data?.data ?? '', 'base64').toString();
		};
		expect(await fileOf({})).toBe('a,b,c\n=1+1,-5,"@x,"\n');
		expect(await fileOf({ options: { defuseFormulas: true } })).toBe(`a,b,c\n'=1+1,-5,"'@x,"\n`);
		// An expression in a field of text, or typed without braces, returns text.
		expect(await fileOf({ options: { defuseFormulas: '=true' } })).toContain("'=1+1");
	});

	it('defuses formulas in a file that is passed on as it arrives', async () => {
		const { items, error } = await run({
			sql: "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 30000) SELECT '=' || i AS a, -i AS b FROM n",
			output: 'file',
			options: { defuseFormulas: true },
		});
		expect(error).toBeUndefined();
		const file = Buffer.from(items[0]?.binary?.data?.data ?? '', 'base64').toString();
		const lines = Array.from({ length: 30_000 }, (_, index) => `'=${index + 1},${-index - 1}\n`);
		expect(file === `a,b\n${lines.join('')}`).toBe(true);
	});

	it.each(['secret', 'key'])(
		'keeps IDs in a CSV file for spreadsheets (%s)',
		async (credential) => {
			const sql = "SELECT 'u1' AS u, '-8961289991947891759' AS id, 1.5 AS n";
			const fileOf = async (options: IDataObject) => {
				const result = await run({ sql, output: 'file', options }, { credential });
				const text = Buffer.from(result.items[0]?.binary?.data?.data ?? '', 'base64').toString();
				const { hints } = result.run.data.resultData.runData['Sensors Analytics']?.[0] ?? {};
				return { text: text.trim().split(/\r?\n/), hints, rows: result.rows[0]?.rows };
			};
			expect(await fileOf({})).toEqual({
				text: ['u,id,n', 'u1,-8961289991947891759,1.5'],
				hints: [expect.objectContaining({ message: expect.stringMatching(/15 digits/) as string })],
				rows: 1,
			});
			expect(await fileOf({ idsAsText: true })).toMatchObject({
				text: ['u,id,n', 'u1,"=""-8961289991947891759""",1.5'],
				hints: [],
				rows: 1,
			});
		},
	);

	it('has columns in the order of the SELECT', async () => {
		const sql = 'SELECT z, 1 AS a, y FROM (SELECT 1 AS y, NULL AS z UNION SELECT NULL, 2) t';
		const order = async (settings?: object) =>
			(await run({ sql }, settings)).rows.map((row) => Object.keys(row).join(''));
		expect(await order({ credential: 'key' })).toEqual(['zay', 'zay']);
		expect(await order()).toEqual(['zay', 'zay']);
	});

	it('sets the time limit as a hint, and shows the request without sending it', async () => {
		const { rows } = await run({
			sql: 'SELECT 1',
			options: { timeLimit: 900, previewRequest: true },
		});
		expect(rows).toEqual([
			{
				requests: [
					{
						method: 'POST',
						path: '/api/sql/query',
						form: { q: '/*MAX_QUERY_EXECUTION_TIME=900*/ SELECT 1', format: 'json' },
					},
				],
			},
		]);
		expect(t.takeRequests()).toEqual([]);
	});

	it(`reads ${MANY} rows`, async () => {
		const { rows, error } = await run({
			sql: `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY}) SELECT i, i * 2 AS double FROM n`,
		});
		expect(error).toBeUndefined();
		expect(rows).toHaveLength(MANY);
		expect(rows[MANY - 1]).toEqual({ i: MANY, double: 2 * MANY });
	});
});
