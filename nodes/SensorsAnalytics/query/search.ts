import { formsOf, meantWords, pairsOf, synonymsOf, wordsOf } from './words';

/** What can be looked for. */
export interface Findable {
	name: string;
	displayName: string;
	description?: string;
	tags?: readonly string[];
	/** How much it is used, where that is known. */
	count?: number;
}

/** How well an entry fits, best first (docs/catalog.md, "Search"). */
const FITS = [
	'name as typed',
	'name',
	'display name',
	'beginning',
	'words',
	'part',
	'elsewhere',
	'other words',
] as const;
type Fit = (typeof FITS)[number];

/** The words of an entry, in the forms in which they can be compared. */
interface Indexed<Entry> {
	entry: Entry;
	name: string[];
	displayName: string[];
	/** Description and tags, as one text. */
	rest: string;
}

/**
 * The entries that fit a text, best first; all in their order for an empty one. Every word of the
 * text has to be found, or one that means the same; case, width, spaces, signs, the order of words,
 * plurals and endings of verbs do not matter.
 * Of those that fit alike the more used one is first, then the one with the shorter name.
 */
export function search<Entry extends Findable>(entries: readonly Entry[], text: string): Entry[] {
	const wanted = wantedIn(text);
	if (wanted.length === 0) return text.trim() === '' ? [...entries] : named(entries, text);
	return entries
		.flatMap((entry) => {
			const fit = fitOf(indexed(entry), text.trim(), wanted);
			return fit === undefined ? [] : [{ entry, rank: FITS.indexOf(fit) }];
		})
		.sort(
			(a, b) =>
				a.rank - b.rank ||
				(b.entry.count ?? 0) - (a.entry.count ?? 0) ||
				a.entry.name.length - b.entry.name.length,
		)
		.map(({ entry }) => entry);
}

/** The one entry that is called so: by its name, else by the only display name or spelling that fits. */
export function called<Entry extends Findable>(
	entries: readonly Entry[],
	text: string,
): Entry | undefined {
	const exact = entries.find(({ name }) => name === text);
	if (exact) return exact;
	const wanted = wordsOf(text);
	const is = (own: string) => wanted.length > 0 && wordsOf(own).join('') === wanted.join('');
	const alike = entries.filter(({ name, displayName }) => is(name) || is(displayName));
	return alike.length === 1 ? alike[0] : undefined;
}

/**
 * For a text that fits nothing as a whole: entries that share something with it, those that share
 * most first.
 */
export function nearest<Entry extends Findable>(
	entries: readonly Entry[],
	text: string,
	most: number,
): Entry[] {
	const wanted = wantedIn(text);
	const pairs = new Set(wanted.flatMap(pairsOf));
	return entries
		.map((entry) => {
			const index = indexed(entry);
			const words = wanted.filter((word) => isMeant(index, word)).length;
			const own = [...index.name, ...index.displayName].flatMap(pairsOf);
			return { entry, shared: words + own.filter((pair) => pairs.has(pair)).length };
		})
		.filter(({ shared }) => shared > 0)
		.sort((a, b) => b.shared - a.shared || (b.entry.count ?? 0) - (a.entry.count ?? 0))
		.slice(0, most)
		.map(({ entry }) => entry);
}

/** What consists of signs alone can only be the name itself. */
function named<Entry extends Findable>(entries: readonly Entry[], text: string): Entry[] {
	const wanted = text.trim();
	return entries.filter(({ name, displayName }) => name === wanted || displayName === wanted);
}

/** Characters, and words, that are looked for: of a longer text, only its beginning. */
export const LONGEST_SEARCH = 200;
const MOST_WORDS = 20;

function wantedIn(text: string): string[] {
	return [...new Set(meantWords(text.slice(0, LONGEST_SEARCH)))].slice(0, MOST_WORDS);
}

/** Lists are searched for one text after another: what is made of an entry is kept as long as it. */
const indexes = new WeakMap<Findable, Indexed<Findable>>();
/** Characters of a text of the project that are searched. */
const LONGEST_TEXT = 2000;

function indexed<Entry extends Findable>(entry: Entry): Indexed<Entry> {
	const known = indexes.get(entry);
	if (known) return known as Indexed<Entry>;
	const words = (text: string) => wordsOf(text.slice(0, LONGEST_TEXT));
	const index = {
		entry,
		name: words(entry.name),
		displayName: words(entry.displayName),
		rest: words([entry.description ?? '', ...(entry.tags ?? [])].join(' ')).join(' '),
	};
	indexes.set(entry, index);
	return index;
}

function fitOf(
	index: Indexed<Findable>,
	typed: string,
	wanted: readonly string[],
): Fit | undefined {
	const { entry, name, displayName } = index;
	if (entry.name === typed) return 'name as typed';
	if (isSame(wanted, name)) return 'name';
	if (isSame(wanted, displayName)) return 'display name';
	if (isBeginning(wanted, name) || isBeginning(wanted, displayName)) return 'beginning';
	const own = [...name, ...displayName];
	if (wanted.every((word) => own.some((other) => areOne(word, other)))) return 'words';
	if (wanted.every((word) => isPart(index, word))) return 'part';
	if (wanted.every((word) => isAnywhere(index, word))) return 'elsewhere';
	return wanted.every((word) => isMeant(index, word)) ? 'other words' : undefined;
}

/** Whether two words are the same but for their number. */
function areOne(word: string, other: string): boolean {
	const forms = formsOf(other);
	return formsOf(word).some((form) => forms.includes(form));
}

/** Whether two texts have the same words, in whatever order, or the same letters but for the number. */
function isSame(wanted: readonly string[], words: readonly string[]): boolean {
	if (formsOf(wanted.join('')).includes(words.join(''))) return true;
	if (wanted.length !== words.length) return false;
	const left = [...words];
	return wanted.every((word) => {
		const found = left.findIndex((other) => areOne(word, other));
		if (found >= 0) left.splice(found, 1);
		return found >= 0;
	});
}

function isBeginning(wanted: readonly string[], words: readonly string[]): boolean {
	if (words.join('').startsWith(wanted.join(''))) return true;
	return (
		wanted.length <= words.length &&
		wanted.every((word, index) => areOne(word, words[index] as string))
	);
}

function isPart({ name, displayName }: Indexed<Findable>, word: string): boolean {
	const texts = [name.join(''), displayName.join('')];
	return formsOf(word).some((form) => texts.some((text) => text.includes(form)));
}

/** By the word, or by another one for the same. */
function isMeant(index: Indexed<Findable>, word: string): boolean {
	return isAnywhere(index, word) || synonymsOf(word).some((other) => isPart(index, other));
}

function isAnywhere(index: Indexed<Findable>, word: string): boolean {
	return isPart(index, word) || formsOf(word).some((form) => index.rest.includes(form));
}
