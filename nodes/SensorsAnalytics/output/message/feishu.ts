import type { IDataObject } from 'n8n-workflow';

import { type Chart, chartTitle, cutNote } from './chart';
import type { Digest } from './digest';
import { bytesOf, fitDigest, linesIn, withColumns } from './fit';
import type { Writer } from './forms';
import { escapeText } from './text';

/** Maximum bytes of a request, columns of a table, and rows of its pages. */
const LIMITS = { bytes: 20_000, kept: 19_000, columns: 50, page: 10 };

export const feishuWriter: Writer = { limits: LIMITS, write: toFeishu };

/** Returns a card for Feishu and Lark (JSON 2.0), for a robot's webhook: `msg_type` and `card`. */
function toFeishu(digest: Digest): IDataObject {
	const shown = withColumns(digest, LIMITS.columns);
	return fitDigest(shown, messageOf, (message) => bytesOf(message) <= LIMITS.kept);
}

function messageOf(digest: Digest, count: number): IDataObject {
	const { chart, words } = digest;
	const rows = digest.rows.slice(0, count);
	const notes = [
		...digest.notes(digest.rows.length - count),
		...(chart ? [...chart.notes.map(({ text }) => text), ...cutNote(chart, words)] : []),
	];
	const plain = (content: string) => ({ tag: 'plain_text', content });
	// Plain text is used instead of Markdown, so that nothing can become a mention or a link.
	const line = (content: string, look = {}) => ({
		tag: 'div',
		text: { ...plain(content), ...look },
	});
	const elements = [
		...(digest.named?.flatMap(([name, text]) => [
			...(name ? [line(name, { text_size: 'heading' })] : []),
			line(text),
		]) ??
			linesIn(digest, rows.length > 0).map((content, index) => {
				const isHeadline = digest.hasSentences && index === 0;
				return line(content, isHeadline ? { text_size: 'heading' } : {});
			})),
		...(chart ? [{ tag: 'chart', chart_spec: chartSpec(chart) }] : []),
		...(rows.length > 0 ? [tableOf(digest.columns, rows)] : []),
		...(digest.rows.length > 0 || digest.lines.length > 0 ? [] : [line(words.noRows)]),
		...(digest.scope ? [line(digest.scope, { text_size: 'notation', text_color: 'grey' })] : []),
		...notes.map((note) => line(note)),
	];
	return {
		msg_type: 'interactive',
		card: {
			schema: '2.0',
			header: {
				title: plain(digest.title),
				...(digest.subtitle ? { subtitle: plain(digest.subtitle) } : {}),
			},
			body: { elements },
		},
		text: escapeText(digest.summary),
	} as IDataObject;
}

/** Returns the card's table; its cells have type text, which isn't read as markup. */
function tableOf(columns: Digest['columns'], rows: string[][]) {
	const name = (index: number) => `c${index}`;
	return {
		tag: 'table',
		page_size: Math.min(LIMITS.page, rows.length),
		// Rows of a fixed height would cut longer texts.
		row_height: 'auto',
		// Cells are aligned left, like the heads of all columns.
		columns: columns.map(({ label }, index) => ({
			name: name(index),
			display_name: label,
			data_type: 'text',
		})),
		rows: rows.map((row) =>
			Object.fromEntries(columns.map((_column, index) => [name(index), row[index]])),
		),
	};
}

/** Returns the chart in the format of VChart, which Feishu uses. */
function chartSpec(chart: Chart) {
	const { kind, categories, series, valueName } = chart;
	const values = series.flatMap(({ name, values: numbers }) =>
		numbers.map((value, index) => ({ x: categories[index], value, series: name })),
	);
	const isMany = series.length > 1;
	// Bars of one category are only side by side if the series is part of the x field.
	const xField = kind === 'bar' && isMany ? ['x', 'series'] : 'x';
	return {
		type: kind,
		data: { values },
		xField,
		yField: 'value',
		...(isMany ? { seriesField: 'series', legends: { visible: true, orient: 'bottom' } } : {}),
		...(valueName ? { title: { visible: true, text: chartTitle(chart) } } : {}),
	};
}
