/** Honest answers that lack something, or are unusual: what is unknown is shown as 0, or as what it is not. */
import type { IDataObject } from 'n8n-workflow';

import { MESSAGE_FORMS } from '../../nodes/SensorsAnalytics/output/message/forms';
import { type RunNodeOptions, TOOL_TYPE } from '../support/engine.mts';
import { type Attack, heldUnless } from './attack.mts';
import { HostileServer } from './support/hostileServer.mts';

const envelope = (data: object) => JSON.stringify({ code: 'SUCCESS', request_id: 'r', data });
const REPORT = { resource: 'report', operation: 'getEventReport' };
const PROPERTY = { resource: 'property', operation: 'getPropertyValues' };
const TOKEN = 'a-token-of-a-login';
const BY_CITY = { groupBy: { group: [{ field: 'event.PayOrder.city' }] } };
const TARGETS = MESSAGE_FORMS.filter((form) => form !== 'chart');

interface Plan {
	form: IDataObject;
	/** By what the request's body and address say. */
	answer: (body: string, url: string) => string;
	credential?: string;
	how?: RunNodeOptions;
	/** What no item may say. */
	untrue: RegExp;
	/** What the node is to say; an item, if left out. */
	says?: RegExp;
}

function attack(
	name: string,
	{ form, answer, credential = 'secret', how, untrue, says }: Plan,
): Attack {
	return {
		name,
		async run() {
			const hostile = await HostileServer.start((request, response) => {
				let body = '';
				request.on('data', (piece) => (body += piece));
				request.on('end', () => response.end(answer(body, request.url ?? '')));
			});
			try {
				const { rows, error } = await hostile.run(form, credential, how);
				const said = `${error?.message ?? ''} ${JSON.stringify(rows)}`;
				return heldUnless(
					untrue.test(said) && `it says: ${said.slice(0, 500)}`,
					!(says ?? /^ \[\{/).test(said) && `it says nothing of it: ${said.slice(0, 500)}`,
				);
			} finally {
				hostile.stop();
			}
		},
	};
}

/** Of each city a number; where they are not asked for, of all together. */
const half = (values: unknown[], body: string) => {
	const isGrouped = body.includes('by_fields');
	const rows = values.map((value, n) => ({ by_values: [`C${n}`], values: [[value]] }));
	return {
		series: ['2026-11-01 00:00:00'],
		...(isGrouped ? { by_fields: ['event.PayOrder.city'] } : {}),
		rows: isGrouped ? rows : [{ values: [[80]] }],
	};
};

const zone = (timeZone: string, from: string, to: string, unit: string) => ({
	...REPORT,
	...{ unit, fromDate: from, toDate: to, options: { timeZone, displayNames: false } },
});

/** Lists that hold something, and would be empty if they were not looked for elsewhere. */
const RENAMED: Record<string, [form: IDataObject, data: object]> = {
	users: [{ resource: 'user', operation: 'getManyUsers' }, { user_list: [{ id: '1' }] }],
	events: [{ resource: 'event', operation: 'getManyEvents' }, { event_list: [{ name: 'A' }] }],
	groups: [
		{ resource: 'userGroup', operation: 'getManyUserGroups' },
		{ segments: [{ name: 'A' }] },
	],
	dashboards: [
		{ resource: 'dashboard', operation: 'getManyDashboards' },
		{ navigation: [{ id: 1, name: 'A' }] },
	],
	datasets: [
		{ resource: 'dataset', operation: 'getManyDatasets', datasetGroup: 'g' },
		{ list: [{ dataset_id: 1 }] },
	],
	'rows of a dataset': [
		{
			...{ resource: 'dataset', operation: 'queryDataset', dataset: '1' },
			datasetMeasures: { measure: [{ column: 'a', aggregation: 'SUM' }] },
		},
		{ columns: [{ column_name: 'a', data_type: 'NUMBER' }], rows: [[5]] },
	],
};

const AT = { from_date: '2026-11-01', to_date: '2026-11-01' };
const ADS = {
	relation: 'and',
	conditions: [
		{ field: 'event.$Anything.channel', function: 'equal', params: ['ads'] },
		{ field: 'user.level', function: 'equal', params: ['gold'] },
	],
};
const ORDERS = { event_name: 'PayOrder', aggregator: 'general' };
const VIEW = { event_name: 'View' };
const FUNNEL = {
	...AT,
	funnel: { steps: [VIEW, { event_name: 'PayOrder', filter: ADS }], max_convert_time: 10080 },
	extend_over_end_date: false,
};
const RETENTION = {
	...AT,
	unit: 'day',
	duration: 1,
	first_event: VIEW,
	second_event: { event_name: 'PayOrder', filter: ADS },
};
const oneDay = (cells: unknown) => ({
	series: ['2026-11-01 00:00:00'],
	rows: [{ values: [cells] }],
});
/** Saved queries with a filter of their own, the answers to them, and what a model is to read. */
const FILTERED: Record<string, [type: string, data: object, answer: object, says: RegExp]> = {
	'all numbers': [
		'segmentation',
		{ ...AT, measures: [ORDERS], unit: 'day', filter: ADS },
		oneDay([5]),
		/channel of the event is ads and level of the user is gold/,
	],
	'one of two measures of one name': [
		'segmentation',
		{ ...AT, measures: [ORDERS, { ...ORDERS, filter: ADS }], unit: 'day' },
		oneDay([50, 5]),
		/PayOrder_events \(channel = ads and level = gold\)/,
	],
	'a key that only the page knows': [
		'segmentation',
		{ ...AT, measures: [ORDERS], unit: 'day', user_filter: ADS },
		oneDay([5]),
		/A filter that the node can't describe/,
	],
	'a step': [
		'funnel',
		FUNNEL,
		{ funnel_detail: [{ steps: [{ converted_user: 100 }, { converted_user: 50 }] }] },
		/Step 2: only where channel of the event is ads/,
	],
	'the return event': [
		'retention',
		RETENTION,
		{ rows: [{ date: '2026-11-01', total_people: 10, cells: [{ people: 9 }, { people: 5 }] }] },
		/Start: View; Return: PayOrder;.* Return: only where channel of the event is ads/,
	],
};

const COLUMNS = ['date', 'PayOrder_events'].map((column_name) => ({ column_name }));
/** Answers that would be 0, and show themselves that they have rows. */
const EMPTIED: Record<string, [credential: string, answer: object]> = {
	'rows by another name': [
		'key',
		{ column_infos: COLUMNS, rows_of_details: [['2026-11-01 00:00:00', 30]] },
	],
	'rows by another name, beside totals': [
		'key',
		{ column_infos: COLUMNS, details: [['2026-11-01', 30]], rollup_rows: [['2026-11-01', 30]] },
	],
	'rows that are counted and not there': [
		'secret',
		{ series: ['2026-11-01 00:00:00'], rows: [], num_rows: 1 },
	],
};

/** Of three days of which the last one is still to come, though a clock that is ahead has events of it. */
const [BEFORE, AHEAD] = [-1, 2].map((days) =>
	new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10),
) as [string, string];
const datesIn = (body: string) => {
	const { from_date: from, to_date: to } = JSON.parse(body) as { [key: string]: string };
	const first = Date.parse(from as string);
	const count = (Date.parse(to as string) - first) / 86_400_000 + 1;
	return Array.from({ length: count }, (_, n) =>
		new Date(first + n * 86_400_000).toISOString().slice(0, 10),
	);
};
const ahead = (credential: string): Attack =>
	attack(`a day that has not begun is complete, and has fallen (${credential})`, {
		form: {
			...REPORT,
			...{ fromDate: BEFORE, toDate: AHEAD, compareWith: 'lastWeek' },
			options: { displayNames: false },
		},
		credential,
		answer: (body) => {
			const rows = datesIn(body).map((date): [string, number] => [
				`${date} 00:00:00`,
				date === AHEAD ? 3 : 10,
			]);
			return credential === 'key'
				? envelope({
						metadata_columns: { date: 'DATE', PayOrder_events: 'DOUBLE' },
						detail_rows: rows,
					})
				: JSON.stringify({
						series: rows.map(([time]) => time),
						rows: [{ values: rows.map(([, count]) => [count]) }],
					});
		},
		untrue: /"PayOrder_events_change_percent":-70/,
		says: /"PayOrder_events":3,"PayOrder_events_previous":10,"PayOrder_events_change":null,"PayOrder_events_change_percent":null,"_partial":true/,
	});

/** Pages of a dataset's 150 cities, and what may be wrong with the second one or the facts. */
const CITIES = Array.from({ length: 150 }, (_, n) => ({ values: [`C${n}`, n + 1] }));
const PAGES: Record<string, [rows: (page: number) => object[], info: object, says: RegExp]> = {
	'the order changes between two pages': [
		(page) => (page === 2 ? [...CITIES.slice(20), ...CITIES.slice(0, 20)] : CITIES),
		{ page_count: 2, total: 150 },
		/Page 2 of the list has rows of an earlier page/,
	],
	'a list that has 0 pages': [() => CITIES, { page_count: 0, total: 0 }, /"C149","n":150\}\]$/],
};

