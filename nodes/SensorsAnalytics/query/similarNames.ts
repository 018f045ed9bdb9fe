import type { CatalogEntry } from './catalog';

/** More names than this are no help. */
const MOST = 3;

/**
 * What a person may have meant by a name that the project does not have.
 * @returns undefined where the name is there, or nothing is like it
 */
export function suggestion(typed: string, known: readonly CatalogEntry[]): string | undefined {
	if (known.some(({ name }) => name === typed)) return undefined;
	const displayed = known.find(({ displayName }) => displayName === typed);
	if (displayed) return `'${typed}' is the display name of ${displayed.name}`;
	const wanted = typed.toLowerCase();
	const allowed = Math.max(wanted.length > 3 ? 2 : 1, Math.floor(wanted.length / 4));
	const near = known
		.map(({ name }) => ({ name, distance: distanceOf(wanted, name.toLowerCase(), allowed) }))
		.filter(({ distance }) => distance <= allowed)
		.sort((a, b) => a.distance - b.distance)
		.slice(0, MOST);
	return near.length === 0
		? undefined
		: `'${typed}': did you mean ${near.map(({ name }) => name).join(' or ')}?`;
}

/** Letters to change, add or leave out (Levenshtein); not counted on beyond `most`. */
export function distanceOf(a: string, b: string, most: number): number {
	if (Math.abs(a.length - b.length) > most) return most + 1;
	let before = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const change = (before[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
			row.push(Math.min(change, (before[j] as number) + 1, (row[j - 1] as number) + 1));
		}
		before = row;
	}
	return before[b.length] as number;
}
