/** The nodes of the package in a workflow, one for each form. */
import type {
	INodeParameters,
	INodeProperties,
	INodeTypeDescription,
	NodeParameterValueType,
} from 'n8n-workflow';

import { SensorsAnalyticsApi } from '../../../credentials/SensorsAnalyticsApi.credentials';
import { SensorsAnalytics } from '../../../nodes/SensorsAnalytics/SensorsAnalytics.node';
import { SensorsAnalyticsTrigger } from '../../../nodes/SensorsAnalyticsTrigger/SensorsAnalyticsTrigger.node';
import { NEEDS_KEY } from '../../support/operationDocs.mts';
import {
	entriesOf,
	type Form,
	formsOf,
	issuesOf,
	narrowed,
	openingsOf,
	resolved,
	type Shown,
	shownFields,
	versionOf,
} from './forms.mts';

const PACKAGE = 'n8n-nodes-sensors-analytics';
export const HTTP_REQUEST = 'HTTP Request';
const KINDS: INodeTypeDescription[] = [
	new SensorsAnalytics().description,
	new SensorsAnalyticsTrigger().description,
];

export type NodeForm = Form & { description: INodeTypeDescription };

/** Every resource, operation, output form and kind of trigger. */
export const FORMS: NodeForm[] = KINDS.flatMap((description) =>
	formsOf(description).map((form) => ({
		...form,
		description: narrowed(description, form.parameters),
	})),
);
/**
 * Those among them that show everything that there is to see. N8N_FORMS=distinct: lists that are
 * the same in several operations are clicked in one of them.
 */
export const OPENINGS = openingsOf(FORMS, process.env.N8N_FORMS === 'distinct');
/** And of each collection such as Options one entry is clicked; the others are in what is run. */
export const MOST_OPTIONS = process.env.N8N_FORMS === 'distinct' ? 1 : Infinity;

/** All entries of a collection such as Options, as they are when they are added. */
export function allEntries({ description, parameters }: NodeForm, name: string): INodeParameters {
	const values = resolved(description, parameters);
	const entries = shownFields(description, values)
		.filter(({ property, path }) => property.type === 'collection' && path === name)
		.flatMap(({ property }) => entriesOf(description, property, values));
	return Object.fromEntries(
		entries.map((entry) => [entry.name, entry.default as INodeParameters[string]]),
	);
}
export const isTrigger = ({ description }: NodeForm) => description.group.includes('trigger');

/** Values in place of what a person would pick, by the list of the field. */
const PICKED: Record<string, string> = {
	searchAggregators: 'sum',
	searchAlarms: '1',
	searchDashboards: '11',
	searchDatasetDimensions: 'city',
	searchDatasetGroups: 'Sales',
	searchDatasetMeasures: 'amount',
	searchDatasets: '1',
	searchEventProperties: 'amount',
	searchNumberProperties: 'amount',
	searchMeasuredProperties: 'amount',
	searchEvents: 'PayOrder',
	searchProperties: 'city',
	searchPropertiesOrNone: 'city',
	searchSavedReports: '101',
	searchSessionAggregators: 'unique',
	searchSessions: 'app_visit',
	searchSqlColumns: 'city',
	searchUserGroups: 'gold_members',
	searchUserProperties: 'level',
};

/** What is known of the simulator, by the name of the field. */
const TYPED: Record<string, string> = {
	accountName: 'analyst',
	password: 'analyst-pw-1',
	otherUnit: 'day',
};

/** Credentials that the forms run with. */
interface Credentials {
	account: object;
	key: object;
}

/** Options of one generation of the API: the other one refuses them. */
const OF_ACCOUNT = 'groupLimit';
const OF_KEY = 'rowLimit';
/** What counts in sessions can't be cut, and not be added up. */
const NOT_OF_SESSIONS = ['sliceDays', 'restInOneRow'];
/** With it nothing is asked. */
const UNSENT = 'previewRequest';
/** It has to be the number that comes out. */
const OF_RESULT = 'expectedUsers';
const AT_ONCE = 0;

function hasKey({ operation, triggerOn }: NodeForm['parameters']): boolean {
	return NEEDS_KEY.includes(String(operation)) || triggerOn === 'alarm';
}

