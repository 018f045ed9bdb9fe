import type { ComparedCondition, State } from '../../../../nodes/SensorsAnalyticsTrigger/condition';
import {
	begun,
	changeInPercent,
	statesOf,
} from '../../../../nodes/SensorsAnalyticsTrigger/condition';

describe('crossings', () => {
	/** Indexes at which one begins. */
	const where = (
		numbers: Array<number | null>,
		condition: ComparedCondition,
		back = 1,
		before: State[] = [],
	) => {
		let on = before;
		return numbers.flatMap((number, index) => {
			const now = statesOf(number, numbers[index - back] ?? null, condition);
			if (now === undefined) return [];
			const isBeginning = begun(on, now).length > 0;
			on = now;
			return isBeginning ? [index] : [];
		});
	};
	const above: ComparedCondition = { kind: 'threshold', side: 'above', limit: 10 };
	const below: ComparedCondition = { kind: 'threshold', side: 'below', limit: 10 };
	const change = (direction: 'up' | 'down' | 'either', percent = 50): ComparedCondition => ({
		kind: 'change',
		direction,
		percent,
		comparedWith: 'before',
	});

	it.each<[string, Array<number | null>, ComparedCondition, number[]]>([
		['above, once while it stays', [5, 11, 12, 9, 11], above, [1, 4]],
		['not at the limit itself', [5, 10, 10], above, []],
		['below', [11, 9, 8, 12, 3], below, [1, 4]],
		['T10: no number changes nothing', [9, null, 8, 12, null, 9], below, [0, 5]],
		['up by more than half', [10, 16, 16, 30], change('up'), [1, 3]],
		['down by more than half', [10, 4, 4, 1], change('down'), [1, 3]],
		['either way, once while it goes on', [10, 20, 40, 40, 10], change('either'), [1, 4]],
		['T9: a change of direction', [100, 200, 100, 40], change('either', 20), [1, 2]],
		['T11: from 0 to anything', [0, 5, 5], change('up'), [1]],
		['T11: from 0 to less', [0, -5], change('down'), [1]],
		['T10: 0 against 0 changes nothing', [10, 0, 0, 0, 0], change('down'), [1]],
		['T10: nothing to compare with', [10, 2, null, 0, 0], change('down'), [1]],
		['T9: exactly so many percent is not more', [100, 107], change('up', 7), []],
		['T9: exactly so many percent of a sum', [0.3, 0.33], change('up', 10), []],
		['T9: nothing is rounded', [100_000, 107_001], change('up', 7), [1]],
	])('%s', (_name, numbers, condition, expected) => {
		expect(where(numbers, condition)).toEqual(expected);
	});

	it('are compared with a number further back', () => {
		expect(where([10, 10, 16, 16, 16], change('up'), 2)).toEqual([2]);
	});

	it('start if the state was off', () => {
		expect(where([9], below, 1, ['below'])).toEqual([]);
		expect(where([9], below)).toEqual([0]);
	});

	it('are reported in percent', () => {
		expect(changeInPercent(10, 8)).toBe(25);
		expect(changeInPercent(-10, -8)).toBe(-25);
		expect(changeInPercent(10, 0)).toBeNull();
		expect(changeInPercent(10, null)).toBeNull();
		expect(changeInPercent(120, 151)).toBe(-20.53);
		expect(changeInPercent(null, 8)).toBeNull();
		// Halves away from 0, as the rows have it.
		expect(changeInPercent(99.995, 100)).toBe(-0.01);
	});
});
