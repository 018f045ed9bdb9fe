import { setTimeout as wait } from 'node:timers/promises';

import type { Locator, Page, Request } from 'playwright-core';

import { CredentialForm } from './credentialForm.mts';
import { EditorState } from './editorState.mts';
import { OWNER } from './n8n.mts';

const EXECUTION_MS = 60_000;
const MESSAGE_MS = 30_000;
/** What n8n has to say of pasted nodes, it says well within this. */
const SETTLED_MS = 1000;
/** A list that has been clicked is shown by then, on a slow machine. */
const LIST_MS = 10_000;
const MOST_ATTEMPTS = 3;

/** n8n's editor, used as a person does. Parameters are named by their paths in the node. */
export class Editor {
	readonly state: EditorState;

	constructor(
		readonly page: Page,
		private readonly url: string,
	) {
		this.state = new EditorState(page);
	}

	async signIn(): Promise<void> {
		await this.page.goto(`${this.url}/signin`);
		await this.page.locator('input[name="emailOrLdapLoginId"]').fill(OWNER.email);
		await this.page.locator('input[type="password"]').fill(OWNER.password);
		await this.page.getByRole('button', { name: /sign in/i }).click();
		await this.page.waitForURL((url) => !url.pathname.includes('signin'));
	}

	/** The empty form of a new credential, from the list of credentials. */
	async newCredential(type: string): Promise<CredentialForm> {
		await this.page.goto(`${this.url}/home/credentials`);
		await this.byId('add-resource-credential').click();
		await this.byId('new-credential-type-select').locator('input').fill(type);
		await this.byId('new-credential-type-select-option').filter({ hasText: type }).click();
		await this.byId('new-credential-type-button').click();
		return new CredentialForm(this.page);
	}

