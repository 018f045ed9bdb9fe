import {
	hasArrived,
	isComplete,
	readReach,
	settledReach,
} from '../../../../nodes/SensorsAnalyticsTrigger/completeness';
import type { Table } from '../../../../nodes/SensorsAnalytics/table/table';

const days = { unit: 'day', timeZone: 'Asia/Shanghai' } as const;
const DAY = '2026-11-10';
const told = (dataUpdatedAt?: string, dataSufficientAt?: string) =>
	({ dataUpdatedAt, dataSufficientAt }) as Table;

describe('a day is complete', () => {
	it.each<[string, string | undefined, string | undefined, boolean]>([
		['T2: both times at its end', '2026-11-11 00:00:00.000', '2026-11-11 00:00:00.000', true],
		['T2: one of them before', '2026-11-11 08:00:00.000', '2026-11-10 23:59:59.000', false],
		['T2: one alone', '2026-11-11 00:00:00.000', undefined, true],
		['T2: one stays, the other a day past', '2026-11-12 00:00:00.000', '2026-11-10 22:00:00', true],
		['T2: not quite a day past', '2026-11-11 23:59:59.000', '2026-11-10 22:00:00.000', false],
		['no data at all', '1970-01-01 08:00:00.000', '1970-01-01 08:00:00.000', false],
	])('%s', (_name, updated, sufficient, expected) => {
		const now = new Date('2026-11-20T12:00:00+08:00');
		expect(isComplete(days, DAY, readReach(told(updated, sufficient), now, days, undefined))).toBe(
			expected,
		);
	});

	it('never while it is under way, whatever the service tells', () => {
		const now = new Date('2026-11-10T23:00:00+08:00');
		const reach = readReach(told('2026-12-31 00:00:00.000'), now, days, undefined);
		expect(isComplete(days, DAY, reach)).toBe(false);
	});

	it.each([
		['2026-11-11T23:59:59+08:00', false],
		['2026-11-12T00:00:00+08:00', true],
	])('T3: so many hours after its end at the latest: %s', (now, expected) => {
		const reach = readReach(told('2026-11-10 12:00:00.000'), new Date(now), days, 24);
		expect(isComplete(days, DAY, reach)).toBe(expected);
	});

	it.each([
		['2026-11-11T23:59:59+08:00', false],
		['2026-11-12T00:00:00+08:00', true],
	])('T22: one that moved has not arrived, and waits for T3: %s', (now, expected) => {
		const settled = settledReach(new Date(now), days, 2, 24);
		expect(hasArrived(days, DAY, settled)).toBe(true);
		const reach = { ...settled, moving: new Set([DAY]) };
		expect(hasArrived(days, DAY, reach)).toBe(false);
		expect(isComplete(days, DAY, reach)).toBe(expected);
	});

	it('T4: an error where nothing tells', () => {
		const now = new Date();
		expect(() => readReach(told(), now, days, undefined)).toThrow(/does not tell when/);
		expect(readReach(told(), now, days, 24).sure).toBeUndefined();
	});
});
