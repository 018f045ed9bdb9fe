import { withoutHidden } from '../../../../credentials/http/redact';

/** Prepares texts from data: cleans, shortens and escapes them for a target. */

/** Line breaks, and other characters that only move the position. */
const SPACES = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** No target accepts more, and searching for invisible characters takes long. */
const MOST_CLEANED = 10_000;
/** For one that is shown; all others are invisible. */
const MOST_HIDDEN = 8;

/** Starts a sentence inside another one. */
export function uncapital(text: string): string {
	return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

/** Capitalizes the first letter of a sentence; names of a program such as `pay_rate` stay. */
export function capital(text: string): string {
	if (/^[^\s,:]*_/.test(text)) return text;
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Returns a number with its unit: `1 day`, `2 days`. */
export function plural(count: number, one: string): string {
	return `${count} ${one}${count === 1 ? '' : 's'}`;
}

/**
 * Returns a text from data as one line, without invisible characters and those that reverse, hide
 * or end the text around them, or give instructions to a model.
 */
export function clean(text: string): string {
	return withoutHidden(text.slice(0, MOST_CLEANED).replace(SPACES, ' '));
}

/** A name that is written from right to left. */
const FROM_RIGHT =
	/(?=\p{L})[\u0590-\u08ff\ufb1d-\ufefc](?:[\u0590-\u08ff\ufb1d-\ufefc\d .'-]*[\u0590-\u08ff\ufb1d-\ufefc])?/gu;

/**
 * Returns a sentence, cleaned and shortened. Names that are written from right to left are isolated:
 * between two of them, a number would be next to the wrong one.
 */
export function oneLine(text: string, length: number): string {
	return wholeParts(clean(text.slice(0, length * MOST_HIDDEN)), length).replace(
		FROM_RIGHT,
		'\u2068$&\u2069',
	);
}

/** Shortens a text to this many characters, and marks its end. */
export function cut(text: string, length: number): string {
	return text.length <= length ? text : ended(text.slice(0, length - 1), '…');
}

/** Marks the end of a text. A surrogate pair isn't split, and an isolated name doesn't stay open. */
function ended(text: string, mark: string): string {
	const isOpen = text.lastIndexOf('\u2068') > text.lastIndexOf('\u2069');
	const kept = (isOpen ? text.slice(0, -1) : text).replace(/[\uD800-\uDBFF]$/, '');
	return `${kept}${mark}${isOpen ? '\u2069' : ''}`;
}

/** Joins the restrictions of a scope. Within one of them, their separator would look like its end. */
export function joinLimits(limits: readonly string[]): string {
	return limits
		.filter(Boolean)
		.map((limit) => clean(limit).replace(/ · /g, '·'))
		.join(' · ');
}

const MORE = ' …';

/** Shortens a scope after one of its restrictions, unless one of them is too long. */
export function cutBetween(scope: string, most: number): string {
	const end = scope.lastIndexOf(' · ', most - MORE.length);
	const isWhole = scope.length <= most || end < most / 2;
	return isWhole ? wholeParts(scope, most) : ended(scope.slice(0, end), MORE);
}

/** Separators between the parts of a sentence; none of them is in a number. */
const BETWEEN_PARTS = [', ', '; ', '. ', '，', '；', '。'];

/** Locales also group digits by spaces that don't break. */
const IN_NUMBER = /[\d.,\u00a0\u202f]/;

/** Leaves out the last parts of a sentence that is too long, or words if that would be most of it. */
export function wholeParts(text: string, length: number): string {
	if (text.length <= length) return text;
	const last = (sign: string) => text.lastIndexOf(sign, length - MORE.length);
	const end = BETWEEN_PARTS.map(last).reduce((a, b) => Math.max(a, b));
	const late = [end, last(' ')].find((at) => at >= length / 2);
	let start = length - 1;
	while (IN_NUMBER.test(text.charAt(start - 1))) start--;
	const isInNumber = start < length - 1;
	const beforeNumber = start >= length / 2 ? start : end;
	const kept = late ?? (isInNumber ? beforeNumber : -1);
	return kept > 0 ? ended(text.slice(0, kept).trimEnd(), MORE) : cut(text, length);
}

/** Shortens a text to this many columns; Chinese, Japanese and Korean characters take two. */
export function cutToWidth(text: string, width: number): string {
	if (widthOf(text) <= width) return text;
	let kept = '';
	for (const char of text) {
		if (widthOf(kept + char) > width - 1) break;
		kept += char;
	}
	return `${kept}…`;
}

function widthOf(text: string): number {
	let width = 0;
	for (const char of text) width += (char.codePointAt(0) as number) > 0x2e7f ? 2 : 1;
	return width;
}

/** Shortens texts so that different texts stay different: `Long na…`, `Long n… 2`. */
export function cutApart(texts: readonly string[], length: number): string[] {
	const taken = new Set<string>();
	/** The next number for each text, because thousands of texts may start alike. */
	const numbers = new Map<string, number>();
	return texts.map((text) => {
		const short = cut(text, length);
		let label = short;
		let next = numbers.get(short) ?? 2;
		for (; taken.has(label); next++) {
			const end = ` ${next}`;
			label = `${cut(text, length - end.length)}${end}`;
		}
		numbers.set(short, next);
		taken.add(label);
		return label;
	});
}

/**
 * Returns a function that shortens names in their middle, because addresses and campaigns often
 * begin alike; different names stay different.
 */
export function shortener(length: number): (name: string) => string {
	const labels = new Map<string, string>();
	const counts = new Map<string, number>();
	const tail = Math.floor(length / 2) - 1;
	return (name) => {
		if (name.length <= length) return name;
		const known = labels.get(name);
		if (known !== undefined) return known;
		const short = cut(name, length - tail) + name.slice(-tail).replace(/^[\uDC00-\uDFFF]/, '');
		const count = (counts.get(short) ?? 0) + 1;
		counts.set(short, count);
		const label = count === 1 ? short : `${short} (${count})`;
		labels.set(name, label);
		return label;
	};
}

/** Number of entries that are tried first: with thousands of them, each try would take long. */
const FEW = 16;

/** Returns the maximum number of leading entries that a target accepts. */
export function countThatFits<T>(entries: readonly T[], fits: (some: T[]) => boolean): number {
	let [low, high, most] = [0, entries.length, FEW];
	while (low < high) {
		const middle = Math.min(most, Math.ceil((low + high) / 2));
		if (fits(entries.slice(0, middle))) [low, most] = [middle, 2 * middle];
		else high = middle - 1;
	}
	return low;
}

export function escapeXml(text: string): string {
	return text
		.replace(/&/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/>/g, '&gt;')
		.replace(/"/g, '&quot;')
		.replace(/'/g, '&#39;');
}

/** Escapes a text for HTML, in which mail clients turn URLs into links. */
export function escapeHtml(text: string): string {
	return escapeXml(escapedPart(text));
}

/**
 * Escapes Slack's three control characters, without which there is no `<!channel>` and no link, and
 * its markup: Slack has no escape for that, so similar characters replace it.
 */
export function escapeSlack(text: string): string {
	return escapedPart(text)
		.replace(/[*~`]|(?<![a-z0-9])_|_(?![a-z0-9])|^>/gi, (mark) => ALIKE[mark] ?? mark)
		.replace(/\](?=[([:])/g, `]${GAP}`)
		.replace(/:(?=[a-z0-9_+-]{0,50}[a-z][a-z0-9_+-]{0,50}:)/g, `:${GAP}`)
		.replace(/&/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/>/g, '&gt;');
}

const ALIKE: { [mark: string]: string } = {
	'*': '\u2217',
	'~': '\u223c',
	'`': '\u02cb',
	_: '\u02cd',
	'>': '\u203a',
};

/**
 * Escapes what has a meaning in Markdown, within a line or at the start of a text, and what robots
 * read anywhere.
 */
export function escapeMarkdown(text: string): string {
	return escapedPart(text)
		.replace(/[\r\n]+/g, ' ')
		.trimStart()
		.replace(/&/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/[\\`*_[\]|~]/g, '\\$&')
		.replace(/^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|[-=]{2}|>)/, '\\$&')
		.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

/**
 * Escapes a text for a field without markup, in which robots and mail clients still find mentions
 * (`@all`, `<at user_id="all">`) and URLs. Because the reader is unknown, it also escapes links in
 * Markdown (`[text](http:…)`, `[text][1]`) and character references of HTML.
 */
export function escapeText(text: string): string {
	return escapedPart(text)
		.replace(/<(?=[\w/!@#?])/g, `<${GAP}`)
		.replace(/\](?=[([:])/g, `]${GAP}`)
		.replace(/&(?=#?[a-z0-9]{1,31};)/gi, `&${GAP}`);
}

/** A hair space. All programs end URLs at a space, but not at all other characters. */
const GAP = '\u200a';

/** Separates the beginnings of URLs and mentions. */
function escapedPart(text: string): string {
	return text
		.replace(/@|\/(?=\/)|www(?=\.)/gi, (start) => `${start}${GAP}`)
		.replace(/(?<=[^\s.])\.(?=[^\s\p{N}\p{P}])|(?<=\d)\.(?=\d{1,3}\.\d{1,3}\.\d)/gu, `.${GAP}`);
}
