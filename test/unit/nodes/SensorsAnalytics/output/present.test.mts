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

	it('are counted over all items of an execution', async () => {
		const keep = inputKeeper();
		await keep(items(10), fields(500));
		await keep(items(1), undefined);
		await expect(keep(items(1666), fields(6000))).rejects.toThrow(
			"The output has too many values for n8n items: 1,666 items × 6,000 fields of the input item, which the option 'Keep Input Fields' repeats",
		);
		// One that is refused does not count.
		await expect(keep(items(10), fields(500))).resolves.toBeUndefined();
	});
});
