import type { IDataObject } from 'n8n-workflow';

import type { Digest } from './digest';
import { escapeSlack } from './escape';

/** Slack's limits: header text, table rows (with the header) and columns, text of a message. */
const MAX_HEADER = 150;
const MAX_ROWS = 100;
const MAX_COLUMNS = 20;
const MAX_TEXT = 3000;

/**
 * A message for Slack's Block Kit: `blocks` as n8n's Slack node takes them, `text` for
 * notifications and for clients that can't show a table.
 */
export function toSlack(digest: Digest): IDataObject {
	const { rows, columns, notes } = digest;
	const shown = rows.slice(0, MAX_ROWS - 1);
	const left = rows.length - shown.length;
	const more = left > 0 ? [`${left} more rows than Slack shows in a table`] : [];
	const small = [digest.subtitle, ...notes, ...more].filter(Boolean);
	const cells = (texts: string[]) =>
		texts.slice(0, MAX_COLUMNS).map((text) => ({ type: 'raw_text', text: text || ' ' }));
	const table = {
		type: 'table',
		column_settings: columns
			.slice(0, MAX_COLUMNS)
			.map(({ isNumber }) => ({ align: isNumber ? 'right' : 'left' })),
		rows: [cells(columns.map(({ label }) => label)), ...shown.map(cells)],
	};
	const blocks = [
		{ type: 'header', text: { type: 'plain_text', text: cut(digest.title, MAX_HEADER) } },
		...(small.length > 0
			? [
					{
						type: 'context',
						elements: [{ type: 'mrkdwn', text: cut(escapeSlack(small.join(' · ')), MAX_TEXT) }],
					},
				]
			: []),
		...(shown.length > 0
			? [table]
			: [{ type: 'section', text: { type: 'plain_text', text: 'No rows' } }]),
	];
	return { blocks, text: cut(escapeSlack(digest.summary), MAX_TEXT) };
}

function cut(text: string, length: number): string {
	return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}
