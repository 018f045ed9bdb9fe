import { CHART_LIMITS } from '../../../../../../../nodes/SensorsAnalytics/output/message/slack';
import { messageWriters } from '../../../../../../../nodes/SensorsAnalytics/output/message';
import {
	formsThatTake,
	MESSAGE_FORMS,
	type MessageForm,
	messageOptions,
} from '../../../../../../../nodes/SensorsAnalytics/output/message/forms';
import { readFileSync } from 'node:fs';

describe('the limits of the targets', () => {
	const text = readFileSync('docs/messages.md', 'utf8');
	const lineOf = (target: string) =>
		text.split('\n').find((line) => line.startsWith(`| ${target}`)) ?? '';
	const of = (form: MessageForm, ...names: string[]) =>
		names.map((name) => messageWriters[form].limits[name]);

	/** Rows of the table of limits, by form; none where no receiver has a limit. */
	const rows: { [form in MessageForm]: Array<[row: string, numbers: unknown[]]> } = {
		slack: [
			['Slack, title', of('slack', 'title', 'text')],
			['Slack, table', of('slack', 'rows', 'columns', 'characters')],
			['Slack, chart', [CHART_LIMITS.points, CHART_LIMITS.series, CHART_LIMITS.label]],
		],
		feishu: [['Feishu', of('feishu', 'bytes', 'columns')]],
		dingtalk: [['DingTalk | 20', of('dingtalk', 'bytes')]],
		wecom: [['WeCom | 4', of('wecom', 'bytes')]],
		teams: [['Microsoft Teams | 28', of('teams', 'bytes', 'kept', 'columns')]],
		html: [['Mail', of('html', 'bytes')]],
		markdown: [],
		chart: [],
		part: [],
	};

	it.each(Object.values(rows).flat())('are the same in the documents: %s', (target, numbers) => {
		const reported = lineOf(target).replaceAll(',', '').match(/\d+/g) ?? [];
		for (const number of numbers) expect(reported).toContain(String(number));
	});

	it.each(MESSAGE_FORMS.map((form) => [form, messageWriters[form].limits] as const))(
		'of a request are kept: %s',
		(_name, { bytes = Infinity, kept = 0 }) => {
			expect(kept).toBeLessThanOrEqual(bytes);
		},
	);
});

describe('a message that is new', () => {
	it.each(messageOptions)('is in the documents: $name', ({ name, value }) => {
		const isSent = formsThatTake('combine').includes(value as MessageForm);
		const isOfBot = formsThatTake('mention').includes(value as MessageForm);
		const wanted: Array<[file: string, text: string]> = [['docs/messages.md', `| **${name}** |`]];
		if (isSent) wanted.push(['docs/how-to/send-a-message.md', `**${name}**`]);
		if (isSent) wanted.push(['docs/zh-CN/README.md', name]);
		// What is sent to a bot is held against the checks of its receiver.
		if (isOfBot) wanted.push(['test/support/robots.mts', `${String(value)}Body`]);
		const missing = wanted.filter(([file, text]) => !readFileSync(file, 'utf8').includes(text));
		expect(missing).toEqual([]);
	});
});