/** The credential is edited after the first request of a report: the others are of another project. */
const edited = (credential: string, form: IDataObject): Attack => ({
	name: `a report of two projects: the credential (${credential}) is edited meanwhile, ${JSON.stringify(form)}`,
	async run() {
		let reports = 0;
		const hostile = await HostileServer.start((request, response) => {
			let body = '';
			request.on('data', (piece) => (body += piece));
			request.on('end', () => {
				const { url = '' } = request;
				if (url.includes('/auth/login')) return response.end(`{"session_id":"${TOKEN}"}`);
				if (!url.includes('report')) return response.end('[]');
				const { from_date: from } = JSON.parse(body) as { from_date: string };
				const isOther = reports++ > 0;
				const answer = { series: [`${from} 00:00:00`], rows: [{ values: [[isOther ? 5 : 1000]] }] };
				void hostile.engine.credentials
					.change(credential, { project: 'another' })
					.then(() => response.end(JSON.stringify(answer)));
			});
		});
		try {
			const day = { fromDate: '2026-11-03', toDate: '2026-11-03', compareWith: 'previousPeriod' };
			const { rows, error } = await hostile.run({ ...REPORT, ...day, ...form }, credential);
			const isSaid = /credential was changed/.test(error?.message ?? '');
			return heldUnless(!isSaid && `it says: ${error?.message ?? JSON.stringify(rows)}`);
		} finally {
			hostile.stop();
		}
	},
});

