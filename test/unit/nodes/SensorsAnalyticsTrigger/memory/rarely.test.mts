import {
	askAgainAt,
	isTooEarly,
	secondCheckAt,
} from '../../../../../nodes/SensorsAnalyticsTrigger/memory';
import type { Reach } from '../../../../../nodes/SensorsAnalyticsTrigger/periods';

const days = { unit: 'day', timeZone: 'Asia/Shanghai' } as const;

describe('T18: while data are late', () => {
	it.each([
		['an hour late, two behind', '2026-11-11T01:00:00+08:00', '2026-11-10T22:00:00', 6],
		['an hour late, a minute behind', '2026-11-11T01:00:00+08:00', '2026-11-10T23:59:00', 0.1],
		['eight hours late, a day behind', '2026-11-11T08:00:00+08:00', '2026-11-10T00:00:00', 10],
		['eight hours late, nothing told', '2026-11-11T08:00:00+08:00', undefined, 10],
	])('the next question comes soon enough: %s', (_name, time, sure, minutes) => {
		const now = new Date(time);
		const next = askAgainAt(days, '2026-11-10', { sure, now } as Reach);
		expect(next.getTime() - now.getTime()).toBe(minutes * 60_000);
		expect(isTooEarly({ askAgainAt: next.toISOString() }, now)).toBe(true);
		expect(isTooEarly({ askAgainAt: next.toISOString() }, next)).toBe(false);
	});

	it('T22: what waits for its second check is requested half a minute later', () => {
		const now = new Date('2026-11-11T08:00:00Z');
		expect(secondCheckAt(now).toISOString()).toBe('2026-11-11T08:00:30.000Z');
	});

	it('is not kept from asking by a clock that was set back', () => {
		const now = new Date('2026-11-11T08:00:00Z');
		expect(isTooEarly({ askAgainAt: '2026-11-11T09:00:00Z' }, now)).toBe(false);
		expect(isTooEarly({}, now)).toBe(false);
		for (const wrong of ['soon', 5, {}, null])
			expect(isTooEarly({ askAgainAt: wrong } as never, now)).toBe(false);
	});
});