/**
 * At no pace, and without the options that the form or its credential can't have and filter groups
 * of a funnel with a key; the second event of lists that take each once is another than the first, and
 * so is the second group.
 */
function runnable(parameters: NodeForm['parameters']): NodeForm['parameters'] {
	const {
		options: all,
		touchpoints: reported,
		pathEvents,
		filterGroups,
		groupBy,
		...rest
	} = parameters;
	const options: INodeParameters = { ...(all as object), requestsPerSecond: AT_ONCE };
	const needless = parameters.operation === 'getSessionReport' ? NOT_OF_SESSIONS : [];
	for (const name of [hasKey(parameters) ? OF_ACCOUNT : OF_KEY, OF_RESULT, UNSENT, ...needless])
		delete options[name];
	const isFunnelOfUsers = parameters.operation === 'getManyFromReport';
	const { touchpoint } = (reported ?? {}) as { touchpoint?: INodeParameters[] };
	const { event } = (pathEvents ?? {}) as { event?: INodeParameters[] };
	const { group } = (groupBy ?? {}) as { group?: INodeParameters[] };
	return {
		...rest,
		options,
		...(filterGroups === undefined || isFunnelOfUsers ? {} : { filterGroups }),
		...(touchpoint ? { touchpoints: { touchpoint: touchpoint.map(withOwnEvent) } } : {}),
		...(event ? { pathEvents: { event: event.map(withOwnEvent) } } : {}),
		...(groupBy ? { groupBy: group ? { group: group.map(withOwnField) } : groupBy } : {}),
	};
}

function withOwnField(row: INodeParameters, index: number): INodeParameters {
	const { field } = row as { field?: INodeParameters };
	return index === 0 ? row : { ...row, field: { ...field, value: 'device' } };
}

function withOwnEvent(row: INodeParameters, index: number): INodeParameters {
	const { eventName } = row as { eventName?: INodeParameters };
	const isFirst = index === 0 || eventName?.value !== PICKED.searchEvents;
	return isFirst ? row : { ...row, eventName: { ...eventName, value: 'AddToCart' } };
}

/** Nodes in rows; to be run behind a manual trigger if it is named. */
export function canvasOf(forms: NodeForm[], { account, key }: Credentials, trigger?: string) {
	const nodes = forms.map(({ name, parameters, description }, index) => ({
		id: `audit-${index}`,
		name,
		type: `${PACKAGE}.${description.name}`,
		typeVersion: versionOf(description),
		position: [300 + (index % 10) * 300, Math.floor(index / 10) * 200] as [number, number],
		parameters: trigger === undefined ? parameters : runnable(parameters),
		credentials: { sensorsAnalyticsApi: hasKey(parameters) ? key : account },
		onError: 'continueRegularOutput',
	}));
	const start = {
		id: 'start',
		name: trigger ?? '',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: {},
	};
	const followers = nodes.map(({ name }) => ({ node: name, type: 'main', index: 0 }));
	return {
		name: 'Audit',
		active: false,
		nodes: trigger ? [start, ...nodes] : nodes,
		connections: trigger ? { [trigger]: { main: [followers] } } : {},
		settings: { executionOrder: 'v1', timezone: 'Asia/Shanghai' },
	};
}

/** The same with n8n's node for any request, behind a manual trigger. */
export function withHttpRequest(canvas: ReturnType<typeof canvasOf>) {
	const nodes = [
		{ name: 'By Hand', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 },
		{ name: HTTP_REQUEST, type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 },
	].map((node, index) => ({
		...node,
		id: node.name,
		position: [index * 300, -300],
		parameters: {},
	}));
	return {
		...canvas,
		nodes: [...canvas.nodes, ...nodes],
		connections: {
			...canvas.connections,
			'By Hand': { main: [[{ node: HTTP_REQUEST, type: 'main', index: 0 }]] },
		},
	};
}

/** Yes-or-no fields in entries that show further collections. */
export function switchesOf(description: INodeTypeDescription): string[] {
	const inEntries = description.properties.flatMap(({ options = [] }) =>
		options.flatMap((option) => ('values' in option ? option.values : [])),
	);
	const conditions = inEntries
		.filter(({ type }) => type === 'fixedCollection')
		.flatMap(({ displayOptions }) => Object.keys(displayOptions?.show ?? {}));
	const booleans = inEntries.filter(({ type }) => type === 'boolean').map(({ name }) => name);
	return booleans.filter((name) => conditions.includes(name));
}

