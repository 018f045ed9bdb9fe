import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { isObject } from '../../../credentials/http/json';
import { BOUNDS, within } from '../params/bounds';
import type { FilteredEventRow } from '../params/event';
import { filteredEventFields, readEvent, readFilteredEvent } from '../params/event';
import { filterFields } from '../params/filter';
import { groupByOne, readGroupByOne } from '../params/group';
import { readRange } from '../params/json/dates';
import type { Definition } from '../params/json/definition';
import {
	FILTER,
	GROUP_BY,
	RANGE,
	readDuration,
	readFilteredEventJson,
	readGroupJson,
	readMeasure,
	readQueryFilterJson,
	VALUE_SCHEMA,
} from '../params/json/measures';
import type { Word } from '../params/json/read';
import {
	FILTER_SCHEMA,
	FLAG,
	GROUP_SCHEMA,
	keysOf,
	listed,
	listOf,
	oneOf,
	RANGE_SCHEMA,
	readEach,
	readFlag,
	readKeys,
	readWord,
	STEP_SCHEMA,
} from '../params/json/read';
import { eventField, pickField, readProperty } from '../params/property';
import type { ReadField } from '../params/read';
import { readOneOf, readWhole, rowsOf, textOf } from '../params/read';
import { showWhen } from '../params/show';
import type { Unread } from '../paste/payload';
import {
	eventIn,
	eventMeasureIn,
	filterIn,
	groupsIn,
	isSet,
	PASTED,
	payloadFormatOf,
} from '../paste/payload';
import { numberIn, textIn } from '../query/json';
import type { AttributionQuery, EventMeasure, Filter } from '../query/query';
import { ANY_EVENT } from '../query/query';

export const RULES = [
	{ name: 'Last Touchpoint', value: 'last' },
	{ name: 'First Touchpoint', value: 'first' },
	{ name: 'Linear', value: 'linear', description: 'All touchpoints alike' },
	{ name: 'Position', value: 'position', description: 'The first and the last one most' },
	{ name: 'Time Decay', value: 'time_decay', description: 'Later ones more' },
];

export const attributionFields: INodeProperties[] = [
	eventField('Target Event', 'targetEvent'),
	{
		displayName: 'Value of the Target',
		name: 'targetValue',
		type: 'options',
		default: 'general',
		options: [
			{ name: 'Number of Events (总次数)', value: 'general' },
			{ name: 'Sum of a Property (总和)', value: 'sum' },
		],
		description: 'What the touchpoints share',
	},
	...showWhen({ targetValue: ['sum'] }, [
		pickField({
			displayName: 'Property of the Target',
			description: 'Number to add up: short (amount) or whole (event.PayOrder.amount)',
			name: 'targetProperty',
			list: 'searchNumberProperties',
			placeholder: 'e.g. amount or event.PayOrder.amount',
			required: true,
		}),
	]),
	{
		displayName: 'Touchpoints',
		name: 'touchpoints',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Touchpoint' },
		default: { touchpoint: [{ eventName: { __rl: true, mode: 'list', value: '' } }] },
		placeholder: 'Add Touchpoint',
		description: 'Events that may have led to the target, such as the click on an ad',
		options: [
			{
				displayName: 'Touchpoint',
				name: 'touchpoint',
				values: filteredEventFields('Touchpoint'),
			},
		],
	},
	{
		displayName: 'Credit Goes To',
		name: 'attributionRule',
		type: 'options',
		default: 'last',
		options: RULES,
		description: 'How several touchpoints share a target',
	},
	{
		displayName: 'Within (Days)',
		name: 'lookbackDays',
		type: 'number',
		typeOptions: within('lookbackDays'),
		default: 7,
		description: 'How long before the target a touchpoint counts',
	},
	{
		displayName: 'Without a Touchpoint',
		name: 'directConversion',
		type: 'boolean',
		default: false,
		description: 'Whether to return what no touchpoint led to, as well. Its row has no event.',
	},
	groupByOne,
	...filterFields,
];

/** @throws UserError that names the field and the touchpoint */
export function readAttributionQuery(
	field: ReadField,
	readFilter: (event: string) => Filter | undefined,
): AttributionQuery {
	const touchpoints = rowsOf<FilteredEventRow>(field('touchpoints'), 'touchpoint').map(
		(row, index) => readFilteredEvent(row, `of touchpoint ${index + 1}`),
	);
	if (touchpoints.length === 0) {
		throw new UserError("'Touchpoints' is empty. Add an event that may have led to the target");
	}
	const names = touchpoints.map(({ event }) => event);
	const twice = names.find((event, index) => names.indexOf(event) !== index);
	if (twice !== undefined) {
		throw new UserError(
			`'Event Name' of two 'Touchpoints' is ${twice}, and the answer would call both alike. Keep one of them, or run the report once for each`,
		);
	}
	const rules = RULES.map(({ value }) => value);
	const rule = readOneOf(field('attributionRule'), rules, "'Credit Goes To'");
	const events = new Set(names);
	const shortNamesOf = events.size === 1 ? ([...events][0] as string) : ANY_EVENT;
	return {
		target: readTarget(field),
		touchpoints,
		rule,
		lookback: {
			value: readWhole(field('lookbackDays'), "'Within (Days)'", ...BOUNDS.lookbackDays),
			unit: 'day',
		},
		hasDirect: field('directConversion') === true,
		groupBy: readGroupByOne(field('groupByField'), shortNamesOf),
		filter: readFilter(ANY_EVENT),
	};
}

