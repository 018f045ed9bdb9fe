import type { IDataObject } from 'n8n-workflow';

import type { Digest } from './digest';
import { fitDigest } from './fitDigest';
import { LIMITS } from './limits';
import { mailChart } from './mailChart';
import type { Style } from './mailHtml';
import { attribute, cell, styled, tableOf } from './mailHtml';
import type { Paint } from './paint';
import type { Target } from './target';
import { escapeHtml, escapeText } from './text';

export const html: Target = {
	option: {
		name: 'Message in HTML',
		description: 'One item with a page for e-mail, with table and chart',
	},
	mostRows: 15,
	write: toHtml,
};

/** Text and ground are both said, so that programs in dark mode keep or turn both. */
const GROUND = '#ffffff';
const INK = '#111111';
const FAINT = '#555555';
const CELL: Style = { padding: '6px 10px', 'border-bottom': '1px solid #dddddd' };
/** The ground of cells by the limits that the user set. */
const TONES = { good: '#d5efdc', bad: '#fbd9d3' };
const SHADE = [0, 114, 178] as const;
/** The darkest ground that is mixed: black on it can be read, and both turned into their opposite. */
const DEEPEST = 0.6;

/** A message for e-mail: one document of tables with styles of their own, and no picture. */
function toHtml(digest: Digest): IDataObject {
	return {
		subject: digest.title,
		html: fitDigest(digest, documentOf, (text) => Buffer.byteLength(text) <= LIMITS.html.kept),
		text: escapeText(digest.summary),
	};
}

function documentOf(digest: Digest, count: number): string {
	const { chart, words } = digest;
	const drawn = chart && mailChart(chart, words);
	const note = (text: string) =>
		styled('p', escapeHtml(text), { color: FAINT, 'font-size': '13px', margin: '8px 0' });
	const line = (text: string) =>
		styled('p', escapeHtml(text), { 'font-size': '14px', margin: '8px 0' });
	const isEmpty = digest.rows.length === 0;
	const [headline, ...facts] = count > 0 ? digest.brief : digest.lines;
	const told = [
		...(headline === undefined
			? []
			: [
					styled('p', escapeHtml(headline), {
						'font-size': '16px',
						'font-weight': 'bold',
						margin: '8px 0',
					}),
				]),
		...facts.map(line),
	];
	const content = [
		styled('h1', escapeHtml(digest.title), { 'font-size': '20px', margin: '0 0 8px 0' }),
		...(digest.subtitle ? [note(digest.subtitle)] : []),
		...(digest.isTold ? told : digest.lines.map(line)),
		...(drawn?.html ?? []),
		...(isEmpty && digest.lines.length === 0 ? [note(words.noRows)] : []),
		...(count > 0 ? dataTable(digest, count) : []),
		...(digest.scope ? [note(digest.scope)] : []),
		...[...digest.notes(digest.rows.length - count), ...(drawn?.notes ?? [])].map(note),
	];
	const page = cell(`\n${content.join('\n')}\n`, {
		padding: '16px',
		'font-family': 'Helvetica, Arial, sans-serif',
		color: INK,
		'background-color': GROUND,
	});
	return [
		'<!DOCTYPE html>',
		`<html lang="${words.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(digest.title)}</title></head>`,
		`<body style="margin: 0; background-color: ${GROUND}">`,
		tableOf([[page]], { width: '100%', 'background-color': GROUND }),
		'</body></html>',
	].join('\n');
}

function dataTable({ columns, rows, paints }: Digest, count: number): string[] {
	const cells = (tag: 'th' | 'td', texts: string[], paint: Paint[] = []) =>
		texts
			.map((text, index) => {
				const align = columns[index]?.isNumber ? 'right' : 'left';
				const style = { ...CELL, 'text-align': align, ...colorsOf(paint[index] ?? {}) };
				const scope = tag === 'th' ? ' scope="col"' : '';
				return `<${tag}${scope}${attribute(style)}>${escapeHtml(text)}</${tag}>`;
			})
			.join('');
	const labels = columns.map(({ label }) => label);
	const lines = rows
		.slice(0, count)
		.map((row, index) => `<tr>${cells('td', row, paints[index])}</tr>`);
	const style = { 'border-collapse': 'collapse', 'font-size': '14px', 'margin-top': '12px' };
	return [
		`<table${attribute(style)}>`,
		`<thead><tr>${cells('th', labels)}</tr></thead>`,
		`<tbody>${lines.join('\n')}</tbody>`,
		'</table>',
	];
}

function colorsOf({ tone, shade }: Paint): Style {
	if (tone) return { 'background-color': TONES[tone], color: INK };
	if (shade === undefined) return {};
	const part = Math.max(0, Math.min(1, shade)) * DEEPEST;
	const mixed = SHADE.map((channel) => Math.round(255 + (channel - 255) * part));
	const hex = mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('');
	return { 'background-color': `#${hex}`, color: INK };
}
