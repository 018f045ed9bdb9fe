import type { Catalog } from '../../../../../../../nodes/SensorsAnalytics/catalog/catalog';
import type { Filter, Property } from '../../../../../../../nodes/SensorsAnalytics/query/query';
import { candidatesFor } from '../../../../../../../nodes/SensorsAnalytics/reports/explain/fetch';
import type { ExplainQuestion } from '../../../../../../../nodes/SensorsAnalytics/reports/explain/question';

/** Names of the properties that are looked at, in their order. */
const chosen = async (...names: string[]) => await chosenWith({}, names);

async function chosenWith(
	{ own, ...more }: { own?: Filter; filter?: Filter },
	names: string[],
): Promise<string[]> {
	const properties = names.map((name) => ({ name, displayName: name, kind: 'text' }));
	const catalog = { propertiesByEvent: async () => [{ event: 'A', properties }] };
	const top = [
		{ measure: { kind: 'event', event: 'A', aggregator: 'general', filter: own }, times: 1 },
	];
	const question = { ...more, event: 'A', quantity: { kind: 'sum', name: 'A', top, bottom: [] } };
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

	it('have more than one value by the filters', async () => {
		const only = (property: Property): Filter => ({
			join: 'and',
			conditions: [{ property, function: 'equal', values: ['x'] }],
			groups: [],
		});
		const ofEvent = only({ of: 'event', event: 'A', name: 'city' });
		expect(await chosenWith({ filter: ofEvent }, ['city', 'a1'])).toEqual(['a1']);
		expect(await chosenWith({ own: ofEvent }, ['city', 'a1'])).toEqual(['a1']);
		const ofUser = only({ of: 'user', name: 'city' });
		expect(await chosenWith({ filter: ofUser }, ['city', 'a1'])).toEqual(['city', 'a1']);
	});

	it('are no IDs, addresses or times', async () => {
		expect(await chosen('order_id', 'page_url', 'paid_time', 'city')).toEqual(['city']);
	});
});
