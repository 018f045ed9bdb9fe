import { type Memory, recall, remember } from '../../../../nodes/SensorsAnalyticsTrigger/memory';

describe('what is remembered', () => {
	const seen = { period: '2026-11-10', states: { orders: ['below' as const] } };

	it('comes back for the same watch, and not for another one', () => {
		const memory: Memory = {};
		remember(memory, 'a', { lastPeriod: '2026-11-10', seen }, undefined);
		expect(recall(memory, 'a')).toEqual({ lastPeriod: '2026-11-10', seen });
		expect(recall(memory, 'b')).toBeUndefined();
		expect(recall({}, 'a')).toBeUndefined();
	});

	it('holds nothing of what was remembered before', () => {
		const memory: Memory = {};
		remember(memory, 'a', { lastPeriod: '2026-11-10', seen }, new Date(0));
		expect(memory.askAgainAt).toBe('1970-01-01T00:00:00.000Z');
		remember(memory, 'b', { lastPeriod: '2026-11-11' }, undefined);
		expect(memory).toEqual({ counting: 'b', lastPeriod: '2026-11-11' });
	});
});
