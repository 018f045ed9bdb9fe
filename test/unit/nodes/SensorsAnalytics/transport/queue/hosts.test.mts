import { EventEmitter } from 'node:events';

import type { Answer } from '../../../../../../credentials/http/answer';
import type { Connection } from '../../../../../../credentials/ways';
import { inTurn, Pace } from '../../../../../../nodes/SensorsAnalytics/transport/queue';
import { DEFAULT_SETTINGS } from '../../../../../../nodes/SensorsAnalytics/transport/settings';

const mockWaits: number[] = [];
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (ms: number) => void mockWaits.push(ms),
}));

let hosts = 0;
const OK: Answer = { kind: 'success', body: {} };
const by = (mode: 'apiKey' | 'apiSecret', host: string): Connection =>
	({ mode, baseUrl: `https://${host}/prefix`, project: 'p' }) as Connection;
const newHost = () => `sa${++hosts}.example`;
const settle = async () => await new Promise((resolve) => setImmediate(resolve));

/** Requests that end when the test ends them. */
function server() {
	const open: Array<(answer: Answer) => void> = [];
	const send = async () => await new Promise<Answer>((resolve) => open.push(resolve));
	return { open, send };
}

/** A body that has not been read yet. */
class Body extends EventEmitter {
	closed = false;
	iterator(): void {}
	unshift(): void {}
}

describe('inTurn', () => {
	beforeEach(() => void mockWaits.splice(0));
	const unpaced = { ...DEFAULT_SETTINGS, keyRequestsPerSecond: 0 };
	const ask = async (connection: Connection, send: () => Promise<Answer>, settings = unpaced) =>
		await inTurn(connection, settings, new Pace(0), undefined, send);

	it.each(['apiKey', 'apiSecret'] as const)('10 at once for one host (%s)', async (mode) => {
		const [host, { open, send }] = [newHost(), server()];
		const requests = Array.from({ length: 12 }, async () => await ask(by(mode, host), send));
		await settle();
		expect(open).toHaveLength(10);
		open[3]?.(OK);
		await settle();
		expect(open).toHaveLength(11);
		open[0]?.(OK);
		await settle();
		open.forEach((end) => end(OK));
		expect(await Promise.all(requests)).toHaveLength(12);
	});

	it('other hosts, and the other generation, have places of their own', async () => {
		const [host, { open, send }] = [newHost(), server()];
		const busy = Array.from({ length: 10 }, async () => await ask(by('apiKey', host), send));
		await settle();
		expect(await ask(by('apiKey', newHost()), async () => OK)).toBe(OK);
		expect(await ask(by('apiSecret', host), async () => OK)).toBe(OK);
		open.forEach((end) => end(OK));
		await Promise.all(busy);
	});

	it('a place is free again after a failure, and only at the end of a stream', async () => {
		const host = newHost();
		const bodies = Array.from({ length: 10 }, () => new Body());
		await expect(
			ask(by('apiKey', host), async () => await Promise.reject(new Error('broken'))),
		).rejects.toThrow('broken');
		for (const body of bodies)
			await ask(by('apiKey', host), async () => ({ kind: 'success', body }));
		const { open, send } = server();
		const next = ask(by('apiKey', host), send);
		await settle();
		expect(open).toHaveLength(0);
		bodies[0]?.emit('close');
		await settle();
		expect(open).toHaveLength(1);
		open[0]?.(OK);
		await next;
		// One that has ended before anybody looked.
		const ended = Object.assign(new Body(), { closed: true });
		await ask(by('apiKey', host), async () => ({ kind: 'success', body: ended }));
		expect(await ask(by('apiKey', host), async () => OK)).toBe(OK);
		bodies.forEach((body) => body.emit('close'));
	});

	it('with a key, runs wait for each other; without one, each has its pace', async () => {
		const host = newHost();
		const sum = () => mockWaits.splice(0).reduce((total, ms) => total + ms, 0);
		const twoRuns = async (mode: 'apiKey' | 'apiSecret') => {
			for (let run = 0; run < 2; run++)
				await inTurn(by(mode, host), DEFAULT_SETTINGS, new Pace(3), undefined, async () => OK);
		};
		await twoRuns('apiKey');
		expect(sum()).toBeGreaterThan(200);
		await twoRuns('apiSecret');
		expect(sum()).toBe(0);
	});

	it('the pace of a run is for the API alone', async () => {
		const host = newHost();
		const run = new Pace(1);
		for (let request = 0; request < 2; request++)
			await inTurn(by('apiSecret', host), unpaced, run, undefined, async () => OK);
		expect(mockWaits.reduce((total, ms) => total + ms, 0)).toBeGreaterThan(800);
		mockWaits.splice(0);
		const other = new Pace(1);
		for (let request = 0; request < 2; request++)
			await inTurn(by('apiKey', host), unpaced, other, undefined, async () => OK);
		expect(mockWaits).toEqual([]);
	});

	it('many hosts: those that are busy keep their places', async () => {
		const [busy, { open, send }] = [by('apiKey', newHost()), server()];
		const requests = Array.from({ length: 10 }, async () => await ask(busy, send));
		for (let i = 0; i < 250; i++) await ask(by('apiKey', newHost()), async () => OK);
		const next = ask(busy, send);
		await settle();
		expect(open).toHaveLength(10);
		open[0]?.(OK);
		await settle();
		expect(open).toHaveLength(11);
		open.forEach((end) => end(OK));
		await Promise.all([...requests, next]);
	});

	it('the option raises it', async () => {
		const connection = by('apiKey', newHost());
		const settings = { ...DEFAULT_SETTINGS, keyRequestsPerSecond: 100 };
		for (let run = 0; run < 2; run++) await ask(connection, async () => OK, settings);
		expect(mockWaits.reduce((total, ms) => total + ms, 0)).toBeLessThanOrEqual(10);
	});
});
