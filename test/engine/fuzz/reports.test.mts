/** All reports, each judged by an oracle that is made from the documents. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { IDataObject } from 'n8n-workflow';

import { fuzz } from '../../fuzz/harness/draws.mts';
import type { Outcome } from '../../fuzz/harness/node.mts';
import { casesOf, MODELS, OVER } from '../../fuzz/reports/cohorts/cases.mts';
import { check, type Run, runAlone } from '../../fuzz/reports/cohorts/check.mts';
import type { Reply } from '../../fuzz/reports/cohorts/openapi.mts';
import { REGRESSIONS, REPORTS } from '../../fuzz/reports/table.mts';
import { isLong, seed } from '../../support/extent.mts';
import { TestWorld } from '../../support/world.mts';
import fc from '../../support/fastCheck.mts';

/** `npm run fuzz -- reports` has thousands, in CI from the same seed on. */
const CASES: { [report: string]: number; other: number } = isLong
	? { event: 200, other: 2000 }
	: { event: 50, other: 15 };
const IN_ENGINE = isLong ? 25 : 4;

describe('reports by chance, judged by the documents', () => {
	it.each([...REPORTS])('%s', async (name, subject) => {
		const numRuns = CASES[name] ?? CASES.other;
		const judged = await fuzz(subject, { numRuns, seed });
		// A judge that sees nothing but refusals judges nothing.
		expect(judged.get('refused') ?? 0).toBeLessThan(numRuns / 5);
		if (name !== 'event') expect(judged.get('rows') ?? 0).toBeGreaterThan(numRuns / 10);
	});

	it.each(REGRESSIONS)('event: $what', async ({ given }) => {
		expect((await REPORTS.get('event')?.check(given))?.fault).toBeUndefined();
	});

	it('are the same in the engine, over HTTP', async () => {
		const t = await TestWorld.start();
		let reply: Reply = () => '';
		let sent: Outcome['sent'] = [];
		const server = createServer((request, response) => {
			let body = '';
			request.on('data', (chunk: Buffer) => (body += chunk.toString()));
			request.on('end', () => {
				const path = request.url ?? '';
				sent.push({ method: 'POST', path, body });
				response.setHeader('content-type', 'application/json');
				response.end(reply(path, body));
			});
		});
		await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
		const { port } = server.address() as AddressInfo;
		const baseUrl = `http://127.0.0.1:${port}`;
		await t.saveCredential('own', { ...t.dataOf('secret'), baseUrl });
		await t.saveCredential('ownKey', { ...t.dataOf('key'), baseUrl });
		const run: Run = async (parameters, answer, { hasKey }) => {
			[reply, sent] = [answer, []];
			const { resource, operation, ...form } = parameters as { [name: string]: string };
			const {
				rows,
				error,
				run: execution,
			} = await t.operation(resource as string, operation as string, form as IDataObject, {
				credential: hasKey ? 'ownKey' : 'own',
			});
			const task = execution.data.resultData.runData['Sensors Analytics']?.[0];
			const hints = (task?.hints ?? []).map(({ message }) => message);
			return { items: rows, hints, sent, ...(error ? { error: error.message } : {}) };
		};
		try {
			const drawn = MODELS.flatMap((model) =>
				fc.sample(casesOf(model), { numRuns: IN_ENGINE, seed }),
			);
			for (const one of drawn) {
				// The engine has the clock of the machine.
				const { fault } = await check({ ...one, today: OVER }, run);
				if (fault !== undefined) throw new Error(`seed ${seed}: ${fault}\n${fc.stringify(one)}`);
			}
		} finally {
			server.close();
			await t.stop();
		}
	});
});

describe('long numbers of a query', () => {
	const id = '9007199254740993';
	const params = `"params":[${id},"${id}"]`;
	const condition = `{"field":"user.id","function":"equal",${params}}`;
	const query = `{"measures":[{"aggregator":"count","field":""}],"filter":{"conditions":[${condition}]}}`;
	const report = {
		resource: 'report',
		operation: 'getUserPropertyReport',
		queryMode: 'json',
		queryJson: query,
		output: 'raw',
	};
	const sentBy = async (parameters: IDataObject) => {
		const saved = JSON.stringify({ id: 1, name: 'x', type: 'USER_ANALYTICS_MODEL', data: query });
		const reply = (path: string) => (path.includes('bookmark') ? saved : '{"rows":[]}');
		const own = { options: { requestsPerSecond: 0 }, ...parameters };
		const outcome = await runAlone(own, reply, { hasKey: false, today: OVER });
		return outcome.sent.at(-1)?.body ?? outcome.error;
	};

	it('go out as the digits that came in: pasted, saved, in filters of JSON and of the form', async () => {
		expect(await sentBy(report)).toContain(params);
		const saved = { resource: 'savedReport', operation: 'runSavedReport', savedReport: '1' };
		expect(await sentBy({ ...saved, output: 'raw' })).toContain(params);
		const fields = { ...report, queryMode: 'fields' };
		const filterJson = `{"conditions":[${condition}]}`;
		expect(await sentBy({ ...fields, options: { filterJson } })).toContain(params);
		const typed = [{ field: 'user.id', valueKind: 'number', function: 'equal', values: id }];
		expect(await sentBy({ ...fields, filter: { condition: typed } })).toContain(`"params":[${id}]`);
	});

	it('are text in a preview', async () => {
		const preview = { ...report, options: { previewRequest: true } };
		const { items } = await runAlone(preview, () => '', { hasKey: false, today: OVER });
		expect(JSON.stringify(items)).toContain(`"params":["${id}","${id}"]`);
	});
});
