import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { JsonObject } from '../../../credentials/http/json';
import { isObject } from '../../../credentials/http/json';
import { BOUNDS, within } from '../params/bounds';
import type { FilteredEventRow } from '../params/event';
import { filteredEventFields, readEvent, readFilteredEvent } from '../params/event';
import { filterFields } from '../params/filter';
import { readRange } from '../params/json/dates';
import type { Definition } from '../params/json/definition';
import {
	FILTER,
	RANGE,
	readDuration,
	readFilteredEventJson,
	readQueryFilterJson,
} from '../params/json/measures';
import type { Word } from '../params/json/read';
import {
	COUNT,
	FILTER_SCHEMA,
	keysOf,
	listed,
	listOf,
	oneOf,
	RANGE_SCHEMA,
	readCount,
	readEach,
	readKeys,
	readWord,
	STEP_SCHEMA,
} from '../params/json/read';
import { eventField } from '../params/property';
import type { ReadField } from '../params/read';
import { readOneOf, readWhole, rowsOf, textOf } from '../params/read';
import { showWhen } from '../params/show';
import type { Unread } from '../paste/payload';
import { eventIn, filterIn, groupsIn, PASTED, payloadFormatOf } from '../paste/payload';
import type { Slices } from '../query/entities';
import { numberIn, textIn } from '../query/json';
import type { Filter, FilteredEvent, PathQuery, PathRows } from '../query/query';
import { ANY_EVENT } from '../query/query';
import { stepField } from './slices';

const ROWS: Array<{ name: string; value: PathRows; description: string }> = [
	{
		name: 'Links',
		value: 'links',
		description: 'From one event to the next one, how often: what a Sankey chart draws',
	},
	{ name: 'Nodes', value: 'nodes', description: 'Each event of each step, how often' },
	{ name: 'Links and Nodes', value: 'both', description: 'The nodes of each step and its links' },
];

export const pathFields: INodeProperties[] = [
	{
		displayName: 'Paths',
		name: 'pathDirection',
		type: 'options',
		default: 'after',
		options: [
			{ name: 'After an Event', value: 'after', description: 'What users do next' },
			{ name: 'Before an Event', value: 'before', description: 'What users did until then' },
		],
	},
	eventField('Event of the Paths', 'pathEvent'),
	{
		displayName: 'Events on the Way',
		name: 'pathEvents',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Event' },
		default: { event: [{ eventName: { __rl: true, mode: 'list', value: '' } }] },
		placeholder: 'Add Event',
		description: 'What may be a step of a path; other events are passed over',
		options: [{ displayName: 'Event', name: 'event', values: filteredEventFields('Event') }],
	},
	{
		displayName: 'Number of Steps',
		name: 'pathSteps',
		type: 'number',
		typeOptions: within('pathSteps'),
		default: 5,
		description: 'How far to follow the paths; the event itself is the first step',
	},
	{
		displayName: 'Events per Step',
		name: 'pathWidth',
		type: 'number',
		typeOptions: within('pathWidth'),
		default: 10,
		description: 'The most frequent ones are told',
	},
	{
		displayName: 'Longest Pause (Minutes)',
		name: 'pathPause',
		type: 'number',
		typeOptions: within('pathPause'),
		default: 30,
		description: 'A path ends where a user does none of the events for longer',
	},
	...filterFields,
];

/** Also for a pasted query. */
export const pathRowsField: INodeProperties = {
	displayName: 'Return',
	name: 'pathRows',
	type: 'options',
	default: 'links',
	options: ROWS,
	description:
		'Steps count from 1, the event of the paths. Times are of paths, of which a user may have several.',
};

/** @throws UserError for rows that there are none of */
export function choosePathRows(query: PathQuery, field: ReadField): PathQuery {
	const chosen = textOf(field(pathRowsField.name));
	if (chosen === '') return query;
	const choices = ROWS.map(({ value }) => value);
	return { ...query, rows: readOneOf(chosen, choices, "'Return'") };
}

