import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import type { Digest } from './digest';
import { dingtalk } from './dingtalk';
import { feishu } from './feishu';
import { html } from './html';
import { markdown } from './markdown';
import type { MessageOptions } from './options';
import { part } from './part';
import { slack } from './slack';
import { chart } from './svg';
import type { Takes, Target } from './target';
import { teams } from './teams';
import { wecom } from './wecom';

/** In the order of the form. A new target is a file of its own, and a line here. */
export const TARGETS = { slack, markdown, feishu, html, dingtalk, wecom, teams, chart, part };

/** Forms of messages, beside the forms of rows. */
export type MessageForm = keyof typeof TARGETS;
export const MESSAGE_FORMS = Object.keys(TARGETS) as MessageForm[];

/** Entries of the list 'Output' that are messages. */
export const messageOptions: INodePropertyOptions[] = MESSAGE_FORMS.map((value) => ({
	...TARGETS[value].option,
	value,
}));

/** What writes a message, by its form. */
export const messageWriters = Object.fromEntries(
	Object.entries(TARGETS).map(([form, { write }]: [string, Target]) => [form, write]),
) as Record<MessageForm, (digest: Digest, options: MessageOptions) => IDataObject>;

/** Forms whose target takes something: which fields of a message they have. */
export function formsThatTake(what: keyof Takes): MessageForm[] {
	return MESSAGE_FORMS.filter((form) => (TARGETS[form] as Target).takes[what]);
}

/** Rows of a table beside sentences, where the target says so. */
export function mostRowsOf(form: MessageForm): number | undefined {
	const target: Target = TARGETS[form];
	return target.mostRows;
}
