import type { INodeProperties } from 'n8n-workflow';

import { SensorsAnalyticsApi } from '../../../../credentials/SensorsAnalyticsApi.credentials';
import { SensorsAnalytics } from '../../../../nodes/SensorsAnalytics/SensorsAnalytics.node';
import { resources } from '../../../../nodes/SensorsAnalytics/actions/description';
import codex from '../../../../nodes/SensorsAnalytics/SensorsAnalytics.node.json';
import packageJson from '../../../../package.json';

const { description } = new SensorsAnalytics();

const credential = new SensorsAnalyticsApi();

describe('the node as n8n sees it', () => {
	it('can be used as a tool, needs our credential and has its codex', () => {
		expect(description.usableAsTool).toBe(true);
		expect(description.credentials).toEqual([{ name: credential.name, required: true }]);
		expect(codex.node).toBe(`${packageJson.name}.${description.name}`);
	});

	it('has operations that all say what they do', () => {
		const options = resources.flatMap(({ operations }) => operations.map(({ option }) => option));
		for (const key of ['value', 'action', 'description'] as const)
			expect(new Set(options.map((option) => option[key])).size).toBe(options.length);
		for (const { action, description } of options) {
			// Sentence case without articles, as n8n writes actions.
			expect(action).toMatch(/^[A-Z][a-z]+(?: (?!(?:a|an|the) )(?:[a-z]+|SQL))+$/);
			expect(description).toBeTruthy();
		}
	});

	it('is one for which n8n offers Custom API Call', () => {
		// n8n takes a node for an old version unless the two are equal, which a list never is.
		expect([description.version, undefined]).toContain(description.defaultVersion);
	});

	it('says what an unnecessary login costs', () => {
		const field = description.properties.find(({ name }) => name === 'requestNewToken');
		expect(field?.description).toMatch(
			/Whether to sign in even if a valid token exists\. A user can have up to 20 valid tokens\. When the limit is reached, a new token invalidates the oldest one, which can sign a colleague out\./,
		);
	});

	it('shows every field under conditions that exist', () => {
		const names = new Set(description.properties.map(({ name }) => name));
		const check = (properties: INodeProperties[], siblings: Set<string>) => {
			for (const property of properties) {
				for (const key of Object.keys(property.displayOptions?.show ?? {}))
					expect(['@tool', ...siblings, ...[...names].map((name) => `/${name}`)]).toContain(key);
				for (const option of property.options ?? []) {
					if ('values' in option)
						check(option.values, new Set(option.values.map(({ name }) => name)));
				}
			}
		};
		check(description.properties, names);
	});
});
