import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { isLong } from '../support/extent.mts';
import { N8nApi, OPEN } from './support/api.mts';
import type { Background } from './support/background.mts';
import { N8n } from './support/n8n.mts';
import { Postgres } from './support/postgres.mts';
import { holderOf } from './support/processes.mts';
import { Redis } from './support/redis.mts';
import {
	callWebhook,
	UNANSWERED,
	untilItAnswers,
	type WebhookAnswer,
} from './support/webhooks.mts';
import { chain, reportParameters, sensorsAnalytics, webhook } from './support/workflows.mts';

const WORKFLOW = 'queuedReport0001';
const PATH = 'report';
const LOGIN = /\/auth\/login/;
/** The long form wants some minutes of a machine for itself: `TEST_EXTENT=long npm run judge -- queue`. */
const WORKERS = isLong ? 8 : 3;
const EXECUTIONS = isLong ? 500 : 150;
/** Workers that start at the same time. */
const STARTING = 2;
const CALLS_AT_ONCE = 30;
/** Executions that a worker takes at once. */
const CONCURRENCY = 10;
/** A worker is taken for dead after so long without a sign of life. */
const LOCK_MS = 5_000;
/** Longer than n8n needs to report an execution of a killed worker as failed. */
const ANSWER_MS = 60_000;
/** How often n8n looks for executions that nobody works on, to close them. */
const RECOVERY_MINUTES = 1;
/** All executions are closed so long after the last answer. */
const CLOSED_MS = 2 * RECOVERY_MINUTES * 60_000;

