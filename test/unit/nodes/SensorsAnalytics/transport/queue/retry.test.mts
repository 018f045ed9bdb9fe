import type { Failure } from '../../../../../../credentials/http/answer';
import { waitBeforeRetry } from '../../../../../../nodes/SensorsAnalytics/transport/queue';

const failure = (kind: Failure['kind'], more: Partial<Failure> = {}): Failure => ({
	kind,
	said: '',
	...more,
});

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
		[
			'the longest wait that is asked for',
			failure('throttled', { retryAfterMs: 120_000 }),
			0,
			120_000,
		],
		['broken in passing', failure('failed', { transient: true }), 0, undefined],
		['a wrong host name', failure('unreachable'), 0, undefined],
		['refused', failure('refused'), 0, undefined],
		['not signed in', failure('notSignedIn'), 0, undefined],
		['broken', failure('failed'), 0, undefined],
		['not this service', failure('notThisService'), 0, undefined],
	])('%s', (_case, fault, attempt, ms) => {
		expect(waitBeforeRetry(fault, attempt, 10, 0.5)).toBe(ms);
	});

	it('ends after the given retries', () => {
		expect(waitBeforeRetry(failure('throttled'), 3, 3)).toBeUndefined();
		expect(waitBeforeRetry(failure('throttled'), 0, 0)).toBeUndefined();
	});

	it('spreads by a quarter to either side', () => {
		expect([0, 1].map((chance) => waitBeforeRetry(failure('throttled'), 0, 3, chance))).toEqual([
			375, 625,
		]);
	});
});
