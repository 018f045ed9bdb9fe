import type { IDataObject } from 'n8n-workflow';

import type { DateRange } from '../query/eventQuery';
import type { Table } from '../table/table';

/** How a report was asked for. */
export interface ReportFacts {
	/** None for reports without dates. */
	range?: DateRange;
	comparison?: DateRange;
	timeZone: string;
	unit?: string;
	/** ISO 8601, UTC. */
	requestedAt: string;
}

/** Facts about a report, beside its rows. */
export function toMeta(
	table: Table,
	{ range, comparison, timeZone, unit, requestedAt }: ReportFacts,
): IDataObject {
	return {
		...(range ? { from: range.from, to: range.to } : {}),
		...(comparison ? { compare_from: comparison.from, compare_to: comparison.to } : {}),
		time_zone: timeZone,
		...(unit === undefined ? {} : { unit }),
		rows: table.rows.length,
		...(table.groupCount
			? { groups: table.groupCount.returned, groups_existing: table.groupCount.total }
			: {}),
		truncated: table.isTruncated,
		sampled: table.isSampled,
		...(table.dataUpdatedAt ? { data_updated_at: table.dataUpdatedAt } : {}),
		requested_at: requestedAt,
	};
}

/** Keys that every item of an incomplete result holds, so that nobody takes it for whole. */
export function flagsOf({
	isTruncated,
	isSampled,
}: Pick<Table, 'isTruncated' | 'isSampled'>): IDataObject {
	return { ...(isTruncated ? { _truncated: true } : {}), ...(isSampled ? { _sampled: true } : {}) };
}
