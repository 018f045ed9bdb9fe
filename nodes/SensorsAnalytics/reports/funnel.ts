import { type INodeProperties, UserError } from 'n8n-workflow';

import {
	arrayOrEmpty,
	isObject,
	type JsonObject,
	objectOrEmpty,
} from '../../../credentials/http/json';
import type { Wire } from '../api';
import { BOUNDS, boundsOf } from '../params/bounds';
import { eventsParam } from '../params/event';
import { filterParam } from '../params/filter';
import { groupParam } from '../params/group';
import {
	flagParam,
	keyOf,
	minutesOf,
	optionsOf,
	type Param,
	type ParamChoice,
	readDuration,
	wordsOfChoices,
} from '../params/param';
import { type ReadField, readOneOf, readInteger } from '../params/read';
import { readWord } from '../params/words';
import {
	EVENT_KEYS,
	eventIn,
	filterIn,
	GROUPED_KEYS,
	groupsIn,
	isSet,
	type Known,
	known,
	PASTED,
	payloadFormatOf,
	type Unread,
} from '../paste/payload';
import type { Slices } from '../query/entities';
import { numberIn } from '../query/json';
import {
	type FilteredEvent,
	type FunnelQuery,
	hasEventCondition,
	isTimeProperty,
	ownedBy,
} from '../query/query';
import { type EventPlaces, withFilter } from './places';
import {
	FOLLOWED,
	groupField,
	readCellGroup,
	type PageReport,
	rowChoice,
	stepField,
	FIRST_FIND,
} from './report';

const steps = eventsParam({
	displayName: 'Steps',
	name: 'steps',
	key: 'steps',
	also: ['step', 'events'],
	row: 'step',
	what: 'Step',
	isSortable: true,
	description: 'Two or more events, in the order in which users perform them',
	least: 2,
	advice: 'Add the events in the order in which a user does them',
});

const WITHIN = { displayName: 'Window Period', name: 'window', key: 'within' };
const UNITS: ReadonlyArray<ParamChoice<'minutes' | 'hours' | 'days'>> = [
	{ name: 'Minutes', value: 'minutes' },
	{ name: 'Hours', value: 'hours' },
	{ name: 'Days', value: 'days' },
];
const windowParam: Param<number> = {
	...keyOf({ ...WITHIN, also: ['window', 'conversion window'] }),
	fields: [
		{
			displayName: WITHIN.displayName,
			name: WITHIN.name,
			type: 'number',
			typeOptions: boundsOf('window'),
			default: 7,
			description: 'Maximum time between the first and last step (conversion window)',
		},
		{
			displayName: 'Window Period Unit',
			name: 'windowUnit',
			type: 'options',
			default: 'days',
			options: optionsOf(UNITS),
		},
	],
	schema: { examples: ['7 days', '2 hours'] },
	read(source) {
		const input = source.value(WITHIN, '7 days');
		const label = source.label(WITHIN);
		if (!source.isForm) return readDuration(input, label);
		const unit = readWord(
			source.field('windowUnit'),
			wordsOfChoices(UNITS),
			"'Window Period Unit'",
		);
		return readInteger(input, label, ...BOUNDS.window) * minutesOf(unit);
	},
};

/** A saved query contains this itself, because its form doesn't have the field. */
const byDate = flagParam({
	displayName: 'Split by Date',
	name: 'splitByDate',
	key: 'by_date',
	also: ['split by date'],
	isOfRows: true,
	description: 'Whether to return rows for each date instead of rows for the whole date range',
});

const places: EventPlaces<FunnelQuery> = {
	ofFirst: 'all',
	// Which of several steps the API under `/api/` restricts isn't documented.
	hasSteps: true,
	of: (query, page) => {
		const key = isObject(page.funnel) ? 'funnel' : 'funnel_define';
		return query.steps.map((_, at) => [
			['steps', at],
			[key, 'steps', at],
		]);
	},
};

const DEFINED: Known = { ...known('max_convert_time', 'name', 'id'), steps: EVENT_KEYS };

