import { UserError } from 'n8n-workflow';

import { MAX_DURATION } from '../../form/models/ltv';
import { ANY_EVENT, type EventMeasure } from '../../query/eventQuery';
import type { LtvQuery } from '../../query/modelQueries';
import { COHORT_UNITS, FILTER, GROUP_BY, RANGE, readGroup, readUnit, UNIT } from '../cohorts';
import { readRange } from '../dates';
import type { Definition, Reading } from '../defined';
import { readCount, readKeys } from '../keys';
import { readFilteredEvent, readMeasure, readQueryFilter, VALUE_SCHEMA } from '../measures';
import {
	COUNT,
	FILTER_SCHEMA,
	GROUP_SCHEMA,
	keysOf,
	oneOf,
	RANGE_SCHEMA,
	STEP_SCHEMA,
} from '../schema';

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

export const ltv: Definition<LtvQuery> = {
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
		const start = readFilteredEvent(given.start, names, "'start'");
		const query: LtvQuery = {
			start,
			value: readValue(given.value, reading),
			unit: readUnit(given.unit),
			duration:
				given.periods === undefined ? 7 : readCount(given.periods, "'periods'", MAX_DURATION),
			groupBy: readGroup(given.group_by, start.event, names),
			filter: readQueryFilter(given.filter, ANY_EVENT, names),
		};
		return { query, range: readRange(given.range, now) };
	},
};

/** Per user, of events or of a sum. */
function readValue(value: unknown, { names }: Reading): EventMeasure {
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
