/** The forms of a node, made from its own description: a new field is among them the day it is added. */
import {
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
	NodeHelpers,
	type NodeParameterValueType,
} from 'n8n-workflow';

/** What a form is told apart by, beside what shows or hides collections. */
const BRANCHES = ['resource', 'operation', 'triggerOn', 'queryMode', 'output'];

/** Fields without a value. */
const TEXTS = ['notice', 'callout', 'hidden'];

export interface Form {
	/** Name of the node in the canvas. */
	name: string;
	parameters: INodeParameters;
	/** What it does: forms of one purpose show the same fields where they show them. */
	purpose: string;
	/** The collections that it shows, with their entries. */
	collections: string[];
}

export function formsOf(description: INodeTypeDescription): Form[] {
	const { properties } = description;
	let drafts: INodeParameters[] = [{}];
	for (const property of properties.filter(({ type }) => type === 'options')) {
		drafts = drafts.flatMap((parameters) => {
			if (!isShown(description, property, parameters)) return [parameters];
			const filled = valuesOf(property).map((value) => ({ ...parameters, [property.name]: value }));
			if (BRANCHES.includes(property.name)) return filled;
			// Of the others, the value that shows most.
			const counts = filled.map((one) => collectionsOf(description, one).length);
			return [filled[counts.indexOf(Math.max(...counts))] as INodeParameters];
		});
	}
	return drafts.map((parameters, index) => ({
		name: `${index} ${description.displayName} ${BRANCHES.map((name) => parameters[name] ?? '-').join(' ')}`,
		parameters,
		purpose: `${description.name} ${String(parameters.operation ?? parameters.triggerOn)}`,
		collections: collectionsOf(description, parameters).map(({ name, options }) =>
			JSON.stringify([name, options]),
		),
	}));
}

/** As few forms as show every collection of every purpose. */
export function coverOf<Candidate extends Form>(forms: readonly Candidate[]): Candidate[] {
	const seen = new Set<string>();
	return [...forms]
		.sort((a, b) => b.collections.length - a.collections.length)
		.filter(({ purpose, collections }, index) => {
			const keys = [purpose, ...collections.map((collection) => `${purpose} ${collection}`)];
			const isNew = index === 0 || keys.some((key) => !seen.has(key));
			for (const key of keys) seen.add(key);
			return isNew;
		});
}

/** The collections that a form shows. */
function collectionsOf(
	description: INodeTypeDescription,
	parameters: INodeParameters,
): INodeProperties[] {
	return description.properties.filter(
		(property) => isCollection(property) && isShown(description, property, parameters),
	);
}

/** All values as n8n has them at run time, defaults filled in. */
export function resolved(
	description: INodeTypeDescription,
	parameters: INodeParameters,
): INodeParameters {
	const node = nodeOf(description, parameters);
	return (
		NodeHelpers.getNodeParameters(
			description.properties,
			parameters,
			true,
			false,
			node,
			description,
		) ?? {}
	);
}

/** What n8n refuses to run: its words, by the paths of the fields. */
export function issuesOf(
	description: INodeTypeDescription,
	parameters: INodeParameters,
): Record<string, string[]> {
	const values = resolved(description, parameters);
	const node = nodeOf(description, values);
	const issues = shownFields(description, values).flatMap(({ property, path }) => {
		const within = path.slice(0, Math.max(path.lastIndexOf('.'), 0));
		// What is in a collection is in the list of fields itself.
		const alone = isCollection(property) ? { ...property, options: [] } : property;
		const found = NodeHelpers.getParameterIssues(alone, values, within, node, description);
		const texts = Object.values(found.parameters ?? {}).flat();
		return texts.length > 0 ? [[path, texts] as const] : [];
	});
	return Object.fromEntries(issues);
}

/** Why n8n would not start the node at all; it looks into few of the lists within lists. */
export function blockersOf(
	description: INodeTypeDescription,
	parameters: INodeParameters,
): string[] {
	const node = nodeOf(description, resolved(description, parameters));
	const issues = NodeHelpers.getNodeParametersIssues(description.properties, node, description);
	return Object.values(issues?.parameters ?? {}).flat();
}

/** Fields that a form has to show: all but those that hold others, and texts. */
export function drawnFields(
	description: INodeTypeDescription,
	parameters: INodeParameters,
): string[] {
	return shownFields(description, resolved(description, parameters))
		.filter(({ property }) => !isCollection(property) && !TEXTS.includes(property.type))
		.map(({ path }) => path);
}

/** What can be added to a collection such as Options. */
export function entriesOf(
	description: INodeTypeDescription,
	{ options = [] }: INodeProperties,
	values: INodeParameters,
): INodeProperties[] {
	return options
		.filter((option) => 'type' in option)
		.filter((option) => isShown(description, option, values));
}

export function isCollection({ type }: INodeProperties): boolean {
	return ['collection', 'fixedCollection'].includes(type);
}

/** A field that is shown, with its value and its place. */
export interface Shown {
	property: INodeProperties;
	value: NodeParameterValueType | undefined;
	path: string;
	set(value: NodeParameterValueType): void;
}

/** Every field of a form as it is shown, the entries of collections among them. */
export function shownFields(description: INodeTypeDescription, values: INodeParameters): Shown[] {
	const walk = (properties: INodeProperties[], holder: INodeParameters, path: string): Shown[] =>
		properties
			.filter((property) => isShown(description, property, values, holder))
			.flatMap((property) => {
				const value = holder[property.name];
				const at = `${path}${property.name}`;
				const own: Shown = {
					property,
					value,
					path: at,
					set: (wanted) => void (holder[property.name] = wanted as INodeParameters[string]),
				};
				const inner = (property.options ?? []).flatMap((option) => {
					if (property.type === 'collection' && 'type' in option) {
						const entries = (value ?? {}) as INodeParameters;
						return option.name in entries ? walk([option], entries, `${at}.`) : [];
					}
					if (!('values' in option)) return [];
					const rows = ((value ?? {}) as Record<string, INodeParameters[]>)[option.name] ?? [];
					return rows.flatMap((row, index) =>
						walk(option.values, row, `${at}.${option.name}[${index}].`),
					);
				});
				return [own, ...inner];
			});
	return walk(description.properties, values, '');
}

function valuesOf({ options = [] }: INodeProperties): Array<string | number | boolean> {
	return options.flatMap((option) => ('value' in option ? [option.value] : []));
}

/** The choices of a field; undefined for one that is free. */
export function choicesOf(property: INodeProperties): unknown[] | undefined {
	return ['options', 'multiOptions'].includes(property.type) && property.options
		? valuesOf(property)
		: undefined;
}

function isShown(
	description: INodeTypeDescription,
	property: INodeProperties,
	root: INodeParameters,
	holder = root,
): boolean {
	const node = nodeOf(description, root);
	return NodeHelpers.displayParameter(holder, property, node, description, root);
}

/** The version of a node that is new in a workflow. */
export function versionOf({ version, defaultVersion }: INodeTypeDescription): number {
	return defaultVersion ?? ([version].flat().at(-1) as number);
}

function nodeOf(description: INodeTypeDescription, parameters: INodeParameters): INode {
	return {
		id: 'x',
		name: 'x',
		type: description.name,
		typeVersion: versionOf(description),
		position: [0, 0],
		parameters,
	};
}
