/** Texts from data must not become markup, links or mentions of the target. */

export function escapeXml(text: string): string {
	return text
		.replace(/&/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/>/g, '&gt;')
		.replace(/"/g, '&quot;')
		.replace(/'/g, '&#39;');
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
	return part(text).replace(/<(?=[\w/!@#?])/g, '<\u200b');
}

/** Parts the beginnings of addresses and mentions by a space that nobody sees. */
function part(text: string): string {
	return text
		.replace(/@|:\/\/|www\./gi, (start) => `${start[0]}\u200b${start.slice(1)}`)
		.replace(/(?<=[\p{L}\p{N}_-])\.(?=\p{L}{2})/gu, '.\u200b');
}
