import { build } from 'esbuild';
import type { Page } from 'playwright-core';

/** A page with an element to draw into. */
export const EMPTY_PAGE =
	'<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"></head><body><div id="root"></div></body></html>';

const STYLE = 'node_modules/slack-blocks-to-jsx/dist/style.css';
const SCRIPT = `
	import { createElement } from 'react';
	import { createRoot } from 'react-dom/client';
	import { Message } from 'slack-blocks-to-jsx';
	globalThis.showSlackMessage = (blocks) =>
		createRoot(document.getElementById('root')).render(
			createElement(Message, {
				blocks,
				name: 'Reports',
				logo: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
				time: new Date(0),
			}),
		);
`;
let script: Promise<string> | undefined;

declare global {
	function showSlackMessage(blocks: unknown): void;
}

/** Draws blocks into an empty page, by a library that knows what Slack makes of them. */
export async function drawSlackMessage(
	page: Page,
	{ blocks }: { blocks?: unknown },
): Promise<void> {
	script ??= bundle();
	await page.addStyleTag({ path: STYLE });
	await page.addScriptTag({ content: await script });
	await page.evaluate((given) => globalThis.showSlackMessage(given), blocks);
}

async function bundle(): Promise<string> {
	const { outputFiles } = await build({
		stdin: { contents: SCRIPT, resolveDir: process.cwd() },
		bundle: true,
		write: false,
		logLevel: 'silent',
	});
	return outputFiles[0]?.text ?? '';
}
