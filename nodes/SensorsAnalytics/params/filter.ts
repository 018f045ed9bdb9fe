import type { INodeProperties } from 'n8n-workflow';

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

/**
 * The code of an expression that is true where a condition is filled in.
 * @param form code that gives the form, as n8n hands it on: without what it doesn't show
 * @param rows code that gives the rows which may have a filter of their own
 */
export function isFilteredIn(form: string, rows: string): string {
	const lists = `[${form}.filter, ${form}.datasetFilter, ...(${form}.filterGroups?.group ?? []).map((x) => x.conditions), ...${rows}.map((x) => x.isFiltered && x.filter)]`;
	return `(${form}.filterMode === "json" && ${form}.filterJson || ${lists}.some((x) => x?.condition?.length))`;
}
