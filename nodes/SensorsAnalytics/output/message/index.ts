import type { IDataObject } from 'n8n-workflow';

import type { Digest } from './digest';
import { dingtalk } from './dingtalk';
import { feishu } from './feishu';
import type { MessageForm, Writer } from './forms';
import { html } from './html';
import { markdown } from './markdown';
import type { MessageOptions } from './options';
import { part } from './part';
import { slack } from './slack';
import { chart } from './svg';
import { teams } from './teams';
import { wecom } from './wecom';

/** The targets. To add one, add a file, a line here, and its entry in `forms.ts`. */
export const TARGETS: { readonly [Form in MessageForm]: Writer } = {
	...{ slack, markdown, feishu, html, dingtalk, wecom, teams, chart, part },
};

/** Functions that write messages, by output. */
export const messageWriters = Object.fromEntries(
	Object.entries(TARGETS).map(([form, { write }]) => [form, write]),
) as Record<MessageForm, (digest: Digest, options: MessageOptions) => IDataObject>;
