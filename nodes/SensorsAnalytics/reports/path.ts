import { type INodeProperties, UserError } from 'n8n-workflow';

import { arrayOrEmpty, isObject, type JsonObject } from '../../../credentials/http/json';
import { quoted } from '../../../credentials/http/redact';
import { BOUNDS } from '../params/bounds';
import { eventParam, eventsParam, readEvent } from '../params/event';
import { filterParam } from '../params/filter';
import { choiceParam, countParam, durationParam } from '../params/param';
import { eventField } from '../params/property';
import { type ReadField, readOneOf, readInteger } from '../params/read';
import { showWhen } from '../params/show';
import {
	EVENT_KEYS,
	eventIn,
	filterIn,
	GROUPED_KEYS,
	groupsAndFilterIn,
	known,
	neededNumberIn,
	PASTED,
	payloadFormatOf,
	type Unread,
} from '../paste/payload';
import type { Slices } from '../query/entities';
import { numberIn, textIn } from '../query/json';
import { ANY_EVENT, type FilteredEvent, type PathQuery } from '../query/query';
import { type EventPlaces, withFilter } from './places';
import { COHORT, type PageReport, rowChoice, stepField, FIRST_FIND } from './report';

const direction = choiceParam({
	displayName: 'Paths',
	name: 'pathDirection',
	key: 'direction',
	also: ['paths'],
	choices: [
		{
			name: 'After an Event',
			value: 'after',
			also: ['after an event', 'initial event', '之后'],
			description: 'Events that follow the start event',
		},
		{
			name: 'Before an Event',
			value: 'before',
			also: ['before an event', 'termination event', '之前'],
			description: 'Events that lead to the end event',
		},
	],
	preset: 'after',
});
const END = { displayName: 'Start or End Event', name: 'pathEvent', key: 'event' };
const endParam = eventParam({
	...END,
	also: ['source', 'source event', 'event of the paths'],
});
const STEPS = { displayName: 'Events to Include', name: 'pathEvents', key: 'events' };
const events = eventsParam({
	...STEPS,
	also: ['events on the way'],
	row: 'event',
	what: 'Event',
	description: 'Events that count as steps. Other events are ignored.',
	least: 1,
	advice: 'Add an event that can be a step of a path',
	whyOnce: 'Sensors Analytics filters by event name. Keep one of them',
});
const steps = countParam({
	displayName: 'Number of Steps',
	name: 'pathSteps',
	key: 'steps',
	also: ['number of steps'],
	bounds: BOUNDS.pathSteps,
	preset: 5,
	description: 'Maximum number of steps in a path. The start or end event is the first step.',
});
const eventsPerStep = countParam({
	displayName: 'Events per Step',
	name: 'pathWidth',
	key: 'events_per_step',
	also: ['events per step'],
	bounds: BOUNDS.pathWidth,
	preset: 10,
	description: 'Maximum number of events to return for each step, most frequent first',
});
const pause = durationParam({
	displayName: 'Session Timeout (Minutes)',
	name: 'pathPause',
	key: 'pause',
	also: ['longest pause', 'session interval'],
	unit: 'minutes',
	bounds: BOUNDS.pathPause,
	preset: 30,
	description: 'A path ends after this many minutes without an included event',
});
const rows = choiceParam({
	displayName: 'Return',
	name: 'pathRows',
	key: 'return',
	also: ['rows'],
	isOfRows: true,
	choices: [
		{
			name: 'Links',
			value: 'links',
			also: ['link', 'edges'],
			description: 'Count of each transition from one event to the next, as in a Sankey chart',
		},
		{
			name: 'Nodes',
			value: 'nodes',
			also: ['node'],
			description: 'Count of each event in each step. Charts and messages as Digest use links.',
		},
		{
			name: 'Links and Nodes',
			value: 'both',
			also: ['links and nodes', 'all'],
			description: 'The nodes and links of each step',
		},
	],
	preset: 'links',
	description:
		'Rows to return. Step 1 is the start or end event. Counts are numbers of paths, and a user can have several paths.',
});

const places: EventPlaces<PathQuery> = {
	of: (query) => [[['source']], ...query.events.map((_, at) => [['events', at]] as const)],
};

