import type { INodeProperties } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

import { SensorsAnalytics } from '../../../../../nodes/SensorsAnalytics/SensorsAnalytics.node';
import {
	describeResources,
	resources,
} from '../../../../../nodes/SensorsAnalytics/actions/description';
import type { OperationForm } from '../../../../../nodes/SensorsAnalytics/params/show';
import { shareFields } from '../../../../../nodes/SensorsAnalytics/params/show';
import fc from '../../../../support/fastCheck.mts';

const field = (name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	displayName: name,
	name,
	type: 'string',
	default: '',
	...more,
});
const form = (operation: string, names: string[]): OperationForm => ({
	shownWith: { operation },
	fields: names.map((name) => field(name)),
});

/** As n8n shows it. */
function formOf(fields: INodeProperties[], { shownWith }: OperationForm): INodeProperties[] {
	const { operation = '' } = shownWith;
	return fields.flatMap(({ displayOptions, ...rest }) => {
		const { operation: ofOperations, ...show } = displayOptions?.show ?? {};
		if (ofOperations && !ofOperations.includes(operation)) return [];
		return [{ ...rest, ...(Object.keys(show).length > 0 ? { displayOptions: { show } } : {}) }];
	});
}

describe('shareFields', () => {
	it("keeps every form's own fields, in its order, whatever the others have", () => {
		const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));
		fc.assert(
			fc.property(fc.array(names), (all) => {
				const forms = all.map((one, index) => form(`o${index}`, one));
				const shared = shareFields(forms);
				for (const one of forms) expect(formOf(shared, one)).toEqual(one.fields);
			}),
		);
	});

	it('has a field of several forms once, for their operations', () => {
		const forms = [form('x', ['a', 'b']), form('y', ['a', 'c']), form('z', ['b'])];
		expect(
			shareFields(forms).map(({ name, displayOptions }) => [name, displayOptions?.show]),
		).toEqual([
			['a', { operation: ['x', 'y'] }],
			['c', { operation: ['y'] }],
			['b', { operation: ['x', 'z'] }],
		]);
	});

	it('has it once also where it is the last of one form and the first of another', () => {
		const forms = [form('x', ['a', 'b']), form('y', ['b', 'c']), form('z', ['c', 'd'])];
		const late = [...forms, form('v', ['d', 'e']), form('w', ['a', 'e'])];
		expect(shareFields(late).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e']);
		expect(shareFields(late.toReversed()).map(({ name }) => name)).toEqual([...'abcde']);
	});

	it('keeps apart what differs, and what else it is shown under', () => {
		const more = { displayOptions: { show: { c: [true] } } };
		const forms: OperationForm[] = [
			{ ...form('x', []), fields: [field('a'), field('a', more)] },
			{ ...form('y', []), fields: [field('a', { default: 'z' }), field('a', more)] },
		];
		const shared = shareFields(forms);
		expect(shared).toHaveLength(3);
		for (const one of forms) expect(formOf(shared, one)).toEqual(one.fields);
	});

	it('leaves to a field the choice that it hides itself by, so that other forms can share it', () => {
		const own = field('a', { displayOptions: { hide: { mode: ['json'] } } });
		const inner = shareFields([
			{ shownWith: { mode: 'fields' }, fields: [own] },
			{ shownWith: { mode: 'json' }, fields: [field('b')] },
		]);
		expect(inner).toEqual([{ ...field('b'), displayOptions: { show: { mode: ['json'] } } }, own]);
		const [shared, ...others] = shareFields([
			{ ...form('x', []), fields: inner },
			{ ...form('y', []), fields: [own] },
			form('z', ['c']),
		]).filter(({ name }) => name === 'a');
		expect(shared?.displayOptions?.show).toEqual({ operation: ['x', 'y'] });
		expect(others).toEqual([]);
	});

	it('leaves n8n less than half of the fields of all forms', () => {
		const shared = describeResources();
		const operations = resources.flatMap((resource) => resource.operations);
		const all = operations.reduce((sum, { fields }) => sum + fields.length, 0);
		expect(all).toBeGreaterThan(500);
		expect(shared.length).toBeLessThan(0.6 * all);
	});

	it.each(['fields', 'json', 'definition'])(
		'shows nothing twice in a report in the query mode %s, nor if a choice is an expression',
		(queryMode) => {
			const { description } = new SensorsAnalytics();
			const { properties } = description;
			const reports = resources.find(({ option }) => option.value === 'report');
			for (const { option } of reports?.operations ?? []) {
				for (const compareWith of ['none', '={{ $json.compare }}']) {
					const chosen = { resource: 'report', operation: String(option.value), queryMode };
					const typed = { ...chosen, compareWith, dateRange: 'last' };
					const node = { typeVersion: 1, type: 'x.sensorsAnalytics', parameters: typed };
					const form =
						NodeHelpers.getNodeParameters(properties, typed, true, false, node, description) ?? {};
					const names = properties
						.filter((one) => NodeHelpers.displayParameter(form, one, node, description))
						.map(({ name }) => name);
					expect([option.value, names]).toEqual([option.value, [...new Set(names)]]);
					// No page of the service explains changes: there is nothing to paste.
					const isPasted = queryMode === 'json' && option.value !== 'explainChange';
					expect(names.includes('queryJson')).toBe(isPasted);
					expect(names.includes('queryDefinition')).toBe(queryMode === 'definition');
					if (queryMode === 'definition') expect(names).not.toContain('dateRange');
				}
			}
		},
	);

	it.each([
		['dataset', 'queryDataset', {}, false],
		['dataset', 'queryDataset', { datasetDates: 'range' }, true],
		['dataset', 'refreshDataset', {}, false],
		['dataset', 'refreshDataset', { refreshMode: 'range' }, true],
		['user', 'getBehavior', {}, true],
		['report', 'getPathReport', {}, true],
	])('shows the dates of %s %s with %j: %s', (resource, operation, chosen, isShown) => {
		const { description } = new SensorsAnalytics();
		const typed = { resource, operation, ...chosen };
		const node = { typeVersion: 1, type: 'x.sensorsAnalytics', parameters: typed };
		const { properties } = description;
		const form = NodeHelpers.getNodeParameters(properties, typed, true, false, node, description);
		expect(form?.dateRange).toBe(isShown ? 'yesterday' : undefined);
	});

	it('keeps the description of the node short: every n8n holds it, and every editor loads it', () => {
		const text = JSON.stringify(new SensorsAnalytics().description);
		expect(text.length).toBeLessThan(215_000);
	});

	it('shows what all forms have whatever is chosen', () => {
		const shared = shareFields([form('x', ['a', 'b']), form('y', ['a'])]);
		expect(shared.map(({ name, displayOptions }) => [name, displayOptions?.show])).toEqual([
			['a', undefined],
			['b', { operation: ['x'] }],
		]);
	});

	it.each(['filter', 'filterGroups'])(
		'shows %s for all reports whose users are listed: the editor would empty it',
		(name) => {
			const [first, ...others] = describeResources().filter(
				(field) =>
					field.name === name &&
					field.displayOptions?.show?.['/operation']?.includes('getManyFromReport'),
			);
			expect(first?.displayOptions?.show).not.toHaveProperty('fromReport');
			expect(others).toEqual([]);
		},
	);

	it('has operations with different values', () => {
		const values = resources.flatMap(({ operations }) =>
			operations.map(({ option }) => option.value),
		);
		expect(new Set(values).size).toBe(values.length);
	});
});
