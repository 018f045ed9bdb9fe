import type { IDataObject } from 'n8n-workflow';

import type { DateRange } from '../query/eventQuery';
import type { Table } from '../table/table';
import type { Scoped } from './message/scope';
import type { Subject } from './message/view';
import { writeNotes } from './notes';
import { timesIn } from './times';

/** How a report was asked for. */
export interface ReportFacts extends Scoped {
	/** None for reports without dates. */
	range?: DateRange;
	/** Whether it was compared; there may be no dates to compare with. */
	isCompared?: boolean;
	comparison?: DateRange;
	timeZone: string;
	unit?: string;
	/** ISO 8601, UTC. */
	requestedAt: string;
	/** What was asked of which events, for messages. */
	subject?: Subject;
	/** Whether periods that are not over are left out, for messages. */
	isWholeOnly?: boolean;
	/** Whether only the first groups are in the table, for messages. */
	isTopped?: boolean;
	/** What people of the project call a column or an event, for messages. */
	names?: (key: string) => string | undefined;
	/** The unit that the project has for a property's numbers. */
	unitOf?: (name: string) => string | undefined;
}

/** Facts about a report, beside its rows. */
export function toMeta(table: Table, facts: ReportFacts): IDataObject {
	const { range, isCompared, comparison, timeZone, unit, requestedAt } = facts;
	const time = timesIn(timeZone);
	return {
		...(range ? { from: range.from, to: range.to } : {}),
		...(isCompared
			? { compare_from: comparison?.from ?? null, compare_to: comparison?.to ?? null }
			: {}),
		time_zone: timeZone,
		...(unit === undefined ? {} : { unit }),
		rows: table.rows.length,
		...(table.groupCount
			? { groups: table.groupCount.returned, groups_existing: table.groupCount.total }
			: {}),
		...(table.partial ? { partial: [...table.partial] } : {}),
		...(table.notes?.length ? { notes: writeNotes(table.notes) } : {}),
		truncated: table.isTruncated,
		sampled: table.isSampled,
		...(table.dataUpdatedAt ? { data_updated_at: time(table.dataUpdatedAt) } : {}),
		requested_at: time(requestedAt),
	};
}

/** Keys that every item of an incomplete result holds, so that nobody takes it for whole. */
export function flagsOf({
	isTruncated,
	isSampled,
}: Pick<Table, 'isTruncated' | 'isSampled'>): IDataObject {
	return { ...(isTruncated ? { _truncated: true } : {}), ...(isSampled ? { _sampled: true } : {}) };
}
