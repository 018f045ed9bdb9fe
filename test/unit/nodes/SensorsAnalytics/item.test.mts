import type { IExecuteFunctions } from 'n8n-workflow';

import { formOf, itemRun } from '../../../../nodes/SensorsAnalytics/item';
import type { Service } from '../../../../nodes/SensorsAnalytics/transport/service';

describe('the run of an item', () => {
	const items: Array<{ [name: string]: unknown }> = [
		{ search: 'a', options: { retries: 1 } },
		{ search: 'b' },
	];
	const modes = ['apiSecret', 'apiKey'];
	const context = {
		getNodeParameter: (name: string, item: number, byDefault: unknown) =>
			items[item]?.[name] ?? byDefault,
	} as unknown as IExecuteFunctions;
	const service = {
		call: async (item: number, { path }: { path: string }) =>
			await Promise.resolve(`${path} for ${item}`),
		usageOf: async () => await Promise.resolve({ notes: '', leftOut: new Set() }),
		connectionOf: async (item: number) => await Promise.resolve({ mode: modes[item] }),
	} as unknown as Service;
	const runs = [0, 1].map((item) => itemRun(context, service, item));

	it('has the form and the options of the item, and sends its requests', async () => {
		expect(runs.map(({ field }) => field('search'))).toEqual(['a', 'b']);
		expect(runs.map(({ field }) => field('limit'))).toEqual(['', '']);
		expect(runs.map(({ options }) => options)).toEqual([{ retries: 1 }, {}]);
		expect(await Promise.all(runs.map(async ({ ask }) => await ask({ path: '/x' })))).toEqual([
			...['/x for 0', '/x for 1'],
		]);
		expect(runs.map(({ itemIndex }) => itemIndex)).toEqual([0, 1]);
	});

	it("has the credential of the item, and its generation's lists", async () => {
		const connections = await Promise.all(runs.map(async ({ connection }) => await connection()));
		expect(connections.map(({ mode }) => mode)).toEqual(modes);
		const catalogs = await Promise.all(runs.map(async ({ catalog }) => await catalog()));
		// The older API has no list of values.
		expect(catalogs.map(({ propertyValues }) => propertyValues !== undefined)).toEqual([
			...[false, true],
		]);
	});

	it('reads each field from n8n once', () => {
		const { requests, fieldsOf } = counted({ search: '={{ $json.x }}' });
		const { field } = itemRun(context, service, 0, fieldsOf(0));
		expect([field('search'), field('limit'), field('search'), field('limit')]).toEqual([
			...['a', '', 'a', ''],
		]);
		expect(requests).toEqual(['options of 0', 'search of 0', 'limit of 0']);
	});

	it('reads a field without an expression from n8n once for all items, others for each item', () => {
		const { requests, fieldsOf } = counted({
			search: '={{ $json.x }}',
			measures: { measure: [{ event: '={{ $json.y }}' }] },
			groupBy: { group: [{ field: 'city' }, { field: ' = ' }] },
		});
		for (const item of [0, 1]) {
			const field = fieldsOf(item);
			expect(field('search')).toBe(items[item]?.search);
			for (const name of ['measures', 'groupBy', 'limit']) field(name);
		}
		expect(requests).toEqual([
			...['search of 0', 'measures of 0', 'groupBy of 0', 'limit of 0'],
			...['search of 1', 'measures of 1'],
		]);
	});

	/** What n8n is asked for, where this form was saved. */
	function counted(saved: { [name: string]: unknown }) {
		const requests: string[] = [];
		const counting = {
			getNodeParameter: (name: string, item: number, byDefault: unknown) => {
				requests.push(`${name} of ${item}`);
				return items[item]?.[name] ?? byDefault;
			},
			evaluateExpression: () => '',
		} as unknown as IExecuteFunctions;
		const form = { saved, labelOf: () => undefined, shared: new Map<string, unknown>() };
		return { requests, fieldsOf: (item: number) => formOf(counting, item, form) };
	}
});
