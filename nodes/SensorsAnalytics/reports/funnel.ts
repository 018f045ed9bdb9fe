import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { isObject } from '../../../credentials/http/json';
import { BOUNDS, within } from '../params/bounds';
import type { FilteredEventRow } from '../params/event';
import { filteredEventFields, readFilteredEvent } from '../params/event';
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
	readQueryFilterJson,
} from '../params/json/measures';
import {
	FILTER_SCHEMA,
	FLAG,
	GROUP_SCHEMA,
	keysOf,
	listed,
	listOf,
	RANGE_SCHEMA,
	readEach,
	readFlag,
	readKeys,
	STEP_SCHEMA,
	TIME_SCHEMA,
} from '../params/json/read';
import type { ReadField } from '../params/read';
import { readOneOf, readWhole, rowsOf } from '../params/read';
import type { Unread } from '../paste/payload';
import { eventIn, filterIn, groupsIn, isSet, PASTED, payloadFormatOf } from '../paste/payload';
import type { Slices } from '../query/entities';
import { numberIn } from '../query/json';
import type { Filter, FilteredEvent, FunnelQuery } from '../query/query';
import { isTimeProperty } from '../query/query';
import { groupField, readCellGroup, stepField } from './slices';

const MINUTES = { minutes: 1, hours: 60, days: 24 * 60 };

export const funnelFields: INodeProperties[] = [
	{
		displayName: 'Steps',
		name: 'steps',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Step', sortable: true },
		default: {
			step: [
				{ eventName: { __rl: true, mode: 'list', value: '' } },
				{ eventName: { __rl: true, mode: 'list', value: '' } },
			],
		},
		placeholder: 'Add Step',
		description: 'Events in the order in which a user does them; two at least',
		options: [
			{
				displayName: 'Step',
				name: 'step',
				values: filteredEventFields('Step'),
			},
		],
	},
	{
		displayName: 'Within',
		name: 'window',
		type: 'number',
		typeOptions: within('window'),
		default: 7,
		description: 'How long a user may take from the first step to the last',
	},
	{
		displayName: 'Within (Unit)',
		name: 'windowUnit',
		type: 'options',
		default: 'days',
		options: [
			{ name: 'Minutes', value: 'minutes' },
			{ name: 'Hours', value: 'hours' },
			{ name: 'Days', value: 'days' },
		],
	},
	groupByOne,
	...filterFields,
];

export const splitField: INodeProperties = {
	displayName: 'Split by Date',
	name: 'splitByDate',
	type: 'boolean',
	default: false,
	description: 'Whether to return rows for each date, in place of those for the whole range',
};

/** What the form says of dates; a saved query, whose form does not ask, says it itself. */
export function chooseSplit(query: FunnelQuery, field: ReadField): FunnelQuery {
	const isByDate = field(splitField.name);
	return typeof isByDate === 'boolean' ? { ...query, isByDate } : query;
}

/** @throws UserError that names the field and the step */
export function readFunnelQuery(
	field: ReadField,
	readFilter: (event: string) => Filter | undefined,
): FunnelQuery {
	const steps = rowsOf<FilteredEventRow>(field('steps'), 'step').map((row, index) =>
		readFilteredEvent(row, `of step ${index + 1}`),
	);
	if (steps.length < 2) throw new UserError("'Steps' must have two steps at least");
	const units = Object.keys(MINUTES) as Array<keyof typeof MINUTES>;
	const unit = readOneOf(field('windowUnit'), units, "'Within (Unit)'");
	const first = (steps[0] as FilteredEvent).event;
	return {
		steps,
		windowMinutes: readWhole(field('window'), "'Within'", ...BOUNDS.window) * MINUTES[unit],
		mayEndLater: false,
		isByDate: false,
		groupBy: readGroupByOne(field('groupByField'), first),
		filter: readFilter(first),
	};
}

const KEYS = {
	steps: ['step', 'events'],
	within: ['window', 'conversion window'],
	by_date: ['split by date'],
	group_by: GROUP_BY,
	filter: FILTER,
	range: RANGE,
};
const EXAMPLE =
	'{"steps": ["ViewProduct", {"event": "AddToCart", "filter": {"category": "book"} }, "PayOrder"], "within": "7 days", "group_by": "city", "range": "last week"}';
