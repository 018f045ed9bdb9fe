/** Honest answers at their bounds: no report holds n8n for long, whatever it is read and made into. */
import type { IDataObject } from 'n8n-workflow';

import type { NodeRun } from '../support/engine.mts';
import { type Attack, heldUnless } from './attack.mts';
import { watched } from './support/blocks.mts';
import { HostileServer, send } from './support/hostileServer.mts';

const envelope = (data: unknown) => JSON.stringify({ code: 'SUCCESS', request_id: 'r', data });
const many = <Each,>(count: number, make: (index: number) => Each): Each[] =>
	Array.from({ length: count }, (_, index) => make(index));
const dayOf = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);

const PERIOD_COLUMNS = (name: string) => many(2, (period) => `${name}_${period}`);

type Answer = (url: string, body: string) => string;

interface Plan extends Omit<Attack, 'run'> {
	form: IDataObject;
	answer: () => Answer;
	credential?: string;
	says?: RegExp;
	check?: (run: NodeRun) => string | false;
	/** Whether the answer is one that no report can be made of. */
	isRaw?: boolean;
	/** The input item. */
	item?: IDataObject;
}

function attack({
	form,
	answer,
	credential = 'key',
	says,
	check,
	isRaw = false,
	item,
	...rest
}: Plan): Attack {
	return {
		megabytes: 1400,
		seconds: 120,
		...rest,
		async run() {
			const give = answer();
			const hostile = await HostileServer.start((request, response) => {
				let body = '';
				request.on('data', (piece) => (body += piece));
				request.on('end', () => send(response, give(request.url ?? '', body)));
			});
			try {
				const run = await hostile.run(form, credential, item ? { items: [item] } : {});
				const words = `${run.error?.message ?? ''} ${run.error?.description ?? ''}`;
				return heldUnless(
					says === undefined && run.error !== undefined && `the node said: ${words.slice(0, 300)}`,
					says !== undefined && !says.test(words) && `the node said: ${words.slice(0, 300)}`,
					words.length > 4000 && `an error of ${words.length} characters`,
					// What is not understood is passed on raw: then no report was made.
					(run.rows[0]?.code === 'SUCCESS') !== isRaw && `raw is not ${isRaw}`,
					check?.(run) ?? false,
				);
			} finally {
				hostile.stop();
			}
		},
	};
}

const report = (operation: string, more: IDataObject = {}): IDataObject => ({
	resource: 'report',
	operation,
	...more,
	options: { displayNames: false, ...(more.options as IDataObject) },
});

/** An answer of the OpenAPI with these columns and rows, made once for all requests. */
function table(
	columns: string[],
	rowsOf: () => unknown[][],
	totalsOf?: () => unknown[][],
): () => Answer {
	return () => {
		const infos = columns.map((name) => ({ column_name: name, data_type: 'STRING' }));
		const rows = rowsOf();
		const body = envelope({
			column_infos: infos,
			detail_rows: rows,
			...(totalsOf ? { rollup_rows: totalsOf() } : {}),
		});
		// Messages of funnels by groups request those of all users, too.
		const [first = []] = rows;
		const all = envelope({ column_infos: infos.slice(1), detail_rows: [first.slice(1)] });
		const isByCity = columns[0] === 'user.city';
		return (_url, requested) => (isByCity && !requested.includes('user.city') ? all : body);
	};
}

const GROUPS = 250_000;
const groupBy = { groupBy: { group: [{ field: 'city' }] } };
const DAYS_OF_YEAR = { unit: 'day', fromDate: '2026-01-01', toDate: '2026-08-28' };
const days = 240;
const perDay = Math.floor(GROUPS / days);
const cells = () =>
	many(days * perDay, (n) => [dayOf(n % days), `city ${Math.floor(n / days)}`, n]);
const totals = () => many(perDay, (n) => ['$ALL', `city ${n}`, n]);
const EVENT_COLUMNS = ['date', 'event.PayOrder.city', 'PayOrder_events'];

/**
 * The same of the older API.
 * @param amount a number as the answer has it, in place of one for each row
 */
function olderReport(groups: number, points: number, amount?: string): Answer {
	const numbers = `[${many(points, () => `[${amount}]`).join(',')}]`;
	const rows = many(groups, (n) => {
		const own = amount === undefined ? JSON.stringify(many(points, (p) => [n + p])) : numbers;
		return `{"by_values":["city ${n}"],"values":${own}}`;
	});
	const facts = `"num_rows":${groups},"total_rows":${groups}`;
	const series = JSON.stringify(many(points, (n) => `${dayOf(n)} 00:00:00`));
	const body = `{"series":${series},"rows":[${rows.join(',')}],${facts}}`;
	return () => body;
}

/** What n8n stores of the items. */
function beyond({ rows }: NodeRun, most = 60e6): string | false {
	let size = 0;
	for (const row of rows) {
		size += JSON.stringify(row).length;
		if (size > most) return `${Math.round(size / 1e6)} MB and more as JSON`;
	}
	return false;
}

const HOURS = report('getEventReport', {
	...groupBy,
	unit: 'hour',
	fromDate: '2026-01-01',
	toDate: '2026-03-21',
});
const TOO_LONG = /characters of group names, but the maximum is 250,000,000/;

/** Of the older API, by hour: names that differ at their end. */
function longNames(groups: number, length: number): Answer {
	return hoursReport(groups, 80 * 24, 'x'.repeat(length - 4));
}

/** Groups are named only where the report is asked for by them. */
function hoursReport(groups: number, hours: number, name = '', day = 0): Answer {
	const hourOf = (n: number) =>
		`${dayOf(day + Math.floor(n / 24))} ${String(n % 24).padStart(2, '0')}`;
	const series = many(hours, (n) => `${hourOf(n)}:00:00`);
	const numbers = (n: number) => many(hours, (p) => [n + p]);
	const rows = many(groups, (n) => ({
		by_values: [name + String(n).padStart(4, '0')],
		values: numbers(n),
	}));
	const grouped = JSON.stringify({ series, rows, num_rows: groups, total_rows: groups });
	const whole = JSON.stringify({ series, rows: [{ values: numbers(0) }] });
	return (_url, body) => (body.includes('city') ? grouped : whole);
}

/** Numbers of one day and of the week before, by groups that all changed a little. */
function changedGroups(groups: number, length: number): Answer {
	const bodyOf = (day: string, isGrouped: boolean, measures: number) =>
		JSON.stringify({
			series: [`${day} 00:00:00`],
			rows: isGrouped
				? many(groups, (n) => ({
						by_values: [`${'x'.repeat(length - 4)}${n}`],
						values: [[((n * 7919) % 97) + (day === '2026-01-08' ? 1 : 3)]],
					}))
				: [{ values: [many(measures, () => (day === '2026-01-08' ? 400_000 : 500_000))] }],
			num_rows: isGrouped ? groups : 1,
			total_rows: isGrouped ? groups : 1,
		});
	const bodies = new Map<string, string>();
	return (_url, requested) => {
		const [, day = ''] = /"from_date":"([^"]+)"/.exec(requested) ?? [];
		const isGrouped = requested.includes('by_fields');
		const key = `${day} ${isGrouped}`;
		// Without groups, the request also asks for the numbers that show how much it varies.
		const measures = requested.split('"aggregator"').length - 1;
		const body = bodies.get(key) ?? bodyOf(day, isGrouped, measures);
		bodies.set(key, body);
		return body;
	};
}

