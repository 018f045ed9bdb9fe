import type { QueueClock } from '../../../../../../nodes/SensorsAnalytics/transport/queue';
import { HostQueue } from '../../../../../../nodes/SensorsAnalytics/transport/queue';

/** A clock whose waits pass at once, one after another. */
class FakeClock implements QueueClock {
	time = 1000;
	waits = 0;
	now(): number {
		return this.time;
	}
	async wait(ms: number, cancelled: AbortSignal | undefined): Promise<void> {
		this.waits++;
		await settle();
		if (!cancelled?.aborted) this.time += ms;
	}
}
const settle = async (): Promise<void> => {
	for (let i = 0; i < 20; i++) await Promise.resolve();
};
const A = {};
const B = {};

/** Enters, and notes who starts when. */
function starts(queue: HostQueue, clock: FakeClock) {
	const noted: Array<[name: string, time: number]> = [];
	const leaves: Array<() => void> = [];
	const enter = (name: string, run: object, gapMs: number, cancelled?: AbortSignal) =>
		void queue.enter(run, gapMs, cancelled).then((leave) => {
			noted.push([name, clock.time]);
			leaves.push(leave);
		});
	return { noted, leaves, enter };
}

describe('HostQueue', () => {
	it('keeps the gap between the starts of all runs, never more of them in a second', async () => {
		const clock = new FakeClock();
		const { noted, leaves, enter } = starts(new HostQueue(100, clock), clock);
		for (let i = 0; i < 10; i++) enter(`${i}`, i % 2 ? A : B, 1000 / 3);
		for (let i = 0; i < 30; i++) await settle();
		expect(noted).toHaveLength(10);
		const times = noted.map(([, time]) => time);
		expect(times[0]).toBe(1000);
		for (let i = 1; i < times.length; i++)
			expect((times[i] as number) - (times[i - 1] as number)).toBeGreaterThanOrEqual(333.3);
		expect(times.at(-1)).toBeCloseTo(4000);
		leaves.forEach((leave) => leave());
	});

	it('does not wait without a gap, nor after a longer pause', async () => {
		const clock = new FakeClock();
		const { noted, enter } = starts(new HostQueue(10, clock), clock);
		for (const name of ['1', '2', '3']) enter(name, A, 0);
		await settle();
		clock.time += 400;
		enter('4', A, 333);
		await settle();
		expect(noted.map(([name]) => name)).toEqual(['1', '2', '3', '4']);
		expect(clock.waits).toBe(0);
	});

	it('limits concurrent requests; the next one starts when one has left, once', async () => {
		const clock = new FakeClock();
		const queue = new HostQueue(2, clock);
		const { noted, leaves, enter } = starts(queue, clock);
		for (const name of ['1', '2', '3', '4']) enter(name, A, 0);
		await settle();
		expect(noted).toHaveLength(2);
		leaves[0]?.();
		await settle();
		expect(noted).toHaveLength(3);
		leaves[1]?.();
		leaves[2]?.();
		await settle();
		expect(noted).toHaveLength(4);
		expect(queue.isIdle).toBe(false);
		leaves[3]?.();
		expect(queue.isIdle).toBe(true);
	});

	it('runs take turns: one with many requests keeps no other waiting', async () => {
		const clock = new FakeClock();
		const { noted, leaves, enter } = starts(new HostQueue(1, clock), clock);
		for (let i = 0; i < 50; i++) enter(`a${i}`, A, 0);
		enter('b0', B, 0);
		enter('b1', B, 0);
		for (let i = 0; i < 6; i++) {
			await settle();
			leaves[i]?.();
		}
		await settle();
		expect(noted.map(([name]) => name).slice(0, 6)).toEqual(['a0', 'a1', 'b0', 'a2', 'b1', 'a3']);
	});

	it('a slower run is waited for by a faster one, and starves neither', async () => {
		const clock = new FakeClock();
		const { noted, enter } = starts(new HostQueue(100, clock), clock);
		for (let i = 0; i < 4; i++) enter('fast', A, 50);
		for (let i = 0; i < 2; i++) enter('slow', B, 333);
		for (let i = 0; i < 20; i++) await settle();
		const slow = noted.flatMap(([name], index) => (name === 'slow' ? [index] : []));
		expect(slow).toEqual([2, 4]);
		for (const index of slow)
			expect((noted[index]?.[1] ?? 0) - (noted[index - 1]?.[1] ?? 0)).toBeGreaterThanOrEqual(333);
	});

	it("a canceled request leaves the queue, and takes no other one's place", async () => {
		const clock = new FakeClock();
		const queue = new HostQueue(1, clock);
		const { noted, leaves, enter } = starts(queue, clock);
		const control = new AbortController();
		enter('first', A, 0);
		enter('cancelled', A, 0, control.signal);
		enter('last', A, 0);
		await settle();
		control.abort();
		await settle();
		// Its own way ends at once; nothing has started in its place.
		expect(noted.map(([name]) => name)).toEqual(['first', 'cancelled']);
		leaves[1]?.();
		await settle();
		expect(noted).toHaveLength(2);
		leaves[0]?.();
		await settle();
		expect(noted.map(([name]) => name)).toEqual(['first', 'cancelled', 'last']);
		leaves[2]?.();
		expect(queue.isIdle).toBe(true);
	});

	it('who is cancelled while the queue waits for its gap is passed over', async () => {
		const clock = new FakeClock();
		const queue = new HostQueue(5, clock);
		const { noted, leaves, enter } = starts(queue, clock);
		const control = new AbortController();
		enter('first', A, 0);
		enter('cancelled', A, 60_000, control.signal);
		enter('next', B, 100);
		control.abort();
		for (let i = 0; i < 5; i++) await settle();
		expect(noted.map(([name]) => name).sort()).toEqual(['cancelled', 'first', 'next']);
		expect(clock.time).toBe(1100);
		leaves.forEach((leave) => leave());
		expect(queue.isIdle).toBe(true);
		await expect(new HostQueue(0, clock).enter(A, 0, AbortSignal.abort())).resolves.toBeDefined();
	});

	it('a run with its own gap delays no other one, and keeps the gap among those with the same', async () => {
		const clock = new FakeClock();
		const { noted, leaves, enter } = starts(new HostQueue(100, clock), clock);
		const [C, D] = [{}, {}];
		for (let i = 0; i < 3; i++) enter('slow', A, 20_000);
		for (let i = 0; i < 2; i++) enter('also slow', B, 20_000);
		enter('slower', C, 50_000);
		for (let i = 0; i < 3; i++) enter('quick', D, 1000 / 3);
		for (let i = 0; i < 60; i++) await settle();
		const at = (name: string) => noted.flatMap(([one, time]) => (one === name ? [time] : []));
		expect(at('quick').at(-1)).toBeLessThan(3000);
		expect(at('quick')).toHaveLength(3);
		const slow = [...at('slow'), ...at('also slow')].sort((a, b) => a - b);
		expect(slow).toHaveLength(5);
		for (let i = 1; i < slow.length; i++)
			expect((slow[i] as number) - (slow[i - 1] as number)).toBeGreaterThanOrEqual(19_999);
		expect(at('slower')).toHaveLength(1);
		leaves.forEach((leave) => leave());
	});

	it('who comes while only slow runs wait starts at once', async () => {
		let now = 0;
		let woken = false;
		const wait = async (_ms: number, signal?: AbortSignal) =>
			await new Promise<void>((resolve) =>
				signal?.addEventListener('abort', () => {
					woken = true;
					resolve();
				}),
			);
		const queue = new HostQueue(5, { now: () => now, wait });
		const started: string[] = [];
		const enter = (name: string, run: object, gap: number) =>
			void queue.enter(run, gap).then(() => started.push(name));
		enter('slow', A, 60_000);
		enter('slow again', A, 60_000);
		await settle();
		now = 1000;
		enter('quick', B, 333);
		await settle();
		expect(woken).toBe(true);
		expect(started).toEqual(['slow', 'quick']);
	});

	it('a slow run waits for one gap at most when the clock was set back', async () => {
		const clock = new FakeClock();
		clock.time = 9e6;
		const { noted, enter } = starts(new HostQueue(5, clock), clock);
		enter('1', A, 5000);
		await settle();
		clock.time = 1000;
		enter('2', A, 5000);
		for (let i = 0; i < 5; i++) await settle();
		expect(noted).toEqual([
			['1', 9e6],
			['2', 6000],
		]);
	});

	it('waits for one gap at most when the clock was set back', async () => {
		const clock = new FakeClock();
		const { noted, enter } = starts(new HostQueue(5, clock), clock);
		enter('1', A, 100);
		await settle();
		clock.time -= 900;
		enter('2', A, 100);
		for (let i = 0; i < 3; i++) await settle();
		expect(noted).toEqual([
			['1', 1000],
			['2', 200],
		]);
	});
});
