/**
 * One Sensors Analytics node beside what users would build instead: HTTP Request (login) → HTTP
 * Request (query) → Code (rows), in one n8n. One line a figure; nothing is judged by its time.
 */
import { startSimulator } from '../../simulator/server.mts';
import { N8n } from '../real/support/n8n.mts';
import { callWebhook, untilItAnswers } from '../real/support/webhooks.mts';
import {
	chain,
	code,
	httpRequest,
	reportParameters,
	sensorsAnalytics,
	webhook,
} from '../real/support/workflows.mts';

const RUNS = Number(process.argv[2] ?? 200);
/** Both take turns, so that a slow moment of the machine hits both. */
const TURNS = 10;
const QUERY = {
	measures: [
		{ event_name: 'PayOrder', aggregator: 'general' },
		{ event_name: 'PayOrder', aggregator: 'unique' },
		{ event_name: 'PayOrder', aggregator: 'sum', field: 'event.PayOrder.amount' },
	],
	by_fields: ['event.PayOrder.city'],
	unit: 'day',
	from_date: '2026-11-01',
	to_date: '2026-11-03',
};
const FLATTEN = `const { series, rows } = $input.first().json;
return rows.flatMap((row) =>
	series.map((date, i) => ({
		json: {
			date: date.slice(0, 10),
			city: row.by_values[0],
			orders: row.values[i][0],
			customers: row.values[i][1],
			revenue: row.values[i][2],
		},
	})),
);`;

const log = (line: string) => console.log(line);
const simulator = await startSimulator();
const n8n = await N8n.prepare({ log });
try {
	const api = `${simulator.url}/api`;
	const workflows = [
		[
			'byHand',
			'three nodes',
			[
				httpRequest(
					'Login',
					`${api}/v2/auth/login?project=production`,
					// Not the account of the node: 20 logins in a row end the token that the node goes on with.
					JSON.stringify({ account_name: 'admin', password: 'admin-pw-1' }),
				),
				httpRequest('Query', `${api}/events/report?project=production`, JSON.stringify(QUERY), {
					sendHeaders: true,
					headerParameters: {
						parameters: [{ name: 'sensorsdata-token', value: '={{ $json.session_id }}' }],
					},
				}),
				code('Rows', FLATTEN),
			],
		],
		['oneNode', 'one node', [sensorsAnalytics(reportParameters())]],
	] as const;
	await n8n.importExampleCredential(simulator.url);
	await n8n.importWorkflows(
		Object.fromEntries(
			workflows.map(([id, name, steps]) => [id, chain(name, [webhook(id), ...steps])]),
		),
	);
	for (const [id] of workflows) await n8n.publish(id);
	await n8n.start();
	const totals = new Map<string, { ms: number; logins: number; requests: number }>();
	const bodies: string[] = [];
	for (const [id] of workflows) {
		await untilItAnswers(`${n8n.url}/webhook/${id}`);
		bodies.push(await (await fetch(`${n8n.url}/webhook/${id}`)).text());
		totals.set(id, { ms: 0, logins: 0, requests: 0 });
	}
	if (canonical(bodies[0]) !== canonical(bodies[1]))
		throw new Error(`The two workflows gave different rows:\n${bodies.join('\n')}`);

	for (let turn = 0; turn < TURNS; turn++) {
		for (const [id, name] of workflows) {
			const [logins, requests] = [simulator.world.logins.length, simulator.requests.length];
			const started = performance.now();
			const answers = await callWebhook(`${n8n.url}/webhook/${id}`, {
				times: RUNS / TURNS,
				atOnce: 1,
				timeoutMs: 60_000,
			});
			const total = totals.get(id) as { ms: number; logins: number; requests: number };
			total.ms += performance.now() - started;
			total.logins += simulator.world.logins.length - logins;
			total.requests += simulator.requests.length - requests;
			const failed = answers.filter(({ status, rows }) => status !== 200 || rows === 0);
			if (failed.length > 0) throw new Error(`${name}: ${failed[0]?.status} ${failed[0]?.body}`);
		}
	}
	for (const [id, name] of workflows) {
		const { ms, logins, requests } = totals.get(id) as {
			ms: number;
			logins: number;
			requests: number;
		};
		log(
			`${name}: ${RUNS} runs, ${(ms / RUNS).toFixed(1)} ms each, ${logins} logins, ${requests} requests`,
		);
	}
	const ms = (id: string) => totals.get(id)?.ms as number;
	log(`one node / three nodes, wall time: ${(ms('oneNode') / ms('byHand')).toFixed(3)}`);
} finally {
	await n8n.stop();
	await simulator.close();
}

/** The same rows in whatever order. */
function canonical(body = ''): string {
	return JSON.stringify((JSON.parse(body) as object[]).map((row) => JSON.stringify(row)).sort());
}