const TOTALS = 4000;
const totalsBody = (groups: number): string =>
	JSON.stringify({
		detail_result: {
			series: many(30, (n) => `${dayOf(n)} 00:00:00`),
			rows: many(groups, (n) => ({ by_values: [`city ${n}`], values: many(30, (p) => [n + p]) })),
		},
		rollup_result: {
			rows: many(groups, (n) => ({ by_values: [`city ${n}`], values: [[n]] })),
		},
	});

/** The most rows of a report that is no series, and a few more. */
const MOST_ROWS = 2_000_000;
const CITY = { groupByField: 'user.city' };
/** A quarter of the rows that a message may have; the attacks further below have nearly all. */
const MOST_TOLD = 250_000;
const READERS: Array<[output: string, rows: number, says?: RegExp]> = [
	// The rows are read, but not made into items, because the limit is lower.
	['rows', MOST_ROWS, /2,000,000 rows, but the maximum is 250,000/],
	['slack', MOST_TOLD],
];

interface Bounded {
	form: IDataObject;
	columns: string[];
	/** A row of the answer. */
	row: (index: number) => unknown[];
	/** Rows of the report that a row of the answer is. */
	lines: number;
}

const FUNNEL_STEPS = 20;
const PERIODS = 250;
const BUCKETS = 20;
const BOUNDED: { [report: string]: Bounded } = {
	funnel: {
		form: report('getFunnelReport', {
			steps: { step: many(FUNNEL_STEPS, (n) => ({ eventName: `E${n}` })) },
			window: 1,
			windowUnit: 'days',
			...CITY,
		}),
		columns: [
			'user.city',
			'total_user',
			...many(FUNNEL_STEPS - 1, (n) => `convert_user_step_${n + 1}`),
		],
		row: (n) => [`city ${n}`, ...many(FUNNEL_STEPS, (step) => 1000 - step)],
		lines: FUNNEL_STEPS,
	},
	'lifetime values': {
		form: report('getLifetimeValueReport', {
			startEvent: 'A',
			valueEvent: 'B',
			valueProperty: 'amount',
			...CITY,
		}),
		columns: ['user.city', 'initial_user', ...many(PERIODS, (n) => `amount_ltv_${n}`)],
		row: (n) => [`city ${n}`, 9, ...many(PERIODS, (period) => period / 4)],
		lines: PERIODS,
	},
	retention: {
		form: report('getRetentionReport', {
			firstEvent: 'A',
			secondEvent: 'B',
			duration: 30,
			...CITY,
		}),
		columns: [
			...['user.city', 'date', 'initial_user'],
			...many(PERIODS, (n) => `retention_user_date_period_${n}`),
		],
		row: (n) => [`city ${n}`, '$ALL', 9, ...many(PERIODS, () => 5)],
		lines: PERIODS,
	},
	distribution: {
		form: report('getDistributionReport', { eventName: 'A', unit: 'day', ...CITY }),
		// The group is where the date is otherwise.
		columns: [
			...['by_value', 'total_user'],
			...many(BUCKETS, (n) => [`bucket_region_${n}`, `addiction_user_bucket_${n}`]).flat(),
		],
		row: (n) => [...[`city ${n}`, 10], ...many(BUCKETS, (k) => [`[${k}, ${k + 1})`, 1]).flat()],
		lines: BUCKETS,
	},
};

/** Paths have nodes and links in place of rows. */
function paths(nodes: number, links: number): Answer {
	// The most events into which the service may split the requested ones.
	const step = (name: string) =>
		many(nodes, (n) => ({ id: `${name}${n}`, event_name: name.toUpperCase(), times: 9 }));
	const body = envelope({
		nodes: [step('a'), step('b')],
		links: [
			many(links, (n) => ({
				source: `a${n % nodes}`,
				target: `b${(n + Math.floor(n / nodes)) % nodes}`,
				times: 1,
			})),
			[],
		],
	});
	return () => body;
}

const PATH = report('getPathReport', {
	pathEvent: 'A',
	pathEvents: { event: [{ eventName: 'B' }] },
});
const INTERVAL_COLUMNS =
	'by_field date cnt people min_time 25 50 75 max_time avg_time uniqavg_time'.split(' ');
const TOO_MANY = /is too large for memory/;

/** Reports with this number of small groups, as messages. */
const MOST_GROUPS = 100_000;
const MANY_GROUPS: { [report: string]: Omit<Bounded, 'lines'> } = {
	distribution: {
		form: BOUNDED.distribution?.form as IDataObject,
		columns: ['by_value', 'total_user', 'bucket_region_0', 'addiction_user_bucket_0'],
		row: (n) => [`city ${n}`, 10, '[1, 3)', 10],
	},
	retention: {
		form: { ...BOUNDED.retention?.form, duration: 1 },
		columns: ['user.city', 'date', 'initial_user', ...PERIOD_COLUMNS('retention_user_date_period')],
		row: (n) => [`city ${n}`, '$ALL', 90, 50, n % 50],
	},
	'lifetime values': {
		form: { ...BOUNDED['lifetime values']?.form, duration: 1 },
		columns: ['user.city', 'initial_user', ...PERIOD_COLUMNS('amount_ltv')],
		row: (n) => [`city ${n}`, 90, n / 4, n / 2],
	},
	funnel: {
		form: { ...BOUNDED.funnel?.form, steps: { step: many(2, (n) => ({ eventName: `E${n}` })) } },
		columns: ['user.city', 'total_user', 'convert_user_step_1'],
		row: (n) => [`city ${n}`, 100, n % 100],
	},
};

const ONE_DAY = { unit: 'day', fromDate: '2026-01-01', toDate: '2026-01-01' };
/** Two days, the same answer to both: what counts is how changes are looked for. */
const COMPARED = {
	...ONE_DAY,
	compareWith: 'custom',
	compareFromDate: '2026-01-01',
	compareToDate: '2026-01-01',
};

/** All rows of a report, in a message. */
const LONG_TABLE = { message: { layout: 'people', maxRows: 10_000 } };

/** As above, of 80 days. */
const FIRST_DAYS = { ...COMPARED, toDate: dayOf(79), compareToDate: dayOf(79) };
const LONG_AGO = -2000;
const HOURS_COMPARED = {
	unit: 'hour',
	compareWith: 'custom',
	...{ fromDate: dayOf(LONG_AGO), compareFromDate: dayOf(LONG_AGO) },
	...{ toDate: dayOf(LONG_AGO + 749), compareToDate: dayOf(LONG_AGO + 749) },
};
/** One request for each day of a year, whose answer has groups of its own. */
const SLICES = {
	...{ unit: 'day', fromDate: '2025-01-01', toDate: '2025-12-26' },
	options: { sliceDays: 1 },
};
function slicesOfOwnGroups(groups: number): Answer {
	return (_url, requested) => {
		if (requested === '') return '[]';
		const { from_date: from = '' } = JSON.parse(requested) as Record<string, string>;
		const day = from.slice(0, 10);
		return JSON.stringify({
			series: [`${day} 00:00:00`],
			rows: many(groups, (n) => ({ by_values: [`${day} ${n}`], values: [[5]] })),
			...{ num_rows: groups, total_rows: groups },
		});
	};
}
const TOP_CITIES = { groupBy: { group: [{ field: 'city', topGroups: 10 }] } };
const TOO_MANY_ROWS = /The report has [\d,]+ rows \([\d,]+ groups × [\d,]+ dates or times\)/;
const TOO_MANY_PLACES = /groups and [\d,]+ dates or times, so [\d,]+ places for numbers/;
const MEAN = { eventName: 'PayOrder', aggregator: 'avg', field: 'amount' };
/** Filters by what no list has. */
const WRONG_NAMES = {
	'names of users': (n: number) => `user.Propertie numer ${n}`,
	'names of an event': (n: number) => `Propertie numer ${n}`,
	'names of any event': (n: number) => `event.$Anything.Proprty no ${n}`,
};
/** Numbers that take longer to add up than whole ones do. */
const AMOUNTS = {
	'12.34': '12.34',
	'of 16 decimals': '12.340000000000002',
	'beyond 2^53': '99999999999999999',
};

