import { type INodeProperties, UserError } from 'n8n-workflow';

import { firstWords } from '../../../credentials/http/redact';
import { firstTwice } from '../query/json';
import { type CohortUnit, type FilteredEvent, TOTAL } from '../query/query';
import {
	conditionsField,
	joinField,
	readConditions,
	readOwnFilterJson,
	type RowsPlace,
	withBlank,
} from './filter';
import type { NamedProperty, NameResolver, PropertyUse } from './names';
import {
	arrayOf,
	choiceParam,
	keyOf,
	type Param,
	type ParamName,
	type JsonSource,
	TEXT,
	textOr,
} from './param';
import { eventField } from './property';
import { fewRowsOf, textOf } from './read';
import { entriesField, showWhen } from './show';
import { asList, readEach, readKeys, readText } from './words';

/** Day, week or month. */
export const UNIT_CHOICES = [
	{ name: 'Day', value: 'day', also: ['daily', 'days', '天', '日'] },
	{ name: 'Week', value: 'week', also: ['weekly', 'weeks', '周'] },
	{ name: 'Month', value: 'month', also: ['monthly', 'months', '月'] },
] as const;

export function unitParam(description: string, preset: CohortUnit = 'day'): Param<CohortUnit> {
	const named = { displayName: 'Unit', name: 'unit', key: 'unit' };
	const param = choiceParam({
		...named,
		also: ['interval', 'granularity'],
		choices: UNIT_CHOICES,
		preset,
		description,
	});
	return {
		...param,
		read(source) {
			if (source.isForm || source.value(named) !== TOTAL) return param.read(source);
			throw new UserError(
				`${source.label(named)} can't be '${TOTAL}': this report has numbers of each day, week, or month, which can't be added up. For one number, use a unit that holds the whole range, such as month with the range 2026-11`,
			);
		},
	};
}

/** Shown for a range that has just started, because what follows is not known yet. */
export const followedNote: INodeProperties[] = showWhen({ dateRange: ['yesterday', 'today'] }, [
	{
		displayName:
			"'Date Range' applies to the days on which users start. Users who started yesterday have only today's data so far. To see several days, choose a range that starts earlier, such as the last 14 days, or the last 4 weeks with the unit Week.",
		name: 'followedNote',
		type: 'notice',
		default: '',
	},
]);

export function readEvent(value: unknown, label: string): string {
	const event = textOf(value);
	if (event !== '') return event;
	throw new UserError(`${label} is empty. Choose an event, or enter its name`);
}

export function readEventJson(value: unknown, names: NameResolver, place: string): string {
	return names.event(readText(value, place, '"PayOrder"'), place);
}

export function readPropertyJson(
	value: unknown,
	event: string,
	names: NameResolver,
	place: string,
	use?: PropertyUse,
): NamedProperty {
	return names.property(readText(value, place, '"city" or "user.level"'), event, place, use);
}

/** An event, in JSON optionally with its own conditions. */
export function eventParam({
	description,
	...named
}: ParamName & { description?: string }): Param<FilteredEvent> {
	return {
		...keyOf(named),
		fields: [eventField(named.displayName, named.name, description)],
		schema: EVENT_SCHEMA,
		isRequired: true,
		read(source) {
			const label = source.label(named);
			const input = source.value(named);
			return source.isForm
				? { event: readEvent(input, label) }
				: readFilteredEventJson(input, source, label);
		},
	};
}

export function eventNameParam(named: ParamName): Param<string> {
	return {
		...keyOf(named),
		fields: [eventField(named.displayName, named.name)],
		schema: TEXT,
		isRequired: true,
		read(source) {
			const label = source.label(named);
			const input = source.value(named);
			return source.isForm ? readEvent(input, label) : readEventJson(input, source.names, label);
		},
	};
}

/** An event, optionally with its own conditions. */
const EVENT_SCHEMA = textOr({ event: TEXT, filter: { type: 'object' } });

