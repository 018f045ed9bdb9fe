import { LIMITS } from '../../../../../../nodes/SensorsAnalytics/output/message/target';

import { readFileSync } from 'node:fs';

describe('the limits of the targets', () => {
	const text = readFileSync('docs/messages.md', 'utf8');
	const lineOf = (target: string) =>
		text.split('\n').find((line) => line.startsWith(`| ${target}`)) ?? '';

	it.each([
		['Slack, title', [LIMITS.slack.title, LIMITS.slack.text]],
		['Slack, table', [LIMITS.slack.rows, LIMITS.slack.columns, LIMITS.slack.characters]],
		['Slack, chart', [LIMITS.slackChart.points, LIMITS.slackChart.series, LIMITS.slackChart.label]],
		['Feishu', [LIMITS.feishu.bytes, LIMITS.feishu.columns]],
		['DingTalk | 20', [LIMITS.dingtalk.bytes]],
		['WeCom | 4', [LIMITS.wecom.bytes]],
		['Microsoft Teams | 28', [LIMITS.teams.bytes, LIMITS.teams.kept, LIMITS.teams.columns]],
		['Mail', [LIMITS.html.bytes]],
	])('are the same in the documents: %s', (target, numbers) => {
		const told = lineOf(target).replaceAll(',', '').match(/\d+/g) ?? [];
		for (const number of numbers) expect(told).toContain(String(number));
	});

	it.each(Object.entries(LIMITS))('of a request are kept: %s', (_name, limits) => {
		if ('kept' in limits) expect(limits.kept).toBeLessThanOrEqual(limits.bytes);
	});
});
