import { ShortMemory } from '../../../../credentials/process';

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

	it('keeps nothing from a time that the clock has left', async () => {
		const kept = memory();
		now = 10_000;
		await kept.get('a', ask('a'));
		now = 9_000;
		expect(await kept.get('a', ask('a'))).toBe('a at 9000');
	});

	it('shares no failure: each that waits asks once by itself, at the same time', async () => {
		const kept = memory();
		const stopped = kept.get('a', async () => await Promise.reject(new Error('stopped')));
		const waiting = [kept.get('a', ask('a')), kept.get('a', ask('a'))];
		await expect(stopped).rejects.toThrow('stopped');
		expect(await Promise.all(waiting)).toEqual(['a at 0', 'a at 0']);
		expect(requests).toEqual(['a', 'a']);
	});

	it('keeps no failure', async () => {
		const kept = memory();
		const fail = async () => await Promise.reject(new Error('no'));
		await expect(kept.get('a', fail)).rejects.toThrow('no');
		expect(await kept.get('a', ask('a'))).toBe('a at 0');
	});
});
