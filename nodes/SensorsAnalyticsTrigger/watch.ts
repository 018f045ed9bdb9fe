import type { Amount } from '../SensorsAnalytics/table/decimal';
import { begun, type Condition, type State, statesOf } from './crossing';
import { copyOf, type States } from './memory';
import type { Numbers } from './numbers';
import { type Clock, periodOfLastWeek, previousPeriod } from './periods';

/** A number at a period, and what it is compared with. */
export interface Observation {
	measure: string;
	period: string;
	value: Amount | null;
	/** The period that it is compared with. */
	basePeriod: string;
	base: Amount | null;
	/** Undefined where the number does not tell (docs/trigger.md, T10). */
	states: State[] | undefined;
}

/** The numbers of the measures at one period. */
export function observe(
	clock: Clock,
	condition: Condition,
	numbers: Numbers,
	period: string,
): Observation[] {
	const basePeriod = basePeriodOf(clock, condition, period);
	return numbers.measures.map((measure) => {
		const value = numbers.at(measure, period);
		const base = numbers.at(measure, basePeriod);
		const states = statesOf(value, base, condition);
		return { measure, period, value, basePeriod, base, states };
	});
}

/** The period that a number is compared with, or that is told beside it (T12). */
export function basePeriodOf(clock: Clock, condition: Condition, period: string): string {
	return condition.kind === 'change' && condition.comparedWith === 'lastWeek'
		? periodOfLastWeek(period)
		: previousPeriod(clock, period);
}

/** Goes through periods in their order: the states behind them, and what began on the way (T9). */
export function follow(
	clock: Clock,
	condition: Condition,
	numbers: Numbers,
	periods: readonly string[],
	before: States,
): { states: States; beginnings: Observation[] } {
	const states = copyOf(before);
	const beginnings: Observation[] = [];
	for (const observation of periods.flatMap((p) => observe(clock, condition, numbers, p))) {
		const { measure, states: now } = observation;
		if (now === undefined) continue;
		if (begun(states[measure] ?? [], now).length > 0) beginnings.push(observation);
		states[measure] = now;
	}
	return { states, beginnings };
}