const CITY = 'Beijing ';
/** Of all 344 orders, 97 are of the city with a space at its end; of a service that filters. */
const filtering = (body: string) => {
	const { filter } = JSON.parse(body || '{}') as {
		filter?: { conditions: Array<{ function: string; params: unknown[] }> };
	};
	// Lists, which the node asks for, too.
	if (!filter) return '[]';
	const { function: name = '', params = [] } = filter.conditions[0] ?? {};
	const isIn = params.includes(CITY);
	const count = isIn ? 97 : 0;
	return JSON.stringify(
		oneDay([name.startsWith('not') ? 344 - count : name === 'isSet' ? 332 : count]),
	);
};
const asked = (name: string, condition: object, says: RegExp): Attack =>
	attack(name, {
		form: {
			...REPORT,
			...{ queryMode: 'definition', output: 'agent' },
			queryDefinition: {
				...{ measures: ['PayOrder'], unit: 'total', range: '2026-11-01' },
				filter: { city: condition },
			},
		},
		answer: filtering,
		how: { type: TOOL_TYPE },
		untrue: /"rows":\[\[(?:97|332|0)\]\]/,
		says,
	});
/** Values of a form that keep their spaces. */
const SPACED: Record<string, object> = {
	'an expression': { values: '={{ "Beijing " }}' },
	'a list in an expression': { values: '={{ ["Beijing "] }}' },
	'quotation marks': { values: '"Beijing "' },
	'the list': { values: '', pickedValue: { __rl: true, mode: 'list', value: CITY } },
};

