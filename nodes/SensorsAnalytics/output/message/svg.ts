import { type IDataObject, UserError } from 'n8n-workflow';

import { withFile } from '../rows';
import { type Chart, cutNote, heightOf } from './chart';
import type { Digest } from './digest';
import type { Writer } from './forms';
import type { MessageOptions } from './options';
import { cutToWidth, escapeText, escapeXml } from './text';

const WIDTH = 640;
const HEIGHT = 320;
const LEFT = 72;
const RIGHT = 40;
const TOP = 28;
const BOTTOM = 56;
const INNER_WIDTH = WIDTH - LEFT - RIGHT;
const INNER_HEIGHT = HEIGHT - TOP - BOTTOM;
const TICKS = 5;
/** Smaller steps would be 0. */
const SMALLEST_STEP = 1e-300;
const MAX_LABELS = 8;
/** Approximate width of a character. */
const CHARACTER = 5.5;
const MAX_NAME = 100;
/** Height of the line below the legend. */
const LINE = 18;
/** The palette of Okabe and Ito, which color-blind people can distinguish. */
const COLORS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9'];

/**
 * Draws a line or bar chart as SVG: axes with round ticks, a legend, and a dashed comparison
 * period.
 * @param scope what restricts its numbers, in a line below
 */
export function drawChart(chart: Chart, title: string, scope = ''): string {
	const ticks = roundTicks(...rangeOf(chart));
	const low = ticks[0] as number;
	const high = ticks.at(-1) as number;
	const y = (value: number) => TOP + INNER_HEIGHT * (1 - heightOf(value, low, high));
	const count = chart.categories.length;
	const x = (index: number) =>
		chart.kind === 'bar'
			? LEFT + (INNER_WIDTH * (index + 0.5)) / count
			: LEFT + (count === 1 ? INNER_WIDTH / 2 : (INNER_WIDTH * index) / (count - 1));
	const grid = ticks.map((tick) => {
		const at = round(y(tick));
		const line = `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}" stroke="#dddddd"/>`;
		return `${line}${textAt(LEFT - 8, at + 4, chart.write(tick), 'end')}`;
	});
	// Labels of dates may be left out, because the others identify them; names may not.
	const step = chart.kind === 'bar' ? 1 : Math.ceil(count / MAX_LABELS);
	const room = (INNER_WIDTH * step) / count / CHARACTER;
	const labels = chart.categories.flatMap((label, index) =>
		index % step === 0
			? [textAt(x(index), HEIGHT - BOTTOM + 18, cutToWidth(label, Math.max(4, room - 1)), 'middle')]
			: [],
	);
	const marks =
		chart.kind === 'bar'
			? bars(chart, x, y, INNER_WIDTH / count)
			: chart.series.flatMap((series, index) => drawLine(series, colorOf(chart, index), x, y));
	const label = escapeXml(title);
	const height = scope === '' ? HEIGHT : HEIGHT + LINE;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${label}" font-family="Helvetica, Arial, sans-serif" font-size="11">`,
		`<title>${label}</title>`,
		...(chart.valueName ? [textAt(8, 14, cutToWidth(chart.valueName, MAX_NAME), 'start')] : []),
		...grid,
		...labels,
		...marks,
		...legend(chart),
		...(scope === '' ? [] : [textAt(8, height - 8, scope, 'start')]),
		'</svg>',
	].join('\n');
}

/** Returns the lowest and the highest number; the range includes 0. */
function rangeOf({ series }: Chart): [low: number, high: number] {
	let [low, high] = [0, 0];
	for (const { values } of series) {
		for (const value of values) {
			low = Math.min(low, value ?? 0);
			high = Math.max(high, value ?? 0);
		}
	}
	return [low, high];
}

/** Returns about TICKS round numbers that include the lowest and the highest number. */
export function roundTicks(low: number, high: number): number[] {
	const isFlat = low === high;
	const rough = isFlat ? 1 / TICKS : Math.max(high / TICKS - low / TICKS, SMALLEST_STEP);
	const power = 10 ** Math.floor(Math.log10(rough));
	const factor = [1, 2, 5, 10].find((candidate) => candidate * power >= rough) ?? 10;
	const step = factor * power;
	const first = Math.floor(low / step);
	const last = Math.max(first + 1, Math.ceil(high / step));
	// Multiples of the step don't accumulate rounding errors.
	return Array.from({ length: last - first + 1 }, (_, index) => {
		const tick = Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, (first + index) * step));
		return Number(tick.toPrecision(12)) + 0;
	});
}

