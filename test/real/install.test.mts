/** The package file as people get it: from npm, by n8n's own button, into an n8n that has nothing. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import packageJson from '../../package.json';
import { type Simulator, startSimulator } from '../../simulator/server.mts';
import { N8nApi } from './support/api.mts';
import { rowsOf } from './support/executions.mts';
import { exampleCredential, N8n, VERSIONS } from './support/n8n.mts';
import { packageFile } from './support/package.mts';
import { type Registry, startRegistry } from './support/registry.mts';
import { chain, manualTrigger, reportParameters, sensorsAnalytics } from './support/workflows.mts';

const { name, version: released } = packageJson;
const NODES = ['sensorsAnalytics', 'sensorsAnalyticsTrigger'].map((node) => `${name}.${node}`);

interface NodeType {
	name: string;
	iconUrl?: string | { light: string; dark: string };
}

/** Half a second each. */
const LOOKS = 20;

interface Installed {
	packageName: string;
	installedVersion: string;
	installedNodes: Array<{ type: string }>;
	failedLoading?: boolean;
}

describe.each(VERSIONS)('An empty n8n %s', (version) => {
	let simulator: Simulator;
	let registry: Registry;
	let n8n: N8n;
	let api: N8nApi;

	const started = async () => {
		await n8n.start();
		api = await N8nApi.signIn(n8n.url);
	};
	beforeAll(async () => {
		simulator = await startSimulator();
		registry = await startRegistry(version, await packageFile(), packageJson);
		const { settings } = registry;
		n8n = await N8n.prepare({ version, tarball: null, settings, log: (line) => console.log(line) });
		const nodes = join(n8n.userFolder, '.n8n', 'nodes');
		await mkdir(nodes, { recursive: true });
		await writeFile(join(nodes, '.npmrc'), registry.settingsFile);
		await started();
	}, 20 * 60_000);
	afterAll(async () => {
		await n8n?.stop();
		await registry?.close();
		await simulator?.close();
	});

	/** What the editor reads, by the names of the node types. */
	const typesIn = async (file: string) => {
		const url = `${n8n.url}/types/${file}.json`;
		// After an installation n8n writes the file again, and serves what it has so far.
		for (let left = LOOKS; ; left--) {
			const text = await (await fetch(url, { headers: api.cookies })).text();
			const all =
				left > 0 && !text.trimEnd().endsWith(']') ? undefined : (JSON.parse(text) as NodeType[]);
			if (all) return all.filter((type) => /sensorsanalytics/i.test(type.name));
			await new Promise((resolve) => setTimeout(resolve, 500));
		}
	};

	it('does not have the nodes', async () => {
		expect(await typesIn('nodes')).toEqual([]);
	});

	it('installs the package from npm, without any other package', async () => {
		const installed = await api.call<Installed>('POST', '/community-packages', { name });
		expect(installed).toMatchObject({ packageName: name, installedVersion: released });
		expect(installed.installedNodes.map(({ type }) => type).sort()).toEqual(NODES);
		const tarball = registry.requests.filter((question) => question.endsWith('.tgz'));
		expect(tarball).toEqual([`GET ${registry.host}/${name}/-/${name}-${released}.tgz`]);
		const others = registry.requests.filter(
			(question) => question.includes(registry.host) && !question.includes(`/${name}`),
		);
		expect(others).toEqual([]);
		const folder = join(n8n.userFolder, '.n8n', 'nodes', 'node_modules', name);
		expect(existsSync(join(folder, 'dist'))).toBe(true);
		expect(existsSync(join(folder, 'node_modules'))).toBe(false);
	}, 120_000);

	describe.each([['at once'], ['after a restart']])('%s', (when) => {
		beforeAll(async () => {
			if (when !== 'after a restart') return;
			await n8n.stop({ keepFolder: true });
			await started();
		}, 300_000);

		it('has both nodes, the tool for agents and the credential, with icons for light and dark', async () => {
			const nodes = await typesIn('nodes');
			expect(nodes.map((type) => type.name).sort()).toEqual(
				[...NODES, `${name}.sensorsAnalyticsTool`].sort(),
			);
			const credentials = await typesIn('credentials');
			expect(credentials.map((type) => type.name)).toEqual(['sensorsAnalyticsApi']);
			for (const { iconUrl } of [...nodes, ...credentials]) {
				const { light, dark } = iconUrl as { light: string; dark: string };
				expect(light).not.toBe(dark);
				for (const path of [light, dark]) {
					const icon = await fetch(`${n8n.url}/${path}`, { headers: api.cookies });
					expect(icon.headers.get('content-type')).toMatch('image/svg+xml');
					expect(await icon.text()).toMatch(/^<svg/);
				}
			}
		});

		it('lists it as loaded', async () => {
			const [listed, ...others] = await api.call<Installed[]>('GET', '/community-packages');
			expect(others).toEqual([]);
			expect(listed).toMatchObject({ packageName: name, installedVersion: released });
			expect(listed?.failedLoading ?? false).toBe(false);
		}, 60_000);

		it('runs a workflow', async () => {
			const { type, data } = exampleCredential(simulator.url);
			const credential = await api.call<{ id: string }>('POST', '/credentials', {
				name: 'Sensors Analytics',
				type,
				data,
			});
			const steps = [manualTrigger(), sensorsAnalytics(reportParameters(), credential.id)];
			const workflow = await api.call<{ id: string }>('POST', '/workflows', {
				...chain('Installed', steps),
				active: false,
			});
			const rows = rowsOf(await api.run(workflow.id, 'Start'), 'Sensors Analytics');
			expect(rows.length).toBeGreaterThan(3);
			expect(Object.keys(rows[0] as object)).toEqual([
				'date',
				'city',
				'orders',
				'customers',
				'revenue',
			]);
		}, 120_000);
	});

	it('is empty again without it', async () => {
		await api.call('DELETE', `/community-packages?name=${name}`);
		expect(await typesIn('nodes')).toEqual([]);
		const folder = join(n8n.userFolder, '.n8n', 'nodes', 'node_modules', name);
		expect(existsSync(folder)).toBe(false);
	}, 60_000);
});
