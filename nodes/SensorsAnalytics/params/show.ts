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

/** Makes a value when it is first needed, to shorten the loading of the package. */
export function madeOnce<Made>(make: () => Made): () => Made {
	let made: Made | undefined;
	return () => (made ??= make());
}

export function showWhen(
	condition: Conditions,
	fields: readonly INodeProperties[],
): INodeProperties[] {
	return whenever('show', condition, fields);
}

export function hideWhen(
	condition: Conditions,
	fields: readonly INodeProperties[],
): INodeProperties[] {
	return whenever('hide', condition, fields);
}

/** Condition of a row: its property is selected, typed, or an expression. */
export const IS_PICKED: Conditions = { field: [{ _cnd: { gt: '' } }] };

interface EntriesField {
	displayName: string;
	name: string;
	/** Label of an entry, such as `Measure`, and its name in the form. */
	what: string;
	row: string;
	/** Label of what the button adds, if it differs. */
	added?: string;
	values: INodeProperties[];
	description?: string;
	isSortable?: boolean;
	/** Entries of a new form. */
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
		typeOptions: { multipleValues: true, ...(isSortable ? { sortable: true } : {}) },
		default: {},
		...(first === undefined ? {} : { default: first }),
		placeholder: `Add ${added}`,
		...(description === undefined ? {} : { description }),
		options: [{ displayName: what, name: row, values }],
	};
}

export interface OperationForm {
	shownWith: { [field: string]: string };
	fields: readonly INodeProperties[];
}

interface Shared {
	field: INodeProperties;
	shownWith: { [field: string]: string[] };
	forms: number;
	/** Fields that immediately follow it in a form. */
	next: Set<Shared>;
}

/**
 * A field that several forms have occurs once in the list, because n8n processes the complete list
 * at each execution and each change in its editor; every form keeps its order. If a choice shows a
 * list of entries, n8n's editor empties the list when another choice is made, even one that also
 * shows it, unless the condition has a slash. A field that a choice hides needs no condition that
 * shows it.
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
		// This must be first, because n8n stops reading at a choice that is an expression.
		const shown = { ...Object.fromEntries(conditions), ...show };
		return { ...field, displayOptions: { ...field.displayOptions, show: shown } };
	});
}

/** Whether a field can follow the last one; mostly it already does in another form. */
function canFollow(one: Shared, last: Shared | undefined): boolean {
	return last === undefined || last.next.has(one) || !leads(one, last, new Set());
}

/** Whether the other field is the same, or follows in a form. */
function leads(one: Shared, other: Shared, seen: Set<Shared>): boolean {
	if (one === other) return true;
	seen.add(one);
	for (const next of one.next) if (!seen.has(next) && leads(next, other, seen)) return true;
	return false;
}

/** Returns each field before those that follow it. */
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

/** If a field has only one definition, n8n uses its default even where it is hidden. */
export const neverShown = ({ displayName, name }: INodeProperties): INodeProperties => ({
	displayName,
	name,
	type: 'hidden',
	default: '',
	displayOptions: { show: { '@tool': [] } },
});

/** Faster than comparing texts: most of the content is the same object. */
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

export function forTools(
	field: INodeProperties,
	choice: INodeProperties['default'],
): INodeProperties[] {
	return [
		...showWhen({ '@tool': [false] }, [field]),
		...showWhen({ '@tool': [true] }, [{ ...field, default: choice }]),
	];
}
