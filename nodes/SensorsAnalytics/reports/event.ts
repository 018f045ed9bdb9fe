import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { isObject } from '../../../credentials/http/json';
import { BOUNDS } from '../params/bounds';
import { filterFields, readQueryFilter } from '../params/filter';
import { eventOfShortNames, groupByList, readGroupByList } from '../params/group';
import { COMPARISONS, readCompared, readRange } from '../params/json/dates';
import type { Defined, Definition, ReadContext } from '../params/json/definition';
import {
	MEASURE_SCHEMA,
	readGroups,
	readMeasuresJson,
	readQueryFilterJson,
} from '../params/json/measures';
import type { Word } from '../params/json/read';
import {
	COUNT,
	FILTER_SCHEMA,
	GROUPS_SCHEMA,
	keysOf,
	listed,
	listOf,
	oneOf,
	plain,
	RANGE_SCHEMA,
	readCount,
	readKeys,
	readText,
	readWord,
	TEXT,
} from '../params/json/read';
import { measuresField, readMeasures, withOneMeasure } from '../params/measure';
import { readDate, readDateTime } from '../params/range';
import type { ReadField } from '../params/read';
import { OTHER_CHOICE, readChoice, rowsOf, textOf } from '../params/read';
import type { Unread } from '../paste/payload';
import { filterIn, isSet, measureIn, PASTED, payloadFormatOf, WHOLE_RANGE } from '../paste/payload';
import type { ReportColumns } from '../query/columns';
import { listColumns, nameColumns } from '../query/columns';
import type { Slices } from '../query/entities';
import { asText } from '../query/json';
import type { EventQuery, GroupBy, Measure } from '../query/query';
import { fromExpression, TOTAL } from '../query/query';
import type { Ordering } from '../table/order';
import { dateField, isFilled } from './slices';

/** The query, when it is built from fields, in the order in which a person thinks of it. */
export const queryFields: INodeProperties[] = [
	measuresField(),
	groupByList,
	...filterFields,
	{
		displayName: 'Unit',
		name: 'unit',
		type: 'options',
		default: 'day',
		options: [
			{ name: 'Hour', value: 'hour' },
			{ name: 'Day', value: 'day' },
			{ name: 'Week', value: 'week' },
			{ name: 'Month', value: 'month' },
			{ name: 'None (One Total per Group)', value: TOTAL },
			{
				name: 'Other…',
				value: OTHER_CHOICE,
				description: 'Type the name of a unit that is not listed',
			},
		],
		description: 'One row per hour, day, week or month; total gives one for all of them',
	},
	{
		displayName: 'Unit Name',
		name: 'otherUnit',
		type: 'string',
		default: '',
		placeholder: 'e.g. minute',
		displayOptions: { show: { unit: [OTHER_CHOICE] } },
		description: 'Name of the unit in the words of the service',
	},
];

/**
 * Reads the form of Get Event Report into the neutral query.
 * @throws UserError that names the field as the form shows it
 */
export function readEventQuery(field: ReadField): EventQuery {
	const measures = readMeasures(field('measures'));
	const event = eventOfShortNames(measures);
	return {
		measures,
		groupBy: readGroupByList(field('groupBy'), event),
		filter: readQueryFilter(field, event),
		unit: readChoice(field('unit'), field('otherUnit'), "'Unit'", "'Unit Name'"),
	};
}

/** Of all reports with measures. */
export const KEYS = {
	measures: ['measure', 'metrics'],
	group_by: ['group', 'breakdown', 'dimensions'],
	filter: ['filters', 'where'],
	unit: ['interval', 'granularity', 'time unit'],
	range: ['date range', 'dates', 'time range'],
	compare: ['compare with', 'comparison'],
	order_by: ['sort by', 'sort'],
	order: ['order direction', 'direction'],
	top: ['top groups'],
};
/** In the order of the documentation. */
export const UNITS: readonly Word[] = [
	{ word: 'hour', value: 'hour', also: ['hourly', 'hours', '小时', '时'] },
	{ word: 'day', value: 'day', also: ['daily', 'days', '天', '日'] },
	{ word: 'week', value: 'week', also: ['weekly', 'weeks', '周'] },
	{ word: 'month', value: 'month', also: ['monthly', 'months', '月'] },
	{ word: 'total', value: TOTAL, also: ['none', 'all', '合计'] },
];
const ORDERS: ReadonlyArray<Word<boolean>> = [
	{ word: 'descending', value: true, also: ['desc', '降序'] },
	{ word: 'ascending', value: false, also: ['asc', '升序'] },
];

