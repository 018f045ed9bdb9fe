import type { IDataObject } from 'n8n-workflow';

import type { Digest } from './digest';
import { entryOf, linesIn, notesIn, sparklines } from './fit';
import type { MessageOptions } from './options';
import type { Writer } from './forms';
import { escapeMarkdown, escapeText } from './text';

export const markdownWriter: Writer = { limits: {}, write: toMarkdown };

/** Returns a message in Markdown with a table (GFM) or a list, for robots and notes. */
function toMarkdown(digest: Digest, { rowsAs }: MessageOptions): IDataObject {
	return {
		title: escapeText(digest.title),
		markdown: writeMarkdown(digest, digest.rows.length, rowsAs),
		text: escapeText(digest.summary),
	};
}

/**
 * Returns the complete message in Markdown: title, dates, sentences, rows, notes.
 * @param count number of rows
 * @param more Markdown between the sentences and the rows
 */
export function writeMarkdown(
	digest: Digest,
	count: number,
	rowsAs: MessageOptions['rowsAs'],
	more: readonly string[] = [],
): string {
	const write = rowsAs === 'list' ? listOf : tableOf;
	const shown = { ...digest, rows: digest.rows.slice(0, count) };
	const isEmpty = digest.rows.length === 0;
	const parts = [
		`## ${escapeMarkdown(digest.title)}`,
		...(digest.subtitle ? [escapeMarkdown(digest.subtitle)] : []),
		...sentencesOf(digest, count > 0),
		...more,
		...(isEmpty && digest.lines.length === 0 ? [digest.words.noRows] : []),
		...(count > 0 ? [write(shown).join('\n')] : []),
		...(digest.scope ? [`> ${escapeMarkdown(digest.scope)}`] : []),
		...notesIn(digest, count).map((note) => `_${escapeMarkdown(note)}_`),
	];
	return parts.join('\n\n');
}

/** Returns the headline in bold, and the facts as a list, or the reports as a list. */
function sentencesOf(digest: Digest, hasTable: boolean): string[] {
	const { named, words } = digest;
	if (named) {
		const bold = (name: string) => name && `**${escapeMarkdown(name)}**${words.colon}`;
		return [named.map(([name, text]) => `- ${bold(name)}${escapeMarkdown(text)}`).join('\n')];
	}
	if (!digest.hasSentences) return digest.lines.map(escapeMarkdown);
	const [headline, ...facts] = linesIn(digest, hasTable);
	return [
		...(headline === undefined ? [] : [`**${escapeMarkdown(headline)}**`]),
		...(facts.length > 0 ? [facts.map((fact) => `- ${escapeMarkdown(fact)}`).join('\n')] : []),
	];
}

function tableOf({ columns, rows }: Pick<Digest, 'columns' | 'rows'>): string[] {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	return [
		line(columns.map(({ label }) => escapeMarkdown(label))),
		line(columns.map(({ isNumber }) => (isNumber ? '---:' : ':---'))),
		...rows.map((row) => line(row.map(escapeMarkdown))),
	];
}

/** Returns a line per row: `- **Beijing**: orders 12, users 3`. */
function listOf(digest: Digest): string[] {
	return digest.rows.map((row) => `- ${entryOf(digest, row, escapeMarkdown, '**')}`);
}

/** Writes numbers over time as blocks, if rows are listed. */
export function sparksOf(digest: Digest): string[] {
	return digest.hasSentences ? [] : sparklines(digest).map(escapeMarkdown);
}
