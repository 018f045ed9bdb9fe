import { type IDataObject, UserError } from 'n8n-workflow';

import type { Digest } from './digest';
import type { MessageOptions } from './options';

/** By what is limited: characters, bytes, rows, columns. */
export interface TargetLimits {
	readonly [what: string]: number;
}

/** How a message is written for a target. */
export interface Writer {
	/** What it holds at most, as its documents or those who met it say: docs/messages.md has the same. */
	limits: TargetLimits;
	/** @throws UserError that names the field, for what the target can not do */
	write: (digest: Digest, options: MessageOptions) => IDataObject;
}

/** The address behind a card's button. @throws UserError for none */
export function linkOf({ link }: MessageOptions): string {
	if (link !== '') return link;
	throw new UserError(
		"A card needs the detail 'Link' of the message: where its button leads. Enter an address that begins with https://, or set 'Style' to Markdown",
	);
}
