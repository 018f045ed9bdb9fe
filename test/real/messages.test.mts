import { setTimeout as wait } from 'node:timers/promises';

import { messageWriters } from '../../nodes/SensorsAnalytics/output/message';
import type { Table } from '../../nodes/SensorsAnalytics/table/table';
import {
	city,
	compared,
	digestOf,
	hostile,
	hours,
	measure,
	OPTIONS,
	tableOf,
	twoDays,
} from '../support/digests.mts';
import {
	citiesCompared,
	distributionOfDays,
	funnelOfAll,
	funnelOfCities,
	retentionOfDays,
} from '../support/modelTables.mts';
import { teamsBody } from '../support/robots.mts';
import { asWebmail } from '../support/webmail.mts';
import { Browser } from './support/browser.mts';
import { drawCard } from './support/card.mts';
import { drawFeishuCard } from './support/feishuCard.mts';
import { drawSlackMessage, EMPTY_PAGE } from './support/slackMessage.mts';

const PICTURES = 'test/output/messages';
const byCity = tableOf(
	[city, measure('orders'), measure('orders_previous', { of: 'orders', as: 'previous' })],
	[
		['北京', 1234, 1100],
		['上海', 980, 1010],
		['深圳', 450, null],
		[null, 12, 9],
	],
);
const manyCities = tableOf(
	[city, measure('orders')],
	Array.from({ length: 14 }, (_, index) => [`第 ${index + 1} 个名字很长的城市`, 50 - index]),
);
const BEFORE = { from: '2026-10-30', to: '2026-10-31' };
const models: Array<[string, Table]> = [
	['cities-compared', citiesCompared],
	['retention', retentionOfDays],
	['funnel', funnelOfAll],
	['funnel-of-cities', funnelOfCities],
	['distribution', distributionOfDays],
];
const contents: Array<[string, Table]> = [
	['two-days', twoDays],
	['comparison', compared],
	['cities', byCity],
	['many-cities', manyCities],
	['hours', hours],
	['hostile', hostile],
];

