import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Digest } from './digest';
import type { MessageOptions } from './options';

/** Where a message goes: its entry in the list 'Output', and how it is written. */
export interface Target {
	option: Omit<INodePropertyOptions, 'value'>;
	/** Rows of a table beside sentences, where it is not eight. */
	mostRows?: number;
	/** @throws UserError that names the field, for what the target can not do */
	write: (digest: Digest, options: MessageOptions) => IDataObject;
}

/**
 * What the targets take, as their documents say it, or the people who met it (docs/messages.md
 * has the same table, and says which). A request is kept a little smaller, for what is added on
 * its way, such as a signature.
 */
export const LIMITS = {
	/** Characters of a title, rows with the header, columns, characters of a table and of a text. */
	slack: { title: 150, rows: 100, columns: 20, characters: 10_000, text: 3000 },
	/** Of a `data_visualization` block: characters, series, points. */
	slackChart: { title: 50, label: 20, series: 12, points: 20 },
	/** Bytes of a request, columns of a table, rows of its pages. */
	feishu: { bytes: 20_000, kept: 19_000, columns: 50, page: 10 },
	/** Bytes of a request. */
	dingtalk: { bytes: 20_000, kept: 19_000 },
	/** Bytes of a Markdown text; lines and characters of a card. */
	wecom: { bytes: 4096, kept: 4096, lines: 6, title: 26, sentence: 112, name: 5, value: 26 },
	/** Bytes of a request; columns that have room in a card. */
	teams: { bytes: 28_000, kept: 20_000, columns: 12 },
	/** Bytes behind which Gmail hides the rest of a mail. */
	html: { bytes: 102_000, kept: 100_000 },
} as const;

/** The address behind a card's button. @throws UserError for none */
export function linkOf({ link }: MessageOptions): string {
	if (link !== '') return link;
	throw new UserError(
		"A card needs the detail 'Link' of the message: where its button leads. Enter an address that begins with https://, or set 'Style' to Markdown",
	);
}
