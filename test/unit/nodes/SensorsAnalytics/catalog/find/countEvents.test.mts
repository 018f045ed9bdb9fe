import { countEvents } from '../../../../../../nodes/SensorsAnalytics/catalog/find';
import type { Service } from '../../../../../../nodes/SensorsAnalytics/transport/service';

interface Requested {
	body: { measures: Array<{ event_name: string }>; from_date: string; to_date: string };
}

const RANGE = { from: '2026-11-01', to: '2026-11-07' };
const names = Array.from({ length: 45 }, (_, n) => `event_${n}`);

/** A service of the API under `/api/`, where the name of an event says how many there are. */
function serviceWith(rowsOf: (counts: number[]) => object[]) {
	const requests: Requested[] = [];
	const service = {
		connectionOf: async () => await Promise.resolve({ mode: 'apiSecret' }),
		callOnce: async (_item: number, request: unknown) => {
			requests.push(request as Requested);
			const { measures } = (request as Requested).body;
			const rows = rowsOf(measures.map(({ event_name: name }) => Number(name.slice(6))));
			return await Promise.resolve({
				detail_result: { series: [], rows: [] },
				rollup_result: { series: [], rows },
			});
		},
	} as unknown as Service;
	return { service, requests };
}

describe('events', () => {
	it('are counted, a limited number in one report, each once', async () => {
		const { service, requests } = serviceWith((values) => [{ values: [values] }]);
		const { counts } = await countEvents(service, 0, names, RANGE);
		expect([...counts]).toEqual(names.map((name, n) => [name, n]));
		expect(requests.map(({ body }) => body.measures.length)).toEqual([20, 20, 5]);
		expect(requests[2]?.body).toMatchObject({ from_date: RANGE.from, to_date: RANGE.to });
	});

	it('that did not happen are 0', async () => {
		const { service } = serviceWith(() => []);
		expect([...(await countEvents(service, 0, ['a', 'b'], RANGE)).counts]).toEqual([
			['a', 0],
			['b', 0],
		]);
	});

	const resultOf = (row: unknown[], more: object = {}) => {
		const service = {
			connectionOf: async () => await Promise.resolve({ mode: 'apiSecret' }),
			callOnce: async () =>
				await Promise.resolve({
					series: ['2026-11-01 00:00:00'],
					rows: [{ values: [row] }],
					...more,
				}),
		} as unknown as Service;
		return async () => await countEvents(service, 0, ['a', 'b'], RANGE);
	};

	it('keep their digits, and say that they are of a sample', async () => {
		expect(await resultOf(['9007199254740993', null])()).toEqual({
			counts: new Map<string, unknown>([
				['a', '9007199254740993'],
				['b', 0],
			]),
			isTruncated: false,
			isSampled: false,
		});
		const facts = { sampling_factor: 4, truncated: true };
		expect(await resultOf([1, 2], facts)()).toMatchObject({ isTruncated: true, isSampled: true });
	});

	it('of another time, or as a text, are refused', async () => {
		await expect(resultOf([1, 2], { series: ['2025-01-01 00:00:00'] })()).rejects.toThrow(
			'it has 2025-01-01, which is not in the requested range from 2026-11-01 to 2026-11-07',
		);
		await expect(resultOf([1, '5%'])()).rejects.toThrow(
			"the count of b is '5%' instead of a number",
		);
	});
});
