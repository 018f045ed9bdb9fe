import { OperationalError } from 'n8n-workflow';

import { nameColumns } from '../SensorsAnalytics/query/columns';
import type { DateRange } from '../SensorsAnalytics/query/eventQuery';
import type { Table } from '../SensorsAnalytics/table/table';
import type { Service } from '../SensorsAnalytics/transport/service';
import { readEventReport } from '../SensorsAnalytics/wire/legacy/readEventReport';
import {
	EVENT_REPORT_PATH,
	withRequestParts,
} from '../SensorsAnalytics/wire/legacy/writeEventReport';
import { type Reach, readReach } from './completeness';
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
	{ clock, body, parts, latestAfterHours }: TriggerSettings,
	now: Date,
	[first, last]: [string, string],
): Promise<Look> {
	const range = { from: first.slice(0, 10), to: last.slice(0, 10) };
	const answer = await service.call(0, {
		path: EVENT_REPORT_PATH,
		body: withRequestParts(body, range, { useCache: false }, false),
	});
	const table = readTable(answer, parts);
	return { range, table, reach: readReach(table, now, clock, latestAfterHours) };
}

function readTable(answer: unknown, parts: TriggerSettings['parts']): Table {
	let said: string;
	try {
		return readEventReport(answer, nameColumns(parts)).table;
	} catch (error) {
		said = (error as Error).message;
	}
	// What the reader advises is about a field that this node does not have.
	throw new OperationalError(said, {
		description:
			"The same report in the node Sensors Analytics shows the answer as it is with 'Output' set to Raw. Please report it with the version of your Sensors Analytics.",
	});
}
