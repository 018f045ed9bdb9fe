import type { IDataObject } from 'n8n-workflow';

import type { Digest } from './digest';
import { escapeMarkdown } from './escape';

const MAX_PAGE = 10;

/** A card for Feishu and Lark (JSON 2.0), ready for a robot's webhook: `msg_type` and `card`. */
export function toFeishu(digest: Digest): IDataObject {
	const { columns, rows, chart, notes } = digest;
	const name = (index: number) => `c${index}`;
	const table = {
		tag: 'table',
		page_size: Math.min(MAX_PAGE, Math.max(1, rows.length)),
		columns: columns.map(({ label, isNumber }, index) => ({
			name: name(index),
			display_name: label,
			data_type: 'text',
			horizontal_align: isNumber ? 'right' : 'left',
		})),
		rows: rows.map((row) => Object.fromEntries(row.map((cell, index) => [name(index), cell]))),
	};
	const values = chart?.series.flatMap(({ name: series, values: numbers }) =>
		numbers.map((value, index) => ({ x: chart.categories[index], value, series })),
	);
	const spec = chart && {
		tag: 'chart',
		chart_spec: {
			type: chart.kind,
			data: { values },
			xField: 'x',
			yField: 'value',
			...(chart.series.length > 1 ? { seriesField: 'series', legends: { visible: true } } : {}),
		},
	};
	const markdown = (content: string) => ({ tag: 'markdown', content });
	const elements = [
		...(spec ? [spec] : []),
		...(rows.length > 0 ? [table] : [markdown('No rows')]),
		...notes.map((note) => markdown(escapeMarkdown(note))),
	];
	const plain = (content: string) => ({ tag: 'plain_text', content });
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
		text: digest.summary,
	} as IDataObject;
}
