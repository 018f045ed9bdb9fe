import { UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../../credentials/http/json';
import { firstWords, quoted } from '../../../../credentials/http/redact';
import { countOf } from '../../api/api';
import { addDays, dateInZone, daysBetween } from '../../dates/calendar';
import { completeSpan } from '../../dates/periods';
import {
	type ChosenRange,
	compareCustom,
	compareWith,
	type ComparisonPlan,
	daysIn,
	isFullMonths,
	monthsIn,
} from '../../dates/range';
import type { ChangeExplanation } from '../../insight/verdict';
import type { MarkedDays } from '../../insight/usual';
import type { ItemRun } from '../../item';
import { isMessage } from '../../output/message/forms';
import { BOUNDS } from '../../params/bounds';
import {
	COMPARISON,
	type ComparisonChoice,
	comparisonParam,
	readComparison,
} from '../../params/comparison';
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
	RANGE,
	assertRangeLength,
	rangeParam,
	readFirstWeekday,
	readRange,
	readTimeZone,
} from '../../params/range';
import { impliesUsual, readUsual, usualParam } from '../../params/usual';
import { aggregatorOf, findAggregator, spelledAggregator } from '../../query/aggregators';
import { defaultName } from '../../query/columns';
import {
	type DateRange,
	type EventMeasure,
	type EventQuery,
	type Filter,
	fromExpression,
	type GroupBy,
	type Measure,
	TOTAL,
} from '../../query/query';
import { type Amount, type Cell, divided, fromUnits, toUnits } from '../../table/decimal';

/** Splits a measure into the parts that its change consists of. */

/** `over` divides by a number whose quotients have endless decimals, such as thirds. */
interface Factor {
	times: number;
	over?: number;
}

export type Terms = Array<Factor & { measure: EventMeasure }>;

export interface Quantity {
	/** `own`: a number of distinct users or values, whose groups overlap. */
	kind: 'sum' | 'ratio' | 'own';
	top: Terms;
	/** Denominator of a ratio; of a sum of one property's amounts, their number. */
	bottom: Terms;
	name: string;
}

export function quantityOf(measure: Measure): Quantity {
	const name = measure.name ?? defaultName(measure);
	const place = `'${firstWords(name)}'`;
	if (measure.isOfSessions) {
		throw new UserError(
			`The change of ${place} can't be explained: a session may belong to several groups. Choose a number of events`,
		);
	}
	const parts =
		measure.kind === 'event'
			? partsOfEvent(measure, place)
			: partsOfFormula(measure.expression, measure.filter, place);
	return { ...kindOf(parts, place), name };
}

/** Returns the measure of terms that only add up the amounts of one property. */
export function amountsIn([term, another]: Terms): EventMeasure | undefined {
	return term && !another && isSum(term.measure) ? term.measure : undefined;
}

export function isSum({ aggregator }: EventMeasure): boolean {
	return aggregatorOf({ aggregator })?.value === 'sum';
}

function countOfEvents(measure: EventMeasure): Terms[number] {
	return { times: 1, measure: { ...measure, aggregator: 'general', property: undefined } };
}

/** Terms, optionally divided by other terms, or a number. */
interface FormulaPart {
	top: Terms;
	bottom?: Terms;
	constant?: Factor;
}

function kindOf({ top, bottom }: FormulaPart, place: string): Omit<Quantity, 'name'> {
	if (top.length === 0) {
		throw new UserError(
			`The formula of ${place} has no event in it. Enter one such as count(event.PayOrder)`,
		);
	}
	if (bottom) return { kind: 'ratio', top, bottom };
	const isOwn = top.some(({ measure }) => aggregatorOf(measure)?.nature === 'count');
	if (isOwn && top.length > 1) {
		throw new UserError(
			`The change of ${place} can't be explained: it adds up numbers of distinct users, who can overlap. Explain one of them`,
		);
	}
	const amounts = amountsIn(top);
	return { kind: isOwn ? 'own' : 'sum', top, bottom: amounts ? [countOfEvents(amounts)] : [] };
}

