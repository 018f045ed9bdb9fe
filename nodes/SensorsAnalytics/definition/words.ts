/** Words of a query in JSON: found in whatever spelling, never guessed. */

import { noChoice } from '../form/choice';
import { distanceOf, MOST_COMPARED, typosIn } from '../query/similarNames';

/** A word of the schema, and what else people write for it. */
export interface Word<Value = string> {
	/** As the schema has it. */
	word: string;
	value: Value;
	also: readonly string[];
}

/** Letters and digits alone, in lower case: `Group By`, `groupBy` and `group_by` are the same. */
export function plain(text: string): string {
	return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/** All that a text may mean; the word itself goes before what else is written for it. */
export function meaningsOf<Value>(
	text: string,
	words: ReadonlyArray<Word<Value>>,
): Array<Word<Value>> {
	const wanted = plain(text);
	if (wanted === '') return [];
	const own = words.filter(({ word }) => plain(word) === wanted);
	return own.length > 0
		? own
		: words.filter(({ also }) => also.some((other) => plain(other) === wanted));
}

/**
 * The one word that is meant.
 * @param place for errors, such as `'unit'`
 * @throws UserError that lists what is allowed, or what may be meant
 */
export function readWord<Value>(
	given: unknown,
	words: ReadonlyArray<Word<Value>>,
	place: string,
): Value {
	const text = typeof given === 'string' ? given : JSON.stringify(given);
	const found = typeof given === 'string' ? meaningsOf(given, words) : [];
	if (found.length === 1) return (found[0] as Word<Value>).value;
	throw noChoice(
		text,
		words.map(({ word }) => word),
		place,
	);
}

/** The nearest of several spellings, if any is near. */
export function nearest(text: string, known: readonly string[]): string | undefined {
	const wanted = plain(text);
	const allowed = typosIn(wanted);
	const near = known
		.slice(0, MOST_COMPARED)
		.map((name) => ({ name, distance: distanceOf(wanted, plain(name), allowed) }))
		.filter(({ distance }) => distance <= allowed)
		.sort((a, b) => a.distance - b.distance);
	return near[0]?.name;
}
