import { OperationalError } from 'n8n-workflow';

import { inSlices, type Steps } from '../../credentials/http/slices';
import type { DateRange } from '../SensorsAnalytics/query/eventQuery';
import { assertPoints } from '../SensorsAnalytics/resources/report/assertPoints';
import { questionOf } from '../SensorsAnalytics/resources/report/question';
import type { Table } from '../SensorsAnalytics/table/table';
import type { Service } from '../SensorsAnalytics/transport/service';
import { wireFor } from '../SensorsAnalytics/wire';
import { type Reach, readReach, settledReach } from './completeness';
import type { TriggerSettings } from './settings';

/** The report over some days, and how far its data reach. */
export interface Look {
	range: DateRange;
	table: Table;
	reach: Reach;
}

/** Asks for fresh numbers of the days from the first period to the last one. */
export async function look(
	service: Service,
	{ clock, asked, settleHours, latestAfterHours }: TriggerSettings,
	now: Date,
	[first, last]: [string, string],
): Promise<Look> {
	const range = { from: first.slice(0, 10), to: last.slice(0, 10) };
	const wire = wireFor(await service.connectionOf(0));
	const question = questionOf('event', asked);
	const answer = await service.call(0, question.request(wire, range, { useCache: false }));
	const table = await readTable(checked(question.readSteps(wire, answer), clock.timeZone));
	const reach = wire.tellsFacts
		? readReach(table, now, clock, latestAfterHours)
		: settledReach(now, clock, settleHours, latestAfterHours);
	return { range, table, reach };
}

function* checked(steps: Steps<Table>, timeZone: string): Steps<Table> {
	const table = yield* steps;
	assertPoints(table, timeZone);
	return table;
}

async function readTable(steps: Steps<Table>): Promise<Table> {
	let said: string;
	try {
		return await inSlices(steps);
	} catch (error) {
		said = (error as Error).message;
	}
	// What the reader advises is about a field that this node does not have.
	throw new OperationalError(said, {
		description:
			"The same report in the node Sensors Analytics shows the answer as it is with 'Output' set to Raw. Please report it with the version of your Sensors Analytics.",
	});
}
