import type { Page } from 'playwright-core';

/* What stands in `evaluate` runs in the page: clicks on the editor's own buttons. */

/** Opens a node of the canvas. */
export async function openByName(page: Page, name: string): Promise<void> {
	await page.evaluate((wanted) => {
		type Store = { activeNodeName: unknown; setActiveNodeName?: (...args: string[]) => void };
		const app = document.querySelector('#app') as unknown as {
			__vue_app__: { config: { globalProperties: { $pinia: { _s: Map<string, Store> } } } };
		};
		const stores = app.__vue_app__.config.globalProperties.$pinia._s;
		const [, store] = [...stores].filter(([key]) => /^ndv(\/|$)/.test(key)).at(-1) as [
			string,
			Store,
		];
		if (store.setActiveNodeName) store.setActiveNodeName(wanted, 'other');
		else store.activeNodeName = wanted;
	}, name);
	const header = page.getByTestId('ndv').getByText(name, { exact: true });
	await header.first().waitFor({ state: 'attached' });
	await page.getByTestId('parameter-item').first().waitFor();
}

/**
 * One more entry in every list such as Measures, the lists in the new entries among them.
 * @param switches names of the fields that show further lists
 * @returns how many entries
 */
export async function addEverywhere(page: Page, switches: readonly string[]): Promise<number> {
	return await page.evaluate(async (toSwitch) => {
		const settle = async (ms: number) => await new Promise((done) => setTimeout(done, ms));
		const lists = '[data-test-id^="fixed-collection-"]:not(button)';
		// By its place in the form: n8n may draw a list anew when something is added in it.
		const placeOf = (list: Element): string => {
			const owner = list.parentElement?.closest(lists);
			const alike = Array.from((owner ?? document).querySelectorAll(lists)).filter(
				(one) =>
					one.getAttribute('data-test-id') === list.getAttribute('data-test-id') &&
					one.parentElement?.closest(lists) === owner,
			);
			const own = `${list.getAttribute('data-test-id')} ${alike.indexOf(list)}`;
			return owner ? `${placeOf(owner)} > ${own}` : own;
		};
		const done = new Set<string>();
		const press = async (element: HTMLElement) => {
			element.click();
			await settle(50);
		};
		let added = 0;
		let quiet = 0;
		// Lists in a new entry are drawn a little later.
		for (let round = 0; round < 12 && quiet < 2; round++) {
			const before = added;
			for (const list of Array.from(document.querySelectorAll(lists))) {
				if (!list.isConnected || done.has(placeOf(list))) continue;
				const buttons = list.querySelectorAll<HTMLElement>('[data-test-id="fixed-collection-add"]');
				// The last one is the list's own; those before it are of lists within.
				const own = Array.from(buttons).at(-1);
				if (own === undefined) continue;
				done.add(placeOf(list));
				await press(own);
				added++;
			}
			for (const name of toSwitch) {
				const off = document.querySelectorAll<HTMLElement>(
					`[data-test-id="parameter-input-${name}"] .el-switch:not(.is-checked)`,
				);
				for (const toggle of Array.from(off)) await press(toggle);
			}
			quiet = added === before ? quiet + 1 : 0;
			await settle(200);
		}
		return added;
	}, switches);
}

/**
 * One entry in every collection such as Options.
 * @param turn which of its entries: the first one, the second one, …
 * @returns the labels of the entries
 */
export async function addOptions(page: Page, turn: number): Promise<string[]> {
	const adders = page
		.getByTestId('collection-parameter-add')
		.or(page.locator('.collection-parameter .add-option .n8n-select'));
	const added: string[] = [];
	for (const adder of await adders.all()) {
		const input = adder.locator('input');
		await input.click();
		const list = page.locator(`[id="${await input.getAttribute('aria-controls')}"]`);
		const options = list.getByTestId('collection-parameter-option');
		await options.first().waitFor({ state: 'attached' });
		const option = options.nth(turn % (await options.count()));
		added.push(await option.innerText());
		// The list opens with a movement that is of no interest here.
		await option.dispatchEvent('click');
	}
	return added;
}

/** Names of the fields that have a red frame. */
export async function redFrames(page: Page): Promise<string[]> {
	return await page.evaluate(() =>
		Array.from(
			document.querySelectorAll('[data-test-id="ndv"] [data-test-id="parameter-issues"]'),
		).map((sign) => {
			const field = sign.closest('[data-test-id^="parameter-input-"]');
			const item = sign.closest('[data-test-id="parameter-item"]');
			return (
				field?.getAttribute('data-test-id')?.replace('parameter-input-', '') ??
				item?.textContent?.slice(0, 60) ??
				'unknown'
			);
		}),
	);
}