/** The denominator of an aggregator is all events with the property, or all users. */
function partsOfEvent(measure: EventMeasure, place: string): FormulaPart {
	const one = (own: EventMeasure): Terms => [{ times: 1, measure: own }];
	const { event, property, filter } = measure;
	const count: EventMeasure = { kind: 'event', event, aggregator: 'general', filter };
	const users: EventMeasure = { ...count, aggregator: 'unique' };
	const sum: EventMeasure = { ...count, aggregator: 'sum', property };
	switch (measure.aggregator) {
		case 'general':
		case 'sum':
		case 'unique':
		case 'uniqCount':
			return { top: one({ ...measure, name: undefined }) };
		case 'avg': {
			const isSet: Filter | undefined = property && {
				join: 'and',
				conditions: [{ property, function: 'isSet', values: [] }],
				groups: filter ? [filter] : [],
			};
			return { top: one(sum), bottom: one({ ...count, filter: isSet }) };
		}
		case 'average':
			return { top: one(count), bottom: one(users) };
		case 'uniqAvg':
			return { top: one(sum), bottom: one(users) };
		default:
			throw withoutParts(measure, place);
	}
}

function withoutParts(measure: EventMeasure, place: string): UserError {
	const { label = firstWords(measure.aggregator), window } = aggregatorOf(measure) ?? {};
	const why =
		window !== undefined
			? 'counts days outside the date range'
			: 'has no parts that add up over groups';
	return new UserError(
		`The change of ${place} can't be explained: its aggregator (${label}) ${why}. Choose a number of events or users, a sum, an average, or a formula of those`,
	);
}

/** Signs, and the words between them. */
const WORDS = /[-+*/()]|[^\s()+\-*/]+/g;
const SIGN = /^[-+*/()]$/;
const NUMBER = /^\d{1,15}(?:\.\d{1,15})?$/;
const FIELD = /^event\.[^,]+$/;
/** Longer formulas would take too long, or be nested too deeply. */
const MOST_TOKENS = 1000;

type Token = { number: number } | { word: string } | { sign: string };

function tokensOf(expression: string): Token[] {
	const [text = ''] = expression.split('|');
	return (text.match(WORDS) ?? []).map((word): Token => {
		if (SIGN.test(word)) return { sign: word };
		return NUMBER.test(word) ? { number: Number(word) } : { word };
	});
}

function notUnderstood(place: string, at: string): UserError {
	return new UserError(
		`The formula of ${place} can't be explained: ${quoted(at)} was not understood. Write sums and one division of functions such as sum(event.PayOrder.amount)/count(event.PayOrder)`,
	);
}

