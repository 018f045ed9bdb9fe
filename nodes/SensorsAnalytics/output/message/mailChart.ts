import type { Chart } from './chartData';
import type { Style } from './mailHtml';
import { cell, styled, tableOf } from './mailHtml';
import { cutToWidth, escapeHtml } from './text';
import type { Words } from './words';

/** Charts of table cells: mail programs take out SVG and drawings, and many show no pictures. */

/** Pixels: label, bar and number have room on a phone. */
const BAR_WIDTH = 180;
const BAR_HEIGHT = 14;
const COLUMNS_WIDTH = 300;
const COLUMN_HEIGHT = 80;
/** More points would be narrower than a pixel each. */
const MAX_POINTS = 31;
const MAX_LABEL = 20;
/** Okabe and Ito: to be told apart by colour-blind people as well; readable on black and white. */
const COLORS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b8860b', '#3a8fc2'];
const BEFORE = '#9a9a9a';
const NEGATIVE = '#d55e00';
const SMALL: Style = { 'font-size': '12px', 'line-height': '16px' };
const NOTHING: Style = { 'font-size': '1px', 'line-height': '1px', padding: '0' };

type Series = Chart['series'][number];

/** A chart as HTML, and what it leaves out. */
export function mailChart(chart: Chart, words: Words): { html: string[]; notes: string[] } {
	const isBelow = chart.series.some(({ values }) => values.some((value) => (value ?? 0) < 0));
	const drawn = chart.kind === 'bar' ? bars(chart) : columns(chart);
	const count = chart.categories.length;
	const isCut = chart.kind === 'line' && count > MAX_POINTS;
	return {
		html: drawn,
		notes: [
			...chart.notes,
			...(isCut ? [words.lastPoints(MAX_POINTS, count)] : []),
			...(isBelow ? [words.belowZero] : []),
		],
	};
}

/** A row for each category: its name, and for each series a bar with the number at its end. */
function bars({ categories, series, write, valueName }: Chart): string[] {
	const most = largest(series);
	const rows = categories.flatMap((category, index) =>
		series.map((one, place) => {
			const value = one.values[index] ?? null;
			const name = place === 0 ? cutToWidth(category, MAX_LABEL) : '';
			const number = value === null ? '–' : write(value);
			const top = place === 0 ? '6px' : '0';
			return [
				cell(escapeHtml(name), { ...SMALL, padding: `${top} 8px 0 0` }),
				cell(bar(value, most, place, one, number), { padding: `${top} 0 0 0` }),
			];
		}),
	);
	return [legend(series, valueName), tableOf(rows)];
}

function bar(value: number | null, most: number, place: number, series: Series, number: string) {
	const width = most === 0 ? 0 : Math.round((Math.abs(value ?? 0) / most) * BAR_WIDTH);
	const color = colorOf(series, place, value);
	const drawn =
		width > 0
			? [cell('&nbsp;', { ...NOTHING, width: `${width}px`, 'background-color': color }, BAR_HEIGHT)]
			: [];
	return tableOf([[...drawn, cell(escapeHtml(number), { ...SMALL, padding: '0 0 0 6px' })]]);
}

/** Columns over time, for each series of its own; what it is compared with stands beside. */
function columns({ categories, series, write, valueName }: Chart): string[] {
	const from = Math.max(0, categories.length - MAX_POINTS);
	const shown = categories.slice(from);
	const sizeOf = (some: readonly Series[]) =>
		largest(some.map((each) => ({ ...each, values: each.values.slice(from) })));
	// Groups of one measure have one scale, measures have their own.
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
				return column(value, most, width, colorOf(each, at, value));
			}),
		);
		const half = Math.ceil(cells.length / 2);
		const labels = [
			cell(escapeHtml(shown[0] ?? ''), { ...SMALL, padding: '0' }, undefined, half),
			...(cells.length > half
				? [
						cell(
							escapeHtml(shown.at(-1) ?? ''),
							{ ...SMALL, padding: '0', 'text-align': 'right' },
							undefined,
							cells.length - half,
						),
					]
				: []),
		];
		const name = valueName ? `${one.name} · ${valueName}` : undefined;
		const range = rangeOf(one.values.slice(from), write);
		return [legend(both, name, range), tableOf([cells, labels])];
	});
}

function column(value: number | null, most: number, width: number, color: string): string {
	const height = most === 0 ? 0 : Math.round((Math.abs(value ?? 0) / most) * COLUMN_HEIGHT);
	const size = { ...NOTHING, width: `${width}px` };
	const drawn =
		height > 0
			? tableOf([[cell('&nbsp;', { ...size, 'background-color': color }, height)]])
			: '&nbsp;';
	return cell(drawn, {
		...size,
		padding: '0 1px 0 0',
		'vertical-align': 'bottom',
		'border-bottom': '1px solid #888888',
	});
}

/** What the colours mean, or the one name. */
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
	const known = values.filter((value) => value !== null);
	if (known.length === 0) return '';
	return ` (${write(Math.min(...known))} – ${write(Math.max(...known))})`;
}

function largest(series: readonly Series[]): number {
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
