/** What webmail leaves of a mail: the body alone, with the elements and styles that it knows. */
import sanitizeHtml from 'sanitize-html';

const TAGS = [
	'table',
	'thead',
	'tbody',
	'tr',
	'th',
	'td',
	'p',
	'h1',
	'span',
	'div',
	'br',
	'b',
	'i',
];
/** As Gmail lists them (developers.google.com/workspace/gmail/design/css), of what mails use. */
const PROPERTIES = [
	'background-color',
	'border',
	'border-bottom',
	'border-collapse',
	'color',
	'font-family',
	'font-size',
	'line-height',
	'margin',
	'margin-top',
	'padding',
	'text-align',
	'vertical-align',
	'width',
];
/** No functions, and so no addresses. */
const VALUE = [/^[^()]*$/];

export function asWebmail(html: string): string {
	return sanitizeHtml(html, {
		allowedTags: TAGS,
		allowedAttributes: { '*': ['style', 'height', 'colspan', 'role', 'scope'] },
		allowedStyles: { '*': Object.fromEntries(PROPERTIES.map((name) => [name, VALUE])) },
		nonTextTags: ['script', 'style', 'textarea', 'option', 'title'],
	});
}

/** The content of the body, with styles as the sanitizer writes them. */
export function bodyOf(html: string): string {
	const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? '';
	return body
		.replace(
			/ style="([^"]*)"/g,
			(_all, style: string) => ` style="${style.replace(/: /g, ':').replace(/; /g, ';')}"`,
		)
		.replace(/&nbsp;/g, '\u00a0')
		.replace(/&#9632;/g, '■')
		.replace(/&#39;/g, "'")
		.replace(/&quot;/g, '"');
}
