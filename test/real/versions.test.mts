import { readFile } from 'node:fs/promises';

import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { type ExecutionResult, rowsOf } from './support/executions.mts';
import { exampleCredential, N8n } from './support/n8n.mts';
import { packPackage } from './support/package.mts';
import { fan, manualTrigger, reportParameters, sensorsAnalytics } from './support/workflows.mts';

const VERSIONS = ['2.40', '1.123'];
const EXAMPLE = 'ordersByCity0001';
const EVERYTHING = 'manyReports00001';
const CREDENTIAL = 'sensorsAnalytics';
/** Other credentials, by the names of the nodes that have them. */
const FAULTY: Record<string, object> = {
	'Nobody there': { baseUrl: 'http://127.0.0.1:9', authentication: 'apiSecret', apiSecret: 'x' },
	'Nobody there to sign in': { baseUrl: 'http://127.0.0.1:9' },
	'Wrong password': { password: 'wrong-pw' },
};

const NOVEMBER = { dateRange: 'custom', fromDate: '2026-11-01', toDate: '2026-11-03' };

/** What is to give the same items in every n8n, by the name of its node. */
const REPORTS: Record<string, object> = {
	Rows: reportParameters(),
	'Hours, filtered, no groups': reportParameters({
		groupBy: {},
		unit: 'hour',
		toDate: '2026-11-01',
		filter: {
			condition: [
				{ field: 'city', valueKind: 'text', function: 'equal', values: 'Beijing, Shanghai' },
			],
		},
	}),
	'Compared, with totals': reportParameters({
		compareWith: 'previousPeriod',
		groupBy: { group: [{ field: 'city', topGroups: 3 }] },
		options: { totals: true, orderBy: 'revenue', orderDirection: 'descending' },
	}),
	Table: reportParameters({ output: 'table', options: { totals: true } }),
	Wide: reportParameters({ output: 'wide' }),
	Summary: reportParameters({ output: 'summary', compareWith: 'lastWeek' }),
	Raw: reportParameters({ output: 'raw' }),
	Preview: reportParameters({ options: { previewRequest: true } }),
	Pasted: {
		resource: 'report',
		operation: 'getEventReport',
		queryMode: 'json',
		queryJson: JSON.stringify({
			measures: [{ event_name: 'PayOrder', aggregator: 'unique' }],
			unit: 'day',
			by_fields: ['event.PayOrder.device'],
			from_date: '2026-10-01',
			to_date: '2026-10-07',
			chartsType: 'line',
		}),
		dateRange: 'custom',
		fromDate: '2026-11-01',
		toDate: '2026-11-02',
	},
	Funnel: {
		resource: 'report',
		operation: 'getFunnelReport',
		steps: { step: [{ eventName: 'ViewProduct' }, { eventName: 'PayOrder' }] },
		...NOVEMBER,
	},
	Retention: {
		resource: 'report',
		operation: 'getRetentionReport',
		firstEvent: { __rl: true, mode: 'list', value: '$pageview' },
		secondEvent: '$pageview',
		...NOVEMBER,
	},
	'Saved report': {
		resource: 'savedReport',
		operation: 'runSavedReport',
		savedReport: '101',
		...NOVEMBER,
	},
	SQL: {
		resource: 'sqlQuery',
		operation: 'runSqlQuery',
		sql: 'SELECT event, COUNT(*) AS n FROM events WHERE date = :day GROUP BY event',
		parameters: { parameter: [{ name: 'day', kind: 'date', value: '2026-11-01' }] },
	},
	'CSV file': {
		resource: 'sqlQuery',
		operation: 'runSqlQuery',
		sql: "SELECT event FROM events WHERE date = '2026-11-01' LIMIT 3",
		output: 'file',
	},
	'User groups': { resource: 'userGroup', operation: 'getManyUserGroups', returnAll: true },
	'Wrong field': reportParameters({ fromDate: '2026-13-01' }),
	'Unknown event': reportParameters({
		measures: { measure: [{ eventName: 'NoSuchEvent', aggregator: 'general' }] },
	}),
	'Cut connection': {
		resource: 'savedReport',
		operation: 'getManySavedReports',
		returnAll: true,
	},
	...Object.fromEntries(Object.keys(FAULTY).map((name) => [name, reportParameters()])),
};

