import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import type { Weekday } from '../../../dates/calendar';
import {
	compareAsPasted,
	compareCustom,
	compareWith,
	type Comparison,
} from '../../../dates/comparison';
import type { SavedRange } from '../../../dates/rangeText';
import { readEventQuery } from '../../../form/eventQuery';
import { readLimit } from '../../../form/listFields';
import { readMessageOptions } from '../../../form/message';
import { JSON_LABEL, readPastedJson } from '../../../form/pastedJson';
import {
	type ComparisonChoice,
	readComparison,
	readFirstWeekday,
	readRange,
	readTimeZone,
	standingDates,
} from '../../../form/range';
import type { ReadField } from '../../../form/reading';
import {
	type OutputForm,
	readOutputForm,
	readReportOptions,
	type ReportOptions,
} from '../../../form/reportOptions';
import { addHint } from '../../../output/hints';
import type { MessageOptions } from '../../../output/message/options';
import {
	listColumns,
	nameColumns,
	type NamedParts,
	type ReportColumns,
} from '../../../query/columns';
import { type DateRange, TOTAL } from '../../../query/eventQuery';
import { assertAddable, assertJoinable, cannotAddUp } from '../../../query/joinable';
import { assertColumn, type Ordering } from '../../../table/order';
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
	columns: ReportColumns;
	range: DateRange;
	/** As far as it is known before the answer shows on which weekday weeks start. */
	comparison?: Comparison;
	/** The comparison for weeks that start on a weekday. */
	comparisonFor: (firstWeekday: Weekday) => Comparison | undefined;
	/** On which weeks start where the service does not show it. */
	firstWeekday: Weekday;
	timeZone: string;
	/** The moment that all of this counts from. */
	now: Date;
	output: OutputForm;
	message: MessageOptions;
	options: ReportOptions;
	ordering: Ordering;
	/** Most items, if not all are wanted. */
	limit?: number;
	/** Whether totals over the whole range come out. */
	hasTotals: boolean;
	/** Whether the service is asked for them, be it for the order of groups alone. */
	asksTotals: boolean;
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

	const given = saved ?? readGivenQuery(field, timeZone);
	const range = readRange(field, timeZone, now, given.range);
	addHint(context, standingDates(field, range, given.range));
	const choice = readComparison(field, timeZone);
	const isSummary = output === 'summary';
	const parts = isSummary ? { ...given.parts, groupBy: [], unit: TOTAL } : given.parts;
	const firstWeekday = readFirstWeekday(field);
	const comparisonFor = (weekday: Weekday) =>
		choice && resolve(choice, given, range, { unit: parts.unit, firstWeekday: weekday });
	const comparison = comparisonFor(firstWeekday);

	const columns = nameColumns(parts, comparison !== undefined, isSummary);
	const hasTotals = options.hasTotals || parts.unit === TOTAL;
	const rankedBy = output === 'raw' ? undefined : checkOrdering(options.ordering, given, columns);
	if (options.ordering.hasRest && !isSummary && output !== 'raw') assertAddable(parts);
	if (options.sliceDays !== undefined) assertJoinable(parts, hasTotals, rankedBy);
	return {
		body: isSummary ? withoutGroups(given.body) : given.body,
		parts,
		columns,
		range,
		comparison,
		comparisonFor,
		firstWeekday,
		timeZone,
		now,
		output,
		message: readMessageOptions(field),
		options,
		// One row has no order.
		ordering: isSummary ? { isDescending: true } : options.ordering,
		limit: readLimit(field),
		hasTotals,
		asksTotals: hasTotals || rankedBy !== undefined,
	};
}

/** The query as it was built, pasted or saved, before dates and options. */
export interface GivenQuery {
	body: JsonObject;
	parts: NamedParts;
	range?: SavedRange;
	comparison?: DateRange;
}

function readGivenQuery(field: ReadField, timeZone: string): GivenQuery {
	if (field('queryMode') === 'json') {
		const pasted = readPastedJson(field('queryJson'), JSON_LABEL);
		assertModel(pasted, 'event');
		return readPastedEventReport(pasted, timeZone);
	}
	const query = readEventQuery(field, readFilter);
	return { body: writeEventReport(query), parts: query };
}

function resolve(
	choice: ComparisonChoice,
	{ range: pasted, comparison, parts }: GivenQuery,
	range: DateRange,
	by: { unit: string; firstWeekday: Weekday },
): Comparison | undefined {
	switch (choice.kind) {
		case 'preset':
			return compareWith(choice.preset, range, by);
		case 'custom':
			return compareCustom(range, choice.range);
		case 'asPasted':
			return (
				comparison && compareAsPasted({ range: pasted, comparison, unit: parts.unit }, range, by)
			);
	}
}

/**
 * Checks the key that groups are ordered by.
 * @returns the position of the measure whose total the service has to tell for that, if any
 */
function checkOrdering(
	ordering: Ordering,
	given: GivenQuery,
	columns: ReportColumns,
): number | undefined {
	const { by } = ordering;
	// A summary has no groups, but the report that it sums up has.
	const whole = listColumns(nameColumns(given.parts, columns.compared !== undefined));
	const own = listColumns(columns);
	const others = whole.filter(({ key }) => !own.some((column) => column.key === key));
	assertColumn(ordering, [...own, ...others]);
	if (by === undefined || columns.date === undefined) return undefined;
	const measure = columns.measures.findIndex(
		({ key }, index) =>
			key === by || columns.compared?.measures[index]?.some((own) => own.key === by),
	);
	return measure >= 0 && cannotAddUp(given.parts.measures[measure]) ? measure : undefined;
}

/** The ranges that have to be fetched: the one asked for, and the one to compare it with. */
export function rangesOf({ range, comparison }: ReportPlan): DateRange[] {
	return comparison?.range ? [range, comparison.range] : [range];
}
