import { bounded } from '../../../../../../nodes/SensorsAnalytics/catalog/catalog';

const request = { path: '/x' };

describe('A list that takes several requests', () => {
	it('returns answers unchanged', async () => {
		const answer = { entries: [{ name: 'a' }, null, 5] };
		expect(await bounded(async () => await Promise.resolve(answer))(request)).toBe(answer);
		expect(await bounded(async () => await Promise.resolve('text'))(request)).toBe('text');
	});

	it('ends where its answers together have too many values', async () => {
		const ask = bounded(async () => await Promise.resolve(Array<number>(3_000_000).fill(0)));
		for (let page = 0; page < 3; page++) await ask(request);
		await expect(ask(request)).rejects.toThrow('more than 10 million values');
	});

	it('ends where its answers together have too many entries', async () => {
		const entries = async () => await Promise.resolve(Array.from({ length: 400_000 }, () => ({})));
		const ask = bounded(entries);
		for (let page = 0; page < 2; page++) await ask(request);
		await expect(ask(request)).rejects.toThrow('more than 1 million entries');
	});

	it('ends where its answers together have too much text, however deep', async () => {
		let deep: object = { text: 'x'.repeat(12_000_000) };
		for (let level = 0; level < 100_000; level++) deep = [deep];
		const ask = bounded(async () => await Promise.resolve([deep]));
		for (let page = 0; page < 2; page++) await ask(request);
		await expect(ask(request)).rejects.toThrow('more than 32 MB of text');
	});

	it('ends after two thousand requests, without counting kept answers', async () => {
		const kept = {};
		const same = bounded(async () => await Promise.resolve(kept));
		const others = bounded(async () => await Promise.resolve({}));
		for (let page = 0; page < 2000; page++) {
			await same(request);
			await others(request);
		}
		expect(await same(request)).toBe(kept);
		await expect(others(request)).rejects.toThrow('more than 2000 requests');
	});
});
