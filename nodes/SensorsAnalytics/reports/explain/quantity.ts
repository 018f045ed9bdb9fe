import { UserError } from 'n8n-workflow';

import { firstWords } from '../../../../credentials/http/redact';
import { aggregatorOf, findAggregator } from '../../query/aggregators';
import { defaultName } from '../../query/columns';
import { type EventMeasure, type Filter, fromExpression, type Measure } from '../../query/query';
import { add, type Amount, amountOf, type Cell, fromUnits, toUnits } from '../../table/decimal';

/** What a measure is put together from, so that its change can be. */

/** A sum of measures, each so many times. */
export type Terms = Array<{ times: number; measure: EventMeasure }>;

export interface Quantity {
	/** `own`: a number of different users or values. Groups overlap. */
	kind: 'sum' | 'ratio' | 'own';
	top: Terms;
	/** Of ratios. */
	bottom: Terms;
	name: string;
}

/**
 * The parts of a measure.
 * @throws UserError with the reason, where it has none that add up
 */
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

/** Terms, divided by others, or a plain number. */
interface FormulaPart {
	top: Terms;
	bottom?: Terms;
	constant?: number;
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
			`The change of ${place} can't be explained: it adds up numbers of different users, who may be the same ones. Explain one of them`,
		);
	}
	return { kind: isOwn ? 'own' : 'sum', top, bottom: [] };
}

/** What an aggregator divides by what: of all events with the property, or of all users. */
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

/** Signs, and all that stands between them. */
const WORDS = /[-+*/()]|[^\s()+\-*/]+/g;
const SIGN = /^[-+*/()]$/;
const NUMBER = /^\d{1,15}(?:\.\d{1,15})?$/;
const FIELD = /^event\.[^,]+$/;

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

/** A sum, or a division of one by another: what else formulas compute has no parts that add up. */
function partsOfFormula(
	expression: string,
	filter: Filter | undefined,
	place: string,
): FormulaPart {
	const tokens = tokensOf(expression);
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
		let whole = product();
		for (let sign = takes('+', '-'); sign; sign = takes('+', '-')) {
			whole = added(whole, scaled(product(), sign === '-' ? -1 : 1));
		}
		return whole;
	}

	function product(): FormulaPart {
		let whole = factor();
		for (let sign = takes('*', '/'); sign; sign = takes('*', '/')) {
			const other = factor();
			whole = sign === '*' ? multiplied(whole, other) : over(whole, other);
		}
		return whole;
	}

	function factor(): FormulaPart {
		if (takes('-')) return scaled(factor(), -1);
		if (takes('(')) {
			const inner = sum();
			if (!takes(')')) throw notUnderstood(place, expression);
			return inner;
		}
		const token = tokens[next++];
		if (token && 'number' in token) return { top: [], constant: token.number };
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
			if (b.constant === 0) throw notUnderstood(place, expression);
			return scaled(a, 1 / b.constant);
		}
		if (a.bottom || b.bottom || a.constant !== undefined) throw noSum();
		return { top: a.top, bottom: b.top };
	}

	function scaled(fraction: FormulaPart, times: number): FormulaPart {
		return {
			...fraction,
			top: fraction.top.map((term) => ({ ...term, times: term.times * times })),
			...(fraction.constant === undefined ? {} : { constant: fraction.constant * times }),
		};
	}

	function noSum(): UserError {
		return new UserError(
			`The change of ${place} can't be explained: its formula is neither a sum nor one sum divided by another, and has no parts that add up over groups`,
		);
	}
}

/** Decimals of amounts that are added up: what floating point adds behind them is noise. */
const PLACES = 6;

/** What the terms come to. @param cells numbers of their measures, in their order; null counts as 0 */
export function valueOf(terms: Terms, cells: readonly Cell[]): Amount {
	return terms.reduce<Amount>((sum, { times }, index) => {
		const amount = fromUnits(toUnits(amountOf(cells[index]) ?? 0, PLACES), PLACES) ?? 0;
		const scaled =
			times === 1
				? amount
				: (fromUnits(toUnits(times, 12) * toUnits(amount, PLACES), PLACES + 12) ?? 0);
		return add(sum, scaled) ?? sum;
	}, 0);
}
