/** The forms of a node, made from its own description: a new field is among them the day it is added. */
import {
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodeTypeDescription,
	NodeHelpers,
	type NodeParameterValueType,
} from 'n8n-workflow';

/** What most fields are shown by. */
const PURPOSES = ['resource', 'operation'];
/** What distinguishes a form, except what shows or hides collections. */
const BRANCHES = [...PURPOSES, 'triggerOn', 'queryMode', 'output'];

/** Fields without a value. */
const TEXTS = ['notice', 'callout', 'hidden'];

/** A list such as Measures, or a collection such as Options, that a form shows. */
interface Collection {
	name: string;
	/** The same for those with the same entries. */
	content: string;
	/** Whether it takes any number of each entry. */
	isList: boolean;
	/** How many entries can be added in this form. */
	entries: number;
}

export interface Form {
	/** Name of the node in the canvas. */
	name: string;
	parameters: INodeParameters;
	/** What it does: forms of one purpose show the same fields where they show them. */
	purpose: string;
	collections: Collection[];
	/** How many fields it shows. */
	size: number;
}

/**
 * A node with the fields alone that a resource and an operation may show: the others take n8n most of
 * its time.
 */
export function narrowed(
	description: INodeTypeDescription,
	parameters: INodeParameters,
): INodeTypeDescription {
	const mayShow = ({ displayOptions }: INodeProperties) =>
		Object.entries(displayOptions?.show ?? {}).every(
			([name, values]) =>
				!PURPOSES.includes(name) || values?.includes(parameters[name] as string) === true,
		);
	return { ...description, properties: description.properties.filter(mayShow) };
}

/** Every form of the branches; and every choice in them that shows further fields, in one of them. */
export function formsOf(description: INodeTypeDescription): Form[] {
	const { properties } = description;
	let drafts: INodeParameters[] = [{}];
	for (const property of properties.filter(({ type }) => type === 'options')) {
		drafts = drafts.flatMap((parameters) => {
			if (!isShown(description, property, parameters)) return [parameters];
			const filled = valuesOf(property).map((value) => ({ ...parameters, [property.name]: value }));
			if (BRANCHES.includes(property.name)) return filled;
			// Of the others, the value that shows most.
			const counts = filled.map((one) => collectionsOf(narrowed(description, one), one).length);
			return [filled[counts.indexOf(Math.max(...counts))] as INodeParameters];
		});
	}
	const seen = new Set<string>();
	const variants = drafts.flatMap((parameters, index) => {
		const isFirst = drafts.findIndex((one) => purposeOf(one) === purposeOf(parameters)) === index;
		return isFirst ? variantsOf(narrowed(description, parameters), parameters, seen) : [];
	});
	return [...drafts, ...variants].map((parameters, index) => {
		const own = narrowed(description, parameters);
		return {
			name: `${index} ${description.displayName} ${BRANCHES.map((name) => parameters[name] ?? '-').join(' ')}`,
			parameters,
			purpose: `${description.name} ${purposeOf(parameters)}`,
			collections: collectionsOf(own, parameters).map((property) => ({
				name: property.name,
				content: JSON.stringify([property.name, property.options]),
				isList: property.type === 'fixedCollection',
				entries: entriesOf(own, property, parameters).length,
			})),
			size: drawnFields(own, parameters).length,
		};
	});
}

function purposeOf({ operation, triggerOn }: INodeParameters): string {
	return String(operation ?? triggerOn);
}

/** A form with another choice in one field, wherever that shows fields that are not seen yet. */
function variantsOf(
	description: INodeTypeDescription,
	parameters: INodeParameters,
	seen: Set<string>,
): INodeParameters[] {
	const values = resolved(description, parameters);
	const drawn = drawnFields(description, parameters);
	return shownFields(description, values).flatMap(({ property, path, value }) => {
		if (BRANCHES.includes(property.name)) return [];
		const others = (choicesOf(property) ?? []).filter((choice) => choice !== value);
		return others.flatMap((choice) => {
			const variant = structuredClone(values);
			shownFields(description, variant)
				.find((shown) => shown.path === path)
				?.set(choice as NodeParameterValueType);
			const further = drawnFields(description, variant).filter((field) => !drawn.includes(field));
			const fresh = further.filter((field) => !seen.has(field));
			for (const field of fresh) seen.add(field);
			const root = path.split(/[.[]/)[0] as string;
			if (fresh.length === 0) return [];
			return [withoutMisfits(description, { ...parameters, [root]: variant[root] })];
		});
	});
}

/** As the editor does it: of a field that has other choices now, the chosen one is forgotten. */
function withoutMisfits(
	description: INodeTypeDescription,
	parameters: INodeParameters,
): INodeParameters {
	const misfits = shownFields(description, resolved(description, parameters))
		.filter(({ property, value }) => choicesOf(property)?.includes(value) === false)
		.map(({ path }) => path);
	return Object.fromEntries(Object.entries(parameters).filter(([name]) => !misfits.includes(name)));
}

/** A form to be opened, and the names of the collections to which entries are to be added. */
interface Opening<Candidate extends Form> {
	form: Candidate;
	fills: string[];
}

/**
 * As few forms as show every collection of every purpose: lists where most of them are together,
 * other collections where the editor has the fewest fields to draw again for each entry.
 * @param isBrief whether one of those that are alike is enough, whatever the purpose
 */
export function openingsOf<Candidate extends Form>(
	forms: readonly Candidate[],
	isBrief: boolean,
): Array<Opening<Candidate>> {
	const seen = new Set<string>();
	const keyOf = ({ purpose }: Candidate, { content }: Collection) =>
		isBrief ? content : `${purpose} ${content}`;
	const openings = new Map<Candidate, string[]>();
	const open = (form: Candidate, wanted: (collection: Collection) => boolean) => {
		const fresh = form.collections.filter((one) => wanted(one) && !seen.has(keyOf(form, one)));
		for (const collection of fresh) seen.add(keyOf(form, collection));
		if (fresh.length === 0) return;
		openings.set(form, [...(openings.get(form) ?? []), ...fresh.map(({ name }) => name)]);
	};
	const countOf = ({ collections }: Candidate) => collections.filter(({ isList }) => isList).length;
	const entriesIn = ({ collections }: Candidate) =>
		collections.reduce((sum, { isList, entries }) => sum + (isList ? 0 : entries), 0);
	for (const form of [...forms].sort((a, b) => countOf(b) - countOf(a)))
		open(form, ({ isList }) => isList);
	// Where few entries are clicked, it is the opening that takes long.
	const isOpened = (form: Candidate) => Number(isBrief && openings.has(form));
	const others = [...forms].sort(
		(a, b) => isOpened(b) - isOpened(a) || entriesIn(b) - entriesIn(a) || a.size - b.size,
	);
	for (const form of others) open(form, ({ isList }) => !isList);
	return [...openings].map(([form, fills]) => ({ form, fills }));
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
export function versionOf({ version }: INodeTypeDescription): number {
	return [version].flat().at(-1) as number;
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
