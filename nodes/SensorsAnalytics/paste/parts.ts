/** Parts that the payloads of several models have. */
import { UserError } from 'n8n-workflow';

import type { EventMeasure, Filter, Measure, Property } from '../query/eventQuery';
import { fromExpression } from '../query/fieldExpression';
import { flagIn, isObject, type JsonObject, textIn } from '../query/json';
import type { CohortUnit, FilteredEvent } from '../query/modelQueries';
import { readFilter } from './filter';
import type { Unread } from './unread';

/** How errors call a payload. */
export const PASTED = 'the pasted JSON';

/** The filter under a key, if there is one. */
export function filterIn(
	object: JsonObject,
	key: string,
	place: string,
	unread: Unread,
): Filter | undefined {
	const value = object[key];
	if (value === undefined || value === null) return undefined;
	const filter = unread.read(() => readFilter(value, `'${key}' of ${place}`), undefined);
	const isEmpty = filter?.conditions.length === 0 && filter.groups.length === 0;
	return isEmpty ? undefined : filter;
}

/** `by_field` with one field or several, or `by_fields`. @throws UserError */
export function groupsIn({ by_field: one, by_fields: several }: JsonObject): Property[] {
	const told = Array.isArray(several) && several.length > 0 ? several : one;
	const list: unknown[] = Array.isArray(told) ? told : [told];
	return list.flatMap((field) => {
		if (field === undefined || field === null || field === '') return [];
		if (typeof field === 'string') return [fromExpression(field)];
		throw new UserError(`A group field in ${PASTED} is no text`);
	});
}

/** An event with its conditions. */
export function eventIn(value: unknown, place: string, unread: Unread): FilteredEvent {
	const object = isObject(value) ? value : {};
	const event = textIn(object, 'event_name');
	if (event === undefined) unread.note(`${place} has no 'event_name'`);
	const filter = filterIn(object, 'filter', place, unread);
	return { event: event ?? '', ...(filter ? { filter } : {}) };
}

/** Day, week or month, in whatever case; others are not neutral. */
export function unitIn(payload: JsonObject, unread: Unread): CohortUnit {
	const unit = (textIn(payload, 'unit') ?? 'day').toLowerCase();
	if (unit === 'day' || unit === 'week' || unit === 'month') return unit;
	unread.note(`'unit' in ${PASTED} must be day, week or month, not '${unit.slice(0, 40)}'`);
	return 'day';
}

/** A flag that may come as text; false where there is none. */
export function isSet(payload: JsonObject, key: string): boolean {
	return flagIn(payload, key) === true;
}

/** Asks for one value of the whole range (docs/service.md, "Dates and units"). */
export const WHOLE_RANGE = 'rollup_date';

/** The neutral form of that, for reports that know what the answer means. */
export function wholeIn(payload: JsonObject): { isWhole?: true } {
	return isSet(payload, WHOLE_RANGE) ? { isWhole: true } : {};
}

/** As measureIn, of one event alone: a formula is noted, as is what can't be read. */
export function eventMeasureIn(value: unknown, place: string, unread: Unread): EventMeasure {
	const none: EventMeasure = { kind: 'event', event: '', aggregator: '' };
	if (!isObject(value)) unread.note(`${place} is missing`);
	const measure = unread.read(() => measureIn(value, place, unread), none);
	if (measure.kind === 'event') return measure;
	unread.note(`${place} is a formula. Choose a number of one event`);
	return none;
}

/**
 * A formula or a number of an event.
 * @param place for errors, which begin with it
 * @throws UserError that names the key which is missing
 */
export function measureIn(value: unknown, place: string, unread: Unread): Measure {
	const fields = isObject(value) ? value : {};
	const name = textIn(fields, 'name');
	const expression = textIn(fields, 'expression');
	const filter = filterIn(fields, 'filter', place, unread);
	const shared = { name, ...(filter ? { filter } : {}) };
	if (expression !== undefined) {
		const events = Array.isArray(fields.events) ? fields.events.map(String) : [];
		return { kind: 'formula', expression, events, ...shared };
	}
	const event = textIn(fields, 'event_name');
	const aggregator = textIn(fields, 'aggregator');
	if (event === undefined || aggregator === undefined) {
		throw new UserError(`${place} has no '${event === undefined ? 'event_name' : 'aggregator'}'`);
	}
	const field = textIn(fields, 'field');
	const property = field === undefined ? undefined : fromExpression(field);
	return { kind: 'event', event, aggregator, property, ...shared };
}