/** Parses a sum, or a division of two sums: other formulas have no parts that add up. */
function partsOfFormula(
	expression: string,
	filter: Filter | undefined,
	place: string,
): FormulaPart {
	const tokens = tokensOf(expression);
	if (tokens.length > MOST_TOKENS) {
		throw new UserError(
			`The formula of ${place} can't be explained: it has more than ${MOST_TOKENS} names, numbers, and signs. Enter a shorter one`,
		);
	}
	let next = 0;
	const takes = (...signs: string[]): string | undefined => {
		const token = tokens[next];
		if (!token || !('sign' in token) || !signs.includes(token.sign)) return undefined;
		next++;
		return token.sign;
	};
	const result = sum();
	if (next < tokens.length) throw notUnderstood(place, expression);
	return result;

	function sum(): FormulaPart {
		let overall = product();
		for (let sign = takes('+', '-'); sign; sign = takes('+', '-')) {
			overall = added(overall, scaled(product(), { times: sign === '-' ? -1 : 1 }));
		}
		return overall;
	}

	function product(): FormulaPart {
		let overall = factor();
		for (let sign = takes('*', '/'); sign; sign = takes('*', '/')) {
			const other = factor();
			overall = sign === '*' ? multiplied(overall, other) : over(overall, other);
		}
		return overall;
	}

	function factor(): FormulaPart {
		if (takes('-')) return scaled(factor(), { times: -1 });
		if (takes('(')) {
			const inner = sum();
			if (!takes(')')) throw notUnderstood(place, expression);
			return inner;
		}
		const token = tokens[next++];
		if (token && 'number' in token) return { top: [], constant: { times: token.number } };
		if (token && 'word' in token && takes('(')) {
			const field = tokens[next++];
			if (field && 'word' in field && FIELD.test(field.word) && takes(')'))
				return call(token.word, field.word);
		}
		throw notUnderstood(place, expression);
	}

	function call(name: string, field: string): FormulaPart {
		const aggregator = name.toLowerCase() === 'count' ? 'general' : spelledAggregator(name);
		const needsProperty = findAggregator(aggregator)?.needsProperty;
		const property = needsProperty ? fromExpression(field) : undefined;
		if (needsProperty && property?.of !== 'event') throw notUnderstood(place, `${name}(${field})`);
		const event = property?.of === 'event' ? property.event : field.slice('event.'.length);
		return partsOfEvent({ kind: 'event', event, aggregator, property, filter }, place);
	}

	function added(a: FormulaPart, b: FormulaPart): FormulaPart {
		if (a.bottom || b.bottom || a.constant !== undefined || b.constant !== undefined) throw noSum();
		return { top: [...a.top, ...b.top] };
	}

	function multiplied(a: FormulaPart, b: FormulaPart): FormulaPart {
		if (a.constant !== undefined) return scaled(b, a.constant);
		if (b.constant !== undefined) return scaled(a, b.constant);
		throw noSum();
	}

	function over(a: FormulaPart, b: FormulaPart): FormulaPart {
		if (b.constant !== undefined) {
			const { times, over: by = 1 } = b.constant;
			if (times === 0) throw notUnderstood(place, expression);
			return scaled(a, { times: by, over: times });
		}
		if (a.bottom || b.bottom || a.constant !== undefined) throw noSum();
		return { top: a.top, bottom: b.top };
	}

	function scaled(fraction: FormulaPart, by: Factor): FormulaPart {
		return {
			...fraction,
			top: fraction.top.map((term) => ({ ...term, ...productOf(term, by) })),
			...(fraction.constant === undefined ? {} : { constant: productOf(fraction.constant, by) }),
		};
	}

	function noSum(): UserError {
		return new UserError(
			`The change of ${place} can't be explained: its formula is neither a sum nor one sum divided by another, and has no parts that add up over groups`,
		);
	}
}

/** Decimals of factors, which have at most 15 digits before and after the point. */
const FACTOR_PLACES = 30;
const SHORT_PLACES = 12;

function productOf(a: Factor, b: Factor): Factor {
	const [times, over] = [a.times * b.times, (a.over ?? 1) * (b.over ?? 1)];
	const [part, by] = [toUnits(times, FACTOR_PLACES + SHORT_PLACES), toUnits(over, FACTOR_PLACES)];
	// A quotient with finite decimals becomes a plain number.
	return part % by === 0n
		? { times: Number(fromUnits(part / by, SHORT_PLACES)), over: undefined }
		: { times, over };
}

/** Decimals of amounts in sums: further ones are floating-point errors. */
const PLACES = 6;
/** More decimals than any displayed number has. */
const EXACT = 60;
const ONE = 10n ** BigInt(EXACT - PLACES);
/** Significant digits of the result of a division. */
const SIGNIFICANT = 12;

/**
 * @param cells numbers of their measures, in order; null counts as 0
 * @param places decimals of divisions
 */
export function valueOf(terms: Terms, cells: readonly Cell[], places = EXACT): Amount {
	const units = terms.map(({ times, over = 1, measure }, index) => {
		const amount = toUnits(countOf(cells[index], `'${defaultName(measure)}'`), PLACES);
		const part = amount * ONE * toUnits(times, FACTOR_PLACES);
		return divided(part, toUnits(over, FACTOR_PLACES));
	});
	const sum = units.reduce((all, own) => all + own, 0n);
	const isRounded = terms.some(({ over }) => over !== undefined) && places < EXACT;
	const value = isRounded
		? fromUnits(divided(sum, 10n ** BigInt(EXACT - places)), places)
		: fromUnits(sum, EXACT);
	return value ?? 0;
}

