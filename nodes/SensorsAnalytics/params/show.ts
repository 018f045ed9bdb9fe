import type { IDataObject, IDisplayOptions, INodeProperties } from 'n8n-workflow';

type Conditions = NonNullable<IDisplayOptions['show']>;

function whenever(
	rule: 'show' | 'hide',
	condition: Conditions,
	fields: readonly INodeProperties[],
) {
	return fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			[rule]: { ...field.displayOptions?.[rule], ...condition },
		},
	}));
}

/** Made when it is first needed: n8n waits for whatever is made while it loads the package. */
export function madeOnce<Made>(make: () => Made): () => Made {
	let made: Made | undefined;
	return () => (made ??= make());
}

/** The fields, shown only under a further condition. */
export function showWhen(
	condition: Conditions,
	fields: readonly INodeProperties[],
): INodeProperties[] {
	return whenever('show', condition, fields);
}

/** The fields, hidden under a condition. */
export function hideWhen(
	condition: Conditions,
	fields: readonly INodeProperties[],
): INodeProperties[] {
	return whenever('hide', condition, fields);
}

/** Of a row: whether its property is picked, typed, or an expression. */
export const IS_PICKED: Conditions = { field: [{ _cnd: { gt: '' } }] };

/** A list of entries with the same fields. */
interface EntriesField {
	displayName: string;
	name: string;
	/** What an entry is, such as `Measure`, and its name in the form. */
	what: string;
	row: string;
	/** What the button adds, if that is called otherwise. */
	added?: string;
	values: INodeProperties[];
	description?: string;
	isSortable?: boolean;
	/** Entries that are there at first. */
	first?: INodeProperties['default'];
}

export function entriesField({
	what,
	row,
	values,
	isSortable,
	...own
}: EntriesField): INodeProperties {
	const { displayName, name, description, added = what, first } = own;
	return {
		displayName,
		name,
		type: 'fixedCollection',
		typeOptions: {
			multipleValues: true,
			multipleValueButtonText: `Add ${added}`,
			...(isSortable ? { sortable: true } : {}),
		},
		default: {},
		...(first === undefined ? {} : { default: first }),
		placeholder: `Add ${added}`,
		...(description === undefined ? {} : { description }),
		options: [{ displayName: what, name: row, values }],
	};
}

/** Fields that are shown together, in their order, and the choices that show them, by field. */
export interface OperationForm {
	shownWith: { [field: string]: string };
	fields: readonly INodeProperties[];
}

interface Shared {
	field: INodeProperties;
	shownWith: { [field: string]: string[] };
	forms: number;
	/** Fields that follow it immediately in a form. */
	next: Set<Shared>;
}

/**
 * The fields of all forms in one list, each shown with its forms only; every form keeps its order.
 * A field that several forms have is one of the list: n8n goes through the whole list at each
 * execution of a workflow with the node, and at each change in its editor. One that all have is
 * shown whatever is chosen. A list of entries that a choice shows is emptied by n8n's editor when
 * something else is chosen, even if that shows it, too, unless the choice is named with a slash. One
 * that a choice hides needs not be shown by the same one, which only some forms have.
 * @param forms that differ in the same field
 */
export function shareFields(forms: readonly OperationForm[]): INodeProperties[] {
	const called = new Map<string, Shared[]>();
	for (const { shownWith, fields } of forms) {
		let last: Shared | undefined;
		for (const field of fields) {
			const known = called.get(field.name) ?? [];
			let shared = known.find((one) => isSame(one.field, field) && canFollow(one, last));
			if (!shared) {
				shared = { field, shownWith: {}, forms: 0, next: new Set() };
				called.set(field.name, [...known, shared]);
			}
			for (const [name, value] of Object.entries(shownWith)) {
				shared.shownWith[name] = [...new Set([...(shared.shownWith[name] ?? []), value])];
			}
			shared.forms++;
			last?.next.add(shared);
			last = shared;
		}
	}
	return inOrder([...called.values()].flat()).map(({ field, shownWith, forms: of }) => {
		const { show, hide = {} } = field.displayOptions ?? {};
		const isList = field.type === 'collection' || field.type === 'fixedCollection';
		const conditions = Object.entries(shownWith)
			.filter(([name]) => !(name in hide))
			.map(([name, values]) => [isList ? `/${name}` : name, values] as const);
		if (of === forms.length || conditions.length === 0) return field;
		// First, for n8n reads no further than to a choice that is an expression.
		const shown = { ...Object.fromEntries(conditions), ...show };
		return { ...field, displayOptions: { ...field.displayOptions, show: shown } };
	});
}

/** Whether a field can come after the last one: mostly it does so in another form already. */
function canFollow(one: Shared, last: Shared | undefined): boolean {
	return last === undefined || last.next.has(one) || !leads(one, last, new Set());
}

/** Whether the other field is the same, or follows in some form. */
function leads(one: Shared, other: Shared, seen: Set<Shared>): boolean {
	if (one === other) return true;
	seen.add(one);
	for (const next of one.next) if (!seen.has(next) && leads(next, other, seen)) return true;
	return false;
}

/** Each field before those that follow it. */
function inOrder(all: readonly Shared[]): Shared[] {
	const placed = new Set<Shared>();
	const place = (one: Shared): void => {
		if (placed.has(one)) return;
		one.next.forEach(place);
		placed.add(one);
	};
	all.forEach(place);
	return [...placed].reverse();
}

/** A second entry for a field: of one with a single entry, n8n takes the default where it is hidden, too. */
export const neverShown = ({ displayName, name }: INodeProperties): INodeProperties => ({
	displayName,
	name,
	type: 'hidden',
	default: '',
	displayOptions: { show: { '@tool': [] } },
});

/** Whether both say the same. Most of what is in them is the same object: that is quicker than texts. */
export function isSame(one: unknown, other: unknown): boolean {
	if (one === other) return true;
	if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return false;
	const keys = Object.keys(one);
	if (Array.isArray(one) !== Array.isArray(other) || keys.length !== Object.keys(other).length) {
		return false;
	}
	const [mine, others] = [one as IDataObject, other as IDataObject];
	for (const key of keys) if (!isSame(mine[key], others[key])) return false;
	return true;
}

/** The field, with a default of its own for tools. */
export function forTools(
	field: INodeProperties,
	choice: INodeProperties['default'],
): INodeProperties[] {
	return [
		...showWhen({ '@tool': [false] }, [field]),
		...showWhen({ '@tool': [true] }, [{ ...field, default: choice }]),
	];
}
