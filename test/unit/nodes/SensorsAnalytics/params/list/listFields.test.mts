import { type INode, NodeHelpers } from 'n8n-workflow';

import {
	detailFields,
	limited,
	listFields,
	readDetail,
	readLimit,
	readSearch,
	wholeListFields,
} from '../../../../../../nodes/SensorsAnalytics/params/list';

const form = (values: Record<string, unknown>) => (name: string) => values[name] ?? '';

describe('how many to return', () => {
	it.each<[string, Record<string, unknown>, number | undefined]>([
		['all', { returnAll: true, limit: 2 }, undefined],
		['all where the form does not ask', {}, undefined],
		['as many as are typed', { returnAll: false, limit: 2 }, 2],
		['a number from an expression', { returnAll: false, limit: '2' }, 2],
	])('%s', (_case, values, limit) => {
		expect(readLimit(form(values))).toBe(limit);
		expect(limited([1, 2, 3], form(values))).toEqual([1, 2, 3].slice(0, limit));
	});

	it.each([-3, 0, 1.5, 'abc', ''])('refuses %p', (limit) => {
		expect(() => readLimit(form({ returnAll: false, limit }))).toThrow(/^'Limit' must be/);
	});
});

it('requests 50 entries of a list, and all of what is counted', () => {
	const [all, limit] = listFields;
	expect([all?.name, all?.default, limit?.name, limit?.default]).toEqual([
		...['returnAll', false, 'limit', 50],
	]);
	expect(wholeListFields.map(({ name, default: byDefault }) => [name, byDefault])).toEqual([
		['returnAll', true],
		['limit', 50],
	]);
});

describe('what is searched for', () => {
	it.each<[unknown, string]>([
		['', ''],
		[undefined, ''],
		['  pay order ', 'pay order'],
		[42, '42'],
		['x'.repeat(200), 'x'.repeat(200)],
	])('%p', (typed, text) => {
		expect(readSearch(typed)).toBe(text);
	});

	it.each([[{}], [{ query: 'pay' }], [[{ query: 'pay' }]]])('is text, not %j', (typed) => {
		expect(() => readSearch(typed)).toThrow(
			"'Search' isn't a text of up to 200 characters. Enter a few words of a name",
		);
	});

	it('has 200 characters at most', () => {
		expect(() => readSearch('x'.repeat(201))).toThrow(
			"'Search' isn't a text of up to 200 characters. Enter a few words of a name",
		);
	});
});

describe('how much of an entry to return', () => {
	const detail = { simple: ['id', 'name'], more: ['owner'] };
	const entry = { id: '1', name: 'gold', owner: 'admin' };
	const read = (values: Record<string, unknown>) => readDetail(form(values), detail)(entry);

	it.each<[string, Record<string, unknown>, object]>([
		['all where the form does not ask', {}, entry],
		['all', { simplify: false }, entry],
		['a few', { simplify: true }, { id: '1', name: 'gold' }],
		['a few, to a tool', { detail: 'simplified' }, { id: '1', name: 'gold' }],
		['all, to a tool', { detail: 'raw' }, entry],
		['some', { detail: 'selected', detailFields: ['owner', 'id'] }, { id: '1', owner: 'admin' }],
		['some from an expression', { detail: 'selected', detailFields: 'owner' }, { owner: 'admin' }],
	])('%s', (_case, values, expected) => {
		expect(read(values)).toEqual(expected);
	});

	it.each<[Record<string, unknown>, RegExp]>([
		[{ detail: 'most' }, /^'Output' can't be 'most'\. Use one of: raw, selected, simplified$/],
		[{ detail: 'selected', detailFields: [] }, /^'Fields' is empty\. Choose at least one field$/],
		[{ detail: 'selected', detailFields: 'x' }, /^'Fields' can't be 'x'\. Use one of: id, name, /],
	])('refuses %j', (values, words) => {
		expect(() => read(values)).toThrow(words);
	});

	it.each([
		['sensorsAnalytics', {}, ['simplify']],
		['sensorsAnalyticsTool', { detail: 'simplified' }, ['detail']],
		['sensorsAnalyticsTool', { detail: 'selected' }, ['detail', 'detailFields']],
	])('%s sets it: %j', (name, values, expected) => {
		const shown = detailFields(detail).filter((field) =>
			NodeHelpers.displayParameter(values as INode['parameters'], field, { typeVersion: 1 }, {
				name,
			} as never),
		);
		expect(shown.map((field) => field.name)).toEqual(expected);
	});
});
