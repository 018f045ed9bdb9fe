import { dingtalkWriter } from './dingtalk';
import { feishuWriter } from './feishu';
import type { MessageForm, Writer } from './forms';
import { htmlWriter } from './html';
import { markdownWriter } from './markdown';
import { partWriter } from './part';
import { slackWriter } from './slack';
import { chartWriter } from './svg';
import { teamsWriter } from './teams';
import { wecomWriter } from './wecom';

/** The targets, by output. To add one, add a file, its name here, and its entry in `forms.ts`. */
export const messageWriters: { readonly [Form in MessageForm]: Writer } = {
	slack: slackWriter,
	markdown: markdownWriter,
	feishu: feishuWriter,
	html: htmlWriter,
	dingtalk: dingtalkWriter,
	wecom: wecomWriter,
	teams: teamsWriter,
	chart: chartWriter,
	part: partWriter,
};
