/** Every form of the nodes, made in the real editor from the nodes' own descriptions. */
import type { INodeParameters } from 'n8n-workflow';

import { type Simulator, startSimulator } from '../../simulator/server.mts';
import {
	canvasOf,
	filled,
	FORMS,
	isTrigger,
	labelsOf,
	namesLabel,
	type NodeForm,
	OPENED,
	switchesOf,
} from './audit/canvas.mts';
import { choicesOf, isCollection, issuesOf, resolved, shownFields } from './audit/forms.mts';
import { OpenForm } from './audit/openForm.mts';
import { N8nApi } from './support/api.mts';
import { Browser } from './support/browser.mts';
import { Editor } from './support/editor.mts';
import { rowsOf } from './support/executions.mts';
import { exampleCredential, N8n, VERSIONS } from './support/n8n.mts';

const RUN_MS = 120_000;

interface SavedNode {
	name: string;
	parameters: INodeParameters;
}

describe.each(VERSIONS)('forms in the editor of n8n %s', (version) => {
	let simulator: Simulator;
	let n8n: N8n;
	let api: N8nApi;
	let browser: Browser;
	let editor: Editor;
	let credential: { id: string; name: string };
	const held = new Map<string, INodeParameters>();
	const saved = new Map<string, INodeParameters>();
	const frames = new Map<string, string[]>();

	beforeAll(async () => {
		const started = Date.now();
		simulator = await startSimulator();
		n8n = await N8n.prepare({ version, log: (line) => console.log(line) });
		await n8n.start();
		const { id: _of, ...data } = exampleCredential(simulator.url);
		api = await N8nApi.signIn(n8n.url);
		credential = await api.call('POST', '/credentials', data);
		browser = await Browser.open();
		editor = new Editor(browser.page, n8n.url);
		await editor.signIn();
		const ready = Date.now();

		const id = await create(OPENED);
		await editor.openWorkflow(id);
		await browser.page.getByTestId('canvas-node').first().waitFor();
		await editor.stopMovements();
		const seen: Record<string, Set<string>> = {};
		let entries = 0;
		for (const { name, description } of OPENED) {
			const form = await OpenForm.open(browser.page, name, description);
			entries += await form.addEntries(switchesOf(description));
			entries += await form.addOptions((seen[description.name] ??= new Set()));
			held.set(name, await form.parameters());
			frames.set(name, await form.redFrames());
		}
		await browser.picture(`audit-${version}`);
		await editor.save();
		const { nodes } = await api.call<{ nodes: SavedNode[] }>('GET', `/workflows/${id}`);
		for (const { name, parameters } of nodes) saved.set(name, parameters);
		const seconds = (from: number) => Math.round((Date.now() - from) / 1000);
		console.log(
			`${version}: ${OPENED.length} forms opened, ${entries} entries added, in ${seconds(ready)} of ${seconds(started)} s`,
		);
	}, 10 * 60_000);
	afterAll(async () => {
		await browser?.close();
		await n8n?.stop();
		await simulator?.close();
	});

	async function create(forms: NodeForm[], trigger?: string): Promise<string> {
		const canvas = canvasOf(forms, credential, trigger);
		return (await api.call<{ id: string }>('POST', '/workflows', canvas)).id;
	}

	/** Runs nodes side by side. @returns the first item of each, by its name */
	async function run(forms: NodeForm[]): Promise<Map<string, Record<string, unknown>>> {
		const result = await api.run(await create(forms, 'Start'), 'Start', RUN_MS);
		expect(result.data.resultData.error).toBeUndefined();
		return new Map(
			forms.map(({ name }) => [name, rowsOf(result, name)[0] ?? { error: 'nothing came out' }]),
		);
	}

	const shownIn = ({ name, description }: NodeForm) =>
		shownFields(description, resolved(description, saved.get(name) ?? {}));

	/** What was saved of a form's purpose, in this form of it. */
	const asSaved = (form: NodeForm): INodeParameters => {
		const made = OPENED.filter(({ purpose }) => purpose === form.purpose);
		const values = made.map(({ name }) => saved.get(name));
		return Object.assign({}, ...values, form.parameters) as INodeParameters;
	};

	it('is saved as it was seen', () => {
		for (const { name, description } of OPENED)
			expect({ name, parameters: resolved(description, saved.get(name) ?? {}) }).toEqual({
				name,
				parameters: resolved(description, held.get(name) ?? {}),
			});
	});

	it('has an entry in every collection', () => {
		const empty = OPENED.flatMap((form) =>
			shownIn(form)
				.filter(({ property }) => isCollection(property))
				.filter(({ value }) => Object.values(value ?? {}).flat().length === 0)
				.map(({ path }) => `${form.name}: ${path}`),
		);
		expect(empty).toEqual([]);
	});

	it('holds no value outside of its choices', () => {
		const wrong = OPENED.flatMap((form) =>
			shownIn(form)
				.filter(({ property, value }) => {
					const choices = choicesOf(property);
					return choices !== undefined && ![value].flat().every((one) => choices.includes(one));
				})
				.map(({ path, value }) => `${form.name}: ${path} = ${JSON.stringify(value)}`),
		);
		expect(wrong).toEqual([]);
	});

	it('has red frames on the fields that are missing, and nowhere else', () => {
		for (const { name, description } of OPENED)
			expect({ name, frames: frames.get(name) }).toEqual({
				name,
				frames: Object.keys(issuesOf(description, saved.get(name) ?? {})).sort(),
			});
	});
	const RUN = FORMS.filter((form) => !isTrigger(form));

	it(
		'is not run while a field has a red frame, and says which',
		async () => {
			const lacking = OPENED.filter((form) => !isTrigger(form)).flatMap((form) =>
				(frames.get(form.name) ?? []).map((path) => {
					const parameters = filled(form.description, asSaved(form), { except: path });
					const label = shownIn(form).find((shown) => shown.path === path)?.property.displayName;
					return { ...form, name: `${form.name}: ${path}`, parameters, label: String(label) };
				}),
			);
			const blocked = lacking.filter(({ name }) => name === '');
			console.log(lacking.length, blocked.length);
		},
		RUN_MS,
	);

	it(
		'runs each form in which the red frames are filled in, or is told by a label what is wrong',
		async () => {
			const free = RUN.map((form) => ({
				...form,
				parameters: filled(form.description, asSaved(form), { pasted: '{}' }),
			}));
			const items = await run(free);
			console.log(
				free
					.map(({ name }) => `${name}: ${JSON.stringify(items.get(name)).slice(0, 300)}`)
					.join('\n'),
			);
			const nameless = free.flatMap(({ name, description }) => {
				const failure = items.get(name)?.error;
				return failure === undefined || namesLabel(String(failure), ...labelsOf(description))
					? []
					: [name, failure];
			});
			expect(nameless).toEqual([]);
		},
		RUN_MS,
	);
	it(
		'triggers',
		async () => {
			for (const form of FORMS.filter(isTrigger)) {
				const parameters = filled(form.description, asSaved(form), { pasted: '{}' });
				const id = await create([{ ...form, parameters }]);
				const result = await api.run(id, form.name).catch((e) => String(e));
				console.log(form.name, JSON.stringify(result).slice(0, 1500));
			}
		},
		RUN_MS,
	);
});