function readTarget(field: ReadField): EventMeasure {
	const event = readEvent(field('targetEvent'), "'Target Event'");
	const aggregator = readOneOf(field('targetValue'), ['general', 'sum'], "'Value of the Target'");
	if (aggregator === 'general') return { kind: 'event', event, aggregator };
	const typed = textOf(field('targetProperty'));
	const property = readProperty(typed, event, "'Property of the Target'");
	return { kind: 'event', event, aggregator, property };
}

const KEYS = {
	target: ['target event', 'goal'],
	touchpoints: ['touchpoint'],
	rule: ['credit goes to', 'model'],
	within: ['window', 'lookback'],
	direct: ['without touchpoint', 'without a touchpoint'],
	group_by: GROUP_BY,
	filter: FILTER,
	range: RANGE,
};
const EXAMPLE =
	'{"target": {"event": "PayOrder", "aggregate": "sum", "property": "amount"}, "touchpoints": ["AddToCart", "$pageview"], "rule": "last", "within": "7 days", "range": "last month"}';
const MINUTES_A_DAY = 24 * 60;
/** In the order of the documentation. */
export const CREDIT_RULES: readonly Word[] = RULES.map(({ name, value }) => ({
	word: value,
	value,
	also: [name, `${value} touch`],
}));

export const attributionJson: Definition<AttributionQuery> = {
	example: EXAMPLE,
	short: '{"target": "PayOrder", "touchpoints": ["AddToCart"], "range": "last month"}',
	schema: keysOf(
		{
			target: VALUE_SCHEMA,
			touchpoints: listOf(STEP_SCHEMA),
			rule: oneOf(CREDIT_RULES),
			within: { examples: ['7 days'] },
			direct: FLAG,
			group_by: GROUP_SCHEMA,
			filter: FILTER_SCHEMA,
			range: RANGE_SCHEMA,
		},
		['target', 'touchpoints', 'range'],
	),
	read(json, { names, now }) {
		const given = readKeys(json, KEYS, 'The query', EXAMPLE);
		const target = readMeasure(given.target, names, "'target'");
		if (!['general', 'sum'].includes(target.aggregator) || target.filter || target.name) {
			throw new UserError(
				`'target' must be an event, whose number counts, or {"event": …, "aggregate": "sum", "property": …}, without 'filter' and 'name'`,
			);
		}
		const touchpoints = readEach(listed(given.touchpoints), (one, index) =>
			readFilteredEventJson(one, names, `touchpoint ${index + 1}`),
		);
		if (touchpoints.length === 0) throw new UserError(`'touchpoints' is missing, as in ${EXAMPLE}`);
		const events = touchpoints.map(({ event }) => event);
		const twice = events.find((event, index) => events.indexOf(event) !== index);
		if (twice !== undefined) {
			throw new UserError(
				`'touchpoints' has ${twice} twice, and the answer would call both alike. Keep one, or ask once for each`,
			);
		}
		const shortNamesOf = events.length === 1 ? (events[0] as string) : ANY_EVENT;
		const minutes =
			given.within === undefined ? 7 * MINUTES_A_DAY : readDuration(given.within, "'within'");
		if (minutes % MINUTES_A_DAY !== 0) {
			throw new UserError(`'within' must be whole days in this report, such as "7 days"`);
		}
		const query: AttributionQuery = {
			target,
			touchpoints,
			rule: given.rule === undefined ? 'last' : readWord(given.rule, CREDIT_RULES, "'rule'"),
			lookback: { value: minutes / MINUTES_A_DAY, unit: 'day' },
			hasDirect: given.direct !== undefined && readFlag(given.direct, "'direct'"),
			groupBy: readGroupJson(given.group_by, shortNamesOf, names),
			filter: readQueryFilterJson(given.filter, ANY_EVENT, names),
		};
		return { query, range: readRange(given.range, now) };
	},
};

/** The payload of an attribution report (docs/service.md, "OpenAPI"). */
export const attributionPayload = payloadFormatOf(readAttribution, {
	path: 'attribution/report',
	savedAs: /attribution/i,
	isOwn: (payload) => 'target_event' in payload || 'attribution_events' in payload,
});

function readAttribution(payload: JsonObject, unread: Unread): AttributionQuery {
	const touched = isObject(payload.attribution_events) ? payload.attribution_events : {};
	const events = Array.isArray(touched.events) ? (touched.events as unknown[]) : [];
	if (events.length === 0) unread.note(`'attribution_events' in ${PASTED} has no 'events'`);
	const rule = textIn(payload, 'model_type');
	if (rule === undefined) unread.note(`'model_type' is missing in ${PASTED}`);
	const lookback = isObject(payload.lookback_window) ? payload.lookback_window : {};
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
