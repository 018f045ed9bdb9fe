/**
 * One Sensors Analytics node in one n8n, compared with the least that n8n can do for the same
 * answer (one HTTP Request with a credential), and with what users would build instead: HTTP
 * Request (login) → HTTP Request (query) → Code (rows). One line a figure; nothing is judged by its
 * time.
 */
import { startSimulator } from '../../simulator/server.mts';
import { N8nApi } from '../real/support/api.mts';
import { exampleCredential, exampleKey, N8n, type StoredCredential } from '../real/support/n8n.mts';
import { callWebhook, untilItAnswers } from '../real/support/webhooks.mts';
import {
	chain,
	code,
	httpRequest,
	reportParameters,
	sensorsAnalytics,
	type Step,
	webhook,
} from '../real/support/workflows.mts';
import { answerWithKey, answerWithSecret, withHealthChecks, TOO_LARGE } from './tooLarge.mts';

const RUNS = Number(process.argv[2] ?? 400);
const IN_A_ROW = 10;
const BIG_RUNS = Math.max(3, Math.round(RUNS / 20));
const CITIES = 500;
/** 100 days: 50,000 rows. */
const BIG_RANGE = { from: '2026-01-01', to: '2026-04-10' };
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
const api = `${simulator.url}/api`;
// Not the account of the node: 20 logins in a row end the token that the node goes on with.
const account = { account_name: 'admin', password: 'admin-pw-1' };
const credentials: StoredCredential[] = [
	exampleCredential(simulator.url),
	exampleKey(simulator.url, simulator.world.apiKeys.of('analyst')),
	{
		id: 'secret',
		name: 'Secret',
		type: 'sensorsAnalyticsApi',
		data: {
			baseUrl: simulator.url,
			project: 'production',
			authentication: 'apiSecret',
			apiSecret: simulator.world.secrets.of('admin'),
		},
	},
	// What a careful user keeps out of the nodes of a chain by hand.
	{
		id: 'query',
		name: 'Query',
		type: 'httpQueryAuth',
		data: { name: 'token', value: simulator.world.secrets.of('admin') },
	},
	{
		id: 'login',
		name: 'Login',
		type: 'httpCustomAuth',
		data: { json: JSON.stringify({ body: account }) },
	},
	{
		id: 'project',
		name: 'Project',
		type: 'httpQueryAuth',
		data: { name: 'project', value: 'production' },
	},
];

/** n8n's HTTP Request node with a credential of n8n's own. */
function signed(step: Step, type: string, id: string): Step {
	return {
		...step,
		parameters: {
			...step.parameters,
			authentication: 'genericCredentialType',
			genericAuthType: type,
		},
		credentials: { [type]: { id, name: id } },
	};
}

/** A report that is too large, and says so in an item. */
function refused(credential: string): Step {
	const step = sensorsAnalytics(reportParameters(TOO_LARGE), credential);
	return { ...step, onError: 'continueRegularOutput' };
}

const query = (body: object) => JSON.stringify(body);
const byHand = (body: object): Step[] => [
	signed(
		httpRequest('Login', `${api}/v2/auth/login?project=production`, '{}'),
		'httpCustomAuth',
		'login',
	),
	signed(
		httpRequest('Query', `${api}/events/report`, query(body), {
			sendHeaders: true,
			headerParameters: {
				parameters: [{ name: 'sensorsdata-token', value: '={{ $json.session_id }}' }],
			},
		}),
		'httpQueryAuth',
		'project',
	),
	code('Rows', FLATTEN),
];
const bigRange = { fromDate: BIG_RANGE.from, toDate: BIG_RANGE.to };
const bigQuery = { ...QUERY, from_date: BIG_RANGE.from, to_date: BIG_RANGE.to };
const small: Record<string, Step[]> = {
	least: [
		signed(
			httpRequest('Query', `${api}/events/report?project=production`, query(QUERY)),
			'httpQueryAuth',
			'query',
		),
	],
	secret: [sensorsAnalytics(reportParameters(), 'secret')],
	account: [sensorsAnalytics(reportParameters())],
	byHand: byHand(QUERY),
};
const big: Record<string, Step[]> = {
	bigAccount: [sensorsAnalytics(reportParameters(bigRange))],
	bigByHand: byHand(bigQuery),
};
const tooLarge = {
	tooLargeSecret: [refused('secret')],
	tooLargeKey: [refused('sensorsAnalyticsKey')],
};

const n8n = await N8n.prepare({ log });
try {
	await n8n.importCredentials(...credentials);
	const workflows: Record<string, Step[]> = { ...small, ...big, ...tooLarge };
	await n8n.importWorkflows(
		Object.fromEntries(
			Object.entries(workflows).map(([id, steps]) => [id, chain(id, [webhook(id), ...steps])]),
		),
	);
	await n8n.start();
	const api = await N8nApi.signIn(n8n.url);
	for (const id of Object.keys(workflows)) await api.publish(id);

	const smallTurns = await measure(Object.keys(small), RUNS, IN_A_ROW);
	tell('secret', 'least', smallTurns);
	tell('account', 'least', smallTurns);
	tell('account', 'byHand', smallTurns);

	simulator.faults.add({ path: /events\/report/, reaction: { answer: { body: bigAnswer() } } });
	tell('bigAccount', 'bigByHand', await measure(Object.keys(big), BIG_RUNS, 1));

	simulator.faults.clear();
	await refuse('tooLargeSecret', /events\/report/, answerWithSecret());
	await refuse('tooLargeKey', /segmentation\/report/, answerWithKey());
} finally {
	await n8n.stop();
	await simulator.close();
}

