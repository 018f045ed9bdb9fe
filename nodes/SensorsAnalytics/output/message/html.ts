import type { IDataObject } from 'n8n-workflow';

import { drawChart } from './chart';
import type { Digest } from './digest';
import { escapeText, escapeXml } from './escape';

const FONT = 'font-family: Helvetica, Arial, sans-serif';
const CELL = 'padding: 6px 12px; border-bottom: 1px solid #dddddd';

/** A message for e-mail: one document with inline styles, its chart drawn into it. */
export function toHtml(digest: Digest): IDataObject {
	const { columns, rows, chart, words } = digest;
	const align = (index: number) => (columns[index]?.isNumber ? 'right' : 'left');
	const cells = (tag: 'th' | 'td', texts: string[]) =>
		texts
			.map((text, index) => {
				const scope = tag === 'th' ? ' scope="col"' : '';
				return `<${tag}${scope} style="${CELL}; text-align: ${align(index)}">${escapeXml(text)}</${tag}>`;
			})
			.join('');
	const labels = columns.map(({ label }) => label);
	const lines = rows.map((row) => `<tr>${cells('td', row)}</tr>`);
	const table = [
		'<table style="border-collapse: collapse; font-size: 14px">',
		`<thead><tr>${cells('th', labels)}</tr></thead>`,
		`<tbody>${lines.join('\n')}</tbody>`,
		'</table>',
	];
	const note = (text: string) =>
		`<p style="color: #555555; font-size: 13px">${escapeXml(text)}</p>`;
	const html = [
		'<!DOCTYPE html>',
		`<html lang="${words.language}"><head><meta charset="utf-8"><title>${escapeXml(digest.title)}</title></head>`,
		`<body style="${FONT}; color: #222222">`,
		`<h1 style="font-size: 20px">${escapeXml(digest.title)}</h1>`,
		...(digest.subtitle ? [note(digest.subtitle)] : []),
		...(chart ? [drawChart(chart, digest.title)] : []),
		...(rows.length > 0 ? table : [note(words.noRows)]),
		...[...digest.notes(), ...(chart?.notes ?? [])].map(note),
		'</body></html>',
	];
	return { subject: digest.title, html: html.join('\n'), text: escapeText(digest.summary) };
}
