/** What the editor needs of every field of every node and credential. */
import type { INodeProperties } from 'n8n-workflow';

import { SensorsAnalyticsApi } from '../../credentials/SensorsAnalyticsApi.credentials';
import { aggregatorChoices } from '../../nodes/SensorsAnalytics/params/measure';
import { SensorsAnalytics } from '../../nodes/SensorsAnalytics/SensorsAnalytics.node';
import { SensorsAnalyticsTrigger } from '../../nodes/SensorsAnalyticsTrigger/SensorsAnalyticsTrigger.node';

/** n8n shows two lines of the description below an entry of a list. */
const LONGEST_BELOW = 120;
/** n8n's own rule for hints (November 2026). */
const LONGEST_HINT = 120;

const SAFE_CONDITIONS = ['eq', 'not', 'gte', 'lte', 'gt', 'lt', 'between'];

const FORMS: Array<[string, INodeProperties[]]> = [
	['node', new SensorsAnalytics().description.properties],
	['trigger', new SensorsAnalyticsTrigger().description.properties],
	['credential', new SensorsAnalyticsApi().properties],
];

/** The lists of fields that are together in an entry of a collection. */
function entriesOf(properties: INodeProperties[], path = ''): Array<[string, INodeProperties[]]> {
	return properties.flatMap((property) => {
		const at = `${path}${property.name}`;
		const options = property.options ?? [];
		const fields = options.filter((option) => 'type' in option);
		const lists: Array<[string, INodeProperties[]]> = [
			...(property.type === 'collection' ? [[at, fields] as [string, INodeProperties[]]] : []),
			...options.flatMap((option) =>
				'values' in option
					? [[`${at}.${option.name}`, option.values] as [string, INodeProperties[]]]
					: [],
			),
		];
		return lists.flatMap((list) => [list, ...entriesOf(list[1], `${list[0]}.`)]);
	});
}

const allOf = (properties: INodeProperties[]): INodeProperties[] => [
	...properties,
	...entriesOf(properties).flatMap(([, fields]) => fields),
];
const isEmpty = (value: unknown) =>
	value === '' || (value as { value?: unknown } | undefined)?.value === '';
const choicesOf = ({ options = [] }: INodeProperties) =>
	options.flatMap((option) => ('value' in option ? [option.value] : []));

