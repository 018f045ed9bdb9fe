import type { IDataObject } from 'n8n-workflow';

import type { Digest } from './digest';
import { toFeishu } from './feishu';
import { toHtml } from './html';
import { toMarkdown } from './markdown';
import type { MessageForm, MessageOptions } from './options';
import { toSlack } from './slack';

/** What writes a message, by its form. */
export const messageWriters: Record<
	MessageForm,
	(digest: Digest, options: MessageOptions) => IDataObject
> = {
	slack: toSlack,
	markdown: toMarkdown,
	feishu: toFeishu,
	html: toHtml,
};
