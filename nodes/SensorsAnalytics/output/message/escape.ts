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
	return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}

/**
 * What Markdown gives a meaning inside of a line, and the beginnings of addresses and mentions,
 * which robots read anywhere; those are parted by a space that nobody sees.
 */
export function escapeMarkdown(text: string): string {
	return text
		.replace(/[\r\n]+/g, ' ')
		.replace(/&/g, '&amp;')
		.replace(/</g, '&lt;')
		.replace(/[\\`*_[\]|~]/g, '\\$&')
		.replace(/@|:\/\/|www\./gi, (start) => `${start[0]}\u200b${start.slice(1)}`);
}