describe.each(FORMS)('the fields of the %s', (_name, properties) => {
	it('of one name in one collection are the same: the editor takes the last one of them', () => {
		const twice = entriesOf(properties).flatMap(([path, fields]) =>
			fields
				.filter(({ name }, index) => fields.findIndex((other) => other.name === name) !== index)
				.map(({ name }) => `${path}.${name}`),
		);
		expect(twice).toEqual([]);
	});

	it('are shown by conditions that no n8n stumbles over', () => {
		expect(allOf(properties).length).toBeGreaterThan(10);
		const conditions = allOf(properties).map(({ displayOptions }) => displayOptions ?? {});
		const kinds = [...JSON.stringify(conditions).matchAll(/"_cnd":\{"(\w+)"/g)].map(
			([, kind]) => kind,
		);
		// Regular expressions end the execution after 250 ms; n8n 1 reads others of what is no text.
		expect(kinds.filter((kind) => !SAFE_CONDITIONS.includes(String(kind)))).toEqual([]);
	});

	it('are shown by fields that hold one value: what a list holds n8n does not look at when it runs the form', () => {
		const lists = [{ of: properties }, ...entriesOf(properties).map(([, of]) => ({ of }))];
		const odd = lists.flatMap(({ of }) => {
			const all = [...of, ...properties];
			const isList = (key: string) =>
				all.some(
					({ name, type }) =>
						name === /^\/?(\w*)/.exec(key)?.[1] && /^(fixedC|c)ollection$/.test(type),
				);
			return of.flatMap(({ name, displayOptions: { show, hide } = {} }) =>
				// In place of a list that is kept there is a notice, which nothing reads.
				Object.keys({ ...show, ...hide }).flatMap((key) =>
					isList(key) && key !== name ? [`${name}: ${key}`] : [],
				),
			);
		});
		expect(odd).toEqual([]);
	});

	it('are shown by fields next to them or of the complete form, because n8n 1 finds no others', () => {
		const odd = [properties, ...entriesOf(properties).map(([, of]) => of)].flatMap((of) =>
			of.flatMap(({ name, displayOptions: { show, hide } = {} }) =>
				Object.keys({ ...show, ...hide })
					.filter((key) => !/^[@/]/.test(key) && !of.some((field) => field.name === key))
					.map((key) => `${name}: ${key}`),
			),
		);
		expect(odd).toEqual([]);
	});

	it('are switched on when they are added as options', () => {
		const off = allOf(properties)
			.filter(({ type }) => type === 'collection')
			.flatMap(({ options = [] }) => options)
			.filter((option) => 'type' in option && option.type === 'boolean' && option.default !== true);
		expect(off.map(({ name }) => name)).toEqual([]);
	});

	it('are not required in a collection: n8n would require options that nobody added', () => {
		const required = allOf(properties)
			.filter(({ type }) => type === 'collection')
			.flatMap(({ options = [] }) => options.filter((option) => 'type' in option))
			.filter((option) => option.required === true);
		expect(required.map(({ name }) => name)).toEqual([]);
	});

	it('have a default that is one of their choices', () => {
		const wrong = allOf(properties)
			.filter(({ type }) => type === 'options' || type === 'multiOptions')
			.filter((property) => {
				const choices: unknown[] = choicesOf(property);
				return ![property.default].flat().every((value) => choices.includes(value));
			});
		expect(wrong.map(({ name }) => name)).toEqual([]);
	});

	it('for query modes have fields for each mode', () => {
		const ways = properties.filter(({ name }) => name === 'queryMode');
		const shown = properties.flatMap(({ displayOptions }) => displayOptions?.show?.queryMode ?? []);
		const missing = ways.flatMap(({ options = [] }) =>
			options.flatMap((option) =>
				'value' in option && !shown.includes(option.value) ? [option.value] : [],
			),
		);
		expect(missing).toEqual([]);
	});

	it('have distinguishable choices', () => {
		const alike = allOf(properties).filter((property) => {
			const names = (property.options ?? []).map((option) =>
				'displayName' in option ? option.displayName : option.name,
			);
			return new Set(names).size !== names.length;
		});
		expect(alike.map(({ name }) => name)).toEqual([]);
	});

	it('say below an entry of a list no more than n8n shows', () => {
		const texts = allOf(properties).flatMap(({ options = [] }) =>
			options.flatMap((option) => ('value' in option ? [option.description ?? ''] : [])),
		);
		expect(texts.length).toBeGreaterThan(0);
		expect(texts.filter((text) => text.length > LONGEST_BELOW)).toEqual([]);
	});

	it('have hints within the limit', () => {
		const long = allOf(properties).filter(({ hint = '' }) => hint.length > LONGEST_HINT);
		expect(long.map(({ name }) => name)).toEqual([]);
	});
});

describe.each(FORMS.slice(0, 2))('the lists of the %s', (_name, properties) => {
	it('take no expression if they show required fields: n8n would request all of them', () => {
		const selectorsOf = (fields: INodeProperties[]) =>
			new Set(
				fields
					.filter(({ type, noDataExpression }) => type === 'options' && !noDataExpression)
					.map(({ name }) => name),
			);
		const faults = [['', properties] as const, ...entriesOf(properties)].flatMap(
			([path, fields]) => {
				const selectors = selectorsOf([...properties, ...fields]);
				return fields
					.filter(({ required, default: byDefault }) => required && isEmpty(byDefault))
					.flatMap(({ name, displayOptions }) =>
						Object.keys(displayOptions?.show ?? {})
							.map((key) => key.replace('/', ''))
							.filter((key) => selectors.has(key))
							.map((key) => `${path}.${name} by ${key}`),
					);
			},
		);
		expect(faults).toEqual([]);
	});
});

describe('the form of the node', () => {
	const { properties } = new SensorsAnalytics().description;
	const find = (name: string) => allOf(properties).filter((property) => property.name === name);

	it('says of each field that is typed or picked what it takes, for people and for models', () => {
		const silent = allOf(properties).filter(
			({ type, description, hint }) =>
				['string', 'number', 'boolean', 'dateTime', 'json', 'resourceLocator'].includes(type) &&
				!description &&
				!hint,
		);
		expect(silent.map(({ name, displayName }) => `${name}: ${displayName}`)).toEqual([]);
	});

	it('empties what was picked from the values of a property when another one is chosen', () => {
		const picked = find('pickedValue');
		expect(picked.length).toBeGreaterThan(0);
		for (const { typeOptions } of picked)
			expect(typeOptions?.loadOptionsDependsOn).toEqual(['&field.value']);
	});

	it('marks what is required before it is run', () => {
		for (const name of ['eventName', 'firstEvent', 'secondEvent', 'userGroup', 'savedReport'])
			for (const field of find(name)) expect([name, field.required]).toEqual([name, true]);
		const dates = ['fromDate', 'toDate', 'sinceDate', 'compareFromDate', 'compareToDate'];
		for (const name of dates) {
			expect(find(name).length).toBeGreaterThan(0);
			for (const field of find(name)) expect([name, field.required]).toEqual([name, true]);
		}
	});

	it('explains next to the choice which dates are compared', () => {
		const presets = choicesOf(find('compareWith')[0] as INodeProperties).filter(
			(value) => !['none', 'custom', 'asPasted'].includes(String(value)),
		);
		const reported = properties
			.filter(({ type }) => type === 'notice')
			.flatMap(({ displayOptions }) => displayOptions?.show?.compareWith ?? []);
		expect(reported).toEqual(expect.arrayContaining(presets));
	});

	it('has the first day of the week only if weeks are counted', () => {
		for (const { displayOptions } of find('firstWeekday')) {
			const { dateRange = [], lastUnit } = displayOptions?.show ?? {};
			if (dateRange.includes('last')) expect(lastUnit).toEqual(['weeks']);
			else expect(dateRange).toEqual(['thisWeek', 'lastWeek']);
		}
		expect(find('firstWeekday').length).toBeGreaterThan(0);
	});

	it('lists aggregators in the order of use, in English', () => {
		expect(
			aggregatorChoices(false)
				.slice(0, 4)
				.map(({ name }) => name),
		).toEqual(['Number of Events', 'Number of Users', 'Events per User', 'Sum of a Property']);
	});
});
