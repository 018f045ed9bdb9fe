import type { IDataObject } from 'n8n-workflow';

import type { Digest } from './digest';
import { escapeMarkdown, escapeText } from './escape';
import type { MessageOptions } from './options';

/** A message in Markdown with a table (GFM) or a list, for robots and notes. */
export function toMarkdown(
	digest: Digest,
	{ rowsAs }: Pick<MessageOptions, 'rowsAs'>,
): IDataObject {
	const write = rowsAs === 'list' ? listOf : tableOf;
	const parts = [
		`## ${escapeMarkdown(digest.title)}`,
		...(digest.subtitle ? [escapeMarkdown(digest.subtitle)] : []),
		(digest.rows.length === 0 ? [digest.words.noRows] : write(digest)).join('\n'),
		...digest.notes().map((note) => `_${escapeMarkdown(note)}_`),
	];
	return {
		title: escapeText(digest.title),
		markdown: parts.join('\n\n'),
		text: escapeText(digest.summary),
	};
}

function tableOf({ columns, rows }: Digest): string[] {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [
		line(columns.map(({ label }) => escapeMarkdown(label))),
		line(columns.map(({ isNumber }) => (isNumber ? '---:' : ':---'))),
		...rows.map((row) => line(row.map(escapeMarkdown))),
	];
}

/** A line a row: what it is about in bold, then its numbers: `- **Beijing**: orders 12, users 3`. */
function listOf({ columns, rows }: Digest): string[] {
	return rows.map((row) => {
		const cells = row.map((cell, index) => ({
			text: escapeMarkdown(cell),
			label: escapeMarkdown(columns[index]?.label ?? ''),
			isNumber: columns[index]?.isNumber,
		}));
		const names = cells.filter(({ isNumber }) => !isNumber).map(({ text }) => text);
		const numbers = cells
			.filter(({ isNumber }) => isNumber)
			.map(({ label, text }) => `${label} ${text}`);
		const head = names.length > 0 ? `**${names.join(' / ')}**: ` : '';
		return `- ${head}${numbers.join(', ')}`;
	});
}
