/** Splits texts into words, and compares the spelling of names. */

/** Particle between two nouns: 用户的城市. */
const OF = '的';

/**
 * Returns the words of a name or a sentence, in lower case and normal width: `PayOrder`,
 * `pay_order` and `Ｐａｙ Order` are all `pay`, `order`. Consecutive Chinese characters are one word.
 */
export function splitWords(text: string): string[] {
	const spaced = text
		.normalize('NFKC')
		.replaceAll(OF, ' ')
		.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
		.replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
	// Runs of Chinese characters, of letters of other scripts, or of digits.
	const runs = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{M}])+|\p{N}+/gu;
	return spaced.toLowerCase().match(runs) ?? [];
}

/** Longest search text; the rest of a longer text is ignored, and so are further words. */
export const LONGEST_SEARCH = 200;
/** Projects have fewer names; comparing takes time. */
export const MOST_COMPARED = 50_000;
const MOST_TYPOS = 10;
/** Nobody types a longer name, and the time to compare grows with the square of the length. */
const LONGEST_COMPARED = 200;

/** Returns how many letters of a name may be wrong. */
export function typosIn({ length }: string): number {
	return Math.min(MOST_TYPOS, Math.max(length > 3 ? 2 : 1, Math.floor(length / 4)));
}

/**
 * Returns the letters to change, add or remove (Levenshtein), or any number above `most`: names may
 * be many and long, so only cells that may be within `most` are computed.
 */
export function distanceOf(a: string, b: string, most: number): number {
	if (Math.abs(a.length - b.length) > most) return most + 1;
	if (a.length > LONGEST_COMPARED) return a === b ? 0 : most + 1;
	let [before, row] = rows;
	for (let j = 0; j <= b.length; j++) before[j] = j;
	for (let i = 1; i <= a.length; i++) {
		const [from, to] = [Math.max(1, i - most), Math.min(b.length, i + most)];
		const letter = a.charCodeAt(i - 1);
		// Cells outside this band exceed `most`.
		row[from - 1] = from === 1 ? i : most + 1;
		row[to + 1] = most + 1;
		let least = row[from - 1] as number;
		for (let j = from; j <= to; j++) {
			const change = (before[j - 1] as number) + (letter === b.charCodeAt(j - 1) ? 0 : 1);
			const left = (row[j - 1] as number) + 1;
			const above = (before[j] as number) + 1;
			const cell = change < left ? (change < above ? change : above) : left < above ? left : above;
			row[j] = cell;
			if (cell < least) least = cell;
		}
		if (least > most) return most + 1;
		[before, row] = [row, before];
	}
	return before[b.length] as number;
}

/** Two rows of the table, reused for all pairs of names: a project has thousands. */
const rows: [number[], number[]] = [[], []];