export const attacks: Attack[] = [
	...['!in', '!contains', '-contains', '!matches', '!is_set'].map((operator) =>
		asked(
			`a sign of a model's operator gets lost: ${operator}`,
			{ [operator]: operator === '!is_set' ? true : [CITY] },
			/"rows":\[\[247\]\]|can't be '[-!]/,
		),
	),
	asked("a space of a model's value gets lost", { '!=': CITY }, /"rows":\[\[247\]\]/),
	...Object.entries(SPACED).map(([what, value]) =>
		attack(`the city with a space at its end is taken for another one: ${what}`, {
			form: {
				...REPORT,
				unit: 'total',
				filter: { condition: [{ field: 'city', function: 'equal', ...value }] },
			},
			answer: filtering,
			untrue: /"PayOrder_events":0/,
			says: /"PayOrder_events":97/,
		}),
	),
	...['secret', 'account'].flatMap((credential) =>
		[{}, { output: 'markdown' }].map((form) => edited(credential, form)),
	),
	...[204, 205, 206].flatMap((status) =>
		(['report', 'items', 'file'] as const).map(
			(what): Attack => ({
				name: `status ${status}, which is a part or nothing, is a whole ${what}`,
				async run() {
					const whole = what === 'report' ? JSON.stringify(half([], '')) : '{"n":80}\n';
					const hostile = await HostileServer.start((_request, response) => {
						response.writeHead(status).end(whole);
					});
					try {
						const asked = what === 'report' ? hostile.run() : hostile.sql(what);
						const { items, error } = await asked;
						return heldUnless(
							items.length > 0 && JSON.stringify(items).slice(0, 300),
							!/incomplete/.test(error?.message ?? '') && `it says ${error?.message}`,
						);
					} finally {
						hostile.stop();
					}
				},
			}),
		),
	),
	...['2026-99-99 99:99:99', '2026-11-01 25:00:00', '2026-11-01 10:60:00'].flatMap((time) =>
		['rows', 'markdown'].map((output) =>
			attack(`a time of the data that is none, ${time}, as ${output}`, {
				form: { ...REPORT, output },
				answer: () => JSON.stringify({ ...oneDay([7]), data_update_time: time }),
				untrue: /data only until|Invalid time/,
			}),
		),
	),
	...['links', 'paths'].map((key) =>
		attack(`paths without links, which have ${key}`, {
			form: {
				...{ resource: 'report', operation: 'getPathReport', output: 'markdown' },
				pathEvent: 'View',
				pathEvents: { event: [{ eventName: 'PayOrder' }] },
			},
			credential: 'key',
			answer: () =>
				envelope({
					nodes: [{ values: [{ id: '1', event_name: 'View', times: 9 }] }],
					[key]: key === 'links' ? [] : [{ values: [{ source: '1', times: 9, is_wastage: true }] }],
				}),
			untrue: /\b0\b|[Nn]o data/,
			says: /unexpected structure/,
		}),
	),
	...Object.entries(EMPTIED).flatMap(([name, [credential, answer]]) =>
		['rows', 'markdown'].map((output) =>
			attack(`${name}, as ${output}`, {
				form: { ...REPORT, output },
				credential,
				answer: () => (credential === 'key' ? envelope(answer) : JSON.stringify(answer)),
				untrue: /\b0\b/,
				says: /unexpected structure/,
			}),
		),
	),
	...['secret', 'key'].map(ahead),
	...Object.entries(PAGES).map(([what, [rows, page_info, says]]) =>
		attack(`a part of a dataset is all of it: ${what}`, {
			form: {
				...{ resource: 'dataset', operation: 'queryDataset', dataset: '1', returnAll: true },
				datasetMeasures: { measure: [{ column: 'n', aggregation: 'SUM' }] },
				datasetColumns: { column: [{ column: 'city' }] },
			},
			credential: 'key',
			answer: (body) => {
				const { page_index: page, page_size: size } = JSON.parse(body) as {
					page_index: number;
					page_size: number;
				};
				const kinds = { city: 'STRING', n: 'NUMBER' };
				const columns = Object.entries(kinds).map(([column_name, data_type]) => ({
					...{ column_name, data_type },
				}));
				const data = rows(page).slice((page - 1) * size, page * size);
				return envelope({ columns, data, page_info });
			},
			untrue: /"C19".*"C19"/,
			says,
		}),
	),
	...Object.entries(FILTERED).map(([what, [type, data, answer, says]]) =>
		attack(`a model is not told the filter of a saved report: ${what}`, {
			form: {
				...{ resource: 'savedReport', operation: 'runSavedReport' },
				...{ dashboard: '11', savedReport: '101', dateRange: 'asPasted', output: 'agent' },
			},
			how: { type: TOOL_TYPE },
			answer: (_body, url) => {
				const chart = { id: 101, name: 'S', type: `/${type}/`, data: JSON.stringify(data) };
				if (/bookmarks/.test(url)) return JSON.stringify(chart);
				if (/dashboards\/\d/.test(url))
					return JSON.stringify({ id: 11, name: 'D', items: [{ bookmark: chart }] });
				return JSON.stringify(/dashboards/.test(url) ? [{ id: 11, name: 'D' }] : answer);
			},
			untrue: /"error"/,
			says,
		}),
	),
	...[undefined, TOOL_TYPE].map((type) =>
		attack(`a model is not told the filter that a person entered (${type ?? 'a node before it'})`, {
			form: {
				...{ ...REPORT, output: 'agent' },
				measures: {
					measure: [
						{
							...{ eventName: 'PayOrder', aggregator: 'general', outputName: 'orders' },
							isFiltered: true,
							filter: {
								condition: [
									{ field: 'city', valueKind: 'text', function: 'equal', values: 'Riga' },
								],
							},
						},
					],
				},
			},
			...(type === undefined ? {} : { how: { type } }),
			answer: () => JSON.stringify({ series: ['2026-11-01'], rows: [{ values: [[7]] }] }),
			untrue: /"error"/,
			says: /orders: Number of Events \(PayOrder\).*Only events where city is Riga/,
		}),
	),
	...TARGETS.map((output) =>
		attack(`a group whose rows are cut, as ${output}`, {
			form: { ...REPORT, ...BY_CITY, output, toDate: '2026-11-02', unit: 'day' },
			credential: 'key',
			answer: (body) =>
				envelope({
					column_infos: ['date', 'event.PayOrder.city', 'PayOrder_events'].map((column_name) => ({
						column_name,
					})),
					detail_rows: body.includes('event.PayOrder.city')
						? [
								['2026-11-01', 'A', 9],
								['2026-11-02', 'B', 4],
								['2026-11-01', 'C', 5],
								['2026-11-02', 'C', 7],
							]
						: [],
					truncated: true,
				}),
			untrue: /A 0|B 0/,
		}),
	),
	...(
		[
			['markdown', {}],
			['part', {}],
			['markdown with names of the query', { message: { names: 'query', locale: 'en-US' } }],
			['agent', {}],
			['agent outside of a tool', {}],
			['markdown without the lists', {}],
		] as const
	).flatMap(([what, more]) =>
		[
			{ toDate: '2026-11-01', untrue: /all_groups|120/, says: /80.*can be in several groups/ },
			{ toDate: '2026-11-02', untrue: /all_groups|240|average|Only/, says: /160.*several groups/ },
		].map(({ toDate, untrue, says }) =>
			attack(`groups of a list property, of which an event has several: ${toDate}, ${what}`, {
				how: what === 'agent' ? { type: TOOL_TYPE } : {},
				form: { ...REPORT, ...BY_CITY, output: what.split(' ')[0], toDate, unit: 'day', ...more },
				answer: (body, url) => {
					if (what.endsWith('without the lists') && !url.includes('/report')) return 'no list';
					if (url.includes('/event/properties'))
						return JSON.stringify({ PayOrder: { event: [{ name: 'city', data_type: 'list' }] } });
					if (!url.includes('/report')) return '[]';
					const { rows, ...answer } = half([70, 50], body);
					const days = body.includes('2026-11-02') ? ['01', '02'] : ['01'];
					const of = (count: number) => ({
						...answer,
						series: days.slice(0, count).map((day) => `2026-11-${day} 00:00:00`),
						rows: rows.map(({ values: [one = []], ...row }) => ({
							...row,
							values: Array(count).fill([Number(one[0]) * (days.length / count)]),
						})),
					});
					const detail = of(days.length);
					return JSON.stringify(
						body.includes('detail_and_rollup')
							? { detail_result: detail, rollup_result: of(1) }
							: detail,
					);
				},
				untrue,
				says: what.startsWith('agent') ? /groups add up to more than all events/ : says,
			}),
		),
	),
	attack('a group that is called like the merged others', {
		form: {
			...{ ...REPORT, output: 'markdown' },
			groupBy: { group: [{ field: 'event.PayOrder.city', topGroups: 2 }] },
			message: { layout: 'rows', locale: 'zh-CN' },
			options: { restInOneRow: true },
		},
		answer: (_body, url) =>
			JSON.stringify(
				!url.includes('/report')
					? { PayOrder: { event: [] } }
					: {
							by_fields: ['event.PayOrder.city'],
							series: ['2026-11-01 00:00:00'],
							rows: Object.entries({ '(other)': 40, A: 30, B: 20, C: 10 }).map(
								([name, orders]) => ({
									by_values: [name],
									values: [[orders]],
								}),
							),
						},
			),
		untrue: /其余分组 \| 40/,
		says: /\(other\) 40（40.0%）.*其余分组 2 \| 30/,
	}),
	attack('a group that has no mean', {
		form: {
			...{ ...REPORT, ...BY_CITY, output: 'slack' },
			measures: {
				measure: [{ eventName: 'PayOrder', aggregator: 'avg', field: 'event.PayOrder.amount' }],
			},
		},
		answer: (body) => JSON.stringify(half([9.5, null], body)),
		untrue: /C1 0/,
	}),
	attack('a total of a change that is explained', {
		form: {
			...{ resource: 'report', operation: 'explainChange' },
			groupBy: { group: [{ field: 'event.PayOrder.city' }] },
		},
		answer: (body) =>
			JSON.stringify({
				detail_result: { series: [], rows: [] },
				rollup_result: {
					series: [],
					rows: body.includes('by_fields') ? [] : [{ values: [[null, null, null]] }],
				},
			}),
		untrue: /"now":0/,
		says: /returned no number for/,
	}),
	...[[], [{ by_values: ['C0'], values: [[10]] }]].map((rows, index) =>
		attack(`totals that lack ${2 - index} groups of the rows`, {
			form: { ...REPORT, ...BY_CITY, output: 'agent' },
			answer: (body) => {
				const detail = half([10, 70], body);
				return JSON.stringify({
					detail_result: detail,
					rollup_result: body.includes('by_fields') ? { ...detail, rows } : detail,
				});
			},
			untrue: /all_groups/,
			says: /^ \[\{(?!.*all_groups)/,
		}),
	),
	...Object.entries(RENAMED).map(([name, [form, data]]) =>
		attack(`a list under a name that is not known, of ${name}`, {
			form: { ...form, returnAll: true },
			credential: 'key',
			answer: () => envelope(data),
			untrue: /^ \[\]/,
			says: /is missing, and '\w+' is unknown|rows without 'columns'/,
		}),
	),
	attack('a property without values, whose list would be for want of rights', {
		form: { ...PROPERTY, property: { __rl: true, mode: 'name', value: 'event.PayOrder.city' } },
		how: { type: TOOL_TYPE },
		answer: () => JSON.stringify({ series: [], rows: [] }),
		untrue: /account|right/,
		says: /returned no values of event.PayOrder.city from/,
	}),
	...['agent', 'slack', 'rows'].flatMap((output) =>
		[
			{ options: { samplingFactor: 32 } },
			{
				queryMode: 'json',
				queryJson: JSON.stringify({
					measures: [{ event_name: 'PayOrder', aggregator: 'general' }],
					...{ unit: 'day', from_date: '2026-11-01', to_date: '2026-11-01' },
					sampling_factor: 32,
				}),
			},
		].map((asking, index) =>
			attack(`a sample that only the request names, ${index}, as ${output}`, {
				form: { ...REPORT, ...asking, output },
				answer: (body) => JSON.stringify(half([5], body)),
				untrue: /^$/,
				says: /"_sampled":true|computed this report from a sample|sample|抽样/,
			}),
		),
	),
	attack('users of a retention by groups, who would be different people', {
		form: {
			...{ resource: 'report', operation: 'getRetentionReport', output: 'agent' },
			...{ firstEvent: 'A', secondEvent: 'B', groupBy: BY_CITY.groupBy, toDate: '2026-11-03' },
		},
		answer: () =>
			JSON.stringify({
				by_field: 'event.A.city',
				has_first_day: true,
				rows: [{ by_value: 'X', total_people: 300, cells: [{ people: 50, percent: 16.67 }] }],
			}),
		untrue: /all_starts/,
		says: /initial_users doesn't count distinct users.*each day/,
	}),
	attack('rates of all starts of a lifetime value, which are not there', {
		form: {
			...{ resource: 'report', operation: 'getLifetimeValueReport', output: 'agent' },
			queryMode: 'definition',
			queryDefinition: JSON.stringify({
				...{ start: 'S', value: { event: 'P', aggregate: 'sum', property: 'x' }, unit: 'day' },
				...{ periods: 1, range: '2026-11-01..2026-11-02' },
			}),
		},
		credential: 'key',
		answer: () =>
			envelope({
				column_infos: ['date', 'initial_user', 'amount_ltv_0', 'amount_ltv_1'].map(
					(column_name) => ({ column_name }),
				),
				detail_rows: [1, 2].map((day) => [`2026-11-0${day}`, 10, '1.5', '2']),
			}),
		untrue: /all_starts/,
		says: /Report each start by itself/,
	}),
	...(
		[
			['a sum', '{"revenue":null}', /"columns":\["revenue"\],"rows":\[\[null\]\]/],
			['a group', '{"city":null,"n":5}\n{"city":null,"n":7}', /\[\[null,5\],\[null,7\]\]/],
		] as const
	).map(([what, answer, says]) =>
		attack(`SQL with ${what} that is null, which would be no column`, {
			form: { resource: 'sqlQuery', operation: 'runSqlQuery', sql: 'SELECT 1', output: 'items' },
			how: { type: TOOL_TYPE },
			answer: () => answer,
			untrue: /"columns":\[\]/,
			says,
		}),
	),
	...(
		[
			[
				'en-US',
				/Distribution: P \(Sum of x\), .*Of the 60 users with “P” events on Sun 1 Nov, 16.7% had a sum of x under −10/,
			],
			['zh-CN', /分布：P（x总和）.*60 名用户中，每人 x总和小于 −10 的占 16.7%/],
		] as const
	).map(([messageLanguage, says]) =>
		attack(`what a distribution computes, which its message would not say, ${messageLanguage}`, {
			form: {
				...{ resource: 'report', operation: 'getDistributionReport', output: 'markdown' },
				...{ messageLanguage, queryMode: 'definition' },
				queryDefinition: JSON.stringify({
					...{ event: 'P', of: 'sum', property: 'event.P.x', buckets: [-10, 100] },
					...{ unit: 'day', range: '2026-11-01' },
				}),
			},
			answer: () =>
				JSON.stringify({
					by_field: '',
					rows: [
						{
							...{ by_value: '2026-11-01', total_people: 60 },
							cells: [
								{ people: 10, percent: 16.67, bucket_end: -10 },
								{ people: 40, percent: 66.67, bucket_start: -10, bucket_end: 100 },
								{ people: 10, percent: 16.67, bucket_start: 100 },
							],
						},
					],
				}),
			untrue: / users, 16.7% had below|数值为/,
			says,
		}),
	),
	attack('two events of one display name, which nobody could tell apart', {
		form: {
			...{ ...REPORT, output: 'markdown' },
			measures: { measure: [{ eventName: 'OrderOld' }, { eventName: 'OrderNew' }] },
		},
		answer: (_body, url) =>
			url.includes('/events/all')
				? JSON.stringify(
						['OrderOld', 'OrderNew'].map((name, id) => ({
							id,
							name,
							cname: 'Order',
							visible: true,
						})),
					)
				: JSON.stringify({ series: ['2026-11-01 00:00:00'], rows: [{ values: [[5, 100]] }] }),
		untrue: /Order Sun|Order:/,
		says: /Order \(OrderOld\).*Order \(OrderNew\)/,
	}),
	attack('half a day, which would be the day', {
		form: { ...REPORT, output: 'markdown', options: { timeZone: 'Asia/Shanghai' } },
		answer: (body) =>
			JSON.stringify({
				...half([5], body),
				data_update_time: '2026-11-01 12:00:00.000',
				data_sufficient_update_time: '2026-11-01 12:00:00.000',
			}),
		untrue: /^$/,
		says: /data only until 1 Nov, 12:00/,
	}),
	...['touches', 'value_per_user', 'constructor', '__proto__'].map((name) =>
		attack(`a measure called ${name}, which would be another report`, {
			form: {
				...{ ...REPORT, output: 'markdown' },
				measures: { measure: [{ eventName: 'PayOrder', outputName: name }] },
			},
			answer: (body) => JSON.stringify(half([5], body)),
			untrue: /Attribution|Lifetime|Function|Object/,
		}),
	),
	attack('points in time of a minute, which would be hours', {
		form: {
			...{ ...REPORT, queryMode: 'json', output: 'markdown' },
			queryJson: JSON.stringify({
				measures: [{ event_name: 'PayOrder', aggregator: 'general' }],
				...{ unit: 'minute', from_date: '2026-11-01', to_date: '2026-11-01' },
			}),
		},
		answer: () =>
			JSON.stringify({
				series: [0, 1, 2, 3, 4].map((n) => `2026-11-01 10:0${n}:00`),
				rows: [{ values: [[1], [2], [3], [4], [5]] }],
			}),
		untrue: /11:0/,
		says: /10:04–10:05, the last minute.*10:00–10:01/,
	}),
	...['CST', 'cst', 'BST', 'IST'].map((timeZone) =>
		attack(`the time zone ${timeZone}, which is another one in JavaScript`, {
			form: { ...REPORT, dateRange: 'yesterday', options: { timeZone, displayNames: false } },
			answer: (body) => {
				const { from_date: from } = JSON.parse(body) as { from_date: string };
				return JSON.stringify({ series: [`${from} 00:00:00`], rows: [{ values: [[5]] }] });
			},
			untrue: /_events":5/,
			says: /can mean another time zone/,
		}),
	),
	...['rows', 'agent', 'markdown'].map((output) =>
		attack(`cities that are left out of the answer, which would be missing in (other): ${output}`, {
			form: {
				...{ ...REPORT, unit: 'total', output, options: { restInOneRow: true } },
				groupBy: { group: [{ field: 'event.PayOrder.city', topGroups: 1 }] },
			},
			answer: (body) => JSON.stringify({ ...half([70, 41, 42], body), truncated: true }),
			untrue: /83/,
			says: /other\)/,
		}),
	),
	attack('a measure takes the place of the dates that a summary is compared with', {
		form: {
			...REPORT,
			measures: {
				measure: ['compare_from', 'to'].map((name) => ({ eventName: 'A', outputName: name })),
			},
			...{ output: 'summary', compareWith: 'previousPeriod' },
		},
		answer: (body) => {
			const { from_date: from } = JSON.parse(body) as { from_date: string };
			return JSON.stringify({ series: [`${from} 00:00:00`], rows: [{ values: [[5, 6]] }] });
		},
		untrue: /"(?:compare_from|to)":\d/,
		says: /"compare_from":"2026-10-31"/,
	}),
	attack('a day that no clock of the zone showed', {
		form: zone('Pacific/Apia', '2011-12-28', '2011-12-31', 'day'),
		answer: () =>
			JSON.stringify({
				series: [28, 29, 31].map((day) => `2011-12-${day} 00:00:00`),
				rows: [{ values: [[10], [10], [10]] }],
			}),
		untrue: /2011-12-30/,
	}),
	attack('an hour of which clocks show the second half', {
		form: zone('Australia/Lord_Howe', '2026-10-04', '2026-10-04', 'hour'),
		answer: () => JSON.stringify({ series: ['2026-10-04 01:00:00'], rows: [{ values: [[10]] }] }),
		untrue: /T02:00:00"/,
		says: /T02:00:00\+10:30","PayOrder_events":0/,
	}),
];
