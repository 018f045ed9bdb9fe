import { messageWriters } from '../../../../../../../nodes/SensorsAnalytics/output/message';
import type { Table } from '../../../../../../../nodes/SensorsAnalytics/table/table';
import { city, digestOf, measure, OPTIONS, tableOf } from '../../../../../../support/digests.mts';
import {
	citiesCompared,
	everyKind,
	retentionOfDays,
} from '../../../../../../support/modelTables.mts';
import { asWebmail, bodyOf } from '../../../../../../support/webmail.mts';

import { execFileSync } from 'node:child_process';

import { HtmlValidate } from 'html-validate';
import { hex } from 'wcag-contrast';

const limits = { by: 'change', green: 10, red: -10 } as const;
const write = (content: Table, options = {}) =>
	messageWriters.html.write(digestOf(content, { limits, ...options }), OPTIONS) as {
		html: string;
		subject: string;
	};

/** Gmail hides the rest of a mail after this number of bytes. */
const CLIPPED = 102_000;

describe('a message in HTML', () => {
	const validator = new HtmlValidate({
		extends: ['html-validate:standard'],
		// Mail programs need styles of elements, and heights of cells as attributes.
		rules: { 'no-inline-style': 'off', 'long-title': 'off', 'no-deprecated-attr': 'off' },
	});
	const contents: Array<[string, Table]> = [
		...everyKind,
		[
			'numbers below 0',
			tableOf(
				[city, measure('orders')],
				[
					['a', -3],
					['b', 2],
					['c', null],
				],
			),
		],
	];

	it.each(contents)('is valid: %s', async (_name, content) => {
		const { html } = write(content, { title: '<b>"Orders"</b>' });
		const report = await validator.validateString(html);
		expect(
			report.results.flatMap(({ messages }) => messages.map(({ message }) => message)),
		).toEqual([]);
		expect(html).not.toMatch(/<script|<b>|<!channel>/);
	});

	it.each(contents)('is the same after webmail has cleaned it: %s', (_name, content) => {
		const { html } = write(content);
		expect(asWebmail(html).trim()).toBe(bodyOf(html).trim());
	});

	it.each(contents)('needs no picture, no script, and loads nothing: %s', (_name, content) => {
		expect(write(content).html).not.toMatch(
			/<(?:img|svg|script|link)|@import|https?:\/\/|src=|url\(/,
		);
	});

	it.each(contents)('has room for a chart wherever there is one: %s', (_name, content) => {
		const drawn = write(content).html.includes('&#9632;');
		expect(drawn).toBe(digestOf(content).chart !== undefined);
	});

	it('is what Gmail, Outlook, Apple Mail and Yahoo show, by the data of caniemail', () => {
		const documents = contents.map(([, content]) => write(content).html);
		const input = JSON.stringify([...documents, '<p style="position: absolute">a</p>']);
		const answer = execFileSync('node', ['test/support/mailClients.mjs'], { input });
		type Kind = 'errors' | 'warnings';
		const reported = JSON.parse(answer.toString()) as Array<Record<Kind, string[]>>;
		expect(reported.pop()?.errors).toContain('position');
		const titles = (kind: Kind) => [...new Set(reported.flatMap((one) => one[kind]))];
		// Of the body Yahoo and Outlook for Mac keep what is in it; the table in it has the ground.
		// A role is for those who hear the mail. No height is set as a property: see below.
		// Whoever reads no styles of a head shows the mail by day, or turns its colours.
		expect(titles('errors').sort()).toEqual([
			'<body> element',
			'<style> element',
			'@media',
			'height property',
			'role attribute',
		]);
		// Each of them partly; the parts that are not known are tested for below.
		expect(titles('warnings').sort()).toEqual([
			'<body> element',
			'<style> element',
			'@media',
			'background',
			'border',
			'font-size',
			'height attribute',
			'height property',
			'lang attribute',
			'line-height',
			'margin',
			'padding',
			'role attribute',
			'text-align',
		]);
	});

	it.each(contents)('uses of the partly known what is known: %s', (_name, content) => {
		const { html } = write(content);
		expect(html).not.toMatch(/[^-]height:/);
		for (const [, tag = '', style = ''] of html.matchAll(/<(\w+)[^>]* style="([^"]*)"/g)) {
			const properties = new Map(
				style.split('; ').map((one) => one.split(': ') as [string, string]),
			);
			if (properties.has('padding')) expect(['td', 'th']).toContain(tag);
			if (properties.has('width')) expect(['td', 'table']).toContain(tag);
			if (tag === 'body') expect(properties.get('margin')).toBe('0');
			if (tag === 'span') expect(properties.has('margin')).toBe(false);
			for (const [property, value] of properties) {
				if (property.startsWith('border')) expect(value).toMatch(/^1px|collapse/);
				if (property.startsWith('margin')) expect(value).not.toContain('-');
				if (property === 'text-align') expect(value).toMatch(/^(left|right)$/);
				if (property === 'font-size') expect(value).toMatch(/^\d+px$/);
				if (property.startsWith('background')) expect(value).toMatch(/^#[0-9a-f]{6}$/);
			}
		}
	});

	it.each(contents)('can be read, by day and turned into dark mode: %s', (_name, content) => {
		const grounds = [{ tag: 'body', color: '', ground: '' }];
		const { html } = write(content);
		for (const [element] of html.matchAll(/<\/?(?:body|table|td|th|p|span|h1)\b[^>]*>/g)) {
			if (element.startsWith('</')) {
				grounds.pop();
				continue;
			}
			const above = grounds.at(-1);
			const of = (property: string) =>
				new RegExp(`[" ]${property}: (#[0-9a-f]{6})`).exec(element)?.[1];
			const color = of('color') ?? above?.color ?? '';
			const ground = of('background-color') ?? above?.ground ?? '';
			grounds.push({ tag: element, color, ground });
			// Squares of legends, and cells of bars, hold no words.
			const isWords = !element.startsWith('<span') && !element.includes('font-size: 1px');
			if (!isWords || color === '') continue;
			expect(hex(color, ground)).toBeGreaterThanOrEqual(4.5);
			expect(hex(turned(color), turned(ground))).toBeGreaterThanOrEqual(4.5);
			// Dark by its own style: a ground that is not white stays, with its ink.
			if (ground === '#ffffff')
				expect(
					hex(darkOf(html, color), darkOf(html, ground, 'background-color: ')),
				).toBeGreaterThanOrEqual(4.5);
		}
	});

	it.each([20, 1000, 5000])('is not clipped by Gmail: %d rows', (count) => {
		const rows = Array.from({ length: count }, (_, row) => [`城市 ${row}`, row]);
		const { html } = write(tableOf([city, measure('orders')], rows), { maxRows: count });
		expect(Buffer.byteLength(html)).toBeLessThan(CLIPPED);
		const shown = html.split('<tr><td style="padding: 6px').length - 1;
		expect(shown).toBeGreaterThan(Math.min(count, 400) - 1);
		if (shown < count)
			expect(html).toContain(
				`${(count - shown).toLocaleString('en-US', { useGrouping: false })} more rows not shown`,
			);
	});

	it('colours cells by limits, and shares by their size', () => {
		expect(write(citiesCompared).html).toContain(
			'background-color: #d5efdc; color: #111111">🟢 1,234',
		);
		const grounds = [
			...write(retentionOfDays).html.matchAll(/background-color: (#\w+); color: #\w+">([\d.]+%)/g),
		];
		expect(grounds.map(([, , share]) => share)).toEqual([
			'100%',
			'40%',
			'20%',
			'100%',
			'50%',
			'100%',
		]);
		// Darker for more: the channels get smaller.
		const channels = grounds.map(([, ground = '']) => parseInt(ground.slice(1, 3), 16));
		expect(channels[1]).toBeGreaterThan(channels[4] as number);
		expect(channels[2]).toBeGreaterThan(channels[1] as number);
	});
});

/** What the page's own dark style makes of a color: of ink that it does not name that of its ground. */
function darkOf(html: string, color: string, as = 'color: '): string {
	const own = new RegExp(`\\[style\\*="${as}${color}"\\][^{]*\\{[^}]*?\\b${as}(#\\w+)`);
	const ofGround = /background-color: #1e1e1e !important; color: (#\w+)/;
	return own.exec(html)?.[1] ?? ofGround.exec(html)?.[1] ?? '#000000';
}

/** As programs do that turn light mails dark: all colours into their opposite. */
function turned(color: string): string {
	const channels = color.slice(1).match(/../g) ?? [];
	return `#${channels.map((channel) => (255 - parseInt(channel, 16)).toString(16).padStart(2, '0')).join('')}`;
}
