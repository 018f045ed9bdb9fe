/** Questions to the OpenAPI v3, with a key. */
import type { Answer, Question } from './asker.mts';
import type { About, Fact, Finding, Json, Step } from './step.mts';
import { addDays, listIn, looks, MIDNIGHT, objectIn, shapeOf, weekday } from './step.mts';

const ANALYTICS = '/api/v3/analytics/v1';
const REFUSED = 'A report in another form is an error that says what was not understood.';
const AS_IT_CAME =
	'An answer of another form is an error in messages; Rows give it as it came, with a hint.';

const isSuccess = ({ status, json }: Answer): boolean =>
	status >= 200 && status < 300 && objectIn(json).code === 'SUCCESS';

/** Judges the content of the envelope, or describes the answer if it is a refusal. */
function within(answer: Answer, judge: (data: Json) => Finding): Finding {
	return isSuccess(answer) ? judge(objectIn(objectIn(answer.json).data)) : { seen: looks(answer) };
}

const keysFact = (fact: Omit<Fact, 'judge'>, list: string, wanted: readonly string[]): Fact => ({
	...fact,
	judge: (answer) =>
		within(answer, (data) => {
			const [first] = listIn(data[list]).map(objectIn);
			if (first === undefined) return { seen: list in data ? 'an empty list' : `no ${list}` };
			const keys = wanted.filter((key) => key in first);
			return { seen: keys.join(' ') || 'none of them', agrees: keys.length === wanted.length };
		}),
});

/** Returns the columns of a table, and its rows. */
function tableIn(data: Json): { columns: string[]; rows: unknown[][] } {
	const infos = listIn(data.column_infos).map((info) => String(objectIn(info).column_name));
	const columns = infos.length > 0 ? infos : Object.keys(objectIn(data.metadata_columns));
	return { columns, rows: listIn(data.detail_rows).map(listIn) };
}

const get =
	(path: string, query?: Record<string, string>): (() => Question) =>
	() => ({
		method: 'GET',
		path: `${ANALYTICS}${path}`,
		...(query ? { query } : {}),
	});

function report(about: About, days: number, more: Json = {}, last = -1): Question | undefined {
	const { event, today } = about;
	if (event === undefined) return undefined;
	const to = addDays(today, last);
	const measures = [{ event_name: event, aggregator: 'general', name: 'm1' }];
	return {
		path: `${ANALYTICS}/model/segmentation/report`,
		body: {
			measures,
			unit: 'DAY',
			from_date: addDays(to, 1 - days),
			to_date: to,
			by_fields: [],
			...more,
		},
	};
}

function datesFact(fact: string, isRight: (day: string) => boolean): Fact {
	return {
		under: 'Dates and units',
		mark: '?',
		fact,
		otherwise: 'The weekday that answers show counts; another day of a month is an error.',
		judge: (answer) =>
			within(answer, (data) => {
				const { columns, rows } = tableIn(data);
				const at = columns.indexOf('date');
				const dates = rows.map((row) => String(row[at])).filter((date) => /^\d{4}/.test(date));
				if (dates.length === 0) return { seen: 'no dates' };
				const days = new Set(dates.map((date) => weekday(date.slice(0, 10))));
				const agrees = dates.every((date) => isRight(date.slice(0, 10)));
				return { seen: `${shapeOf(dates[0])}, weekdays ${[...days].sort().join(' ')}`, agrees };
			}),
	};
}

const cohort = ({ today }: About, more: Json): Json => ({
	from_date: addDays(today, -5),
	to_date: addDays(today, -1),
	unit: 'DAY',
	...more,
});

/** Returns a step for a report that only some versions have, and the names of its columns. */
function columnsStep(
	path: string,
	body: (about: About, event: string, second: string) => Json,
	fact: string,
	judge: (columns: string[], data: Json) => Finding,
	mark: Fact['mark'] = '◐',
): Step {
	return {
		question(about) {
			const { event, second } = about;
			if (event === undefined) return undefined;
			return {
				path: `${ANALYTICS}/model/${path}/report`,
				body: cohort(about, body(about, event, second ?? event)),
			};
		},
		facts: [
			{
				under: 'OpenAPI',
				mark,
				fact,
				otherwise: AS_IT_CAME,
				judge: (answer) => within(answer, (data) => judge(tableIn(data).columns, data)),
			},
		],
	};
}

