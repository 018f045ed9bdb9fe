import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

/** Name of the field that says whether the whole query is filtered. */
const OWN = 'filterMode';
/** Name of the rows in a list of conditions. */
const CONDITIONS = 'condition';

/** A list and the name of its rows; of the filter of the whole query its field alone. */
type Place = [list: string, row: string];

/** Where a form has filters: its own, lists of conditions, and rows such as measures with some. */
export function filterPlaces(fields: readonly INodeProperties[]): Place[] {
	const places = fields.flatMap(({ name, type, options = [] }): Place[] => {
		if (name === OWN) return [[OWN, '']];
		// The conditions of the filter of the whole query count with the field that shows them.
		if (type !== 'fixedCollection' || name === 'filter' || name === 'filterGroups') return [];
		return (options as INodePropertyCollection[])
			.filter(({ name: row, values }) => row === CONDITIONS || values.some(isSwitch))
			.map(({ name: row }): Place => [name, row]);
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
