import { arrayOrEmpty, type JsonObject, objectOrEmpty } from '../../../credentials/http/json';
import { eventParam, followedNote, unitParam } from '../params/event';
import { filterParam } from '../params/filter';
import { groupParam } from '../params/group';
import { eventValueParam } from '../params/measure';
import { countParam } from '../params/param';
import {
	eventMeasureIn,
	FILTER_KEYS,
	filterIn,
	GROUPED_KEYS,
	groupsAndFilterIn,
	known,
	MEASURE_KEYS,
	neededNumberIn,
	PASTED,
	payloadFormatOf,
	unitIn,
	type Unread,
} from '../paste/payload';
import { textIn } from '../query/json';
import { fromExpression, type LtvQuery, ownedBy } from '../query/query';
import { type EventPlaces, withFilter } from './places';
import { FOLLOWED, type PageReport, FIRST_FIND } from './report';

/** A year of days; the service documents no limit. */
const MAX_DURATION = 366;

const startParam = eventParam({
	displayName: 'Start Event',
	name: 'startEvent',
	key: 'start',
	also: ['start event'],
});
const valueParam = eventValueParam({
	key: 'value',
	also: ['lifetime value'],
	of: {
		displayName: 'Value',
		name: 'lifetimeValue',
		choices: [
			{ name: 'Sum of a Property per User', value: 'sum' },
			{ name: 'Number of Events per User', value: 'events' },
		],
		preset: 'sum',
		description: 'How to measure the value of a user after the start event',
		isFirst: true,
	},
	event: { displayName: 'Value Event', name: 'valueEvent' },
	property: { displayName: 'Value Property', name: 'valueProperty' },
	// Values per user: a number of events, or a sum.
	aggregators: { general: 'average', average: 'average', sum: 'LTV_AVG', uniqAvg: 'LTV_AVG' },
});
const startUnit = unitParam('Groups users by the day, week, or month of their start event');
const periods = countParam({
	displayName: 'Number of Periods',
	name: 'followedPeriods',
	key: 'periods',
	also: ['number of periods', 'duration'],
	bounds: [1, MAX_DURATION],
	preset: 7,
	description: 'Number of days, weeks, or months to follow the users',
});

const places: EventPlaces<LtvQuery> = {
	ofFirst: 'all',
	of: () => [[['start']], [['value']]],
};

export const ltvReport: PageReport<'ltv'> = {
	...FOLLOWED,
	name: 'ltv',
	option: {
		name: 'Get Lifetime Value Report',
		value: 'getLifetimeValueReport',
		action: 'Get lifetime value report',
		description:
			'Get the lifetime value (LTV) of new users after a given number of days, weeks, or months. Requires an API key.',
	},
	toolText: `Returns the lifetime value (LTV) of new users after a given number of days, weeks, or months. Requires an API key. ${FIRST_FIND} Example: users since SignUp, the sum of amount of PayOrder, 30 days.`,
	params: [startParam, valueParam, startUnit, periods, groupParam, filterParam],
	notes: followedNote,
	firstRange: 14,
	example:
		'{"start": "SignUp", "value": {"event": "PayOrder", "aggregate": "sum", "property": "amount"}, "unit": "day", "periods": 7, "range": "last month"}',
	short: '{"start": "SignUp", "value": "PayOrder", "range": "last month"}',
	read(source) {
		const first = startParam.read(source);
		const value = valueParam.read(source);
		const query = {
			...{ start: first, value, unit: startUnit.read(source), duration: periods.read(source) },
			groupBy: groupParam.read(source, first.event).map(ownedBy(first.event)),
		};
		return withFilter({ query }, filterParam.read(source, first.event), places).query;
	},
	restricts: places,
	payload: payloadFormatOf(readLtv, {
		keys: {
			...GROUPED_KEYS,
			...known('duration', 'need_show_ltv_columns'),
			start_sign: { ...known('start_event', 'start_time_field'), filter: FILTER_KEYS },
			measures: MEASURE_KEYS,
		},
		savedAs: /ltv/i,
		isOwn: (payload) => 'start_sign' in payload,
	}),
};

function readLtv(payload: JsonObject, unread: Unread): LtvQuery {
	const measures = arrayOrEmpty(payload.measures);
	if (measures.length !== 1) {
		unread.note(`${PASTED} has ${measures.length} 'measures', but this report supports only one`);
	}
	const duration = neededNumberIn(payload, 'duration', unread);
	return {
		start: startIn(payload.start_sign, unread),
		value: eventMeasureIn(measures[0], `Measure 1 in ${PASTED}`, unread),
		unit: unitIn(payload, unread),
		duration,
		...groupsAndFilterIn(payload, unread),
	};
}

function startIn(value: unknown, unread: Unread): LtvQuery['start'] {
	const place = `'start_sign' in ${PASTED}`;
	const sign = objectOrEmpty(value);
	const filter = filterIn(sign, 'filter', place, unread);
	const rest = filter ? { filter } : {};
	const [event, time] = [textIn(sign, 'start_event'), textIn(sign, 'start_time_field')];
	if (event === undefined && time !== undefined) return { time: fromExpression(time), ...rest };
	if (event === undefined) unread.note(`${place} has neither 'start_event' nor 'start_time_field'`);
	return { event: event ?? '', ...rest };
}