export const funnelReport: PageReport<'funnel'> = {
	...FOLLOWED,
	name: 'funnel',
	option: {
		name: 'Get Funnel Report',
		value: 'getFunnelReport',
		action: 'Get funnel report',
		description:
			'Get the number of users who complete each step of a sequence, and where users drop off',
	},
	toolText: `Returns how many users complete each step of a sequence, and where they drop off. Use it for conversion from one event to the next. ${FIRST_FIND} Example: ViewProduct, AddToCart, PayOrder within a day, last week, answers 'How many people who looked at a product bought it?'`,
	params: [steps, windowParam, byDate, groupParam, filterParam],
	// Of yesterday alone, nobody has the window of 7 days.
	firstRange: 14,
	rows: rowChoice(byDate, (query, isByDate) => ({ ...query, isByDate })),
	example:
		'{"steps": ["ViewProduct", {"event": "AddToCart", "filter": {"category": "book"} }, "PayOrder"], "within": "7 days", "group_by": "city", "range": "last week"}',
	short: '{"steps": ["ViewProduct", "PayOrder"], "range": "last week"}',
	read(source) {
		const list = steps.read(source);
		const first = (list[0] as FilteredEvent).event;
		const query = {
			steps: list,
			windowMinutes: windowParam.read(source),
			mayEndLater: false,
			isByDate: byDate.read(source),
			groupBy: groupParam.read(source, first).map(ownedBy(first)),
		};
		return withFilter({ query }, filterParam.read(source, first), places).query;
	},
	restricts: places,
	payload: payloadFormatOf(readFunnel, {
		keys: {
			...GROUPED_KEYS,
			...known('funnel_id', 'extend_over_end_date', 'filter_field_steps'),
			...known('by_field_step', 'by_field_steps'),
			...{ funnel: DEFINED, funnel_define: DEFINED },
		},
		savedAs: /funnel/i,
		isOwn: (payload) => ['funnel', 'funnel_define', 'funnel_id'].some((key) => key in payload),
	}),
};

/** Reads the format of this node or of the web page (docs/service.md, "Funnel"). */
function readFunnel(payload: JsonObject, unread: Unread): FunnelQuery {
	const { funnel: own, funnel_define: defined, state, filter_field_steps: of } = payload;
	const funnel = isObject(own) ? own : objectOrEmpty(defined);
	const steps = arrayOrEmpty(funnel.steps);
	if (steps.length === 0) unread.note(`The funnel in ${PASTED} has no 'steps'`);
	const windowMinutes = numberIn(funnel, 'max_convert_time');
	if (windowMinutes === undefined) unread.note(`The funnel in ${PASTED} has no 'max_convert_time'`);
	const groupBy = groupsIn(payload);
	return {
		steps: steps.map((step, index) => eventIn(step, `Step ${index + 1} in ${PASTED}`, unread)),
		windowMinutes,
		mayEndLater: isSet(payload, 'extend_over_end_date'),
		isByDate: state === 'trends' || groupBy.some(isTimeProperty),
		countsEntries: String(payload.calculation_caliber).toLowerCase() === 'count',
		groupBy,
		filter: filterIn(payload, 'filter', PASTED, unread),
		...(Array.isArray(of) ? { filterSteps: of.map(Number) } : {}),
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
			{ name: 'Users Who Completed the Step', value: 'converted' },
			{
				name: 'Users Who Dropped Off',
				value: 'lost',
				description: 'Users who completed this step but not the next step',
			},
		],
	},
	groupField,
];

export function readFunnelSlice(
	field: ReadField,
	{ steps, groupBy }: FunnelQuery,
): Slices['funnel'] {
	const step = readInteger(field('sliceStep'), "'Step Number'", 1, steps.length);
	const users = readOneOf(field('sliceUsers'), ['converted', 'lost'], "'Users'");
	const isLost = users === 'lost';
	if (isLost && step === steps.length) {
		throw new UserError(
			`'Step Number' is the last step, where users can't drop off. Enter ${steps.length > 2 ? `a step from 1 to ${steps.length - 1}` : '1'}, or set 'Users' to Users Who Completed the Step`,
		);
	}
	return { step, isLost, ...readCellGroup(field, groupBy) };
}

/** Not all filters of a funnel are available in both generations of the API. */
export function assertFunnelFilter(
	{ filter }: Pick<FunnelQuery, 'filter'>,
	{ funnelFilter }: Pick<Wire, 'funnelFilter'>,
): void {
	if (funnelFilter === 'free' || !filter || filter.groups.length === 0) return;
	if (!hasEventCondition(filter)) return;
	throw new UserError(
		"With an API Key (OpenAPI), condition groups in 'Filter' of a funnel can't use event properties, because these belong to steps. Add the conditions to the steps with 'Filter This Step'",
	);
}