describe(`n8n's queue mode: a main process and ${WORKERS} workers`, () => {
	let simulator: Simulator;
	let postgres: Postgres;
	let redis: Redis;
	let n8n: N8n;
	let api: N8nApi;
	const workers: Background[] = [];

	beforeAll(async () => {
		[simulator, postgres, redis] = await Promise.all([
			startSimulator(),
			Postgres.start(),
			Redis.start(),
		]);
		n8n = await N8n.prepare({
			log: (line) => console.log(line),
			settings: {
				...postgres.settings,
				...redis.settings,
				EXECUTIONS_MODE: 'queue',
				// On a busy machine n8n takes its database for gone otherwise.
				DB_PING_TIMEOUT_MS: '30000',
				QUEUE_WORKER_LOCK_DURATION: String(LOCK_MS),
				QUEUE_WORKER_LOCK_RENEW_TIME: String(LOCK_MS / 2),
				QUEUE_WORKER_STALLED_INTERVAL: String(LOCK_MS),
				N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: String(RECOVERY_MINUTES),
			},
		});
		await n8n.importExampleCredential(simulator.url);
		const parameters = reportParameters({ options: { requestsPerSecond: 0 } });
		await n8n.importWorkflows({
			[WORKFLOW]: chain('Queued report', [webhook(PATH), sensorsAnalytics(parameters)]),
		});
		await n8n.start();
		while (workers.length < WORKERS) await addWorkers(Math.min(STARTING, WORKERS - workers.length));
		api = await N8nApi.signIn(n8n.url);
		await api.publish(WORKFLOW);
		await untilItAnswers(`${n8n.url}/webhook/${PATH}`);
	}, 40 * 60_000);

	afterAll(async () => {
		await n8n?.stop();
		await simulator?.close();
		await Promise.all([postgres?.stop(), redis?.stop()]);
	});

	const addWorkers = async (count: number) => {
		const starting = Array.from({ length: count }, async () => await n8n.startWorker(CONCURRENCY));
		workers.push(...(await Promise.all(starting)));
	};
	const endToken = () => simulator.world.tokens.endAll(simulator.world.accounts.get('analyst'));
	const call = async (times: number, onAnswer?: (count: number) => void) =>
		await callWebhook(`${n8n.url}/webhook/${PATH}`, {
			times,
			atOnce: CALLS_AT_ONCE,
			timeoutMs: ANSWER_MS,
			onAnswer,
		});
	const openOnes = async () => await api.executions(WORKFLOW, [...OPEN, 'unknown']);
	const isFine = ({ status, rows }: WebhookAnswer) => status === 200 && rows > 3;

	/**
	 * At most what the killed worker had in its hands has failed, as a failure of n8n, and nothing is
	 * left open. n8n leaves a call unanswered if it had stored the success, but not reported it yet.
	 * @returns what to print of it
	 */
	const expectOver = async (answers: WebhookAnswer[], times: number): Promise<string> => {
		expect(answers).toHaveLength(times);
		const others = answers.filter((answer) => !isFine(answer));
		const reported = others.filter(({ status }) => status !== UNANSWERED);
		for (const { status } of reported) expect(status).toBeGreaterThanOrEqual(500);
		expect(others.length).toBeLessThanOrEqual(CONCURRENCY);
		const deadline = Date.now() + CLOSED_MS;
		let open = await openOnes();
		for (; open.length > 0 && Date.now() < deadline; open = await openOnes()) await wait(1_000);
		expect(open).toEqual([]);
		const [fine, unanswered] = [times - others.length, others.length - reported.length];
		return `${fine} fine, ${reported.length} told as failed, ${unanswered} unanswered`;
	};

	it(`runs ${EXECUTIONS} executions, the token ended in the middle: none fails, 2 logins at most`, async () => {
		const before = simulator.world.logins.length;
		const answers = await call(EXECUTIONS, (count) => {
			if (count === EXECUTIONS / 2) endToken();
		});
		expect(answers.filter((answer) => !isFine(answer))).toEqual([]);
		const logins = simulator.world.logins.length - before;
		console.log(
			`${EXECUTIONS} executions, token ended once: ${logins} logins by ${WORKERS} workers`,
		);
		expect(logins).toBeGreaterThanOrEqual(1);
		expect(logins).toBeLessThanOrEqual(2);
	}, 600_000);

	it('shares the token: all workers go on with the stored one, without a login', async () => {
		const [logins, requests] = [simulator.world.logins.length, simulator.requests.length];
		const answers = await call(30);
		expect(answers.every(isFine)).toBe(true);
		expect(simulator.world.logins.length).toBe(logins);
		const stored = (await n8n.exportCredentials())[0]?.data.accessToken;
		const used = simulator.requests
			.slice(requests)
			.map(({ headers }) => headers['sensorsdata-token']);
		expect(new Set(used)).toEqual(new Set([stored]));
	}, 120_000);

	it('gets over a worker that is killed in the middle', async () => {
		const logins = simulator.world.logins.length;
		// Reports that take a while, so that the worker has some in its hands.
		simulator.faults.add({ path: /report/, reaction: { delayMs: 1_000 } });
		let killed: Promise<void> | undefined;
		const answers = await call(90, (count) => {
			if (count === 30) killed = workers[0]?.kill();
		});
		await killed;
		simulator.faults.clear();
		console.log(`Worker killed: ${await expectOver(answers, 90)}`);
		expect(simulator.world.logins.length).toBe(logins);

		endToken();
		expect((await call(30)).every(isFine)).toBe(true);
		expect(simulator.world.logins.length - logins).toBeLessThanOrEqual(2);
	}, 400_000);

	it(`gets over a worker that is killed while it logs in, within ${EXECUTIONS} executions`, async () => {
		const logins = simulator.world.logins.length;
		let killed: Promise<void> | undefined;
		const killFirst = ({ url, socket }: IncomingMessage) => {
			if (killed === undefined && LOGIN.test(url ?? '')) killed = killOwner(socket.remotePort);
		};
		const killOwner = async (port = 0) => {
			const running = workers.filter(({ isRunning }) => isRunning);
			const pid = await holderOf(
				port,
				running.map((worker) => worker.pid),
			);
			const owner = running.find((worker) => worker.pid === pid);
			if (!owner) throw new Error('None of the workers has sent the login');
			await owner.kill();
		};
		// The login is answered when there is nobody left to hear it.
		const afterwards = async () => await killed?.catch(() => undefined);
		simulator.faults.add({ path: LOGIN, times: 1, reaction: { before: afterwards } });
		simulator.app.server.prependListener('request', killFirst);
		const answers = await call(EXECUTIONS, (count) => {
			if (count === EXECUTIONS / 2) endToken();
		});
		simulator.app.server.off('request', killFirst);
		expect(killed).toBeDefined();
		await killed;
		const over = await expectOver(answers, EXECUTIONS);
		const more = simulator.world.logins.length - logins;
		console.log(`Worker killed while it logged in: ${over}, ${more} logins, its own among them`);
		expect(more).toBeLessThanOrEqual(2);
	}, 900_000);
});