/** @throws UserError that names the field and the event */
export function readPathQuery(
	field: ReadField,
	readFilter: (event: string) => Filter | undefined,
): PathQuery {
	const direction = readOneOf(field('pathDirection'), ['after', 'before'], "'Paths'");
	const source = { event: readEvent(field('pathEvent'), "'Event of the Paths'") };
	const events = rowsOf<FilteredEventRow>(field('pathEvents'), 'event').map((row, index) =>
		readFilteredEvent(row, `of event ${index + 1} in 'Events on the Way'`),
	);
	if (events.length === 0) {
		throw new UserError("'Events on the Way' is empty. Add an event that may be a step of a path");
	}
	const names = events.map(({ event }) => event);
	const twice = names.find((event, index) => names.indexOf(event) !== index);
	if (twice !== undefined) {
		throw new UserError(
			`'Event Name' of two 'Events on the Way' is ${twice}, and the service takes conditions by name. Keep one of them`,
		);
	}
	return {
		source,
		isBackward: direction === 'before',
		events: names.includes(source.event) ? events : [source, ...events],
		steps: readWhole(field('pathSteps'), "'Number of Steps'", ...BOUNDS.pathSteps),
		eventsPerStep: readWhole(field('pathWidth'), "'Events per Step'", ...BOUNDS.pathWidth),
		pauseSeconds:
			readWhole(field('pathPause'), "'Longest Pause (Minutes)'", ...BOUNDS.pathPause) * 60,
		rows: 'links',
		groupBy: [],
		filter: readFilter(ANY_EVENT),
	};
}

const KEYS = {
	direction: ['paths'],
	event: ['source', 'source event', 'event of the paths'],
	events: ['events on the way'],
	steps: ['number of steps'],
	events_per_step: ['events per step'],
	pause: ['longest pause', 'session interval'],
	return: ['rows'],
	filter: FILTER,
	range: RANGE,
};
/** In the order of the documentation. */
export const DIRECTION_WORDS: ReadonlyArray<Word<boolean>> = [
	{ word: 'after', value: false, also: ['after an event', 'initial event', '之后'] },
	{ word: 'before', value: true, also: ['before an event', 'termination event', '之前'] },
];
export const PATH_ROWS: ReadonlyArray<Word<PathRows>> = [
	{ word: 'links', value: 'links', also: ['link', 'edges'] },
	{ word: 'nodes', value: 'nodes', also: ['node'] },
	{ word: 'both', value: 'both', also: ['links and nodes', 'all'] },
];
const EXAMPLE =
	'{"direction": "after", "event": "$pageview", "events": ["ViewProduct", "AddToCart", "PayOrder"], "steps": 5, "pause": "30 minutes", "range": "last week"}';
const [STEPS, WIDTH, HALF_AN_HOUR] = [5, 10, 30];

export const pathJson: Definition<PathQuery> = {
	example: EXAMPLE,
	short: '{"event": "$pageview", "events": ["PayOrder"], "range": "last week"}',
	schema: keysOf(
		{
			direction: oneOf(DIRECTION_WORDS),
			event: STEP_SCHEMA,
			events: listOf(STEP_SCHEMA),
			steps: COUNT,
			events_per_step: COUNT,
			pause: { examples: ['30 minutes'] },
			return: oneOf(PATH_ROWS),
			filter: FILTER_SCHEMA,
			range: RANGE_SCHEMA,
		},
		['event', 'events', 'range'],
	),
	read(json, { names, now }) {
		const given = readKeys(json, KEYS, 'The query', EXAMPLE);
		const source = readFilteredEventJson(given.event, names, "'event'");
		const events = readEach(listed(given.events), (one, index) =>
			readFilteredEventJson(one, names, `event ${index + 1} of 'events'`),
		);
		if (events.length === 0) throw new UserError(`'events' is missing, as in ${EXAMPLE}`);
		const known = events.map(({ event }) => event);
		const twice = known.find((event, index) => known.indexOf(event) !== index);
		if (twice !== undefined) throw new UserError(`'events' has ${twice} twice. Keep one`);
		const steps =
			given.steps === undefined ? STEPS : readCount(given.steps, "'steps'", BOUNDS.pathSteps[1]);
		if (steps < 2) throw new UserError("'steps' must be 2 at least: the event itself is the first");
		const pause = given.pause === undefined ? HALF_AN_HOUR : readDuration(given.pause, "'pause'");
		const width = given.events_per_step;
		const query: PathQuery = {
			source,
			isBackward:
				given.direction !== undefined && readWord(given.direction, DIRECTION_WORDS, "'direction'"),
			events: known.includes(source.event) ? events : [{ event: source.event }, ...events],
			steps,
			eventsPerStep:
				width === undefined ? WIDTH : readCount(width, "'events_per_step'", BOUNDS.pathWidth[1]),
			pauseSeconds: pause * 60,
			rows: given.return === undefined ? 'links' : readWord(given.return, PATH_ROWS, "'return'"),
			groupBy: [],
			filter: readQueryFilterJson(given.filter, ANY_EVENT, names),
		};
		return { query, range: readRange(given.range, now) };
	},
};

