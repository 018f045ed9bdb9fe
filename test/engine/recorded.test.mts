/**
 * Answers as live programs have seen them (test/recorded/, each with its source), with numbers of
 * our own, and mixtures of their forms by chance: played by a server that knows nothing else. What
 * is right is decided by a reader of its own, which is below.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { withoutWaits } from '../support/waits.mts';
import { TestWorld } from '../support/world.mts';

type Json = Record<string, unknown>;
interface Recorded {
	fact: string;
	source: string;
	certainty: string;
	by: 'secret' | 'key';
	operation: string;
	form: IDataObject;
	/** Of a table as text: the order of its columns is lost where names are numbers. */
	answers: Array<{ method: string; path: string; status: number; body?: Json; text?: string }>;
}
/** A row: what it is of, and its number. */
type Returned = Array<[string, number | null]>;

const FOLDER = 'test/recorded';
const DAYS = ['2026-11-02', '2026-11-03', '2026-11-04'];

const numberOf = (reported: unknown) =>
	reported === null || reported === undefined ? null : Number(String(reported).replaceAll(',', ''));
const sorted = (rows: Returned) => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
const list = (value: unknown) => (Array.isArray(value) ? (value as Json[]) : []);

/** What an answer says, read as the page service.md describes it and not as the node does. */
const READERS: Record<string, (body: Json) => Returned> = {
	getEventReport(body) {
		const detail = (body.detail_result ?? body) as Json;
		const series = list(detail.series) as unknown as string[];
		return list(detail.rows).flatMap(({ values, by_values: group = [] }) =>
			(values as unknown[][]).map((point, index): [string, number | null] => {
				const isRange = (values as unknown[]).length === 1;
				const date = isRange ? '' : (series[index]?.slice(0, 10) ?? '');
				return [`${date}|${String((group as unknown[])[0] ?? '')}`, numberOf(point[0])];
			}),
		);
	},
	getDistributionReport: (body) =>
		list(body.rows).flatMap(({ cells }) =>
			list(cells).map((cell): [string, number | null] => [
				`${String(cell.bucket_start)}|`,
				numberOf(cell.people),
			]),
		),
	getFunnelReport(body) {
		const { funnel_detail: details, table_data: table } = body;
		if (details !== undefined) {
			const dated = list(details).filter(({ date }) => date !== undefined);
			return (dated.length > 0 ? dated : list(details)).flatMap(({ date = '', steps }) =>
				list(steps).map((step, index): [string, number | null] => [
					`${String(date).slice(0, 10)}||${index + 1}`,
					numberOf(step.converted_user),
				]),
			);
		}
		return list((table as Json).cells)
			.filter(({ rollup_columns: columns }) => !columns)
			.flatMap((cell) => {
				const date = Object.keys(cell).find((key) => key.endsWith('.$time'));
				const place = `${date ? String(cell[date]).slice(0, 10) : ''}|${String(cell['user.city'] ?? '')}`;
				return [1, 2].map((step): [string, number | null] => [
					`${place}|${step}`,
					numberOf(cell[`step_${step}.user_count`]),
				]);
			});
	},
};

/** The rows of a table of the OpenAPI by the names of columns, in the order of their text. */
function tableOf(text: string): Array<Record<string, string | number | null>> {
	const [, head = ''] = /"metadata_columns":\{([^}]*)\}/.exec(text) ?? [];
	const names = [...head.matchAll(/"([^"]*)":"/g)].map(([, name = '']) => name);
	const { data } = JSON.parse(text) as {
		data: { detail_rows: Array<Array<string | number | null>> };
	};
	const rows = data.detail_rows.map((cells) =>
		Object.fromEntries(names.map((name, index) => [name, cells[index] ?? null])),
	);
	return rows.filter((row) => !Object.values(row).some((cell) => TOTALS.includes(String(cell))));
}
const TOTALS = ['$layer_total_reserved_word', '$ALL'];
const CITY = 'event.$Anything.city';
/** Columns of an interval report, and what the node calls them. */
const INTERVALS = { people: 'users', '90': 'p90_time', avg_time: 'average_time' };

