import type { Memory } from '../../../../../nodes/SensorsAnalyticsTrigger/memory';
import {
	forget,
	latestMemory,
	noteQuiet,
	memoryText,
} from '../../../../../nodes/SensorsAnalyticsTrigger/memory';

const [none, first, second, third]: Memory[] = [
	{},
	{ counting: 'a', lastPeriod: '2026-11-08' },
	{ counting: 'a', lastPeriod: '2026-11-09' },
	{ counting: 'a', lastPeriod: '2026-11-10' },
] as const;
let keys = 0;
const newKey = () => `workflow ${++keys}`;

describe('T15: what the process remembers beyond what n8n has stored', () => {
	it('counts as long as n8n has nothing else stored', () => {
		const key = newKey();
		expect(latestMemory(key, memoryText(first as Memory))).toEqual(first);
		noteQuiet(key, memoryText(first as Memory), second as Memory);
		expect(latestMemory(key, memoryText(first as Memory))).toEqual(second);
		expect(latestMemory(key, memoryText(third as Memory))).toEqual(third);
		expect(latestMemory(newKey(), memoryText(first as Memory))).toEqual(first);
	});

	it('starts with what n8n had stored, also if n8n keeps the memory between polls', () => {
		const key = newKey();
		noteQuiet(key, memoryText(first as Memory), second as Memory);
		noteQuiet(key, memoryText(second as Memory), third as Memory);
		expect(latestMemory(key, memoryText(first as Memory))).toEqual(third);
		expect(latestMemory(key, memoryText(second as Memory))).toEqual(second);
	});

	it('is empty if a poll has reported something', () => {
		const key = newKey();
		noteQuiet(key, memoryText(none as Memory), second as Memory);
		forget(key);
		expect(latestMemory(key, memoryText(none as Memory))).toEqual({});
	});

	it('does not depend on the running poll, and is a copy', () => {
		const key = newKey();
		noteQuiet(key, memoryText({ ...first, asking: 'x' }), { ...second, asking: 'y' });
		const copy = latestMemory(key, memoryText({ ...first, asking: 'z' }));
		expect(copy).toEqual(second);
		copy.lastPeriod = 'changed';
		expect(latestMemory(key, memoryText(first as Memory))).toEqual(second);
	});

	it('T29: is nothing where n8n has stored more than this node can have written', () => {
		const [many, long] = [Array(150_001).fill(1), 'x'.repeat(1001)] as never[];
		expect(latestMemory(newKey(), memoryText({ ...first, looks: many }))).toEqual({});
		expect(latestMemory(newKey(), memoryText({ ...first, askAgainAt: long }))).toEqual({});
	});

	it('is forgotten of the workflow that polled least lately where there are too many', () => {
		const [old, often] = [newKey(), newKey()];
		for (const key of [old, often]) noteQuiet(key, memoryText(first as Memory), second as Memory);
		for (let n = 0; n < 999; n++) {
			noteQuiet(newKey(), memoryText(first as Memory), second as Memory);
			if (n === 500) noteQuiet(often, memoryText(first as Memory), third as Memory);
		}
		expect(latestMemory(often, memoryText(first as Memory))).toEqual(third);
		expect(latestMemory(old, memoryText(first as Memory))).toEqual(first);
	});
});
