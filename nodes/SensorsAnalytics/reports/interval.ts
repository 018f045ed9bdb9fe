import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { readEvent, readUnit, unitField } from '../params/event';
import { filterFields } from '../params/filter';
import { groupByOne, readGroupByOne } from '../params/group';
import { readRange } from '../params/json/dates';
import type { Definition } from '../params/json/definition';
import {
	COHORT_UNITS,
	FILTER,
	GROUP_BY,
	RANGE,
	readAscendingJson,
	readFilteredEventJson,
	readGroupJson,
	readQueryFilterJson,
	readUnitJson,
	UNIT,
} from '../params/json/measures';
import {
	FILTER_SCHEMA,
	GROUP_SCHEMA,
	keysOf,
	NUMBERS,
	oneOf,
	RANGE_SCHEMA,
	readKeys,
	shown,
	STEP_SCHEMA,
} from '../params/json/read';
import { eventField } from '../params/property';
import type { ReadField } from '../params/read';
import { readAscending } from '../params/read';
import type { Unread } from '../paste/payload';
import { eventIn, filterIn, groupsIn, PASTED, payloadFormatOf, unitIn } from '../paste/payload';
import type { Filter, IntervalQuery } from '../query/query';
import { ANY_EVENT } from '../query/query';

export const HIGHEST = 99;
const LABEL = "'Percentiles'";

export const intervalFields: INodeProperties[] = [
	eventField('From Event', 'intervalFrom'),
	eventField('To Event', 'intervalTo'),
	unitField('Intervals are told per day, week or month in which they begin'),
	{
		displayName: 'Percentiles',
		name: 'percentiles',
		type: 'string',
		default: '25, 50, 75',
		placeholder: 'e.g. 25, 50, 75, 90',
		description:
			'Whole numbers from 1 to 99, in ascending order; 50 is the median. The times of the output are as the service tells them: seconds, as far as is known.',
	},
	groupByOne,
	...filterFields,
];

/** @throws UserError that names the field */
export function readIntervalQuery(
	field: ReadField,
	readFilter: (event: string) => Filter | undefined,
): IntervalQuery {
	const first = readEvent(field('intervalFrom'), "'From Event'");
	const quantiles = readAscending(field('percentiles'), LABEL);
	const isWrong = (number: number) => !Number.isInteger(number) || number < 1 || number > HIGHEST;
	if (quantiles.length === 0 || quantiles.some(isWrong)) {
		throw new UserError(`${LABEL} must be whole numbers from 1 to ${HIGHEST}, such as 25, 50, 75`);
	}
	return {
		first: { event: first },
		second: { event: readEvent(field('intervalTo'), "'To Event'") },
		unit: readUnit(field('unit')),
		quantiles,
		groupBy: readGroupByOne(field('groupByField'), first),
		filter: readFilter(ANY_EVENT),
	};
}

const KEYS = {
	first: ['from event', 'first event'],
	second: ['to event', 'second event'],
	unit: UNIT,
	percentiles: ['quantiles'],
	group_by: GROUP_BY,
	filter: FILTER,
	range: RANGE,
};
const EXAMPLE =
	'{"first": "ViewProduct", "second": "PayOrder", "unit": "day", "percentiles": [25, 50, 75], "range": "last week"}';

export const intervalJson: Definition<IntervalQuery> = {
	example: EXAMPLE,
	short: '{"first": "ViewProduct", "second": "PayOrder", "range": "last week"}',
	schema: keysOf(
		{
			first: STEP_SCHEMA,
			second: STEP_SCHEMA,
			unit: oneOf(COHORT_UNITS),
			percentiles: NUMBERS,
			group_by: GROUP_SCHEMA,
			filter: FILTER_SCHEMA,
			range: RANGE_SCHEMA,
		},
		['first', 'second', 'range'],
	),
	read(json, { names, now }) {
		const given = readKeys(json, KEYS, 'The query', EXAMPLE);
		const first = readFilteredEventJson(given.first, names, "'first'");
		const quantiles = readAscendingJson(given.percentiles ?? [25, 50, 75], "'percentiles'");
		const isWrong = (number: number) => !Number.isInteger(number) || number < 1 || number > HIGHEST;
		if (quantiles.length === 0 || quantiles.some(isWrong)) {
			throw new UserError(
				`'percentiles' must be whole numbers from 1 to ${HIGHEST}, such as [25, 50, 75], not ${shown(given.percentiles)}`,
			);
		}
		const query: IntervalQuery = {
			first,
			second: readFilteredEventJson(given.second, names, "'second'"),
			unit: readUnitJson(given.unit),
			quantiles,
			groupBy: readGroupJson(given.group_by, first.event, names),
			filter: readQueryFilterJson(given.filter, ANY_EVENT, names),
		};
		return { query, range: readRange(given.range, now) };
	},
};

/** The payload of a report on the interval between two events (docs/service.md, "OpenAPI"). */
export const intervalPayload = payloadFormatOf(readInterval, {
	path: 'interval/report',
	savedAs: /interval/i,
	isOwn: (payload) => 'quantiles' in payload || 'by_event' in payload,
});

function readInterval(payload: JsonObject, unread: Unread): IntervalQuery {
	const told = Array.isArray(payload.quantiles) ? payload.quantiles.map(Number) : [];
	if (told.length === 0 || told.some((quantile) => !Number.isInteger(quantile))) {
		unread.note(`'quantiles' in ${PASTED} is no list of whole numbers`);
	}
	return {
		first: eventIn(payload.first_event, `'first_event' in ${PASTED}`, unread),
		second: eventIn(payload.second_event, `'second_event' in ${PASTED}`, unread),
		unit: unitIn(payload, unread),
		quantiles: [...new Set(told)].sort((a, b) => a - b),
		groupBy: groupsIn(payload),
		filter: filterIn(payload, 'filter', PASTED, unread),
	};
}
