import type { IDataObject } from 'n8n-workflow';

import { type Chart, cutNote, leftNotes } from './chart';
import type { Digest } from './digest';
import { blocksOf, bytesOf, fitDigest, isOfShares, linesIn, sparklines, withColumns } from './fit';
import { type Paint, roundedShare } from './numbers';
import type { MessageOptions } from './options';
import type { Writer } from './forms';
import { cut, escapeText } from './text';
import type { MessageTexts } from './words';

/** Bars take space in a message, which is limited. */
const MAX_BARS = 8;
const MAX_NAME = 24;
/** Number of blocks of the longest bar. */
const LENGTH = 20;

/** Returns bars of blocks next to their names, and numbers over time as lines of blocks. */
function barsOf(chart: Chart, words: MessageTexts): IDataObject[] {
	const small = { isSubtle: true, size: 'Small' };
	if (chart.kind === 'line') {
		const lines = sparklines({ chart, words }).map((line) => textBlock(line));
		if (lines.length === 0) return [];
		const drawn = chart.series.filter(({ isPrevious }) => !isPrevious);
		const isOfAll = drawn.length > 1 && chart.valueName && !isOfShares(chart, words);
		return [...(isOfAll ? [textBlock(chart.valueName ?? '', small)] : []), ...lines];
	}
	if (chart.isSteps && chart.series.length > 1) return barsOf(rateChart(chart, words), words);
	const [series] = chart.series;
	const values = series?.values ?? [];
	// The comparison is next to it, lighter.
	const then = chart.series.find(({ isPrevious }) => isPrevious);
	const most = [...values, ...(then?.values ?? [])].reduce<number>(
		(top, value) => Math.max(top, Math.abs(value ?? 0)),
		0,
	);
	if (!series || most === 0) return [];
	const shown = chart.categories.slice(0, MAX_BARS);
	const names = chart.series.filter(({ isPrevious }) => !isPrevious).map(({ name }) => name);
	const isOneOfMany = names.length > 1;
	const [note] = isOneOfMany ? [] : chart.notes;
	const left = isOneOfMany ? [...names.keys()].slice(1) : [];
	const notes = [
		...(note ? [note.first(shown.length, note.all)] : cutNote(chart, words, MAX_BARS)),
		...(isOneOfMany ? leftNotes(chart, names, left, words) : []),
	];
	return [
		...(isOneOfMany ? [textBlock(series.name, { weight: 'Bolder' })] : []),
		...(then ? [textBlock(`${series.name} · ${then.name}`, small)] : []),
		...(then || chart.valueName === undefined ? [] : [textBlock(series.name, small)]),
		...shown.map((category, index) =>
			barOf(
				category,
				[values[index] ?? null, ...(then ? [then.values[index] ?? null] : [])],
				most,
				chart,
			),
		),
		...notes.map((one) => textBlock(one, small)),
	];
}

/** Converts several funnels to one bar each: the overall conversion rate. */
function rateChart({ series, notes, write }: Chart, words: MessageTexts): Chart {
	const rates = series.map(({ values }) =>
		values[0] ? ((values.at(-1) ?? 0) / values[0]) * 100 : null,
	);
	return {
		kind: 'bar',
		categories: series.map(({ name }) => name),
		valueName: '%',
		series: [{ name: words.conversion, values: rates, isPrevious: false }],
		// All have one decimal, as in the table: 46.0% and 57.7%.
		write: (value) =>
			`${value % 100 === 0 ? value : roundedShare(value).toFixed(1).replace('.', write(0.5).charAt(1))}%`,
		notes,
	};
}

function barOf(
	name: string,
	values: ReadonlyArray<number | null>,
	most: number,
	chart: Chart,
): IDataObject {
	const column = (width: number, ...items: IDataObject[]) => ({ type: 'Column', width, items });
	const bars = values.map((value, index) => {
		const look = index > 0 ? { isSubtle: true } : {};
		const blocks = blocksOf(Math.abs(value ?? 0) / most, LENGTH);
		const color = index > 0 ? 'Default' : (value ?? 0) < 0 ? 'Warning' : 'Accent';
		const bar = blocks === '' ? [] : [textRun(blocks, { color, ...look })];
		const number = textRun(` ${value === null ? '–' : chart.write(value)}`, look);
		const spacing = index > 0 ? { spacing: 'None' } : {};
		return { type: 'RichTextBlock', inlines: [...bar, number], ...spacing };
	});
	return {
		type: 'ColumnSet',
		spacing: 'None',
		columns: [column(1, textBlock(cut(name, MAX_NAME))), column(3, ...bars)],
	};
}

