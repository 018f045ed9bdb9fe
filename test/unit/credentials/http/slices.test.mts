import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Steps } from '../../../../credentials/http/slices';
import { atOnce, betweenPieces, inSlices } from '../../../../credentials/http/slices';

/** Steps that take these milliseconds by the clock; all but the first yield a value before. */
function* taking(clock: { at: number }, each: number[], before: Array<'long' | undefined>) {
	for (const [index, ms] of each.entries()) {
		if (index > 0) yield before[index];
		clock.at += ms;
	}
	return 'done';
}

async function pausesOf(each: number[], before: Array<'long' | undefined> = []): Promise<number[]> {
	const clock = { at: 1000 };
	const pauses: number[] = [];
	const pause = async () => {
		pauses.push(clock.at - 1000);
	};
	const steps: Steps<string> = taking(clock, each, before);
	expect(await inSlices(steps, { now: () => clock.at, pause })).toBe('done');
	return pauses;
}

describe('work in slices', () => {
	it('pauses when a slice of time is over, and not before', async () => {
		expect(await pausesOf([4, 4, 4, 4, 4])).toEqual([12]);
		expect(await pausesOf([1, 1, 1])).toEqual([]);
		expect(await pausesOf([30, 30, 30])).toEqual([30, 60]);
	});

	it('pauses before a long step, unless there was hardly any work', async () => {
		expect(await pausesOf([3, 50], [undefined, 'long'])).toEqual([3]);
		expect(await pausesOf([1, 50], [undefined, 'long'])).toEqual([]);
	});

	it('still pauses when the clock is set back', async () => {
		expect(await pausesOf([-3_600_000, 4, 4, 4, 4])).toEqual([-3_600_000, -3_599_988]);
	});

	it('returns and throws what the steps do, at once or in slices', async () => {
		expect(atOnce(taking({ at: 0 }, [1, 2], []))).toBe('done');
		// eslint-disable-next-line require-yield
		const failing = function* (): Steps<string> {
			throw new Error('as it came');
		};
		expect(() => atOnce(failing())).toThrow('as it came');
		await expect(inSlices(failing())).rejects.toThrow('as it came');
	});

	it('the network can answer in its pauses', async () => {
		const server = createServer((_request, response) => response.end('alive'));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		let isOver = false;
		let answered = 0;
		const health = (async () => {
			while (!isOver) {
				await (await fetch(`http://127.0.0.1:${port}/`)).text();
				if (!isOver) answered++;
			}
		})();
		const steps = function* (): Steps<void> {
			for (let step = 0; step < 30; step++) {
				for (const start = Date.now(); Date.now() - start < 11; ) continue;
				yield;
			}
		};
		await inSlices(steps());
		isOver = true;
		await health;
		server.close();
		// Several turns of the loop for each answer.
		expect(answered).toBeGreaterThan(2);
	});
});

it('pieces of work pause when a time slice is over', async () => {
	const clock = { at: 1000 };
	const pauses: number[] = [];
	const pause = async () => void pauses.push(clock.at - 1000);
	const rest = betweenPieces({ now: () => clock.at, pause });
	for (const ms of [4, 4, 4, 4, 4, 30, 1]) {
		clock.at += ms;
		await rest();
	}
	expect(pauses).toEqual([12, 50]);
});
