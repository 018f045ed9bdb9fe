import type { TestWorld } from '../../support/world.mts';
import type { Scenario } from './scenario.mts';

const json = (status: number, body: object, headers: Record<string, string> = {}) => ({
	answer: {
		status,
		body: JSON.stringify(body),
		headers: { 'content-type': 'application/json', ...headers },
	},
});
const text = (status: number, body: string, type = 'text/html') => ({
	answer: { status, body, headers: { 'content-type': type } },
});
const refusal = (code: string, more: object = {}) => ({
	code,
	message: 'Service exception',
	request_id: 'req-77',
	data: null,
	...more,
});
const ROW = '{"code":"SUCCESS","request_id":"r","data":{"columns":["n"],"data":[1.0]}}\n';
const UNAUTHORIZED = { error: 'no access', error_type: 'UNAUTHORIZED' };
const once = { requests: 1, logins: 0 };
const silent = { requests: 0, logins: 0 };
const ofKey = { mode: 'key', isWarm: false, sql: 'SELECT 1 AS n', path: /\/api\/v3\// } as const;

const change =
	(fields: { [field: string]: string }) =>
	async (t: TestWorld): Promise<void> =>
		await t.engine.credentials.change('key', fields);
/** The service repeats the key. */
const echo =
	(reaction: (key: string) => NonNullable<Scenario['reaction']>) =>
	(t: TestWorld): void =>
		t.simulator.faults.add({
			path: ofKey.path,
			times: 1,
			reaction: reaction(t.world.apiKeys.of('analyst')),
		});

/** SQL with a key of the OpenAPI: never a login, whatever is refused. */
const ofSql: Scenario[] = (
	[
		{
			name: 'Key deleted: 401',
			prepare: (t) => t.world.apiKeys.revoke('analyst'),
			expect: {
				sees: /^Sensors Analytics rejected the API key: The API key is invalid/,
				todo: 'key',
				...once,
			},
		},
		{
			name: 'Wrong project (key): 401',
			prepare: change({ project: 'default' }),
			expect: {
				sees: /^Sensors Analytics rejected the API key: .*"default".*might not have access to project 'default'/,
				todo: 'key',
				...once,
			},
		},
		{
			name: 'Acting as another account without permission',
			prepare: change({ actAs: '1' }),
			expect: {
				sees: /Sensors Analytics rejected the API key: account-id is not for this key/,
				todo: 'actAs',
				...once,
			},
		},
		{
			name: 'Permanent 401 (key)',
			reaction: json(401, UNAUTHORIZED),
			times: 99,
			expect: { sees: /^Sensors Analytics rejected the API key: no access/, todo: 'key', ...once },
		},
		{
			name: '302 to a sign-in page (key)',
			reaction: { answer: { status: 302, headers: { location: '/login/index.html' } } },
			expect: {
				sees: /returned a sign-in page instead of an API response.*Check 'Base URL' in the credential/,
				todo: 'older',
				...once,
			},
		},
		{
			name: '200 with the HTML of a sign-in page (key)',
			reaction: text(200, '<title>Log in</title><form><input type="password"></form>'),
			expect: {
				sees: /returned a sign-in page instead of an API response.*Check 'Base URL' in the credential/,
				todo: 'older',
				...once,
			},
		},
		{
			name: 'API secret used as key',
			prepare: change({ apiKey: 'secret-0123456789abcdef' }),
			expect: {
				sees: /'API Key' isn't a valid OpenAPI key.*to API Secret/,
				todo: 'notTheSecret',
				...silent,
			},
		},
		{
			name: 'Incomplete key',
			prepare: change({ apiKey: '#K-0123456789abcdef' }),
			expect: {
				sees: /'API Key' has 19 characters, but an OpenAPI key has 35 \(#K-…\)/,
				todo: 'wholeKey',
				...silent,
			},
		},
		{
			name: 'No permission: 403 with a code (key)',
			reaction: json(403, refusal('SA-D-24-2', { message: 'No permission' })),
			expect: { sees: /No permission \(SA-D-24-2\)/, todo: 'permission', ...once },
		},
		{
			name: '403 without a reason (key)',
			reaction: json(403, {}),
			expect: {
				sees: /Sensors Analytics rejected the request: status 403, no reason given/,
				todo: 'permission',
				...once,
			},
		},
		{
			name: 'Module not installed: COMMON-R-28-2',
			reaction: json(500, refusal('COMMON-R-28-2')),
			expect: {
				sees: /The required Sensors Analytics module isn't available: Service exception \(COMMON-R-28-2\)/,
				todo: 'module',
				...once,
			},
		},
		{
			name: 'Module not installed: INTERNAL_SERVER_ERROR',
			reaction: json(500, { code: 'INTERNAL_SERVER_ERROR' }),
			expect: {
				sees: /The required Sensors Analytics module isn't available: \{"code":"INTERNAL_SERVER_ERROR"\} \(INTERNAL_SERVER_ERROR\)/,
				todo: 'module',
				...once,
			},
		},
		{
			name: 'Path unknown: 404 (key)',
			reaction: text(404, '<h1>Not Found</h1>'),
			expect: {
				sees: /The required Sensors Analytics module isn't available: Not Found/,
				todo: 'module',
				...once,
			},
		},
		{
			name: 'SQL that fails: reason only in the context',
			reaction: json(200, {
				...refusal('COMMON-R-131-1'),
				error_info: { context: { origin_cause: 'Could not resolve column x' } },
			}),
			expect: {
				sees: /Sensors Analytics rejected the request: Could not resolve column x; Service exception \(COMMON-R-131-1\)/,
				todo: 'sql',
				...once,
			},
		},
		{
			name: 'SQL that fails after good rows (key)',
			reaction: text(200, `${ROW}${JSON.stringify(refusal('COMMON-R-131-1'))}\n`, 'text/plain'),
			expect: { sees: /Service exception \(COMMON-R-131-1\)/, todo: 'sql', ...once },
		},
		{
			name: 'Rows cut off (key)',
			reaction: { truncate: ROW },
			options: { retries: 0 },
			expect: {
				sees: /A proxy or a network fault might be the cause/,
				todo: 'again',
				...once,
			},
		},
		{
			name: 'Incomplete row (key)',
			reaction: text(200, `${ROW}${ROW.slice(0, 50)}`, 'text/plain'),
			expect: {
				sees: /Line 2 of the SQL result isn't a valid row\. It starts with: \{"code":"SUCCESS","request_id":"r","data":\{"column/,
				todo: 'fewerRows',
				...once,
			},
		},
		{
			name: 'Throttled by code: 200 (key)',
			reaction: json(200, refusal('SA-D-14-1')),
			expect: { sees: 1, requests: 2, logins: 0 },
		},
		{
			name: '503 once (key)',
			reaction: json(503, { error: 'maintenance' }),
			expect: { sees: 1, first: { n: 1 }, requests: 2, logins: 0 },
		},
		{
			name: 'Connection cut once (key)',
			reaction: { cut: true },
			expect: { sees: 1, requests: 2, logins: 0 },
		},
		{
			name: 'Error that shows the key',
			prepare: echo((key) => json(400, refusal('COMMON-D-27-1', { message: `bad ${key}` }))),
			expect: { sees: /^Sensors Analytics rejected the request: bad \*\*\*/, todo: 'sql', ...once },
		},
		{
			name: 'Error that shows the key, percent-encoded, in a page',
			prepare: echo((key) => text(404, `<pre>${encodeURIComponent(key)}</pre>`)),
			expect: {
				sees: /^The required Sensors Analytics module isn't available: \*\*\*/,
				todo: 'module',
				...once,
			},
		},
		{
			name: 'Rejection after good rows that shows the key',
			prepare: echo((key) =>
				text(200, `${ROW}${JSON.stringify(refusal('COMMON-R-131-1', { message: key }))}\n`),
			),
			expect: { sees: /\*\*\* \(COMMON-R-131-1\)/, todo: 'sql', ...once },
		},
		{
			name: 'Row that shows the key',
			prepare: echo((key) =>
				text(
					200,
					JSON.stringify({ code: 'SUCCESS', data: { columns: ['k'], data: [key] } }),
					'text/plain',
				),
			),
			expect: { sees: 1, first: { k: '***' }, ...once },
		},
		{
			name: 'Redirect that contains the key',
			prepare: echo((key) => ({
				answer: {
					status: 302,
					headers: { location: `https://other.example.com/${encodeURIComponent(key)}` },
				},
			})),
			expect: { sees: /other\.example\.com\/\*\*\*/, todo: 'redirect', ...once },
		},
	] satisfies Array<Omit<Scenario, 'mode' | 'sql'>>
).map((scenario): Scenario => ({ ...ofKey, ...scenario }));

const REPORT = { mode: 'key', isWarm: false, path: /segmentation\/report/ } as const;

/** Reports with a key. */
const ofReports: Scenario[] = [
	{ ...REPORT, name: 'A report (key)', expect: { sees: 1, ...once } },
	{
		...REPORT,
		name: 'Unknown event (key)',
		form: { measures: { measure: [{ eventName: 'Nope' }] } },
		expect: {
			sees: /the event "Nope" does not exist.*\(SA-D-32-1\)/,
			todo: 'names',
			requests: 2,
			logins: 0,
		},
	},
	{
		...REPORT,
		name: 'No permission for the event (key)',
		prepare: (t) => {
			t.world.accounts.get('analyst').events = ['$pageview'];
		},
		expect: {
			sees: /^Sensors Analytics rejected the request: No permission; .*\(SA-D-24-2\)/,
			todo: 'permission',
			...once,
		},
	},
	{
		...REPORT,
		name: 'Report with a code that is not SUCCESS: 200 (key)',
		reaction: json(200, refusal('COMMON-D-27-1', { data: { detail_rows: [] } })),
		expect: { sees: /Service exception \(COMMON-D-27-1\)/, todo: 'names', ...once },
	},
	{
		...REPORT,
		name: 'Report without data (key)',
		reaction: json(200, { code: 'SUCCESS', request_id: 'r' }),
		expect: { sees: /^The report has an unexpected structure: /, todo: 'raw', ...once },
	},
	{
		...REPORT,
		name: 'Report without columns (key)',
		reaction: json(200, { code: 'SUCCESS', request_id: 'r', data: { detail_rows: [[1]] } }),
		expect: { sees: /^The report has an unexpected structure: /, todo: 'raw', ...once },
	},
	{
		...REPORT,
		name: 'Report: module not installed (key)',
		prepare: (t) => void t.world.openapi.missing.push('/analytics/v1/model'),
		expect: {
			sees: /The required Sensors Analytics module isn't available: The request failed; The service is not installed \(COMMON-R-28-2\)/,
			todo: 'module',
			...once,
		},
	},
	{
		...REPORT,
		name: 'Report that shows the key',
		prepare: echo((key) => json(200, { code: 'SUCCESS', data: { detail_rows: [key] } })),
		expect: { sees: /^The report has an unexpected structure: /, todo: 'raw', ...once },
	},
];

export const byKey: Scenario[] = [...ofSql, ...ofReports];
