/** Explain Change against the simulator's shop, by both generations of the API. */
import type { IDataObject } from 'n8n-workflow';

import { groupBy, measures, TestWorld } from '../support/world.mts';
import { withoutWaits } from '../support/waits.mts';

let world: TestWorld;
beforeAll(async () => {
	withoutWaits();
	world = await TestWorld.start({});
});
afterAll(async () => await world.stop());

const DAYS = { dateRange: 'custom', fromDate: '2026-11-08', toDate: '2026-11-08' };
const ORDERS = { measures: measures({ eventName: 'PayOrder' }), ...DAYS };

async function explain(form: IDataObject, credential: 'secret' | 'key' = 'secret') {
	return await world.operation('report', 'explainChange', { ...ORDERS, ...form }, { credential });
}
it('smoke', async () => {
	for (const credential of ['secret', 'key'] as const) {
		const run = await explain({ dimensions: groupBy('city', 'channel') }, credential);
		console.log(JSON.stringify(run, null, 1).slice(0, 6000));
	}
	const run = await explain({ output: 'agent' });
	console.log(JSON.stringify(run, null, 1).slice(0, 6000));
	const run2 = await explain({ output: 'slack', looksInside: true, dimensions: groupBy('city', 'channel') });
	console.log(JSON.stringify(run2, null, 1).slice(0, 3000));
});