const A_WEEK = 7 * 24 * 60;

export const funnelJson: Definition<FunnelQuery> = {
	example: EXAMPLE,
	short: '{"steps": ["ViewProduct", "PayOrder"], "range": "last week"}',
	schema: keysOf(
		{
			steps: listOf(STEP_SCHEMA),
			within: TIME_SCHEMA,
			by_date: FLAG,
			group_by: GROUP_SCHEMA,
			filter: FILTER_SCHEMA,
			range: RANGE_SCHEMA,
		},
		['steps', 'range'],
	),
	read(json, { names, now }) {
		const given = readKeys(json, KEYS, 'The query', EXAMPLE);
		const steps = readEach(listed(given.steps), (step, index) =>
			readFilteredEventJson(step, names, `step ${index + 1}`),
		);
		if (steps.length < 2) {
			throw new UserError(`'steps' must be two events at least, as in ${EXAMPLE}`);
		}
		const first = (steps[0] as FilteredEvent).event;
		const query: FunnelQuery = {
			steps,
			windowMinutes: given.within === undefined ? A_WEEK : readDuration(given.within, "'within'"),
			mayEndLater: false,
			isByDate: given.by_date !== undefined && readFlag(given.by_date, "'by_date'"),
			groupBy: readGroupJson(given.group_by, first, names),
			filter: readQueryFilterJson(given.filter, first, names),
		};
		return { query, range: readRange(given.range, now) };
	},
};

/** The payload of a funnel, in the form of this node or of the web page (docs/service.md, "Funnel"). */
export const funnelPayload = payloadFormatOf(readFunnel, {
	path: 'funnel/report',
	savedAs: /funnel/i,
	isOwn: (payload) => ['funnel', 'funnel_define', 'funnel_id'].some((key) => key in payload),
});

function readFunnel(payload: JsonObject, unread: Unread): FunnelQuery {
	const { funnel: own, funnel_define: defined, state } = payload;
	const funnel = isObject(own) ? own : isObject(defined) ? defined : {};
	const steps = Array.isArray(funnel.steps) ? (funnel.steps as unknown[]) : [];
	if (steps.length === 0) unread.note(`The funnel in ${PASTED} has no 'steps'`);
	const windowMinutes = numberIn(funnel, 'max_convert_time');
	if (windowMinutes === undefined) unread.note(`The funnel in ${PASTED} has no 'max_convert_time'`);
	const groupBy = groupsIn(payload);
	return {
		steps: steps.map((step, index) => eventIn(step, `Step ${index + 1} in ${PASTED}`, unread)),
		windowMinutes: windowMinutes ?? 0,
		mayEndLater: isSet(payload, 'extend_over_end_date'),
		isByDate: state === 'trends' || groupBy.some(isTimeProperty),
		groupBy,
		filter: filterIn(payload, 'filter', PASTED, unread),
	};
}

export const funnelSliceFields: INodeProperties[] = [
	stepField,
	{
		displayName: 'Users',
		name: 'sliceUsers',
		type: 'options',
		default: 'converted',
		options: [
			{ name: 'Who Took the Step', value: 'converted' },
			{
				name: 'Who Stopped There',
				value: 'lost',
				description: 'Took this step and not the next one',
			},
		],
	},
	groupField,
];

/** The step of a funnel. @throws UserError that names the field */
export function readFunnelSlice(
	field: ReadField,
	{ steps, groupBy }: FunnelQuery,
): Slices['funnel'] {
	const step = readWhole(field('sliceStep'), "'Of Step'", 1, steps.length);
	const users = readOneOf(field('sliceUsers'), ['converted', 'lost'], "'Users'");
	const isLost = users === 'lost';
	if (isLost && step === steps.length) {
		throw new UserError(
			`'Of Step' is the last one, where nobody is lost. Choose a step from 1 to ${steps.length - 1}, or set 'Users' to Who Took the Step`,
		);
	}
	return { step, isLost, ...readCellGroup(field, groupBy) };
}
