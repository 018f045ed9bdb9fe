/** Queries in JSON: the schema, the document and the reader say the same. */
import { readFileSync } from 'node:fs';

import { Ajv2020 } from 'ajv/dist/2020.js';

import {
	AGGREGATES,
	COMMON_AGGREGATES,
} from '../../../../../nodes/SensorsAnalytics/params/measure';
import { FILTER_FUNCTIONS } from '../../../../../nodes/SensorsAnalytics/query/filterFunctions';
import type { ReportModelName } from '../../../../../nodes/SensorsAnalytics/query/query';
import { reports } from '../../../../../nodes/SensorsAnalytics/reports/registry';
import { jsonParamsOf, schemaOf } from '../../../../../nodes/SensorsAnalytics/reports/report';
import { keepDocument } from '../../../../support/documents.mts';
import { define, faultOf, shop } from '../../../../support/definitions.mts';
import fc from '../../../../support/fastCheck.mts';

type Schema = { [key: string]: unknown; $defs: { [name: string]: Schema } };

const document = readFileSync('docs/query.md', 'utf8');
const schema = JSON.parse(readFileSync('docs/query.schema.json', 'utf8')) as Schema;
const models = Object.keys(reports) as ReportModelName[];
const ajv = new Ajv2020({ strict: true, strictTypes: false });
const validate = Object.fromEntries(
	models.map((model) => [model, ajv.compile(schemaOf(reports[model]))]),
) as { [Model in ReportModelName]: ReturnType<typeof ajv.compile> };
/** What models take of a description, less the words before the schema. */
const LONGEST = 990;

/** All texts at a place of an object, wherever it is. */
function examplesIn(part: unknown): string[] {
	if (typeof part !== 'object' || part === null) return [];
	return Object.entries(part).flatMap(([key, value]) =>
		key === 'examples' && Array.isArray(value)
			? value.filter((one): one is string => typeof one === 'string')
			: examplesIn(value),
	);
}

describe('the schema', () => {
	it('is a file of draft 2020-12, which holds those of all reports', async () => {
		const own = Object.fromEntries(models.map((model) => [model, schemaOf(reports[model])]));
		const anyOf = models.map((model) => ({ $ref: `#/$defs/${model}` }));
		const { $schema, title, description } = schema;
		const text = JSON.stringify(
			{ $schema, title, description, anyOf, $defs: own },
			undefined,
			'\t',
		);
		expect(await keepDocument('docs/query.schema.json', `${text}\n`)).toBe(true);
		expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
		expect(ajv.validateSchema(schema)).toBe(true);
	});

	it('lists the words of the reader', () => {
		const words = models.flatMap((model) =>
			jsonParamsOf(reports[model]).flatMap((param) => (param.words ?? []).map(({ word }) => word)),
		);
		const operators = FILTER_FUNCTIONS.map(({ word }) => word);
		expect(words.length).toBeGreaterThan(50);
		for (const word of [...words, ...operators]) expect(document).toContain(`\`${word}\``);
		const aggregates = AGGREGATES.map(({ word }) => word);
		expect(aggregates).toEqual(expect.arrayContaining(COMMON_AGGREGATES));
	});

	it.each(models)('%s has the keys of the reader', (model) => {
		const keys = Object.keys(schemaOf(reports[model]).properties as object);
		const fault = faultOf(() => define(model, { nonsense: 1 }));
		expect(fault).toMatch(/^The query has an unknown key: 'nonsense'\. Its keys are/);
		const known = (fault.split('Its keys are ')[1] ?? '').split(', ');
		expect(keys.sort()).toEqual(known.sort());
	});

	it.each(models)('%s and its example are short enough for the description of a tool', (model) => {
		const { example } = reports[model];
		const own = schemaOf(reports[model]);
		expect(JSON.stringify(own).length).toBeLessThanOrEqual(LONGEST);
		expect(example.length).toBeLessThan(400);
		// Would end an expression of n8n that says it.
		expect(example).not.toContain('}}');
	});

	it.each(models)('%s has examples that are read', (model) => {
		const base = JSON.parse(reports[model].example) as object;
		for (const [key, part] of Object.entries(schemaOf(reports[model]).properties as object)) {
			const { examples = [] } = part as { examples?: unknown[] };
			for (const value of [...examples, ...((part as { enum?: unknown[] }).enum ?? [])]) {
				// Needs a property, which only a sum takes.
				const needs = model === 'userProperties' && key === 'aggregate' && value !== 'users';
				const query = { ...base, ...(needs ? { property: 'age' } : {}), [key]: value };
				if (model === 'distribution' && value === 'sum') query.property = 'amount';
				expect([key, value, faultOf(() => define(model, query))]).toEqual([key, value, '']);
			}
		}
		expect(examplesIn(schemaOf(reports[model]))).not.toContain('');
	});
});

