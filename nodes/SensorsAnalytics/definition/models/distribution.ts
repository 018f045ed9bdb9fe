import { UserError } from 'n8n-workflow';

import type { DistributionQuery } from '../../query/modelQueries';
import { COHORT_UNITS, FILTER, GROUP_BY, RANGE, readGroup, readUnit, UNIT } from '../cohorts';
import { readRange } from '../dates';
import type { Definition, Reading } from '../defined';
import { readKeys } from '../keys';
import { readAscending, readEvent, readNamed, readQueryFilter } from '../measures';
import { FILTER_SCHEMA, GROUP_SCHEMA, keysOf, NUMBERS, oneOf, RANGE_SCHEMA, TEXT } from '../schema';
import { readWord, type Word } from '../words';

const KEYS = {
	event: ['event name'],
	of: ['distribution of'],
	property: ['field'],
	unit: UNIT,
	buckets: ['bounds', 'limits'],
	group_by: GROUP_BY,
	filter: FILTER,
	range: RANGE,
};
const EXAMPLE =
	'{"event": "PayOrder", "of": "times", "unit": "week", "buckets": [2, 5, 10], "range": "last month"}';
/** In the order of the documentation. */
export const OF: ReadonlyArray<Word<'times' | 'periods' | 'sum'>> = [
	{ word: 'times', value: 'times', also: ['events', 'count', '次数'] },
	{ word: 'periods', value: 'periods', also: ['days', 'hours', '天数', '小时数'] },
	{ word: 'sum', value: 'sum', also: ['总和', '合计'] },
];

export const distribution: Definition<DistributionQuery> = {
	example: EXAMPLE,
	short: '{"event": "PayOrder", "range": "last week"}',
	schema: keysOf(
		{
			event: TEXT,
			of: oneOf(OF),
			property: TEXT,
			unit: oneOf(COHORT_UNITS),
			buckets: NUMBERS,
			group_by: GROUP_SCHEMA,
			filter: FILTER_SCHEMA,
			range: RANGE_SCHEMA,
		},
		['event', 'range'],
	),
	read(json, reading) {
		const { names, now } = reading;
		const given = readKeys(json, KEYS, 'The query', EXAMPLE);
		const event = readEvent(given.event, names, "'event'");
		const query: DistributionQuery = {
			event,
			unit: readUnit(given.unit),
			of: readOf(given, event, reading),
			buckets: readAscending(given.buckets, "'buckets'"),
			groupBy: readGroup(given.group_by, event, names),
			filter: readQueryFilter(given.filter, event, names),
		};
		return { query, range: readRange(given.range, now) };
	},
};

function readOf(
	given: { of?: unknown; property?: unknown },
	event: string,
	{ names }: Reading,
): DistributionQuery['of'] {
	const of = given.of === undefined ? 'times' : readWord(given.of, OF, "'of'");
	if (of === 'sum') {
		const { property } = readNamed(given.property, event, names, "'property'", 'number');
		return { aggregator: 'sum', property };
	}
	if (given.property === undefined) return of;
	throw new UserError(`'property' is for "of": "sum" only. Leave it out, or write "of": "sum"`);
}
