import type { Weekday } from '../../dates/calendar';
import {
	compareAsPasted,
	compareCustom,
	compareWith,
	type Comparison,
} from '../../dates/comparison';
import type { Defined } from '../../definition/defined';
import { type ComparisonChoice, readComparison } from '../../form/comparison';
import { readFirstWeekday } from '../../form/range';
import type { ReadField } from '../../form/reading';
import type { ReportOptions } from '../../form/reportOptions';
import { isMessage, type OutputForm } from '../../output/forms';
import type { Given } from '../../paste';
import { listColumns, nameColumns, type ReportColumns } from '../../query/columns';
import { type DateRange, type EventQuery, TOTAL } from '../../query/eventQuery';
import type { Series } from '../../series/series';
import type { Ordering } from '../../table/order';
import { assertAddable, assertColumn, assertJoinable, cannotAddUp } from './joinable';

/** The moment and the dates of a report. */
interface When {
	range: DateRange;
	timeZone: string;
	now: Date;
}

/**
 * What is wanted of a report with points in time, as far as the form says it.
 * @throws UserError that names the field
 */
export function planSeries<Query extends EventQuery>(
	field: ReadField,
	given: Defined<Query>,
	when: When,
	options: ReportOptions,
	output: OutputForm,
): Series<Query> {
	const { range, timeZone } = when;
	const choice = given.compared ?? readComparison(field, timeZone);
	const isSummary = output === 'summary';
	const query = isSummary ? { ...given.query, groupBy: [], unit: TOTAL } : given.query;
	const firstWeekday = readFirstWeekday(field);
	const comparisonFor = (weekday: Weekday) =>
		choice && resolve(choice, given, range, { unit: query.unit, firstWeekday: weekday });
	const comparison = comparisonFor(firstWeekday);

	const columns = nameColumns(query, comparison !== undefined, isSummary);
	const hasTotals = options.hasTotals || query.unit === TOTAL;
	const { ordering, sliceDays } = options;
	const rankedBy = output === 'raw' ? undefined : checkOrdering(ordering, given.query, columns);
	if (ordering.hasRest && !isSummary && output !== 'raw') assertAddable(query);
	if (sliceDays !== undefined) assertJoinable(query, hasTotals, rankedBy);
	return {
		...when,
		query,
		columns,
		comparison,
		comparisonFor,
		firstWeekday,
		// One row has no order.
		ordering: isSummary ? { isDescending: true } : ordering,
		isFilled: options.isFilled,
		isWholeOnly: options.isWholeOnly,
		hasTotals,
		addsUp: isMessage(output),
		asksTotals: hasTotals || rankedBy !== undefined,
		sliceDays,
	};
}

function resolve(
	choice: ComparisonChoice,
	{ range: pasted, comparison, query }: Given<EventQuery>,
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
				comparison && compareAsPasted({ range: pasted, comparison, unit: query.unit }, range, by)
			);
	}
}

/**
 * Checks the key that groups are ordered by.
 * @returns the position of the measure whose total the service has to tell for that, if any
 */
function checkOrdering(
	ordering: Ordering,
	given: EventQuery,
	columns: ReportColumns,
): number | undefined {
	const { by } = ordering;
	// A summary has no groups, but the report that it sums up has.
	const whole = listColumns(nameColumns(given, columns.compared !== undefined));
	const own = listColumns(columns);
	const others = whole.filter(({ key }) => !own.some((column) => column.key === key));
	assertColumn(ordering, [...own, ...others]);
	if (by === undefined || columns.date === undefined) return undefined;
	const measure = columns.measures.findIndex(
		({ key }, index) =>
			key === by || columns.compared?.measures[index]?.some((own) => own.key === by),
	);
	return measure >= 0 && cannotAddUp(given.measures[measure]) ? measure : undefined;
}