/** What a table says, by the operation. */
const TABLES: Record<string, (row: Record<string, string | number | null>) => Returned> = {
	getEventReport: ({ date, buyers, [CITY]: city }) => [
		[`${dayOf(date)}|${String(city ?? '')}`, numberOf(buyers)],
	],
	getFunnelReport: (row) =>
		['total_user', 'convert_user_step_1', 'convert_user_step_2'].map((name, index) => [
			`${dayOf(row.date)}||${index + 1}`,
			numberOf(row[name]),
		]),
	getDistributionReport: (row) =>
		[1, 2, 3].map((bucket) => [
			`${parseFloat(String(row[`bucket_region_${bucket}`]).slice(1))}|${dayOf(row.by_value)}`,
			numberOf(row[`addiction_user_bucket_${bucket}`]),
		]),
	// A period that has not come yet is no row.
	getRetentionReport: (row) =>
		[0, 1, 2]
			.map((period): Returned[number] => [
				`${dayOf(row.date)}|${period}`,
				numberOf(row[`retention_user_date_period_${period}`]),
			])
			.filter(([, users]) => users !== null),
	getIntervalReport: (row) =>
		Object.entries(INTERVALS).map(([name, reported]) => [
			`${dayOf(row.date)}|${reported}`,
			numberOf(row[name]),
		]),
};
const dayOf = (reported: unknown) => String(reported).slice(0, 10);

/** Between the first and the last day, a group without a row for a day had nobody. */
function withNobody(rows: Returned): Returned {
	const reported = new Map(rows);
	const groups = new Set(rows.map(([place]) => place.split('|')[1]));
	for (const day of DAYS)
		for (const group of groups)
			if (!reported.has(`${day}|${group}`)) reported.set(`${day}|${group}`, 0);
	return [...reported];
}

/** The same of the node's items. */
const ITEMS: Record<string, (row: IDataObject) => [string, number | null]> = {
	getEventReport({ date = '', buyers, each, ...rest }) {
		const [group] = Object.entries(rest).filter(([key]) => !key.startsWith('_'));
		return [
			`${String(date)}|${String(group?.[1] ?? '')}`,
			(buyers ?? each ?? null) as number | null,
		];
	},
	getDistributionReport: ({ date = '', bucket_from: from, users }) => [
		`${String(from)}|${String(date)}`,
		users as number,
	],
	getRetentionReport: ({ date, period, users = null }) => [
		`${String(date)}|${String(period)}`,
		users as number | null,
	],
	getFunnelReport: ({ date = '', city, step, users }) => [
		`${String(date)}|${String(city ?? '')}|${String(step)}`,
		users as number,
	],
};

/** The same numbers by chance for a seed (mulberry32). */
function chance(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}

const DATES = { from_date: DAYS[0], to_date: DAYS[2] };
const GROUPS = ['Riga', 'Oslo', 'x & y', null];

/** An event report in a form made of those that were seen, and the query that it answers. */
function mixedEvents(random: () => number): Recorded {
	const yes = () => random() < 0.5;
	const number = () => Math.floor(random() * 3000);
	const write = (value: number) =>
		yes() ? value : yes() ? String(value) : value.toLocaleString('en-US');
	const isGrouped = yes();
	const isWhole = yes();
	const groups = isGrouped ? GROUPS.slice(0, 1 + Math.floor(random() * 4)) : [undefined];
	const days = isWhole ? DAYS.slice(0, 1) : DAYS;
	const truth = groups.map((group) => ({ group, numbers: days.map(number) }));
	const series = days.map((day) =>
		`${day} 00:00:00${isWhole || !yes() ? '' : '.000'}`.slice(0, 19),
	);
	const result = (rows: Json[], points: readonly string[] | undefined): Json => ({
		...(points ? { series: points } : {}),
		rows,
	});
	const named = (group: string | null | undefined) =>
		group === undefined ? {} : { by_values: [group] };
	const detail = result(
		truth.map(({ group, numbers }) => ({
			values: numbers.map((value) => [write(value)]),
			...named(group),
		})),
		isWhole && yes() ? undefined : series,
	);
	const sum = (numbers: number[]) => numbers.reduce((all, value) => all + value, 0);
	const totals = truth.map(({ group, numbers }) => ({ values: [[sum(numbers)]], ...named(group) }));
	const whole = { values: [[sum(truth.map(({ numbers }) => sum(numbers)))]] };
	const withWhole = isGrouped && yes() ? [yes() ? whole : { ...whole, by_values: [''] }] : [];
	const body = yes()
		? { ...detail, num_rows: truth.length, sampling_factor: 64 }
		: {
				detail_result: detail,
				rollup_result: result([...withWhole, ...totals], series.slice(0, 1)),
			};
	const query = {
		measures: [{ event_name: 'PayOrder', aggregator: 'unique', name: 'buyers' }],
		unit: 'day',
		...(isWhole ? { rollup_date: yes() ? true : 'true' } : {}),
		...(isGrouped ? { by_fields: ['user.city'] } : {}),
		...('detail_result' in body ? { detail_and_rollup: yes() ? true : 'true' } : {}),
		...DATES,
	};
	return recordOf('getEventReport', query, '/api/events/report', body);
}

