/** Kinds of value that properties have. */
export type ValueKind = 'text' | 'number' | 'boolean' | 'date' | 'list';

/** How people call them; behind a property's name in lists of the form. */
export const KIND_WORDS: Readonly<Record<ValueKind, string>> = {
	text: 'text',
	number: 'number',
	boolean: 'yes or no',
	date: 'date',
	list: 'list',
};

const BEFORE_KIND = ' · ';

/** `城市 (city) · text`; without the kind where it is not known. */
export function withKind(label: string, kind: ValueKind | undefined): string {
	return kind === undefined ? label : `${label}${BEFORE_KIND}${KIND_WORDS[kind]}`;
}

/** The kind at the end of such a label. */
export function kindIn(label: string): ValueKind | undefined {
	const start = label.lastIndexOf(BEFORE_KIND);
	if (start < 0) return undefined;
	const word = label.slice(start + BEFORE_KIND.length);
	return (Object.keys(KIND_WORDS) as ValueKind[]).find((kind) => KIND_WORDS[kind] === word);
}
