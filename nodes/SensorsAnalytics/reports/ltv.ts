import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { isObject } from '../../../credentials/http/json';
import { followedNote, readEvent, readUnit, unitField } from '../params/event';
import { filterFields } from '../params/filter';
import { groupByOne, readGroupByOne } from '../params/group';
import { readRange } from '../params/json/dates';
import type { Definition, ReadContext } from '../params/json/definition';
import {
	COHORT_UNITS,
	FILTER,
	GROUP_BY,
	RANGE,
	readFilteredEventJson,
	readGroupJson,
	readMeasure,
	readQueryFilterJson,
	readUnitJson,
	UNIT,
	VALUE_SCHEMA,
} from '../params/json/measures';
import {
	COUNT,
	FILTER_SCHEMA,
	GROUP_SCHEMA,
	keysOf,
	oneOf,
	RANGE_SCHEMA,
	readCount,
	readKeys,
	STEP_SCHEMA,
} from '../params/json/read';
import { eventField, pickField, readProperty } from '../params/property';
import type { ReadField } from '../params/read';
import { readOneOf, readWhole, textOf } from '../params/read';
import { showWhen } from '../params/show';
import type { Unread } from '../paste/payload';
import {
	eventMeasureIn,
	filterIn,
	groupsIn,
	PASTED,
	payloadFormatOf,
	unitIn,
} from '../paste/payload';
import { numberIn, textIn } from '../query/json';
import type { EventMeasure, Filter, LtvQuery } from '../query/query';
import { ANY_EVENT, fromExpression } from '../query/query';

/** A year of days; the service names no limit. */
export const MAX_DURATION = 366;

export const ltvFields: INodeProperties[] = [
	eventField('Start Event', 'startEvent'),
	{
		displayName: 'Value',
		name: 'lifetimeValue',
		type: 'options',
		default: 'sum',
		options: [
			{ name: 'Sum of a Property per User', value: 'sum' },
			{ name: 'Number of Events per User', value: 'events' },
		],
		description: 'What a user is worth, from the start on',
	},
	eventField('Event of the Value', 'valueEvent'),
	...showWhen({ lifetimeValue: ['sum'] }, [
		pickField({
			displayName: 'Property of the Value',
			description: 'Number to add up: short (amount) or whole (event.PayOrder.amount)',
			name: 'valueProperty',
			list: 'searchNumberProperties',
			placeholder: 'e.g. amount or event.PayOrder.amount',
			required: true,
		}),
	]),
	unitField('Users who start in one day, week or month are followed together'),
	{
		displayName: 'Number of Periods',
		name: 'followedPeriods',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: MAX_DURATION },
		default: 7,
		description: 'How many days, weeks or months to follow the users',
	},
	groupByOne,
	...filterFields,
	...followedNote,
];

/** @throws UserError that names the field */
export function readLtvQuery(
	field: ReadField,
	readFilter: (event: string) => Filter | undefined,
): LtvQuery {
	const event = readEvent(field('startEvent'), "'Start Event'");
	const duration = readWhole(field('followedPeriods'), "'Number of Periods'", 1, MAX_DURATION);
	return {
		start: { event },
		value: readValue(field),
		unit: readUnit(field('unit')),
		duration,
		groupBy: readGroupByOne(field('groupByField'), event),
		filter: readFilter(ANY_EVENT),
	};
}

function readValue(field: ReadField): EventMeasure {
	const of = readOneOf(field('lifetimeValue'), ['events', 'sum'], "'Value'");
	const event = readEvent(field('valueEvent'), "'Event of the Value'");
	if (of === 'events') return { kind: 'event', event, aggregator: 'average' };
	const property = readProperty(textOf(field('valueProperty')), event, "'Property of the Value'");
	return { kind: 'event', event, aggregator: 'LTV_AVG', property };
}

