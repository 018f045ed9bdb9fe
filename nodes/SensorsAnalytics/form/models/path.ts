import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { BOUNDS, within } from '../bounds';
import { ANY_EVENT, type Filter } from '../../query/eventQuery';
import type { PathQuery, PathRows } from '../../query/modelQueries';
import { filterFields } from '../filter';
import { readOneOf } from '../choice';
import { readWhole } from '../numbers';
import { eventField } from '../pickField';
import { type ReadField, rowsOf, textOf } from '../reading';
import { type FilteredEventRow, filteredEventFields, readEvent, readFilteredEvent } from './shared';

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
