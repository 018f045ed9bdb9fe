import { type INodeProperties, type INodePropertyCollection, UserError } from 'n8n-workflow';

import { fromExpression, type Property } from '../query/query';

/**
 * The property that was typed: whole (`event.PayOrder.amount`, `user.city`, other expressions
 * with dots of the platform such as `session_visit.$Anything.x`) or short (`amount`), which is a
 * property of the given event, or of users where there is none.
 * @param entry what to remove if none is wanted
 * @throws UserError that names the field
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
			`${label} is incomplete: '${text}'. Enter ${forms}, or only the name of the property`,
		);
	}
	if (parts.length > 1) return { of: 'other', expression: text };
	// A report on users alone has no event.
	if (event === '') return { of: 'user', name: text };
	return { of: 'event', event, name: text };
}

/** Searchable lists of a form, by the names of the methods that give them. */
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

/** The entry of the list of alarms for whichever of the project. */
export const ANY_ALARM = { name: 'Any Alert', value: 'any' };

interface Pick {
	displayName: string;
	name: string;
	/** Method that gives the list. */
	list: ListName;
	/** Of the field in which the value is typed. */
	placeholder: string;
	description?: string;
	/** How a typed value is called: `By Name` if left out. */
	typed?: { displayName: string; name: string };
	required?: boolean;
	/** An entry of the list that is chosen at first: nothing if left out. */
	preset?: { name: string; value: string };
}

/** What n8n keeps of an entry that was picked. */
export const pickedFrom = ({ name, value }: { name: string; value: string }) => ({
	...{ __rl: true, mode: 'list', value },
	...(name === '' ? {} : { cachedResultName: name }),
});

/** Of a row that the form starts with: what depends on the field sees that nothing is picked. */
export const UNTOUCHED_PICK = { __rl: true, mode: 'list', value: '' };

/** A field that is picked from a list of the project, or typed. */
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

/** An event, under whatever name the form has for it. */
export function eventField(displayName: string, name: string, description = ''): INodeProperties {
	return pickField({
		displayName,
		name,
		list: 'searchEvents',
		placeholder: 'e.g. PayOrder',
		required: true,
		description: `${description}${description && ' '}Enter the event's name, for example PayOrder, not its display name. $Anything means any event.`,
	});
}

/** A property of events or users. @param isRequired whether n8n marks it where it is empty */
export function propertyField(
	displayName: string,
	name: string,
	isRequired = true,
): INodeProperties {
	return pickField({
		displayName,
		name,
		list: 'searchProperties',
		placeholder: 'e.g. city, event.PayOrder.amount or user.level',
		...(isRequired ? { required: true } : {}),
		description:
			'Short name of a property of the measured event (city), or full name (event.PayOrder.city, user.city)',
	});
}

/** Names of the fields in which events are picked. */
export interface EventFields {
	/** Those that stand alone. */
	alone: string[];
	/** Those in the rows of a list, by the names of list and row. */
	inRows: Array<{ list: string; row: string; field: string }>;
}

const METHOD: ListName = 'searchEvents';

/** Found in the form, so that a new report's are known without being named again. */
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
 * The code of a function in an expression: what stands in fields, picked or typed, as texts, each
 * once. What another field gives at run time is not known where it is shown.
 */
export const TEXTS =
	'(all) => [...new Set(all.map((x) => String(x?.value ?? x ?? "")).filter((x) => !/^($|=|.object )/.test(x)))]';

/** The same for the event of a row, or the name of its formula. */
export const EVENT_OF_ROW = '(x) => x.expression ? x.outputName : x.eventName';
