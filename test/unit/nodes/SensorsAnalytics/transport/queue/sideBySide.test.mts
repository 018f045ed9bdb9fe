import { runSideBySide as runResting } from '../../../../../../nodes/SensorsAnalytics/transport/queue';
import { VirtualTime } from '../../../../../support/virtualTime.mts';

let time: VirtualTime;
const runSideBySide: typeof runResting = async (count, most, work, isWarm) =>
	await runResting(count, most, work, isWarm, async () => undefined);
const later = async (ms: number) => await time.pause(ms);
beforeEach(() => {
	time = new VirtualTime();
});

describe('runSideBySide', () => {
	it('keeps the order of the items, with no more at once than allowed, the first one alone', async () => {
		let running = 0;
		let warm = false;
		const seen: number[] = [];
		const run = runSideBySide(
			20,
			3,
			async (index) => {
				running++;
				seen.push(running);
				await later(index === 0 ? 20 : 20 - index);
				warm = true;
				running--;
				return index;
			},
			() => warm,
		);
		const [results] = await time.run([run]);
		expect(results).toEqual(Array.from({ length: 20 }, (_, index) => index));
		expect(seen[0]).toBe(1);
		expect(seen[1]).toBe(1);
		expect(Math.max(...seen)).toBe(3);
	});

	it('continues alone until a request has been answered', async () => {
		let answered = 0;
		let running = 0;
		const widths: number[] = [];
		const run = runSideBySide(
			6,
			3,
			async (index) => {
				widths.push(++running);
				await later(5);
				running--;
				if (index >= 2) answered++;
			},
			() => answered > 0,
		);
		await time.run([run]);
		expect(widths.slice(0, 3)).toEqual([1, 1, 1]);
		expect(Math.max(...widths)).toBe(3);
	});

	it('throws the failure of the lowest index, and starts nothing new', async () => {
		const started: number[] = [];
		const run = runSideBySide(
			10,
			3,
			async (index) => {
				started.push(index);
				await later(index === 2 ? 1 : 10);
				if (index === 1 || index === 2) throw new Error(`item ${index}`);
				return index;
			},
			() => true,
		);
		await expect(time.run([run])).rejects.toThrow('item 1');
		expect(started).toEqual([0, 1, 2]);
	});

	it('does nothing for no items', async () => {
		expect(
			await runSideBySide(
				0,
				3,
				async (index) => index,
				() => false,
			),
		).toEqual([]);
	});

	it('pauses between items that wait for nothing', async () => {
		let turns = 0;
		const timer = setInterval(() => turns++, 1);
		const busy = async () => {
			for (const started = Date.now(); Date.now() - started < 5; );
			await Promise.resolve();
		};
		await runResting(20, 2, busy, () => true);
		clearInterval(timer);
		expect(turns).toBeGreaterThanOrEqual(3);
	});
});
