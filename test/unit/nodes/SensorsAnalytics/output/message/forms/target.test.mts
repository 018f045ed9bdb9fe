import { CHART_LIMITS } from '../../../../../../../nodes/SensorsAnalytics/output/message/slack';
import { TARGETS } from '../../../../../../../nodes/SensorsAnalytics/output/message';
import {
	MESSAGE_FORMS,
	type MessageForm,
	type TargetLimits,
} from '../../../../../../../nodes/SensorsAnalytics/output/message/forms';
import { readFileSync } from 'node:fs';

describe('the limits of the targets', () => {
	const text = readFileSync('docs/messages.md', 'utf8');
	const lineOf = (target: string) =>
		text.split('\n').find((line) => line.startsWith(`| ${target}`)) ?? '';
	const of = (form: MessageForm, ...names: string[]) =>
		names.map((name) => (TARGETS[form].limits as TargetLimits)[name]);

	it.each([
		['Slack, title', of('slack', 'title', 'text')],
		['Slack, table', of('slack', 'rows', 'columns', 'characters')],
		['Slack, chart', [CHART_LIMITS.points, CHART_LIMITS.series, CHART_LIMITS.label]],
		['Feishu', of('feishu', 'bytes', 'columns')],
		['DingTalk | 20', of('dingtalk', 'bytes')],
		['WeCom | 4', of('wecom', 'bytes')],
		['Microsoft Teams | 28', of('teams', 'bytes', 'kept', 'columns')],
		['Mail', of('html', 'bytes')],
	])('are the same in the documents: %s', (target, numbers) => {
		const told = lineOf(target).replaceAll(',', '').match(/\d+/g) ?? [];
		for (const number of numbers) expect(told).toContain(String(number));
	});

	it.each(MESSAGE_FORMS.map((form) => [form, TARGETS[form].limits as TargetLimits] as const))(
		'of a request are kept: %s',
		(_name, { bytes = Infinity, kept = 0 }) => {
			expect(kept).toBeLessThanOrEqual(bytes);
		},
	);
});