export interface FilteredRow {
	isFiltered?: unknown;
	filterJoin?: unknown;
	filter?: unknown;
}

export function ownFilterFields(what: string): INodeProperties[] {
	return [
		{
			displayName: `Filter This ${what}`,
			name: 'isFiltered',
			type: 'boolean',
			default: false,
			description: 'Whether to count only events that meet certain conditions',
		},
		...showWhen({ isFiltered: [true] }, [
			withBlank(conditionsField('Conditions', 'filter')),
			joinField('filterJoin'),
		]),
	];
}

export function readOwnFilter(
	{ isFiltered, filter, filterJoin }: FilteredRow,
	where: RowsPlace,
): FilteredEvent['filter'] {
	if (isFiltered !== true) return undefined;
	const own = readConditions(filter, filterJoin, where);
	if (own) return own;
	throw new UserError(
		`The filter ${where.place} is on, but has no conditions. Add a condition to 'Conditions', or turn off the filter`,
	);
}

interface Events extends ParamName {
	row: string;
	what: string;
	isSortable?: boolean;
	description: string;
	/** Minimum number of events, and the number of rows in a new form. */
	least: 1 | 2;
	/** What to do if there are fewer. */
	advice: string;
	/** Why an event must not occur twice, if so. */
	whyOnce?: string;
}

export function eventsParam({
	row,
	what,
	isSortable,
	description,
	least,
	advice,
	whyOnce,
	...named
}: Events): Param<FilteredEvent[]> {
	const word = what.toLowerCase();
	const empty = { eventName: { __rl: true, mode: 'list', value: '' } };
	return {
		...keyOf(named),
		fields: [
			entriesField({
				displayName: named.displayName,
				name: named.name,
				what,
				row,
				description,
				isSortable,
				first: { [row]: Array.from({ length: least }, () => empty) },
				values: [eventField('Event Name', 'eventName'), ...ownFilterFields(what)],
			}),
		],
		schema: arrayOf(EVENT_SCHEMA),
		isRequired: true,
		read(source) {
			const label = source.label(named);
			const input = source.value(named);
			const place = (index: number) =>
				`${word} ${index + 1}${word === 'event' ? ` in ${label}` : ''}`;
			const events = source.isForm
				? fewRowsOf<FilteredRow & { eventName?: unknown }>(input, row, label).map((one, index) =>
						readFilteredEvent(one, `of ${place(index)}`, source.timeZone),
					)
				: readEach(asList(input), label, (one, index) =>
						readFilteredEventJson(one, source, place(index)),
					);
			if (events.length < least) {
				const fault = least === 2 ? `requires at least two ${word}s` : 'is empty';
				throw new UserError(`${label} ${fault}. ${advice}${source.asIn}`);
			}
			const twice = firstTwice(events.map(({ event }) => event));
			if (whyOnce === undefined || twice === undefined) return events;
			throw new UserError(`${label} contains ${firstWords(twice)} twice, but ${whyOnce}`);
		},
	};
}

function readFilteredEvent(
	row: FilteredRow & { eventName?: unknown },
	place: string,
	timeZone: string,
): FilteredEvent {
	const event = readEvent(row.eventName, `'Event Name' ${place}`);
	return { event, filter: readOwnFilter(row, { event, place, timeZone }) };
}

function readFilteredEventJson(
	value: unknown,
	{ names, timeZone }: JsonSource,
	place: string,
): FilteredEvent {
	if (typeof value === 'string') return { event: readEventJson(value, names, place) };
	const example = '"PayOrder" or {"event": "PayOrder", "filter": {"city": "Beijing"}}';
	if (value === undefined) throw new UserError(`${place} is missing. Write it as ${example}`);
	const input = readKeys(value, { event: ['event name'], filter: ['where'] }, place, example);
	const event = readEventJson(input.event, names, `'event' of ${place}`);
	const filter = readOwnFilterJson(input.filter, {
		event,
		names,
		place: `'filter' of ${place}`,
		timeZone,
	});
	return filter ? { event, filter } : { event };
}
