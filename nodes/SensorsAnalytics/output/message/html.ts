import type { IDataObject } from 'n8n-workflow';

import { type Chart, chartTitle, cutNote, extremesOf } from './chart';
import type { Digest } from './digest';
import { fitDigest, linesIn } from './fit';
import type { Paint } from './numbers';
import type { Writer } from './forms';
import { cutToWidth, escapeHtml, escapeText } from './text';
import type { MessageTexts } from './words';

/** HTML that mail clients support: tables, and only inline styles. */

/** Properties that all mail clients support (test/unit/…/html.test.mts). */
interface Style {
	[property: string]: string;
}

function styled(tag: string, content: string, style: Style): string {
	return `<${tag}${attribute(style)}>${content}</${tag}>`;
}

/**
 * @param content HTML
 * @param height pixels, as an attribute: Yahoo turns the property into a minimum height
 */
function tableCell(content: string, style: Style, height?: number, span?: number): string {
	const size = height === undefined ? '' : ` height="${height}"`;
	const columns = span === undefined || span < 2 ? '' : ` colspan="${span}"`;
	return `<td${columns}${size}${attribute(style)}>${content}</td>`;
}

/** Returns a table for layout, which screen readers don't announce as a table. */
function tableOf(rows: readonly string[][], style: Style = {}): string {
	const lines = rows.map((cells) => `<tr>${cells.join('')}</tr>`);
	const own = attribute({ 'border-collapse': 'collapse', ...style });
	return `<table role="presentation"${own}>${lines.join('')}</table>`;
}

function attribute(style: Style): string {
	const text = Object.entries(style)
		.map(([property, value]) => `${property}: ${value}`)
		.join('; ');
	return ` style="${text}"`;
}

/** Charts made of table cells: mail clients remove SVG and canvas, and many show no images. */

/** Pixels with which label, bar and number fit on a phone. */
const BAR_WIDTH = 180;
const BAR_HEIGHT = 14;
const COLUMNS_WIDTH = 300;
const COLUMN_HEIGHT = 80;
/** More points would be narrower than a pixel each. */
const MAX_POINTS = 31;
const MAX_LABEL = 20;
/**
 * The palette of Okabe and Ito, which color-blind people can distinguish; readable on black and
 * white.
 */
const COLORS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b8860b', '#3a8fc2'];
const BEFORE = '#9a9a9a';
const NEGATIVE = '#d55e00';
const SMALL: Style = { 'font-size': '12px', 'line-height': '16px' };
const NOTHING: Style = { 'font-size': '1px', 'line-height': '1px', padding: '0' };

type Series = Chart['series'][number];

/** Returns a chart as HTML, and notes about what it leaves out. */
export function mailChart(chart: Chart, words: MessageTexts): { html: string[]; notes: string[] } {
	const isBelow = chart.series.some(({ values }) => values.some((value) => (value ?? 0) < 0));
	const drawn = chart.kind === 'bar' ? bars(chart) : columnChart(chart);
	return {
		html: drawn,
		notes: [
			...chart.notes.map(({ text }) => text),
			...cutNote(chart, words, chart.kind === 'line' ? MAX_POINTS : undefined),
			...(isBelow ? [words.belowZero] : []),
		],
	};
}

/**
 * Returns a row for each category: its name, and for each series a bar with the number at its end.
 */
function bars(chart: Chart): string[] {
	const { categories, series, write, valueName } = chart;
	const most = largestValue(series);
	const rows = categories.flatMap((category, index) =>
		series.map((one, place) => {
			const value = one.values[index] ?? null;
			const name = place === 0 ? cutToWidth(category, MAX_LABEL) : '';
			const number = value === null ? '–' : write(value);
			const top = place === 0 ? '6px' : '0';
			return [
				tableCell(escapeHtml(name), { ...SMALL, padding: `${top} 8px 0 0` }),
				tableCell(bar(value, most, place, one, number), { padding: `${top} 0 0 0` }),
			];
		}),
	);
	return [legend(series, valueName && chartTitle(chart)), tableOf(rows)];
}

