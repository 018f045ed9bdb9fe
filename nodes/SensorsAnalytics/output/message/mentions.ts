import { UserError } from 'n8n-workflow';

import type { MessageOptions } from './options';

/** The address behind a card's button. @throws UserError for none */
export function linkOf({ link }: MessageOptions): string {
	if (link !== '') return link;
	throw new UserError(
		"A card needs the detail 'Link' of the message: where its button leads. Enter an address that begins with https://, or set 'Style' to Markdown",
	);
}
