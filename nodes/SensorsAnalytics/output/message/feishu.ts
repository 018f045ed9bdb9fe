import type { IDataObject } from 'n8n-workflow';

import type { Chart } from './chart';
import type { Digest } from './digest';
import { bytesOf, fitDigest, withColumns } from './fit';
import type { Writer } from './forms';
import { escapeText } from './text';

/** Bytes of a request, columns of a table, rows of its pages. */
const LIMITS = { bytes: 20_000, kept: 19_000, columns: 50, page: 10 };

export const feishu: Writer = { limits: LIMITS, write: toFeishu };

/** A card for Feishu and Lark (JSON 2.0), ready for a robot's webhook: `msg_type` and `card`. */
function toFeishu(digest: Digest): IDataObject {
	const shown = withColumns(digest, LIMITS.columns);
	return fitDigest(shown, messageOf, (message) => bytesOf(message) <= LIMITS.kept);
}

function messageOf(digest: Digest, count: number): IDataObject {
	const { words } = digest;
	const rows = digest.rows.slice(0, count);
	const { columns } = digest;
	const notes = [...digest.notes(digest.rows.length - count), ...(digest.chart?.notes ?? [])];
	const plain = (content: string) => ({ tag: 'plain_text', content });
	// Plain text, not Markdown: nothing in it can become a mention or a link.
	const line = (content: string) => ({ tag: 'div', text: plain(content) });
	const small = (content: string) => ({
		tag: 'div',
		text: { ...plain(content), text_size: 'notation', text_color: 'grey' },
	});
	const elements = [
		...linesOf(digest, rows.length > 0),
		...(digest.chart ? [{ tag: 'chart', chart_spec: chartSpec(digest.chart) }] : []),
		...(rows.length > 0 ? [tableOf(columns, rows)] : []),
		...(digest.rows.length > 0 || digest.lines.length > 0 ? [] : [line(words.noRows)]),
		...(digest.scope ? [small(digest.scope)] : []),
		...notes.map(line),
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

/** The headline first, a little larger. */
function linesOf(digest: Digest, hasTable: boolean) {
	const shown = digest.hasSentences && hasTable ? digest.brief : digest.lines;
	return shown.map((content, index) => ({
		tag: 'div',
		text: {
			tag: 'plain_text',
			content,
			...(digest.hasSentences && index === 0 ? { text_size: 'heading' } : {}),
		},
	}));
}

/** The card's table; its cells are of type text, which isn't read as markup. */
function tableOf(columns: Digest['columns'], rows: string[][]) {
	const name = (index: number) => `c${index}`;
	return {
		tag: 'table',
		page_size: Math.min(LIMITS.page, rows.length),
		// Rows of a fixed height cut what does not fit into a line.
		row_height: 'auto',
		// To the left, where the heads of all columns are.
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

/** As VChart takes it, which Feishu draws with. */
function chartSpec({ kind, categories, series, valueName }: Chart) {
	const values = series.flatMap(({ name, values: numbers }) =>
		numbers.map((value, index) => ({ x: categories[index], value, series: name })),
	);
	const isMany = series.length > 1;
	// Bars of one category stand side by side only where the series is part of the x field.
	const xField = kind === 'bar' && isMany ? ['x', 'series'] : 'x';
	return {
		type: kind,
		data: { values },
		xField,
		yField: 'value',
		...(isMany ? { seriesField: 'series', legends: { visible: true, orient: 'bottom' } } : {}),
		...(valueName ? { title: { visible: true, text: valueName } } : {}),
	};
}