/**
 * A filter with values that the property never has; it has the most values that the service may
 * receive.
 */
const MOST_VALUES = 10_000;
function missingValues(count: number): Pick<Plan, 'form' | 'answer' | 'credential'> {
	const code = 'abcdefgh';
	const filter = { 'event.PayOrder.code': many(count, (n) => `SKU-${code}q${n}`) };
	const definition = { measures: ['PayOrder'], range: '2026-01-01', filter };
	const lists = {
		'events/all': [{ id: 1, name: 'PayOrder', cname: 'PayOrder', virtual: false, visible: true }],
		'event/properties': {
			PayOrder: { event: [{ id: 1, name: 'code', cname: 'code', data_type: 'string' }] },
		},
	};
	const series = [`${dayOf(0)} 00:00:00`];
	const rows = many(MOST_VALUES, (n) => ({ by_values: [`ART-${code}x${n}`], values: [[5]] }));
	const values = { series, by_fields: ['event.PayOrder.code'], rows };
	return {
		form: report('getEventReport', {
			queryMode: 'definition',
			queryDefinition: JSON.stringify(definition),
			output: 'agent',
		}),
		credential: 'secret',
		answer: () => (url, body) => {
			const list = Object.entries(lists).find(([path]) => url.includes(path));
			if (list || !url.includes('report')) return JSON.stringify(list?.[1] ?? []);
			return JSON.stringify(
				body.includes('by_fields') ? values : { series, rows: [{ values: [[0]] }] },
			);
		},
	};
}

const OUTPUTS = ['rows', 'table', 'wide', 'agent', 'markdown', 'slack', 'html'];

/** Numbers so small that none of them has a usual range: each is named in a reason. */
const usualHours: Attack = {
	name: 'three years of hours, held against their usual range',
	megabytes: 1400,
	seconds: 120,
	async run() {
		const hostile = await HostileServer.start((request, response) => {
			let body = '';
			request.on('data', (piece) => (body += piece));
			request.on('end', () => {
				const { from_date: from, to_date: to } = JSON.parse(body || '{}') as {
					[key: string]: string;
				};
				const start = Date.parse(`${from}T00:00:00Z`);
				const count = from ? (Date.parse(`${to}T00:00:00Z`) - start) / 3_600_000 + 24 : 0;
				const at = (hour: number) => new Date(start + hour * 3_600_000).toISOString().slice(0, 19);
				const series = many(count, (hour) => at(hour).replace('T', ' '));
				send(response, JSON.stringify({ series, rows: [{ values: many(count, () => [5]) }] }));
			});
		});
		try {
			const dates = { dateRange: 'custom', fromDate: '2022-11-01', toDate: '2025-10-31' };
			const options = { usualRange: 'all', specialDays: '' };
			const form = {
				resource: 'report',
				operation: 'getEventReport',
				unit: 'hour',
				...dates,
				options,
			};
			const { rows, error } = await hostile.run(form, 'secret');
			return heldUnless(
				error !== undefined && `the node said: ${error.message} ${error.description ?? ''}`,
				rows.length < 26_000 && `there are ${rows.length} rows`,
			);
		} finally {
			hostile.stop();
		}
	},
};

/** A webhook's body, or a wide sheet's row. */
const inputOf = (fields: number): IDataObject =>
	Object.fromEntries(many(fields, (n) => [`field ${n}`, `value ${n}`]));

/** Users of which each has ten of the project's properties. */
function sparseUsers(users: number, properties: number): () => Answer {
	const own = (user: number) =>
		many(10, (n) => [`property ${(user * 31 + n * 53) % properties}`, n] as const);
	const profile = (n: number) => ({ id: `${n}`, profiles: Object.fromEntries(own(n)) });
	return () => (_, body) => {
		const { page_index: page } = JSON.parse(body) as { page_index: number };
		return envelope({
			users: many(100, (n) => profile((page - 1) * 100 + n)),
			page: { total: users, page_count: users / 100 },
		});
	};
}

/** Rows of dates whose users still have time, or had it: which rows can grow is asked for each. */
function growing(): { [name: string]: Pick<Plan, 'form' | 'answer' | 'credential'> } {
	const [starts, periods] = [660, 1490];
	const startOf = (n: number) => dayOf(LONG_AGO + n);
	const dates = { fromDate: startOf(0), toDate: startOf(starts - 1) };
	const [steps, cities] = [99, 15];
	return {
		retention: {
			form: report('getRetentionReport', {
				...{ firstEvent: 'A', secondEvent: 'B', duration: 7, unit: 'day', ...dates },
			}),
			credential: 'secret',
			answer: () => {
				const cells = `"cells":[${many(periods, (n) => `{"people":${periods - n}}`).join()}]`;
				const row = (n: number) => `{"by_value":"${startOf(n)}","total_people":9000,${cells}}`;
				const body = `{"has_first_day":true,"rows":[${many(starts, row).join()}]}`;
				return () => body;
			},
		},
		'lifetime values': {
			form: report('getLifetimeValueReport', {
				...{ startEvent: 'A', valueEvent: 'B', valueProperty: 'amount', unit: 'day', ...dates },
			}),
			answer: table(
				['date', 'measure_name', 'initial_user', ...many(periods, (n) => `amount_ltv_${n}`)],
				() => many(starts, (n) => [startOf(n), 'm', 9000, ...many(periods, (k) => k / 4)]),
			),
		},
		funnel: {
			form: report('getFunnelReport', {
				steps: { step: many(steps, (n) => ({ eventName: `E${n}` })) },
				...{ window: 1, windowUnit: 'days', ...CITY, splitByDate: true, ...dates },
			}),
			answer: table(
				[
					...['user.city', 'date', 'total_user'],
					...many(steps - 1, (n) => `convert_user_step_${n + 1}`),
				],
				() =>
					many(starts * cities, (n) => [
						...[`city ${n % cities}`, startOf(Math.floor(n / cities))],
						...many(steps, (step) => 1000 - step),
					]),
			),
		},
	};
}

/** Items of each output at least; as Compact, only starts of a retention have rates together. */
const GROWING: { [output: string]: { items: number; of: string[] } } = {
	rows: { items: 900_000, of: ['retention', 'lifetime values'] },
	wide: { items: 660, of: ['retention', 'lifetime values'] },
	agent: { items: 1, of: ['retention'] },
};
const MILLION = { options: { largestReport: 1_000_000 } };

