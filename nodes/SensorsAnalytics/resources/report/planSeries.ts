import type { Weekday } from '../../dates/calendar';
import {
	type ChosenRange,
	compareAsPasted,
	compareCustom,
	compareWith,
	type Comparison,
} from '../../dates/comparison';
import { sliceRange } from '../../dates/points';
import { savedToDate } from '../../dates/rangeText';
import { unitName } from '../../dates/units';
import { wholeSpan } from '../../dates/whole';
import { dateInZone } from '../../dates/zone';
import type { Defined } from '../../definition/defined';
import { type ComparisonChoice, readComparison } from '../../form/comparison';
import { readFirstWeekday } from '../../form/range';
import { assertRangeLength } from '../../form/rangeLength';
import type { ReadField } from '../../form/reading';
import type { ReportOptions } from '../../form/reportOptions';
import { isMessage, type OutputForm } from '../../output/forms';
import type { Given } from '../../paste';
import { listColumns, nameColumns, type ReportColumns } from '../../query/columns';
import { type EventQuery, TOTAL } from '../../query/eventQuery';
import { flagIn } from '../../query/json';
import type { Series } from '../../series/series';
import type { Ordering } from '../../table/order';
import { assertAddable, assertColumn, assertHours, assertJoinable, cannotAddUp } from './joinable';

/** The moment and the dates of a report. */
interface When {
	range: ChosenRange;
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
	if (comparison?.range) {
		const field = given.compared ? "'compare'" : "'Compare With'";
		assertRangeLength(comparison.range, options.longestRange, 'The dates compared with,', field);
	}
	// Raw is what the service tells of the whole range.
	const wholeUnit = options.isWholeOnly && output !== 'raw' ? given.query.unit : undefined;
	const today = dateInZone(when.now, timeZone);
	const spanFor = (weekday: Weekday) => {
		const span = { range, comparison: comparisonFor(weekday) };
		const isTotal = query.unit === TOTAL;
		if (wholeUnit === undefined) return span;
		return wholeSpan(span, { unit: wholeUnit, firstWeekday: weekday, today, isTotal });
	};

	const columns = nameColumns(query, comparison !== undefined, isSummary);
	const hasTotals =
		options.hasTotals ||
		query.unit === TOTAL ||
		flagIn(given.page ?? {}, 'detail_and_rollup') === true;
	const { ordering, sliceDays } = options;
	const rankedBy = output === 'raw' ? undefined : checkOrdering(ordering, given.query, columns);
	const hasOpenHour = wholeUnit !== undefined && isOpenHour(wholeUnit, range, today);
	if (hasOpenHour) assertHours(query, isSummary, rankedBy);
	const isMerged = ordering.hasRest && ordering.top !== undefined && query.groupBy.length > 0;
	if (isMerged && output !== 'raw') assertAddable(query);
	const isSliced =
		sliceDays !== undefined &&
		[range, comparison?.range].some(
			(own) => own && sliceRange(own, sliceDays, query.unit).length > 1,
		);
	if (isSliced) assertJoinable(query, hasTotals, rankedBy);
	return {
		...when,
		query,
		columns,
		comparison,
		spanFor,
		firstWeekday,
		// One row has no order.
		ordering: isSummary ? { isDescending: true } : ordering,
		isFilled: options.isFilled,
		wholeUnit,
		hasTotals,
		addsUp: isMessage(output),
		asksTotals: hasTotals || rankedBy !== undefined,
		sliceDays,
	};
}

/** Whether hours that are not over have to be left out of a range of days. */
function isOpenHour(unit: string, { from, to }: ChosenRange, today: string): boolean {
	return unitName(unit) === 'hour' && from <= today && to >= today;
}

function resolve(
	choice: ComparisonChoice,
	{ range: saved, comparison, query }: Given<EventQuery>,
	range: ChosenRange,
	by: { unit: string; firstWeekday: Weekday },
): Comparison | undefined {
	switch (choice.kind) {
		case 'preset':
			return compareWith(choice.preset, range, by);
		case 'custom':
			return compareCustom(range, choice.range);
		case 'asPasted':
			return (
				comparison &&
				compareAsPasted(
					{
						range: saved && { ...saved, toDate: savedToDate(saved, by.firstWeekday) },
						comparison,
						unit: query.unit,
					},
					range,
					by,
				)
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