/** A funnel in the older or the newer form. */
function mixedFunnel(random: () => number): Recorded {
	const yes = () => random() < 0.5;
	const isNewer = yes();
	const isByDate = !isNewer && yes();
	const pair = () => {
		const first = 1 + Math.floor(random() * 500);
		return [first, Math.floor(random() * first)] as const;
	};
	const write = (value: number) => (yes() ? value : String(value));
	const steps = [{ event_name: 'ViewProduct' }, { event_name: 'PayOrder' }];
	const definition = { steps, max_convert_time: yes() ? 1440 : 60 };
	if (!isNewer) {
		const entry = (date?: string) => ({
			...(date === undefined ? {} : { date: `${date} 00:00:00` }),
			steps: pair().map((users, index) => ({ ...steps[index], converted_user: write(users) })),
		});
		const details = isByDate ? [entry(), ...DAYS.map(entry)] : [entry()];
		return recordOf(
			'getFunnelReport',
			{ funnel: definition, ...(isByDate ? { state: 'trends' } : {}), ...DATES },
			'/api/funnel/report',
			{ funnel_detail: details },
			isByDate ? { splitByDate: true } : {},
		);
	}
	const cities = yes() ? ['Riga', 'Oslo', 'Bonn'].slice(0, 2 + Math.floor(random() * 2)) : [];
	const cell = (city: string | undefined) => {
		const [first, second] = pair();
		return {
			...(city === undefined ? {} : { 'user.city': city }),
			'step_1.user_count': write(first),
			'step_2.user_count': write(second),
			'step_2.conversion_rate': second / first,
		};
	};
	const own = cities.length > 0 ? cities.map(cell) : [cell(undefined)];
	const subtotal =
		cities.length > 0 && yes() ? [{ ...cell(undefined), rollup_columns: ['user.city'] }] : [];
	const cells = yes() ? [...subtotal, ...own] : [...own, ...subtotal];
	const names = [
		...(cities.length > 0 ? ['user.city'] : []),
		'step_1.user_count',
		'step_2.user_count',
	];
	return recordOf(
		'getFunnelReport',
		{
			funnel_define: definition,
			by_fields: cities.length > 0 ? ['user.city'] : [],
			by_field_steps: cities.length > 0 ? [-1] : [],
			...DATES,
		},
		'/api/v2/sa/funnel/report/',
		{ table_data: { column_meta_list: names.map((name) => ({ data_name: name })), cells } },
	);
}

/** An event report of the OpenAPI: of either release, columns and rows in any order, lines of totals. */
function mixedTable(random: () => number): Recorded {
	const yes = () => random() < 0.5;
	const shuffle = <T,>(values: readonly T[]) =>
		values
			.map((value) => [random(), value] as const)
			.sort(([a], [b]) => a - b)
			.map(([, value]) => value);
	const isNew = yes();
	const isGrouped = yes();
	const withTotals = isNew && isGrouped && yes();
	const cell = (value: string | number) =>
		typeof value === 'string' ? JSON.stringify(value) : isNew ? `${value}.0` : String(value);
	const columns = shuffle(['date', 'buyers', ...(isGrouped ? [CITY] : [])]);
	const line = (date: string, buyers: number, city: string) => {
		const cells: Json = { date, buyers: yes() ? cell(buyers) : `"${buyers}"`, [CITY]: city };
		return `[${columns.map((name) => (name === 'buyers' ? cells[name] : cell(cells[name] as string))).join(',')}]`;
	};
	const cities = isGrouped ? GROUPS.slice(0, 1 + Math.floor(random() * 3)).map(String) : [''];
	const [first = ''] = DAYS;
	const midnight = (day: string) => `${day} 00:00:00`;
	const number = () => 1 + Math.floor(random() * 3000);
	const details = DAYS.flatMap((day) =>
		cities
			.filter(() => !isGrouped || day === first || random() < 0.8)
			.map((city) => line(midnight(day), number(), city)),
	);
	const layers = withTotals
		? [
				line('$ALL', number(), cities[0] as string),
				line(midnight(first), number(), TOTALS[0] as string),
			]
		: [];
	const type = (name: string) =>
		name === 'buyers' ? 'DOUBLE' : name === 'date' ? 'DATE' : 'STRING';
	const infos = columns.map((name) => ({ column_name: name, data_type: type(name) }));
	const parts = [
		'"truncated":false',
		`"metadata_columns":{${columns.map((name) => `"${name}":"${type(name)}"`).join(',')}}`,
		...(isNew ? [`"column_infos":${JSON.stringify(infos)}`] : []),
		`"detail_rows":[${shuffle([...details, ...layers]).join(',')}]`,
		...(withTotals
			? [`"rollup_rows":[${cities.map((city) => line(midnight(first), number(), city)).join(',')}]`]
			: []),
	];
	const query = {
		measures: [{ event_name: 'PayOrder', aggregator: 'unique', name: 'buyers' }],
		unit: 'DAY',
		rollup: false,
		...(isGrouped ? { by_fields: ['event.PayOrder.city'] } : {}),
		...(withTotals ? { detail_and_rollup: true } : {}),
		...DATES,
	};
	const recorded = recordOf(
		'getEventReport',
		query,
		'/api/v3/analytics/v1/model/segmentation/report',
		{},
	);
	const text = `{"code":"SUCCESS","message":"","request_id":"1700000000000:123456","data":{${parts.join(',')}}}`;
	return {
		...recorded,
		by: 'key',
		answers: recorded.answers.map((answer) => ({ ...answer, text })),
	};
}

