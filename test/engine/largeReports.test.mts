/** How many rows of a report come out, and which report is too large to make rows of. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import {
	type AddressInfo,
	connect,
	createServer as createPlainServer,
	type Server,
} from 'node:net';

import { answerText } from '../bench/report.mts';
import { groupBy, measures, TestWorld } from '../support/world.mts';

const form = {
	measures: measures({ eventName: 'PayOrder', outputName: 'orders' }),
	groupBy: groupBy('city'),
	dateRange: 'custom',
	fromDate: '2026-11-02',
	toDate: '2026-11-08',
};

describe('large reports', () => {
	let t: TestWorld;
	beforeAll(async () => {
		t = await TestWorld.start();
	});
	afterAll(async () => await t.stop());

	it('are complete unless a limit is requested', async () => {
		const { rows: all } = await t.report(form);
		expect(all.length).toBeGreaterThan(40);
		expect((await t.report(form)).rows).toEqual(all);
		const { rows } = await t.report({ ...form, options: { limit: 3 } });
		expect(rows).toEqual(all.slice(0, 3));
	});

	it.each([-3, 0, 2.5, 'abc'])('refuse a limit of %s', async (limit) => {
		const { error } = await t.report({ ...form, options: { limit } });
		expect(error?.message).toBe(
			`The option 'Limit' must be a whole number from 1 to 10000000, not '${limit}'`,
		);
		const list = await t.engine.runNode(
			{ resource: 'userGroup', operation: 'getManyUserGroups', returnAll: false, limit },
			{ credential: 'secret' },
		);
		expect(list.error?.message).toBe(
			`'Limit' must be a whole number from 1 to 10000000, not '${limit}'`,
		);
	});

	it('are refused before rows are made', async () => {
		const { error, rows } = await t.report({ ...form, options: { largestReport: 10 } });
		expect(rows).toEqual([]);
		expect(error?.message).toMatch(
			/^The report has (\d+) rows \(\d+ groups × 7 dates or times\), but the maximum is 10$/,
		);
		expect(error?.description).toMatch(/'Maximum Report Rows'/);
		const few = {
			...form,
			groupBy: { group: [{ field: 'city', topGroups: 1 }] },
			options: { largestReport: 10 },
		};
		expect((await t.report(few)).rows).toHaveLength(7);
		const table = { ...form, output: 'table', options: { largestReport: 20 } };
		expect((await t.report(table)).rows).toHaveLength(1);
	});

	it('of which a limit wants a part are not refused', async () => {
		const part = { ...form, options: { largestReport: 3, limit: 3 } };
		const { rows, error } = await t.report(part);
		expect(error).toBeUndefined();
		expect(rows).toEqual((await t.report(form)).rows.slice(0, 3));
		const compared = { ...part, compareWith: 'previousPeriod' };
		const all = { ...form, compareWith: 'previousPeriod' };
		expect((await t.report(compared)).rows).toEqual((await t.report(all)).rows.slice(0, 3));
		const wide = await t.report({ ...part, output: 'wide' });
		expect(wide.error?.message).toMatch(/but the maximum is 3$/);
	});

	it('of other models are refused in the same way', async () => {
		const retention = {
			firstEvent: 'PayOrder',
			secondEvent: 'PayOrder',
			dateRange: 'custom',
			fromDate: '2026-11-02',
			toDate: '2026-11-08',
		};
		const requestedBy = async (largestReport: number) =>
			await t.operation('report', 'getRetentionReport', {
				...retention,
				options: { largestReport },
			});
		const { rows } = await requestedBy(1000);
		expect(rows.length).toBeGreaterThan(5);
		expect((await requestedBy(rows.length)).rows).toEqual(rows);
		const { error } = await requestedBy(rows.length - 1);
		expect(error?.message).toMatch(/^The report has \d+ rows, but the maximum is \d+$/);
	});
});

describe('n8n answers others while a million cells are read', () => {
	it('and not only when it is over', async () => {
		const text = answerText(1_000_000);
		const { series } = JSON.parse(text) as { series: string[] };
		let isRead = false;
		const service = createServer((request, response) => {
			response.setHeader('content-type', 'application/json').setHeader('connection', 'close');
			response.end(text);
			request.socket.on('close', () => (isRead = true));
		});
		let last = performance.now();
		/** Times that an answer was waited for, after the report had come. */
		let waits = 0;
		// As a health check: a request and its answer, one after another.
		const health = createPlainServer((socket) =>
			socket.on('error', () => undefined).on('data', (data) => socket.write(data)),
		);
		const t = await TestWorld.start();
		const socket = connect({ port: await listen(health) });
		try {
			const baseUrl = `http://127.0.0.1:${await listen(service)}`;
			await t.saveCredential('large', { ...t.dataOf('secret'), baseUrl });
			socket.on('data', (data) => {
				const now = performance.now();
				if (isRead && now - last > 4) waits++;
				last = now;
				socket.write(data);
			});
			socket.write('x');
			const { rows } = await t.report(
				{
					measures: measures(
						...Array.from({ length: 10 }, (_, index) => ({
							eventName: 'PayOrder',
							outputName: `measure_${index}`,
						})),
					),
					groupBy: groupBy('city'),
					dateRange: 'custom',
					fromDate: series[0]?.slice(0, 10),
					toDate: series.at(-1)?.slice(0, 10),
				},
				{ credential: 'large' },
			);
			expect(rows).toHaveLength(series.length ** 2);
			// Read in one piece, there is one.
			expect(waits).toBeGreaterThan(4);
		} finally {
			socket.destroy();
			health.close();
			service.close();
			await t.stop();
		}
	});
});

async function listen(server: Server): Promise<number> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}