const EXAMPLE =
	'{"measures": [{"event": "PayOrder", "aggregate": "sum", "property": "amount", "name": "revenue"}], "group_by": ["city"], "filter": {"channel": ["app", "web"], "amount": {">=": 100} }, "unit": "day", "range": "last 7 days", "compare": "previous_period", "order_by": "revenue", "top": 5}';

/** Of the keys above. */
export const MEASURED_SCHEMA = {
	measures: listOf(MEASURE_SCHEMA),
	group_by: GROUPS_SCHEMA,
	filter: FILTER_SCHEMA,
	unit: oneOf(UNITS),
	range: RANGE_SCHEMA,
	compare: { examples: COMPARISONS.slice(0, 4).map(({ word }) => word) },
	order_by: TEXT,
	order: oneOf(ORDERS),
	top: COUNT,
};

export const eventJson: Definition<EventQuery> = {
	example: EXAMPLE,
	short: '{"measures": ["PayOrder"], "group_by": ["city"], "range": "last 7 days"}',
	schema: keysOf(MEASURED_SCHEMA, ['measures', 'range']),
	read: (json, reading) => readMeasured(readKeys(json, KEYS, 'The query', EXAMPLE), reading),
};

/** @param asMeant measures as the report means them */
export function readMeasured(
	given: { [Key in keyof typeof KEYS]?: unknown },
	{ names, now }: ReadContext,
	asMeant = (measures: Measure[]) => measures,
): Defined<EventQuery> {
	const measures = asMeant(readMeasuresJson(given.measures, names));
	const shortNamesOf = eventOfShortNames(measures);
	const query = {
		measures,
		groupBy: readGroups(given.group_by, shortNamesOf, names),
		filter: readQueryFilterJson(given.filter, shortNamesOf, names),
		unit: given.unit === undefined ? 'day' : readWord(given.unit, UNITS, "'unit'"),
	};
	const range = readRange(given.range, now);
	const compared = readCompared(given.compare, now);
	const columns = nameColumns(query, compared !== undefined);
	const order = given.order === undefined ? true : readWord(given.order, ORDERS, "'order'");
	const top =
		given.top === undefined ? undefined : readCount(given.top, "'top'", BOUNDS.topGroups[1]);
	const by =
		given.order_by === undefined
			? top === undefined
				? undefined
				: columns.measures[0]?.key
			: readOrderBy(given.order_by, given, columns, names.areFinal);
	const ordering: Ordering | undefined =
		by === undefined && top === undefined ? undefined : { by, isDescending: order, top };
	return { query, range, compared, ordering };
}

/** The key of the column that is meant: by its own name, or by what the query calls it. */
function readOrderBy(
	typed: unknown,
	given: { measures?: unknown; group_by?: unknown },
	columns: ReportColumns,
	areFinal: boolean,
): string | undefined {
	const text = readText(typed, "'order_by'", '"revenue", a name of a measure or group');
	const own = listColumns(columns).filter(({ role }) => role !== 'date');
	const keyed = own.find(({ key }) => key === text);
	if (keyed) return keyed.key;
	const calls = [
		...columns.measures.map(({ key }, index) => ({
			key,
			words: wordsOf(listed(given.measures)[index], ['event', 'name', 'property']),
		})),
		...columns.groups.map(({ key }, index) => ({
			key,
			words: wordsOf(listed(given.group_by)[index], ['property']),
		})),
	];
	const wanted = plain(text);
	const found = calls.filter(({ key, words }) =>
		[key, ...words].some((word) => plain(word) === wanted),
	);
	if (found.length === 1) return found[0]?.key;
	// Names may be others when the project's are known.
	if (!areFinal) return undefined;
	const fault = found.length > 1 ? `can mean several columns` : 'names no column';
	throw new UserError(
		`'order_by' ${fault}: '${text}'. The columns are ${own.map(({ key }) => key).join(', ')}`,
	);
}

/** What a part of the query is called in it. */
function wordsOf(part: unknown, keys: readonly string[]): string[] {
	if (!isObject(part)) return [asText(part)];
	return keys.flatMap((key) => (typeof part[key] === 'string' ? [part[key]] : []));
}

