/** Small answers that take time or memory out of all proportion, and lists that never end. */
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { IDataObject } from 'n8n-workflow';

import { type NodeRun, TOOL_TYPE } from '../support/engine.mts';
import { type Attack, heldUnless } from './attack.mts';
import { HostileServer } from './support/hostileServer.mts';

/** What the service answers, by a part of the address; 404 to all else. */
type Routes = Array<[part: string, body: string]>;

interface Plan extends Omit<Attack, 'run'> {
	routes: () => Routes;
	form: IDataObject;
	credential?: string;
	/** What the node is to say; a result, if left out. */
	says?: RegExp;
	status?: number;
	/** Whether a model calls it. */
	tool?: boolean;
	/** Looks at what came. */
	check?: (run: NodeRun) => string | false;
}

const envelope = (data: unknown) => JSON.stringify({ code: 'SUCCESS', request_id: 'r', data });
const many = <Each,>(count: number, make: (index: number) => Each): Each[] =>
	Array.from({ length: count }, (_, index) => make(index));

function reactTo(routes: Routes, status: number) {
	return ({ url = '' }: IncomingMessage, response: ServerResponse) => {
		const [, body] = routes.find(([part]) => url.includes(part)) ?? [];
		// What is asked for is refused; lists are given.
		const isList = /\/(?:all|list|detail_list|detail|get|get-status|create|download)\b/.test(url);
		response.writeHead(body === undefined ? 404 : isList ? 200 : status);
		response.end(body ?? '{"error":"none","error_type":"BAD_REQUEST"}');
	};
}

function attack({ routes, form, credential = 'key', status = 200, tool, ...plan }: Plan) {
	const { says, check, ...rest } = plan;
	return {
		megabytes: 600,
		isAlone: true,
		...rest,
		async run() {
			const hostile = await HostileServer.start(reactTo(routes(), status));
			try {
				const run = await hostile.run(form, credential, tool ? { type: TOOL_TYPE } : {});
				const words = `${run.error?.message ?? ''} ${run.error?.description ?? ''}`;
				return heldUnless(
					says === undefined && run.error !== undefined && `the node said: ${words.slice(0, 300)}`,
					says !== undefined && !says.test(words) && `the node said: ${words.slice(0, 300)}`,
					words.length > 2000 && `an error of ${words.length} characters`,
					check?.(run) ?? false,
				);
			} finally {
				hostile.stop();
			}
		},
	} satisfies Attack;
}

const SQL = { resource: 'sqlQuery', operation: 'runSqlQuery', sql: 'SELECT 1', output: 'items' };
const COLUMNS = 800_000;
/** The most rows that the node accepts. */
const MOST_TAKEN = 90_000;
const columnName = (index: number) => `c${index.toString(36)}`;

function lineOf(names: string[]): string {
	return `${envelope({ columns: names, data: names.map(() => 0) })}\n`;
}

/** The details of a report: a row for each day, of the same cells. */
function details(row: object, days = 1): string {
	return envelope({
		column_infos: Object.keys(row).map((name) => ({ column_name: name, data_type: 'DOUBLE' })),
		detail_rows: many(days, (day) => [`2026-11-0${day + 1}`, ...Object.values(row).slice(1)]),
	});
}

function retention(periods: number): string {
	const users = many(periods, (n) => [`retention_user_date_period_${n}`, 5]);
	return details({ date: '', initial_user: 1000, ...Object.fromEntries(users) }, 5);
}

function distribution(regions: number): string {
	const cells = many(regions, (n) => [
		[`bucket_region_${n}`, `[${n}, ${n + 1})`],
		[`addiction_user_bucket_${n}`, 1],
	]);
	return details({ by_value: '', total_user: 1e6, ...Object.fromEntries(cells.flat()) }, 2);
}

function paths(nodes: number, links: number): string {
	const step = (name: string, times: number) =>
		many(nodes, (n) => ({ id: `${name}${n}`, event_name: `E${n}`, times }));
	const last = nodes - 1;
	return envelope({
		nodes: [step('a', 100), step('b', 100)],
		links: [many(links, () => ({ source: `a${last}`, target: `b${last}`, times: 0 }))],
	});
}

const report = (operation: string, more: IDataObject): IDataObject => ({
	resource: 'report',
	operation,
	...more,
});
const RETENTION = report('getRetentionReport', { firstEvent: 'A', secondEvent: 'B', duration: 7 });
const DISTRIBUTION = report('getDistributionReport', { eventName: 'A' });
const PATH = report('getPathReport', {
	pathEvent: 'A',
	pathEvents: { event: [{ eventName: 'B' }] },
});

