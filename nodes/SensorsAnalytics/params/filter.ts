import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { readFilter } from '../paste/payload';
import type { Filter } from '../query/query';
import { conditionsField, joinField, readConditions } from './condition';
import { readPastedJson } from './queryMode';
import type { ReadField } from './read';
import { noChoice, rowsOf, textOf } from './read';
import { showWhen } from './show';

/** Filter of the whole report. */
export const filterFields: INodeProperties[] = [
	{
		displayName: 'Filter',
		name: 'filterMode',
		type: 'options',
		description: 'Which events or users count: all, or those for which conditions are met',
		default: 'none',
		options: [
			{ name: 'None', value: 'none' },
			{
				name: 'Conditions',
				value: 'conditions',
				description: 'Count only events for which conditions are met',
			},
			{
				name: 'JSON',
				value: 'json',
				description: "A filter in the platform's own form, nested as deep as needed",
			},
		],
	},
	...showWhen({ filterMode: ['conditions'] }, [
		joinField('filterJoin'),
		conditionsField('Filter By', 'filter'),
		{
			displayName: 'Filter Groups',
			name: 'filterGroups',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true, multipleValueButtonText: 'Add Group of Conditions' },
			default: {},
			placeholder: 'Add Group of Conditions',
			description: 'Conditions in brackets: each group counts as one condition',
			options: [
				{
					displayName: 'Group',
					name: 'group',
					values: [joinField('join'), conditionsField('Conditions', 'conditions')],
				},
			],
		},
	]),
	...showWhen({ filterMode: ['json'] }, [
		{
			displayName: 'Filter JSON',
			name: 'filterJson',
			type: 'json',
			default: '',
			placeholder:
				'e.g. {"relation":"and","conditions":[{"field":"user.city","function":"equal","params":["Beijing"]}]}',
			description: 'The value of "filter" in a request payload copied from Sensors Analytics',
		},
	]),
];

/**
 * The filter of a report, in whichever way it was given.
 * @param event whose properties short field names mean
 */
export function readQueryFilter(field: ReadField, event: string): Filter | undefined {
	switch (textOf(field('filterMode'))) {
		case 'conditions':
			return readFilters(field('filter'), field('filterGroups'), field('filterJoin'), event);
		case 'json':
			return readFilter(readPastedJson(field('filterJson'), 'Filter JSON'), "'Filter JSON'");
		case 'none':
		case '':
			return undefined;
		default:
			throw noChoice(textOf(field('filterMode')), ['none', 'conditions', 'json'], "'Filter'");
	}
}

interface GroupRow {
	join?: unknown;
	conditions?: unknown;
}

/**
 * Conditions in the form, and groups of conditions.
 * @param event whose properties short field names mean
 * @returns undefined where there are none
 * @throws UserError that names field and condition
 */
export function readFilters(
	conditions: unknown,
	groups: unknown,
	join: unknown,
	event: string,
): Filter | undefined {
	const own = readConditions(conditions, join, event, "of 'Filter By'");
	const inner = rowsOf<GroupRow>(groups, 'group').flatMap((row, index) => {
		const group = readConditions(row.conditions, row.join, event, `of filter group ${index + 1}`);
		return group ? [group] : [];
	});
	if (!own && inner.length === 0) return undefined;
	return { join: join === 'or' ? 'or' : 'and', conditions: own?.conditions ?? [], groups: inner };
}

/** Name of the field that says whether the whole query is filtered. */
const OWN = 'filterMode';
/** Name of the rows in a list of conditions. */
const CONDITIONS = 'condition';

/** A list and the name of its rows; of the filter of the whole query its field alone. */
type FilterPath = [list: string, row: string];

/** Where a form has filters: its own, lists of conditions, and rows such as measures with some. */
export function filterPlaces(fields: readonly INodeProperties[]): FilterPath[] {
	const places = fields.flatMap(({ name, type, options = [] }): FilterPath[] => {
		if (name === OWN) return [[OWN, '']];
		// The conditions of the filter of the whole query count with the field that shows them.
		if (type !== 'fixedCollection' || name === 'filter' || name === 'filterGroups') return [];
		return (options as INodePropertyCollection[])
			.filter(({ name: row, values }) => row === CONDITIONS || values.some(isSwitch))
			.map(({ name: row }): FilterPath => [name, row]);
	});
	return [...new Map(places.map((place) => [place.join('.'), place])).values()];
}

function isSwitch({ name }: INodeProperties): boolean {
	return name === 'isFiltered';
}

/**
 * The code of an expression that is true where a condition is filled in.
 * @param places code that gives a list of places
 */
export function isFilteredIn(places: string): string {
	const p = '$parameter';
	const has = (of: string) => `(${of}?.${CONDITIONS} ?? []).length > 0`;
	const inGroups = `(${p}["filterGroups"]?.group ?? []).some((group) => ${has('group.conditions')})`;
	const byMode = `{ conditions: ${has(`${p}["filter"]`)} || ${inGroups}, json: Boolean(${p}["filterJson"]) }[${p}["${OWN}"]]`;
	const inRow = `row === "${CONDITIONS}" || (one.isFiltered && ${has('one.filter')})`;
	// No `?.[`: n8n reads a name of nothing by it, and shows no line at all.
	return `${places}.some(([list, row]) => list === "${OWN}" ? ${byMode} : [(${p}[list] ?? {})[row] ?? []].flat().some((one) => ${inRow}))`;
}
