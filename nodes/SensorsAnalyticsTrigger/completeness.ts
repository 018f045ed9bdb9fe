import { OperationalError } from 'n8n-workflow';

import { addDays } from '../SensorsAnalytics/dates/calendar';
import { dateTimeInZone } from '../SensorsAnalytics/dates/zone';
import type { Table } from '../SensorsAnalytics/table/table';
import { type Clock, endOfPeriod, lastOverAt } from './periods';

const HOUR_MS = 3_600_000;
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;

/** How far the data reach, on the clocks of the zone: `YYYY-MM-DDTHH:mm:ss`. */
export interface Reach {
	/** By both times that the service tells; undefined where it tells none. */
	sure?: string;
	/** By the later one. */
	farthest?: string;
	now: Date;
	/** Now, on the clocks of the zone. */
	nowLocal: string;
	/** Nothing tells when data arrived: what ended up to `sure` has to be seen twice (docs/trigger.md, T22). */
	isOnlySettled?: boolean;
	/** Periods that no poll before has looked at. */
	unseen?: ReadonlySet<string>;
	/** Those, and periods that were others then. */
	moving?: ReadonlySet<string>;
	/** What ended up to here is complete whatever the service tells, on the clocks of the zone. */
	givenUpBefore?: string;
}

/** How far the data reach where the service never tells it: some hours behind now (docs/trigger.md, T22). */
export function settledReach(
	now: Date,
	{ timeZone }: Clock,
	settleHours: number,
	latestAfterHours: number | undefined,
): Reach {
	const local = (hoursAgo: number) =>
		dateTimeInZone(new Date(now.getTime() - hoursAgo * HOUR_MS), timeZone);
	return {
		sure: local(settleHours),
		now,
		nowLocal: local(0),
		isOnlySettled: true,
		givenUpBefore: latestAfterHours === undefined ? undefined : local(latestAfterHours),
	};
}

/**
 * @throws OperationalError where nothing tells when a period is complete (docs/trigger.md, T4)
 */
export function readReach(
	{ dataUpdatedAt, dataSufficientAt }: Table,
	now: Date,
	{ timeZone }: Clock,
	latestAfterHours: number | undefined,
): Reach {
	const times = [dataUpdatedAt, dataSufficientAt]
		.map((time) => time?.slice(0, 19).replace(' ', 'T'))
		.filter((time) => time !== undefined)
		.filter((time) => TIME.test(time))
		.sort();
	if (times.length > 0 || latestAfterHours !== undefined) {
		const local = (hoursAgo: number) =>
			dateTimeInZone(new Date(now.getTime() - hoursAgo * HOUR_MS), timeZone);
		return {
			sure: times[0],
			farthest: times.at(-1),
			now,
			nowLocal: local(0),
			givenUpBefore: latestAfterHours === undefined ? undefined : local(latestAfterHours),
		};
	}
	throw new OperationalError('The report does not tell when its data were updated', {
		description:
			"This trigger needs that to know when the numbers are complete. Add the option 'Complete After at the Latest (Hours)', or use a Schedule Trigger with the Sensors Analytics node instead.",
	});
}

/** Whether the data of a finished period have arrived, as far as that can be known (T2, T22). */
export function hasArrived(clock: Clock, period: string, reach: Reach): boolean {
	const { sure, farthest, moving } = reach;
	if (moving?.has(period)) return false;
	const end = endOfPeriod(clock.unit, period);
	const dayLater = addDays(end.slice(0, 10), 1) + end.slice(10);
	return (sure !== undefined && end <= sure) || (farthest !== undefined && dayLater <= farthest);
}

/**
 * Whether a period is complete: it has ended, and its data have arrived or had time enough (T2, T3).
 * What can be looked at for the second time is not given up before that (T22).
 */
export function isComplete(clock: Clock, period: string, reach: Reach): boolean {
	const end = endOfPeriod(clock.unit, period);
	if (end > reach.nowLocal) return false;
	const { givenUpBefore, sure, isOnlySettled, unseen } = reach;
	if (hasArrived(clock, period, reach)) return true;
	const isToBeSeen =
		isOnlySettled === true && sure !== undefined && end <= sure && unseen?.has(period) === true;
	return !isToBeSeen && givenUpBefore !== undefined && end <= givenUpBefore;
}

/**
 * The last period that is complete, as far as it does not have to be seen twice: none behind it is,
 * and all before it are. However far the data are behind, it is computed, not looked for.
 */
export function lastCompletePeriod(clock: Clock, reach: Reach): string | undefined {
	const { sure, farthest, givenUpBefore, nowLocal } = reach;
	const dayBefore = farthest && addDays(farthest.slice(0, 10), -1) + farthest.slice(10);
	const reached = [sure, dayBefore, givenUpBefore].filter((time) => time !== undefined).sort();
	const last = reached.at(-1);
	return last === undefined ? undefined : lastOverAt(clock, last < nowLocal ? last : nowLocal);
}
