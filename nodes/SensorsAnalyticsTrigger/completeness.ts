import { OperationalError } from 'n8n-workflow';

import { addDays } from '../SensorsAnalytics/dates/calendar';
import { dateTimeInZone } from '../SensorsAnalytics/dates/zone';
import type { Table } from '../SensorsAnalytics/table/table';
import { type Clock, endOfPeriod } from './periods';

const HOUR_MS = 3_600_000;

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
	/** Periods that were others when they were seen twice. */
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
		.filter((time) => time !== undefined)
		.map((time) => time.slice(0, 19).replace(' ', 'T'))
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

/** Whether a period is complete: it has ended, and its data have arrived or had time enough (T2, T3). */
export function isComplete(clock: Clock, period: string, reach: Reach): boolean {
	const end = endOfPeriod(clock.unit, period);
	if (end > reach.nowLocal) return false;
	const { givenUpBefore } = reach;
	return hasArrived(clock, period, reach) || (givenUpBefore !== undefined && end <= givenUpBefore);
}
