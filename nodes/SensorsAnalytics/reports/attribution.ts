import { arrayOrEmpty, type JsonObject, objectOrEmpty } from '../../../credentials/http/json';
import { BOUNDS } from '../params/bounds';
import { eventsParam } from '../params/event';
import { filterParam } from '../params/filter';
import { eventOfAll, groupParam } from '../params/group';
import { eventValueParam } from '../params/measure';
import { choiceParam, durationParam, flagParam } from '../params/param';
import {
	EVENT_KEYS,
	eventIn,
	eventMeasureIn,
	filterIn,
	GROUPED_KEYS,
	groupsIn,
	isSet,
	known,
	MEASURE_KEYS,
	PASTED,
	payloadFormatOf,
	type Unread,
} from '../paste/payload';
import { numberIn, textIn } from '../query/json';
import { ANY_EVENT, type AttributionQuery } from '../query/query';
import { type EventPlaces, withFilter } from './places';
import { COHORT, type PageReport, FIRST_FIND } from './report';

const target = eventValueParam({
	key: 'target',
	also: ['target event', 'goal'],
	event: { displayName: 'Target Event', name: 'targetEvent' },
	of: {
		displayName: 'Target Value',
		name: 'targetValue',
		choices: [
			{ name: 'Number of Events', value: 'general' },
			{ name: 'Sum of a Property', value: 'sum' },
		],
		preset: 'general',
		description: 'Value to distribute among the touchpoints',
	},
	property: { displayName: 'Target Property', name: 'targetProperty' },
	aggregators: { general: 'general', sum: 'sum' },
});
const touchpointsParam = eventsParam({
	displayName: 'Touchpoints',
	name: 'touchpoints',
	key: 'touchpoints',
	also: ['touchpoint'],
	row: 'touchpoint',
	what: 'Touchpoint',
	description: 'Events that may lead to the target event, such as a click on an ad',
	least: 1,
	advice: 'Add an event that may lead to the target event',
	whyOnce: "the response can't distinguish them. Keep one of them, or run the report once for each",
});
const rule = choiceParam({
	displayName: 'Attribution Model',
	name: 'attributionRule',
	key: 'rule',
	also: ['credit goes to', 'model'],
	choices: [
		{ name: 'Last Touchpoint', value: 'last', also: ['last touchpoint', 'last touch'] },
		{ name: 'First Touchpoint', value: 'first', also: ['first touchpoint', 'first touch'] },
		{
			name: 'Linear',
			value: 'linear',
			also: ['linear touch'],
			description: 'Equal credit for every touchpoint',
		},
		{
			name: 'Position-Based',
			value: 'position',
			also: ['position touch'],
			description: 'Most credit for the first and last touchpoints',
		},
		{
			name: 'Time Decay',
			value: 'time_decay',
			also: ['time decay touch'],
			description: 'More credit for later touchpoints',
		},
	],
	preset: 'last',
	description: 'How to distribute credit among several touchpoints',
});
const lookback = durationParam({
	displayName: 'Attribution Window (Days)',
	name: 'lookbackDays',
	key: 'within',
	also: ['window', 'lookback'],
	unit: 'days',
	bounds: BOUNDS.lookbackDays,
	preset: 7,
	description: 'Number of days before the target event in which touchpoints count',
});
const direct = flagParam({
	displayName: 'Include Unattributed Conversions',
	name: 'directConversion',
	key: 'direct',
	also: ['without touchpoint', 'without a touchpoint'],
	description:
		'Whether to return a row for conversions without a touchpoint. The event in this row is empty.',
});

const places: EventPlaces<AttributionQuery> = {
	of: ({ touchpoints }) => [
		[['target']],
		...touchpoints.map((_, at) => [['touchpoints', at]] as const),
	],
};

export const attributionReport: PageReport<'attribution'> = {
	...COHORT,
	name: 'attribution',
	option: {
		name: 'Get Attribution Report',
		value: 'getAttributionReport',
		action: 'Get attribution report',
		description:
			"Get each touchpoint's contribution to a target event, such as each ad's contribution to orders. Requires an API key.",
	},
	toolText: `Returns each touchpoint's contribution to a target event, such as each ad's contribution to orders. Use it to find out which touchpoint deserves the credit. Requires an API key. ${FIRST_FIND} Example: target event PayOrder, touchpoints SearchClick and AdClick, last touchpoint.`,
	params: [target, touchpointsParam, rule, lookback, direct, groupParam, filterParam],
	example:
		'{"target": {"event": "PayOrder", "aggregate": "sum", "property": "amount"}, "touchpoints": ["AddToCart", "$pageview"], "rule": "last", "within": "7 days", "range": "last month"}',
	short: '{"target": "PayOrder", "touchpoints": ["AddToCart"], "range": "last month"}',
	read(source) {
		const events = touchpointsParam.read(source);
		const shortNamesOf = eventOfAll(events.map(({ event }) => event));
		const goal = target.read(source);
		const query = {
			...{ target: goal, touchpoints: events },
			rule: rule.read(source),
			lookback: { value: lookback.read(source), unit: 'day' },
			hasDirect: direct.read(source),
			groupBy: groupParam.read(source, shortNamesOf),
		};
		return withFilter({ query }, filterParam.read(source, ANY_EVENT), places).query;
	},
	restricts: places,
	payload: payloadFormatOf(readAttribution, {
		keys: {
			...GROUPED_KEYS,
			...known('model_type', 'lookback_window', 'direct_conversion'),
			target_event: MEASURE_KEYS,
			attribution_events: {
				...known('by_field', 'by_fields', 'bucket_params'),
				events: { ...EVENT_KEYS, bucket_params: true },
			},
		},
		savedAs: /attribution/i,
		isOwn: (payload) => 'target_event' in payload || 'attribution_events' in payload,
	}),
};

function readAttribution(payload: JsonObject, unread: Unread): AttributionQuery {
	const touched = objectOrEmpty(payload.attribution_events);
	const events = arrayOrEmpty(touched.events);
	if (events.length === 0) unread.note(`'attribution_events' in ${PASTED} has no 'events'`);
	const rule = textIn(payload, 'model_type');
	if (rule === undefined) unread.note(`'model_type' is missing in ${PASTED}`);
	const lookback = objectOrEmpty(payload.lookback_window);
	const value = numberIn(lookback, 'value');
	if (value === undefined) unread.note(`'lookback_window' in ${PASTED} has no 'value'`);
	return {
		target: eventMeasureIn(payload.target_event, `'target_event' in ${PASTED}`, unread),
		touchpoints: events.map((event, index) =>
			eventIn(event, `Event ${index + 1} of 'attribution_events' in ${PASTED}`, unread),
		),
		rule: rule ?? '',
		lookback: { value: value ?? 0, unit: (textIn(lookback, 'unit') ?? 'day').toLowerCase() },
		hasDirect: isSet(payload, 'direct_conversion'),
		groupBy: groupsIn(touched),
		filter: filterIn(payload, 'filter', PASTED, unread),
	};
}
