import type { INodeProperties } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { boundsOf } from '../params/bounds';
import { eventParam, followedNote, unitParam } from '../params/event';
import { filterParam } from '../params/filter';
import { groupParam } from '../params/group';
import { choiceParam, countParam } from '../params/param';
import { readWholeDay } from '../params/range';
import { type ReadField, readInteger } from '../params/read';
import {
	EVENT_KEYS,
	eventIn,
	GROUPED_KEYS,
	groupsAndFilterIn,
	isSet,
	known,
	neededNumberIn,
	PASTED,
	payloadFormatOf,
	unitIn,
	type Unread,
	wholeIn,
} from '../paste/payload';
import type { Slices } from '../query/entities';
import { ownedBy, type RetentionQuery } from '../query/query';
import { type EventPlaces, withFilter } from './places';
import {
	sliceDateField,
	FOLLOWED,
	groupField,
	isLimited,
	readCellGroup,
	type PageReport,
	FIRST_FIND,
} from './report';

/** Limits of the vendor's own client (docs/service.md, "Retention"). */
const MAX_DURATION = { day: 60, week: 45, month: 48 };

const firstParam = eventParam({
	displayName: 'Initial Event',
	name: 'firstEvent',
	key: 'first',
	also: ['first event', 'start'],
	description:
		"Users who perform this event in the date range are initial users, even if they performed the event before. To count only first-time users, add a condition to 'Filter' on a property that marks these users.",
});
const returning = eventParam({
	displayName: 'Return Event',
	name: 'secondEvent',
	key: 'returning',
	also: ['returning event', 'second', 'return event'],
});
const firstUnit = unitParam('Groups users by the day, week, or month of their initial event');
const periods = countParam({
	displayName: 'Number of Periods',
	name: 'duration',
	key: 'periods',
	also: ['number of periods', 'duration'],
	bounds: [1, MAX_DURATION.day],
	preset: 7,
	description: 'Number of days, weeks, or months to follow the users',
});
const churnParam = choiceParam({
	displayName: 'Count',
	name: 'countOf',
	key: 'count',
	also: ['count of'],
	choices: [
		{ name: 'Retained Users', value: 'returned', also: ['retained', '留存'] },
		{ name: 'Churned Users', value: 'churned', also: ['lost', '流失'] },
	],
	preset: 'returned',
	mayBeEmpty: true,
});

const places: EventPlaces<RetentionQuery> = {
	ofFirst: 'all',
	hasUserFilter: true,
	of: () => [
		[['first'], ['first_event']],
		[['second'], ['second_event']],
	],
};

export const retentionReport: PageReport<'retention'> = {
	...FOLLOWED,
	name: 'retention',
	option: {
		name: 'Get Retention Report',
		value: 'getRetentionReport',
		action: 'Get retention report',
		description:
			'Get the number of users who return after a given number of days, weeks, or months',
	},
	toolText: `Returns how many users come back after days, weeks, or months. Use it for retention and churn. Each row is one start date and period. Don't add up users of several start dates: use 'all_starts' if the answer has it. ${FIRST_FIND} Example: first SignUp, then PayOrder, 7 days, answers 'How many new users order within a week?'`,
	params: [firstParam, returning, firstUnit, periods, churnParam, groupParam, filterParam],
	notes: followedNote,
	firstRange: 14,
	example:
		'{"first": "SignUp", "returning": "PayOrder", "unit": "day", "periods": 7, "range": "last month"}',
	short: '{"first": "SignUp", "returning": "PayOrder", "range": "last month"}',
	read(source) {
		const start = firstParam.read(source);
		const second = returning.read(source);
		const period = firstUnit.read(source);
		const query = {
			...{ first: start, second, unit: period },
			duration: periods.read(source, MAX_DURATION[period]),
			isChurn: churnParam.read(source) === 'churned',
			mayEndLater: true,
			groupBy: groupParam.read(source, start.event).map(ownedBy(start.event)),
		};
		return withFilter({ query }, filterParam.read(source, start.event), places).query;
	},
	restricts: places,
	payload: payloadFormatOf(readRetention, {
		takesWholeRange: true,
		keys: {
			...GROUPED_KEYS,
			...known('duration', 'is_wastage', 'extend_over_end_date'),
			// Measures of the users who came back, which no row shows.
			measures: true,
			...{ first_event: EVENT_KEYS, second_event: EVENT_KEYS },
		},
		savedAs: /retention/i,
		isOwn: (payload) => 'first_event' in payload || 'second_event' in payload,
	}),
};

function readRetention(payload: JsonObject, unread: Unread): RetentionQuery {
	const duration = neededNumberIn(payload, 'duration', unread);
	return {
		first: eventIn(payload.first_event, `'first_event' in ${PASTED}`, unread),
		second: eventIn(payload.second_event, `'second_event' in ${PASTED}`, unread),
		unit: unitIn(payload, unread),
		duration,
		isChurn: isSet(payload, 'is_wastage'),
		mayEndLater: isSet(payload, 'extend_over_end_date'),
		...wholeIn(payload),
		...groupsAndFilterIn(payload, unread),
	};
}

export const retentionSliceFields: INodeProperties[] = [
	sliceDateField,
	{
		displayName: 'Period Number',
		name: 'slicePeriod',
		type: 'number',
		typeOptions: boundsOf('slicePeriod'),
		default: 1,
		description:
			"Number of days, weeks, or months after the initial event: the value of 'period' in the report row. 0 is the first period.",
	},
	groupField,
];

export function readRetentionSlice(
	field: ReadField,
	{ duration, groupBy }: RetentionQuery,
	timeZone: string,
): Slices['retention'] {
	return {
		...(isLimited(field('sliceDate'), "'Date'")
			? { date: readWholeDay(field('sliceDate'), "'Date'", timeZone) }
			: {}),
		period: readInteger(field('slicePeriod'), "'Period Number'", 0, duration),
		...readCellGroup(field, groupBy),
	};
}
