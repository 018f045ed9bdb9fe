/** Numbers of a measure, in the order of their periods; null where there is none. */
type Numbers = ReadonlyArray<number | null>;

/** What a number has to do. */
export type Condition =
	| { kind: 'threshold'; side: 'above' | 'below'; limit: number }
	| { kind: 'change'; direction: 'up' | 'down' | 'either'; percent: number; periodsBack: number };

/**
 * Whether the number at `index` begins to meet the condition: the one before did not. So a
 * number that stays beyond a limit is told once.
 */
export function isCrossing(numbers: Numbers, index: number, condition: Condition): boolean {
	return isMet(numbers, index, condition) && !isMet(numbers, index - 1, condition);
}

/** Change to the number so many periods before, in percent; null where there is none. */
export function changeAt(numbers: Numbers, index: number, periodsBack: number): number | null {
	const now = numbers[index] ?? null;
	const before = numbers[index - periodsBack] ?? null;
	if (now === null || before === null || before === 0) return null;
	return Math.round(((now - before) / Math.abs(before)) * 10_000) / 100;
}

/** How many periods before the first one have to be known. */
export function periodsNeeded(condition: Condition): number {
	return 1 + (condition.kind === 'change' ? condition.periodsBack : 0);
}

function isMet(numbers: Numbers, index: number, condition: Condition): boolean {
	if (condition.kind === 'threshold') {
		const value = numbers[index] ?? null;
		if (value === null) return false;
		return condition.side === 'above' ? value > condition.limit : value < condition.limit;
	}
	const change = changeAt(numbers, index, condition.periodsBack);
	if (change === null) return false;
	const { direction, percent } = condition;
	return (direction !== 'down' && change > percent) || (direction !== 'up' && change < -percent);
}
