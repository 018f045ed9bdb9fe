import { UserError } from 'n8n-workflow';

import { firstWords } from '../../../../credentials/http/redact';
import { countOf } from '../../api/api';
import { aggregatorOf, findAggregator } from '../../query/aggregators';
import { defaultName } from '../../query/columns';
import { type EventMeasure, type Filter, fromExpression, type Measure } from '../../query/query';
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
	/** Denominator of a ratio. */
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
	return { kind: isOwn ? 'own' : 'sum', top, bottom: [] };
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
	const label = aggregatorOf(measure)?.label ?? firstWords(measure.aggregator);
	const nature = aggregatorOf(measure)?.nature;
	const why =
		nature === 'window'
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
		`The formula of ${place} can't be explained: '${at.slice(0, 60)}' was not understood. Write sums and one division of functions such as sum(event.PayOrder.amount)/count(event.PayOrder)`,
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
		const aggregator =
			name.toLowerCase() === 'count' ? 'general' : (findAggregator(name)?.value ?? name);
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
