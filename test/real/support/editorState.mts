import { setTimeout as wait } from 'node:timers/promises';

import type { INodeParameters } from 'n8n-workflow';
import type { Page } from 'playwright-core';

const OPEN_MS = 60_000;
const SAVE_MS = 20_000;
const TEXT_MS = 20_000;
const SAVES = 4;
const POLL_MS = 50;

interface Known {
	/** The open node. */
	name?: string;
	parameters?: INodeParameters;
	/** Whether there is something that is not saved. */
	isDirty: boolean;
}

/** What the editor knows of itself: states to wait for, in place of answers that may have passed. */
export class EditorState {
	constructor(private readonly page: Page) {}

	/** Opens a node, wherever in the canvas it is, as a double click does. */
	async openNode(name: string): Promise<void> {
		await this.until(`'${name}' is not open`, OPEN_MS, async () => {
			if ((await this.know()).name === name) return true;
			await this.page.evaluate(askEditor, { open: name });
			return false;
		});
	}

	async closeNode(): Promise<void> {
		await this.until('The node is not closed', OPEN_MS, async () => {
			if ((await this.know()).name === undefined) return true;
			await this.page.evaluate(askEditor, { open: null });
			return false;
		});
		await this.page.getByTestId('ndv').waitFor({ state: 'hidden' });
	}

	/** Parameters of the open node. */
	async openParameters(): Promise<INodeParameters> {
		return (await this.know()).parameters ?? {};
	}

	/** Waits until a field of the open node has a text, for example `measures.measure[0].outputName`. */
	async hasText(path: string, text: string): Promise<void> {
		await this.until(`'${path}' is not '${text}'`, TEXT_MS, async () => {
			const value = path
				.split(/[.[\]]+/)
				.filter(Boolean)
				.reduce<unknown>(
					(within, key) => (within as Record<string, unknown> | undefined)?.[key],
					await this.openParameters(),
				);
			return value === text;
		});
	}

	/**
	 * Waits until n8n has saved everything.
	 * @param save what a person does for that; n8n 2 may have been faster
	 * @returns the ID of the workflow
	 */
	async saved(save: () => Promise<void>): Promise<string> {
		const isSaved = async () => !(await this.know()).isDirty;
		for (let attempt = 1; !(await isSaved()); attempt++) {
			await save();
			try {
				await this.until('The workflow is not saved', SAVE_MS, isSaved);
			} catch (error) {
				if (attempt === SAVES) throw error;
			}
		}
		const id = /\/workflow\/(\w+)/.exec(this.page.url())?.[1];
		if (id === undefined || id === 'new') throw new Error(`No workflow at ${this.page.url()}`);
		return id;
	}

	private async know(): Promise<Known> {
		return JSON.parse(await this.page.evaluate(askEditor, {})) as Known;
	}

	private async until(
		failure: string,
		deadlineMs: number,
		isSo: () => Promise<boolean>,
	): Promise<void> {
		for (const deadline = Date.now() + deadlineMs; Date.now() < deadline; await wait(POLL_MS))
			if (await isSo()) return;
		throw new Error(`${failure} after ${deadlineMs / 1000} s`);
	}
}

/** Runs in the page, on the editor's stores: those of n8n 1.123 and 2.40 have the same names. */
function askEditor({ open }: { open?: string | null }): string {
	interface Store {
		activeNode?: { name: string; parameters: object } | null;
		stateIsDirty?: boolean;
		setNodePristine?(name: string, isPristine: boolean): void;
		setActiveNodeName(name: string, source: string): void;
		unsetActiveNodeName(): void;
	}
	const app = document.querySelector('#app') as unknown as {
		__vue_app__: { config: { globalProperties: { $pinia: { _s: Map<string, Store> } } } };
	};
	const stores = Array.from(app.__vue_app__.config.globalProperties.$pinia._s);
	// n8n 2 has a store for each workflow that was opened.
	const id = location.pathname.split('/')[2];
	const view = stores.find(([key]) => key === 'ndv' || key.startsWith(`ndv/${id}@`))?.[1];
	if (open === null) view?.unsetActiveNodeName();
	else if (open !== undefined) {
		// What is missing in a node that was just added has no mark yet.
		for (const [, store] of stores) store.setNodePristine?.(open, false);
		view?.setActiveNodeName(open, 'other');
	}
	const isDirty = stores.find(([key]) => key === 'ui')?.[1].stateIsDirty ?? false;
	const { name, parameters } = view?.activeNode ?? {};
	return JSON.stringify({ name, parameters, isDirty });
}
