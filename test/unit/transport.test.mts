import type { Failure } from '../../credentials/http/answer';
import { mayHaveEnded, noteUse } from '../../credentials/session/lastUse';
import { readSettings } from '../../nodes/SensorsAnalytics/form/settings';
import { Pace } from '../../nodes/SensorsAnalytics/transport/pace';
import { waitBeforeRetry } from '../../nodes/SensorsAnalytics/transport/retry';
import { runSideBySide } from '../../nodes/SensorsAnalytics/transport/sideBySide';
import { wait } from '../../nodes/SensorsAnalytics/transport/wait';

const failure = (kind: Failure['kind'], more: Partial<Failure> = {}): Failure => ({
	kind,
	said: '',
	...more,
});
const later = async (ms: number) => await new Promise((resolve) => setTimeout(resolve, ms));

describe('waitBeforeRetry', () => {
	it.each<[string, Failure, number, number | undefined]>([
		['throttled', failure('throttled'), 0, 500],
		['second wait is longer', failure('throttled'), 1, 1000],
		['waits are capped', failure('temporary'), 9, 30_000],
		['Retry-After is honoured', failure('throttled', { retryAfterMs: 7000 }), 0, 7000],
		['but not shorter than our own wait', failure('throttled', { retryAfterMs: 1 }), 0, 500],
		[
			'a wait that is too long to hide',
			failure('throttled', { retryAfterMs: 600_000 }),
			0,
			undefined,
		],
		['a cut connection', failure('unreachable', { transient: true }), 0, 500],
		['a wrong host name', failure('unreachable'), 0, undefined],
		['refused', failure('refused'), 0, undefined],
		['not signed in', failure('notSignedIn'), 0, undefined],
		['broken', failure('failed'), 0, undefined],
		['not this service', failure('notThisService'), 0, undefined],
	])('%s', (_case, fault, attempt, ms) => {
		expect(waitBeforeRetry(fault, attempt, 10, 0.5)).toBe(ms);
	});

	it('ends after the retries that were asked for', () => {
		expect(waitBeforeRetry(failure('throttled'), 3, 3)).toBeUndefined();
		expect(waitBeforeRetry(failure('throttled'), 0, 0)).toBeUndefined();
	});

	it('spreads by a quarter to either side', () => {
		expect([0, 1].map((chance) => waitBeforeRetry(failure('throttled'), 0, 3, chance))).toEqual([
			375, 625,
		]);
	});
});

describe('runSideBySide', () => {
	it('keeps the order of the items, with no more at once than allowed, the first one alone', async () => {
		let running = 0;
		let warm = false;
		const seen: number[] = [];
		const results = await runSideBySide(
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
		expect(results).toEqual(Array.from({ length: 20 }, (_, index) => index));
		expect(seen[0]).toBe(1);
		expect(seen[1]).toBe(1);
		expect(Math.max(...seen)).toBe(3);
	});

	it('goes on alone until something has been answered', async () => {
		let answered = 0;
		let running = 0;
		const widths: number[] = [];
		await runSideBySide(
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
		await expect(run).rejects.toThrow('item 1');
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
});

describe('Pace', () => {
	it('spaces the starts', async () => {
		const pace = new Pace(50);
		const started = Date.now();
		await Promise.all(Array.from({ length: 6 }, async () => await pace.turn(undefined)));
		expect(Date.now() - started).toBeGreaterThanOrEqual(95);
	});

	it('does not wait without a limit, nor for a clock that was set back', async () => {
		await new Pace(0).turn(undefined);
		const pace = new Pace(1);
		const now = jest.spyOn(Date, 'now').mockReturnValue(1e15);
		await pace.turn(undefined);
		now.mockRestore();
		const started = Date.now();
		await pace.turn(undefined);
		expect(Date.now() - started).toBeLessThan(500);
	});
});

describe('wait', () => {
	it('ends when the execution is cancelled', async () => {
		const controller = new AbortController();
		const started = Date.now();
		setTimeout(() => controller.abort(), 20);
		await wait(5000, controller.signal);
		await wait(5000, controller.signal);
		expect(Date.now() - started).toBeLessThan(1000);
	});
});

describe('mayHaveEnded', () => {
	const session = (issuedAt: string, token = `token ${issuedAt}`) => ({
		token,
		identity: '',
		issuedAt,
		validityMinutes: 30,
		details: {},
	});
	const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

	it.each([
		['just issued', session(ago(0)), false],
		['within its validity', session(ago(29)), false],
		['past its validity', session(ago(31)), true],
		['issued at an unknown time', session(''), true],
		['issued in the future: the clock was set back', session(ago(-60)), true],
	])('%s', (_case, kept, expected) => {
		expect(mayHaveEnded(kept)).toBe(expected);
	});

	it('counts from the last use that this process knows of', () => {
		noteUse('used');
		expect(mayHaveEnded(session(ago(500), 'used'))).toBe(false);
	});
});

describe('readSettings', () => {
	it('has defaults', () => {
		expect(readSettings({})).toEqual({
			itemsAtOnce: 3,
			requestsPerSecond: 3,
			retries: 3,
			timeoutMs: 300_000,
		});
	});

	it.each([
		[{ itemsAtOnce: 11 }, "The option 'Items at Once' must be a number from 1 to 10"],
		[{ itemsAtOnce: 0 }, "'Items at Once'"],
		[{ requestsPerSecond: -1 }, "'Requests per Second' must be a number 0 or more"],
		[{ retries: 'many' }, "'Retries' must be a number from 0 to 10"],
		[{ timeout: 0 }, "'Timeout (Seconds)'"],
	])('refuses %j', (options, message) => {
		expect(() => readSettings(options)).toThrow(message);
	});
});