const LISTS: Routes = [
	['definition/list', envelope({ segment_definitions: [{ name: 'user_segment_vip' }] })],
	[
		'latest-item/get',
		envelope({ lasted_segment_item_map: { user_segment_vip: { base_time: '', count: 3 } } }),
	],
	['project/get', envelope({ project: { id: 1 } })],
	['task/create', envelope({ task_id: 7 })],
	[
		'get-status',
		envelope({ status: 'SUCCESS', success_result: { file_result: { file_token: 'x' } } }),
	],
];
const MEMBERS = { resource: 'userGroup', operation: 'getMembers', userGroup: 'user_segment_vip' };
const savedReport = (data: string): Routes => [
	[
		'dashboard/navigation',
		envelope({ dashboard_navigation_items: [{ id: 1, name: 'D', is_public: true }] }),
	],
	[
		'dashboard/detail',
		envelope({ contain_bookmark_items: [{ id: 1, type: '/segmentation/', name: 'S', data }] }),
	],
];
const SAVED = { resource: 'savedReport', operation: 'getManySavedReports', returnAll: true };
const city = (params: string[]) => ({ field: 'event.A.city', function: 'equal', params });
const TOO_MUCH = /(is too large|too many) for n8n items/;
const NAMED = ['__proto__', 'constructor', 'toString'];

/** Texts that JavaScript finds by their length alone, so that each is compared with all others. */
const alike = (index: number) => 'x'.repeat(16_394) + String(index).padStart(6, '0');
const BY_CITY = { groupBy: { group: [{ field: 'event.$Anything.city' }] } };

