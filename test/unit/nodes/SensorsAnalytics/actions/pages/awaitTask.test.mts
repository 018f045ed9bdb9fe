import { type IExecuteFunctions, type INode, OperationalError } from 'n8n-workflow';

import { awaitTask } from '../../../../../../nodes/SensorsAnalytics/actions/pages';
import { answerError } from '../../../../../../nodes/SensorsAnalytics/transport/errors';
import type { Failure } from '../../../../../../credentials/http/answer';
import type { Connection } from '../../../../../../credentials/ways';
import type { Phase } from '../../../../../../nodes/SensorsAnalytics/query/query';

const contextOf = (sendMessageToUI: (text: string) => unknown, cancelled?: AbortSignal) =>
	({ sendMessageToUI, getExecutionCancelSignal: () => cancelled }) as IExecuteFunctions;

/** A task that passes through these states, the last one for ever; waits take no time. */
async function play(
	states: Array<[Phase, string]>,
	{ longestMs = 600_000, reason = undefined as string | undefined, cancelAfter = Infinity } = {},
) {
	const [waits, words]: [number[], string[]] = [[], []];
	const control = new AbortController();
	let looks = 0;
	const done = awaitTask(
		contextOf((text) => words.push(text), control.signal),
		{
			name: 'Export 7',
			async fetchState() {
				const [phase, status] = states[Math.min(looks++, states.length - 1)] ?? ['done', ''];
				return { phase, status, reason };
			},
			longestMs,
			advice: 'Come back.',
		},
		{
			now: () => waits.reduce((sum, ms) => sum + ms, 0),
			pause: async (ms) => {
				waits.push(ms);
				if (waits.length >= cancelAfter) control.abort();
			},
		},
	);
	const result = await done.catch((error: Error) => error);
	return { waits, words, looks, result };
}

describe('a task that is waited for', () => {
	it('that is done at once takes no wait', async () => {
		const { waits, words, result } = await play([['done', 'SUCCESS']]);
		expect([waits, words, result]).toEqual([[], [], { phase: 'done', status: 'SUCCESS' }]);
	});

	it('is polled less and less often, up to every 15 seconds', async () => {
		const states = Array.from({ length: 11 }, (): [Phase, string] => ['running', 'RUNNING']);
		const { waits } = await play([...states, ['done', 'SUCCESS']]);
		expect(waits).toEqual([
			...[1000, 1500, 2250, 3375, 5062.5, 7593.75, 11390.625],
			...[15_000, 15_000, 15_000, 15_000],
		]);
	});

	it('reports each new state, and when it came', async () => {
		const { words } = await play([
			...(Array(3).fill(['waiting', 'NEW']) as Array<[Phase, string]>),
			...(Array(2).fill(['running', 'RUNNING']) as Array<[Phase, string]>),
			['done', 'SUCCESS'],
		]);
		expect(words).toEqual(['Export 7: NEW, after 0 s', 'Export 7: RUNNING, after 5 s']);
	});

	it('ends with the longest wait, to the millisecond, with a last poll', async () => {
		const { waits, looks, result } = await play([['running', 'RUNNING']], { longestMs: 60_000 });
		expect(waits.reduce((sum, ms) => sum + ms, 0)).toBe(60_000);
		expect(looks).toBe(waits.length + 1);
		expect(result).toBeInstanceOf(OperationalError);
		expect(result).toMatchObject({
			message:
				"Export 7 didn't finish within 1 minute (RUNNING) and continues in Sensors Analytics",
			description: "Come back. To wait longer, increase the option 'Maximum Wait (Minutes)'.",
		});
	});

	it('reports why it failed, in one line of limited length', async () => {
		const reported = await play([['failed', 'FAILED']], {
			reason: `Out\nOf Memory ${'x'.repeat(500)}`,
		});
		const { message } = reported.result as Error;
		expect(message).toMatch(
			/^Export 7 didn't succeed in Sensors Analytics: Out Of Memory xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…$/,
		);
		expect(message.length).toBeLessThan(220);
		const silent = await play([['failed', 'CANCELLED']]);
		expect(silent.result).toMatchObject({
			message: "Export 7 didn't succeed in Sensors Analytics: status CANCELLED",
			description: expect.stringMatching(/^Sensors Analytics gave no reason/) as string,
		});
	});

	it('is not polled any more after the execution is canceled', async () => {
		const { looks, result } = await play([['running', 'R']], { cancelAfter: 2 });
		expect([looks, (result as Error).message]).toEqual([
			2,
			'The execution was canceled. Export 7 continues in Sensors Analytics',
		]);
	});

	it.each([
		['a minute', { outages: 8 }, { phase: 'done' }],
		['a minute, several times', { outages: 8, times: 15 }, { phase: 'done' }],
		[
			'six minutes',
			{ outages: 40 },
			{ httpCode: '503', description: expect.stringMatching(/Export 7 continues\. Come back\.$/) },
		],
		['until its longest wait', { outages: 8, longestMs: 20_000 }, { httpCode: '503' }],
		['for good', { outages: 1, kind: 'refused' as const }, { httpCode: '503' }],
		[
			'until Stop',
			{ outages: 8, cancelAfter: 2 },
			{ message: 'The execution was canceled. Export 7 continues in Sensors Analytics' },
		],
	])("waits on while it can't be polled: %s", async (_case, how, expected) => {
		const {
			outages,
			times = 1,
			longestMs = 3_600_000,
			kind = 'temporary',
			cancelAfter,
		} = how as {
			outages: number;
			times?: number;
			longestMs?: number;
			kind?: Failure['kind'];
			cancelAfter?: number;
		};
		const failure: Failure = { kind, status: 503, said: 'no' };
		const [control, node] = [new AbortController(), { parameters: {} } as INode];
		const connection = { mode: 'accountPassword', baseUrl: '' } as Connection;
		const error = () => answerError(node, 0, failure, connection, { isResend: false });
		let [at, looks, pauses] = [0, 0, 0];
		const done = awaitTask(
			contextOf(() => undefined, control.signal),
			{
				...{ name: 'Export 7', longestMs, advice: 'Come back.' },
				async fetchState() {
					const round = looks++ % (outages + 1);
					if (round < outages) throw error();
					return await Promise.resolve({
						phase: looks === (outages + 1) * times ? ('done' as const) : ('running' as const),
						status: 'x',
					});
				},
			},
			{
				now: () => at,
				pause: async (ms) => {
					at += ms;
					if (++pauses === cancelAfter) control.abort();
					await Promise.resolve();
				},
			},
		);
		const result = await done.catch((fault: unknown) => fault);
		expect(result).toMatchObject(expected);
		expect(at).toBeLessThanOrEqual(longestMs);
	});

	it("says how to continue if it can't be polled", async () => {
		const fault = Object.assign(new Error('away'), { description: 'Try later.' });
		const task = { name: 'Export 7', longestMs: 1, advice: 'Come back.' };
		const look = async () => await Promise.reject<never>(fault);
		await expect(
			awaitTask(
				contextOf(() => undefined),
				{ ...task, fetchState: look },
			),
		).rejects.toMatchObject({
			message: 'away',
			description: 'Try later. Export 7 continues. Come back.',
		});
	});
});
