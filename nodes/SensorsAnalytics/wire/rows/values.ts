/** Numbers and points in time, as answers tell them. */
import { amountIn, type JsonObject, toAmount } from '../../query/json';
import type { Amount } from '../../table/decimal';
import type { Cell } from '../../table/table';
import { UnknownForm } from './unknownForm';

const TIME = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2})(?:\.\d+)?)?$/;

/**
 * A number, also one that came as text; any other text stays one (F5 of docs/calendar.md). Beyond
 * 2^53 it is the text of its digits (F6).
 * @param place for errors
 * @throws UnknownForm
 */
export function readNumber(value: unknown, place: string): Cell {
	if (typeof value === 'number') return value;
	if (value === null || value === undefined) return null;
	if (typeof value !== 'string') throw new UnknownForm(`a value of ${place} is no number`);
	return toAmount(value) ?? value;
}

/** A number that has to be there; it may be below 0. @throws UnknownForm */
export function numberOf(object: JsonObject, key: string, place: string): Amount {
	const number = amountIn(object, key);
	if (number === undefined) throw new UnknownForm(`${place} has no '${key}'`);
	return number;
}

/**
 * `yyyy-MM-dd HH:mm:ss` → `yyyy-MM-dd`, or `yyyy-MM-ddTHH:mm:ss` where the time of day counts.
 * @param what for errors
 * @throws UnknownForm
 */
export function readTime(value: unknown, what: string, hasTimeOfDay: boolean): string {
	const match = typeof value === 'string' && TIME.exec(value);
	if (!match) throw new UnknownForm(`${what} is no date`);
	const [, date = '', time = '00:00:00'] = match;
	return hasTimeOfDay ? `${date}T${time}` : date;
}