const DIRECTIONS = ['initial_event', 'termination_event'];

/** The payload of a path report (docs/service.md, "OpenAPI"). */
export const pathPayload = payloadFormatOf(readPath, {
	path: 'path/analytics/report',
	savedAs: /path/i,
	isOwn: (payload) => 'source_event' in payload || 'source_type' in payload,
});

function readPath(payload: JsonObject, unread: Unread): PathQuery {
	const direction = textIn(payload, 'source_type') ?? '';
	if (!DIRECTIONS.includes(direction)) {
		unread.note(`'source_type' in ${PASTED} must be ${DIRECTIONS.join(' or ')}`);
	}
	const whole = (key: string) => {
		const number = numberIn(payload, key);
		if (number === undefined) unread.note(`'${key}' in ${PASTED} is no number`);
		return number ?? 0;
	};
	return {
		source: eventIn(payload.source_event, `'source_event' in ${PASTED}`, unread),
		isBackward: direction === 'termination_event',
		events: eventsIn(payload, unread),
		steps: whole('col_limit'),
		eventsPerStep: whole('row_limit'),
		pauseSeconds: numberIn(payload, 'session_interval'),
		rows: 'links',
		groupBy: groupsIn(payload),
		filter: filterIn(payload, 'filter', PASTED, unread),
	};
}

/** Names, and the conditions of each in a map beside them, which has an older name as well. */
function eventsIn(payload: JsonObject, unread: Unread): FilteredEvent[] {
	const names = Array.isArray(payload.event_names) ? (payload.event_names as unknown[]) : [];
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
		...eventField('Event of the Step', 'sliceEvent'),
		description:
			"'event' in the rows of nodes, 'from' in those of links ('to' where the paths are those before an event)",
	},
	{
		displayName: 'Users',
		name: 'slicePathUsers',
		type: 'options',
		default: 'all',
		options: [
			{ name: 'Who Were There', value: 'all', description: 'A node: whatever they did then' },
			{
				name: 'Who Were at One Event of the Next Step',
				value: 'next',
				description: 'A link, away from the event of the paths',
			},
			{ name: 'Whose Path Ends There', value: 'ended', description: 'A link without an event' },
		],
		description: 'Users are listed once, however many of their paths are counted there',
	},
	...showWhen({ slicePathUsers: ['next'] }, [
		{
			...eventField('Event of the Next Step', 'sliceNextEvent'),
			description: "'to' in the rows of links ('from' where the paths are those before an event)",
		},
	]),
];

/** An event of a step, or what comes behind it. @throws UserError that names the field */
export function readPathSlice(field: ReadField, { events, steps }: PathQuery): Slices['path'] {
	const users = readOneOf(field('slicePathUsers'), ['all', 'next', 'ended'], "'Users'");
	// What comes behind the last step is not followed.
	const last = users === 'all' ? steps : steps - 1;
	const step = readWhole(field('sliceStep'), "'Of Step'", 1, last);
	const readName = (name: string, label: string) => {
		const event = readEvent(field(name), label);
		if (events.some((one) => one.event === event)) return event;
		throw new UserError(
			`${label} is ${event}, which is no event of the paths. Enter that of a row, as 'Event of the Paths' and 'Events on the Way' have it; several events that are told as one can't be listed`,
		);
	};
	const event = readName('sliceEvent', "'Event of the Step'");
	if (users === 'next') {
		return { step, event, went: { to: readName('sliceNextEvent', "'Event of the Next Step'") } };
	}
	return { step, event, went: users === 'ended' ? 'nowhere' : 'anywhere' };
}