/** What is drawn here is drawn by libraries of others: they judge the messages. */
describe('Messages as they are drawn', () => {
	let browser: Browser;

	beforeAll(async () => {
		browser = await Browser.open({ width: 760, height: 900 });
	}, 60_000);
	beforeEach(async () => {
		browser.errors.length = 0;
		await browser.page.setContent(EMPTY_PAGE);
	});
	afterAll(async () => await browser?.close());

	describe('for Slack, by slack-blocks-to-jsx', () => {
		// The library reads markup in a table's raw text, which Slack does not.
		it.each(contents.filter(([name]) => name !== 'hostile'))('%s', async (name, content) => {
			const { page } = browser;
			const digest = digestOf(content);
			await drawSlackMessage(page, messageWriters.slack.write(digest, OPTIONS));
			await page.getByText(digest.title, { exact: true }).first().waitFor();
			await browser.picture(`slack-${name}`, PICTURES);
			expect(browser.errors).toEqual([]);

			const cells = await page.locator('td, th').allInnerTexts();
			const written = [digest.columns.map(({ label }) => label), ...digest.rows].flat();
			expect(cells.map(oneLine)).toEqual(written.map(oneLine));
			expect(await page.locator('svg').count()).toBeGreaterThan(0);
		});
	});

	describe('for Feishu, its charts by VChart', () => {
		it.each(contents)('%s', async (name, content) => {
			const { page } = browser;
			const message = messageWriters.feishu.write(digestOf(content), OPTIONS);
			const drawn = await drawFeishuCard(page, message);
			await wait(200);
			await browser.picture(`feishu-${name}`, PICTURES);
			expect(browser.errors).toEqual([]);
			const { chart } = digestOf(content);
			const count = (chart?.series.length ?? 0) * (chart?.categories.length ?? 0);
			expect(drawn).toEqual([{ type: chart?.kind, count }]);
		});
	});

	describe('for Teams, by the library of Adaptive Cards', () => {
		it.each([...contents, ...models])('%s', async (name, content) => {
			const { page } = browser;
			const digest = digestOf(content);
			const message = teamsBody.parse(messageWriters.teams.write(digest, OPTIONS));
			await drawCard(page, message);
			await browser.picture(`teams-${name}`, PICTURES);
			expect(browser.errors).toEqual([]);
			const rows = page.locator('[role=table] [role=row]');
			const written = [digest.columns.map(({ label }) => label), ...digest.rows];
			expect(await rows.count()).toBe(written.length);
			const cells = await rows.locator('[role=cell], [role=columnheader]').allInnerTexts();
			const reported = cells.map((text) => oneLine(text).replaceAll(' ', ''));
			expect(reported).toEqual(written.flat().map((text) => oneLine(text).replaceAll(' ', '')));
		});
	});

	describe('in HTML, before and after webmail has cleaned it', () => {
		it.each([...contents, ...models])('%s', async (name, content) => {
			const { page } = browser;
			const digest = digestOf(content, {}, compared === content ? BEFORE : undefined);
			const { html } = messageWriters.html.write(digest, OPTIONS) as { html: string };
			await page.setContent(html);
			await browser.picture(`html-${name}`, PICTURES);
			const before = await boxes();
			// As webmail does, in a page of its own.
			await page.setContent(
				`<!DOCTYPE html><html lang="en"><body style="margin: 0">${asWebmail(html)}</body></html>`,
			);
			await browser.picture(`html-${name}-webmail`, PICTURES);
			expect(await boxes()).toEqual(before);
			expect(browser.errors).toEqual([]);
			const cells = await page.locator('tbody > tr > td:not(table table table td)').allInnerTexts();
			const written = digest.rows.flat().map((text) => oneLine(text).replaceAll(' ', ''));
			const reported = cells.map((text) => oneLine(text).replaceAll(' ', ''));
			expect(reported.slice(-written.length)).toEqual(written);
			// On a phone charts do not stand out to the side.
			await page.setViewportSize({ width: 375, height: 800 });
			await browser.picture(`html-${name}-phone`, PICTURES);
			const widths = await page
				.locator('table[role=presentation] table[role=presentation]')
				.evaluateAll((tables) => tables.map((table) => table.getBoundingClientRect().right));
			await page.setViewportSize({ width: 760, height: 900 });
			for (const right of widths) expect(right).toBeLessThanOrEqual(375);
		});

		/** The places of everything that is seen. */
		async function boxes(): Promise<unknown[]> {
			return await browser.page.locator('td, th, p, h1').evaluateAll((elements) =>
				elements.map((element) => {
					const { left, top, width, height } = element.getBoundingClientRect();
					const { color, backgroundColor } = getComputedStyle(element);
					return [left, top, width, height, color, backgroundColor];
				}),
			);
		}
	});

	describe('as a chart alone', () => {
		it.each(contents)('%s', async (name, content) => {
			const { page } = browser;
			const { svg } = messageWriters.chart.write(digestOf(content), OPTIONS) as { svg: string };
			await page.setContent(svg);
			await browser.picture(`chart-${name}`, PICTURES);
			expect(browser.errors).toEqual([]);
			// Nothing is drawn outside of the picture.
			const outside = await page.evaluate(() => {
				const svg = document.querySelector('svg') as SVGSVGElement;
				const { left, right, top, bottom } = svg.getBoundingClientRect();
				return Array.from(svg.querySelectorAll('text, rect, polyline, line, circle')).filter(
					(element) => {
						const box = element.getBoundingClientRect();
						return (
							box.left < left - 1 ||
							box.right > right + 1 ||
							box.top < top - 1 ||
							box.bottom > bottom + 1
						);
					},
				).length;
			});
			expect(outside).toBe(0);
			const overlapping = await page.evaluate(() => {
				const texts = Array.from(document.querySelectorAll('svg text'));
				const boxes = texts.map((element) => element.getBoundingClientRect());
				return texts.flatMap((one, i) =>
					texts
						.slice(i + 1)
						.filter((_other, j) => {
							const [a, b] = [boxes[i] as DOMRect, boxes[i + 1 + j] as DOMRect];
							return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
						})
						.map((other) => `${one.textContent} / ${other.textContent}`),
				);
			});
			expect(overlapping).toEqual([]);
		});
	});
});

declare global {
	var AdaptiveCards: typeof import('adaptivecards');
}

function oneLine(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}
