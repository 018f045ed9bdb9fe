import { UserError } from 'n8n-workflow';

import { BOUNDS } from '../../form/bounds';
import { ANY_EVENT } from '../../query/eventQuery';
import type { PathQuery, PathRows } from '../../query/modelQueries';
import { FILTER, RANGE, readDuration } from '../cohorts';
import { readRange } from '../dates';
import type { Definition } from '../defined';
import { listed, readEach, readCount, readKeys } from '../keys';
import { readFilteredEvent, readQueryFilter } from '../measures';
import { COUNT, FILTER_SCHEMA, keysOf, listOf, oneOf, RANGE_SCHEMA, STEP_SCHEMA } from '../schema';
import { readWord, type Word } from '../words';

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
export const DIRECTIONS: ReadonlyArray<Word<boolean>> = [
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

export const path: Definition<PathQuery> = {
	example: EXAMPLE,
	short: '{"event": "$pageview", "events": ["PayOrder"], "range": "last week"}',
	schema: keysOf(
		{
			direction: oneOf(DIRECTIONS),
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
		const source = readFilteredEvent(given.event, names, "'event'");
		const events = readEach(listed(given.events), (one, index) =>
			readFilteredEvent(one, names, `event ${index + 1} of 'events'`),
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
				given.direction !== undefined && readWord(given.direction, DIRECTIONS, "'direction'"),
			events: known.includes(source.event) ? events : [{ event: source.event }, ...events],
			steps,
			eventsPerStep:
				width === undefined ? WIDTH : readCount(width, "'events_per_step'", BOUNDS.pathWidth[1]),
			pauseSeconds: pause * 60,
			rows: given.return === undefined ? 'links' : readWord(given.return, PATH_ROWS, "'return'"),
			groupBy: [],
			filter: readQueryFilter(given.filter, ANY_EVENT, names),
		};
		return { query, range: readRange(given.range, now) };
	},
};
