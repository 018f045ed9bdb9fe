import type { IDataObject } from 'n8n-workflow';

import { type Chart, chartTitle, cutNote, leftNotes } from './chart';
import type { Digest } from './digest';
import { entryOf, fitDigest, linesIn } from './fit';
import type { MessageOptions } from './options';
import type { Writer } from './forms';
import { countThatFits, cut, cutApart, escapeSlack } from './text';
import type { MessageTexts } from './words';

/**
 * Limits: characters of a title, rows including the header, columns, characters of a table and of a
 * text.
 */
const LIMITS = { title: 150, rows: 100, columns: 20, characters: 10_000, text: 3000 };
/** Limits of a `data_visualization` block: characters, series, points. */
export const CHART_LIMITS = { title: 50, label: 20, series: 12, points: 20 };
const {
	title: MAX_TITLE,
	label: MAX_LABEL,
	series: MAX_SERIES,
	points: MAX_CATEGORIES,
} = CHART_LIMITS;

/**
 * Returns a chart that Slack draws. Every series needs a number at every category, so points
 * without a number in the first series, and then other series with gaps, are left out, which notes
 * say.
 * @returns no block if too little is left to draw
 */
function toSlackChart(chart: Chart, words: MessageTexts): { block?: IDataObject; notes: string[] } {
	const isKnown = (index: number) => typeof chart.series[0]?.values[index] === 'number';
	const known = [...chart.categories.keys()].filter(isKnown);
	const isLine = chart.kind === 'line';
	const earlier = (chart.points ?? chart.categories.length) - chart.categories.length;
	const isOfLast = isLine && chart.isCurve !== true;
	const points = isOfLast ? known.slice(-MAX_CATEGORIES) : known.slice(0, MAX_CATEGORIES);
	if (points.length < (isLine ? 2 : 1)) return { notes: [] };

	const isWhole = ({ values }: Chart['series'][number]) =>
		points.every((index) => typeof values[index] === 'number');
	const series = chart.series.filter(isWhole).slice(0, MAX_SERIES);
	const own = chart.series.filter(({ isPrevious }) => !isPrevious);
	const before = chart.series.filter(({ isPrevious }) => isPrevious);
	const leftOf = (some: Chart['series'], notes: Chart['notes']) => {
		const left = [...some.keys()].filter((index) => !series.includes(some[index]!));
		const names = some.map(({ name }) => name);
		return leftNotes({ ...chart, notes }, names, left, words);
	};
	const gaps = [...chart.categories.keys()].filter((index) => !isKnown(index));
	// The notes of a single series are about its bars.
	const isOfBars = !isLine && own.length === 1;
	const categories = cutApart(
		points.map((index) => chart.categories[index] || words.none),
		MAX_LABEL,
	);
	const names = cutApart(
		series.map(({ name }) => name || words.none),
		MAX_LABEL,
	);
	const block = {
		type: 'data_visualization',
		title: cut(chartTitle(chart) || words.none, MAX_TITLE),
		chart: {
			type: chart.kind,
			series: series.map(({ values }, place) => ({
				name: names[place],
				data: points.map((index, at) => ({ label: categories[at], value: values[index] })),
			})),
			axis_config: {
				categories,
				...(chart.valueName ? { y_label: cut(chart.valueName, MAX_TITLE) } : {}),
			},
		},
	};
	const notes = [
		isLine && known.length + earlier > points.length
			? words.pointsShown(points.length, known.length + earlier, isOfLast)
			: '',
		isLine && gaps.length > 0 ? words.pointsWithoutNumber(gaps.length) : '',
		...(isLine ? [] : cutNote(chart, words, MAX_CATEGORIES)),
		...leftOf(own, isOfBars ? [] : chart.notes),
		...leftOf(before, []),
		...(isLine
			? []
			: leftNotes({ ...chart, notes: isOfBars ? chart.notes : [] }, chart.categories, gaps, words)),
	].filter(Boolean);
	return { block, notes };
}

const { title, rows: MAX_ROWS, columns: MAX_COLUMNS, characters, text: MAX_TEXT } = LIMITS;

/** Of all blocks without a table; not documented, but Slack rejects more than about 13,200. */
const MOST_JSON = 12_000;

export const slackWriter: Writer = { limits: LIMITS, write: toSlack };

/**
 * Returns a message in Slack's Block Kit: `blocks` for n8n's Slack node, and `text` for
 * notifications and for clients without tables.
 */
