import { withoutHidden } from '../../../../credentials/http/redact';

/** Texts from data: cleaned, shortened, and escaped for a target. */

/** Ends of lines, and other characters that only move on. */
const SPACES = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** No target takes more, and looking for what nobody sees takes long. */
const MOST_CLEANED = 100_000;

/** A sentence's first letter. */
export function capital(text: string): string {
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/**
 * A text from data as one line without characters that nobody sees, and that turn, hide or end what
 * stands around them, or tell a model something else.
 */
export function clean(text: string): string {
	return withoutHidden(text.slice(0, MOST_CLEANED).replace(SPACES, ' '));
}

/** Shortens a text to so many characters, and says so by its end. */
export function cut(text: string, length: number): string {
	if (text.length <= length) return text;
	// A character of two units isn't parted.
	return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Shortens a text to so many columns, of which Chinese, Japanese and Korean characters take two. */
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

/** Shortened texts that still differ where the texts did: `Long na…`, `Long n… 2`. */
export function cutApart(texts: readonly string[], length: number): string[] {
	const taken = new Set<string>();
	/** Where to go on counting: thousands of texts may begin alike. */
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

/** The most leading entries that a target takes, as the measure of what it takes. */
export function countThatFits<T>(entries: readonly T[], fits: (some: T[]) => boolean): number {
	let [low, high] = [0, entries.length];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (fits(entries.slice(0, middle))) low = middle;
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

/** For HTML, where mail programs make links of addresses. */
export function escapeHtml(text: string): string {
	return escapeXml(part(text));
}

/**
 * Slack's three control characters, without which there is no `<!channel>` and no link, and its
 * markup: it has no escape for that, so what looks alike stands in its place.
 */
export function escapeSlack(text: string): string {
	return part(text)
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
 * What Markdown gives a meaning inside of a line, or where a text begins one, and what robots read
 * anywhere.
 */
export function escapeMarkdown(text: string): string {
	return part(text)
		.replace(/[\r\n]+/g, ' ')
		.trimStart()
		.replace(/&/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/[\\`*_[\]|~]/g, '\\$&')
		.replace(/^(?:#{1,6}(?=\s|$)|[-+](?=\s|$)|[-=]{2}|>)/, '\\$&')
		.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

/**
 * A text for a field that is read without markup, where robots and mail programs still find
 * mentions (`@all`, `<at user_id="all">`) and addresses. As nobody knows who reads it, also what is
 * a link in Markdown (`[text](http:…)`, `[text][1]`), or stands for a character in HTML, is none.
 */
export function escapeText(text: string): string {
	return part(text)
		.replace(/<(?=[\w/!@#?])/g, `<${GAP}`)
		.replace(/\](?=[([:])/g, `]${GAP}`)
		.replace(/&(?=#?[a-z0-9]{1,31};)/gi, `&${GAP}`);
}

/** As narrow as a hair. Whatever finds addresses in texts ends them at a space, not at all others. */
const GAP = '\u200a';

/** Parts the beginnings of addresses and mentions. */
function part(text: string): string {
	return text
		.replace(/@|\/(?=\/)|www(?=\.)/gi, (start) => `${start}${GAP}`)
		.replace(/(?<=[^\s.])\.(?=[^\s\p{N}\p{P}])|(?<=\d)\.(?=\d{1,3}\.\d{1,3}\.\d)/gu, `.${GAP}`);
}
