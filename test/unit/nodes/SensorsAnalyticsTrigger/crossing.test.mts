import {
	changeAt,
	type Condition,
	isCrossing,
} from '../../../../nodes/SensorsAnalyticsTrigger/crossing';

describe('crossings', () => {
	const where = (numbers: Array<number | null>, condition: Condition) =>
		numbers.map((_number, index) => index).filter((index) => isCrossing(numbers, index, condition));
	const above: Condition = { kind: 'threshold', side: 'above', limit: 10 };
	const below: Condition = { kind: 'threshold', side: 'below', limit: 10 };
	const change = (direction: 'up' | 'down' | 'either', periodsBack = 1): Condition => ({
		kind: 'change',
		direction,
		percent: 50,
		periodsBack,
	});

	it.each<[string, Array<number | null>, Condition, number[]]>([
		['above, once while it stays', [5, 11, 12, 9, 11], above, [1, 4]],
		['not at the limit itself', [5, 10, 10], above, []],
		['below', [11, 9, 8, 12, 3], below, [1, 4]],
		['no number is neither above nor below', [11, null, 9], below, [2]],
		['up by more than half', [10, 16, 16, 30], change('up'), [1, 3]],
		['down by more than half', [10, 4, 4, 1], change('down'), [1, 3]],
		['either way, once while it goes on', [10, 20, 40, 40, 10], change('either'), [1, 4]],
		['against a number further back', [10, 10, 16, 16, 16], change('up', 2), [2]],
		['no change from nothing', [0, 5, 5], change('up'), []],
	])('%s', (_name, numbers, condition, expected) => {
		expect(where(numbers, condition)).toEqual(expected);
	});

	it('are told in percent', () => {
		expect(changeAt([8, 10], 1, 1)).toBe(25);
		expect(changeAt([-8, -10], 1, 1)).toBe(-25);
		expect(changeAt([0, 10], 1, 1)).toBeNull();
		expect(changeAt([10], 0, 1)).toBeNull();
	});
});