describe('examples', () => {
	const blocks = [...document.matchAll(/```json\n([\s\S]*?)```/g)].map(
		([, json]) => json as string,
	);
	const shown: Array<[ReportModelName, string]> = [
		['event', blocks[0] as string],
		['event', blocks[1] as string],
		...(
			[
				'funnel',
				'retention',
				'distribution',
				'userProperties',
				'attribution',
				'ltv',
				'interval',
				'session',
				'path',
			] as const
		).map((model, index): [ReportModelName, string] => [model, blocks[index + 2] as string]),
		...models.map((model): [ReportModelName, string] => [model, reports[model].example]),
	];

	it('are all known', () => {
		expect(blocks).toHaveLength(11);
	});

	it.each(shown)('of %s fit the schema, and are read: %s', (model, json) => {
		const query: unknown = JSON.parse(json);
		expect([validate[model](query), validate[model].errors]).toEqual([true, null]);
		const read = define(model, json);
		expect(read.query).toBeTruthy();
		// In a fence of Markdown, as an object, and in an object of the parameter's name.
		expect(define(model, `\`\`\`json\n${json}\n\`\`\``)).toEqual(read);
		expect(define(model, query)).toEqual(read);
		expect(define(model, { query })).toEqual(read);
	});
});

describe('what is no query', () => {
	it.each([
		['', /^'Query Definition' is empty\. Write a JSON object such as \{"measures"/],
		[
			'{"measures":',
			/'Query Definition' isn't valid JSON: Unexpected end of JSON input\. Write a JSON object such as \{"measures": \[\{"event": "PayOrder", "aggregate": "sum", "property": "amount", "name": "revenue"\}\], "group_by": \["city"\], "filter": \{"channel": \["app", "web"\], "amount": \{">=": 100\} \}, "unit": "day", "range": "last 7 days", "compare": "previous_period", "order_by": "revenue", "top": 5\}/,
		],
		[
			'[1]',
			/'Query Definition' isn't a JSON object\. Write a JSON object such as \{"measures": \[\{"event": "PayOrder", "aggregate": "sum", "property": "amount", "name": "revenue"\}\], "group_by": \["city"\], "filter": \{"channel": \["app", "web"\], "amount": \{">=": 100\} \}, "unit": "day", "range": "last 7 days", "compare": "previous_period", "order_by": "revenue", "top": 5\}/,
		],
		[
			7,
			/'Query Definition' isn't a JSON object\. Write a JSON object such as \{"measures": \[\{"event": "PayOrder", "aggregate": "sum", "property": "amount", "name": "revenue"\}\], "group_by": \["city"\], "filter": \{"channel": \["app", "web"\], "amount": \{">=": 100\} \}, "unit": "day", "range": "last 7 days", "compare": "previous_period", "order_by": "revenue", "top": 5\}/,
		],
		[{ measures: ['A'], range: 'today', filter: { id: 2 ** 60 } }, /is already rounded/],
		[{ range: 'today' }, /^'measures' is missing\. Write it as \[\{"event": "PayOrder"/],
		[
			{ measures: [{ evnt: 'A' }], range: 'today' },
			/^measure 1 has an unknown key: 'evnt'\. Did you mean 'event'\? Its keys are event, aggregate, property, name, filter/,
		],
		[
			{ metrcs: ['A'], limit: 5, start_date: 'x', granularty: 'day', comp: 'none' },
			/^The query has unknown keys: 'metrcs', 'limit', 'start_date', 'granularty', 'comp'\. Did you mean 'measures' for 'metrcs', 'top' for 'limit', 'range' for 'start_date', 'unit' for 'granularty', 'compare' for 'comp'\? Its keys are measures, group_by, filter, unit, usual_range, range, compare, order_by, order, top/,
		],
		[
			{
				measures: [{ evnt: 'A' }, 'B', { event: 'C', prop: 'x', agregate: 'sum' }],
				range: 'today',
			},
			/^measure 1 has an unknown key: 'evnt'\. Did you mean 'event'\? Its keys are event, aggregate, property, name, filter\. measure 3 has unknown keys: 'prop', 'agregate'\. Did you mean 'property' for 'prop', 'aggregate' for 'agregate'\? Its keys are event, aggregate, property, name, filter/,
		],
		[
			{ measures: ['A'], group_by: [{ x: 1 }, { y: 2 }], range: 'today' },
			/^group 1 of 'group_by' has .*'x'.* group 2 of 'group_by' has .*'y'/,
		],
		[{ measures: [7], range: 'today' }, /^measure 1 must be an object such as .*, not 7$/],
		[
			{ measures: ['A', 'A'], range: 'today' },
			/^Measures 1 and 2 have the same output name 'A_events'\. Enter another 'name' for one of them/,
		],
		[
			{ measures: [{ formula: '1+1', name: 'x' }], range: 'today' },
			/'formula' of measure 1 contains no event/,
		],
		[
			{ measures: ['A'], unit: 'fortnight', range: 'today' },
			/^'unit' can't be 'fortnight'\. Use one of: hour, day, week, month, total, weekday, hour_of_day$/,
		],
		[
			{ measures: ['A'], groupBy: ['city'], group_by: ['x'], range: 'today' },
			/says 'group_by' twice, the second time as 'group_by'/,
		],
		[
			{ measures: ['A'], group_by: [{ property: 'x', buckets: [2, 1] }], range: 'today' },
			/'buckets' of group 1 of 'group_by' must be numbers in ascending order/,
		],
		[
			{ measures: ['A'], order_by: 'B', range: 'today' },
			/^'order_by' doesn't name a column: 'B'\. The columns are A_events$/,
		],
		[
			{ measures: ['A', { event: 'A', aggregate: 'users' }], order_by: 'A', range: 'today' },
			/matches several columns: 'A'\. The columns are A_events, A_users/,
		],
		[
			{ measures: ['A'], top: 0, range: 'today' },
			/^'top' must be a whole number from 1 to 1000000, not '0'$/,
		],
		[
			{ measures: ['A'], order: 'up', range: 'today' },
			/^'order' can't be 'up'\. Use one of: descending, ascending/,
		],
	])('%j', (query, message) => {
		expect(faultOf(() => define('event', query))).toMatch(message);
	});

	it.each([
		[
			'funnel',
			{ steps: ['A'], range: 'today' },
			/^'steps' requires at least two steps\. .*, as in \{"steps"/,
		],
		[
			'funnel',
			{ steps: ['A', 'B'], within: 7, range: 'today' },
			/^'within' must be a time such as "7 days"/,
		],
		[
			'funnel',
			{ steps: ['A', 'B'], within: '7 years', range: 'today' },
			/The unit of 'within' can't be 'years'/,
		],
		[
			'funnel',
			{ steps: ['A', 'B'], by_date: 'maybe', range: 'today' },
			/^'by_date' must be true or false/,
		],
		[
			'funnel',
			{ steps: ['A', 'B'], compare: 'none', range: 'today' },
			/The query has an unknown key: 'compare'\. Its keys are steps, within, by_date, group_by, filter, range/,
		],
		['retention', { first: 'A', range: 'today' }, /^'returning' is missing/],
		[
			'retention',
			{ first: 'A', returning: 'B', periods: 61, range: 'today' },
			/^'periods' must be a whole number from 1 to 60/,
		],
		[
			'retention',
			{ first: 'A', returning: 'B', unit: 'hour', range: 'today' },
			/one of: day, week, month/,
		],
		[
			'retention',
			{ first: 'A', returning: 'B', group_by: ['a', 'b'], range: 'today' },
			/'group_by' supports one property in this report, not 2\. Keep one, or run the report once for each/,
		],
		[
			'distribution',
			{ event: 'A', property: 'x', range: 'today' },
			/^'property' requires "of": "sum"\. Remove 'property', or write "of": "sum"/,
		],
		['distribution', { event: 'A', of: 'sum', range: 'today' }, /^'property' is missing/],
		[
			'userProperties',
			{ aggregate: 'users', property: 'age' },
			/'property' can't be used with "aggregate": "users"\. Remove 'property', or set "aggregate" to one of: sum, avg, max, min/,
		],
		[
			'userProperties',
			{ property: 'age' },
			/'property' can't be used with "aggregate": "users"\. Remove 'property', or set "aggregate" to one of: sum, avg, max, min/,
		],
		[
			'attribution',
			{ target: 'A', touchpoints: ['B', 'B'], range: 'today' },
			/nts' contains B twice, but/,
		],
		[
			'attribution',
			{ target: 'A', touchpoints: [], range: 'today' },
			/'touchpoints' is empty\. Add an event .*, as in \{"target"/,
		],
		[
			'attribution',
			{ target: { event: 'A', aggregate: 'users' }, touchpoints: ['B'], range: 'today' },
			/^'aggregate' of 'target' must be events or, with a 'property', sum/,
		],
		[
			'attribution',
			{ target: 'A', touchpoints: ['B'], within: '2 hours', range: 'today' },
			/whole days/,
		],
		[
			'ltv',
			{ start: 'A', value: { event: 'B', aggregate: 'users' }, range: 'today' },
			/^'aggregate' of 'value' must be events or, with a 'property', sum/,
		],
		[
			'ltv',
			{ start: 'A', value: { event: 'B', name: 'n' }, range: 'today' },
			/^'value' must be an event.*without 'filter' and 'name'/,
		],
		[
			'interval',
			{ first: 'A', second: 'B', percentiles: [0], range: 'today' },
			/whole numbers from 1 to 99/,
		],
		[
			'session',
			{ session: 's', measures: ['A'], order_by: 'A_events', range: 'today' },
			/'order_by' doesn't name a column: 'A_events'\. The columns are A_times/,
		],
		['path', { event: 'A', range: 'today' }, /^'events' is empty\. Add an event .*, as in/],
		['path', { event: 'A', events: ['B', 'B'], range: 'today' }, /nts' contains B twice, but/],
		[
			'path',
			{ event: 'A', events: 'B', steps: 1, range: 'today' },
			/^'steps' must be a whole number from 2 to 100/,
		],
		['path', { event: 'A', events: 'B', direction: 'up', range: 'today' }, /one of: after, before/],
	] as const)('%s %j', (model, query, message) => {
		expect(faultOf(() => define(model, query))).toMatch(message);
	});
});

describe('the other reports', () => {
	it('read their own words', () => {
		expect(
			define('funnel', {
				Steps: ['A', { event: 'B', where: { x: 'y' } }],
				window: '2 hours',
				by_date: true,
				range: 'yesterday',
			}),
		).toMatchObject({
			query: {
				steps: [
					{ event: 'A' },
					{ event: 'B', filter: { conditions: [{ function: 'equal', values: ['y'] }] } },
				],
				windowMinutes: 120,
				isByDate: true,
				groupBy: [],
			},
			range: { from: '2026-11-20', to: '2026-11-20' },
		});
		expect(
			define('funnel', { steps: ['A', 'B'], within: { unit: 'days', value: 3 }, range: 'today' })
				.query.windowMinutes,
		).toBe(3 * 24 * 60);
		expect(
			define('retention', {
				first: 'A',
				second: 'B',
				unit: 'Weekly',
				count: '流失',
				group_by: ['user.x'],
				range: 'today',
			}).query,
		).toMatchObject({
			second: { event: 'B' },
			unit: 'week',
			duration: 7,
			isChurn: true,
			groupBy: [{ of: 'user', name: 'x' }],
		});
		expect(
			define('distribution', {
				event: 'A',
				of: 'sum',
				property: 'x',
				buckets: [1, 5],
				range: 'today',
			}).query,
		).toMatchObject({
			of: { aggregator: 'sum', property: { event: 'A', name: 'x' } },
			buckets: [1, 5],
			unit: 'week',
		});
		expect(define('userProperties', {}).query.measures).toEqual([
			expect.objectContaining({ aggregator: 'count', name: 'users' }),
		]);
		expect(
			define('attribution', {
				target: 'A',
				touchpoints: 'B',
				within: '2 weeks',
				rule: 'Time Decay',
				direct: 'true',
				range: 'today',
			}).query,
		).toMatchObject({
			target: { event: 'A', aggregator: 'general' },
			touchpoints: [{ event: 'B' }],
			rule: 'time_decay',
			lookback: { value: 14, unit: 'day' },
			hasDirect: true,
		});
		expect(
			define('ltv', {
				start: 'A',
				value: { event: 'B', aggregate: 'sum', property: 'x' },
				periods: '30',
				range: 'today',
			}).query,
		).toMatchObject({ value: { aggregator: 'LTV_AVG', property: { name: 'x' } }, duration: 30 });
		expect(define('ltv', { start: 'A', value: 'B', range: 'today' }).query.value.aggregator).toBe(
			'average',
		);
		expect(define('interval', { first: 'A', second: 'B', range: 'today' }).query.quantiles).toEqual(
			[25, 50, 75],
		);
		const visits = { session: 's', measures: 'A', unit: 'total', split_by_day: 'true', top: 2 };
		expect(define('session', { ...visits, range: 'today' })).toMatchObject({
			query: {
				session: 's',
				isSplitByDay: true,
				unit: 'total',
				measures: [{ event: 'A', aggregator: 'general', isOfSessions: true }],
			},
			ordering: { top: 2 },
		});
		const ways = { event: 'A', events: ['B'], pause: '1 hour', paths: '之前', rows: 'nodes' };
		expect(define('path', { ...ways, range: 'today' }).query).toEqual({
			source: { event: 'A' },
			isBackward: true,
			events: [{ event: 'A' }, { event: 'B' }],
			steps: 5,
			eventsPerStep: 10,
			pauseSeconds: 3600,
			rows: 'nodes',
			groupBy: [],
		});
	});

	it.each(['formula', 'Formula', 'expression'])('take a formula under the key %s', (key) => {
		const expression = 'sum(event.A.x)/count(event.B)';
		const { query } = define('event', { measures: [{ [key]: expression }], range: 'today' });
		expect(query.measures).toMatchObject([{ kind: 'formula', expression, events: ['A', 'B'] }]);
	});

	it('take names that the project displays', () => {
		const { query } = define(
			'funnel',
			{ steps: ['页面浏览', '支付订单'], filter: { 'user.会员等级': 'gold' }, range: 'today' },
			shop(),
		);
		expect(query.steps).toEqual([{ event: '$pageview' }, { event: 'PayOrder' }]);
		expect(query.filter?.conditions[0]?.property).toEqual({ of: 'user', name: 'level' });
	});
});

/** What somebody wants, and the neutral query that says it: computed here, from docs/query.md alone. */
const word = <Value,>(...pairs: Array<[Value, string[]]>) =>
	fc
		.constantFrom(...pairs)
		.chain(([value, spellings]) =>
			fc
				.constantFrom(...spellings)
				.map((spelled) => ({ value, spelled, first: spellings[0] as string })),
		);
const events = word(
	['PayOrder', ['PayOrder', '支付订单', 'payorder', 'Pay Order']],
	['SubmitOrder', ['SubmitOrder', '提交订单', 'submit_order']],
);
const aggregates = word(
	['general', ['events', 'count', '总次数', 'Number of Events']],
	['unique', ['users', 'unique', 'UV']],
	['sum', ['sum', 'SUM', '总和']],
	['avg', ['avg', 'average', '均值']],
	['uniqCount', ['distinct', 'Count-Distinct']],
);
const units = word(
	['day', ['day', 'DAILY', '天']],
	['week', ['week', 'Weeks', '周']],
	['total', ['total', 'none']],
);
const ranges = word(
	['2026-11-14/2026-11-20', ['last 7 days', 'past 7 days', '过去7天']],
	['2026-11-20/2026-11-20', ['yesterday', '昨日', '2026-11-20']],
	['2026-10-01/2026-10-31', ['last month', '上个月', '2026-10', '2026-10-01..2026-10-31']],
);
const compared = word(
	['previousPeriod', ['previous_period', '环比']],
	['lastYear', ['last_year', 'YoY', '同比']],
);
const groups = word(
	['event amount', ['amount', '订单金额', 'Amount']],
	['user level', ['user.level', 'level', '会员等级']],
);
const keys = {
	measures: ['measures', 'Measures', 'measure'],
	group_by: ['group_by', 'groupBy', 'breakdown'],
	unit: ['unit', 'interval'],
	range: ['range', 'dateRange', 'Date Range'],
	compare: ['compare', 'compare_with'],
};
const wish = fc.record({
	measures: fc.uniqueArray(fc.record({ event: events, aggregate: aggregates }), {
		minLength: 1,
		maxLength: 3,
		selector: ({ event, aggregate }) => `${event.value} ${aggregate.value}`,
	}),
	group: fc.option(groups, { nil: undefined }),
	unit: fc.option(units, { nil: undefined }),
	range: ranges,
	compare: fc.option(compared, { nil: undefined }),
	top: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
	spelling: fc.nat(11),
	isText: fc.boolean(),
});
type Wish = typeof wish extends fc.Arbitrary<infer Of> ? Of : never;

function write(
	{ measures, group, unit, range, compare, top, spelling, isText }: Wish,
	how: 'first' | 'spelled',
): unknown {
	const key = (name: keyof typeof keys) =>
		how === 'first' ? name : (keys[name][spelling % keys[name].length] as string);
	const list = measures.map(({ event, aggregate }) => ({
		event: event[how],
		aggregate: aggregate[how],
		...(NEEDS_PROPERTY.includes(aggregate.value)
			? { property: how === 'first' ? 'amount' : '订单金额' }
			: {}),
	}));
	const isAlone = how === 'spelled' && spelling % 2 === 0;
	const query = {
		[key('measures')]: isAlone && list.length === 1 ? list[0] : list,
		...(group ? { [key('group_by')]: isAlone ? group.spelled : [group[how]] } : {}),
		...(unit ? { [key('unit')]: unit[how] } : {}),
		[key('range')]: range[how],
		...(compare ? { [key('compare')]: compare[how] } : {}),
		...(top ? { top } : {}),
	};
	return how === 'spelled' && isText ? JSON.stringify(query) : query;
}
const NEEDS_PROPERTY = ['sum', 'avg', 'uniqCount'];

describe('any query for an event report', () => {
	it('says the same in the words of the schema and in others, and what was meant', () => {
		fc.assert(
			fc.property(wish, (wanted) => {
				const plain = write(wanted, 'first');
				expect([validate.event(plain), validate.event.errors]).toEqual([true, null]);
				const names = new Set(wanted.measures.map(({ event }) => event.value));
				// A short name is a property of the one event, else of any; in this shop only PayOrder has some.
				fc.pre(names.size === 1 && names.has('PayOrder'));
				const [from, to] = wanted.range.value.split('/');
				const expected = {
					query: {
						measures: wanted.measures.map(({ event, aggregate }) => ({
							kind: 'event',
							event: event.value,
							aggregator: aggregate.value,
							...(NEEDS_PROPERTY.includes(aggregate.value)
								? { property: { of: 'event', event: event.value, name: 'amount' } }
								: {}),
						})),
						groupBy: wanted.group
							? [
									{
										property:
											wanted.group.value === 'user level'
												? { of: 'user', name: 'level' }
												: { of: 'event', event: 'PayOrder', name: 'amount' },
									},
								]
							: [],
						unit: wanted.unit?.value ?? 'day',
					},
					range: { from, to },
					compared: wanted.compare && { kind: 'preset', preset: wanted.compare.value },
				};
				for (const json of [plain, write(wanted, 'spelled')]) {
					const { query, range, compared: choice, ordering } = define('event', json, shop());
					expect(JSON.parse(JSON.stringify({ query, range, compared: choice }))).toEqual(
						JSON.parse(JSON.stringify(expected)),
					);
					expect(ordering?.top).toBe(wanted.top);
				}
			}),
			{ numRuns: 200 },
		);
	});

	it('is no internal error for any JSON: it is read, or says what is wrong', () => {
		const key = fc.constantFrom(
			'measures',
			'event',
			'filter',
			'range',
			'unit',
			'or',
			'group_by',
			'property',
			'compare',
			'order_by',
			'x',
		);
		const json = fc.letrec((tie) => ({
			value: fc.oneof(
				{ maxDepth: 4 },
				fc.constantFrom('PayOrder', 'last 7 days', '', 'day', 0, 1, true, null, -1.5),
				fc.array(tie('value'), { maxLength: 3 }),
				fc.dictionary(key, tie('value'), { maxKeys: 4 }),
			),
		})).value;
		fc.assert(
			fc.property(
				fc.dictionary(key, json, { maxKeys: 6 }),
				fc.constantFrom(...models),
				(query, model) => {
					isReadOrRefused(model, query);
				},
			),
			{ numRuns: 400 },
		);
	});

	it.each(models)('is no error of ours for an object that is no text, anywhere: %s', (model) => {
		const example = JSON.parse(reports[model].example) as object;
		const filter = { and: [{ property: 'city', operator: '=', value: 'x' }] };
		const query = 'filter' in example ? { ...example, filter } : example;
		expect(() => define(model, query)).not.toThrow();
		const odd = { toString: 1, valueOf: 'x' };
		/** The part with one of its values replaced, once for each. */
		const replaced = (part: unknown): unknown[] => {
			if (typeof part !== 'object' || part === null) return [odd];
			return Object.entries(part).flatMap(([key, inner]) =>
				[odd, ...replaced(inner)].map((value) =>
					Array.isArray(part)
						? part.map((one, index) => (String(index) === key ? value : (one as unknown)))
						: { ...part, [key]: value },
				),
			);
		};
		const queries = replaced(query);
		expect(queries.length).toBeGreaterThan(5);
		for (const one of queries) isReadOrRefused(model, one);
	});

	it('is read, or says what is wrong, if it fits the schema', () => {
		fc.assert(
			fc.property(
				fc
					.constantFrom(...models)
					.chain((model) =>
						fc.tuple(fc.constant(model), fitting(schemaOf(reports[model]) as Schema)),
					),
				([model, query]) => {
					expect([query, validate[model](query)]).toEqual([query, true]);
					isReadOrRefused(model, query);
				},
			),
			{ numRuns: 300 },
		);
	});
});

function isReadOrRefused(model: ReportModelName, query: unknown): void {
	try {
		define(model, query);
	} catch (error) {
		expect((error as Error).constructor.name).toBe('UserError');
		expect((error as Error).message).not.toMatch(/undefined|\[object/);
	}
}

/** What a schema of ours allows. */
function fitting(part: Schema): fc.Arbitrary<unknown> {
	const {
		type,
		enum: words,
		examples,
		properties,
		required,
		items,
	} = part as {
		type?: string | string[];
		enum?: unknown[];
		examples?: unknown[];
		properties?: Record<string, Schema>;
		required?: string[];
		items?: Schema;
	};
	if (words) return fc.constantFrom(...words);
	const texts = fc.constantFrom('PayOrder', 'city', 'amount', 'user.level', '支付订单', '', 'x y');
	const kinds: Record<string, () => fc.Arbitrary<unknown>> = {
		string: () => texts,
		boolean: () => fc.boolean(),
		number: () => fc.integer({ min: -5, max: 500 }),
		integer: () => fc.integer({ min: -1, max: 9 }),
		array: () => fc.array(fitting(items as Schema), { maxLength: 3 }),
		object: () =>
			properties
				? fc.record(
						Object.fromEntries(
							Object.entries(properties).map(([key, inner]) => [key, fitting(inner)]),
						),
						{ requiredKeys: required ?? [] },
					)
				: fc.dictionary(texts, fc.oneof(texts, fc.integer(), fc.array(texts, { maxLength: 2 }))),
	};
	if (type)
		return fc.oneof(...[type].flat().map((kind) => (kinds[kind] as () => fc.Arbitrary<unknown>)()));
	return fc.oneof(
		fc.constantFrom(...(examples ?? [])),
		fc.oneof(texts, fc.integer(), fc.boolean(), fc.dictionary(texts, texts)),
	);
}
