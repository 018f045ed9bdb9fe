import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { isObject } from '../../../credentials/http/json';
import { readEvent, readUnit, unitField } from '../params/event';
import { filterFields } from '../params/filter';
import { groupByOne, readGroupByOne } from '../params/group';
import { readRange } from '../params/json/dates';
import type { Definition, ReadContext } from '../params/json/definition';
import {
	COHORT_UNITS,
	FILTER,
	GROUP_BY,
	RANGE,
	readAscendingJson,
	readEventJson,
	readGroupJson,
	readNamed,
	readQueryFilterJson,
	readUnitJson,
	UNIT,
} from '../params/json/measures';
import type { Word } from '../params/json/read';
import {
	FILTER_SCHEMA,
	GROUP_SCHEMA,
	keysOf,
	NUMBERS,
	oneOf,
	RANGE_SCHEMA,
	readKeys,
	readWord,
	TEXT,
} from '../params/json/read';
import { eventField, pickField, readProperty } from '../params/property';
import { readDate } from '../params/range';
import type { ReadField } from '../params/read';
import { readAscending, readOneOf, readWhole, textOf } from '../params/read';
import { showWhen } from '../params/show';
import type { Unread } from '../paste/payload';
import { filterIn, groupsIn, PASTED, payloadFormatOf, unitIn, wholeIn } from '../paste/payload';
import type { Slices } from '../query/entities';
import { textIn } from '../query/json';
import type { DistributionQuery, Filter } from '../query/query';
import { fromExpression } from '../query/query';
import { dateField, groupField, isFilled, readCellGroup } from './slices';

export const distributionFields: INodeProperties[] = [
	eventField('Event Name', 'eventName'),
	{
		displayName: 'Distribution Of',
		name: 'distributionOf',
		type: 'options',
		default: 'times',
		options: [
			{ name: 'How Often Users Did It', value: 'times' },
			{
				name: 'On How Many Hours or Days They Did It',
				value: 'periods',
				description: 'Hours of a day; days of a week or month',
			},
			{ name: 'Sum of a Property per User', value: 'sum' },
		],
	},
	...showWhen({ distributionOf: ['sum'] }, [
		pickField({
			displayName: 'Property',
			description: 'Number to add up or compare: short (amount) or whole (event.PayOrder.amount)',
			name: 'property',
			list: 'searchNumberProperties',
			placeholder: 'e.g. amount or event.PayOrder.amount',
			required: true,
		}),
	]),
	unitField('Users are counted per day, week or month'),
	{
		displayName: 'Buckets',
		name: 'buckets',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2, 5, 10',
		description:
			'Limits between the buckets, in ascending order. The service chooses them if empty.',
	},
	groupByOne,
	...filterFields,
];

/** @throws UserError that names the field */
export function readDistributionQuery(
	field: ReadField,
	readFilter: (event: string) => Filter | undefined,
): DistributionQuery {
	const event = readEvent(field('eventName'), "'Event Name'");
	return {
		event,
		unit: readUnit(field('unit')),
		of: readWhat(field, event),
		buckets: readAscending(field('buckets'), "'Buckets'"),
		groupBy: readGroupByOne(field('groupByField'), event),
		filter: readFilter(event),
	};
}

function readWhat(field: ReadField, event: string): DistributionQuery['of'] {
	const choices = ['times', 'periods', 'sum'] as const;
	const what = readOneOf(field('distributionOf'), choices, "'Distribution Of'");
	if (what !== 'sum') return what;
	const property = readProperty(textOf(field('property')), event, "'Property'");
	return { aggregator: 'sum', property };
}

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

export const distributionJson: Definition<DistributionQuery> = {
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
		const event = readEventJson(given.event, names, "'event'");
		const query: DistributionQuery = {
			event,
			unit: readUnitJson(given.unit),
			of: readOf(given, event, reading),
			buckets: readAscendingJson(given.buckets, "'buckets'"),
			groupBy: readGroupJson(given.group_by, event, names),
			filter: readQueryFilterJson(given.filter, event, names),
		};
		return { query, range: readRange(given.range, now) };
	},
};

