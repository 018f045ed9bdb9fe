import { inputKeeper, toItems } from '../../../../../nodes/SensorsAnalytics/output/present';

const fields = (count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, n) => [`field ${n}`, n]));
const items = (count: number) =>
	toItems(
		Array.from({ length: count }, () => ({ n: 1 })),
		0,
	);

describe('the fields of the input item', () => {
	it('precede those of each item, which have priority', async () => {
		const own = toItems([{ a: 1, b: 2 }, { b: 3 }], 0);
		await inputKeeper()(own, { b: 'of the input', c: 4 });
		expect(own.map(({ json }) => json)).toEqual([
			{ a: 1, b: 2, c: 4 },
			{ b: 3, c: 4 },
		]);
		expect(Object.keys(own[0]?.json ?? {})).toEqual(['b', 'c', 'a']);
	});

	it('have no flags of another report, which say nothing about these rows', async () => {
		const own = toItems([{ n: 1, _partial: true }, { n: 2 }], 0);
		const flags = { _partial: true, _truncated: true, _sampled: true, _total_users: 5 };
		const input = { city: 'Riga', ...flags, meta: { requested_at: '2026-11-23' } };
		await inputKeeper()(own, input);
		expect(own.map(({ json }) => json)).toEqual([
			{ city: 'Riga', n: 1, _partial: true },
			{ city: 'Riga', n: 2 },
		]);
		expect(input).toHaveProperty('_total_users', 5);
		for (const meta of [null, 'text', { of: 'a webhook' }]) {
			const items = toItems([{ n: 1 }], 0);
			await inputKeeper()(items, { meta });
			expect(items[0]?.json).toEqual({ meta, n: 1 });
		}
	});

	it('are counted over all items of an execution', async () => {
		const keep = inputKeeper();
		await keep(items(10), fields(500));
		await keep(items(1), undefined);
		await expect(keep(items(1666), fields(6000))).rejects.toThrow(
			"The output has too many values for n8n items: 1,666 items repeat the input item, because of the option 'Keep Input Fields'",
		);
		// One that is refused does not count.
		await expect(keep(items(10), fields(500))).resolves.toBeUndefined();
	});

	it.each<[string, number, object, string | undefined]>([
		['a list', 1001, { list: Array(9990).fill(0) }, 'values'],
		['a list that fits', 1000, { list: Array(9998).fill(0) }, undefined],
		['lists in lists', 101, { a: [{ b: Array(50_000).fill([1]) }] }, 'values'],
		['a text', 1001, { text: 'x'.repeat(250_000) }, 'characters'],
		['a text that fits', 999, { text: 'x'.repeat(250_000) }, undefined],
		['keys', 1001, { deep: { [`${'k'.repeat(250_000)}`]: 1 } }, 'characters'],
		['any size, if nothing repeats it', 1, { text: 'x'.repeat(251e6) }, undefined],
	])('count with all that they hold: %s', async (_, count, input, what) => {
		const kept = inputKeeper()(items(count), input as never);
		if (what === undefined) return await expect(kept).resolves.toBeUndefined();
		await expect(kept).rejects.toThrow(`The output has too many ${what} for n8n items`);
	});

	it('count together, also if items are worked on at the same time', async () => {
		const keep = inputKeeper();
		const work = () => keep(items(600), { text: 'x'.repeat(250_000) });
		const results = await Promise.allSettled([work(), work()]);
		expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
	});
});
