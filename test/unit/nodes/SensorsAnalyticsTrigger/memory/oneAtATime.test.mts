import type { Memory } from '../../../../../nodes/SensorsAnalyticsTrigger/memory';
import { takePollTurn } from '../../../../../nodes/SensorsAnalyticsTrigger/memory';

function free(key: string, memory: Memory) {
	const turn = takePollTurn(key, memory);
	if (turn.kind === 'busy') throw new Error('busy');
	return turn;
}

describe('T16: one poll at a time', () => {
	it('while it waits, others with its memory do nothing; after it they may', () => {
		const memory: Memory = {};
		const first = free('w n', memory);
		first.begin();
		expect(takePollTurn('w n', memory).kind).toBe('busy');
		expect(takePollTurn('w other', {}).kind).toBe('free');
		expect(first.isStillMine()).toBe(true);
		first.end(memory);
		expect(memory).toEqual({});
		expect(takePollTurn('w n', memory).kind).toBe('free');
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
		expect(takePollTurn('w n', anew).kind).toBe('busy');
		second.end(anew);
	});

	it('is not stopped by a mark that another process left in the memory', () => {
		expect(takePollTurn('w n', { asking: 'somebody else' }).kind).toBe('free');
	});
});