export const openapiSteps: Step[] = [
	{
		isGate: true,
		question: get('/event-meta/events/all'),
		note(answer, about) {
			const events = listIn(objectIn(objectIn(answer.json).data).events).map(objectIn);
			const counted = events
				.filter(({ name }) => typeof name === 'string')
				.sort((a, b) => Number(b.total_count ?? 0) - Number(a.total_count ?? 0));
			about.events = counted.map(({ name }) => String(name));
			about.event = about.events[0];
			about.second = about.events[1] ?? about.events[0];
		},
		facts: [
			{
				under: 'OpenAPI',
				mark: '◐',
				fact: 'Responses are wrapped in an envelope with code SUCCESS, request_id, and data.',
				otherwise: 'Any other code is a failure.',
				judge: (answer) => ({
					seen: looks(answer),
					agrees: isSuccess(answer) && 'data' in objectIn(answer.json),
				}),
			},
			keysFact(
				{
					under: 'OpenAPI',
					mark: '◐',
					fact: 'Events have name, cname, tags, and total_count.',
					otherwise: 'What is missing is left out of lists; searches are not ordered by counts.',
				},
				'events',
				['name', 'cname', 'tags', 'total_count'],
			),
		],
	},
	{
		question: () => ({ method: 'GET', path: '/api/v3/portal/v2/management/product/versions' }),
		note(answer, about) {
			const versions = listIn(objectIn(objectIn(answer.json).data).product_versions).map(objectIn);
			const own = versions.find(({ product_name: name }) => name === 'SA');
			if (typeof own?.product_version === 'string') about.release = own.product_version;
		},
		facts: [
			{
				under: 'OpenAPI',
				mark: '◐',
				fact: 'The versions of the products are returned; Sensors Analytics is 3.0.5 or later.',
				otherwise:
					'Before 3.0.5, totals require a second request, and paths and sessions can be missing.',
				judge: (answer, { release }) =>
					within(answer, () => {
						const [version] = /^\d+\.\d+\.\d+/.exec(release ?? '') ?? [];
						if (version === undefined) return { seen: 'no version of SA' };
						const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
						const isNew = major > 3 || (major === 3 && (minor > 0 || patch >= 5));
						return { seen: isNew ? '3.0.5 or later' : 'before 3.0.5', agrees: isNew };
					}),
			},
		],
	},
	{
		question: () => ({ path: '/api/v3/portal/v2/identity/account/get-by-api-key', body: {} }),
		facts: [
			{
				under: 'OpenAPI',
				mark: '◐',
				fact: 'The account of a key is returned.',
				otherwise: 'The test of the credential asks for the versions in its place.',
				judge: (answer) => ({ seen: looks(answer), agrees: isSuccess(answer) }),
			},
		],
	},
	{
		question: () => ({ method: 'GET', path: `${ANALYTICS}/event-meta/events/all`, as: 'stranger' }),
		facts: [
			{
				under: 'OpenAPI',
				mark: '○',
				fact: 'The gateway refuses a wrong key with 401.',
				otherwise: 'The error shows what the service said, and that the key may be wrong.',
				judge: (answer) => ({ seen: looks(answer), agrees: answer.status === 401 }),
			},
		],
	},
	{
		question: ({ event, second }) =>
			event === undefined
				? undefined
				: {
						path: `${ANALYTICS}/property-meta/event-properties`,
						body: { events: [...new Set([event, second ?? event])] },
					},
		note(answer, about) {
			const lists = listIn(objectIn(objectIn(answer.json).data).event_properties).map(objectIn);
			about.properties = lists.flatMap(({ properties }) =>
				listIn(properties).map((property) => String(objectIn(property).name)),
			);
			const own =
				lists.find(({ event_define: of }) => objectIn(of).name === about.event) ?? lists[0];
			const all = listIn(own?.properties).map(objectIn);
			const ofKind = (kind: string) =>
				all.find(({ data_type: type }) => String(type).toLowerCase() === kind)?.name;
			about.textProperty = ofKind('string') as string | undefined;
			about.numberProperty = ofKind('number') as string | undefined;
		},
		facts: [
			{
				under: 'OpenAPI',
				mark: '?',
				fact: "event_define holds the event's name.",
				otherwise: 'Of several events nothing says of which event the properties are.',
				judge: (answer) =>
					within(answer, (data) => {
						const lists = listIn(data.event_properties).map(objectIn);
						if (lists.length === 0) return { seen: 'no lists' };
						const agrees = lists.every(
							({ event_define: of }) => typeof objectIn(of).name === 'string',
						);
						return { seen: agrees ? 'a name' : 'no name', agrees };
					}),
			},
		],
	},
	{
		question: ({ textProperty }) =>
			textProperty === undefined
				? undefined
				: {
						path: `${ANALYTICS}/property-meta/property/values`,
						body: { table_type: 'EVENT', property_name: textProperty, limit: 20 },
					},
		facts: [
			{
				under: 'OpenAPI',
				mark: '◐',
				fact: 'Property values are a list of strings. The list is missing if there are no values.',
				otherwise: 'The pick list of values is empty; values can be typed.',
				judge: (answer) =>
					within(answer, ({ values }) => {
						if (values === undefined) return { seen: 'absent', agrees: true };
						const agrees = Array.isArray(values) && values.every((one) => typeof one === 'string');
						return { seen: agrees ? 'texts' : 'others', agrees };
					}),
			},
		],
	},
	{
		question: (about) => report(about, 7),
		facts: [
			{
				under: 'OpenAPI',
				mark: '◐',
				fact: 'Reports are tables with metadata_columns and detail_rows.',
				otherwise: REFUSED,
				judge: (answer) =>
					within(answer, (data) => {
						const keys = ['metadata_columns', 'detail_rows'].filter((key) => key in data);
						return { seen: keys.join(' ') || 'neither', agrees: keys.length === 2 };
					}),
			},
			{
				under: 'OpenAPI',
				mark: '◐',
				fact: 'column_infos says which column is which.',
				otherwise: 'Before 3.0.5, the node relies on the order of the entries in metadata_columns.',
				judge: (answer) =>
					within(answer, (data) => ({
						seen: 'column_infos' in data ? 'column_infos' : 'none',
						agrees: 'column_infos' in data,
					})),
			},
			{
				under: 'Dates and units',
				mark: '○',
				fact: 'Dates are yyyy-MM-dd HH:mm:ss.',
				otherwise: REFUSED,
				judge: (answer) =>
					within(answer, (data) => {
						const { columns, rows } = tableIn(data);
						const dates = rows.map((row) => row[columns.indexOf('date')]);
						if (dates.length === 0) return { seen: 'no rows' };
						return {
							seen: shapeOf(dates[0]),
							agrees: dates.every((date) => MIDNIGHT.test(String(date)) || date === '$ALL'),
						};
					}),
			},
		],
	},
	{
		question: (about) => report(about, 21, { unit: 'WEEK' }, -1 - ((weekday(about.today) + 3) % 7)),
		facts: [datesFact('Weeks are named by their Monday.', (day) => weekday(day) === 1)],
	},
	{
		question: (about) => report(about, 45, { unit: 'MONTH' }),
		facts: [datesFact('Months are named by their first day.', (day) => day.endsWith('-01'))],
	},
	{
		question(about) {
			const { event, textProperty } = about;
			if (textProperty === undefined) return undefined;
			return report(about, 3, {
				by_fields: [`event.${event}.${textProperty}`],
				detail_and_rollup: true,
				limit: -1,
			});
		},
		facts: [
			{
				under: 'OpenAPI',
				mark: '◐',
				fact: 'detail_and_rollup adds rollup_rows.',
				otherwise: 'The node gets totals with a second request.',
				judge: (answer) =>
					within(answer, (data) => ({
						seen: 'rollup_rows' in data ? 'rollup_rows' : 'none',
						agrees: 'rollup_rows' in data,
					})),
			},
			{
				under: 'Fields',
				mark: '◐',
				fact: 'A grouped property of events is called event.$Anything.<property>.',
				otherwise: 'A column of another name is an error, unless it is the only one left.',
				judge: (answer, { textProperty, event }) =>
					within(answer, (data) => {
						const { columns } = tableIn(data);
						if (columns.includes(`event.$Anything.${textProperty}`))
							return { seen: 'as expected', agrees: true };
						const isOwn = columns.includes(`event.${event}.${textProperty}`);
						return { seen: isOwn ? 'as it was asked for' : 'otherwise', agrees: false };
					}),
			},
			{
				under: 'OpenAPI',
				mark: '◐',
				fact: 'Total rows within detail_rows are marked with $layer_total_reserved_word and $ALL.',
				otherwise: 'They would be taken for groups.',
				judge: (answer) =>
					within(answer, (data) => {
						const cells = tableIn(data).rows.flat();
						const found = ['$layer_total_reserved_word', '$ALL'].filter((word) =>
							cells.includes(word),
						);
						return {
							seen: found.join(' ') || 'no such lines',
							...(found.length > 0 ? { agrees: true } : {}),
						};
					}),
			},
			{
				under: 'OpenAPI',
				mark: '?',
				fact: 'The group without a value is null.',
				otherwise: 'An empty text is a group of its own, called "".',
				judge: (answer) =>
					within(answer, (data) => {
						const { columns, rows } = tableIn(data);
						const last = rows.map((row) => row[columns.length - 1]);
						if (last.includes(null)) return { seen: 'null', agrees: true };
						return last.includes('')
							? { seen: 'an empty text', agrees: false }
							: { seen: 'no such group' };
					}),
			},
		],
	},
	{
		question(about) {
			const { event, textProperty } = about;
			if (textProperty === undefined) return undefined;
			const never = {
				field: `event.${event}.${textProperty}`,
				function: 'equal',
				params: ['no-such-value-f7c1'],
			};
			return report(about, 2, {
				measures: [{ event_name: event, aggregator: 'average', name: 'm1' }],
				filter: { relation: 'AND', conditions: [never] },
				rollup: true,
			});
		},
		facts: [
			{
				under: 'Event report',
				mark: '?',
				fact: 'Averages without data are null, 0, or missing.',
				otherwise: REFUSED,
				judge: (answer) =>
					within(answer, (data) => {
						const { columns, rows } = tableIn(data);
						const values = rows.map((row) => row[columns.indexOf('m1')]);
						if (values.length === 0) return { seen: 'no rows', agrees: true };
						const agrees = values.every((value) => value === null || Number(value) === 0);
						return { seen: values.includes(null) ? 'null' : agrees ? '0' : 'neither', agrees };
					}),
			},
		],
	},
	{
		question: (about) =>
			report(about, 2, {
				measures: [{ event_name: 'NoSuchEvent_f7c1', aggregator: 'general', name: 'm1' }],
			}),
		facts: [
			{
				under: 'OpenAPI',
				mark: '○',
				fact: 'An unknown event is refused with SA-D-32-1 or SA-D-32-19.',
				otherwise: 'The error shows what the service says, without the names that may be meant.',
				judge: (answer) => {
					const { code, error_info: info } = objectIn(answer.json);
					const codes = [code, objectIn(info).code].map(String);
					const agrees = codes.some((one) => ['SA-D-32-1', 'SA-D-32-19'].includes(one));
					return { seen: looks(answer), agrees };
				},
			},
		],
	},
	columnsStep(
		'funnel',
		(_about, event, second) => ({
			funnel: {
				steps: [{ event_name: event }, { event_name: second }],
				max_convert_time: 1440,
			},
			by_fields: [],
		}),
		'A funnel has a column convert_user_step_1 for the first transition.',
		(columns) => {
			const found = columns.filter((name) => /step_\d+$/.test(name));
			return {
				seen: found.join(' ') || 'other columns',
				agrees: columns.includes('convert_user_step_1'),
			};
		},
	),
	columnsStep(
		'retention',
		(_about, event, second) => ({
			first_event: { event_name: event },
			second_event: { event_name: second },
			duration: 7,
			by_fields: [],
		}),
		'In a retention report, future periods are null.',
		(_columns, data) => {
			const { rows } = tableIn(data);
			const cells = rows.flat();
			if (rows.length === 0) return { seen: 'no rows' };
			return { seen: cells.includes(null) ? 'null' : 'no null', agrees: cells.includes(null) };
		},
		'?',
	),
	columnsStep(
		'addiction',
		(_about, event) => ({
			event_name: event,
			measure_type: 'times',
			result_bucket_params: [2, 3],
			by_fields: [],
		}),
		'Distribution buckets are written as [2, 3).',
		(columns, data) => {
			const texts = [...columns, ...tableIn(data).rows.flat().map(String)];
			const regions = texts.filter((text) => /^[[(]/.test(text));
			const shapes = [...new Set(regions.map((text) => text.replace(/[\d.]+/g, '9')))];
			return {
				seen: shapes.slice(0, 3).join(' ') || 'none',
				agrees: shapes.some((one) => one === '[9, 9)' || one === '[9,9)'),
			};
		},
		'?',
	),
	columnsStep(
		'user-analytics',
		() => ({ measures: [{ aggregator: 'count', field: '' }], by_fields: [] }),
		'Numbers of users by property are in the column "value".',
		(columns) => ({
			seen: columns.includes('value') ? 'value' : 'another name',
			agrees: columns.includes('value'),
		}),
	),
	columnsStep(
		'ltv',
		(_about, event) => ({
			start_sign: { start_event: event },
			measures: [{ event_name: event, aggregator: 'average' }],
			need_show_ltv_columns: '0,1,2,3',
			duration: 3,
			by_fields: [],
		}),
		'Lifetime value reports have the columns amount_ltv_n, and percent_ltv_n or rate_ltv_n.',
		(columns) => {
			const kinds = ['amount', 'percent', 'rate'].filter((kind) =>
				columns.some((name) => new RegExp(`^${kind}_ltv_\\d+$`).test(name)),
			);
			return {
				seen: kinds.map((kind) => `${kind}_ltv`).join(' ') || 'neither',
				agrees: kinds.includes('amount'),
			};
		},
	),
	columnsStep(
		'interval',
		(_about, event, second) => ({
			first_event: { event_name: event },
			second_event: { event_name: second },
			quantiles: [25, 50, 75],
			by_fields: [],
		}),
		'Interval reports have a column for each quantile, named after its number.',
		(columns) => {
			const found = ['25', '50', '75'].filter((name) => columns.includes(name));
			return { seen: found.length > 0 ? 'numbers' : 'other names', agrees: found.length === 3 };
		},
	),
	{
		question: get('/model/session/list'),
		facts: [
			keysFact(
				{
					under: 'OpenAPI',
					mark: '◐',
					fact: 'Session definitions have name and cname (3.0.5 and later).',
					otherwise: 'The name has to be typed.',
				},
				'sessions',
				['name', 'cname'],
			),
		],
	},
	{
		question: ({ event, today }) =>
			event === undefined
				? undefined
				: {
						path: `${ANALYTICS}/model/path/analytics/report`,
						body: {
							source_type: 'initial_event',
							source_event: { event_name: event },
							event_names: [event],
							col_limit: 3,
							row_limit: 3,
							session_interval: 1800,
							from_date: addDays(today, -2),
							to_date: addDays(today, -1),
						},
					},
		facts: [
			{
				under: 'OpenAPI',
				mark: '◐',
				fact: 'Path reports contain nodes and links, with one list per step (3.0.5 and later).',
				otherwise: AS_IT_CAME,
				judge: (answer) =>
					within(answer, ({ nodes, links }) => {
						const agrees = [nodes, links].every(
							(list) => Array.isArray(list) && list.every(Array.isArray),
						);
						return { seen: agrees ? 'lists of lists' : 'otherwise', agrees };
					}),
			},
		],
	},
	{
		question: () => ({
			path: `${ANALYTICS}/model/sql/query`,
			body: { sql: 'SELECT 1 AS a, NULL AS b', limit: '10' },
		}),
		facts: [
			{
				under: 'OpenAPI',
				mark: '○',
				fact: 'SQL results have one envelope per row, which omits columns with NULL.',
				otherwise: 'A NULL is returned as null.',
				judge(answer) {
					const [line = ''] = answer.text.trim().split('\n');
					let row: Json;
					try {
						row = objectIn(JSON.parse(line));
					} catch {
						return { seen: looks(answer) };
					}
					const columns = listIn(objectIn(row.data).columns);
					if (columns.length === 0) return { seen: looks(answer) };
					const isDropped = !columns.includes('b');
					return { seen: isDropped ? 'dropped' : 'null', agrees: isDropped };
				},
			},
		],
	},
	{
		question: get('/dashboard/navigation', { type: 'PUBLIC' }),
		facts: [
			keysFact(
				{
					under: 'OpenAPI',
					mark: '◐',
					fact: 'Dashboards have id, name, and config.',
					otherwise: 'Saved reports can be run by their ID alone.',
				},
				'dashboard_navigation_items',
				['id', 'name', 'config'],
			),
		],
	},
	{
		question: get('/dashboard/bookmarks', { type: '1' }),
		facts: [
			{
				under: 'OpenAPI',
				mark: '◐',
				fact: 'Each chart contains its type, and its query as a string in data.',
				otherwise: 'They are listed with can_be_run: false.',
				judge: (answer) =>
					within(answer, ({ bookmarks }) => {
						const all = listIn(bookmarks).map(objectIn);
						if (all.length === 0) return { seen: 'no charts' };
						const isNested = all.some(({ data }) => /^\s*"/.test(String(data)));
						const isPath = all.some(({ type }) => /^"?\//.test(String(type)));
						return {
							seen: `${isNested ? 'a text within a text' : 'a text'}, types such as ${isPath ? '/segmentation/' : 'SEGMENTATION_MODEL'}`,
							agrees: all.every(({ data }) => typeof data === 'string'),
						};
					}),
			},
		],
	},
	{
		question: () => ({
			path: '/api/v3/horizon/v1/segment/definition/list',
			body: { entity_name: 'user', page_size: 100 },
		}),
		facts: [
			{
				under: 'OpenAPI',
				mark: '◐',
				fact: 'User groups are returned as segments.',
				otherwise: 'User groups are an error that says that the module is missing.',
				judge: (answer) => ({ seen: looks(answer), agrees: isSuccess(answer) }),
			},
		],
	},
	{
		question: () => ({ path: '/api/v3/analytics/v1/smart-alarm/all', body: {} }),
		facts: [
			{
				under: 'Alarms',
				mark: '◐',
				fact: 'Alerts are returned with total and ids.',
				otherwise: 'The trigger for alerts returns an error.',
				judge: (answer) =>
					within(answer, (data) => ({
						seen: ['total', 'ids'].filter((key) => key in data).join(' ') || 'neither',
						agrees: 'ids' in data || data.total === 0,
					})),
			},
		],
	},
	{
		question: () => ({
			path: `${ANALYTICS}/model/user/list`,
			body: { profiles: ['user.$id'], detail: false, page_index: 1, page_size: 1 },
		}),
		facts: [
			{
				under: 'Users',
				mark: '?',
				fact: 'A user list without details contains users and page.',
				otherwise: 'Lists of users return an error.',
				judge: (answer) =>
					within(answer, (data) => {
						const keys = ['users', 'page'].filter((key) => key in data);
						return { seen: keys.join(' ') || 'neither', agrees: keys.length === 2 };
					}),
			},
		],
	},
];
