import type { IDataObject } from 'n8n-workflow';

import type { Digest } from './digest';
import { bytesOf, fitDigest, withColumns } from './fitDigest';
import { LIMITS } from './limits';
import type { MessageOptions } from './options';
import type { Paint } from './paint';
import type { Target } from './target';
import { barsOf } from './teamsChart';
import { escapeText } from './text';

export const teams: Target = {
	option: {
		name: 'Message for Microsoft Teams',
		description: 'One item that is the request of a Workflows webhook: an Adaptive Card',
	},
	write: toTeams,
};

/** A message with one Adaptive Card 1.5, as a webhook of Workflows takes it. */
function toTeams(digest: Digest, options: MessageOptions): IDataObject {
	const write = (form: Digest, count: number) => messageOf(form, count, options);
	const shown = withColumns(digest, LIMITS.teams.columns);
	return fitDigest(shown, write, (message) => bytesOf(message) <= LIMITS.teams.kept);
}

function messageOf(digest: Digest, count: number, { link }: MessageOptions): IDataObject {
	const { words, chart } = digest;
	const rows = digest.rows.slice(0, count);
	const shown = digest.isTold && rows.length > 0 ? digest.brief : digest.lines;
	const notes = [...digest.notes(digest.rows.length - count), ...(chart?.notes ?? [])];
	const body = [
		text(digest.title, { size: 'Large', weight: 'Bolder' }),
		...(digest.subtitle ? [text(digest.subtitle, { isSubtle: true })] : []),
		...shown.map((line, index) =>
			text(line, digest.isTold && index === 0 ? { weight: 'Bolder' } : {}),
		),
		...(chart ? barsOf(chart, words) : []),
		...(rows.length > 0 ? [tableOf(digest, rows)] : []),
		...(digest.rows.length === 0 && shown.length === 0 ? [text(words.noRows)] : []),
		...(digest.scope ? [text(digest.scope, { isSubtle: true, size: 'Small' })] : []),
		...notes.map((note) => text(note, { isSubtle: true, size: 'Small' })),
	];
	const card = {
		$schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
		type: 'AdaptiveCard',
		version: '1.5',
		msteams: { width: 'Full' },
		body,
		...(link ? { actions: [{ type: 'Action.OpenUrl', title: words.open, url: link }] } : {}),
	};
	const contentType = 'application/vnd.microsoft.card.adaptive';
	return { type: 'message', attachments: [{ contentType, contentUrl: null, content: card }] };
}

/** Runs of text are read without Markdown, unlike text blocks. */
export function text(content: string, look: IDataObject = {}): IDataObject {
	return { type: 'RichTextBlock', inlines: [textRun(content, look)] };
}

export function textRun(content: string, look: IDataObject = {}): IDataObject {
	return { type: 'TextRun', text: plain(content), ...look };
}

/** Dates and times are written anew between two braces. */
function plain(content: string): string {
	return escapeText(content).replace(/\{(?=\{)/g, '{\u200a') || ' ';
}

function tableOf({ columns, paints }: Digest, rows: string[][]): IDataObject {
	const align = (index: number) => (columns[index]?.isNumber ? 'Right' : 'Left');
	const cell = (content: string, index: number, look: IDataObject, style?: string) => ({
		type: 'TableCell',
		...(style ? { style } : {}),
		items: [{ ...text(content, look), horizontalAlignment: align(index) }],
	});
	const head = columns.map(({ label }, index) => cell(label, index, { weight: 'Bolder' }));
	return {
		// The first row is the head, as that is the default: the schema and the library name it differently.
		type: 'Table',
		columns: columns.map(({ isNumber }) => ({ width: isNumber ? 1 : 2 })),
		rows: [
			{ type: 'TableRow', cells: head },
			...rows.map((row, at) => ({
				type: 'TableRow',
				cells: row.map((content, index) =>
					cell(content, index, {}, styleOf(paints[at]?.[index] ?? {})),
				),
			})),
		],
	};
}

/** The few looks that cells of a card have. */
function styleOf({ tone, shade = 0 }: Paint): string | undefined {
	if (tone) return tone === 'good' ? 'good' : 'attention';
	if (shade >= 0.6) return 'accent';
	return shade >= 0.25 ? 'emphasis' : undefined;
}
