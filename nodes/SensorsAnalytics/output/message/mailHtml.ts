/** HTML as mail programs take it: tables, and styles of their elements alone. */

/** Properties that all of them know (test/unit/…/html.test.mts). */
export interface Style {
	[property: string]: string;
}

export function styled(tag: string, content: string, style: Style): string {
	return `<${tag}${attribute(style)}>${content}</${tag}>`;
}

/**
 * @param content HTML
 * @param height pixels, as an attribute: Yahoo makes a least height of the property
 */
export function cell(content: string, style: Style, height?: number, span?: number): string {
	const size = height === undefined ? '' : ` height="${height}"`;
	const columns = span === undefined || span < 2 ? '' : ` colspan="${span}"`;
	return `<td${columns}${size}${attribute(style)}>${content}</td>`;
}

/** A table that is none to those who hear it. */
export function tableOf(rows: readonly string[][], style: Style = {}): string {
	const lines = rows.map((cells) => `<tr>${cells.join('')}</tr>`);
	const own = attribute({ 'border-collapse': 'collapse', ...style });
	return `<table role="presentation"${own}>${lines.join('')}</table>`;
}

export function attribute(style: Style): string {
	const text = Object.entries(style)
		.map(([property, value]) => `${property}: ${value}`)
		.join('; ');
	return ` style="${text}"`;
}
