/**
 * Stands for a chat model that can read, and knows no name of the project: it fills the words of
 * the question into the query, and after an error takes the first name that the error lists.
 */

/** A word of the question where a name belongs, and what else such a word is called in general. */
export interface Word {
	word: string;
	also: readonly string[];
}

/** What the model makes of a question: a tool, and a query with words in place of names. */
export interface Plan {
	tool: string;
	query: object;
}

export interface Call {
	tool: string;
	query: unknown;
}

/** A call, and what the tool said: its JSON, or the words of its error. */
export interface Said extends Call {
	answer: string;
	isError: boolean;
}

export function word(text: string, ...also: string[]): Word {
	return { word: text, also };
}

/**
 * What the model does next.
 * @param said what it has asked, and been told
 * @returns undefined where the last answer is what it wanted, or nothing is left to try
 */
export function next({ tool, query }: Plan, said: readonly Said[]): Call | undefined {
	const last = said.at(-1);
	if (last && !last.isError) return undefined;
	const names = new Map<string, string>();
	for (const { answer } of said)
		for (const [typed, name] of corrections(answer)) names.set(typed, name);
	const filled = fill(query, names, said.map(({ answer }) => answer).join('\n'));
	const call = { tool, query: filled };
	// The same once more would be told the same.
	return said.some((one) => JSON.stringify(one.query) === JSON.stringify(filled))
		? undefined
		: call;
}

const UNKNOWN = /called '([^']+)'\. (?:Nearest|Properties that hold numbers): ([^\s,]+)/g;
const SEVERAL = /: '([^']+)' can mean several: ([^\s,]+)/g;

/** Names in place of those that an error names, as it lists them: the first ones. */
function corrections(error: string): Array<[string, string]> {
	return [...error.matchAll(UNKNOWN), ...error.matchAll(SEVERAL)].map(
		([, typed = '', name = '']) => [typed, name],
	);
}

/** The query with the best that is known in place of words. */
function fill(part: unknown, names: ReadonlyMap<string, string>, errors: string): unknown {
	if (isWord(part)) {
		const tried = [part.word, ...part.also];
		const known = tried.find((one) => names.has(one));
		if (known !== undefined) return names.get(known);
		return tried.find((one) => !errors.includes(`called '${one}'`)) ?? part.word;
	}
	if (Array.isArray(part)) return part.map((inner) => fill(inner, names, errors));
	if (typeof part !== 'object' || part === null) return part;
	return Object.fromEntries(
		Object.entries(part).map(([key, inner]) => {
			// A filter has names as its keys.
			const property = /^\?(.+)$/.exec(key)?.[1]?.split('|');
			const [first, ...also] = property ?? [];
			const name = first === undefined ? key : String(fill(word(first, ...also), names, errors));
			return [name, fill(inner, names, errors)];
		}),
	);
}

export function isWord(part: unknown): part is Word {
	return typeof part === 'object' && part !== null && 'word' in part && 'also' in part;
}

/** All words of a plan, as they stand for names. */
export function wordsOf(part: unknown): string[] {
	if (isWord(part)) return [part.word, ...part.also];
	if (Array.isArray(part)) return part.flatMap(wordsOf);
	if (typeof part !== 'object' || part === null) return typeof part === 'string' ? [part] : [];
	return Object.entries(part).flatMap(([key, inner]) => [
		...key.replace(/^\?/, '').split('|'),
		...wordsOf(inner),
	]);
}