function recordOf(
	operation: string,
	query: Json,
	path: string,
	body: Json,
	form: IDataObject = {},
): Recorded {
	return {
		...{ fact: 'mixed', source: 'chance', certainty: 'as its parts', by: 'secret', operation },
		form: { queryMode: 'json', dateRange: 'asPasted', queryJson: JSON.stringify(query), ...form },
		answers: [{ method: 'POST', path, status: 200, body }],
	};
}

describe('Recorded answers', () => {
	let t: TestWorld;
	let server: Server;
	let playing: Recorded | undefined;
	withoutWaits();

	beforeAll(async () => {
		t = await TestWorld.start();
		server = createServer((request, response) => {
			const path = (request.url ?? '').split('?')[0];
			const found = playing?.answers.find(
				(one) => one.path === path && one.method === request.method,
			);
			response.writeHead(found?.status ?? 404, { 'content-type': 'application/json' });
			response.end(found?.text ?? JSON.stringify(found?.body ?? {}));
		});
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		for (const mode of ['secret', 'key'] as const)
			await t.saveCredential(`recorded-${mode}`, { ...t.dataOf(mode), baseUrl });
	});
	afterAll(async () => {
		server.closeAllConnections();
		server.close();
		await t.stop();
	});

	const play = async (recorded: Recorded): Promise<Returned> => {
		playing = recorded;
		const credential = `recorded-${recorded.by}`;
		const { operation, form } = recorded;
		const { rows, error } = await t.operation('report', operation, form, { credential });
		expect(error).toBeUndefined();
		const reported =
			operation === 'getIntervalReport'
				? rows.flatMap((row) =>
						Object.values(INTERVALS).map((name): Returned[number] => [
							`${String(row.date)}|${name}`,
							row[name] as number,
						]),
					)
				: rows.map(ITEMS[operation] as (typeof ITEMS)[string]);
		return sorted(reported);
	};
	const truthOf = ({ operation, answers: [answer] }: Recorded): Returned => {
		if (answer?.text === undefined)
			return sorted((READERS[operation] as (typeof READERS)[string])(answer?.body as Json));
		const reported = tableOf(answer.text).flatMap(TABLES[operation] as (typeof TABLES)[string]);
		return sorted(operation === 'getEventReport' ? withNobody(reported) : reported);
	};

	const files = readdirSync(FOLDER).filter((file) => file.endsWith('.json'));

	it('are there', () => {
		expect(files.length).toBeGreaterThan(5);
	});

	it.each(files)('%s', async (file) => {
		const recorded = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Recorded;
		for (const key of ['fact', 'source', 'certainty'] as const)
			expect(recorded[key].length).toBeGreaterThan(3);
		const truth = truthOf(recorded);
		expect(truth.length).toBeGreaterThan(0);
		expect(await play(recorded)).toEqual(truth);
	});

	it.each(Array.from({ length: 60 }, (_, index) => index + 1))(
		'mixed by chance, seed %i',
		async (seed) => {
			const random = chance(seed);
			const recorded = [mixedEvents, mixedEvents, mixedFunnel, mixedTable, mixedTable][
				Math.floor(random() * 5)
			]?.(random) as Recorded;
			expect(await play(recorded)).toEqual(truthOf(recorded));
		},
	);
});