function bar(value: number | null, most: number, place: number, series: Series, number: string) {
	const width = most === 0 ? 0 : Math.round((Math.abs(value ?? 0) / most) * BAR_WIDTH);
	const color = colorOf(series, place, value);
	const drawn =
		width > 0
			? [
					tableCell(
						'&nbsp;',
						{ ...NOTHING, width: `${width}px`, 'background-color': color },
						BAR_HEIGHT,
					),
				]
			: [];
	return tableOf([[...drawn, tableCell(escapeHtml(number), { ...SMALL, padding: '0 0 0 6px' })]]);
}

/**
 * Returns separate columns over time for each series, with the comparison period next to each
 * column.
 */
function columnChart({ categories, series, write, valueName }: Chart): string[] {
	const from = Math.max(0, categories.length - MAX_POINTS);
	const shown = categories.slice(from);
	const sizeOf = (some: readonly Series[]) =>
		largestValue(some.map((each) => ({ ...each, values: each.values.slice(from) })));
	// Groups of one measure share a scale; different measures have their own.
	const mostOfAll = valueName === undefined ? undefined : sizeOf(series);
	return series.flatMap((one, place) => {
		if (one.isPrevious) return [];
		const before = series[place + 1]?.isPrevious ? series[place + 1] : undefined;
		const both = before ? [one, before] : [one];
		const most = mostOfAll ?? sizeOf(both);
		const width = Math.max(2, Math.floor(COLUMNS_WIDTH / shown.length / both.length) - 1);
		const cells = shown.flatMap((_category, index) =>
			both.map((each, at) => {
				const value = each.values[from + index] ?? null;
				return barColumn(value, most, width, colorOf(each, at, value));
			}),
		);
		const half = Math.ceil(cells.length / 2);
		const labels = [
			tableCell(escapeHtml(shown[0] ?? ''), { ...SMALL, padding: '0' }, undefined, half),
			...(cells.length > half
				? [
						tableCell(
							escapeHtml(shown.at(-1) ?? ''),
							{ ...SMALL, padding: '0', 'text-align': 'right' },
							undefined,
							cells.length - half,
						),
					]
				: []),
		];
		const isShare = valueName === '%';
		const name = valueName && !isShare ? `${one.name} · ${valueName}` : undefined;
		const range = rangeOf(one.values.slice(from), (value) => write(value) + (isShare ? '%' : ''));
		return [legend(both, name, range), tableOf([cells, labels])];
	});
}

function barColumn(value: number | null, most: number, width: number, color: string): string {
	const height = most === 0 ? 0 : Math.round((Math.abs(value ?? 0) / most) * COLUMN_HEIGHT);
	const size = { ...NOTHING, width: `${width}px` };
	const drawn =
		height > 0
			? tableOf([[tableCell('&nbsp;', { ...size, 'background-color': color }, height)]])
			: '&nbsp;';
	return tableCell(drawn, {
		...size,
		padding: '0 1px 0 0',
		'vertical-align': 'bottom',
		'border-bottom': '1px solid #888888',
	});
}

/** Returns the meaning of the colors, or the only name. */
function legend(series: readonly Series[], name?: string, range = ''): string {
	const names = series.map((one, place) => {
		const label = series.length === 1 && name ? name : one.name;
		const square = styled('span', '&#9632;', { color: colorOf(one, place, 0) });
		return `${square} ${escapeHtml(`${label}${place === 0 ? range : ''}`)}`;
	});
	const isOfAll = series.length > 1 && name && !series.some(({ isPrevious }) => isPrevious);
	const text = `${isOfAll ? `${escapeHtml(name)}: ` : ''}${names.join(' &nbsp; ')}`;
	return styled('p', text, { ...SMALL, margin: '12px 0 4px 0', color: '#444444' });
}

function rangeOf(values: ReadonlyArray<number | null>, write: Chart['write']): string {
	const extremes = extremesOf(values);
	return extremes ? ` ${extremes.map(write).join('–')}` : '';
}

