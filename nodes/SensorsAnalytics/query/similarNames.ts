import { firstWords } from '../../../credentials/http/redact';
import type { CatalogEntry } from './catalog';

/** More names than this are no help. */
const MOST = 3;
/** Projects have fewer names; comparing takes time. */
export const MOST_COMPARED = 50_000;
const MOST_TYPOS = 10;
/** No name that anybody types is longer; comparing takes time by the square. */
const LONGEST_COMPARED = 200;

/**
 * What a person may have meant by a name that the project does not have.
 * @returns undefined where the name is there, or nothing is like it
 */
export function suggestion(typed: string, known: readonly CatalogEntry[]): string | undefined {
	if (known.some(({ name }) => name === typed)) return undefined;
	const displayed = known.find(({ displayName }) => displayName === typed);
	if (displayed) return `'${typed}' is the display name of ${firstWords(displayed.name)}`;
	const wanted = typed.toLowerCase();
	const allowed = typosIn(wanted);
	const near = known
		.slice(0, MOST_COMPARED)
		.map(({ name }) => ({ name, distance: distanceOf(wanted, name.toLowerCase(), allowed) }))
		.filter(({ distance }) => distance <= allowed)
		.sort((a, b) => a.distance - b.distance)
		.slice(0, MOST);
	return near.length === 0
		? undefined
		: `'${typed}': did you mean ${near.map(({ name }) => firstWords(name)).join(' or ')}?`;
}

/** Letters that may be wrong in a name for it to be meant. */
export function typosIn({ length }: string): number {
	return Math.min(MOST_TYPOS, Math.max(length > 3 ? 2 : 1, Math.floor(length / 4)));
}

/**
 * Letters to change, add or leave out (Levenshtein); beyond `most`, any larger number. Names come from
 * the service, many and long: only what may be within `most` is looked at.
 */
export function distanceOf(a: string, b: string, most: number): number {
	if (Math.abs(a.length - b.length) > most) return most + 1;
	if (a.length > LONGEST_COMPARED) return a === b ? 0 : most + 1;
	let before = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length; i++) {
		const [from, to] = [Math.max(1, i - most), Math.min(b.length, i + most)];
		const row = new Array<number>(b.length + 1).fill(most + 1);
		row[0] = i;
		let least = row[from - 1] as number;
		for (let j = from; j <= to; j++) {
			const change = (before[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
			row[j] = Math.min(change, (before[j] as number) + 1, (row[j - 1] as number) + 1);
			least = Math.min(least, row[j] as number);
		}
		if (least > most) return most + 1;
		before = row;
	}
	return before[b.length] as number;
}