/** Returns the decimals that totals and their groups share, so that they add up. */
export function placesFor(terms: Terms, cells: ReadonlyArray<readonly Cell[]>): number {
	const sizeOf = (own: readonly Cell[]) => Math.abs(Number(valueOf(terms, own)));
	const largest = cells.reduce((most, own) => Math.max(most, sizeOf(own)), 0);
	const before = Math.floor(Math.log10(largest || 1)) + 1;
	return Math.max(0, Math.min(EXACT, SIGNIFICANT - before));
}

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
	/** Days that are special, whether or not there is a usual range. */
	marks?: MarkedDays;
	timeZone: string;
	now: Date;
	/** The date of `now` in the time zone. */
	today: string;
}

/** The parameters that the form and JSON share. */
interface RequestedExplanation
	extends Pick<ExplainQuestion, 'event' | 'filter' | 'dimensions' | 'mostRequests' | 'drillsDown'> {
	measures: Measure[];
	range: ChosenRange;
	/** undefined for the default comparison. */
	compared?: ComparisonChoice;
	hasUsual?: boolean;
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
			: formSource(field, timeZone);
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
	const [range, compared] = [source.label(RANGE), source.label(COMPARISON)];
	const by = { unit: TOTAL, firstWeekday };
	const comparison = resolve(requested.compared, requested.range, by);
	const span = completeSpan(
		{ range: requested.range, comparison },
		{ unit: 'day', firstWeekday, today, isTotal: true },
	);
	if (!span) {
		throw new UserError(
			`No day of ${writtenRange(requested.range)} is over yet in the time zone ${timeZone}, so there is no change to explain. Choose an earlier ${range}, or set the option 'Time Zone' to the project's time zone`,
		);
	}
	const other = span.comparison?.range;
	if (!other || !areAlike(span.range, other)) {
		throw new UserError(
			`${writtenRange(span.range)} can't be compared with ${other ? writtenRange(other) : 'dates that do not exist'}: a total needs the same number of days on both sides, or whole months. Choose another ${compared}`,
		);
	}
	if (other.to >= today) {
		throw new UserError(
			`${writtenRange(span.range)} can't be compared with ${writtenRange(other)}, which isn't over yet. Choose another ${compared}`,
		);
	}
	if (other.to >= span.range.from && other.from <= span.range.to) {
		throw new UserError(
			`${writtenRange(span.range)} overlaps ${writtenRange(other)}, which it is compared with. Choose another ${compared}`,
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
		hasUsual: requested.hasUsual === true || readUsual(options, timeZone) !== undefined,
		isUsualImplied: false,
		marks: readUsual(options, timeZone, requested.hasUsual ?? impliesUsual(options)),
		timeZone,
		now,
		today,
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

/**
 * Two reports for the total, two for the sizes of amounts, two for each dimension, and two for each
 * of the second level.
 */
function requestsOf(dimensions: number, { drillsDown, hasUsual, quantity }: ExplainQuestion) {
	const inside = drillsDown ? 2 * Math.max(0, dimensions - 1) : 0;
	const totals = amountsIn(quantity.top) ? 4 : 2;
	const all = totals + 2 * dimensions + inside + Number(hasUsual);
	return { totals, dimensions: 2 * dimensions, inside, all };
}

/** Returns a text about the number of reports, before any is requested. */
export function requestsInWords(question: ExplainQuestion): string {
	const { dimensions, mostRequests } = question;
	const isChosen = dimensions.length === 0;
	const {
		totals,
		dimensions: theirs,
		inside,
	} = requestsOf(dimensions.length || MOST_CHOSEN, question);
	const upTo = isChosen ? 'up to ' : '';
	return [
		`${totals} for the total, ${question.hasUsual ? '1 for its usual range, ' : ''}${upTo}${theirs} for dimensions`,
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
	const input = source.value(COMPARISON);
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
