import { MAX_DURATION } from '../../form/models/retention';
import type { RetentionQuery } from '../../query/modelQueries';
import { COHORT_UNITS, FILTER, GROUP_BY, RANGE, readGroup, readUnit, UNIT } from '../cohorts';
import { readRange } from '../dates';
import type { Definition } from '../defined';
import { readCount, readKeys } from '../keys';
import { readFilteredEvent, readQueryFilter } from '../measures';
import {
	COUNT,
	FILTER_SCHEMA,
	GROUP_SCHEMA,
	keysOf,
	oneOf,
	RANGE_SCHEMA,
	STEP_SCHEMA,
} from '../schema';
import { readWord, type Word } from '../words';

const KEYS = {
	first: ['first event', 'start'],
	returning: ['returning event', 'second', 'return event'],
	unit: UNIT,
	periods: ['number of periods', 'duration'],
	count: ['count of'],
	group_by: GROUP_BY,
	filter: FILTER,
	range: RANGE,
};
const EXAMPLE =
	'{"first": "SignUp", "returning": "PayOrder", "unit": "day", "periods": 7, "range": "last month"}';
/** In the order of the documentation. */
export const COUNTS: ReadonlyArray<Word<boolean>> = [
	{ word: 'returned', value: false, also: ['retained', '留存'] },
	{ word: 'churned', value: true, also: ['lost', '流失'] },
];

export const retention: Definition<RetentionQuery> = {
	example: EXAMPLE,
	short: '{"first": "SignUp", "returning": "PayOrder", "range": "last month"}',
	schema: keysOf(
		{
			first: STEP_SCHEMA,
			returning: STEP_SCHEMA,
			unit: oneOf(COHORT_UNITS),
			periods: COUNT,
			count: oneOf(COUNTS),
			group_by: GROUP_SCHEMA,
			filter: FILTER_SCHEMA,
			range: RANGE_SCHEMA,
		},
		['first', 'returning', 'range'],
	),
	read(json, { names, now }) {
		const given = readKeys(json, KEYS, 'The query', EXAMPLE);
		const first = readFilteredEvent(given.first, names, "'first'");
		const unit = readUnit(given.unit);
		const query: RetentionQuery = {
			first,
			second: readFilteredEvent(given.returning, names, "'returning'"),
			unit,
			duration:
				given.periods === undefined ? 7 : readCount(given.periods, "'periods'", MAX_DURATION[unit]),
			isChurn: given.count !== undefined && readWord(given.count, COUNTS, "'count'"),
			mayEndLater: true,
			groupBy: readGroup(given.group_by, first.event, names),
			filter: readQueryFilter(given.filter, first.event, names),
		};
		return { query, range: readRange(given.range, now) };
	},
};
