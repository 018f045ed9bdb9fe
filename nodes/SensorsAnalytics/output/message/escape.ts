/** Texts from data must not become markup, links or mentions of the target. */

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
