import { type INodeProperties, type INodePropertyCollection, UserError } from 'n8n-workflow';

import { isObject, type JsonObject } from '../../../credentials/http/json';
import { UNIT_CHOICES } from '../params/event';
import { filterParam } from '../params/filter';
import { eventOfMeasures, groupsParam, withoutTop } from '../params/group';
import { measuresParam } from '../params/measure';
import {
	fieldOf,
	keyOf,
	oneOf,
	optionsOf,
	type Param,
	type ParamChoice,
	type ParamParts,
	type ParamSource,
	wordsOfChoices,
} from '../params/param';
import { readWholeDay, readDateTime } from '../params/range';
import {
	exactText,
	OTHER_CHOICE,
	readChoice,
	type ReadField,
	rowsOf,
	textOf,
} from '../params/read';
import { usualParam } from '../params/usual';
import { meaningsOf, readWord, type Word } from '../params/words';
import {
	FILTER_KEYS,
	filterIn,
	isSet,
	type Known,
	known,
	MEASURE_KEYS,
	measureIn,
	PASTED,
	payloadFormatOf,
	type Unread,
	WHOLE_RANGE,
} from '../paste/payload';
import { hasTime } from '../query/columns';
import type { Slices } from '../query/entities';
import { asText } from '../query/json';
import {
	type EventQuery,
	type Fold,
	fromExpression,
	type GroupBy,
	TOTAL,
	type Unit,
} from '../query/query';
import { sliceDateField, isFilled, isLimited, type PageReport, SERIES, FIRST_FIND } from './report';

const UNIT = { displayName: 'Unit', name: 'unit', key: 'unit' };
const UNITS: ReadonlyArray<ParamChoice<string>> = [
	{
		name: 'Hour',
		value: 'hour',
		also: ['hourly', 'hours', '小时', '时'],
		description: 'For date ranges of up to 4 years, or 2 years with a comparison',
	},
	...UNIT_CHOICES,
	{ name: 'None (One Total per Group)', value: TOTAL, also: ['none', 'all', '合计'] },
];
const UNIT_WORDS = wordsOfChoices(UNITS);
/** Keys by which points in time are added up for AI agents. */
const FOLDS: ReadonlyArray<ParamChoice<Fold> & { of: Unit }> = [
	{ name: 'Weekday', value: 'weekday', of: 'day', also: ['day of week', 'dayofweek', '星期'] },
	{ name: 'Hour of Day', value: 'hour_of_day', of: 'hour', also: ['hourofday', '时段'] },
];
const JSON_UNITS: ReadonlyArray<Word<string>> = [...UNIT_WORDS, ...wordsOfChoices(FOLDS)];
/** Unit of the rows; the service may know others, which the form accepts. */
const unitOf = (words: ReadonlyArray<Word<string>>): Param<string> => ({
	...keyOf({ ...UNIT, also: ['interval', 'granularity', 'time unit'] }),
	fields: [
		fieldOf(UNIT, {
			type: 'options',
			default: 'day',
			options: [
				...optionsOf(UNITS),
				{
					name: 'Other…',
					value: OTHER_CHOICE,
					description: "Enter the API name of a unit that isn't listed",
				},
			],
			description:
				'Return one row per hour, day, week, or month. To return one row for the whole date range, select None.',
		}),
		{
			displayName: 'Unit Name',
			name: 'otherUnit',
			type: 'string',
			default: '',
			placeholder: 'e.g. minute',
			displayOptions: { show: { unit: [OTHER_CHOICE] } },
			description: 'Name of the unit in the Sensors Analytics API',
		},
	],
	schema: oneOf(words),
	words,
	read(source) {
		const label = source.label(UNIT);
		const input = source.value(UNIT, 'day');
		if (!source.isForm) return readWord(input, words, label);
		const chosen = readChoice(input, source.field('otherUnit'), label, "'Unit Name'");
		return meaningsOf(chosen, UNIT_WORDS)[0]?.value ?? chosen;
	},
});

/** @param isOfSessions whether they count sessions */
export function measuredParams(isOfSessions = false): {
	params: ParamParts[];
	read(source: ParamSource): EventQuery;
} {
	const measuresOfReport = measuresParam(isOfSessions);
	// Sessions of several days can't be added up.
	const unit = unitOf(isOfSessions ? UNIT_WORDS : JSON_UNITS);
	return {
		params: [measuresOfReport, groupsParam, filterParam, unit],
		read(source) {
			const measures = measuresOfReport.read(source);
			const event = eventOfMeasures(measures);
			const requested = unit.read(source);
			const fold = source.isForm ? undefined : FOLDS.find(({ value }) => value === requested);
			return {
				measures,
				groupBy: groupsParam.read(source, event),
				filter: filterParam.read(source, event),
				unit: fold?.of ?? requested,
				...(fold ? { foldedBy: fold.value } : {}),
			};
		},
	};
}

const measured = measuredParams();