function toSlack(digest: Digest, { rowsAs }: MessageOptions): IDataObject {
	const write = (form: Digest) => messageOf(form, rowsAs);
	if (digest.named === undefined) return write(digest);
	return fitDigest(digest, write, (message) => JSON.stringify(message).length <= MOST_JSON);
}

function messageOf(digest: Digest, rowsAs: MessageOptions['rowsAs']): IDataObject {
	const { columns, chart, words } = digest;
	const head = columns.slice(0, MAX_COLUMNS).map(({ label }) => label);
	const all = digest.rows.slice(0, MAX_ROWS).map((row) => row.slice(0, MAX_COLUMNS));
	const isList = rowsAs === 'list';
	const write = (rows: string[][]) => rows.map((row) => `• ${entryOf(digest, row)}`).join('\n');
	const shown = all.slice(
		0,
		countThatFits(all, (rows) => (isList ? write(rows).length <= MAX_TEXT : fits([head, ...rows]))),
	);
	const drawn = chart && toSlackChart(chart, words);
	const small = [
		digest.subtitle,
		digest.scope,
		...digest.notes(digest.hasSentences && isList ? undefined : digest.rows.length - shown.length),
		columns.length > head.length ? words.moreColumns(columns.length - head.length) : '',
		...(drawn?.notes ?? []),
	].filter(Boolean);
	const context =
		small.length > 0
			? [
					{
						type: 'context',
						// Plain text is used, so that names can't become markup, links or mentions.
						elements: [plainText(cut(small.join(' · '), MAX_TEXT))],
					},
				]
			: [];
	const { hasSentences, lines } = digest;
	// Restrictions are below sentences, but above rows.
	const isBelow = hasSentences || columns.length === 0;
	const isEmpty = shown.length === 0 && lines.length === 0;
	const rows = isEmpty
		? [section(words.noRows)]
		: shown.length === 0 || (hasSentences && isList && lines.length > 0)
			? []
			: [isList ? section(write(shown)) : tableOf(columns, head, shown)];
	const hasOwn = hasSentences || digest.named !== undefined;
	const sentences = hasOwn ? sentencesOf(digest, shown.length > 0 && !isList) : [];
	const blocks = [
		{ type: 'header', text: plainText(cut(digest.title, title)) },
		...(isBelow ? [] : context),
		...(hasOwn ? sentences : lines.length > 0 ? [section(lines.join('\n'))] : []),
		...(drawn?.block ? [drawn.block] : []),
		...rows,
		...(isBelow ? context : []),
	];
	return { blocks, text: escapeSlack(digest.summary) };
}

function plainText(text: string) {
	return { type: 'plain_text', text, emoji: false };
}

/** Returns plain text, which isn't read as markup. */
function section(text: string) {
	return { type: 'section', text: plainText(cut(text, MAX_TEXT)) };
}

/**
 * Returns the headline in bold, with the facts below it, or reports with their names in bold. Texts
 * of these blocks aren't read as markup.
 */
function sentencesOf(digest: Digest, hasTable: boolean): IDataObject[] {
	const { named, words } = digest;
	const [headline, ...facts] = linesIn(digest, hasTable);
	if (headline === undefined) return [];
	const run = (text: string, bold = false) => ({
		type: 'text',
		text,
		...(bold ? { style: { bold } } : {}),
	});
	const runs = named?.flatMap(([name, text], index) => [
		run(`${index > 0 ? '\n' : ''}• `),
		...(name ? [run(name, true), run(words.colon + text)] : [run(text)]),
	]) ?? [run(headline, true), ...facts.map((fact) => run(`\n• ${fact}`))];
	return [
		{
			type: 'rich_text',
			elements: [
				{
					type: 'rich_text_section',
					elements: runs,
				},
			],
		},
	];
}

function tableOf(columns: Digest['columns'], head: string[], rows: string[][]) {
	const cells = (texts: string[]) => texts.map((text) => ({ type: 'raw_text', text: text || ' ' }));
	return {
		type: 'table',
		column_settings: columns
			.slice(0, MAX_COLUMNS)
			.map(({ isNumber }) => ({ align: isNumber ? 'right' : 'left' })),
		rows: [head, ...rows].map(cells),
	};
}

function fits(rows: string[][]): boolean {
	const length = rows.flat().reduce((sum, { length }) => sum + Math.max(1, length), 0);
	return rows.length <= MAX_ROWS && length <= characters;
}
