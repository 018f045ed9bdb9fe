import type { INodeProperties } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { within } from '../params/bounds';
import { eventParam, followedNote, unitParam } from '../params/event';
import { filterParam } from '../params/filter';
import { groupParam } from '../params/group';
import { choiceParam, countParam } from '../params/param';
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
import type { RetentionQuery } from '../query/query';
import type { Report } from './report';
import { COHORT } from './report';
import { dateField, groupField, isFilled, readCellGroup } from './slices';

/** As the vendor's own client limits it (docs/service.md, "Retention"). */
export const MAX_DURATION = { day: 60, week: 45, month: 48 };

const first = eventParam({
	displayName: 'Initial Event',
	name: 'firstEvent',
	key: 'first',
	also: ['first event', 'start'],
	description:
		"The users who do this within the date range are followed, whether or not they have done it before. For those who do it for the first time ever, add a condition on a property that says so to 'Filter'.",
});
const returning = eventParam({
	displayName: 'Returning Event',
	name: 'secondEvent',
	key: 'returning',
	also: ['returning event', 'second', 'return event'],
});
const unit = unitParam('Users of one day, week or month are followed together');
const periods = countParam({
	displayName: 'Number of Periods',
	name: 'duration',
	key: 'periods',
	also: ['number of periods', 'duration'],
	bounds: [1, MAX_DURATION.day],
	preset: 7,
	description: 'How many days, weeks or months to follow the users',
});
const count = choiceParam({
	displayName: 'Count',
	name: 'countOf',
	key: 'count',
	also: ['count of'],
	choices: [
		{ name: 'Users Who Came Back', value: 'returned', also: ['retained', '留存'] },
		{ name: 'Users Who Did Not', value: 'churned', also: ['lost', '流失'] },
	],
	preset: 'returned',
	mayBeEmpty: true,
});

export const retentionReport: Report<'retention'> = {
	...COHORT,
	name: 'retention',
	option: {
		name: 'Get Retention Report',
		value: 'getRetentionReport',
		action: 'Get a retention report',
		description:
			'How many users come back after days, weeks or months; if the form is refused, paste the query of the web page',
	},
	params: [first, returning, unit, periods, count, groupParam, filterParam],
	notes: followedNote,
	example:
		'{"first": "SignUp", "returning": "PayOrder", "unit": "day", "periods": 7, "range": "last month"}',
	short: '{"first": "SignUp", "returning": "PayOrder", "range": "last month"}',
	read(source) {
		const start = first.read(source);
		const second = returning.read(source);
		const period = unit.read(source);
		return {
			first: start,
			second,
			unit: period,
			duration: periods.read(source, MAX_DURATION[period]),
			isChurn: count.read(source) === 'churned',
			mayEndLater: true,
			groupBy: groupParam.read(source, start.event),
			filter: filterParam.read(source, start.event),
		};
	},
	payload: payloadFormatOf(readRetention, {
		path: 'retentions/report',
		takesWholeRange: true,
		savedAs: /retention/i,
		isOwn: (payload) => 'first_event' in payload || 'second_event' in payload,
	}),
};

/** The payload of a retention report (docs/service.md, "Retention"). */
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
			? { date: readDate(field('sliceDate'), "'Of Date'", timeZone) }
			: {}),
		period: readWhole(field('slicePeriod'), "'Of Period'", 0, duration),
		...readCellGroup(field, groupBy),
	};
}