export const pathReport: PageReport<'path'> = {
	...COHORT,
	name: 'path',
	option: {
		name: 'Get Path Report',
		value: 'getPathReport',
		action: 'Get path report',
		description:
			'Get the paths that users take after or before an event, as links and nodes. Requires an API key.',
	},
	toolText: `Returns the paths that users take after or before an event, step by step. Use it to find out what people do next, or did before, if you don't know the order of steps. If you know the order, use the funnel report. Requires an API key. ${FIRST_FIND} Example: after $pageview, with the included events ViewProduct and PayOrder, answers 'What do people do after they open the shop?'`,
	params: [direction, endParam, events, steps, eventsPerStep, pause, rows, filterParam],
	rows: rowChoice(rows, (query, chosen) => ({ ...query, rows: chosen })),
	example:
		'{"direction": "after", "event": "$pageview", "events": ["ViewProduct", "AddToCart", "PayOrder"], "steps": 5, "pause": "30 minutes", "range": "last week"}',
	short: '{"event": "$pageview", "events": ["PayOrder"], "range": "last week"}',
	read(source) {
		const start = endParam.read(source);
		const onTheWay = events.read(source);
		for (const [{ event }, label] of [
			[start, source.label(END)] as const,
			...onTheWay.map((one) => [one, source.label(STEPS)] as const),
		]) {
			if (event !== ANY_EVENT) continue;
			throw new UserError(
				`${label} can't be any event (${ANY_EVENT}): Sensors Analytics takes the names of the events on a path, and doesn't document that it takes this one. Name each event`,
			);
		}
		const isAmongThem = onTheWay.some((one) => one.event === start.event);
		const all = isAmongThem ? onTheWay : [{ event: start.event }, ...onTheWay];
		const query = {
			source: start,
			isBackward: direction.read(source) === 'before',
			events: all,
			steps: steps.read(source),
			eventsPerStep: eventsPerStep.read(source),
			pauseSeconds: pause.read(source) * 60,
			rows: rows.read(source),
			groupBy: [],
		};
		return withFilter({ query }, filterParam.read(source, ANY_EVENT), places).query;
	},
	restricts: places,
	payload: payloadFormatOf(readPath, {
		keys: {
			...GROUPED_KEYS,
			...known('source_type', 'event_names', 'col_limit', 'row_limit', 'session_interval'),
			...known('single_event_with_filters', 'single_event_with_filter'),
			source_event: EVENT_KEYS,
		},
		savedAs: /path/i,
		isOwn: (payload) => 'source_event' in payload || 'source_type' in payload,
	}),
};

const DIRECTIONS = ['initial_event', 'termination_event'];

function readPath(payload: JsonObject, unread: Unread): PathQuery {
	const direction = textIn(payload, 'source_type') ?? '';
	if (!DIRECTIONS.includes(direction)) {
		unread.note(`'source_type' in ${PASTED} must be ${DIRECTIONS.join(' or ')}`);
	}
	return {
		source: eventIn(payload.source_event, `'source_event' in ${PASTED}`, unread),
		isBackward: direction === 'termination_event',
		events: eventsIn(payload, unread),
		steps: neededNumberIn(payload, 'col_limit', unread),
		eventsPerStep: neededNumberIn(payload, 'row_limit', unread),
		pauseSeconds: numberIn(payload, 'session_interval'),
		rows: 'links',
		...groupsAndFilterIn(payload, unread),
	};
}

/** Conditions are in a separate map, which also has an older name. */
function eventsIn(payload: JsonObject, unread: Unread): FilteredEvent[] {
	const names = arrayOrEmpty(payload.event_names);
	if (names.length === 0) unread.note(`'event_names' is empty in ${PASTED}`);
	const [key, filters] = ['single_event_with_filters', 'single_event_with_filter']
		.map((key) => [key, payload[key]] as const)
		.find((entry): entry is [string, JsonObject] => isObject(entry[1])) ?? ['', {}];
	return names.map(String).map((event) => {
		const filter = filterIn(filters, event, `'${key}' in ${PASTED}`, unread);
		return { event, ...(filter ? { filter } : {}) };
	});
}

export const pathSliceFields: INodeProperties[] = [
	stepField,
	{
		...eventField('Step Event', 'sliceEvent'),
		description:
			"Name of the event: the value of 'event' in a node row, or of 'from' in a link row. For paths before an event, use the value of 'to'.",
	},
	{
		displayName: 'Users',
		name: 'slicePathUsers',
		type: 'options',
		noDataExpression: true,
		default: 'all',
		options: [
			{ name: 'Users at This Node', value: 'all', description: 'All users at the node' },
			{
				name: 'Users Who Continued to an Event',
				value: 'next',
				description:
					"Users who went from this event to the one in 'Next Step Event', in the direction of the path",
			},
			{ name: 'Users Whose Path Ended', value: 'ended', description: 'Users without a next event' },
		],
		description: "Each user appears once, even if the report counts several of the user's paths",
	},
	...showWhen({ slicePathUsers: ['next'] }, [
		{
			...eventField('Next Step Event', 'sliceNextEvent'),
			description:
				"Name of the event: the value of 'to' in a link row. For paths before an event, use the value of 'from'.",
		},
	]),
];

export function readPathSlice(field: ReadField, { events, steps }: PathQuery): Slices['path'] {
	const users = readOneOf(field('slicePathUsers'), ['all', 'next', 'ended'], "'Users'");
	// Nothing is known about what follows the last step.
	const last = users === 'all' ? steps : steps - 1;
	const step = readInteger(field('sliceStep'), "'Step Number'", 1, last);
	const readName = (name: string, label: string) => {
		const event = readEvent(field(name), label);
		if (events.some((one) => one.event === event)) return event;
		throw new UserError(
			`${label} is ${quoted(event)}, which isn't an event of the paths. Enter an event from 'Start or End Event' or 'Events to Include'. Users of several events that the report combines can't be listed`,
		);
	};
	const event = readName('sliceEvent', "'Step Event'");
	if (users === 'next') {
		return { step, event, went: { to: readName('sliceNextEvent', "'Next Step Event'") } };
	}
	return { step, event, went: users === 'ended' ? 'nowhere' : 'anywhere' };
}
