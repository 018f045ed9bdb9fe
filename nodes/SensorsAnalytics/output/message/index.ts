import { dingtalk } from './dingtalk';
import { feishu } from './feishu';
import type { MessageForm, Writer } from './forms';
import { html } from './html';
import { markdown } from './markdown';
import { part } from './part';
import { slack } from './slack';
import { chart } from './svg';
import { teams } from './teams';
import { wecom } from './wecom';

/** The targets, by output. To add one, add a file, its name here, and its entry in `forms.ts`. */
export const messageWriters: { readonly [Form in MessageForm]: Writer } = {
	...{ slack, markdown, feishu, html, dingtalk, wecom, teams, chart, part },
};
