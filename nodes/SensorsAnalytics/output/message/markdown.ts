import type { IDataObject } from 'n8n-workflow';

import type { Digest } from './digest';
import { escapeMarkdown } from './escape';

/** A message in Markdown with a table (GFM), for robots and notes. */
export function toMarkdown(digest: Digest): IDataObject {
	const { columns, rows } = digest;
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	const table =
		rows.length === 0
			? ['No rows']
			: [
					line(columns.map(({ label }) => escapeMarkdown(label))),
					line(columns.map(({ isNumber }) => (isNumber ? '---:' : ':---'))),
					...rows.map((row) => line(row.map(escapeMarkdown))),
				];
	const parts = [
		`## ${escapeMarkdown(digest.title)}`,
		...(digest.subtitle ? [escapeMarkdown(digest.subtitle)] : []),
		table.join('\n'),
		...digest.notes.map((note) => `_${escapeMarkdown(note)}_`),
	];
	return { title: digest.title, markdown: parts.join('\n\n'), text: digest.summary };
}