	/** The credential that is chosen in the open node. */
	async editCredential(): Promise<CredentialForm> {
		await this.byId('credential-edit-button').click();
		const form = new CredentialForm(this.page);
		// n8n tests what it opens; of two tests at once it ends one with "Node not found".
		await form.untilTested();
		return form;
	}

	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.url}/workflow/new`);
	}

	/** Into the empty canvas, as with Ctrl+V; returns when all nodes are there. */
	async pasteWorkflow(workflow: { nodes: Array<{ name: string; type: string }> }): Promise<void> {
		await this.byId('canvas-plus-button').or(this.byId('canvas-add-button')).first().waitFor();
		await this.page.evaluate((text) => {
			const clipboardData = new DataTransfer();
			clipboardData.setData('text/plain', text);
			document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
		}, JSON.stringify(workflow));
		for (const { name, type } of workflow.nodes)
			if (!type.endsWith('.stickyNote')) await this.node(name).waitFor();
		await wait(SETTLED_MS);
	}

	/** @returns the ID of the workflow */
	async save(): Promise<string> {
		await this.state.closeNode();
		return await this.state.saved(async () => {
			// In a field the keys would be the field's.
			await this.page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
			await this.page.keyboard.press('Control+S');
		});
	}

	async clearCanvas(): Promise<void> {
		await this.dismissMessages();
		await this.page.keyboard.press('Control+A');
		await this.page.keyboard.press('Delete');
		await this.byId('canvas-node').first().waitFor({ state: 'detached' });
	}

	/** Of the nodes in the canvas. */
	async nodeNames(): Promise<string[]> {
		const nodes = await this.byId('canvas-node').all();
		return await Promise.all(
			nodes.map(async (node) => (await node.getAttribute('data-node-name')) ?? ''),
		);
	}

	/** What the warning signs at nodes say. */
	async nodeIssues(): Promise<string[]> {
		const reported: string[] = [];
		for (const sign of await this.byId('node-issues').all()) {
			await sign.hover();
			const tip = this.page.getByText('Issues:').filter({ visible: true }).last();
			await tip.waitFor();
			reported.push((await tip.locator('..').innerText()).replace(/\s+/g, ' ').trim());
			await this.page.mouse.move(0, 0);
			await tip.waitFor({ state: 'hidden' });
		}
		return reported;
	}

	/** The messages in n8n's corner. */
	async notifications(): Promise<string[]> {
		return await this.page.locator('.el-notification').allInnerTexts();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.url}/workflow/${id}`);
	}

	/** Lists and windows of this page open at once from now on. */
	async stopMovements(): Promise<void> {
		await this.page.addStyleTag({
			content:
				'*, *::before, *::after { transition: none !important; animation: none !important; }',
		});
	}

	/** Adds the first node of a workflow from the node panel; n8n puts a manual trigger before it. */
	async addNode(name: string, action?: string): Promise<void> {
		await this.byId('canvas-plus-button').first().click();
		await this.page
			.getByPlaceholder(/search/i)
			.last()
			.fill(name);
		const items = this.byId('node-creator-item-name');
		await items.getByText(name, { exact: true }).first().click();
		if (action) await this.chooseAction(action);
		await this.byId('ndv').waitFor();
	}

	/** Actions are folded where there are triggers, too. */
	private async chooseAction(action: string): Promise<void> {
		const entry = this.byId('node-creator-item-name').getByText(action, { exact: true });
		const folded = this.page.getByText(/^(Actions|Triggers) \(\d+\)$/);
		await folded.first().waitFor();
		if (!(await entry.isVisible())) await folded.last().click();
		await entry.click();
	}

	/** Returns when the panel of nodes offers a node for words, in an empty workflow. */
	async findNode(words: string, name: string): Promise<void> {
		const search = this.page.getByPlaceholder(/search/i).last();
		if (!(await search.isVisible())) await this.byId('canvas-plus-button').first().click();
		const found = this.byId('node-creator-item-name').getByText(name, { exact: true }).first();
		await search.fill('');
		await found.waitFor({ state: 'hidden' });
		await search.fill(words);
		await found.waitFor();
	}

	async openNode(name: string): Promise<void> {
		const node = this.node(name);
		await node.waitFor();
		await node.dblclick();
		await this.byId('ndv').waitFor();
	}

	async fill(path: string, text: string): Promise<void> {
		const input = this.parameter(path).locator('input, textarea').first();
		await input.fill(text);
		await input.blur();
		// n8n takes a text over a moment later, and could write it over what is changed until then.
		await this.state.hasText(path, text);
	}

	/** From the list that the node gives, after a search in it: by the entry, or other words for it. */
	async pick(path: string, entry: string, search = entry): Promise<void> {
		await this.parameter(path).getByTestId('rlc-input').click();
		// n8n 1 keeps the lists that were open before, hidden.
		const shown = (id: string) => this.byId(id).filter({ visible: true });
		await shown('rlc-search').fill(search);
		await shown('rlc-item').filter({ hasText: entry }).first().click();
	}

	/** Clicks into a field, and types. */
	async enter(path: string, text: string): Promise<void> {
		await this.parameter(path).locator('input').first().click();
		await this.page.keyboard.press('Control+A');
		await this.page.keyboard.type(text);
	}

	/** Counts what a person clicks in this page from now on. */
	async countClicks(): Promise<void> {
		await this.page.evaluate(() => {
			const counted = window as unknown as { clicks?: number };
			const isNew = counted.clicks === undefined;
			counted.clicks = 0;
			const count = ({ isTrusted }: Event) => {
				if (isTrusted) counted.clicks = (counted.clicks ?? 0) + 1;
			};
			if (isNew) document.addEventListener('click', count, true);
		});
	}

	async clicks(): Promise<number> {
		return await this.page.evaluate(() => (window as unknown as { clicks: number }).clicks);
	}

	/** Paths of the fields of the open node that can be filled in. */
	async shownInputs(): Promise<string[]> {
		const paths = await this.byId('ndv')
			.locator('[data-parameter-path^="parameters."]')
			.evaluateAll((all) => all.map((one) => one.getAttribute('data-parameter-path') ?? ''));
		return [...new Set(paths)];
	}

	/** Empties a picked field, by the entry that its list has for it. */
	async unpick(path: string, entry: string): Promise<void> {
		const input = this.parameter(path).getByTestId('rlc-input');
		const items = this.byId('rlc-item').filter({ visible: true });
		const wanted = items.getByText(entry, { exact: true }).first();
		const search = this.byId('rlc-search').filter({ visible: true }).first();
		// A list that is closing takes the click for its own, or hides what is to be clicked in it; one
		// that is being filled would be closed.
		for (let attempts = 1; ; attempts++) {
			if (!(await search.isVisible())) await input.click();
			// What was typed there before may still leave other entries alone.
			await search.fill('', { timeout: LIST_MS }).catch(() => undefined);
			try {
				await wanted.click({ timeout: LIST_MS });
				return;
			} catch (error) {
				if (attempts === MOST_ATTEMPTS) throw error;
			}
		}
	}

	/** Into a field that could be picked from a list as well. */
	async type(path: string, text: string): Promise<void> {
		const mode = this.parameter(path).getByTestId('rlc-mode-selector');
		if ((await mode.locator('input').inputValue()) !== 'By Name') {
			await mode.click();
			await optionOf(this.page, 'By Name').click();
		}
		const input = this.parameter(path).getByTestId('rlc-input');
		await input.fill(text);
		await input.blur();
	}

	/** What a list shows that could not be loaded. */
	async listFailure(path: string): Promise<string> {
		await this.parameter(path).getByTestId('rlc-input').click();
		const text = await this.byId('rlc-error-container').innerText();
		await this.page.keyboard.press('Escape');
		return text;
	}

	async choose(path: string, option: string): Promise<void> {
		await this.parameter(path).click();
		await optionOf(this.page, option).click();
	}

	/** In the calendar that opens. */
	async pickDay(
		path: string,
		{ monthsAgo, day }: { monthsAgo: number; day: number },
	): Promise<void> {
		await this.parameter(path).locator('input').click();
		const calendar = this.page.locator('.el-picker-panel').filter({ visible: true });
		for (let i = 0; i < monthsAgo; i++)
			await calendar.getByRole('button', { name: 'Previous Month' }).click();
		await calendar.locator('td.available').getByText(String(day), { exact: true }).click();
		await calendar.waitFor({ state: 'hidden' });
	}

	/** Into a code field, in place of what is there. */
	async paste(path: string, text: string): Promise<void> {
		await this.parameter(path).locator('.cm-content').click();
		await this.page.keyboard.press('Control+A');
		await this.page.keyboard.insertText(text);
		// A space ends suggestions, and a click elsewhere tips: they would lie over what comes below.
		await this.page.keyboard.press('Space');
		await this.page.locator('#cm-tooltip-container li').first().waitFor({ state: 'hidden' });
		await this.byId('output-panel').click({ position: { x: 5, y: 600 } });
	}

	async switchOn(path: string): Promise<void> {
		await this.parameter(path).locator('.el-switch').click();
	}

	/** One more entry in a list such as Measures. */
	async addTo(collection: string): Promise<void> {
		await this.byId(`fixed-collection-${collection}`).getByTestId('fixed-collection-add').click();
	}

	async chooseCredentialType(name: string): Promise<void> {
		await this.byId('credential-select').click();
		await this.page.keyboard.type(name);
		await optionOf(this.page, name).click();
	}

	async chooseCredential(name: string): Promise<void> {
		await this.byId('node-credentials-select').click();
		await optionOf(this.page, name).click();
	}

	/** Closes the messages in n8n's corner. */
	async dismissMessages(): Promise<void> {
		for (const close of await this.page.locator('.el-notification__closeBtn').all())
			await close.click().catch(() => {});
		await this.messages.first().waitFor({ state: 'hidden' });
	}

	/** The value of a field, as soon as the form has settled. */
	async textIn(path: string): Promise<string> {
		await this.page.waitForTimeout(SETTLED_MS);
		return await this.parameter(path)
			.locator('input, textarea')
			.first()
			.inputValue({ timeout: LIST_MS });
	}

	async isShown(path: string): Promise<boolean> {
		return await this.parameter(path).isVisible();
	}

	/** Runs the open node, and waits until n8n says how it went. */
	async execute(): Promise<void> {
		await this.dismissMessages();
		// A click that starts nothing would leave the output of the run before.
		const started = this.page.waitForRequest(isRun, { timeout: MESSAGE_MS });
		await Promise.all([started, this.byId('node-execute-button').click()]);
		// Now and then n8n 2 shows the output and says nothing; whoever reads the output sees which.
		await this.messages
			.first()
			.waitFor({ timeout: MESSAGE_MS })
			.catch(async () => {
				const executing = this.page.getByText('Executing node').first();
				await executing.waitFor({ state: 'hidden', timeout: EXECUTION_MS });
			});
	}

	/** The output panel's table, a list of cells per line, the column names first. */
	async outputTable(): Promise<string[][]> {
		const panel = this.byId('output-panel');
		const table = panel.getByTestId('radio-button-table');
		const failure = panel.getByTestId('node-error-message');
		await table.or(failure).filter({ visible: true }).first().waitFor();
		if (await failure.isVisible())
			throw new Error(`The node has no output, but an error: ${await this.outputError()}`);
		await table.click();
		const lines = panel.locator('table tr');
		await lines.first().waitFor();
		const cells = await lines.evaluateAll((rows) =>
			rows.map((row) =>
				Array.from(row.querySelectorAll('th, td'), (cell) => cell.textContent?.trim() ?? ''),
			),
		);
		// n8n ends each line with an empty cell for the scroll bar.
		return cells.map((line) => (line.at(-1) === '' ? line.slice(0, -1) : line));
	}

	/** Message and description, if there is one, as the output panel shows them. */
	async outputError(): Promise<string> {
		const panel = this.byId('output-panel');
		await panel.getByTestId('node-error-message').waitFor();
		const texts = panel.locator(
			'[data-test-id="node-error-message"], [data-test-id="node-error-description"]',
		);
		return (await texts.allInnerTexts()).join('\n');
	}

	private get messages(): Locator {
		return this.page.getByText(/^(Node executed successfully|Problem in node .*)$/);
	}

	private node(name: string): Locator {
		return this.page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	}

	private parameter(path: string): Locator {
		return this.page.locator(`[data-parameter-path="parameters.${path}"]`);
	}

	private byId(id: string): Locator {
		return this.page.getByTestId(id);
	}
}

/** An entry of the list that is open, by its exact name. */
export function optionOf(page: Page, name: string): Locator {
	return page
		.getByRole('option')
		.filter({ visible: true })
		.filter({ has: page.getByText(name, { exact: true }) })
		.first();
}

/** The editor's request that starts a node or a workflow, in both lines of n8n. */
function isRun(request: Request): boolean {
	const { pathname } = new URL(request.url());
	return request.method() === 'POST' && /^\/rest\/workflows\/([^/]+\/)?run$/.test(pathname);
}
