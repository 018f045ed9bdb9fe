import type { IDataObject } from 'n8n-workflow';

import type { Chart } from './chartData';
import type { Digest } from './digest';
import { escapeText } from './escape';
import { countThatFits, cut } from './fit';

const MAX_PAGE = 10;
const MAX_COLUMNS = 50;
/** A robot takes bodies of 20 kB; some room is left for its signature. */
const MAX_BYTES = 19_000;
/** More have no room in so many bytes. */
const MAX_ROWS = 2000;

/** A card for Feishu and Lark (JSON 2.0), ready for a robot's webhook: `msg_type` and `card`. */
export function toFeishu(digest: Digest): IDataObject {
	const fits = (message: IDataObject) => sizeOf(message) <= MAX_BYTES;
	// A chart of many points, or many long texts, would leave no room for a single row.
	const plain = withoutChart(digest);
	const forms = [digest, plain, narrowed(plain, 40), narrowed(plain, 12)];
	const holdsRow = (form: Digest) => fits(messageOf(form, Math.min(1, form.rows.length)));
	const shown = forms.find(holdsRow) ?? narrowed(plain, 12);
	const rows = shown.rows.slice(0, MAX_ROWS);
	return messageOf(
		shown,
		countThatFits(rows, (some) => fits(messageOf(shown, some.length))),
	);
}

/** Texts of the table shortened to so many characters. */
function narrowed(digest: Digest, length: number): Digest {
	return {
		...digest,
		columns: digest.columns.map((column) => ({ ...column, label: cut(column.label, length) })),
		rows: digest.rows.slice(0, MAX_ROWS).map((row) => row.map((text) => cut(text, length))),
		notes: (hidden = 0) => digest.notes(hidden + Math.max(0, digest.rows.length - MAX_ROWS)),
	};
}

function withoutChart(digest: Digest): Digest {
	const { chart, notes, words, ...rest } = digest;
	const more = chart ? [words.noRoomForChart] : [];
	return { ...rest, words, notes: (hidden) => [...notes(hidden), ...more] };
}

function messageOf(digest: Digest, count: number): IDataObject {
	const { words } = digest;
	const rows = digest.rows.slice(0, count);
	const columns = digest.columns.slice(0, MAX_COLUMNS);
	const hiddenColumns = digest.columns.length - columns.length;
	const notes = [
		...digest.notes(digest.rows.length - count),
		...(hiddenColumns > 0 ? [words.moreColumns(hiddenColumns)] : []),
		...(digest.chart?.notes ?? []),
	];
	const plain = (content: string) => ({ tag: 'plain_text', content });
	// Plain text, not Markdown: nothing in it can become a mention or a link.
	const line = (content: string) => ({ tag: 'div', text: plain(content) });
	const elements = [
		...(digest.chart ? [{ tag: 'chart', chart_spec: chartSpec(digest.chart) }] : []),
		...(rows.length > 0 ? [tableOf(columns, rows)] : []),
		...(digest.rows.length > 0 ? [] : [line(words.noRows)]),
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

/** The card's table; its cells are of type text, which isn't read as markup. */
function tableOf(columns: Digest['columns'], rows: string[][]) {
	const name = (index: number) => `c${index}`;
	return {
		tag: 'table',
		page_size: Math.min(MAX_PAGE, rows.length),
		columns: columns.map(({ label, isNumber }, index) => ({
			name: name(index),
			display_name: label,
			data_type: 'text',
			horizontal_align: isNumber ? 'right' : 'left',
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

function sizeOf(message: IDataObject): number {
	return Buffer.byteLength(JSON.stringify(message));
}
