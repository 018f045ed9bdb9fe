import { ShortMemory } from '../../../../../../nodes/SensorsAnalytics/catalog/catalog';

describe('a short memory', () => {
	let now = 0;
	let requests: string[] = [];
	const ask = (key: string) => async () => {
		requests.push(key);
		return await Promise.resolve(`${key} at ${now}`);
	};
	beforeEach(() => {
		now = 0;
		requests = [];
	});
	const memory = () => new ShortMemory<string>(1000, 2, () => now);

	it('requests once while it lasts, also while the answer is pending', async () => {
		const kept = memory();
		expect(await Promise.all([kept.get('a', ask('a')), kept.get('a', ask('a'))])).toEqual([
			'a at 0',
			'a at 0',
		]);
		now = 999;
		expect(await kept.get('a', ask('a'))).toBe('a at 0');
		now = 1000;
		expect(await kept.get('a', ask('a'))).toBe('a at 1000');
		expect(requests).toEqual(['a', 'a']);
	});

	it('keeps a limited number of entries, and forgets the oldest one', async () => {
		const kept = memory();
		for (const key of ['a', 'b', 'c', 'b', 'a']) await kept.get(key, ask(key));
		expect(requests).toEqual(['a', 'b', 'c', 'a']);
	});

	it('keeps no failure', async () => {
		const kept = memory();
		const fail = async () => await Promise.reject(new Error('no'));
		await expect(kept.get('a', fail)).rejects.toThrow('no');
		expect(await kept.get('a', ask('a'))).toBe('a at 0');
	});
});
