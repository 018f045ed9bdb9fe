import { type INodeProperties, type INodePropertyCollection, UserError } from 'n8n-workflow';

import { quoted } from '../../../credentials/http/redact';
import { fromExpression, type Property } from '../query/query';

/**
 * Reads a complete expression (`event.PayOrder.amount`, `user.city`, or others with dots such as
 * `session_visit.$Anything.x`), or a short name (`amount`) of a property of the event, or of users
 * without one.
 * @param entry what to remove if no property is needed
 */
export function readProperty(typed: string, event: string, label: string, entry = ''): Property {
	const text = typed.trim();
	if (text === '') {
		const way = entry ? `enter its name, or remove the ${entry}` : 'or enter its name';
		throw new UserError(`${label} is empty. Choose a property, ${way}`);
	}
	const parts = text.split('.');
	const [scope] = parts;
	if (parts.length > 1 && (scope === 'event' || scope === 'user')) {
		const property = fromExpression(text);
		if (property.of !== 'other' && !parts.includes('')) return property;
		const forms = scope === 'event' ? 'event.<event>.<property>' : 'user.<property>';
		throw new UserError(
			`${label} is incomplete: ${quoted(text)}. Enter ${forms}, or only the name of the property`,
		);
	}
	if (parts.length > 1) return { of: 'other', expression: text };
	// A report only on users has no event.
	if (event === '') return { of: 'user', name: text };
	return { of: 'event', event, name: text };
}

export const LIST_NAMES = [
	'searchAggregators',
	'searchAlarms',
	'searchDashboards',
	'searchDatasetDimensions',
	'searchDatasetGroups',
	'searchDatasetMeasures',
	'searchDatasets',
	'searchEventProperties',
	'searchEvents',
	'searchMeasuredProperties',
	'searchNumberProperties',
	'searchProperties',
	'searchPropertiesOrNone',
	'searchSavedReports',
	'searchSessionAggregators',
	'searchSessions',
	'searchSqlColumns',
	'searchUserGroups',
	'searchUserNumberProperties',
	'searchUserProperties',
	'searchValues',
] as const;
export type ListName = (typeof LIST_NAMES)[number];

export const ANY_ALARM = { name: 'Any Alert', value: 'any' };

interface Pick {
	displayName: string;
	name: string;
	list: ListName;
	placeholder: string;
	description?: string;
	/** Name of the mode for typing; default: `By Name`. */
	typed?: { displayName: string; name: string };
	required?: boolean;
	/** Entry of the list that is selected by default, if any. */
	preset?: { name: string; value: string };
}

export const pickedFrom = ({ name, value }: { name: string; value: string }) => ({
	...{ __rl: true, mode: 'list', value },
	...(name === '' ? {} : { cachedResultName: name }),
});

/** Value of a row in a new form: fields that depend on it see that nothing is selected. */
export const UNTOUCHED_PICK = { __rl: true, mode: 'list', value: '' };

/** Returns a field with a list of the project, where a value can also be typed. */
export function pickField({
	list,
	placeholder,
	typed = { displayName: 'By Name', name: 'name' },
	preset,
	...field
}: Pick): INodeProperties {
	return {
		...field,
		type: 'resourceLocator',
		default: preset ? pickedFrom(preset) : { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: list, searchable: true },
			},
			{ ...typed, type: 'string', placeholder },
		],
	};
}

/** Returns a field for an event, whose name in the form may differ. */
export function eventField(displayName: string, name: string, description = ''): INodeProperties {
	return pickField({
		displayName,
		name,
		list: 'searchEvents',
		placeholder: 'e.g. PayOrder',
		required: true,
		description: `${description}${description && ' '}Enter its name, such as PayOrder. $Anything means any event.`,
	});
}

/** @param isRequired whether n8n marks it if it is empty */
export function propertyField(name: string, isRequired = false): INodeProperties {
	return pickField({
		displayName: 'Property',
		name,
		list: 'searchProperties',
		placeholder: 'e.g. city, event.PayOrder.amount or user.level',
		...(isRequired ? { required: true } : {}),
		description: 'Short name (city) or full name (event.PayOrder.city, user.city)',
	});
}

export interface EventFields {
	alone: string[];
	/** Fields in the rows of a list, with the names of list and row. */
	inRows: Array<{ list: string; row: string; field: string }>;
}

const METHOD: ListName = 'searchEvents';

/** Finds the event fields of a form, so that a new report's fields need no registration. */
export function eventFieldsIn(fields: readonly INodeProperties[]): EventFields {
	const alone = fields.filter(isEvent).map(({ name }) => name);
	const inRows = fields.flatMap(({ type, name: list, options = [] }) =>
		type === 'fixedCollection'
			? (options as INodePropertyCollection[]).flatMap(({ name: row, values }) =>
					values.filter(isEvent).map(({ name: field }) => ({ list, row, field })),
				)
			: [],
	);
	const places = new Map(inRows.map((place) => [Object.values(place).join('.'), place]));
	return { alone: [...new Set(alone)], inRows: [...places.values()] };
}

function isEvent({ modes = [] }: INodeProperties): boolean {
	return modes.some(({ typeOptions }) => typeOptions?.searchListMethod === METHOD);
}

/**
 * Code of a function in an expression: it returns the texts of selected or typed fields. In the
 * editor, values that expressions return at run time are unknown.
 */
export const TEXTS =
	'(all) => [...new Set(all.map((x) => String(x?.value ?? x ?? "")).filter((x) => !/^($|=|.object )/.test(x)))]';

/** Code for the event of a row, or the name of its formula. */
export const EVENT_OF_ROW = '(x) => x.expression ? x.outputName : x.eventName';