/** The payload of an event report (docs/service.md, "Event report"). */
export const eventPayload = payloadFormatOf(readEventReport, {
	path: 'events/report',
	takesWholeRange: true,
	example: 'e.g. {"measures":[{"event_name":"PayOrder","aggregator":"general"}],"unit":"day",…}',
	savedAs: /segmentation/i,
	isOwn: ({ measures }) => Array.isArray(measures) && measures.some(hasEvents),
});

/**
 * @param path of the call to copy, for errors
 * @throws UserError that names the key which is missing or wrong
 */
export function readEventReport(
	payload: JsonObject,
	unread: Unread,
	path = '/api/events/report',
): EventQuery {
	const { measures, by_fields: fields = [] } = payload;
	if (!Array.isArray(measures) || measures.length === 0) {
		throw new UserError(
			`The pasted JSON has no 'measures'. Copy the request payload of the call to ${path} from the browser's network panel`,
		);
	}
	if (!Array.isArray(fields)) throw new UserError(`'by_fields' in ${PASTED} is not a list`);
	return {
		measures: measures.map((measure, index) =>
			measureIn(measure, `Measure ${index + 1} in ${PASTED}`, unread),
		),
		groupBy: fields.map((field) => readGroup(asText(field), payload.bucket_params, unread)),
		filter: filterIn(payload, 'filter', PASTED, unread),
		unit: isSet(payload, WHOLE_RANGE)
			? TOTAL
			: typeof payload.unit === 'string'
				? payload.unit
				: '',
	};
}

function hasEvents(measure: unknown): boolean {
	return isObject(measure) && ('event_name' in measure || 'expression' in measure);
}

function readGroup(field: string, bucketParams: unknown, unread: Unread): GroupBy {
	const limits = isObject(bucketParams) ? bucketParams[field] : undefined;
	const property = fromExpression(field);
	if (!Array.isArray(limits) || limits.length === 0) return { property };
	const buckets = limits.map(Number);
	if (buckets.every(Number.isFinite)) return { property, buckets };
	unread.note(`'bucket_params' in ${PASTED} has limits that are no numbers`);
	return { property };
}

/** Units whose points in time have a time of day. */
const WITH_TIME = ['hour', 'minute', 'second'];

const valueField: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Beijing',
	description: "Which group's users: letter for letter as in the report's rows",
};

/** One measure, and each group with its value. */
export const cellFields = (fields: readonly INodeProperties[]): INodeProperties[] =>
	withOneMeasure(fields, 'The number whose users to list: an event and how to count it').map(
		(field): INodeProperties => {
			if (field.name !== 'groupBy') return field;
			const options = (field.options ?? []).map((option) =>
				'values' in option ? { ...option, values: [...option.values, valueField] } : option,
			);
			return { ...field, options: options as INodeProperties['options'] };
		},
	);

export const eventSliceFields: INodeProperties[] = [dateField];

/** The date and the groups of an event report. @throws UserError that names the field */
export function readEventSlice(
	field: ReadField,
	{ measures, unit }: EventQuery,
	timeZone: string,
): Slices['event'] {
	if (measures.length > 1 || measures.some(({ kind }) => kind === 'formula')) {
		throw new UserError(
			"'Measure' must be one event: a list of users is of one number, and of no formula. Keep the one whose users you want",
		);
	}
	const groups = rowsOf<{ value?: unknown }>(field('groupBy'), 'group').map(({ value }, index) => {
		const text = textOf(value);
		if (text !== '') return text;
		throw new UserError(
			`'Value' of group ${index + 1} in 'Group By' is empty. Enter the value of the group, or remove the group for the users of all; for users without a value use 'Filter' with Has No Value`,
		);
	});
	if (!isFilled(field('sliceDate'))) return { groups };
	if (unit === TOTAL) {
		throw new UserError(
			"'Of Date' has a value, but with 'Unit' None there are no dates. Empty 'Of Date', or choose a unit",
		);
	}
	const date = hasTime(unit)
		? readDateTime(field('sliceDate'), 'Of Date', timeZone)
		: `${readDate(field('sliceDate'), 'Of Date', timeZone)} 00:00:00`;
	return { date, groups };
}

/** Whether the unit's points in time have a time of day. */
export function hasTime(unit: string): boolean {
	return WITH_TIME.includes(unit);
}