export const SERIES_KEYS: Known = {
	...known('unit', 'by_fields', 'bucket_params'),
	...{ filter: FILTER_KEYS, measures: MEASURE_KEYS },
};

export const eventReport: PageReport<'event'> = {
	...SERIES,
	name: 'event',
	option: {
		name: 'Get Event Report',
		value: 'getEventReport',
		action: 'Get event report',
		description:
			"Count events or add up property values by date and group, such as yesterday's orders by city",
	},
	toolText: `Counts events or adds up their values by date and group. Use it for how many, how much, and which group has the most: orders per day, revenue by city, active users last week. ${FIRST_FIND} Example: the sum of amount of PayOrder by city, last week, answers 'Which city earned most last week?'`,
	params: [...measured.params, usualParam],
	read: measured.read,
	example:
		'{"measures": [{"event": "PayOrder", "aggregate": "sum", "property": "amount", "name": "revenue"}], "group_by": ["city"], "filter": {"channel": ["app", "web"], "amount": {">=": 100} }, "unit": "day", "range": "last 7 days", "compare": "previous_period", "order_by": "revenue", "top": 5}',
	short: '{"measures": ["PayOrder"], "group_by": ["city"], "range": "last 7 days"}',
	payload: payloadFormatOf(readEventReport, {
		takesWholeRange: true,
		keys: SERIES_KEYS,
		savedAs: /segmentation/i,
		isOwn: ({ measures }) => Array.isArray(measures) && measures.some(hasEvents),
	}),
};

/** @param path path of the call to copy, for errors */
export function readEventReport(
	payload: JsonObject,
	unread: Unread,
	path = '/api/events/report',
): EventQuery {
	const { measures } = payload;
	const fields = payload.by_fields ?? [];
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
		groupBy: fields.map((field) => readGroup(asText(field), payload.bucket_params)),
		filter: filterIn(payload, 'filter', PASTED, unread),
		// The OpenAPI has a key of its own for it.
		unit:
			isSet(payload, WHOLE_RANGE) || isSet(payload, 'rollup')
				? TOTAL
				: typeof payload.unit === 'string'
					? payload.unit.toLowerCase()
					: '',
	};
}

function hasEvents(measure: unknown): boolean {
	return isObject(measure) && ('event_name' in measure || 'expression' in measure);
}

function readGroup(field: string, bucketParams: unknown): GroupBy {
	const limits = isObject(bucketParams) ? bucketParams[field] : undefined;
	const property = fromExpression(field);
	if (!Array.isArray(limits) || limits.length === 0) return { property };
	const buckets = limits.map(Number);
	return buckets.every(Number.isFinite) ? { property, buckets } : { property };
}

const valueField: INodeProperties = {
	displayName: 'Value',
	name: 'value',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. Beijing',
	description: "Group value, exactly as in the report's rows",
};

/** Returns the fields of a report for one of its cells: each group gets a field for its value. */
export const cellFields = (fields: readonly INodeProperties[]): INodeProperties[] =>
	fields.map((field): INodeProperties => {
		if (field.name !== 'groupBy') return field;
		const { options, ...groups } = withoutTop(field);
		const rows = (options as INodePropertyCollection[]).map((row) => ({
			...row,
			values: [...row.values, valueField],
		}));
		return { ...groups, default: {}, options: rows };
	});

export const eventSliceFields: INodeProperties[] = [sliceDateField];

export function readEventSlice(
	field: ReadField,
	{ measures, unit }: EventQuery,
	timeZone: string,
): Slices['event'] {
	if (measures.length > 1 || measures.some(({ kind }) => kind === 'formula')) {
		throw new UserError(
			"'Measures' must be one event, not a formula or several measures. Keep only the event whose users to return",
		);
	}
	const rows = rowsOf<{ field?: unknown; value?: unknown }>(field('groupBy'), 'group');
	const groups = rows.map(({ field: property, value }, index) => {
		const text = exactText(value);
		// The query has no such group.
		if (textOf(property) === '')
			throw new UserError(
				`'Property' of group ${index + 1} in 'Group By' is empty. Choose a property, or remove the group`,
			);
		if (text !== '') return text;
		throw new UserError(
			`'Value' of group ${index + 1} in 'Group By' is empty. Enter the group value. For the users of all groups, remove the group. For users without a value, use 'Filter' with Has No Value`,
		);
	});
	if (unit === TOTAL) {
		if (!isFilled(field('sliceDate'))) return { groups };
		throw new UserError(
			"'Date' has a value, but a report with 'Unit' None has no dates. Clear 'Date', or choose a unit",
		);
	}
	if (!isLimited(field('sliceDate'), "'Date'")) return { groups };
	const date = hasTime(unit)
		? readDateTime(field('sliceDate'), "'Date'", timeZone)
		: `${readWholeDay(field('sliceDate'), "'Date'", timeZone)} 00:00:00`;
	return { date, groups };
}