/**
 * Filled in where the editor has a red mark, and nowhere else: with what is picked from a list, or
 * with the example that the field itself shows.
 * @param pasted a query for the field that n8n can't mark, as it is for JSON
 * @param except path of a field that stays as it is
 */
export function filled(
	description: INodeTypeDescription,
	values: INodeParameters,
	{ pasted, except }: { pasted?: string; except?: string } = {},
): INodeParameters {
	let whole = structuredClone(resolved(description, values));
	// What is filled in first shows the fields of the second round.
	for (let round = 0; round < 2; round++) {
		const marked = issuesOf(description, whole);
		for (const { property, path, value, set } of shownFields(description, whole)) {
			if (path === except) continue;
			if (property.name === 'queryJson' && !value && pasted !== undefined) set(pasted);
			// A value has no mark: a yes or no that version 1 saved without its function has none. Nor
			// has the property of a row that the form starts with: blank it is no condition.
			const isValue = path.endsWith('.values') && value === '';
			const isOfRow = path.endsWith('].field') && textOf(value) === '';
			if (path in marked || isValue || isOfRow) set(exampleOf(property));
		}
		whole = structuredClone(resolved(description, whole));
	}
	return whole;
}

/**
 * With the example of the field that a refusal is about: of those that it names, the last one
 * that is empty.
 * @returns also the field's place; undefined if there is none such
 */
export function corrected(
	description: INodeTypeDescription,
	values: INodeParameters,
	refusal: string,
): { parameters: INodeParameters; place?: string } {
	const parameters = structuredClone(resolved(description, values));
	const field = emptyFields(description, parameters)
		.filter(({ property }) => namesLabel(refusal, property.displayName))
		.at(-1);
	field?.set(exampleOf(field.property));
	return { parameters, place: field && placeOf(description, field.path) };
}

/** Places of the fields that are empty. */
export function emptyPlaces(description: INodeTypeDescription, values: INodeParameters): string[] {
	return emptyFields(description, resolved(description, values)).map(({ path }) =>
		placeOf(description, path),
	);
}

function emptyFields(description: INodeTypeDescription, values: INodeParameters): Shown[] {
	return shownFields(description, values).filter(
		({ property, value }) =>
			textOf(value) === '' && (property.placeholder ?? property.modes ?? jsonIn(property)),
	);
}

/** Of a field that can be picked from a list, what was picked. */
function textOf(value: Shown['value']): unknown {
	return typeof value === 'object' && value !== null && 'mode' in value ? value.value : value;
}

/** The same for every entry of a list. */
function placeOf({ name }: INodeTypeDescription, path: string): string {
	return `${name} ${path.replace(/\[\d+\]/g, '')}`;
}

/** What a person would enter. */
function exampleOf(property: INodeProperties): NodeParameterValueType {
	const { name, modes, placeholder = jsonIn(property) ?? 'x' } = property;
	const list = modes?.find(({ type }) => type === 'list')?.typeOptions?.searchListMethod;
	if (list === undefined) return TYPED[name] ?? placeholder.replace(/^e\.g\. /, '');
	return { __rl: true, mode: 'name', value: PICKED[list] ?? 'x' } as NodeParameterValueType;
}

/** The example in the description of a field for JSON. */
function jsonIn({ type, description = '' }: INodeProperties): string | undefined {
	return type === 'json' ? / for example (\{.*\})$/.exec(description)?.[1] : undefined;
}

/** Whether the words have the label of a field, in quotation marks of any kind. */
export function namesLabel(words: string, ...labels: string[]): boolean {
	return labels.some((label) => words.includes(`'${label}'`) || words.includes(`"${label}"`));
}

/** Labels of all fields of a node and its credential. */
export function labelsOf({ properties }: INodeTypeDescription): string[] {
	const labels = new Set<string>();
	const collect = (list: typeof properties) => {
		for (const { displayName, options = [] } of list) {
			labels.add(displayName);
			collect(options.filter((option) => 'type' in option));
			for (const option of options) if ('values' in option) collect(option.values);
		}
	};
	collect(properties);
	collect(new SensorsAnalyticsApi().properties);
	return [...labels];
}
