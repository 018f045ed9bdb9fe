import { type INodeProperties, UserError } from 'n8n-workflow';

import { isObject, type JsonObject } from '../../../credentials/http/json';
import { eventNameParam, readPropertyJson, unitParam } from '../params/event';
import { filterParam } from '../params/filter';
import { groupParam } from '../params/group';
import { choiceParam, isNothing, keyOf, numbersParam, type Param, TEXT } from '../params/param';
import { pickField, readProperty } from '../params/property';
import { readWholeDay } from '../params/range';
import { type ReadField, readInteger, textOf } from '../params/read';
import { showWhen } from '../params/show';
import {
	GROUPED_KEYS,
	groupsAndFilterIn,
	known,
	PASTED,
	payloadFormatOf,
	unitIn,
	type Unread,
	wholeIn,
} from '../paste/payload';
import type { Slices } from '../query/entities';
import { textIn } from '../query/json';
import { type DistributionQuery, fromExpression, type Property } from '../query/query';
import {
	sliceDateField,
	FOLLOWED,
	groupField,
	isFilled,
	isLimited,
	readCellGroup,
	type PageReport,
	FIRST_FIND,
} from './report';

const countedParam = eventNameParam({
	displayName: 'Event Name',
	name: 'eventName',
	key: 'event',
	also: ['event name'],
});
const of = choiceParam({
	displayName: 'Distribution Of',
	name: 'distributionOf',
	key: 'of',
	also: ['distribution of'],
	choices: [
		{
			name: 'Number of Events',
			value: 'times',
			also: ['events', 'count', '次数'],
		},
		{
			name: 'Number of Active Hours or Days',
			value: 'periods',
			also: ['days', 'hours', '天数', '小时数'],
			description:
				'Counts the hours of a day, or the days of a week or month, in which the user was active',
		},
		{ name: 'Sum of a Property per User', value: 'sum', also: ['总和', '合计'] },
	],
	preset: 'times',
	isFixed: true,
});
const PROPERTY = { displayName: 'Property', name: 'property', key: 'property', also: ['field'] };
const summedParam: Param<Property | undefined, [event: string, of: 'times' | 'periods' | 'sum']> = {
	...keyOf(PROPERTY),
	fields: showWhen({ distributionOf: ['sum'] }, [
		pickField({
			displayName: PROPERTY.displayName,
			description:
				'Numeric property to aggregate. Enter a short name (amount) or a full name (event.PayOrder.amount).',
			name: PROPERTY.name,
			list: 'searchNumberProperties',
			placeholder: 'e.g. amount or event.PayOrder.amount',
			required: true,
		}),
	]),
	schema: TEXT,
	read(source, event, of) {
		const [label, input] = [source.label(PROPERTY), source.value(PROPERTY)];
		if (of === 'sum') {
			return source.isForm
				? readProperty(textOf(input), event, label)
				: readPropertyJson(input, event, source.names, label, 'number').property;
		}
		if (source.isForm || isNothing(input)) return undefined;
		throw new UserError(`${label} requires "of": "sum". Remove ${label}, or write "of": "sum"`);
	},
};
// Most users do something once a day at most.
const periodUnit = unitParam('Counts users per day, week, or month', 'week');
const buckets = numbersParam({
	displayName: 'Buckets',
	name: 'buckets',
	key: 'buckets',
	also: ['bounds', 'limits'],
	placeholder: 'e.g. 2, 5, 10',
	description:
		'Bucket boundaries in ascending order. Leave empty to let Sensors Analytics choose them.',
});