/** Draws a bar per series at each category, side by side; the comparison period is an outline. */
function bars(
	chart: Chart,
	x: (index: number) => number,
	y: (value: number) => number,
	space: number,
): string[] {
	const width = round((space * 0.7) / chart.series.length);
	return chart.series.flatMap(({ values, isPrevious }, place) => {
		const color = colorOf(chart, place);
		const paint = isPrevious
			? `fill="none" stroke="${color}" stroke-width="1.5" stroke-dasharray="4 3"`
			: `fill="${color}"`;
		const shift = width * (place - chart.series.length / 2);
		return values.flatMap((value, index) => {
			if (value === null) return [];
			const top = round(Math.min(y(value), y(0)));
			const height = round(Math.abs(y(value) - y(0)));
			const left = round(x(index) + shift);
			return [`<rect x="${left}" y="${top}" width="${width}" height="${height}" ${paint}/>`];
		});
	});
}

/** Draws a line, which is interrupted at missing numbers; a single number is a dot. */
function drawLine(
	{ values, isPrevious }: Chart['series'][number],
	color: string,
	x: (index: number) => number,
	y: (value: number) => number,
): string[] {
	const pieces: string[][] = [[]];
	values.forEach((value, index) => {
		if (value === null) pieces.push([]);
		else pieces.at(-1)?.push(`${round(x(index))},${round(y(value))}`);
	});
	const dash = isPrevious ? ' stroke-dasharray="6 4"' : '';
	return pieces.flatMap((points) => {
		if (points.length === 0) return [];
		if (points.length === 1) {
			const [cx, cy] = (points[0] as string).split(',');
			return [`<circle cx="${cx}" cy="${cy}" r="3" fill="${color}"/>`];
		}
		return [
			`<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2"${dash}/>`,
		];
	});
}

function legend(chart: Chart): string[] {
	const space = INNER_WIDTH / chart.series.length;
	const at = HEIGHT - 12;
	return chart.series.flatMap(({ name, isPrevious }, index) => {
		const left = round(LEFT + space * index);
		const dash = isPrevious ? ' stroke-dasharray="6 4"' : '';
		const color = colorOf(chart, index);
		return [
			`<line x1="${left}" x2="${left + 22}" y1="${at - 4}" y2="${at - 4}" stroke="${color}" stroke-width="3"${dash}/>`,
			textAt(left + 28, at, cutToWidth(name, Math.max(4, (space - 30) / CHARACTER)), 'start'),
		];
	});
}

/** Returns the color of a measure, which its comparison period shares. */
function colorOf({ series }: Chart, index: number): string {
	const place = series.slice(0, index + 1).filter(({ isPrevious }) => !isPrevious).length - 1;
	return COLORS[Math.max(0, place) % COLORS.length] as string;
}

function textAt(x: number, y: number, content: string, anchor: 'start' | 'middle' | 'end'): string {
	return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" fill="#444444">${escapeXml(content)}</text>`;
}

function round(value: number): number {
	return Math.round(value * 10) / 10;
}

export const chartWriter: Writer = { limits: {}, write: toSvg };

/** Returns only the chart: `svg` as text, and a file under the key `data`. */
function toSvg(digest: Digest, { hasChart }: MessageOptions): IDataObject {
	const { chart, words } = digest;
	if (!chart) {
		throw new UserError(`There is nothing to draw: ${whyNot(digest.news.rows, hasChart)}`);
	}
	const { zone, filters = [] } = digest;
	const scope = [zone, ...filters].filter(Boolean).join(' · ');
	const svg = drawChart(chart, digest.title, cutToWidth(scope, WIDTH / CHARACTER - 4));
	const json = {
		title: escapeText(digest.title),
		svg,
		text: escapeText(digest.summary),
		notes: [
			...digest.notes(),
			...chart.notes.map(({ text }) => text),
			...cutNote(chart, words),
		].map(escapeText),
	};
	return withFile(json, svg, 'chart.svg', 'image/svg+xml');
}

function whyNot(rows: number, hasChart: boolean): string {
	if (!hasChart) return "the detail 'Chart' of the message is off. Turn it on";
	if (rows === 0) return "the report has no rows. Change its filter or 'Date Range'";
	return rows > 1
		? "no date or group has complete numbers. Choose an earlier or longer 'Date Range', or a shorter 'Window Period' of a funnel"
		: "a chart takes several dates, or groups. Choose 'Group By' or a longer 'Date Range'";
}
