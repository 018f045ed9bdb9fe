import type { Memory } from '../../../../../nodes/SensorsAnalyticsTrigger/memory';
import { takeTurn } from '../../../../../nodes/SensorsAnalyticsTrigger/memory';

function free(key: string, memory: Memory) {
	const turn = takeTurn(key, memory);
	if (turn.kind === 'busy') throw new Error('busy');
	return turn;
}

describe('T16: one poll at a time', () => {
	it('while it waits, others with its memory do nothing; after it they may', () => {
		const memory: Memory = {};
		const first = free('w n', memory);
		first.begin();
		expect(takeTurn('w n', memory).kind).toBe('busy');
		expect(takeTurn('w other', {}).kind).toBe('free');
		expect(first.isStillMine()).toBe(true);
		first.end(memory);
		expect(memory).toEqual({});
		expect(takeTurn('w n', memory).kind).toBe('free');
	});

	it('ends for the waiting one when the workflow is published again', () => {
		const old: Memory = {};
		const first = free('w n', old);
		first.begin();
		const anew: Memory = {};
		const second = free('w n', anew);
		expect(first.isStillMine()).toBe(false);
		second.begin();
		first.end(old);
		expect(second.isStillMine()).toBe(true);
		expect(takeTurn('w n', anew).kind).toBe('busy');
		second.end(anew);
	});

	it('is not stopped by a mark that another process left in the memory', () => {
		expect(takeTurn('w n', { asking: 'somebody else' }).kind).toBe('free');
	});
});