export const distributionReport: PageReport<'distribution'> = {
	...FOLLOWED,
	name: 'distribution',
	option: {
		name: 'Get Distribution Report',
		value: 'getDistributionReport',
		action: 'Get distribution report',
		description: 'Get the number of users who performed an event once, twice, or more',
	},
	toolText: `Returns how many users performed an event once, twice, or more, or how many reached a given total amount. Use it for frequency, such as one, two, or more orders. ${FIRST_FIND} Example: PayOrder by week with the bucket boundaries 2, 3 answers 'How many customers ordered twice?'`,
	params: [countedParam, of, summedParam, periodUnit, buckets, groupParam, filterParam],
	// Users are counted per week.
	firstRange: 'lastWeek',
	example:
		'{"event": "PayOrder", "of": "times", "unit": "week", "buckets": [2, 5, 10], "range": "last month"}',
	short: '{"event": "PayOrder", "range": "last week"}',
	read(source) {
		const name = countedParam.read(source);
		const what = of.read(source);
		const added = summedParam.read(source, name, what);
		return {
			event: name,
			unit: periodUnit.read(source),
			of: what === 'sum' ? { aggregator: 'sum', property: added } : what,
			buckets: buckets.read(source),
			groupBy: groupParam.read(source, name),
			filter: filterParam.read(source, name),
		};
	},
	payload: payloadFormatOf(readDistribution, {
		takesWholeRange: true,
		keys: {
			...GROUPED_KEYS,
			...known('event_name', 'measure_type', 'result_bucket_param', 'result_bucket_params'),
			// Measures of the users in a bucket, which no row shows.
			addition_measures: true,
			measure: known('event_name', 'aggregator', 'field', 'name'),
		},
		savedAs: /addiction|distribution/i,
		isOwn: (payload) => 'measure_type' in payload || 'result_bucket_param' in payload,
	}),
};

function readDistribution(payload: JsonObject, unread: Unread): DistributionQuery {
	const event = textIn(payload, 'event_name');
	if (event === undefined) unread.note(`'event_name' in ${PASTED} is empty`);
	return {
		event: event ?? '',
		unit: unitIn(payload, unread),
		of: whatIn(payload, unread),
		buckets: bucketsIn(payload, unread),
		...wholeIn(payload),
		...groupsAndFilterIn(payload, unread),
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

/** Reads the buckets; newer payloads have another key (docs/service.md, "OpenAPI"). */
function bucketsIn(payload: JsonObject, unread: Unread): number[] {
	const limits = payload.result_bucket_param ?? payload.result_bucket_params;
	if (limits === undefined || limits === null) return [];
	const numbers = Array.isArray(limits) ? limits.map(Number) : [NaN];
	if (numbers.every(Number.isFinite)) return numbers;
	unread.note(`'result_bucket_param' in ${PASTED} isn't a list of numbers`);
	return [];
}

/** Range of 32-bit integers. */
const LIMIT = 2 ** 31;

export const distributionSliceFields: INodeProperties[] = [
	{
		...sliceDateField,
		description:
			"Date: the value of 'date' in the report row. If the report has a group, leave this empty.",
	},
	{
		displayName: 'Bucket From',
		name: 'sliceFrom',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 3',
		description: "Start of the bucket: the value of 'bucket_from' in the report row",
	},
	{
		displayName: 'Bucket To',
		name: 'sliceTo',
		type: 'string',
		default: '',
		placeholder: 'e.g. 5',
		description:
			"End of the bucket (exclusive): the value of 'bucket_to' in the report row. If empty, the bucket has no upper limit.",
	},
	groupField,
];

export function readDistributionSlice(
	field: ReadField,
	{ groupBy }: DistributionQuery,
	timeZone: string,
): Slices['distribution'] {
	const from = readInteger(field('sliceFrom'), "'Bucket From'", -LIMIT, LIMIT - 1);
	const to = isLimited(field('sliceTo'), "'Bucket To'")
		? readInteger(field('sliceTo'), "'Bucket To'", from + 1, LIMIT - 1)
		: undefined;
	const bucket = { from, ...(to === undefined ? {} : { to }) };
	const { group } = readCellGroup(field, groupBy);
	if (group === undefined) {
		return { date: readWholeDay(field('sliceDate'), "'Date'", timeZone), ...bucket };
	}
	if (!isFilled(field('sliceDate'))) return { group, ...bucket };
	throw new UserError(
		"'Date' has a value, but a distribution with 'Group By' has no dates. Clear 'Date', or set the date range of the report to that day",
	);
}
