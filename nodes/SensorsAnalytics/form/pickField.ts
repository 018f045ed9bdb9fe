import type { INodeProperties } from 'n8n-workflow';

/** Searchable lists of a form, by the names of the methods that give them. */
export type ListName =
	| 'searchAlarms'
	| 'searchDashboards'
	| 'searchDatasetDimensions'
	| 'searchDatasetGroups'
	| 'searchDatasetMeasures'
	| 'searchDatasets'
	| 'searchEventProperties'
	| 'searchEvents'
	| 'searchSavedReports'
	| 'searchSessions'
	| 'searchUserGroups'
	| 'searchValues'
	| 'searchMeasuredProperties'
	| 'searchNumberProperties'
	| 'searchProperties'
	| 'searchPropertiesOrNone'
	| 'searchUserNumberProperties'
	| 'searchUserProperties';

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
		default: preset
			? { __rl: true, mode: 'list', value: preset.value, cachedResultName: preset.name }
			: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select…',
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
		description: `${description}${description && ' '}Name of the event as the project knows it, e.g. PayOrder (not its display name). $Anything means any event.`,
	});
}

/** A property of events or users. */
export function propertyField(displayName: string, name: string): INodeProperties {
	return pickField({
		displayName,
		name,
		list: 'searchProperties',
		placeholder: 'e.g. city, event.PayOrder.amount or user.level',
		required: true,
		description:
			'Short (city, a property of the measured event) or whole (event.PayOrder.city, user.city)',
	});
}
