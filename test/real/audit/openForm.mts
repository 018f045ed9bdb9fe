import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

import type { INodeParameters, INodeTypeDescription } from 'n8n-workflow';
import type { Page } from 'playwright-core';

import { EditorState } from '../support/editorState.mts';
import { drawnFields, entriesOf, isCollection, issuesOf, resolved, shownFields } from './forms.mts';
import { type Found, readForm, type Target, targetIn } from './inPage.mts';

const TRIES = 4;
/** What a click changes, it changes well within this, however busy the machine is. */
const CHANGE_MS = 15_000;
const DRAWN_MS = 60_000;
const POLL_MS = 50;

/** The open node, read and clicked with the mouse. Fields are named by their paths in the node. */
export class OpenForm {
	private constructor(
		private readonly page: Page,
		private readonly state: EditorState,
		private readonly description: INodeTypeDescription,
	) {}

	/** @param description of the node of that name */
	static async open(
		page: Page,
		name: string,
		description: INodeTypeDescription,
	): Promise<OpenForm> {
		const state = new EditorState(page);
		await state.openNode(name);
		const form = new OpenForm(page, state, description);
		await form.untilDrawn();
		return form;
	}

	/** What the editor holds. */
	async parameters(): Promise<INodeParameters> {
		return await this.state.openParameters();
	}

	/**
	 * One more entry in lists such as Measures, and in the lists in the new entries.
	 * @param lists their names
	 * @param switches names of the fields that show further lists
	 * @returns how many entries
	 */
	async addEntries(lists: readonly string[], switches: readonly string[]): Promise<number> {
		const done: string[] = [];
		let deadline = Date.now() + CHANGE_MS;
		for (;;) {
			const next: Target = { kind: 'entry', done, switches, lists };
			const found = await this.find(next);
			if (found === undefined) {
				// n8n draws a list in a new entry a moment after its field.
				const isMissing = await this.hasEmpty(lists);
				if (!isMissing || Date.now() > deadline)
					return done.filter((place) => !place.startsWith('switch')).length;
				await wait(POLL_MS);
				continue;
			}
			const before = await this.parameters();
			await this.repeat(
				async () => !isDeepStrictEqual(await this.parameters(), before),
				async () => await this.click(next),
			);
			done.push(found.place);
			await this.untilDrawn();
			deadline = Date.now() + CHANGE_MS;
		}
	}

	/** Whether one of the lists, or a list in them, has no entry. */
	private async hasEmpty(lists: readonly string[]): Promise<boolean> {
		const values = resolved(this.description, await this.parameters());
		return shownFields(this.description, values).some(
			({ property, path, value }) =>
				isCollection(property) &&
				property.type !== 'collection' &&
				lists.includes(path.split('.')[0] as string) &&
				Object.values(value ?? {}).flat().length === 0,
		);
	}

	/**
	 * Entries of collections such as Options: those that no form before this one had, or one.
	 * @param names of the collections
	 * @param seen entries of the forms before; this form's are added
	 * @param most maximum of each collection: the editor draws the form again for each
	 * @returns how many entries
	 */
	async addOptions(names: readonly string[], seen: Set<string>, most: number): Promise<number> {
		const values = resolved(this.description, await this.parameters());
		let count = 0;
		// Where nothing is left to add, n8n takes the list of what can be added away.
		let position = 0;
		for (const { property } of shownFields(this.description, values)) {
			if (property.type !== 'collection') continue;
			const entries = entriesOf(this.description, property, values);
			const fresh = entries.filter(({ name }) => !seen.has(`${property.name} ${name}`));
			const due = fresh.length > 0 ? fresh : entries.slice(0, 1);
			const wanted = names.includes(property.name) ? due.slice(0, most) : [];
			for (const { displayName: label, name } of wanted) {
				const option: Target = { kind: 'option', label };
				const has = async () =>
					name in ((await this.parameters())[property.name] as INodeParameters);
				await this.repeat(has, async () => {
					if ((await this.find(option)) === undefined)
						await this.click({ kind: 'options', position });
					await this.click(option);
				});
				seen.add(`${property.name} ${name}`);
				await this.untilDrawn();
			}
			count += wanted.length;
			if (wanted.length < entries.length) position++;
		}
		return count;
	}

	/** Fields with a red frame; n8n draws them a moment after the fields. */
	async redFrames(): Promise<string[]> {
		const wanted = Object.keys(issuesOf(this.description, await this.parameters())).sort();
		let drawn: string[] = [];
		for (const deadline = Date.now() + CHANGE_MS; Date.now() < deadline; await wait(POLL_MS)) {
			drawn = (await this.page.evaluate(readForm)).framed.sort();
			if (isDeepStrictEqual(drawn, wanted)) break;
		}
		return drawn;
	}

	/** Waits for the fields that belong to what the editor holds. */
	private async untilDrawn(): Promise<void> {
		let held: INodeParameters | undefined;
		let wanted: string[] = [];
		let missing: string[] = [];
		for (const deadline = Date.now() + DRAWN_MS; Date.now() < deadline; await wait(POLL_MS)) {
			const parameters = await this.parameters();
			if (!isDeepStrictEqual(parameters, held)) wanted = drawnFields(this.description, parameters);
			held = parameters;
			const { shown } = await this.page.evaluate(readForm);
			missing = wanted.filter((path) => !shown.includes(path));
			if (missing.length === 0) return;
		}
		throw new Error(`The editor does not show ${missing.join(', ')}`);
	}

	/** Does something again until it has come to what was wanted. */
	private async repeat(isDone: () => Promise<boolean>, act: () => Promise<void>): Promise<void> {
		let failure: unknown;
		for (let attempt = 0; attempt < TRIES; attempt++) {
			try {
				await act();
				failure = new Error('A click changed nothing');
			} catch (error) {
				failure = error;
			}
			for (const deadline = Date.now() + CHANGE_MS; Date.now() < deadline; await wait(POLL_MS))
				if (await isDone()) return;
		}
		throw failure;
	}

	private async find(target: Target): Promise<Found | undefined> {
		return await this.page.evaluate(targetIn, target);
	}

	/** Clicks with the mouse, as soon as the element doesn't move and nothing covers it. */
	private async click(target: Target): Promise<void> {
		let before: Found | undefined;
		for (const deadline = Date.now() + CHANGE_MS; Date.now() < deadline; await wait(POLL_MS)) {
			const found = await this.find(target);
			if (found?.isFree === true && isDeepStrictEqual(found, before)) {
				await this.page.mouse.click(found.x, found.y);
				return;
			}
			before = found;
		}
		throw new Error(`Nothing to click: ${JSON.stringify(target)}`);
	}
}
