import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Digest } from './digest';
import type { MessageOptions } from './options';

/** What a target can do that others can't. */
export interface Takes {
	/** Rows as a list. */
	list?: boolean;
	/** A button with a link. */
	link?: boolean;
	/** People who are called. */
	mention?: boolean;
	/** Markdown or a card. */
	style?: boolean;
	/** The headlines of several reports. */
	combine?: boolean;
}

/** By what is limited: characters, bytes, rows, columns. */
export interface TargetLimits {
	readonly [what: string]: number;
}

/** Where a message goes: its entry in the list 'Output', and how it is written. */
export interface Target {
	option: Omit<INodePropertyOptions, 'value'>;
	/** Fields of the form that it takes, beside those of all targets. */
	takes: Takes;
	/** What it holds at most, as its documents or those who met it say: docs/messages.md has the same. */
	limits: TargetLimits;
	/** Rows of a table beside sentences, where it is not eight. */
	mostRows?: number;
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
