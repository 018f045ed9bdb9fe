/** Reports beside the event report, judged by an oracle of its own (docs/reports.md). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { cases } from '../../fuzz/reports/cases.mts';
import { check } from '../../fuzz/reports/check.mts';
import { fuzz } from '../../fuzz/reports/fuzz.mts';
import type { Outcome, Run } from '../../fuzz/reports/runNode.mts';
import { TestWorld } from '../../support/world.mts';

const CASES = 800;
const IN_ENGINE = 25;

describe('reports in every form of the documents', () => {
	it('are right, or refused', async () => {
		await fuzz(CASES, Date.now() % 2 ** 31);
	});

	it('are the same in the engine, over HTTP', async () => {
		const t = await TestWorld.start();
		let reply = (_path: string) => '';
		let sent: Outcome['sent'] = [];
		const server = createServer((request, response) => {
			let body = '';
			request.on('data', (chunk: Buffer) => (body += chunk.toString()));
			request.on('end', () => {
				const path = request.url ?? '';
				sent.push({ path, body });
				response.setHeader('content-type', 'application/json');
				response.end(reply(path));
			});
		});
		await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
		const { port } = server.address() as AddressInfo;
		await t.saveCredential('own', { ...t.dataOf('secret'), baseUrl: `http://127.0.0.1:${port}` });
		const run: Run = async (parameters, answer) => {
			[reply, sent] = [answer, []];
			const { resource, operation, ...form } = parameters as { [name: string]: string };
			const {
				rows,
				error,
				run: execution,
			} = await t.operation(resource as string, operation as string, form as IDataObject, {
				credential: 'own',
			});
			const task = execution.data.resultData.runData['Sensors Analytics']?.[0];
			const hints = (task?.hints ?? []).map(({ message }) => message);
			return { items: rows, hints, sent, ...(error ? { error: error.message } : {}) };
		};
		try {
			const seed = Date.now() % 2 ** 31;
			for (const one of fc.sample(cases, { numRuns: IN_ENGINE, seed })) {
				const fault = await check(one, run);
				if (fault !== undefined)
					throw new Error(`seed ${seed}: ${fault}\n${JSON.stringify(one, asText)}`);
			}
		} finally {
			server.close();
			await t.stop();
		}
	});
});

function asText(_key: string, value: unknown): unknown {
	return typeof value === 'bigint' ? `${value}n` : value;
}
