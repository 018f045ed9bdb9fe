import { access, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { type Browser as Chromium, chromium, type Page, selectors } from 'playwright-core';

/** Where pictures of the tests are kept. */
const PICTURES = 'test/output/editor';
const ARGUMENTS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];
/** Long enough on a busy machine: a wait for something that doesn't come fails all the same. */
const TIMEOUT_MS = 90_000;

/** A page in a Chromium of the system (Debian's package: chromium), and what its console said. */
export class Browser {
	/** All errors that the page reported, with any cause. */
	readonly errors: string[] = [];

	private constructor(
		private readonly chromium: Chromium,
		readonly page: Page,
	) {}

	static async open({ width = 1440, height = 900 } = {}): Promise<Browser> {
		const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
		await access(executablePath).catch(() => {
			throw new Error(`No browser at ${executablePath} (Debian's package: chromium)`);
		});
		selectors.setTestIdAttribute('data-test-id');
		const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
		const page = await browser.newPage({ viewport: { width, height } });
		page.setDefaultTimeout(TIMEOUT_MS);
		const opened = new Browser(browser, page);
		page.on('console', (message) => {
			if (message.type() === 'error')
				opened.errors.push(`${message.text()} (${message.location().url})`);
		});
		page.on('pageerror', (error) => opened.errors.push(String(error.stack ?? error)));
		return opened;
	}

	/** @returns the file of the picture */
	async picture(name: string, folder = PICTURES): Promise<string> {
		await mkdir(folder, { recursive: true });
		const path = join(folder, `${name}.png`);
		await this.page.screenshot({ path });
		return path;
	}

	async close(): Promise<void> {
		await this.chromium.close();
	}
}