const KEYS = {
	start: ['start event'],
	value: ['lifetime value'],
	unit: UNIT,
	periods: ['number of periods', 'duration'],
	group_by: GROUP_BY,
	filter: FILTER,
	range: RANGE,
};
const EXAMPLE =
	'{"start": "SignUp", "value": {"event": "PayOrder", "aggregate": "sum", "property": "amount"}, "unit": "day", "periods": 7, "range": "last month"}';

export const ltvJson: Definition<LtvQuery> = {
	example: EXAMPLE,
	short: '{"start": "SignUp", "value": "PayOrder", "range": "last month"}',
	schema: keysOf(
		{
			start: STEP_SCHEMA,
			value: VALUE_SCHEMA,
			unit: oneOf(COHORT_UNITS),
			periods: COUNT,
			group_by: GROUP_SCHEMA,
			filter: FILTER_SCHEMA,
			range: RANGE_SCHEMA,
		},
		['start', 'value', 'range'],
	),
	read(json, reading) {
		const { names, now } = reading;
		const given = readKeys(json, KEYS, 'The query', EXAMPLE);
		const start = readFilteredEventJson(given.start, names, "'start'");
		const query: LtvQuery = {
			start,
			value: readValueJson(given.value, reading),
			unit: readUnitJson(given.unit),
			duration:
				given.periods === undefined ? 7 : readCount(given.periods, "'periods'", MAX_DURATION),
			groupBy: readGroupJson(given.group_by, start.event, names),
			filter: readQueryFilterJson(given.filter, ANY_EVENT, names),
		};
		return { query, range: readRange(given.range, now) };
	},
};

/** Per user, of events or of a sum. */
function readValueJson(value: unknown, { names }: ReadContext): EventMeasure {
	const { event, aggregator, property, filter, name } = readMeasure(value, names, "'value'");
	const asked = { general: 'average', average: 'average', sum: 'LTV_AVG', uniqAvg: 'LTV_AVG' }[
		aggregator
	];
	if (asked === undefined || filter || name) {
		throw new UserError(
			`'value' must be an event, whose number per user counts, or {"event": …, "aggregate": "sum", "property": …}, without 'filter' and 'name'`,
		);
	}
	return { kind: 'event', event, aggregator: asked, ...(property ? { property } : {}) };
}

/** The payload of a report on lifetime value (docs/service.md, "OpenAPI"). */
export const ltvPayload = payloadFormatOf(readLtv, {
	path: 'ltv/report',
	savedAs: /ltv/i,
	isOwn: (payload) => 'start_sign' in payload,
});

function readLtv(payload: JsonObject, unread: Unread): LtvQuery {
	const measures = Array.isArray(payload.measures) ? (payload.measures as unknown[]) : [];
	if (measures.length !== 1) {
		unread.note(`${PASTED} has ${measures.length} 'measures', where this report takes one`);
	}
	const duration = numberIn(payload, 'duration');
	if (duration === undefined) unread.note(`'duration' in ${PASTED} is no number`);
	return {
		start: startIn(payload.start_sign, unread),
		value: eventMeasureIn(measures[0], `Measure 1 in ${PASTED}`, unread),
		unit: unitIn(payload, unread),
		duration: duration ?? 0,
		groupBy: groupsIn(payload),
		filter: filterIn(payload, 'filter', PASTED, unread),
	};
}

function startIn(value: unknown, unread: Unread): LtvQuery['start'] {
	const place = `'start_sign' in ${PASTED}`;
	const sign = isObject(value) ? value : {};
	const filter = filterIn(sign, 'filter', place, unread);
	const rest = filter ? { filter } : {};
	const [event, time] = [textIn(sign, 'start_event'), textIn(sign, 'start_time_field')];
	if (event === undefined && time !== undefined) return { time: fromExpression(time), ...rest };
	if (event === undefined) unread.note(`${place} has neither 'start_event' nor 'start_time_field'`);
	return { event: event ?? '', ...rest };
}
