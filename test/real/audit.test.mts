/** Every form of the nodes, made in the real editor from the nodes' own descriptions. */
import {
	type INodeParameters,
	type INodeTypeDescription,
	type NodeParameterValueType,
} from 'n8n-workflow';

import { SensorsAnalyticsApi } from '../../credentials/SensorsAnalyticsApi.credentials';
import { SensorsAnalytics } from '../../nodes/SensorsAnalytics/SensorsAnalytics.node';
import { SensorsAnalyticsTrigger } from '../../nodes/SensorsAnalyticsTrigger/SensorsAnalyticsTrigger.node';
import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { addOptions, addEverywhere, openByName, redFrames } from './audit/clicks.mts';
import {
	choicesOf,
	coverOf,
	type Form,
	formsOf,
	issuesOf,
	resolved,
	shownFields,
} from './audit/forms.mts';
import { N8nApi } from './support/api.mts';
import { Browser } from './support/browser.mts';
import { Editor } from './support/editor.mts';
import { rowsOf } from './support/executions.mts';
import { N8n, VERSIONS } from './support/n8n.mts';
import { packPackage } from './support/package.mts';

const PACKAGE = 'n8n-nodes-sensors-analytics';
const CREDENTIAL = { id: 'sensorsAnalytics', name: 'Sensors Analytics' };
const KINDS: INodeTypeDescription[] = [
	new SensorsAnalytics().description,
	new SensorsAnalyticsTrigger().description,
];
const FORMS = KINDS.flatMap((description) =>
	formsOf(description).map((form) => ({ ...form, description })),
);
type AuditedForm = Form & { description: INodeTypeDescription };
const OPENED = coverOf(FORMS);

/** What stands in for what a person would pick, by the list that the field has. */
const SAMPLES: Record<string, string> = {
	searchDashboards: '11',
	searchEventProperties: 'amount',
	searchNumberProperties: 'amount',
	searchEvents: 'PayOrder',
	searchProperties: 'city',
	searchSavedReports: '101',
	searchUserGroups: 'gold_members',
	searchUserProperties: 'level',
};

interface SavedNode {
	name: string;
	parameters: INodeParameters;
}

describe.each(VERSIONS)('forms in the editor of n8n %s', (version) => {
	let simulator: Simulator;
	let n8n: N8n;
	let browser: Browser;
	const saved = new Map<string, INodeParameters>();
	const added = new Map<string, number>();
	const frames = new Map<string, string[]>();

	beforeAll(async () => {
		simulator = await startSimulator();
		const { tarball } = await packPackage();
		n8n = await N8n.prepare({ version, tarball, log: (line) => console.log(line) });
		await n8n.importExampleCredential(simulator.url);
		await n8n.start();
		browser = await Browser.open();
		const editor = new Editor(browser.page, n8n.url);
		await editor.signIn();
		await editor.newWorkflow();
		await editor.pasteWorkflow(canvasOf(OPENED));
		for (const [index, form] of OPENED.entries()) {
			await openByName(browser.page, form.name);
			const lists = await addEverywhere(browser.page, switchesOf(form.description));
			const options = await addOptions(browser.page, index);
			added.set(form.name, lists + options.length);
		}
		const id = await editor.save();
		const api = await N8nApi.signIn(n8n.url);
		const { nodes } = await api.call<{ nodes: SavedNode[] }>('GET', `/workflows/${id}`);
		for (const { name, parameters } of nodes) saved.set(name, parameters);
		// Fields show what is wrong with them when they are opened again.
		await browser.page.reload();
		await browser.page.getByTestId('canvas-node').first().waitFor();
		for (const form of OPENED) {
			await openByName(browser.page, form.name);
			frames.set(form.name, await redFrames(browser.page));
		}
		await browser.picture(`audit-${version}`);
		await browser.close();
		const count = [...added.values()].reduce((sum, one) => sum + one, 0);
		console.log(`${version}: ${OPENED.length} forms, ${count} entries, ${FORMS.length} runs`);
	}, 10 * 60_000);
	afterAll(async () => {
		await browser?.close();
		await n8n?.stop();
		await simulator?.close();
	});

	it('has an entry in every collection', () => {
		const empty = OPENED.flatMap(({ name, description }) =>
			shownFields(description, resolved(description, saved.get(name) ?? {}))
				.filter(({ property }) => ['collection', 'fixedCollection'].includes(property.type))
				// The first measure is there before anything is added.
				.filter(({ value }) => Object.values(value ?? {}).flat().length === 0)
				.map(({ path }) => `${name}: ${path}`),
		);
		expect(empty).toEqual([]);
	});

	it('holds no value outside of its choices', () => {
		const wrong = OPENED.flatMap(({ name, description }) =>
			shownFields(description, resolved(description, saved.get(name) ?? {}))
				.filter(({ property, value }) => {
					const choices = choicesOf(property);
					return choices !== undefined && ![value].flat().every((one) => choices.includes(one));
				})
				.map(({ path, value }) => `${name}: ${path} = ${JSON.stringify(value)}`),
		);
		expect(wrong).toEqual([]);
	});

	it('has red frames only where n8n refuses to run', () => {
		const ignored = OPENED.flatMap(({ name, description }) => {
			const refused = Object.keys(issuesOf(description, saved.get(name) ?? {}));
			return (frames.get(name) ?? [])
				.filter((frame) => !refused.some((path) => path.split('.').at(-1) === frame))
				.map((frame) => `${name}: ${frame}`);
		});
		expect(ignored).toEqual([]);
	});

	it(
		'runs each form, or is told by a label what is left to do',
		async () => {
			await n8n.stop({ keepFolder: true });
			const runs = FORMS.filter(({ description }) => description.group[0] !== 'trigger').map(
				(form) => {
					const made = OPENED.filter(({ purpose }) => purpose === form.purpose);
					const values = Object.assign({}, ...made.map(({ name }) => saved.get(name))) as object;
					const parameters = filled(form.description, { ...values, ...form.parameters });
					return { ...form, parameters };
				},
			);
			const blocked = runs.flatMap(({ name, parameters, description }) => {
				const issues = Object.values(issuesOf(description, parameters)).flat();
				return issues.filter((text) => !namesLabel(description, text)).map((text) => [name, text]);
			});
			expect(blocked).toEqual([]);
			const free = runs.filter(
				({ parameters, description }) =>
					Object.keys(issuesOf(description, parameters)).length === 0,
			);
			expect(free.length).toBeGreaterThan(20);
			await n8n.importWorkflow('audit00000000001', canvasOf(free, 'Start'));
			const result = await n8n.execute('audit00000000001');
			const nameless = free.flatMap(({ name, description }) => {
				const [item] = rowsOf(result, name);
				const failure = item === undefined ? 'nothing came out' : item.error;
				if (failure === undefined || namesLabel(description, String(failure))) return [];
				return [`${name}: ${String(failure)}`];
			});
			expect(nameless).toEqual([]);
			const ran = free.filter(({ name }) => rowsOf(result, name)[0]?.error === undefined);
			console.log(`${version}: ${free.length} executed, ${ran.length} gave rows`);
			expect(ran.length).toBeGreaterThan(10);
		},
		5 * 60_000,
	);
});

