import type { Catalog } from '../../../../../../../nodes/SensorsAnalytics/catalog/catalog';
import { candidatesFor } from '../../../../../../../nodes/SensorsAnalytics/reports/explain/fetch';
import type { ExplainQuestion } from '../../../../../../../nodes/SensorsAnalytics/reports/explain/question';

/** Names of the properties that are looked at, in their order. */
async function chosen(...names: string[]): Promise<string[]> {
	const properties = names.map((name) => ({ name, displayName: name, kind: 'text' }));
	const catalog = { propertiesByEvent: async () => [{ event: 'A', properties }] };
	const top = [{ measure: { kind: 'event', event: 'A', aggregator: 'general' }, times: 1 }];
	const question = { event: 'A', quantity: { kind: 'sum', name: 'A', top, bottom: [] } };
	const found = await candidatesFor(
		question as unknown as ExplainQuestion,
		catalog as unknown as Catalog,
	);
	return found.map(({ property }) => (property.of === 'other' ? '' : property.name));
}

describe('Dimensions that the node chooses', () => {
	it('are those of the project, but system and version are among the first six', async () => {
		const own = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7'];
		const platform = ['$province', '$app_version', '$lib', '$os'];
		expect(await chosen(...platform, ...own)).toEqual([
			...['a1', 'a2', 'a3', 'a4', '$os', '$app_version'],
			...['a5', 'a6', 'a7', '$province', '$lib'],
		]);
		expect(await chosen('$os', 'a1', 'a2')).toEqual(['a1', 'a2', '$os']);
		const [first = '', ...others] = own;
		expect((await chosen(first, ...others, 'app_version')).slice(0, 6)).toContain('app_version');
	});

	it('are no IDs, addresses or times', async () => {
		expect(await chosen('order_id', 'page_url', 'paid_time', 'city')).toEqual(['city']);
	});
});