function largestValue(series: readonly Series[]): number {
	let most = 0;
	for (const { values } of series) {
		for (const value of values) most = Math.max(most, Math.abs(value ?? 0));
	}
	return most;
}

function colorOf({ isPrevious }: Series, place: number, value: number | null): string {
	if (isPrevious) return BEFORE;
	if ((value ?? 0) < 0) return NEGATIVE;
	return COLORS[place % COLORS.length] as string;
}

/** Gmail hides the part of a mail after this many bytes. */
const LIMITS = { bytes: 102_000, kept: 100_000 };

export const htmlWriter: Writer = { limits: LIMITS, write: toHtml };

/** Text and background colors are both set, so that dark modes keep or invert both. */
const GROUND = '#ffffff';
const INK = '#111111';
const FAINT = '#555555';
const LINE = '#dddddd';
const CELL: Style = { padding: '6px 10px', 'border-bottom': `1px solid ${LINE}` };
/**
 * Replacements by style for mail clients that support dark mode and styles in the head; others keep
 * the colors or invert them. Cells with their own background also have their own text color.
 */
const DARK: Array<[colors: string[], style: string]> = [
	[
		[`background-color: ${GROUND}`],
		'background-color: #1e1e1e !important; color: #f0f0f0 !important',
	],
	[[`color: ${FAINT}`, 'color: #444444'], 'color: #b8b8b8 !important'],
	[[LINE], 'border-color: #4a4a4a !important'],
];
const DARK_STYLE = `@media (prefers-color-scheme: dark) { ${DARK.map(
	([colors, style]) => `${colors.map((color) => `[style*="${color}"]`).join(', ')} { ${style} }`,
).join(' ')} }`;
/** Background of cells by the user's limits. */
const TONES = { good: '#d5efdc', bad: '#fbd9d3' };
const SHADE = [0, 114, 178] as const;
/** Darkest background: black text on it is readable, and so are both inverted. */
const DEEPEST = 0.6;

/** Returns an e-mail message: one document of tables with inline styles, without images. */
function toHtml(digest: Digest): IDataObject {
	return {
		subject: digest.title,
		html: fitDigest(digest, documentOf, (text) => Buffer.byteLength(text) <= LIMITS.kept),
		text: escapeText(digest.summary),
	};
}

function documentOf(digest: Digest, count: number): string {
	const { chart, words } = digest;
	const drawn = chart && mailChart(chart, words);
	const note = (text: string) =>
		styled('p', escapeHtml(text), { color: FAINT, 'font-size': '13px', margin: '8px 0' });
	const line = (text: string, name = '') => {
		const own = name && `<b>${escapeHtml(name)}</b>${words.colon}`;
		return styled('p', own + escapeHtml(text), { 'font-size': '14px', margin: '8px 0' });
	};
	const isEmpty = digest.rows.length === 0;
	const bold = { 'font-size': '16px', 'font-weight': 'bold', margin: '8px 0' };
	const content = [
		styled('h1', escapeHtml(digest.title), { 'font-size': '20px', margin: '0 0 8px 0' }),
		...(digest.subtitle ? [note(digest.subtitle)] : []),
		...(digest.named?.map(([name, text]) => line(text, name)) ??
			linesIn(digest, count > 0).map((text, index) =>
				digest.hasSentences && index === 0 ? styled('p', escapeHtml(text), bold) : line(text),
			)),
		...(drawn?.html ?? []),
		...(isEmpty && digest.lines.length === 0 ? [note(words.noRows)] : []),
		...(count > 0 ? dataTable(digest, count) : []),
		...(digest.scope ? [note(digest.scope)] : []),
		...[...digest.notes(digest.rows.length - count), ...(drawn?.notes ?? [])].map(note),
	];
	const page = tableCell(`\n${content.join('\n')}\n`, {
		padding: '16px',
		'font-family': 'Helvetica, Arial, sans-serif',
		color: INK,
		'background-color': GROUND,
	});
	return [
		'<!DOCTYPE html>',
		`<html lang="${words.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><style>${DARK_STYLE}</style><title>${escapeHtml(digest.title)}</title></head>`,
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