/** Nodes in rows; behind a manual trigger if it is named. */
function canvasOf(forms: AuditedForm[], trigger?: string) {
	const nodes = forms.map(({ name, parameters, description }, index) => ({
		id: `audit-${index}`,
		name,
		type: `${PACKAGE}.${description.name}`,
		typeVersion: description.defaultVersion ?? description.version,
		position: [300 + (index % 10) * 300, Math.floor(index / 10) * 200] as [number, number],
		parameters,
		credentials: { sensorsAnalyticsApi: CREDENTIAL },
		onError: 'continueRegularOutput',
	}));
	const start = {
		id: 'start',
		name: trigger ?? '',
		type: 'n8n-nodes-base.manualTrigger',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: {},
	};
	const followers = nodes.map(({ name }) => ({ node: name, type: 'main', index: 0 }));
	return {
		name: 'Audit',
		nodes: trigger ? [start, ...nodes] : nodes,
		connections: trigger ? { [trigger]: { main: [followers] } } : {},
		settings: { executionOrder: 'v1', timezone: 'Asia/Shanghai' },
	};
}

/** Yes-or-no fields in entries that show further collections. */
function switchesOf(description: INodeTypeDescription): string[] {
	const inEntries = description.properties.flatMap(({ options = [] }) =>
		options.flatMap((option) => ('values' in option ? option.values : [])),
	);
	const conditions = inEntries
		.filter(({ type }) => type === 'fixedCollection')
		.flatMap(({ displayOptions }) => Object.keys(displayOptions?.show ?? {}));
	const booleans = inEntries.filter(({ type }) => type === 'boolean').map(({ name }) => name);
	return booleans.filter((name) => conditions.includes(name));
}

/** With what has to be picked from lists. */
function filled(description: INodeTypeDescription, values: INodeParameters): INodeParameters {
	const whole = resolved(description, values);
	for (const { property, value, set } of shownFields(description, whole)) {
		const list = property.modes?.find(({ type }) => type === 'list')?.typeOptions?.searchListMethod;
		const isEmpty = !(value as { value?: unknown } | undefined)?.value;
		if (list !== undefined && isEmpty)
			set({ __rl: true, mode: 'name', value: SAMPLES[list] ?? 'x' } as NodeParameterValueType);
	}
	return whole;
}

/** Whether the words hold the label of a field, in quotation marks of whichever kind. */
function namesLabel({ properties }: INodeTypeDescription, words: string): boolean {
	const labels = new Set<string>();
	const collect = (list: typeof properties) => {
		for (const { displayName, options = [] } of list) {
			labels.add(displayName);
			collect(options.filter((option) => 'type' in option));
			for (const option of options) if ('values' in option) collect(option.values);
		}
	};
	collect(properties);
	collect(new SensorsAnalyticsApi().properties);
	return [...labels].some((label) => words.includes(`'${label}'`) || words.includes(`"${label}"`));
}
