/**
 * A column name that stands twice in a line of JSON. JSON.parse keeps the last value alone, so
 * that the other is lost without a word.
 * @param keys of the row that was parsed from the line
 * @returns undefined where there is none
 */
export function doubleColumn(line: string, keys: readonly string[]): string | undefined {
	// Nearly all lines end here: as many colons behind quotation marks as keys.
	if (count(line, '":') === keys.length) return undefined;
	const seen = new Set<string>();
	let depth = 0;
	for (const [token, key] of line.matchAll(TOKEN)) {
		if (token === '{' || token === '[') depth++;
		else if (token === '}' || token === ']') depth--;
		else if (key !== undefined && depth === 1) {
			const name = JSON.parse(key) as string;
			if (seen.has(name)) return name;
			seen.add(name);
		}
	}
	return undefined;
}

/** Keys (texts with a colon behind them), other texts, and brackets. */
const TOKEN = /("[^"\\]*(?:\\.[^"\\]*)*")\s*:|"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{}]/g;

function count(text: string, part: string): number {
	let found = 0;
	for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) found++;
	return found;
}
