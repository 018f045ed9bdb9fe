import type { INodeProperties } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { within } from '../params/bounds';
import { followedNote, readEvent, readUnit, unitField } from '../params/event';
import { filterFields } from '../params/filter';
import { groupByOne, readGroupByOne } from '../params/group';
import { readRange } from '../params/json/dates';
import type { Definition } from '../params/json/definition';
import {
	COHORT_UNITS,
	FILTER,
	GROUP_BY,
	RANGE,
	readFilteredEventJson,
	readGroupJson,
	readQueryFilterJson,
	readUnitJson,
	UNIT,
} from '../params/json/measures';
import type { Word } from '../params/json/read';
import {
	COUNT,
	FILTER_SCHEMA,
	GROUP_SCHEMA,
	keysOf,
	oneOf,
	RANGE_SCHEMA,
	readCount,
	readKeys,
	readWord,
	STEP_SCHEMA,
} from '../params/json/read';
import { eventField } from '../params/property';
import { readDate } from '../params/range';
import type { ReadField } from '../params/read';
import { readWhole } from '../params/read';
import type { Unread } from '../paste/payload';
import {
	eventIn,
	filterIn,
	groupsIn,
	isSet,
	PASTED,
	payloadFormatOf,
	unitIn,
	wholeIn,
} from '../paste/payload';
import type { Slices } from '../query/entities';
import { numberIn } from '../query/json';
import type { Filter, RetentionQuery } from '../query/query';
import { dateField, groupField, isFilled, readCellGroup } from './slices';

/** As the vendor's own client limits it (docs/service.md, "Retention"). */
export const MAX_DURATION = { day: 60, week: 45, month: 48 };

export const retentionFields: INodeProperties[] = [
	eventField(
		'Initial Event',
		'firstEvent',
		"The users who do this within the date range are followed, whether or not they have done it before. For those who do it for the first time ever, add a condition on a property that says so to 'Filter'.",
	),
	eventField('Returning Event', 'secondEvent'),
	unitField('Users of one day, week or month are followed together'),
	{
		displayName: 'Number of Periods',
		name: 'duration',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 60 },
		default: 7,
		description: 'How many days, weeks or months to follow the users',
	},
	{
		displayName: 'Count',
		name: 'countOf',
		type: 'options',
		default: 'returned',
		options: [
			{ name: 'Users Who Came Back', value: 'returned' },
			{ name: 'Users Who Did Not', value: 'churned' },
		],
	},
	groupByOne,
	...filterFields,
	...followedNote,
];

/** @throws UserError that names the field */
export function readRetentionQuery(
	field: ReadField,
	readFilter: (event: string) => Filter | undefined,
): RetentionQuery {
	const first = readEvent(field('firstEvent'), "'Initial Event'");
	const unit = readUnit(field('unit'));
	return {
		first: { event: first },
		second: { event: readEvent(field('secondEvent'), "'Returning Event'") },
		unit,
		duration: readWhole(field('duration'), "'Number of Periods'", 1, MAX_DURATION[unit]),
		isChurn: field('countOf') === 'churned',
		mayEndLater: true,
		groupBy: readGroupByOne(field('groupByField'), first),
		filter: readFilter(first),
	};
}

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

export const retentionJson: Definition<RetentionQuery> = {
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
		const first = readFilteredEventJson(given.first, names, "'first'");
		const unit = readUnitJson(given.unit);
		const query: RetentionQuery = {
			first,
			second: readFilteredEventJson(given.returning, names, "'returning'"),
			unit,
			duration:
				given.periods === undefined ? 7 : readCount(given.periods, "'periods'", MAX_DURATION[unit]),
			isChurn: given.count !== undefined && readWord(given.count, COUNTS, "'count'"),
			mayEndLater: true,
			groupBy: readGroupJson(given.group_by, first.event, names),
			filter: readQueryFilterJson(given.filter, first.event, names),
		};
		return { query, range: readRange(given.range, now) };
	},
};

/** The payload of a retention report (docs/service.md, "Retention"). */
export const retentionPayload = payloadFormatOf(readRetention, {
	path: 'retentions/report',
	takesWholeRange: true,
	savedAs: /retention/i,
	isOwn: (payload) => 'first_event' in payload || 'second_event' in payload,
});

function readRetention(payload: JsonObject, unread: Unread): RetentionQuery {
	const duration = numberIn(payload, 'duration');
	if (duration === undefined) unread.note(`'duration' in ${PASTED} is no number`);
	return {
		first: eventIn(payload.first_event, `'first_event' in ${PASTED}`, unread),
		second: eventIn(payload.second_event, `'second_event' in ${PASTED}`, unread),
		unit: unitIn(payload, unread),
		duration: duration ?? 0,
		isChurn: isSet(payload, 'is_wastage'),
		mayEndLater: isSet(payload, 'extend_over_end_date'),
		...wholeIn(payload),
		groupBy: groupsIn(payload),
		filter: filterIn(payload, 'filter', PASTED, unread),
	};
}

export const retentionSliceFields: INodeProperties[] = [
	dateField,
	{
		displayName: 'Of Period',
		name: 'slicePeriod',
		type: 'number',
		typeOptions: within('slicePeriod'),
		default: 1,
		description:
			"How many days, weeks or months later: 'period' in the rows of the report; 0 is the first one itself",
	},
	groupField,
];

/** The start and the period of a retention. @throws UserError that names the field */
export function readRetentionSlice(
	field: ReadField,
	{ duration, groupBy }: RetentionQuery,
	timeZone: string,
): Slices['retention'] {
	return {
		...(isFilled(field('sliceDate'))
			? { date: readDate(field('sliceDate'), 'Of Date', timeZone) }
			: {}),
		period: readWhole(field('slicePeriod'), "'Of Period'", 0, duration),
		...readCellGroup(field, groupBy),
	};
}
