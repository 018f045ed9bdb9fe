import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { moveRange } from '../../../dates/comparison';
import type { SavedRange } from '../../../dates/rangeText';
import { readEventQuery } from '../../../form/eventQuery';
import { readLimit } from '../../../form/listFields';
import { readMessageOptions } from '../../../form/message';
import { JSON_LABEL, readPastedJson } from '../../../form/pastedJson';
import { readComparison, readRange, readTimeZone, standingDates } from '../../../form/range';
import type { ReadField } from '../../../form/reading';
import {
	type OutputForm,
	readOutputForm,
	readReportOptions,
	type ReportOptions,
} from '../../../form/reportOptions';
import { addHint } from '../../../output/hints';
import type { MessageOptions } from '../../../output/message/options';
import type { NamedParts } from '../../../query/columns';
import { type DateRange, TOTAL } from '../../../query/eventQuery';
import { assertJoinable } from '../../../query/joinable';
import { readPastedEventReport } from '../../../wire/legacy/pastedEventReport';
import type { JsonObject } from '../../../wire/legacy/json';
import { readFilter } from '../../../wire/legacy/readFilter';
import { assertModel } from '../../../wire/legacy/whichModel';
import { withoutGroups, writeEventReport } from '../../../wire/legacy/writeEventReport';

/** Everything that one item asks for, dates resolved. */
export interface ReportPlan {
	/** The request without dates and options. */
	body: JsonObject;
	parts: NamedParts;
	range: DateRange;
	comparison?: DateRange;
	timeZone: string;
	output: OutputForm;
	message: MessageOptions;
	options: ReportOptions;
	/** Most items, if not all are wanted. */
	limit?: number;
	/** Whether the service is asked for totals over the whole range. */
	hasTotals: boolean;
}

/**
 * Reads the form of Get Event Report for one item.
 * @param now the moment that "yesterday" counts from
 * @param saved the query, if it does not stand in the form
 * @throws UserError that names the field as the form shows it
 */
export function planReport(
	context: IExecuteFunctions,
	itemIndex: number,
	now: Date,
	saved?: GivenQuery,
): ReportPlan {
	const field: ReadField = (name) => context.getNodeParameter(name, itemIndex, '');
	const collection = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
	const options = readReportOptions(collection);
	const timeZone = readTimeZone(collection.timeZone, context.getTimezone());
	const output = readOutputForm(field('output'));

	const given = saved ?? readGivenQuery(field);
	const range = readRange(field, timeZone, now, given.range);
	addHint(context, standingDates(field, range, given.range));
	const comparison = readComparison(field, timeZone, range, moveAlong(given, range));
	const isSummary = output === 'summary';
	const parts = isSummary ? { ...given.parts, groupBy: [], unit: TOTAL } : given.parts;
	const hasTotals = options.hasTotals || parts.unit === TOTAL;
	if (options.sliceDays !== undefined) assertJoinable(parts, hasTotals);
	return {
		body: isSummary ? withoutGroups(given.body) : given.body,
		parts,
		range,
		comparison,
		timeZone,
		output,
		message: readMessageOptions(field),
		options,
		limit: readLimit(field),
		hasTotals,
	};
}

/** The query as it was built, pasted or saved, before dates and options. */
export interface GivenQuery {
	body: JsonObject;
	parts: NamedParts;
	range?: SavedRange;
	comparison?: DateRange;
}

function readGivenQuery(field: ReadField): GivenQuery {
	if (field('queryMode') === 'json') {
		const pasted = readPastedJson(field('queryJson'), JSON_LABEL);
		assertModel(pasted, 'event');
		return readPastedEventReport(pasted);
	}
	const query = readEventQuery(field, readFilter);
	return { body: writeEventReport(query), parts: query };
}

/** A pasted comparison keeps its distance to the range when other dates are wanted, and gets its length. */
function moveAlong(
	{ range: pasted, comparison }: GivenQuery,
	range: DateRange,
): DateRange | undefined {
	if (pasted === undefined || comparison === undefined) return comparison;
	return moveRange(comparison, pasted, range);
}

/** The ranges that have to be fetched: the one asked for, and the one to compare it with. */
export function rangesOf({ range, comparison }: ReportPlan): DateRange[] {
	return comparison ? [range, comparison] : [range];
}