/** Runs a workflow whose report is refused for its size, and measures how others fare meanwhile. */
async function refuse(id: string, path: RegExp, answer: object): Promise<void> {
	const headers = { 'content-type': 'application/json' };
	const body = JSON.stringify(answer);
	simulator.faults.add({ path, reaction: { answer: { body, headers } } });
	const url = `${n8n.url}/webhook/${id}`;
	await untilItAnswers(url);
	const { took, slowest, checks } = await withHealthChecks(n8n.url, async () => {
		const text = await (await fetch(url)).text();
		if (!text.includes('4,599,000 rows')) throw new Error(`${id}: ${text.slice(0, 500)}`);
	});
	log(
		`${id}: ${(body.length / 1e6).toFixed(0)} MB refused in ${took.toFixed(0)} ms; ${checks} health checks meanwhile, the slowest ${slowest.toFixed(0)} ms`,
	);
}

/**
 * Runs each workflow some times in a row, as users do, and the workflows in turns, in an order of
 * chance: a slow moment of the machine, and what one leaves to the next, hit all of them alike.
 * @returns milliseconds of each turn, by workflow
 */
async function measure(
	ids: string[],
	runs: number,
	inARow: number,
): Promise<Map<string, number[]>> {
	const bodies = new Map<string, string>();
	for (const id of ids) {
		await untilItAnswers(`${n8n.url}/webhook/${id}`);
		bodies.set(id, await (await fetch(`${n8n.url}/webhook/${id}`)).text());
	}
	// The least hands the answer on as it is.
	const rows = ids.filter((id) => id !== 'least').map((id) => canonical(bodies.get(id)));
	if (new Set(rows).size > 1) throw new Error('The workflows gave different rows');

	const took = new Map<string, number[]>(ids.map((id) => [id, []]));
	const logins = new Map<string, number>();
	const turns = Math.ceil(runs / inARow);
	// The first turn is for warming up.
	for (let turn = -1; turn < turns; turn++) {
		for (const id of inAnyOrder(ids)) {
			const before = simulator.world.logins.length;
			const started = performance.now();
			for (let run = 0; run < inARow; run++) {
				const { status, body } = await callOnce(id);
				if (status !== 200) throw new Error(`${id}: ${status} ${body}`);
			}
			if (turn < 0) continue;
			took.get(id)?.push((performance.now() - started) / inARow);
			logins.set(id, (logins.get(id) ?? 0) + simulator.world.logins.length - before);
		}
	}
	for (const id of ids) {
		const each = median(took.get(id) as number[]);
		log(`${id}: ${turns * inARow} runs, ${each.toFixed(1)} ms each, ${logins.get(id)} logins`);
	}
	return took;
}

async function callOnce(id: string) {
	const [answer] = await callWebhook(`${n8n.url}/webhook/${id}`, {
		times: 1,
		atOnce: 1,
		timeoutMs: 120_000,
	});
	if (!answer) throw new Error(`${id} was not called`);
	return answer;
}

function inAnyOrder<T>(things: T[]): T[] {
	return things
		.map((thing) => ({ thing, at: Math.random() }))
		.sort((a, b) => a.at - b.at)
		.map(({ thing }) => thing);
}

/** The ratio of the medians, and where 95 of 100 such benches would find it (by bootstrap). */
function tell(one: string, other: string, took: Map<string, number[]>): void {
	const [ones, others] = [took.get(one) as number[], took.get(other) as number[]];
	const ratios = Array.from(
		{ length: 1000 },
		() => median(drawnAgain(ones)) / median(drawnAgain(others)),
	).sort((a, b) => a - b);
	const [ratio, low, high] = [median(ones) / median(others), ratios[25], ratios[975]].map((each) =>
		(each as number).toFixed(3),
	);
	log(`${one} / ${other}, wall time: ${ratio} (${low} to ${high})`);
}

function drawnAgain(figures: number[]): number[] {
	return figures.map(() => figures[Math.floor(Math.random() * figures.length)] as number);
}

function median(figures: number[]): number {
	const sorted = [...figures].sort((a, b) => a - b);
	const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1];
	return ((sorted[low] as number) + (sorted[high] as number)) / 2;
}

/** The same rows in whatever order. */
function canonical(body = ''): string {
	return JSON.stringify((JSON.parse(body) as object[]).map((row) => JSON.stringify(row)).sort());
}

/** Three measures of 500 cities on 100 days. */
function bigAnswer(): object {
	const start = Date.parse(BIG_RANGE.from);
	const days = (Date.parse(BIG_RANGE.to) - start) / 86_400_000 + 1;
	const series = Array.from({ length: days }, (_, day) =>
		new Date(start + day * 86_400_000).toISOString().slice(0, 19).replace('T', ' '),
	);
	const rows = Array.from({ length: CITIES }, (_, city) => ({
		by_values: [`City ${city}`],
		values: series.map((_date, day) => [city + day, city, (city * 31 + day * 7) / 4]),
	}));
	return { by_fields: QUERY.by_fields, series, num_rows: rows.length, rows };
}
