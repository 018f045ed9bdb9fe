/** What is wrong with filters and does not show: n8n runs them, and so does the service. */
import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { type ReadField, rowsOf, textOf } from './reading';

/** Of numbers and dates, such commas part them. */
const OF_NUMBERS = /^[-\d.,，:/\s]+$/;

/** A list of conditions, where it stands, and whether the form says that it counts. */
interface ConditionList {
	/** `of 'Filter By'` */
	place: string;
	conditions: Array<{ values?: unknown }>;
	/** What switches it on and off, as the form calls it. */
	switchedBy?: string;
}

/**
 * A filter that is chosen and has no condition: it lets everything through, which nobody sees. The
 * editor makes one where it empties a list of entries, for example with another 'Report'.
 * @param fields of the operation
 * @returns what to do about the first one; undefined where there is none
 */
export function emptyFilter(
	fields: readonly INodeProperties[],
	field: ReadField,
): string | undefined {
	const own = ownLists(field);
	if (own.length > 0 && own.every(({ conditions }) => conditions.length === 0)) {
		return "'Filter' is set to Conditions and has none, so nothing is filtered. Add one to 'Filter By', or set 'Filter' to None";
	}
	const empty = listsOfRows(fields, field).find(({ conditions }) => conditions.length === 0);
	return (
		empty &&
		`${empty.switchedBy} is on and has no condition, so nothing is filtered. Add one to 'Only Where', or turn it off`
	);
}

/**
 * A comma of a Chinese keyboard among texts: it is part of a value there, which few values have.
 * @param fields of the operation
 * @returns what to do about the first one; undefined where there is none
 */
export function wideComma(
	fields: readonly INodeProperties[],
	field: ReadField,
): string | undefined {
	for (const { place, conditions } of [...ownLists(field), ...listsOfRows(fields, field)]) {
		const at = conditions.findIndex(({ values }) => {
			const text = typeof values === 'string' ? values.trim() : '';
			return text.includes('，') && !text.startsWith('[') && !OF_NUMBERS.test(text);
		});
		if (at < 0) continue;
		return `'Value' of condition ${at + 1} ${place} has a wide comma (，), which is taken for a part of the value. Between values, put a plain comma (,)`;
	}
	return undefined;
}

/** The filter of the whole query, if there is one. */
function ownLists(field: ReadField): ConditionList[] {
	if (textOf(field('filterMode')) !== 'conditions') return [];
	const groups = rowsOf<{ conditions?: unknown }>(field('filterGroups'), 'group');
	return [
		{ place: "of 'Filter By'", conditions: rowsOf(field('filter'), 'condition') },
		...groups.map(({ conditions }, index) => ({
			place: `of filter group ${index + 1}`,
			conditions: rowsOf<{ values?: unknown }>(conditions, 'condition'),
		})),
	];
}

/** Filters of measures, steps and the like, where they are switched on. */
function listsOfRows(fields: readonly INodeProperties[], field: ReadField): ConditionList[] {
	const lists = new Map(
		fields.filter(({ type }) => type === 'fixedCollection').map((list) => [list.name, list]),
	);
	return [...lists.values()].flatMap(({ name, options = [] }) =>
		(options as INodePropertyCollection[]).flatMap(({ name: row, displayName, values }) => {
			const label = values.find((value) => value.name === 'isFiltered')?.displayName;
			if (label === undefined) return [];
			return rowsOf<{ isFiltered?: unknown; filter?: unknown }>(field(name), row).flatMap(
				({ isFiltered, filter }, index): ConditionList[] => {
					if (isFiltered !== true) return [];
					const place = `of ${displayName.toLowerCase()} ${index + 1}`;
					const conditions = rowsOf<{ values?: unknown }>(filter, 'condition');
					return [{ place, conditions, switchedBy: `'${label}' ${place}` }];
				},
			);
		}),
	);
}
