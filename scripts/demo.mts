/**
 * Shows the main job without a complete n8n: the example workflow, in n8n's engine, by each way to
 * authenticate.
 */
import { readFile } from 'node:fs/promises';

import Table from 'cli-table3';
import type { IDataObject, IWorkflowBase } from 'n8n-workflow';

import { WAYS } from '../credentials/ways';
import { startSimulator } from '../simulator/server.mts';
import { CREDENTIAL_TYPE, Engine, readNodeRun } from '../test/support/engine.mts';

const EXAMPLE = 'examples/yesterdays-orders-by-city.json';
const NODE = 'Orders by city';
const CREDENTIAL = 'sensorsAnalytics';
const RUNS = 3;

const simulator = await startSimulator();
let isFaulty = false;
try {
	const engine = await Engine.start();
	const workflow = JSON.parse(await readFile(EXAMPLE, 'utf8')) as IWorkflowBase;
	const service = { baseUrl: simulator.url, project: 'production' };
	const apiSecret = simulator.world.secrets.of('admin');
	const modes: { [mode in (typeof WAYS)[number]['mode']]: IDataObject } = {
		apiSecret: { apiSecret },
		userToken: { apiSecret, userName: 'analyst' },
		accountPassword: { accountName: 'analyst', password: 'analyst-pw-1' },
		apiKey: { apiKey: simulator.world.apiKeys.of('analyst') },
	};

	console.log(
		`Simulator: ${simulator.url}\nWorkflow:  ${workflow.name} (${EXAMPLE}), run ${RUNS} times by each way to authenticate\n`,
	);
	for (const { mode, label, login } of WAYS) {
		const data = { ...service, authentication: mode, ...modes[mode] };
		await engine.credentials.save(CREDENTIAL, CREDENTIAL_TYPE, data);
		const loginsBefore = simulator.world.logins.length;
		let rows: IDataObject[] = [];
		for (let run = 0; run < RUNS; run++) {
			const result = readNodeRun(await engine.run(workflow), NODE);
			if (result.error) throw new Error(`${label}: ${result.error.message}`);
			({ rows } = result);
		}
		const logins = simulator.world.logins.length - loginsBefore;
		console.log(`${label}: ${RUNS} runs, logins: ${logins}`);
		console.log(`${toTable(rows)}\n`);
		if (rows.length === 0 || logins !== (login ? 1 : 0)) isFaulty = true;
	}
	console.log(
		isFaulty
			? 'Something is wrong: no rows, or not as many logins as there should be.'
			: 'Each way to authenticate gave the report.',
	);
} catch (error) {
	isFaulty = true;
	console.error(error);
} finally {
	await simulator.close();
}
process.exit(isFaulty ? 1 : 0);

function toTable(rows: IDataObject[]): string {
	const head = Object.keys(rows[0] ?? {});
	const table = new Table({
		head,
		style: { head: [], border: [] },
		colAligns: head.map((key) => (typeof rows[0]?.[key] === 'number' ? 'right' : 'left')),
	});
	for (const row of rows) table.push(head.map((key) => String(row[key] ?? '(none)')));
	return table.toString();
}
