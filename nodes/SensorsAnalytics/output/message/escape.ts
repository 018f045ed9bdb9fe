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

/** Slack's three control characters; without them no `<!channel>` and no link. */
export function escapeSlack(text: string): string {
	return part(text).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/** What Markdown gives a meaning inside of a line, and what robots read anywhere. */
export function escapeMarkdown(text: string): string {
	return part(text)
		.replace(/[\r\n]+/g, ' ')
		.replace(/&/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/[\\`*_[\]|~]/g, '\\$&');
}

/**
 * A text for a field that is read without markup, where robots and mail programs still find
 * mentions (`@all`, `<at user_id="all">`) and addresses.
 */
export function escapeText(text: string): string {
	return part(text).replace(/<(?=[\w/!@#?])/g, `<${GAP}`);
}

/** As narrow as a hair. Whatever finds addresses in texts ends them at a space, not at all others. */
const GAP = '\u200a';

/** Parts the beginnings of addresses and mentions. */
function part(text: string): string {
	return text
		.replace(/@|\/(?=\/)|www(?=\.)/gi, (start) => `${start}${GAP}`)
		.replace(/(?<=[\p{L}\p{N}_-])\.(?=\p{L})|(?<=\d)\.(?=\d{1,3}\.\d{1,3}\.\d)/gu, `.${GAP}`);
}