export const attacks: Attack[] = [
	attack({
		name: 'groups called by 4000 long texts of one length',
		routes: () => [
			[
				'events/report',
				JSON.stringify({
					series: ['2026-11-01 00:00:00.000'],
					by_fields: ['event.$Anything.city'],
					num_rows: 4000,
					total_rows: 4000,
					rows: many(4000, (index) => ({ by_values: [alike(index)], values: [[5]] })),
				}),
			],
		],
		form: BY_CITY,
		credential: 'secret',
		says: /more than 500 texts of over 16000 characters/,
	}),
	attack({
		name: 'such texts as keys of an answer',
		routes: () => [
			['', `{"series":[],"rows":[],"more":{${many(4000, (i) => `"${alike(i)}":1`).join(',')}}}`],
		],
		form: {},
		credential: 'secret',
		says: /more than 500 texts of over 16000 characters/,
	}),
	attack({
		name: 'such texts as columns of rows',
		routes: () => [['sql', many(2000, (index) => `{"${alike(index)}":1}`).join('\n')]],
		form: SQL,
		credential: 'secret',
		says: /a column whose name has more than 10000 characters/,
	}),
	attack({
		name: 'a row of 800,000 columns',
		routes: () => [['sql', lineOf(many(COLUMNS, columnName))]],
		form: SQL,
		says: TOO_MUCH,
	}),
	attack({
		name: 'such a row of the older API',
		routes: () => [
			['sql', `{${many(COLUMNS, (index) => `"${columnName(index)}":0`).join(',')}}\n`],
		],
		form: SQL,
		credential: 'secret',
		says: TOO_MUCH,
	}),
	attack({
		name: 'a column that stands twice, behind 90,000 others',
		routes: () => [['sql', lineOf([...many(MOST_TAKEN, columnName), columnName(MOST_TAKEN - 1)])]],
		form: SQL,
		says: /Two columns/,
	}),
	attack({
		name: 'the name of a column that stands twice fills the error',
		routes: () => [['sql', lineOf(['x'.repeat(1e6), 'x'.repeat(1e6)])]],
		form: SQL,
		says: /Two columns/,
	}),
	attack({
		name: 'columns called as every object has one, empty in a file',
		routes: () => [['sql', lineOf(['a', ...NAMED]) + lineOf(['a'])]],
		form: { ...SQL, output: 'file' },
		check: ({ items }) => {
			const file = Buffer.from(items[0]?.binary?.data?.data ?? '', 'base64').toString();
			return !file.endsWith('\r\n0,,,\r\n') && `the file holds ${file}`;
		},
	}),
	attack({
		name: 'a text of a member that goes on for 40 million lines',
		routes: () => [...LISTS, ['download', `1\n${'a\n'.repeat(40e6)}`]],
		form: { ...MEMBERS, output: 'items' },
		says: /none of the following lines starts with a user's ID/,
	}),
	attack({
		name: 'pages of datasets without an end',
		routes: () => [
			[
				'detail_list',
				envelope({
					datasets: many(1e5, (id) => ({ dataset_id: id, dataset_cname: 'x'.repeat(50) })),
					page_info: { page_count: 1e15 },
				}),
			],
		],
		form: {
			resource: 'dataset',
			operation: 'getManyDatasets',
			datasetGroup: 'g',
		},
		says: /list from Sensors Analytics takes more than/,
		seconds: 30,
	}),
	attack({
		name: 'datasets by the million, each of nothing but an ID',
		routes: () => [
			['group/list', envelope({ dataset_groups: many(49, (n) => ({ group_name: `g${n}` })) })],
			['detail_list', envelope({ datasets: many(1e5, (id) => ({ dataset_id: id })) })],
		],
		form: { resource: 'dataset', operation: 'getManyDatasets', returnAll: true },
		says: /takes more than 1 million entries/,
		seconds: 30,
	}),
	attack({
		name: 'one page of users, again and again',
		routes: () => [
			['user/list', envelope({ users: [{ id: '1' }], page: { page_count: 1e15, total: 1 } })],
		],
		form: { resource: 'user', operation: 'getManyUsers', returnAll: true },
	}),
	attack({
		name: 'rows of a dataset without cells, page after page',
		routes: () => [
			[
				'model/query',
				envelope({ columns: [], data: many(2e6, () => []), page_info: { page_count: 1e15 } }),
			],
		],
		form: {
			resource: 'dataset',
			operation: 'queryDataset',
			dataset: '1',
			datasetMeasures: { measure: [{ column: 'a', aggregation: 'SUM' }] },
			returnAll: true,
		},
		says: /rows without 'columns'/,
	}),
	attack({
		name: '20,000 nodes of a path with 40,000 links',
		routes: () => [['path', paths(20_000, 40_000)]],
		form: PATH,
	}),
	attack({
		name: 'a node of a path whose name fills the error',
		routes: () => [
			[
				'path',
				envelope({
					nodes: [[{ id: 'x'.repeat(1e6), event_name: 'A', times: 1 }]],
					links: [[{ source: 'x'.repeat(1e6), target: 'y', times: 5, is_wastage: true }]],
				}),
			],
		],
		form: { ...PATH, output: 'markdown' },
		says: /have more paths than the node/,
	}),
	attack({
		name: 'a retention of 8 million rows in a response of 16 MB',
		routes: () => {
			const periods = many(4000, (n) => `retention_user_date_period_${n}`);
			const days = many(2000, (n) => new Date(Date.UTC(2020, 0, n + 1)).toISOString().slice(0, 10));
			const names = ['date', 'initial_user', ...periods];
			return [
				[
					'retention',
					envelope({
						column_infos: names.map((name) => ({ column_name: name })),
						detail_rows: days.map((day) => [day, 9, ...periods.map(() => 5)]),
					}),
				],
			];
		},
		form: { ...RETENTION, fromDate: '2020-01-01', output: 'rows' },
		says: /is too large for memory/,
		megabytes: 1000,
		seconds: 30,
	}),
	attack({
		name: 'a message of a retention with 2,000 periods',
		routes: () => [['retention', retention(2000)]],
		form: { ...RETENTION, toDate: '2026-11-05', output: 'slack' },
	}),
	attack({
		name: 'a message of a distribution with 1,600 ranges',
		routes: () => [['addiction', distribution(1600)]],
		form: { ...DISTRIBUTION, toDate: '2026-11-02', output: 'slack' },
	}),
	attack({
		name: 'a saved query of 10 million lists',
		routes: () => savedReport(`{"measures":[],"x":[${'[],'.repeat(10e6)}0]}`),
		form: SAVED,
		says: /takes more than|^ $/,
	}),
	...Object.entries({
		'30,000 groups of conditions': {
			filter: () => ({ filters: many(30_000, (n) => ({ conditions: [city([`v${n}`])] })) }),
			says: /more than 10,000 lists and objects/,
		},
		'400,000 values': {
			filter: () => ({ conditions: [city(many(400_000, (n) => `v${n}`))] }),
		},
		'2 million values': {
			filter: () => ({ conditions: [city(many(2_000_000, () => 'v'))] }),
			says: /no readable query/,
		},
	}).map(([what, { filter, ...rest }]) =>
		attack({
			name: `a saved query of ${what}, as a message`,
			routes: () => {
				const data = JSON.stringify({
					...{ measures: [{ event_name: 'A', aggregator: 'general' }], filter: filter() },
					...{ from_date: '2026-11-01', to_date: '2026-11-01', unit: 'day' },
				});
				const bookmark = { id: 1, type: '/segmentation/', name: 'S', data };
				return [
					['bookmarks', JSON.stringify(bookmark)],
					['dashboards/1', JSON.stringify({ id: 1, name: 'D', items: [{ bookmark }] })],
					['dashboards', '[{"id":1,"name":"D"}]'],
					['events/all', '[]'],
					['properties', '[]'],
					['report', '{"series":["2026-11-01 00:00:00"],"rows":[{"values":[[1]]}]}'],
				];
			},
			form: {
				...{ resource: 'savedReport', operation: 'runSavedReport', output: 'slack' },
				...{ dashboard: '1', savedReport: '1', dateRange: 'asPasted' },
			},
			credential: 'secret',
			...rest,
		}),
	),
	attack({
		name: 'a refused name, and 80,000 that are like it',
		routes: () => [
			['events/all', envelope({ events: many(80_000, (n) => ({ name: 'b'.repeat(84) + n })) })],
			[
				'segmentation',
				JSON.stringify({
					code: 'SA-D-32-1',
					error_info: { description: `event "${'a'.repeat(90)}" does not exist` },
				}),
			],
		],
		form: {},
		status: 400,
		says: /does not exist/,
	}),
	attack({
		name: 'names of the project fill the error for a model',
		routes: () => [
			['events/all', envelope({ events: [{ name: `Pay${'x'.repeat(2e6)}` }, { name: 'Paid' }] })],
		],
		form: {
			...report('getEventReport', { queryMode: 'definition', output: 'agent' }),
			queryDefinition: '{"measures":["pay order"],"range":"yesterday"}',
		},
		says: /no event called/,
	}),
	attack({
		name: 'values of end users fill the answer for a model',
		routes: () => [
			[
				'user-analytics',
				envelope({
					column_infos: [{ column_name: 'user.city' }, { column_name: 'value' }],
					detail_rows: many(20, (n) => [`${n} ${'v'.repeat(1e6)}`, 1]),
				}),
			],
			['events/all', envelope({ events: [{ name: 'A' }] })],
			['user-properties', envelope({ user_properties: [{ name: 'city', data_type: 'STRING' }] })],
			['event-properties', envelope({ event_properties: [] })],
			['segmentation', envelope({ column_infos: [{ column_name: 'date' }], detail_rows: [] })],
		],
		form: {
			...report('getEventReport', { queryMode: 'definition', output: 'agent' }),
			queryDefinition: '{"measures":["A"],"filter":{"user.city":"x"},"range":"yesterday"}',
		},
		check: ({ rows }) => {
			const { length } = JSON.stringify(rows);
			const isReported = JSON.stringify(rows).includes('a value of');
			return (length > 10_000 || !isReported) && `an answer of ${length} characters`;
		},
	}),
	...['table', 'wide', 'raw'].map((output) =>
		attack({
			name: `a report fills the answer for a model, as ${output}`,
			routes: () => [
				[
					'segmentation',
					envelope({
						column_infos: ['date', 'event.PayOrder.city', 'PayOrder_events'].map((column_name) => ({
							column_name,
						})),
						detail_rows: many(5000, (n) => ['2026-11-01', `city ${n}`, n]),
					}),
				],
			],
			form: { ...report('getEventReport', { output }), groupBy: { group: [{ field: 'city' }] } },
			tool: true,
			check: ({ rows }) =>
				JSON.stringify(rows).length > 20_000 && `${JSON.stringify(rows).length} characters`,
		}),
	),
	attack({
		name: 'kinds of values called as every object has one',
		routes: () => [
			[
				'user-properties',
				envelope({ user_properties: NAMED.map((type) => ({ name: `p${type}`, data_type: type })) }),
			],
		],
		form: {
			resource: 'property',
			operation: 'getManyProperties',
			propertiesOf: 'users',
			returnAll: true,
		},
		check: ({ rows }) =>
			(rows.length < NAMED.length || rows.some(({ type }) => typeof type === 'function')) &&
			`there are ${JSON.stringify(rows)}`,
	}),
];