describe('The same package file in n8n 2.40 and n8n 1.123, by the command line', () => {
	const simulators: Record<string, Simulator> = {};
	const hosts: Record<string, N8n> = {};

	beforeAll(async () => {
		const { tarball } = await packPackage();
		const example = JSON.parse(
			await readFile('examples/yesterdays-orders-by-city.json', 'utf8'),
		) as object;
		const everything = fan(
			'Many reports',
			manualTrigger(),
			Object.entries(REPORTS).map(([name, parameters]) => ({
				...sensorsAnalytics(parameters, name in FAULTY ? name : CREDENTIAL),
				name,
				onError: 'continueRegularOutput',
			})),
		);
		// Side by side: each is one process after the other.
		const prepare = async (version: string) => {
			const simulator = await startSimulator();
			simulators[version] = simulator;
			const n8n = await N8n.prepare({ version, tarball, log: (line) => console.log(line) });
			hosts[version] = n8n;
			const credential = exampleCredential(simulator.url);
			await n8n.importCredentials(
				credential,
				...Object.entries(FAULTY).map(([id, data]) => ({
					...credential,
					id,
					data: { ...credential.data, ...data },
				})),
			);
			await n8n.importWorkflows({ [EXAMPLE]: example, [EVERYTHING]: everything });
		};
		await Promise.all(VERSIONS.map(prepare));
	}, 30 * 60_000);

	afterAll(async () => {
		for (const version of VERSIONS) {
			await hosts[version]?.stop();
			await simulators[version]?.close();
		}
	});

	const of = (version: string) => ({
		n8n: hosts[version] as N8n,
		simulator: simulators[version] as Simulator,
	});

	it.each(VERSIONS)(
		'%s: returns rows, and a second process uses the stored token without a login',
		async (version) => {
			const { n8n, simulator } = of(version);
			const first = rowsOf(await n8n.execute(EXAMPLE), 'Orders by city');
			expect(first.length).toBeGreaterThan(3);
			expect(first[0]).toEqual({
				date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/) as string,
				city: expect.any(String) as string,
				orders: expect.any(Number) as number,
				customers: expect.any(Number) as number,
				revenue: expect.any(Number) as number,
			});
			expect(simulator.world.logins).toHaveLength(1);
			const stored = (await n8n.exportCredentials()).find(({ id }) => id === CREDENTIAL)?.data
				.accessToken;
			expect(stored).toBe(simulator.world.validTokens('analyst')[0]?.value);

			const second = rowsOf(await n8n.execute(EXAMPLE), 'Orders by city');
			expect(second).toEqual(first);
			expect(simulator.world.logins).toHaveLength(1);
			expect(simulator.requests.at(-1)?.headers['sensorsdata-token']).toBe(stored);
		},
		600_000,
	);

	it.each(VERSIONS)(
		'%s: renews a token that was ended by one login, and stores the new one',
		async (version) => {
			const { n8n, simulator } = of(version);
			const before = simulator.world.logins.length;
			simulator.world.tokens.endAll(simulator.world.accounts.get('analyst'));
			expect(rowsOf(await n8n.execute(EXAMPLE), 'Orders by city').length).toBeGreaterThan(3);
			expect(simulator.world.logins.length - before).toBe(1);
			expect(rowsOf(await n8n.execute(EXAMPLE), 'Orders by city').length).toBeGreaterThan(3);
			expect(simulator.world.logins.length - before).toBe(1);
		},
		600_000,
	);

	describe('returns the same items, field by field', () => {
		const results: ExecutionResult[] = [];
		beforeAll(async () => {
			const run = async (version: string) => {
				const { n8n, simulator } = of(version);
				simulator.faults.add({ path: /dashboards/, times: 1, reaction: { cut: true } });
				return await n8n.execute(EVERYTHING);
			};
			results.push(...(await Promise.all(VERSIONS.map(run))));
		}, 600_000);

		it.each(Object.keys(REPORTS))('%s', (name) => {
			const [newer, older] = results.map((result) => timeless(rowsOf(result, name)));
			expect(newer?.length).toBeGreaterThan(0);
			expect(older).toHaveLength(newer?.length as number);
			for (const [index, item] of (newer as object[]).entries()) {
				const other = older?.[index] as object;
				expect(Object.keys(other)).toEqual(Object.keys(item));
				for (const [field, value] of Object.entries(item))
					expect({ [field]: (other as Record<string, unknown>)[field] }).toEqual({
						[field]: value as unknown,
					});
			}
		});

		it('among them errors that say what was wrong', () => {
			for (const result of results) {
				expect(rowsOf(result, 'Wrong field')[0]?.error).toMatch(/From/);
				expect(rowsOf(result, 'Unknown event')[0]?.error).toMatch(/NoSuchEvent/);
				expect(rowsOf(result, 'Nobody there')[0]?.error).toMatch(/the host refused the connection/);
				expect(rowsOf(result, 'Wrong password')[0]?.error).toMatch(/account or password/);
			}
		});
	});
});

/** Without the times at which it was asked and answered. */
function timeless<T>(value: T): T {
	const text = JSON.stringify(value, (key, content: unknown) =>
		/_(time|at)$/.test(key) ? 'some time' : content,
	);
	return JSON.parse(text) as T;
}
