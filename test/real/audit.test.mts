/** Every form of the nodes, made in the real editor from the nodes' own descriptions. */
import type { INodeParameters } from 'n8n-workflow';

import { type Simulator, startSimulator } from '../../simulator/server.mts';
import {
	allEntries,
	canvasOf,
	corrected,
	emptyPlaces,
	filled,
	FORMS,
	HTTP_REQUEST,
	isTrigger,
	labelsOf,
	MOST_OPTIONS,
	namesLabel,
	type NodeForm,
	OPENINGS,
	switchesOf,
	withHttpRequest,
} from './audit/canvas.mts';
import {
	blockersOf,
	choicesOf,
	isCollection,
	issuesOf,
	resolved,
	shownFields,
} from './audit/forms.mts';
import { OpenForm } from './audit/openForm.mts';
import { N8nApi } from './support/api.mts';
import { Browser } from './support/browser.mts';
import { Editor } from './support/editor.mts';
import { rowsOf } from './support/executions.mts';
import { exampleCredential, exampleKey, N8n, VERSIONS } from './support/n8n.mts';

const OPENED = OPENINGS.map(({ form }) => form);
const rootOf = (path: string) => path.split('.')[0] as string;
/**
 * Without a mark all the same: a yes or no that version 1 saved without its function has no value;
 * and an expression that chooses shows what it may not need.
 */
const MAY_BE_NEEDLESS =
	/(\.condition\.values|\.measure\.(expression|field)| (otherUnit|filterJson|queryJson|queryDefinition))$/;
const RUN_MS = 240_000;
/** Fields that an error names to a person, one after the other. */
const ROUNDS = 4;
/** Where the reports of an operation are asked for. */
const PATHS: Record<string, RegExp> = {
	getAttributionReport: /model\/attribution\/report/,
	getIntervalReport: /model\/interval\/report/,
	getPathReport: /model\/path\/analytics\/report/,
	getSessionReport: /model\/session\/report/,
	getLifetimeValueReport: /model\/ltv\/report/,
	getEventReport: /events\/report/,
	getDistributionReport: /addiction/,
	getFunnelReport: /funnel/,
	getRetentionReport: /retention/,
	getUserPropertyReport: /user\/analytics/,
};

interface SavedNode {
	name: string;
	parameters: INodeParameters;
}

