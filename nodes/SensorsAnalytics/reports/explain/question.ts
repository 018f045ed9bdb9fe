import { UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../../credentials/http/json';
import { addDays, daysBetween } from '../../dates/calendar';
import {
	type ChosenRange,
	compareCustom,
	compareWith,
	type ComparisonPlan,
	daysIn,
	isFullMonths,
	monthsIn,
} from '../../dates/range';
import { completeSpan } from '../../dates/periods';
import { dateInZone } from '../../dates/zone';
import type { ItemRun } from '../../item';
import { isMessage } from '../../output/message/forms';
import { BOUNDS } from '../../params/bounds';
import { type ComparisonChoice, comparisonParam, readComparison } from '../../params/comparison';
import {
	assertDifferent,
	dimensionsParam,
	explainDefinition,
	explainedMeasure,
	explainParams,
	looksInside,
	MOST_REQUESTS,
	mostRequests,
	readExplainOutput,
} from '../../params/explain';
import { filterParam } from '../../params/filter';
import { eventOfMeasures } from '../../params/group';
import type { NameResolver } from '../../params/names';
import { formSource, type JsonSource, jsonSource, type ParamSource } from '../../params/param';
import {
	assertRangeLength,
	rangeParam,
	readFirstWeekday,
	readRange,
	readTimeZone,
} from '../../params/range';
import {
	type DateRange,
	type EventQuery,
	type Filter,
	type GroupBy,
	type Measure,
	TOTAL,
} from '../../query/query';
import { impliesUsual, readUsual, usualParam } from '../../params/usual';
import type { ChangeExplanation } from '../../insight/explanation';
import { type Quantity, quantityOf } from './quantity';

export const MOST_CHOSEN = 6;

export interface ExplainQuestion {
	measure: Measure;
	quantity: Quantity;
	event: string;
	filter?: Filter;
	/** Dimensions; if there are none, the node selects them. */
	dimensions: GroupBy[];
	range: DateRange;
	comparison: DateRange;
	/** Dates that aren't over, and their comparison dates. */
	leftOut?: ChangeExplanation['leftOut'];
	mostRequests: number;
	/** Whether to examine the other dimensions within the value that changed most. */
	drillsDown: boolean;
	/** Whether to check if the overall number is usual, which messages imply. */
	hasUsual: boolean;
	isUsualImplied: boolean;
	timeZone: string;
	now: Date;
}

/** The parameters that the form and JSON share. */
interface RequestedExplanation {
	measures: Measure[];
	filter?: Filter;
	dimensions: GroupBy[];
	range: ChosenRange;
	/** undefined for the default comparison. */
	compared?: ComparisonChoice;
	mostRequests: number;
	drillsDown: boolean;
	hasUsual?: boolean;
	event: string;
}

export function readQuestion(
	run: ItemRun,
	now: Date,
	json?: JsonObject,
	names?: NameResolver,
): ExplainQuestion {
	const { field, options, context } = run;
	const timeZone = readTimeZone(options.timeZone, context.getTimezone());
	const firstWeekday = readFirstWeekday(field);
	const today = dateInZone(now, timeZone);
	const source =
		json && names
			? jsonSource(json, explainParams, explainDefinition.example, {
					names,
					now: { today, timeZone, firstWeekday },
				})
			: formSource(field);
	const requested = readRequested(source, timeZone, now);
	assertRangeLength(requested.range, BOUNDS.longestRange[1], 'The dates');
	const [measure, another] = requested.measures;
	if (!measure)
		throw new UserError("'Measures' is empty. Choose the number whose change is explained");
	if (another) {
		throw new UserError(
			"The change of one measure is explained at a time. Keep one entry of 'Measures'",
		);
	}
	const by = { unit: TOTAL, firstWeekday };
	const comparison = resolve(requested.compared, requested.range, by);
	const span = completeSpan(
		{ range: requested.range, comparison },
		{ unit: 'day', firstWeekday, today, isTotal: true },
	);
	if (!span) {
		throw new UserError(
			`No day of ${writtenRange(requested.range)} is over yet, so there is no change to explain. Choose an earlier 'Date Range'`,
		);
	}
	const other = span.comparison?.range;
	if (!other || !areAlike(span.range, other)) {
		throw new UserError(
			`${writtenRange(span.range)} can't be compared with ${other ? writtenRange(other) : 'dates that do not exist'}: a total needs the same number of days on both sides, or whole months. Choose another 'Compare With'`,
		);
	}
	if (other.to >= today) {
		throw new UserError(
			`${writtenRange(span.range)} can't be compared with ${writtenRange(other)}, which isn't over yet. Choose another 'Compare With'`,
		);
	}
	if (other.to >= span.range.from && other.from <= span.range.to) {
		throw new UserError(
			`${writtenRange(span.range)} overlaps ${writtenRange(other)}, which it is compared with. Choose another 'Compare With'`,
		);
	}
	const question: ExplainQuestion = {
		measure,
		quantity: quantityOf(measure),
		event: requested.event,
		...(requested.filter ? { filter: requested.filter } : {}),
		dimensions: requested.dimensions,
		range: { from: span.range.from, to: span.range.to },
		comparison: other,
		...(span.range.to < requested.range.to
			? { leftOut: leftOutOf(requested.range, span.range.to, other.to) }
			: {}),
		mostRequests: requested.mostRequests,
		drillsDown: requested.drillsDown,
		hasUsual: requested.hasUsual === true || readUsual(options) !== undefined,
		isUsualImplied: false,
		timeZone,
		now,
	};
	assertBudget(question);
	const isUsualImplied =
		isMessage(readExplainOutput(field('output'))) &&
		impliesUsual(options) &&
		requested.hasUsual === undefined &&
		[1, 7].includes(daysIn(question.range)) &&
		!isOverBudget({ ...question, hasUsual: true });
	return isUsualImplied ? { ...question, hasUsual: true, isUsualImplied } : question;
}

function leftOutOf({ to }: DateRange, last: string, lastPartner: string) {
	const days = daysBetween(last, to);
	return {
		dates: { from: addDays(last, 1), to },
		partners: { from: addDays(lastPartner, 1), to: addDays(lastPartner, days) },
	};
}

function writtenRange({ from, to }: DateRange): string {
	return from === to ? from : `${from} to ${to}`;
}

function areAlike(range: DateRange, other: DateRange): boolean {
	if (daysIn(range) === daysIn(other)) return true;
	return isFullMonths(range) && isFullMonths(other) && monthsIn(range) === monthsIn(other);
}

/** By default, days are compared with the same weekday, because numbers depend on that. */
function resolve(
	choice: ComparisonChoice | undefined,
	range: ChosenRange,
	by: Parameters<typeof compareWith>[2],
): ComparisonPlan {
	if (choice?.kind === 'custom') return compareCustom(range, choice.range);
	const usual = daysIn(range) < 7 ? 'lastWeek' : 'previousPeriod';
	return compareWith(choice?.kind === 'preset' ? choice.preset : usual, range, by);
}

/** Two reports for each dimension, and two for each of the second level. */
function requestsOf(dimensions: number, { drillsDown, hasUsual }: ExplainQuestion) {
	const inside = drillsDown ? 2 * Math.max(0, dimensions - 1) : 0;
	const all = 2 + 2 * dimensions + inside + Number(hasUsual);
	return { dimensions: 2 * dimensions, inside, all };
}

/** Returns a text about the number of reports, before any is requested. */
export function requestsInWords(question: ExplainQuestion): string {
	const { dimensions, mostRequests } = question;
	const isChosen = dimensions.length === 0;
	const { dimensions: theirs, inside } = requestsOf(dimensions.length || MOST_CHOSEN, question);
	const upTo = isChosen ? 'up to ' : '';
	return [
		`2 for the total, ${question.hasUsual ? '1 for its usual range, ' : ''}${upTo}${theirs} for dimensions`,
		...(inside > 0 ? [`, ${upTo}${inside} inside the largest value`] : []),
		...(isChosen
			? [`, and 1 or 2 for each property that proves unfit; at most ${mostRequests}`]
			: []),
	].join('');
}

function isOverBudget(question: ExplainQuestion): boolean {
	return requestsOf(question.dimensions.length, question).all > question.mostRequests;
}

function assertBudget(question: ExplainQuestion): void {
	if (!isOverBudget(question)) return;
	const { all: needed } = requestsOf(question.dimensions.length, question);
	throw new UserError(
		`${question.dimensions.length} dimensions take ${needed} requests, more than '${MOST_REQUESTS}' (${question.mostRequests}). Remove a dimension, or increase '${MOST_REQUESTS}'`,
	);
}

function readRequested(source: ParamSource, timeZone: string, now: Date): RequestedExplanation {
	const measures = explainedMeasure.read(source);
	const event = eventOfMeasures(measures);
	return {
		measures,
		event,
		filter: filterParam.read(source, event),
		dimensions: assertDifferent(dimensionsParam.read(source, event)),
		range: source.isForm ? readRange(source.field, timeZone, now) : rangeParam.read(source),
		compared: source.isForm ? readComparison(source.field, timeZone) : readCompared(source),
		mostRequests: mostRequests.read(source),
		drillsDown: looksInside.read(source),
		hasUsual: source.isForm ? undefined : usualParam.read(source),
	};
}

function readCompared(source: JsonSource): ComparisonChoice | undefined {
	const compared = comparisonParam.read(source);
	const { key } = comparisonParam;
	const input = source.value({ displayName: 'Compare With', name: 'compareWith', key });
	if (input === undefined || compared !== undefined) return compared;
	throw new UserError(
		"'compare' can't be none: a change is explained against other dates. Leave it out, or write last_week",
	);
}

export function queryOf(
	{ quantity, filter }: Pick<ExplainQuestion, 'quantity' | 'filter'>,
	groupBy: GroupBy[],
	extra: readonly Measure[] = [],
): EventQuery {
	const parts = [...quantity.top, ...quantity.bottom].map(({ measure }) => measure);
	return {
		measures: [...parts, ...extra].map(
			(measure, index): Measure => ({ ...measure, name: `part_${index + 1}` }),
		),
		groupBy,
		...(filter ? { filter } : {}),
		unit: TOTAL,
	};
}
