import type { ILoadOptionsFunctions } from 'n8n-workflow';

import { searchAlarms } from '../../../../../nodes/SensorsAnalytics/catalog/search';
import { listSearch } from '../../../../../nodes/SensorsAnalytics/catalog/lists';
import { withoutWaits } from '../../../../support/waits.mts';

withoutWaits();

/** A project with this number of alarms, as the form requests it; 200: an answer without an ID. */
function project(count: number, forbidden: readonly number[] = [], status = 403) {
	const requests: string[] = [];
	const reply = (data: object) => ({
		statusCode: 200,
		headers: { 'content-type': 'application/json' },
		body: Buffer.from(JSON.stringify({ code: 'SUCCESS', data })),
	});
	const context = {
		getNode: () => ({ name: 'Trigger' }),
		getExecutionId: () => undefined,
		getCredentials: async () => ({
			baseUrl: `http://alarms${count}.example`,
			project: 'production',
			authentication: 'apiKey',
			apiKey: `#K-${'0'.repeat(32)}`,
		}),
		helpers: {
			httpRequestWithAuthentication: async (
				_type: string,
				{ url, qs }: { url: string; qs: { config_id?: string } },
			) => {
				if (url.endsWith('/all'))
					return reply({ ids: Array.from({ length: count }, (_, i) => i + 1) });
				requests.push(qs.config_id as string);
				const id = Number(qs.config_id);
				if (forbidden.includes(id) && status === 200) return reply({});
				if (forbidden.includes(id))
					return { ...reply({}), statusCode: status, body: Buffer.from('{"code":"SA-D-24-2"}') };
				return reply({ id, title: id === 1 ? '' : `Alarm ${id}` });
			},
		},
	} as unknown as ILoadOptionsFunctions;
	return { requests, context };
}

describe('the list of alarms', () => {
	it('has a few at a time, the newest first, and continues where it stopped', async () => {
		const { requests, context } = project(17);
		const first = await searchAlarms.call(context);
		expect(first.results).toHaveLength(16);
		expect(first.results.slice(0, 2)).toEqual([
			{ name: 'Any Alert', value: 'any' },
			{ name: 'Alarm 17', value: '17' },
		]);
		expect(requests).toHaveLength(15);
		const second = await searchAlarms.call(context, '', first.paginationToken as string);
		// One without a title has its ID.
		expect(second).toEqual({
			results: [
				{ name: 'Alarm 2', value: '2' },
				{ name: '1', value: '1' },
			],
			paginationToken: undefined,
		});
	});

	it('looks on for what was typed until it is found', async () => {
		const { requests, context } = project(40);
		const { results } = await searchAlarms.call(context, 'alarm 2');
		expect(results.map(({ value }) => value)).toEqual([
			...['29', '28', '27', '26', '25', '24', '23', '22', '21', '20', '2'],
		]);
		expect(requests).toHaveLength(40);
		for (const typed of ['alarm 3', 'alarm 39', 'alarm 390'])
			await searchAlarms.call(context, typed);
		expect(requests).toHaveLength(40);
	});

	it.each([
		[4, 404],
		[6, 200],
	])('lacks one of %d that is not there, or has no ID: %d', async (count, status) => {
		const { results } = await searchAlarms.call(project(count, [2], status).context);
		expect(results.map(({ value }) => value)).not.toContain('2');
		expect(results).toHaveLength(count);
	});

	it('lacks those that the credential may not read, and says so if these are all', async () => {
		const { requests, context } = project(3, [2]);
		for (const typed of ['', 'a']) {
			const { results } = await searchAlarms.call(context, typed);
			expect(results.map(({ value }) => value)).toEqual(['any', '3', ...(typed ? [] : ['1'])]);
		}
		expect(requests).toEqual(['3', '2', '1']);
		await expect(searchAlarms.call(project(2, [1, 2]).context)).rejects.toThrow(
			/permission|SA-D-24-2/,
		);
	});
});

it('alarms of a broken server are not requested one by one', async () => {
	const { requests, context } = project(5, [1, 2, 3, 4, 5], 500);
	await expect(searchAlarms.call(context)).rejects.toThrow();
	expect(new Set(requests).size).toBe(1);
});

describe('the list of aggregators', () => {
	const found = async (typed?: string, isOfSessions = false) => {
		const { searchAggregators, searchSessionAggregators } = listSearch([]);
		const search = isOfSessions ? searchSessionAggregators : searchAggregators;
		const { results } = await search.call({} as ILoadOptionsFunctions, typed);
		return results.map(({ name }) => name);
	};

	it.each([
		['总次数', 'Number of Events'],
		['触发用户数', 'Number of Users'],
		['人均次数', 'Events per User'],
		['去重数', 'Distinct Values of a Property'],
		[' QUANTILE90 ', '90th Percentile of a Property'],
		['uv', 'Number of Users'],
		['公式', 'Formula'],
	])('finds by %s, in whatever language, what it shows in English: %s', async (typed, name) => {
		expect(await found(typed)).toEqual([name]);
	});

	it('finds several, and all without a search', async () => {
		expect(await found('人均')).toEqual(['Events per User', 'Sum of a Property per User']);
		const all = await found();
		expect(all.slice(0, 2)).toEqual(['Number of Events', 'Number of Users']);
		expect(all.join()).not.toMatch(/\p{Script=Han}/u);
		expect(await found('nobody calls it that')).toEqual([]);
	});

	it('has the numbers of sessions in their report', async () => {
		expect(await found('总次数', true)).toEqual(['Number of Sessions']);
	});
});
