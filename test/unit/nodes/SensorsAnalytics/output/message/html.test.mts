import { messageWriters } from '../../../../../../nodes/SensorsAnalytics/output/message';
import {
	city,
	compared,
	digestOf,
	hostile,
	measure,
	OPTIONS,
	tableOf,
	twoDays,
} from '../../../../../support/digests.mts';

import { HtmlValidate } from 'html-validate';

const write = (digest: ReturnType<typeof digestOf>) => messageWriters.html(digest, OPTIONS);

describe('a message in HTML', () => {
	const validator = new HtmlValidate({
		extends: ['html-validate:standard'],
		rules: { 'no-inline-style': 'off', 'long-title': 'off' },
	});

	it.each([
		['two days', twoDays],
		['a comparison', compared],
		['hostile texts', hostile],
		['nothing', tableOf([city, measure('orders')], [])],
	])('is valid: %s', async (_name, content) => {
		const { html } = write(digestOf(content, { title: '<b>"Orders"</b>' })) as {
			html: string;
		};
		const report = await validator.validateString(html);
		expect(
			report.results.flatMap(({ messages }) => messages.map(({ message }) => message)),
		).toEqual([]);
		expect(html).not.toMatch(/<script|<b>|<!channel>/);
	});

	it('loads nothing from elsewhere', () => {
		const { html } = write(digestOf(twoDays)) as { html: string };
		expect(html).toContain('<svg');
		expect(html.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|src=|url\(/);
	});
});
