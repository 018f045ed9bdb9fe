import { keepNewest } from '../../../../credentials/process';

it('keeps the newest entries, in the order in which they were stored last', () => {
	const entries = new Map<string, number>();
	for (const [key, value] of Object.entries({ a: 1, b: 2, c: 3 }))
		keepNewest(entries, key, value, 3);
	keepNewest(entries, 'a', 4, 3);
	expect([...entries]).toEqual([
		['b', 2],
		['c', 3],
		['a', 4],
	]);
	keepNewest(entries, 'd', 5, 2);
	expect([...entries]).toEqual([
		['a', 4],
		['d', 5],
	]);
});
