import type { IDataObject } from 'n8n-workflow';

import type { Digest } from './digest';
import { escapeSlack } from './escape';
import { countThatFits, cut } from './fit';
import { toSlackChart } from './slackChart';

/** Slack's limits: header text; rows (with the header), columns and characters of a table; text. */
const MAX_HEADER = 150;
const MAX_ROWS = 100;
const MAX_COLUMNS = 20;
const MAX_CHARACTERS = 10_000;
const MAX_TEXT = 3000;

/**
 * A message for Slack's Block Kit: `blocks` as n8n's Slack node takes them, `text` for
 * notifications and for clients that can't show a table.
 */
export function toSlack(digest: Digest): IDataObject {
	const { columns, chart, words } = digest;
	const head = columns.slice(0, MAX_COLUMNS).map(({ label }) => label);
	const all = digest.rows.slice(0, MAX_ROWS).map((row) => row.slice(0, MAX_COLUMNS));
	const shown = all.slice(
		0,
		countThatFits(all, (rows) => fits([head, ...rows])),
	);
	const drawn = chart && toSlackChart(chart, words);
	const small = [
		digest.subtitle,
		...digest.notes(digest.rows.length - shown.length),
		columns.length > head.length ? words.moreColumns(columns.length - head.length) : '',
		...(drawn?.notes ?? []),
	].filter(Boolean);
	const blocks = [
		{ type: 'header', text: plain(cut(digest.title, MAX_HEADER)) },
		...(small.length > 0
			? [
					{
						type: 'context',
						// Plain: names in it can not become markup, links or mentions.
						elements: [plain(cut(small.join(' · '), MAX_TEXT))],
					},
				]
			: []),
		...(drawn?.block ? [drawn.block] : []),
		shown.length > 0
			? tableOf(columns, head, shown)
			: { type: 'section', text: plain(words.noRows) },
	];
	return { blocks, text: escapeSlack(digest.summary) };
}

function plain(text: string) {
	return { type: 'plain_text', text, emoji: false };
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
	const characters = rows.flat().reduce((sum, { length }) => sum + Math.max(1, length), 0);
	return rows.length <= MAX_ROWS && characters <= MAX_CHARACTERS;
}