export const attacks: Attack[] = [
	usualHours,
	...Object.entries(GROWING).flatMap(([output, { items, of }]) =>
		of.map((kind) =>
			attack({
				...(growing()[kind] as Plan),
				name: `${kind} of nearly a million rows that may grow, as ${output}`,
				form: { ...growing()[kind]?.form, output, ...MILLION },
				check: ({ rows }) => rows.length < items && `there are ${rows.length} items`,
			}),
		),
	),
	attack({
		...(growing().funnel as Plan),
		name: 'only complete dates of a funnel of nearly a million rows, as agent',
		form: {
			...growing().funnel?.form,
			output: 'agent',
			options: { ...MILLION.options, wholePeriodsOnly: true },
		},
	}),
	...[
		{ groups: 20_000, fields: 1000, says: /20,000 items repeat .*'Keep Input Fields'/ },
		{ groups: 1000, fields: 50_000, says: /'Keep Input Fields'/ },
		{ groups: 9990, fields: 1000 },
	].map(({ groups, fields, says }) =>
		attack({
			name: `${groups} rows that keep an input item of ${fields} fields`,
			form: report('getEventReport', {
				...groupBy,
				...ONE_DAY,
				options: { keepInputFields: true },
			}),
			credential: 'secret',
			item: inputOf(fields),
			answer: () => olderReport(groups, 1),
			says,
			check: ({ rows }) =>
				says === undefined &&
				Object.keys(rows.at(-1) ?? {}).length <= fields &&
				`there are ${rows.length} rows, of ${Object.keys(rows.at(-1) ?? {}).length} fields`,
		}),
	),
	...[
		{ holds: 'a text of 5 MB', item: { body: 'x'.repeat(5e6) } },
		{ holds: 'a list of 100,000 entries', item: { body: Array(100_000).fill(1) } },
	].map(({ holds, item }) =>
		attack({
			name: `1000 rows that keep an input item with ${holds}`,
			form: report('getEventReport', {
				...groupBy,
				...ONE_DAY,
				options: { keepInputFields: true },
			}),
			credential: 'secret',
			item,
			answer: () => olderReport(1000, 1),
			says: /1,000 items repeat the input item/,
		}),
	),
	...[
		{ users: 30_000, says: /30000 entries have 1004 columns, most of them empty/ },
		{ users: 14_000 },
	].map(({ users, says }) =>
		attack({
			name: `${users} users with a few of 1,000 properties`,
			form: { resource: 'user', operation: 'getManyUsers', returnAll: true },
			answer: sparseUsers(users, 1000),
			says,
			check: ({ rows }) =>
				says === undefined &&
				Object.keys(rows.at(-1) ?? {}).length < 1004 &&
				`there are ${rows.length} users`,
		}),
	),
	...OUTPUTS.map((output) =>
		attack({
			name: `an event report of 250,000 rows of a key, as ${output}`,
			form: report('getEventReport', { ...groupBy, ...DAYS_OF_YEAR, output }),
			answer: table(EVENT_COLUMNS, cells, totals),
		}),
	),
	...['rows', 'wide', 'feishu'].map((output) =>
		attack({
			name: `an event report of 250,000 rows of the older API, compared and ordered, as ${output}`,
			form: report('getEventReport', {
				...groupBy,
				fromDate: '2026-01-01',
				toDate: '2026-08-28',
				compareWith: 'custom',
				compareFromDate: '2026-01-01',
				compareToDate: '2026-08-28',
				output,
				groupBy: { group: [{ field: 'city', topGroups: 900 }] },
				options: { orderBy: 'PayOrder_events', restInOneRow: true },
			}),
			credential: 'secret',
			answer: () => olderReport(perDay, days),
		}),
	),
	...Object.entries(MANY_GROUPS).map(([name, { form, columns, row }]) =>
		attack({
			name: `${name} of ${MOST_GROUPS} groups, as markdown`,
			form: { ...form, output: 'markdown' },
			answer: table(columns, () => many(MOST_GROUPS, row)),
		}),
	),
	...[
		{},
		{ groupBy: { group: [{ field: 'city', topGroups: 90_000 }] } },
		{ message: { layout: 'rows', maxRows: 10_000 } },
	].map((more, index) =>
		attack({
			name: `${MOST_GROUPS} groups, compared, as markdown, ${['all', 'top', 'table'][index]}`,
			form: report('getEventReport', { ...groupBy, ...COMPARED, output: 'markdown', ...more }),
			credential: 'secret',
			answer: () => olderReport(MOST_GROUPS, 1),
		}),
	),
	attack({
		name: 'many groups that are called as what is left would be',
		form: report('getEventReport', {
			...ONE_DAY,
			groupBy: { group: [{ field: 'city', topGroups: 50_000 }] },
			options: { restInOneRow: true },
		}),
		credential: 'secret',
		answer: () => {
			const name = (n: number) => (n === 0 ? '(other)' : `(other) ${n + 1}`);
			const body = JSON.stringify({
				series: [`${dayOf(0)} 00:00:00`],
				rows: many(60_000, (n) => ({ by_values: [name(n)], values: [[60_000 - n]] })),
				num_rows: 60_000,
				total_rows: 60_000,
			});
			return () => body;
		},
	}),
	attack({
		...missingValues(3000),
		name: 'a filter by 3,000 values that a property of 10,000 values does not have',
		check: ({ rows }) => {
			const reported = JSON.stringify(rows[0]);
			const isHeld = reported.includes('1 of 1 rows') && reported.includes('2995 more');
			return (
				(reported.length > 8000 || !isHeld) &&
				`${reported.length} characters: ${reported.slice(0, 300)}`
			);
		},
	}),
	attack({
		name: '200,000 groups that the service has cut by rows',
		form: report('getEventReport', { ...groupBy, fromDate: '2017-01-01', toDate: '2026-08-31' }),
		answer: () => {
			const count = 3400;
			const body = envelope({
				truncated: true,
				column_infos: EVENT_COLUMNS.map((name) => ({ column_name: name })),
				detail_rows: many(count * 60, (n) => [
					new Date(Date.UTC(2017, 0, 1 + (n % count))).toISOString().slice(0, 10),
					`city ${Math.floor(n / count)}`,
					n,
				]),
			});
			return () => body;
		},
	}),
	attack({
		name: 'groups called by numbers of thousands of digits, in their order',
		form: report('getEventReport', {
			...groupBy,
			fromDate: '2026-01-01',
			toDate: '2026-01-01',
			unit: 'day',
		}),
		answer: table(EVENT_COLUMNS, () =>
			many(500, (n) => [dayOf(0), `9007199254740993.${'7'.repeat(8000)}${(n * 7919) % 500}`, 5]),
		),
	}),
	attack({
		name: 'an attribution of 240,000 rows',
		form: report('getAttributionReport', {
			targetEvent: 'PayOrder',
			touchpoints: { touchpoint: [{ eventName: 'A' }] },
			attributionRule: 'linear',
			groupByField: 'city',
		}),
		answer: table(
			[
				'event_name',
				'event.PayOrder.city',
				'click_times',
				'converted_number',
				'converted_user_number',
				'goal_conversion',
			],
			() => many(240_000, (n) => ['A', `city ${n}`, 1, 1, 1, n % 1000]),
		),
	}),
	...['rows', 'wide'].map((output) =>
		attack({
			name: `a retention of 245,000 rows, as ${output}`,
			form: report('getRetentionReport', {
				firstEvent: 'A',
				secondEvent: 'B',
				duration: 30,
				output,
				...CITY,
			}),
			answer: table(
				[
					...['user.city', 'date', 'initial_user'],
					...many(31, (n) => `retention_user_date_period_${n}`),
				],
				() => many(7900, (n) => [`city ${n}`, '$ALL', 9, ...many(31, () => 5)]),
			),
		}),
	),
	...(
		[
			[60_000, 20, { output: 'wide' }, /more than 1,000,000 columns/],
			[40_000, 50, { output: 'markdown' }],
			[1200, 200, { ...COMPARED, output: 'wide' }],
			[1200, 200, { ...COMPARED, output: 'html' }],
			[10_000, 200, { output: 'html', ...LONG_TABLE }],
			[10_000, 200, { output: 'markdown', ...LONG_TABLE }],
		] as Array<[groups: number, measures: number, more: IDataObject, says?: RegExp]>
	).map(([groups, measures, more, says]) =>
		attack({
			name: `${groups} groups of ${measures} measures, ${JSON.stringify(more)}`,
			form: report('getEventReport', {
				...groupBy,
				...ONE_DAY,
				measures: {
					measure: many(measures, (n) => ({ eventName: 'PayOrder', outputName: `m${n}` })),
				},
				...more,
			}),
			credential: 'secret',
			answer: () => {
				const values = (n: number) => [many(measures, () => n)];
				const body = JSON.stringify({
					series: [`${dayOf(0)} 00:00:00`],
					rows: many(groups, (n) => ({ by_values: [`city ${n}`], values: values(n) })),
				});
				return () => body;
			},
			says,
		}),
	),
	attack({
		name: 'user properties of 240,000 groups',
		form: report('getUserPropertyReport', { groupBy: { group: [{ field: 'user.city' }] } }),
		answer: table(['user.city', 'value'], () => many(240_000, (n) => [`city ${n}`, n])),
	}),
	attack({
		name: 'a distribution of 240,000 rows',
		form: report('getDistributionReport', {
			eventName: 'A',
			unit: 'day',
			...CITY,
		}),
		answer: table(
			[
				'by_value',
				'total_user',
				...many(10, (n) => [`bucket_region_${n}`, `addiction_user_bucket_${n}`]).flat(),
			],
			() =>
				many(24_000, (n) => [`city ${n}`, 10, ...many(10, (k) => [`[${k}, ${k + 1})`, 1]).flat()]),
		),
	}),
	...Object.entries(AMOUNTS).flatMap(([name, amount]) => [
		attack({
			name: `a message of 240,000 groups, each ${name}, compared`,
			isAlone: true,
			form: report('getEventReport', { ...groupBy, ...COMPARED, output: 'markdown' }),
			credential: 'secret',
			answer: () => olderReport(240_000, 1, amount),
		}),
		attack({
			name: `3,000 groups by 80 days, each ${name}, compared and in order`,
			form: report('getEventReport', {
				...groupBy,
				...FIRST_DAYS,
				options: { orderBy: 'PayOrder_events' },
			}),
			credential: 'secret',
			answer: () => olderReport(3000, 80, amount),
		}),
	]),
	// A text of digits has a limited number of digits before and after its point.
	attack({
		name: 'a message of a funnel of 960,000 rows by date and group',
		form: report('getFunnelReport', {
			steps: { step: many(4, (n) => ({ eventName: `E${n}` })) },
			...{ window: 1, windowUnit: 'days', ...CITY, splitByDate: true, output: 'markdown' },
			...{ fromDate: '2026-01-01', toDate: '2026-01-30' },
		}),
		answer: table(
			['user.city', 'date', 'total_user', ...many(3, (n) => `convert_user_step_${n + 1}`)],
			() => many(240_000, (n) => [`city ${Math.floor(n / 30)}`, dayOf(n % 30), 9, 5, 3, n % 3]),
		),
	}),
	attack({
		name: 'a message of lifetime values of 945,000 rows',
		form: report('getLifetimeValueReport', {
			...{ startEvent: 'A', valueEvent: 'B', valueProperty: 'amount', followedPeriods: 20 },
			...{ ...CITY, output: 'markdown' },
		}),
		answer: table(['user.city', 'initial_user', ...many(21, (n) => `amount_ltv_${n}`)], () =>
			many(45_000, (n) => [`city ${n}`, 90, ...many(21, (period) => period * 1.25 + n)]),
		),
	}),
	attack({
		name: 'a message of 60,000 groups, each of 200 digits, compared',
		form: report('getEventReport', { ...groupBy, ...COMPARED, output: 'markdown' }),
		credential: 'secret',
		answer: () => olderReport(60_000, 1, `"${'1'.repeat(100)}.${'1'.repeat(100)}"`),
		check: ({ rows }) =>
			!String(rows[0]?.markdown).includes('1,111,111,111,111,111') && 'it has no numbers',
	}),
	attack({
		name: 'means of 10 groups by 18,000 hours, compared, as markdown',
		form: report('getEventReport', {
			...groupBy,
			...HOURS_COMPARED,
			measures: { measure: [MEAN] },
			output: 'markdown',
		}),
		credential: 'secret',
		answer: () => hoursReport(10, 18_000, '', LONG_AGO),
	}),
	attack({
		name: 'a distribution of 200,000 groups, as markdown',
		form: report('getDistributionReport', {
			eventName: 'A',
			unit: 'day',
			...CITY,
			output: 'markdown',
		}),
		answer: table(['by_value', 'total_user', 'bucket_region_0', 'addiction_user_bucket_0'], () =>
			many(200_000, (n) => [`city ${n}`, 10, `[${n % 150}, ${(n % 150) + 1})`, 1]),
		),
	}),
	...[
		{ output: 'markdown' },
		{ output: 'markdown', message: { layout: 'people', maxRows: 10_000 } },
		{ output: 'html' },
		{ output: 'chart' },
		{ output: 'wide' },
	].map((more) =>
		attack({
			name: `a distribution of 2,400 groups with ranges of their own, as ${Object.values(more)
				.map((one) => JSON.stringify(one))
				.join()}`,
			form: report('getDistributionReport', { eventName: 'A', unit: 'day', ...CITY, ...more }),
			answer: table(
				[
					...['by_value', 'total_user'],
					...many(100, (n) => [`bucket_region_${n}`, `addiction_user_bucket_${n}`]).flat(),
				],
				() =>
					many(2400, (n) => {
						const from = (k: number) => (n * 7919 + k * 500) % 50_000;
						const ranges = many(100, (k) => [`[${from(k)}, ${from(k) + 1})`, 50]);
						return [`city ${n}`, 5000, ...ranges.flat()];
					}),
			),
			...(more.output === 'wide' ? { says: /more than 1,000,000 columns/ } : {}),
			check: ({ rows }) => {
				const { length } = JSON.stringify(rows);
				return length > 3_000_000 && `items of ${length} characters`;
			},
		}),
	),
	attack({
		name: 'a distribution of 365 days with 2,000 ranges of their own',
		form: report('getDistributionReport', {
			...{ eventName: 'A', unit: 'day', output: 'markdown' },
			...{ fromDate: dayOf(0), toDate: dayOf(364) },
		}),
		answer: table(
			[
				...['by_value', 'total_user'],
				...many(2000, (n) => [`bucket_region_${n}`, `addiction_user_bucket_${n}`]).flat(),
			],
			() =>
				many(365, (day) => {
					const from = (n: number) => n * 365 + day + 1;
					const ranges = many(2000, (n) => [`[${from(n)}, ${from(n) + 1})`, 5]);
					return [dayOf(day), 50_000, ...ranges.flat()];
				}),
		),
	}),
	attack({
		name: 'a retention of 900,000 rows of groups, as html',
		form: { ...BOUNDED.retention?.form, output: 'html' },
		answer: table(BOUNDED.retention?.columns ?? [], () =>
			many(3600, BOUNDED.retention?.row as (n: number) => unknown[]),
		),
	}),
	...[
		{ kind: 'retention', cell: '{"people":5}' },
		{ kind: 'distribution', cell: '{"people":5,"bucket_start":1,"bucket_end":2}' },
	].map(({ kind, cell }) =>
		attack({
			name: `one row of a ${kind} with 900,000 cells`,
			form: { ...BOUNDED[kind]?.form, groupByField: '', output: 'markdown' },
			credential: 'secret',
			answer: () => {
				const cells = `"cells":[${many(900_000, () => cell).join()}]`;
				const body = `{"rows":[{"by_value":"2026-11-01","total_people":9000000,${cells}}]}`;
				return () => body;
			},
			says: /a row has more than 5000 'cells'/,
		}),
	),
	attack({
		name: 'one row of a distribution with 200,000 columns',
		form: { ...BOUNDED.distribution?.form, output: 'markdown' },
		answer: table(['by_value', ...many(200_000, (n) => `bucket_region_${n}`)], () => [
			['a', ...many(200_000, () => null)],
		]),
		says: /a row has more than 5000 columns/,
	}),
	attack({
		name: 'a retention whose groups differ by day, as wide',
		form: report('getRetentionReport', {
			...{ firstEvent: 'A', secondEvent: 'B', duration: 7, ...CITY },
			...{ unit: 'day', dateRange: 'custom', fromDate: '2026-01-01', toDate: '2026-03-31' },
			output: 'wide',
		}),
		says: /as Wide, it has more than 3,000,000 empty values.*'Output' to Rows or Table/,
		answer: table(
			['user.city', 'date', 'initial_user', ...many(8, (n) => `retention_user_date_period_${n}`)],
			() =>
				many(90 * 200, (n) => [
					...[`city ${n}`, dayOf(Math.floor(n / 200)), 9],
					...many(8, () => 5),
				]),
		),
	}),
	attack({
		name: '1,500 groups that are all called alike, as wide',
		form: report('getEventReport', {
			groupBy: { group: [{ field: 'city' }, { field: 'user.level' }] },
			fromDate: '2026-01-01',
			toDate: '2026-01-01',
			output: 'wide',
		}),
		credential: 'secret',
		answer: () => {
			const GROUPS_ALIKE = 1500;
			const named = (parts: number) => many(parts, () => 'a').join(' / ');
			const body = JSON.stringify({
				series: [`${dayOf(0)} 00:00:00`],
				rows: many(GROUPS_ALIKE, (n) => ({
					by_values: [named(n + 1), named(GROUPS_ALIKE - n)],
					values: [[5]],
				})),
			});
			return () => body;
		},
		check: ({ rows }) =>
			Object.keys(rows[0] ?? {}).length < 1500 && `${Object.keys(rows[0] ?? {}).length} keys`,
	}),
	...[
		{ groups: 2000, length: 4, output: 'rows' },
		{ groups: 2000, length: 990, output: 'markdown' },
		{ groups: 2000, length: 4, output: 'agent' },
		{ groups: 200_000, length: 4, output: 'rows', says: /returned 200000 groups instead of/ },
	].map(({ groups, length, output, says }) =>
		attack({
			name: `a change explained by 20 dimensions of ${groups} groups of ${length} letters, as ${output}`,
			form: report('explainChange', {
				dateRange: 'custom',
				fromDate: '2026-01-08',
				toDate: '2026-01-08',
				compareWith: 'lastWeek',
				groupBy: { group: many(20, (n) => ({ field: `event.PayOrder.d${n}` })) },
				looksInside: true,
				mostRequests: 100,
				output,
			}),
			credential: 'secret',
			answer: () => changedGroups(groups, length),
			...(says ? { says } : {}),
		}),
	),
	...(
		[
			['rows', 120_000, 1, {}],
			['markdown', 250_000, 1, {}],
			['markdown', 500_000, 2000, { megabytes: 3000, seconds: 240 }],
		] as const
	).map(([output, rows, dates, bounds]) =>
		attack({
			name: `an interval report of ${rows} rows on ${dates} days, as ${output}`,
			...bounds,
			form: report('getIntervalReport', {
				...{ intervalFrom: 'A', intervalTo: 'B', groupByField: 'city', unit: 'day', output },
				...{ fromDate: '2026-01-01', toDate: dayOf(dates - 1) },
			}),
			answer: table(INTERVAL_COLUMNS, () =>
				many(rows, (n) => {
					const numbers = [24, 3, 1, 2, 3, 4, 5, 1 + (n % 5), 3];
					return [`city ${Math.floor(n / dates)}`, dayOf(n % dates), ...numbers];
				}),
			),
		}),
	),
	...Object.entries(BOUNDED).flatMap(([name, { form, columns, row, lines }]) => [
		...READERS.map(([output, rows, says]) =>
			attack({
				name: `${name} of ${rows} rows, as ${output}`,
				form: { ...form, output },
				answer: table(columns, () => many(rows / lines, row)),
				says,
			}),
		),
		attack({
			name: `${name} of more than ${MOST_ROWS} rows`,
			form,
			answer: table(columns, () => many(MOST_ROWS / lines + 1, row)),
			says: TOO_MANY,
		}),
	]),
	...['markdown', 'agent'].flatMap((output) => [
		attack({
			name: `two names of 5 MB by hour, as ${output}`,
			form: { ...HOURS, output },
			credential: 'secret',
			answer: () => longNames(2, 5e6),
			says: TOO_LONG,
		}),
		attack({
			name: `120 names of 1,000 letters by hour, as ${output}`,
			form: { ...HOURS, output },
			credential: 'secret',
			answer: () => longNames(120, 1000),
		}),
	]),
	...['table', 'markdown', 'agent'].map((output) =>
		attack({
			name: `one name of 126 MB, as ${output}`,
			form: { ...HOURS, output, unit: 'day', toDate: '2026-01-01' },
			credential: 'secret',
			isAlone: true,
			// Each step that reads the name takes about 0.2 s.
			longestBlock: 700,
			answer: () => hoursReport(1, 1, 'x'.repeat(126e6)),
		}),
	),
	attack({
		name: 'three names of 5 MB by 250 periods of lifetime value',
		form: (BOUNDED['lifetime values'] as Bounded).form,
		answer: table((BOUNDED['lifetime values'] as Bounded).columns, () =>
			many(3, (n) => ['x'.repeat(5e6) + n, 9, ...many(PERIODS, () => 1)]),
		),
		says: TOO_LONG,
	}),
	attack({
		name: 'paths of 600,000 nodes and 900,000 links, as rows',
		isAlone: true,
		form: { ...PATH, pathRows: 'both' },
		answer: () => paths(300_000, 900_000),
		says: /too large for memory: it has more than 1 million rows/,
	}),
	attack({
		name: 'paths of 400,000 nodes and 600,000 links, as rows',
		isAlone: true,
		form: { ...PATH, pathRows: 'both' },
		answer: () => paths(200_000, 600_000),
		says: /1,000,000 rows, but the maximum is 250,000/,
	}),
	attack({
		name: 'paths of 240,000 links, as slack',
		form: { ...PATH, output: 'slack' },
		answer: () => paths(80_000, 240_000),
	}),
	attack({
		name: 'a session report of 250,000 rows',
		form: report('getSessionReport', {
			session: 'app_visit',
			measures: {
				measure: [{ eventName: '$Anything', aggregator: 'general', outputName: 'visits' }],
			},
			...groupBy,
			...DAYS_OF_YEAR,
		}),
		answer: table(['date', 'event.$Anything.city', 'visits'], cells, totals),
	}),
	attack({
		name: 'a funnel whose columns name a step that no list holds',
		form: (BOUNDED.funnel as Bounded).form,
		answer: table(['user.city', 'total_user', 'convert_user_step_999999999999999'], () => [
			['a', 1, 1],
		]),
		isRaw: true,
		check: ({ run }) =>
			!JSON.stringify(run.data.resultData.runData).includes('a column of a step is missing') &&
			'it does not say so',
	}),
	attack({
		name: 'a million events in the list',
		form: { resource: 'event', operation: 'getManyEvents', returnAll: true },
		answer: () => {
			const body = envelope({ events: many(1e6, (n) => ({ name: `E${n}` })) });
			return () => body;
		},
		says: /takes more than 1 million entries/,
	}),
	{
		name: '3,000 items that are refused before they ask',
		seconds: 60,
		async run() {
			const hostile = await HostileServer.start((_request, response) => response.end('{}'));
			try {
				const form = report('getEventReport', { fromDate: 'no date' });
				const items = many(3000, () => ({}));
				const onError = 'continueRegularOutput';
				const { rows } = await hostile.run({ ...form, onError }, 'secret', { items, onError });
				return heldUnless(
					rows.length !== 3000 && `${rows.length} items came`,
					hostile.received.length > 0 && 'something was asked for',
				);
			} finally {
				hostile.stop();
			}
		},
	},
	...['rows', 'wide'].map((output) =>
		attack({
			name: `totals of 4,000 groups in each item, as ${output}`,
			form: report('getEventReport', {
				...groupBy,
				fromDate: '2026-01-01',
				toDate: '2026-01-30',
				output,
				options: { totals: true },
			}),
			credential: 'secret',
			answer: () => {
				const body = totalsBody(TOTALS);
				return () => body;
			},
			check: (run) =>
				beyond(run) ||
				(!JSON.stringify(run.rows[0]).includes('totals_of') && 'the totals are gone'),
		}),
	),
	...['rows', 'wide'].map((output) =>
		attack({
			name: `the incomplete hours of a report in each item, as ${output}`,
			form: { ...HOURS, output, options: { includeMeta: true } },
			credential: 'secret',
			answer: () => {
				const give = hoursReport(40, 80 * 24);
				return (...requested) =>
					give(...requested).replace('{', '{"data_update_time":"2026-01-02 00:00:00.000",');
			},
			check: (run) =>
				beyond(run) ||
				(((run.rows[0]?.meta as IDataObject).partial as string[]).length !== 79 * 24 &&
					'the incomplete hours are not named'),
		}),
	),
	attack({
		name: '50 names that a project of 2,000 events does not have',
		form: {
			...report('getEventReport', { queryMode: 'definition', output: 'agent' }),
			queryDefinition: JSON.stringify({
				measures: many(50, (n) => `unknown thing number ${n} of many`),
				range: 'yesterday',
			}),
		},
		answer: () => (url) =>
			url.includes('events/all')
				? envelope({
						events: many(2000, (n) => ({
							name: `Event${n}OfProject`,
							cname: `The event number ${n} of the many things`,
						})),
					})
				: envelope({ event_properties: [], user_properties: [] }),
		says: /no event called/,
	}),
	attack({
		name: 'four names of 110,000 characters that a project of 30,000 events does not have',
		form: {
			...report('getEventReport', { queryMode: 'definition', output: 'agent' }),
			queryDefinition: JSON.stringify({
				measures: many(4, (n) => `The evnt numbr ${n} ${'of many '.repeat(13_750)}`),
				range: 'yesterday',
			}),
		},
		answer: () => {
			const events = many(30_000, (n) => ({
				name: `EventOfProject${n}`,
				cname: `The event number ${n} of many`,
			}));
			const body = envelope({ events });
			return (url) =>
				url.includes('events/all') ? body : envelope({ event_properties: [], user_properties: [] });
		},
		says: /no event called/,
	}),
	...Object.entries({
		'30,000 measures': { measures: many(30_000, (n) => `E${n}`) },
		'30,000 groups': { measures: ['PayOrder'], group_by: many(30_000, (n) => `E${n}`) },
	}).map(([name, query]) =>
		attack({
			name: `a query as JSON of ${name}`,
			form: {
				...report('getEventReport', { queryMode: 'definition', output: 'agent' }),
				queryDefinition: JSON.stringify({ ...query, range: '2026-11-01' }),
			},
			answer: () => () => olderReport(1, 1)('', ''),
			credential: 'secret',
			says: /has 30,000 entries, but the maximum is/,
		}),
	),
	...[
		...['rows', 'agent', 'wide', 'markdown'].map((output) => ({
			...{ output, groups: 60, by: groupBy, says: TOO_MANY_ROWS },
		})),
		{ output: 'rows', groups: 690, by: groupBy, says: TOO_MANY_ROWS },
		{ output: 'rows', groups: 690, by: TOP_CITIES, says: TOO_MANY_PLACES },
	].map(({ output, groups, by, says }) =>
		attack({
			name: `${groups} groups on each of 360 days, none on two of them, with a request for each day, as ${output}${by === TOP_CITIES ? ', the top 10' : ''}`,
			megabytes: 500,
			form: report('getEventReport', { ...by, ...SLICES, output }),
			credential: 'secret',
			answer: () => slicesOfOwnGroups(groups),
			says,
		}),
	),
	...[groupBy, TOP_CITIES].map((by) =>
		attack({
			name: `100,000 groups, each on one of 3,000 days${by === TOP_CITIES ? ', the top 10' : ''}`,
			megabytes: 500,
			form: report('getEventReport', {
				...{ ...by, unit: 'day', fromDate: dayOf(-3000), toDate: dayOf(-1) },
			}),
			answer: table(EVENT_COLUMNS, () =>
				many(100_000, (n) => [dayOf((n % 3000) - 3000), `city ${n}`, 5]),
			),
			says: TOO_MANY_PLACES,
		}),
	),
	attack({
		name: 'one group on 240 days, compared with 12,000 groups',
		megabytes: 500,
		form: report('getEventReport', {
			...{ ...groupBy, ...DAYS_OF_YEAR, output: 'rows', compareWith: 'custom' },
			...{ compareFromDate: dayOf(-240), compareToDate: dayOf(-1) },
		}),
		credential: 'secret',
		answer: () => {
			const [own, compared] = [olderReport(1, 240), olderReport(12_000, 240, '7')];
			const before = compared('', '').replace(/2026-\d\d-\d\d(?= 00)/g, (day) => {
				const index = (Date.parse(day) - Date.parse(dayOf(0))) / 86_400_000;
				return dayOf(index - 240);
			});
			return (url, body) => {
				if (body === '') return '[]';
				return body.includes(`"from_date":"${dayOf(0)}`) ? own(url, body) : before;
			};
		},
		says: TOO_MANY_ROWS,
	}),
	...[
		{ name: '20 conditions of 200,000 values', conditions: 20, values: 200_000, length: 4 },
		{ name: 'a condition of 100 MB', conditions: 1, values: 10_000, length: 10_000 },
	].flatMap(({ name, conditions, values, length }) => {
		const list = (n: number) => many(values, (v) => `${n} ${v} ${'x'.repeat(length)}`);
		return [
			attack({
				name: `${name}, from an expression`,
				form: report('getEventReport', {
					filter: {
						condition: many(conditions, (n) => ({
							...{ field: `event.PayOrder.p${n}`, function: 'equal', values: '={{ $json.list }}' },
						})),
					},
				}),
				item: { list: list(0) },
				credential: 'secret',
				answer: () => () => olderReport(1, 1)('', ''),
				says: /'Conditions' .* has more than (200,000 entries|20,000,000 characters)/,
			}),
			attack({
				name: `${name}, in an object as a query`,
				form: {
					...report('getEventReport', { queryMode: 'definition', output: 'agent' }),
					queryDefinition: '={{ $json.query }}',
				},
				item: {
					query: {
						...{ measures: ['PayOrder'], range: '2026-11-01' },
						filter: Object.fromEntries(many(conditions, (n) => [`p${n}`, list(n)])),
					},
				},
				credential: 'secret',
				answer: () => () => olderReport(1, 1)('', ''),
				says: /'Query Definition' has more than (200,000 entries|20,000,000 characters)/,
			}),
		];
	}),
	...[
		{ resource: 'event', operation: 'getManyEvents', returnAll: true, includeProperties: true },
		{ resource: 'property', operation: 'getManyProperties', returnAll: true },
	].map((form) =>
		attack({
			name: `the properties of 3,000 events, 300 each: ${form.operation}`,
			form,
			credential: 'secret',
			answer: () => {
				const own = JSON.stringify(
					many(300, (n) => ({ name: `p${n}`, cname: `P ${n}`, data_type: 'string' })),
				);
				const events = JSON.stringify(many(3000, (n) => ({ name: `E${n}`, cname: `Event ${n}` })));
				return (url) => {
					if (url.includes('events/all')) return events;
					if (url.includes('user/')) return '[]';
					const [, names = ''] = /[?&]events=([^&]*)/.exec(decodeURIComponent(url)) ?? [];
					return `{${names.split(',').map((name) => `"${name}":{"event":${own}}`)}}`;
				};
			},
		}),
	),
	attack({
		name: '200 measures by 12 groups on 20 days, compared, as slack',
		form: report('getEventReport', {
			...groupBy,
			measures: {
				measure: many(200, (n) => ({ eventName: 'PayOrder', outputName: `measure ${n}` })),
			},
			...{ unit: 'day', fromDate: '2026-01-01', toDate: '2026-01-20', output: 'slack' },
			...{ compareWith: 'previousPeriod', message: { maxRows: 10_000 } },
		}),
		credential: 'secret',
		answer: () => (_url, body) => {
			if (body === '') return '[]';
			const { unit, from_date: from = '' } = JSON.parse(body) as Record<string, string>;
			const count = unit === undefined ? 1 : 20;
			const first = Date.parse(`${from.slice(0, 10)}T00:00:00Z`) / 86_400_000;
			const dateOf = (day: number) => new Date((first + day) * 86_400_000).toISOString();
			return JSON.stringify({
				series: many(count, (day) => `${dateOf(day).slice(0, 10)} 00:00:00`),
				by_fields: ['event.PayOrder.city'],
				rows: many(12, (group) => ({
					by_values: [`city ${group}`],
					values: many(count, (day) => many(200, (n) => 100 + ((7 * group + 3 * day + n) % 13))),
				})),
				...{ num_rows: 12, total_rows: 12 },
			});
		},
	}),
	attack({
		name: 'a filter value of 400,000 characters that a property of 9,000 values does not have',
		form: {
			...report('getEventReport', { queryMode: 'definition', output: 'agent' }),
			queryDefinition: JSON.stringify({
				measures: ['PayOrder'],
				range: '2026-01-01',
				filter: { city: ['x'.repeat(400_000)] },
			}),
		},
		credential: 'secret',
		answer: () => {
			const values = olderReport(9000, 1)('', '');
			const nothing = '{"series":["2026-01-01 00:00:00"],"rows":[{"by_values":[],"values":[[0]]}]}';
			const own = [{ name: 'city', cname: 'City', data_type: 'string' }];
			const lists = JSON.stringify({ PayOrder: { event: own } });
			return (url, body) => {
				if (url.includes('events/all')) return '[{"name":"PayOrder","cname":"Order"}]';
				if (body === '') return url.includes('user/') ? '[]' : lists;
				const { by_fields: fields = [] } = JSON.parse(body) as { by_fields?: unknown[] };
				return fields.length > 0 ? values : nothing;
			};
		},
	}),
	...Object.entries(WRONG_NAMES).map(([name, nameOf]) =>
		attack({
			name: `40 ${name} that a project of 30,000 properties does not have`,
			form: {
				...report('getEventReport', { queryMode: 'definition', output: 'agent' }),
				queryDefinition: JSON.stringify({
					measures: ['PayOrder'],
					range: 'yesterday',
					filter: Object.fromEntries(many(40, (n) => [nameOf(n), 'x'])),
				}),
			},
			credential: 'secret',
			answer: () => {
				const properties = many(30_000, (n) => ({
					...{ name: `prop_${n}`, cname: `Property number ${n}`, data_type: 'string' },
				}));
				const all = JSON.stringify(properties);
				const events = JSON.stringify([
					{ name: 'PayOrder', cname: '支付订单' },
					{ name: 'View', cname: 'View' },
				]);
				const ofEvents = `{"PayOrder":{"event":[]},"View":{"event":${all}}}`;
				return (url) =>
					url.includes('events/all') ? events : url.includes('user/') ? all : ofEvents;
			},
			says: /has no property '?(called)?/,
		}),
	),
	...['spending together', `${'nothing '.repeat(5)}that fits`, 'y'.repeat(200)].map((search) =>
		attack({
			name: `a search in 60,000 properties for ${search.slice(0, 20)}`,
			form: {
				resource: 'property',
				operation: 'getManyProperties',
				propertiesOf: 'users',
				search,
			},
			answer: () => {
				const body = envelope({
					user_properties: many(60_000, (n) => ({
						name: `prop_${n}`,
						cname: `The property ${n} of all`,
					})),
					event_properties: [],
				});
				return () => body;
			},
		}),
	),
	...['getManyEvents', 'getManyProperties'].map((operation) =>
		attack({
			name: `a search for a text of 13 kB, ${operation}`,
			form: {
				resource: operation === 'getManyEvents' ? 'event' : 'property',
				operation,
				propertiesOf: 'users',
				search: many(2000, (n) => `word${n}`)
					.join(' ')
					.slice(0, 13_000),
			},
			answer: () => (url) =>
				url.includes('events/all')
					? envelope({
							events: many(3000, (n) => ({ name: `Event${n}`, cname: `The event ${n} of all` })),
						})
					: envelope({
							user_properties: many(3000, (n) => ({
								name: `p${n}`,
								cname: `The property ${n} of all`,
							})),
							event_properties: [],
						}),
			says: /^ $|Search/,
		}),
	),
	{
		name: "a list's filter of 13 kB",
		seconds: 60,
		async run() {
			const body = envelope({
				events: many(3000, (n) => ({ name: `Event${n}`, cname: `The event ${n} of all` })),
			});
			const hostile = await HostileServer.start((_request, response) => send(response, body));
			try {
				const filter = many(2000, (n) => `word${n}`)
					.join(' ')
					.slice(0, 13_000);
				await watched(
					async () =>
						await hostile.engine
							.listChoices('searchEvents', { resource: 'report' }, { credential: 'key', filter })
							.catch(() => []),
				);
				return 'held';
			} finally {
				hostile.stop();
			}
		},
	},
];
