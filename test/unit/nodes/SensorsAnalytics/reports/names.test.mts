import type { Catalog } from '../../../../../nodes/SensorsAnalytics/catalog/catalog';
import type { Queries } from '../../../../../nodes/SensorsAnalytics/query/query';
import { displayedNames } from '../../../../../nodes/SensorsAnalytics/reports/names';

/** Names of measures in messages of a project with these names. */
async function spokenOf(
	measures: object[],
	language: 'en' | 'zh' = 'en',
): Promise<Array<string | undefined>> {
	const isZh = language === 'zh';
	const entry = (name: string, displayName: string) => ({ name, displayName });
	const catalog = {
		events: async () => await Promise.resolve([entry('PayOrder', isZh ? '支付订单' : 'Payment')]),
		eventProperties: async () => await Promise.resolve([entry('city', isZh ? '城市' : 'City')]),
	} as unknown as Catalog;
	const query = { measures, groupBy: [], unit: 'day' } as unknown as Queries['event'];
	const columns = { groups: [], measures: measures.map((_, at) => ({ key: `m${at}` })) };
	const series = { query, columns } as unknown as Parameters<typeof displayedNames>[2];
	const { names } = await displayedNames(catalog, query, series, { language, isSpoken: true });
	return measures.map((_, at) => names(`m${at}`));
}

const paid = (aggregator = 'general', filter?: object) => ({
	...{ kind: 'event', event: 'PayOrder', aggregator },
	...(filter ? { filter } : {}),
});
const cityIs = (...values: string[]) => ({
	...{ join: 'and', groups: [] },
	conditions: [
		{
			property: { of: 'event', event: 'PayOrder', name: 'city' },
			...{ function: 'equal', values },
		},
	],
});

const riga = cityIs('Riga');

describe('a measure in a message', () => {
	it.each([
		['en', 'Payment events (all)', 'Payment events (City is Riga)'],
		['zh', '全部支付订单次数', '城市为 Riga 的支付订单次数'],
	] as const)('without a filter is of all next to the same with one (%s)', async (...of) => {
		const [language, all, filtered] = of;
		expect(await spokenOf([paid(), paid('general', riga)], language)).toEqual([all, filtered]);
		expect(await spokenOf([paid('general', riga), paid()], language)).toEqual([filtered, all]);
		const long = cityIs('x'.repeat(60), 'y'.repeat(60));
		expect(await spokenOf([paid(), paid('general', long)], language)).toEqual([
			...[all, language === 'zh' ? '筛选后的支付订单次数' : 'Payment events (filtered)'],
		]);
	});

	it('is not called all next to another number, or alone', async () => {
		expect(await spokenOf([paid(), paid('unique', riga)])).toEqual([
			...['Payment events', 'Payment users (City is Riga)'],
		]);
		expect(await spokenOf([paid()])).toEqual(['Payment events']);
		// A filter of each measure is one of all numbers.
		const same = await spokenOf([paid('general', riga), paid('unique', riga)]);
		expect(same).toEqual(['Payment events', 'Payment users']);
	});

	it('that cumulates is named after what it counts', async () => {
		const cumulated = [paid('rollup_count'), paid('rollup_uniq')];
		expect(await spokenOf(cumulated)).toEqual([
			...['Cumulative Payment events', 'Cumulative Payment users'],
		]);
		expect(await spokenOf(cumulated, 'zh')).toEqual(['累计支付订单次数', '累计支付订单人数']);
	});
});