/** What the choices of a form, all made at once, contradict each other in; each refusal names a label. */
const CONTRADICTIONS =
	/^('Combine Remaining Groups' can't add up|'Unit' must be day, week or month|'Column' '\w+' occurs twice|'Measures' must be one event|The change of one measure is explained at a time|In a funnel, the option 'Complete Periods Only' requires)/;

/** Refused since one number alone can't be drawn. */
function isBare(item: Record<string, unknown> = {}): boolean {
	return /^There is nothing to draw/.test(String(item.error));
}

/** The example of an alarm; one that never fired has no time. */
function isAlarm({ alarm_id: id, _example: words }: Record<string, unknown>): boolean {
	return id !== undefined && String(words).startsWith('Example from a manual run');
}

/** n8n itself marks what can be picked from a list, sooner or later. */
function marked(parameters: INodeParameters = {}): INodeParameters {
	const mark = (_key: string, value: unknown) =>
		typeof value === 'object' && value !== null && 'mode' in value && 'value' in value
			? { ...value, __rl: true }
			: value;
	return JSON.parse(JSON.stringify(parameters), mark) as INodeParameters;
}

describe.each(VERSIONS)('forms in the editor of n8n %s', (version) => {
	let simulator: Simulator;
	let n8n: N8n;
	let api: N8nApi;
	let browser: Browser;
	let editor: Editor;
	let credential: { id: string; name: string };
	let keyCredential: { id: string; name: string };
	const held = new Map<string, INodeParameters>();
	const saved = new Map<string, INodeParameters>();
	const frames = new Map<string, string[]>();
	/** Parameters with which a form runs. */
	const working = new Map<string, INodeParameters>();
	/** Fields that an error named, without a red frame. */
	const reported = new Set<string>();

	beforeAll(async () => {
		const started = Date.now();
		simulator = await startSimulator();
		// Work in the background is done when it is first looked for: waits have tests of their own.
		simulator.world.openapi.tasks = { looks: 0 };
		n8n = await N8n.prepare({ version, log: (line) => console.log(line) });
		await n8n.start();
		const { id: _of, ...data } = exampleCredential(simulator.url);
		api = await N8nApi.signIn(n8n.url);
		credential = await api.call('POST', '/credentials', data);
		const apiKey = simulator.world.apiKeys.of('analyst');
		const { id: _key, ...withKey } = exampleKey(simulator.url, apiKey);
		keyCredential = await api.call('POST', '/credentials', withKey);
		browser = await Browser.open();
		editor = new Editor(browser.page, n8n.url);
		await editor.signIn();
		const ready = Date.now();

		const canvas = canvasOf(OPENED, { account: credential, key: keyCredential });
		const { id } = await api.call<{ id: string }>('POST', '/workflows', withHttpRequest(canvas));
		await editor.openWorkflow(id);
		await browser.page.getByTestId('canvas-node').first().waitFor();
		await editor.stopMovements();
		const seen: Record<string, Set<string>> = {};
		let entries = 0;
		for (const { form: opened, fills } of OPENINGS) {
			const { name, description } = opened;
			const form = await OpenForm.open(browser.page, name, description);
			entries += await form.addEntries(fills, switchesOf(description));
			entries += await form.addOptions(fills, (seen[description.name] ??= new Set()), MOST_OPTIONS);
			frames.set(name, await form.redFrames());
			held.set(name, await form.parameters());
		}
		await browser.picture(`audit-${version}`);
		await editor.save();
		const { nodes } = await api.call<{ nodes: SavedNode[] }>('GET', `/workflows/${id}`);
		for (const { name, parameters } of nodes) saved.set(name, parameters);
		const seconds = (from: number) => Math.round((Date.now() - from) / 1000);
		console.log(
			`${version}: ${OPENED.length} forms opened, ${entries} entries added, in ${seconds(ready)} of ${seconds(started)} s`,
		);
	}, 20 * 60_000);
	afterAll(async () => {
		await browser?.close();
		await n8n?.stop();
		await simulator?.close();
	});

	async function create(forms: NodeForm[], trigger?: string): Promise<string> {
		const canvas = canvasOf(forms, { account: credential, key: keyCredential }, trigger);
		return (await api.call<{ id: string }>('POST', '/workflows', canvas)).id;
	}

	/** Runs nodes side by side. @returns the first item of each, if there is one, by its name */
	async function run(forms: NodeForm[]): Promise<Map<string, Record<string, unknown>>> {
		const result = await api.run(await create(forms, 'Start'), 'Start', RUN_MS);
		const { error, runData } = result.data.resultData;
		expect(error).toBeUndefined();
		expect(Object.keys(runData).sort()).toEqual(['Start', ...forms.map(({ name }) => name)].sort());
		return new Map(forms.map(({ name }) => [name, rowsOf(result, name)[0] ?? {}]));
	}

	const shownIn = ({ name, description }: NodeForm) =>
		shownFields(description, resolved(description, saved.get(name) ?? {}));

	/** The form with what was saved of its collections, of the same purpose if there is one. */
	const asSaved = (form: NodeForm): INodeParameters => {
		const values = form.collections.flatMap(({ name, content }) => {
			const made = OPENINGS.filter(
				({ form: { collections }, fills }) =>
					fills.includes(name) && collections.some((one) => one.content === content),
			);
			const own = made.find((one) => one.form.purpose === form.purpose) ?? made[0];
			const value = saved.get(own?.form.name ?? '')?.[name];
			if (value === undefined) return [];
			return [
				[
					name,
					name === 'options' ? { ...allEntries(form, name), ...(value as object) } : value,
				] as const,
			];
		});
		return { ...Object.fromEntries(values), ...form.parameters };
	};

	it('is saved as it was seen', () => {
		for (const { name, description } of OPENED)
			expect({ name, parameters: resolved(description, marked(saved.get(name))) }).toEqual({
				name,
				parameters: resolved(description, marked(held.get(name))),
			});
	});

	it('has an entry in every collection', () => {
		const empty = OPENINGS.flatMap(({ form, fills }) =>
			shownIn(form)
				.filter(({ property, path }) => isCollection(property) && fills.includes(rootOf(path)))
				.filter(({ value }) => Object.values(value ?? {}).flat().length === 0)
				.map(({ path }) => `${form.name}: ${path}`),
		);
		expect(empty).toEqual([]);
		expect(OPENINGS.flatMap(({ fills }) => fills)).toEqual(
			expect.arrayContaining(
				FORMS.flatMap(({ collections }) => collections.map(({ name }) => name)),
			),
		);
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
	/** Repeats what was refused with the example of the field that the refusal names. */
	async function runCorrected(
		forms: NodeForm[],
		runAll: (forms: NodeForm[]) => Promise<Map<string, Record<string, unknown>>>,
	): Promise<Map<string, Record<string, unknown>>> {
		const items = new Map<string, Record<string, unknown>>();
		let open = forms;
		for (let round = 0; round < ROUNDS && open.length > 0; round++) {
			for (const [name, item] of await runAll(open)) items.set(name, item);
			const refusalOf = ({ name }: NodeForm) => items.get(name)?.error;
			const refused = open.filter((form) => refusalOf(form) !== undefined);
			for (const form of open) if (!refused.includes(form)) working.set(form.name, form.parameters);
			const nameless = refused.filter(
				(form) => !namesLabel(String(refusalOf(form)), ...labelsOf(form.description)),
			);
			expect(nameless.map((form) => [form.name, refusalOf(form)])).toEqual([]);
			open = refused.map((form) => {
				const { description, parameters } = form;
				const better = corrected(description, parameters, String(refusalOf(form)));
				if (better.place !== undefined) reported.add(better.place);
				return { ...form, parameters: better.parameters };
			});
		}
		return items;
	}

	it(
		'runs each form in which the red frames are filled in, and what a refusal names',
		async () => {
			const forms = FORMS.filter((form) => !isTrigger(form));
			const isPasted = ({ parameters }: NodeForm) => parameters.queryMode === 'json';
			const prepare = (form: NodeForm) => ({
				...form,
				parameters: filled(form.description, asSaved(form), { pasted: sentBy(form) }),
			});
			// What the fields give is what can be pasted.
			const sentBy = ({ parameters: { operation } }: NodeForm) => {
				const path = PATHS[String(operation)];
				const sent = simulator.requests.find((request) => path?.test(request.path));
				return sent && JSON.stringify(sent.body);
			};
			const items = new Map([
				...(await runCorrected(forms.filter((form) => !isPasted(form)).map(prepare), run)),
				...(await runCorrected(forms.filter(isPasted).map(prepare), run)),
			]);
			const refused = forms.filter(({ name }) => {
				const { error } = items.get(name) ?? {};
				return error !== undefined && !CONTRADICTIONS.test(String(error));
			});
			// A credential with a password has no secret, and a single number no chart: refusals say so.
			expect(
				refused
					.filter(({ parameters }) => parameters.operation !== 'issueForUser')
					.filter(
						({ name, parameters: { output } }) => output !== 'chart' || !isBare(items.get(name)),
					)
					.map(({ name }) => `${name}: ${String(items.get(name)?.error)}`),
			).toEqual([]);
			console.log(`${version}: ${forms.length - refused.length} of ${forms.length} forms ran`);
		},
		3 * RUN_MS,
	);

	it(
		'is not run while a field has a red frame, and says which',
		async () => {
			const lacking = OPENED.filter(({ name }) => working.has(name)).flatMap((form) =>
				(frames.get(form.name) ?? []).map((path) => {
					const { description } = form;
					const empty = shownIn(form).find((shown) => shown.path === path);
					const parameters = structuredClone(working.get(form.name) ?? {});
					const field = shownFields(description, parameters).find((shown) => shown.path === path);
					field?.set(empty?.value ?? '');
					const label = String(field?.property.displayName);
					const blockers = blockersOf(description, parameters);
					return { ...form, name: `${form.name}: ${path}`, parameters, label, blockers };
				}),
			);
			const items = await run(lacking.filter(({ blockers }) => blockers.length === 0));
			const ignored = lacking.flatMap(({ name, label, blockers }) => {
				const words = blockers.join() || String(items.get(name)?.error);
				return namesLabel(words, label) ? [] : [`${name}: ${words}`];
			});
			expect(ignored).toEqual([]);
			expect(lacking.length).toBeGreaterThan(10);
		},
		RUN_MS,
	);

	it(
		'returns an example in each form of the trigger',
		async () => {
			const triggers = FORMS.filter(isTrigger);
			const runEach = async (forms: NodeForm[]) => {
				const items = new Map<string, Record<string, unknown>>();
				for (const form of forms) {
					const result = await api.run(await create([form]), form.name, RUN_MS);
					const { error } = result.data.resultData;
					items.set(
						form.name,
						error ? { error: error.message } : (rowsOf(result, form.name)[0] ?? {}),
					);
				}
				return items;
			};
			const pasted = JSON.stringify({
				measures: [{ event_name: 'PayOrder', aggregator: 'general' }],
			});
			const prepare = (form: NodeForm, values: INodeParameters) => ({
				...form,
				parameters: filled(form.description, values, { pasted }),
			});
			const items = await runCorrected(
				triggers.map((form) => prepare(form, asSaved(form))),
				runEach,
			);
			// What was added may be what can't be run: then the form runs without it.
			const refused = triggers.filter(({ name }) => items.get(name)?.error !== undefined);
			const bare = await runCorrected(
				// Nor is a filter without a condition.
				refused.map((form) => prepare(form, { ...form.parameters, filter: {}, filterGroups: {} })),
				runEach,
			);
			const without = triggers.flatMap(({ name }) => {
				const item = bare.get(name) ?? items.get(name) ?? {};
				const isExample = /^\d{4}-/.test(String(item.date)) || isAlarm(item);
				return isExample ? [] : [{ name, item }];
			});
			expect(without).toEqual([]);
		},
		3 * RUN_MS,
	);

	it('has marked what is required: a field without a mark may be empty', () => {
		const empty = FORMS.flatMap(({ name, description }) =>
			emptyPlaces(description, working.get(name) ?? {}),
		);
		const unmarked = [...reported].filter((place) => !MAY_BE_NEEDLESS.test(place));
		expect(unmarked.filter((place) => !empty.includes(place))).toEqual([]);
	});

	it(
		'leads from Custom API Call to the HTTP Request node, which signs by the credential',
		async () => {
			const [form] = OPENED.filter(({ parameters }) => parameters.operation === 'getEventReport');
			await editor.state.openNode(form?.name ?? '');
			for (const field of ['operation', 'resource']) {
				await editor.choose(field, 'Custom API Call');
				const words = browser.page.getByText(/Use the HTTP Request node to make a custom API call/);
				await words.first().waitFor();
				expect(await words.first().innerText()).toContain('Sensors Analytics');
			}
			await browser.picture(`custom-api-call-${version}`);

			await editor.state.openNode(HTTP_REQUEST);
			await editor.fill('url', `${simulator.url}/api/events/all`);
			await editor.choose('authentication', 'Predefined Credential Type');
			await editor.chooseCredentialType('Sensors Analytics API');
			await editor.chooseCredential(credential.name);
			await editor.execute();
			const [columns] = await editor.outputTable();
			expect(columns).toContain('name');
			expect(simulator.requests.at(-1)).toMatchObject({ path: '/api/events/all', status: 200 });
			await browser.picture(`http-request-${version}`);
		},
		RUN_MS,
	);
});