/** Limits: bytes of a request; columns that fit into a card. */
const LIMITS = { bytes: 28_000, kept: 20_000, columns: 12 };

export const teamsWriter: Writer = { limits: LIMITS, write: toTeams };

/** Returns a message with one Adaptive Card 1.5, for a webhook of Workflows. */
function toTeams(digest: Digest, options: MessageOptions): IDataObject {
	const write = (form: Digest, count: number) => messageOf(form, count, options);
	const shown = withColumns(digest, LIMITS.columns);
	return fitDigest(shown, write, (message) => bytesOf(message) <= LIMITS.kept);
}

function messageOf(digest: Digest, count: number, { link }: MessageOptions): IDataObject {
	const { words, chart } = digest;
	const rows = digest.rows.slice(0, count);
	const shown = linesIn(digest, rows.length > 0);
	const bars = chart ? barsOf(chart, words) : [];
	const notes = digest.notes(digest.rows.length - count);
	const body = [
		textBlock(digest.title, { size: 'Large', weight: 'Bolder' }),
		...(digest.subtitle ? [textBlock(digest.subtitle, { isSubtle: true })] : []),
		...(digest.named?.map(([name, text]) => ({
			type: 'RichTextBlock',
			inlines: name
				? [textRun(name, { weight: 'Bolder' }), textRun(words.colon + text, {})]
				: [textRun(text, {})],
		})) ??
			shown.map((line, index) =>
				textBlock(line, digest.hasSentences && index === 0 ? { weight: 'Bolder' } : {}),
			)),
		...bars,
		...(rows.length > 0 ? [tableOf(digest, rows)] : []),
		...(digest.rows.length === 0 && shown.length === 0 ? [textBlock(words.noRows)] : []),
		...(digest.scope ? [textBlock(digest.scope, { isSubtle: true, size: 'Small' })] : []),
		...notes.map((note) => textBlock(note, { isSubtle: true, size: 'Small' })),
	];
	const card = {
		$schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
		type: 'AdaptiveCard',
		version: '1.5',
		msteams: { width: 'Full' },
		body,
		...(link ? { actions: [{ type: 'Action.OpenUrl', title: words.open, url: link }] } : {}),
	};
	const contentType = 'application/vnd.microsoft.card.adaptive';
	return { type: 'message', attachments: [{ contentType, contentUrl: null, content: card }] };
}

/** Returns a text run, which isn't read as Markdown, unlike text blocks. */
function textBlock(content: string, look: IDataObject = {}): IDataObject {
	return { type: 'RichTextBlock', inlines: [textRun(content, look)] };
}

function textRun(content: string, look: IDataObject): IDataObject {
	return { type: 'TextRun', text: cardText(content), ...look };
}

/** Separates two braces, between which Teams would convert dates and times. */
function cardText(content: string): string {
	return escapeText(content).replace(/\{(?=\{)/g, '{\u200a') || ' ';
}

function tableOf({ columns, paints }: Digest, rows: string[][]): IDataObject {
	const align = (index: number) => (columns[index]?.isNumber ? 'Right' : 'Left');
	const cell = (content: string, index: number, look: IDataObject, style?: string) => ({
		type: 'TableCell',
		...(style ? { style } : {}),
		items: [{ ...textBlock(content, look), horizontalAlignment: align(index) }],
	});
	const head = columns.map(({ label }, index) => cell(label, index, { weight: 'Bolder' }));
	return {
		// The first row is the header by default; the schema and the library have different names for
		// this.
		type: 'Table',
		columns: columns.map(({ isNumber }) => ({ width: isNumber ? 1 : 2 })),
		rows: [
			{ type: 'TableRow', cells: head },
			...rows.map((row, at) => ({
				type: 'TableRow',
				cells: row.map((content, index) =>
					cell(content, index, {}, styleOf(paints[at]?.[index] ?? {})),
				),
			})),
		],
	};
}

/** Returns one of the few styles for cells of a card. */
function styleOf({ tone, shade = 0 }: Paint): string | undefined {
	if (tone) return tone === 'good' ? 'good' : 'attention';
	if (shade >= 0.6) return 'accent';
	return shade >= 0.25 ? 'emphasis' : undefined;
}