function readOf(
	given: { of?: unknown; property?: unknown },
	event: string,
	{ names }: ReadContext,
): DistributionQuery['of'] {
	const of = given.of === undefined ? 'times' : readWord(given.of, OF, "'of'");
	if (of === 'sum') {
		const { property } = readNamed(given.property, event, names, "'property'", 'number');
		return { aggregator: 'sum', property };
	}
	if (given.property === undefined) return of;
	throw new UserError(`'property' is for "of": "sum" only. Leave it out, or write "of": "sum"`);
}

/** The payload of a distribution report (docs/service.md, "Distribution"). */
export const distributionPayload = payloadFormatOf(readDistribution, {
	path: 'addictions/report',
	takesWholeRange: true,
	savedAs: /addiction|distribution/i,
	isOwn: (payload) => 'measure_type' in payload || 'result_bucket_param' in payload,
});

function readDistribution(payload: JsonObject, unread: Unread): DistributionQuery {
	const event = textIn(payload, 'event_name');
	if (event === undefined) unread.note(`'event_name' in ${PASTED} is empty`);
	return {
		event: event ?? '',
		unit: unitIn(payload, unread),
		of: whatIn(payload, unread),
		buckets: bucketsIn(payload, unread),
		...wholeIn(payload),
		groupBy: groupsIn(payload),
		filter: filterIn(payload, 'filter', PASTED, unread),
	};
}

function whatIn(payload: JsonObject, unread: Unread): DistributionQuery['of'] {
	const { measure } = payload;
	if (isObject(measure)) {
		const aggregator = textIn(measure, 'aggregator');
		const field = textIn(measure, 'field');
		if (aggregator === undefined) unread.note(`'measure' in ${PASTED} has no 'aggregator'`);
		else return { aggregator, ...(field ? { property: fromExpression(field) } : {}) };
	}
	return payload.measure_type === 'period' ? 'periods' : 'times';
}

/** Newer payloads have another key (docs/service.md, "OpenAPI"). */
function bucketsIn(payload: JsonObject, unread: Unread): number[] {
	const limits = payload.result_bucket_param ?? payload.result_bucket_params;
	if (limits === undefined || limits === null) return [];
	const numbers = Array.isArray(limits) ? limits.map(Number) : [NaN];
	if (numbers.every(Number.isFinite)) return numbers;
	unread.note(`'result_bucket_param' in ${PASTED} is no list of numbers`);
	return [];
}

/** Numbers of 32 bits. */
const LIMIT = 2 ** 31;

export const distributionSliceFields: INodeProperties[] = [
	dateField,
	{
		displayName: 'Bucket From',
		name: 'sliceFrom',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 3',
		description: "Where the bucket begins: 'bucket_from' in the rows of the report",
	},
	{
		displayName: 'Bucket To',
		name: 'sliceTo',
		type: 'string',
		default: '',
		placeholder: 'e.g. 5',
		description:
			"Where it ends, below this number: 'bucket_to' in the rows of the report; no end if empty",
	},
	groupField,
];

/** The bucket of a distribution, of a date or a group. @throws UserError that names the field */
export function readDistributionSlice(
	field: ReadField,
	{ groupBy }: DistributionQuery,
	timeZone: string,
): Slices['distribution'] {
	const from = readWhole(field('sliceFrom'), "'Bucket From'", -LIMIT, LIMIT - 1);
	const to = isFilled(field('sliceTo'))
		? readWhole(field('sliceTo'), "'Bucket To'", from + 1, LIMIT - 1)
		: undefined;
	const bucket = { from, ...(to === undefined ? {} : { to }) };
	const { group } = readCellGroup(field, groupBy);
	if (group === undefined) {
		return { date: readDate(field('sliceDate'), 'Of Date', timeZone), ...bucket };
	}
	if (!isFilled(field('sliceDate'))) return { group, ...bucket };
	throw new UserError(
		"'Of Date' has a value, but a distribution with 'Group By' has no dates: its rows are of the whole range. Empty 'Of Date', or set the dates of the report to that day",
	);
}
