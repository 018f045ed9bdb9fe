import type { IDataObject } from 'n8n-workflow';
import { OperationalError } from 'n8n-workflow';

import type { Service } from '../SensorsAnalytics/transport/service';
import { isComplete, type Reach } from './completeness';
import type { Condition } from './crossing';
import { look } from './look';
import { numbersOf } from './numbers';
import { type Clock, lastFinishedPeriod, periodsUpTo, previousPeriod } from './periods';
import type { TriggerSettings } from './settings';
import { tellNumbers, tellRows } from './tell';
import { basePeriodOf, follow, type Observation, observe } from './watch';

const BY_HAND = 'Shown because this is a run by hand';

/** How far back an example is looked for. */
const MOST_BACK = { day: 366, hour: 31 * 24 };

/**
 * What a run by hand shows: the last complete period (docs/trigger.md, T21).
 * @throws OperationalError that says how far the data reach where there is none
 */
export async function example(
	service: Service,
	settings: TriggerSettings,
	now: Date,
): Promise<IDataObject[]> {
	const { clock, condition, catchUp } = settings;
	const last = lastFinishedPeriod(clock, now);
	const first = (period: string) =>
		condition
			? basePeriodOf(clock, condition, periodsUpTo(clock, period, catchUp + 1)[0] ?? period)
			: period;
	let seen = await look(service, settings, now, [first(last), last]);
	const shown = lastComplete(clock, last, seen.reach);
	if (shown !== last) seen = await look(service, settings, now, [first(shown), shown]);
	if (!condition) {
		const why = `${BY_HAND}: the last complete ${clock.unit}. The workflow starts once for each ${clock.unit}, when it is complete.`;
		const items = await tellRows(clock, seen, [shown]);
		return items.map((item) => ({ ...item, _example: why }));
	}

	const numbers = numbersOf(clock, seen);
	const before = periodsUpTo(clock, previousPeriod(clock, shown), catchUp);
	const { states } = follow(clock, condition, numbers, before, {});
	const { beginnings } = follow(clock, condition, numbers, [shown], states);
	const starts = new Set(beginnings.map(({ measure }) => measure));
	const observations = observe(clock, condition, numbers, shown);
	const items = tellNumbers(clock, condition, seen, observations);
	return items.map((item, index) => {
		const { measure, states: now } = observations[index] as Observation;
		const would = starts.has(measure)
			? 'It would start the workflow.'
			: `It would not start the workflow: ${whyNot(now, condition)}.`;
		return { ...item, _example: `${BY_HAND}. ${would}` };
	});
}

/** Why a number is no beginning (docs/trigger.md, T9, T10). */
function whyNot(now: Observation['states'], condition: Condition): string {
	if (now === undefined) {
		return condition.kind === 'threshold'
			? 'there is no number'
			: 'there are no two numbers to compare';
	}
	const [state] = now;
	if (state === undefined) {
		return condition.kind === 'threshold'
			? `it is not ${condition.side} ${condition.limit}`
			: `it has not moved ${DIRECTIONS[condition.direction]} by more than ${condition.percent} %`;
	}
	return condition.kind === 'threshold'
		? `it was ${condition.side} ${condition.limit} before already`
		: `it was ${state} by more than ${condition.percent} % before already`;
}

const DIRECTIONS = { up: 'up', down: 'down', either: 'up or down' };

function lastComplete(clock: Clock, last: string, reach: Reach): string {
	const back = periodsUpTo(clock, last, MOST_BACK[clock.unit]);
	const found = back.reverse().find((period) => isComplete(clock, period, reach));
	if (found !== undefined) return found;
	throw new OperationalError(`There is nothing to show: no ${clock.unit} is complete yet`, {
		description: `Sensors Analytics tells that its data reach to ${(reach.sure ?? '(not told)').replace('T', ' ')} (${clock.timeZone}). The workflow starts as soon as a ${clock.unit} that ends after it is published is complete.`,
	});
}
