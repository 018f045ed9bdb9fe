/** With a key of the OpenAPI: sign-in, lists, SQL, and where the key goes. */
import { inspect } from 'node:util';

import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { parse } from 'csv-parse/sync';

import { CREDENTIAL_TYPE, TOOL_TYPE } from '../support/engine.mts';
import { TestWorld } from '../support/world.mts';
import { withoutWaits, withWaits } from '../support/waits.mts';

beforeAll(() => void withoutWaits());

const V3 = '/api/v3';
const ANALYTICS = `${V3}/analytics/v1`;
const PORTAL = '/portal/v2';

describe('With a key of the OpenAPI', () => {
	let t: TestWorld;

	beforeAll(async () => {
		t = await TestWorld.start();
		t.setClock();
	});
	afterAll(async () => await t.stop());
	beforeEach(async () => {
		t.takeRequests();
		t.takeLogins();
		t.simulator.faults.clear();
		t.world.openapi.missing = [];
		await t.saveCredential('key', t.dataOf('key'));
	});
	/** A key needs neither a login nor a token, whatever is done with it. */
	afterEach(() => {
		expect(t.takeLogins()).toBe(0);
	});

	const run = async (resource: string, operation: string, form: IDataObject = {}, options = {}) =>
		await t.operation(resource, operation, form, { credential: 'key', ...options });
	const both = async (resource: string, operation: string, form: IDataObject = {}) => {
		const [key, legacy] = [
			await run(resource, operation, form),
			await t.operation(resource, operation, form, { credential: 'user' }),
		];
		t.takeLogins();
		expect([key.error, legacy.error]).toEqual([undefined, undefined]);
		return { key: key.rows, legacy: legacy.rows };
	};
	const paths = () => t.takeRequests().map(({ path }) => path);

	describe('the credential test', () => {
		/** As n8n does it: sign, prepare where that is wanted, sign again, send. */
		const test = async (data: IDataObject): Promise<string> => {
			const { authenticate, preAuthentication, test: given } = t.engine.credentialType;
			const credential = { ...data } as ICredentialDataDecryptedObject;
			const context = t.engine.pollContext({}, {}, { credential: 'key' });
			const options = given?.request as unknown as IHttpRequestOptions;
			const sign = async () =>
				await (authenticate as (...given: unknown[]) => Promise<IHttpRequestOptions>)(
					credential,
					options,
				);
			try {
				await expect(sign()).rejects.toThrow('The sign-in is to be tested');
				await preAuthentication?.call(context as never, credential);
				await context.helpers.httpRequest({ ...(await sign()), returnFullResponse: true });
				return 'passed';
			} catch (error) {
				return (error as Error).message;
			}
		};

		it.each([
			['as it is', [], '/get-by-api-key'],
			['without whoami', [`${PORTAL}/identity`], '/product/versions'],
			['without a portal', [PORTAL], '/events/all'],
			['without metadata', ['/analytics/v1/event-meta'], '/get-by-api-key'],
		])('passes on an installation %s', async (_name, missing, answered) => {
			t.world.openapi.missing = missing;
			expect(await test(t.dataOf('key'))).toBe('passed');
			const sentRequests = t.takeRequests().filter(({ status }) => status === 200);
			expect(sentRequests[0]?.path).toMatch(new RegExp(`${answered}$`));
		});

		it.each([
			[
				'a wrong key',
				{ apiKey: `#K-${'0'.repeat(32)}` },
				/^Sensors Analytics rejected the API key: .*invalid or has expired/,
			],
			[
				'a project that it does not see',
				{ project: 'default' },
				/^Sensors Analytics rejected the API key: .*default/,
			],
			['another account without being an administrator', { actAs: '1' }, /'Account ID to Act As'/],
			['an API secret as key', { apiKey: 'some-api-secret' }, /set 'Authentication' to API Secret/],
		])('reports %s', async (_name, fields, words) => {
			const message = await test({ ...t.dataOf('key'), ...fields });
			expect(message).toMatch(words);
		});

		it("passes for an administrator's key that acts as another account", async () => {
			const actAs = String(t.world.accounts.get('viewer').id);
			const apiKey = t.world.apiKeys.of('admin');
			expect(await test({ ...t.dataOf('key'), apiKey, actAs })).toBe('passed');
		});
	});

	describe('pick lists', () => {
		const list = async (method: string, parameters: IDataObject = {}, credential = 'key') =>
			await t.engine.listChoices(method, parameters as never, { credential });

		it.each([
			['searchEvents', {}],
			['searchProperties', { measures: { measure: [{ eventName: 'PayOrder' }] } }],
			['searchProperties', {}],
			['searchUserProperties', {}],
			['searchUserGroups', {}],
		])('%s %j shows what the API under /api/ shows', async (method, parameters) => {
			const choices = await list(method, parameters);
			expect(choices.length).toBeGreaterThan(2);
			expect(paths().every((path) => path.startsWith(V3))).toBe(true);
			const legacy = await list(method, parameters, 'secret');
			const byValue = (all: typeof legacy) =>
				all.sort((a, b) => String(a.value).localeCompare(String(b.value)));
			expect(byValue(choices)).toEqual(byValue(legacy));
		});

		it('shows the saved reports that the API under /api/ shows, and those of its own kinds', async () => {
			const own = await list('searchSavedReports');
			const legacy = await list('searchSavedReports', {}, 'secret');
			const names = (choices: typeof own) => choices.map(({ name }) => name).sort();
			expect(names(own)).toEqual([...names(legacy), 'Customers: Ways through the shop'].sort());
		});

		it('shows definitions of sessions, which only the OpenAPI returns', async () => {
			expect(await list('searchSessions')).toEqual([
				{ name: '一次访问 (app_visit)', value: 'app_visit' },
				{ name: '一次购物 (shopping)', value: 'shopping' },
				{ name: '持续关注 (long_stay)', value: 'long_stay' },
			]);
			await expect(list('searchSessions', {}, 'secret')).rejects.toThrow(
				"Sessions aren't available with the 'Authentication' of the credential, because the API doesn't offer them. Use a credential with API Key (OpenAPI)",
			);
		});

		it("shows what the key's account may see", async () => {
			await t.saveCredential('key', { ...t.dataOf('key'), apiKey: t.world.apiKeys.of('viewer') });
			const names = (await list('searchEvents')).map(({ value }) => value);
			expect(names).toEqual(['$Anything', '$pageview']);
		});
	});

	describe('dashboards, saved reports, user groups', () => {
		it('are the same dashboards', async () => {
			const { key, legacy } = await both('dashboard', 'getManyDashboards');
			const byId = (rows: IDataObject[]) =>
				rows
					.map(({ id, name, is_public }) => ({ id, name, is_public }))
					.sort((a, b) => String(a.id).localeCompare(String(b.id)));
			expect(key).toHaveLength(2);
			expect(byId(key)).toEqual(byId(legacy));
		});

		it('are the same saved reports', async () => {
			const { key, legacy } = await both('savedReport', 'getManySavedReports', { dashboard: '11' });
			const plain = (rows: IDataObject[]) =>
				rows.map(({ id, name, can_be_run, query }) => ({ id, name, can_be_run, query }));
			expect(key).toHaveLength(3);
			expect(plain(key)).toEqual(plain(legacy));
		});

		it('are the same groups with the same sizes', async () => {
			const { key, legacy } = await both('userGroup', 'getManyUserGroups');
			const plain = (rows: IDataObject[]) =>
				rows.map(({ name, display_name, property, users }) => ({
					name,
					display_name,
					property,
					users,
				}));
			expect(key).toHaveLength(3);
			expect(plain(key)).toEqual(plain(legacy));
			expect(key.map(({ users }) => typeof users)).toEqual(['number', 'number', 'object']);
		});

		it('are groups without sizes if segments are not installed, and errors if no module is', async () => {
			t.world.openapi.missing = ['/horizon'];
			const { rows } = await run('userGroup', 'getManyUserGroups');
			expect(rows.map(({ property, users }) => [property, users])[0]).toEqual([
				'user.user_group_gold_members',
				null,
			]);
			t.world.openapi.missing = ['/horizon', '/analytics/v1/property-meta'];
			const { error } = await run('userGroup', 'getManyUserGroups');
			expect(error?.message).toMatch(
				/^The required Sensors Analytics module isn't available: The request failed; The service is not installed \(COMMON-R-28-2\)/,
			);
			expect(error?.description).toMatch(
				/The module isn't installed or isn't available through OpenAPI\. Ask your Sensors Analytics administrator, or use a credential with a different authentication method\. Request ID: req-\w+\./,
			);
		});

		it.each([
			[403, false, true],
			[403, true, false],
			[503, false, false],
		])(
			'are groups without sizes after status %d, for a model %p: %p',
			async (status, isModel, has) => {
				const answer = { status, body: { error: 'no permission' } };
				t.simulator.faults.add({ path: /latest-item/, reaction: { answer } });
				const type = isModel ? { type: TOOL_TYPE } : {};
				const listed = await t.operation(
					'userGroup',
					'getManyUserGroups',
					{},
					{ credential: 'key', ...type },
				);
				expect(listed.rows.some(({ name }) => name === 'gold_members')).toBe(has);
				if (has) {
					expect(listed.rows.map(({ users }) => users)).toEqual([null, null, null]);
					expect(JSON.stringify(listed.run.data)).toContain(
						'The list has no sizes, because the request for them failed: Sensors Analytics rejected the request: no permission.',
					);
				}
				const form = { userGroup: 'gold_members' };
				const one = await t.operation('userGroup', 'getUserGroup', form, { credential: 'key' });
				expect(one.error?.message).toMatch(/no permission/);
			},
		);

		it('is no group without a word when segments fail for another reason', async () => {
			const answer = { status: 500, body: { code: 'SA-R-33-12', message: 'engine' } };
			t.simulator.faults.add({ path: /segment/, reaction: { answer } });
			const { error, rows } = await run('userGroup', 'getManyUserGroups');
			expect(error?.message).toMatch(/engine/);
			expect(rows).toEqual([]);
		});
	});

	describe('SQL', () => {
		const COUNTS =
			"SELECT city, COUNT(*) AS orders, SUM(amount) AS revenue, MAX(CASE WHEN city = 'x' THEN 1 END) AS nil FROM events WHERE event = 'PayOrder' AND date = :day GROUP BY city ORDER BY city";
		const parameters = { parameter: [{ name: 'day', kind: 'date', value: '2026-11-02' }] };

		it('returns the rows of the API under /api/', async () => {
			const { key, legacy } = await both('sqlQuery', 'runSqlQuery', {
				sql: COUNTS.replace(
					', MAX(CASE',
					", MAX(CASE WHEN city < 'C' THEN 1 END) AS some, MAX(CASE",
				),
				parameters,
			});
			expect(key.length).toBeGreaterThan(3);
			expect(key.map((row) => ({ ...row, nil: null }))).toEqual(
				legacy.map((row) => ({ ...row, nil: null })),
			);
			expect(key.some(({ some }) => some === null) && key.some(({ some }) => some === 1)).toBe(
				true,
			);
		});

		it('sends the limit as a text, and the key in the header alone', async () => {
			await run('sqlQuery', 'runSqlQuery', { sql: 'SELECT 1 AS a' });
			const [request, ...more] = t.takeRequests();
			expect(more).toEqual([]);
			expect(request).toMatchObject({
				path: `${ANALYTICS}/model/sql/query`,
				query: {},
				body: { sql: 'SELECT 1 AS a', limit: '10000001' },
			});
			expect(request?.headers).toMatchObject({
				'api-key': t.world.apiKeys.of('analyst'),
				'sensorsdata-project': 'production',
			});
			expect(request?.headers['sensorsdata-token']).toBeUndefined();
		});

		it('returns no items for no rows', async () => {
			const { rows, error } = await run('sqlQuery', 'runSqlQuery', {
				sql: "SELECT * FROM events WHERE event = 'nothing'",
			});
			expect([rows, error]).toEqual([[], undefined]);
		});

		it.each(['items', 'file'])(
			"reports the engine's message about bad SQL (%s)",
			async (output) => {
				const { error } = await run('sqlQuery', 'runSqlQuery', {
					sql: 'SELECT missing FROM nowhere',
					output,
				});
				expect(error?.message).toMatch(/no such table: nowhere.*\(COMMON-R-131-1\)/);
			},
		);

		const LINE = '{"code":"SUCCESS","request_id":"r","data":{"columns":["a"],"data":[1.0]}}\n';
		it.each([
			[
				'with its reason',
				{ error_info: { context: { origin_cause: 'memory is full' } } },
				/memory is full/,
			],
			['with words', { message: 'gave up', data: null }, /gave up/],
			['with empty data', { message: 'gave up', data: {} }, /gave up/],
		])('recognizes a refusal after good rows, %s', async (_name, more, words) => {
			const refusal = JSON.stringify({ code: 'COMMON-R-131-1', request_id: 'r', ...more });
			for (const output of ['items', 'file']) {
				const answer = { body: `${LINE}${LINE}${refusal}\n` };
				t.simulator.faults.add({ path: /sql/, times: 1, reaction: { answer } });
				const { error, rows } = await run('sqlQuery', 'runSqlQuery', { sql: 'SELECT a', output });
				expect(error?.message).toMatch(words);
				expect(rows).toEqual([]);
			}
		});

		it('does not accept an interrupted answer as complete', async () => {
			t.simulator.faults.add({ path: /sql/, times: 1, reaction: { truncate: LINE } });
			const { error, rows } = await run('sqlQuery', 'runSqlQuery', { sql: 'SELECT a' });
			expect([error === undefined, rows]).toEqual([false, []]);
		});

		it('makes a file of the rows', async () => {
			const form = { sql: COUNTS, parameters };
			const { rows } = await run('sqlQuery', 'runSqlQuery', form);
			const { items, error } = await run('sqlQuery', 'runSqlQuery', {
				...form,
				output: 'file',
				fileName: 'cities.csv',
				binaryProperty: 'csv',
			});
			expect(error).toBeUndefined();
			const file = items[0]?.binary?.csv;
			expect(items[0]?.json).toMatchObject({ fileName: 'cities.csv', mimeType: 'text/csv' });
			const text = Buffer.from(file?.data ?? '', 'base64').toString();
			const read = parse(text, { columns: true }) as IDataObject[];
			expect(read).toEqual(
				rows.map((row) =>
					Object.fromEntries(Object.entries(row).map(([key, value]) => [key, String(value ?? '')])),
				),
			);
		});

		it('escapes formulas in the file, if requested', async () => {
			const file = async (options: IDataObject) => {
				const form = { sql: "SELECT '=1+1' AS a, -1 AS n", output: 'file', options };
				const { items } = await run('sqlQuery', 'runSqlQuery', form);
				return Buffer.from(items[0]?.binary?.data?.data ?? '', 'base64').toString();
			};
			expect(await file({})).toBe('a,n\r\n=1+1,-1\r\n');
			expect(await file({ defuseFormulas: true })).toBe("a,n\r\n'=1+1,-1\r\n");
		});

		it('shows the request without sending it', async () => {
			const { rows } = await run('sqlQuery', 'runSqlQuery', {
				sql: 'SELECT 1',
				options: { previewRequest: true },
			});
			expect(rows[0]).toMatchObject({
				requests: [{ path: `${ANALYTICS}/model/sql/query`, body: { sql: 'SELECT 1' } }],
			});
			expect(paths()).toEqual([]);
		});
	});

	it.each([
		['logIn', { accountSource: 'item', accountName: 'analyst', password: 'analyst-pw-1' }],
		['logIn', {}],
		['issueForUser', { userSource: 'item', userName: 'analyst' }],
		['issueForUser', {}],
	])('%s %j says that it is not needed', async (operation, form) => {
		const { error } = await run('accessToken', operation, form);
		expect(error?.message).toMatch(
			/The credential uses an API key \(OpenAPI\), which needs no access token\. To get an access token, use a credential with a different authentication method/,
		);
		expect(paths()).toEqual([]);
	});

	describe('the HTTP Request node', () => {
		const call = async (options: object) => {
			const context = t.engine.pollContext({}, {}, { credential: 'key' });
			return (await context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_TYPE, {
				json: true,
				...options,
			} as IHttpRequestOptions)) as IDataObject;
		};

		it('reaches the OpenAPI', async () => {
			const url = `${t.simulator.url}${ANALYTICS}/dashboard/navigation`;
			const { code, data } = await call({ url, qs: { type: 'PUBLIC' } });
			expect(code).toBe('SUCCESS');
			expect((data as IDataObject).dashboard_navigation_items).toHaveLength(1);
			expect(t.takeRequests()[0]?.query).toEqual({ type: 'PUBLIC' });
		});

		it('is refused by the API under /api/, without a login', async () => {
			await expect(call({ url: `${t.simulator.url}/api/events/all` })).rejects.toThrow();
			expect(paths().every((path) => path === '/api/events/all')).toBe(true);
		});

		it('sends the key to no other host', async () => {
			const error = await call({ url: 'http://localhost:1/api/v3/x' }).catch((e: Error) => e);
			expect(String(error)).toMatch(
				/NodeApiError: The request goes to 'http:\/\/localhost:1', but the credential is for 'http:\/\/127\.0\.0\.1:\d+', so n8n didn't send the request\. Use an address that starts with the credential's 'Base URL'/,
			);
			expect(inspect(error, { depth: 9 })).not.toContain(t.world.apiKeys.of('analyst'));
			expect(paths()).toEqual([]);
		});
	});

	it('runs of one process share one pace', async () => {
		withWaits();
		const started = Date.now();
		const one = { sql: 'SELECT 1 AS a', options: { requestsPerSecond: 20 } };
		await Promise.all(
			Array.from({ length: 6 }, async () => await run('sqlQuery', 'runSqlQuery', one)),
		);
		// Each run alone would not have waited at all.
		expect(Date.now() - started).toBeGreaterThanOrEqual(5 * 50 - 1);
		expect(paths()).toHaveLength(6);
	});
});
