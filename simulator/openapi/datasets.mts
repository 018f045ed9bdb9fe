import type { FastifyRequest } from 'fastify';
import { DateTime } from 'luxon';
import { z } from 'zod';

import { type Aggregation, type Dataset, type DatasetColumn, DATASETS } from '../data/datasets.mts';
import type { ShopEvent, Value } from '../data/shop.mts';
import { compileFilter } from '../report/filter.mts';
import type { Filter } from '../report/query.mts';
import { SERVICE_ZONE, type World } from '../world.mts';
import { callerOf } from './caller.mts';
import { Fault, ParameterFault } from './fault.mts';
import { filter, readBody } from './schema.mts';
import { Task, Tasks } from './tasks.mts';

/** Days in a dataset, up to the one before its last refresh. */
const KEPT_DAYS = 30;
const AGGREGATIONS = [
	...['AVG', 'COUNT', 'MAX', 'MIN', 'UNIQ_COUNT', 'APPX_MEDIAN', 'STDDEV_POP', 'VAR_POP', 'SUM'],
] as [Aggregation, ...Aggregation[]];

const id = z.number().int().positive();
const moment = z
	.string()
	.regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, 'must be yyyy-MM-dd HH:mm:ss');
const named = z.object({ column_name: z.string() });
const listQuery = z.object({
	group_name: z.string(),
	/** From 0. */
	page_index: z.number().int().min(0).optional(),
	page_size: z.number().int().min(1).optional(),
});
const rowsQuery = z.object({
	dataset_id: id,
	description: z.string().min(1, 'must not be empty'),
	measures: z.array(named.extend({ aggregation: z.enum(AGGREGATIONS).optional() })).min(1),
	dimensions: z.array(named).optional(),
	dimension_filters: filter.optional(),
	sorts: z
		.array(z.object({ sort_method: z.enum(['ASC', 'DESC']), sort_column_name: z.string() }))
		.optional(),
	/** From 1. */
	page_index: z.number().int().min(1).optional(),
	page_size: z.number().int().min(1).max(1000, 'must be 1000 or less').optional(),
	from_date: moment.optional(),
	to_date: moment.optional(),
});
const refreshQuery = z.object({
	dataset_id: id,
	sync_type: z.enum(['FULL', 'INCREMENTAL']),
	refresh_from_date: moment.optional(),
	refresh_to_date: moment.optional(),
});

class Refresh extends Task {
	constructor(
		taskId: number,
		world: World,
		readonly dataset: Dataset,
	) {
		super(taskId, world);
	}
}

/** Datasets (docs/service.md, "Datasets"). */
export function addDatasets(
	answer: (method: 'GET' | 'POST', path: string, run: (request: FastifyRequest) => object) => void,
	world: World,
): void {
	/** Time of the first request. */
	let started: number | undefined;
	const refreshes = new Tasks<Refresh>();
	/** Returns when the data were last filled: by a refresh, or at the first request. */
	const filledAt = (dataset: Dataset): number => {
		started ??= world.clock.now();
		const done = refreshes.list().filter((task) => task.dataset === dataset);
		return done.findLast(({ progress }) => progress === 'done')?.endedAt ?? started;
	};

	answer('GET', '/analytics/v1/dataset/group/list', (request) => {
		callerOf(request, world);
		const names = [...new Set(DATASETS.map(({ group }) => group))];
		return { dataset_groups: names.map((name, index) => ({ id: index + 1, group_name: name })) };
	});
	answer('POST', '/analytics/v1/dataset/detail_list', (request) => {
		callerOf(request, world);
		const query = readBody(listQuery, request.body);
		const { group_name: group, page_index: index = 0, page_size: size = 10 } = query;
		const own = DATASETS.filter((dataset) => dataset.group === group);
		return {
			datasets: own.slice(index * size, (index + 1) * size).map((dataset) => ({
				dataset_id: dataset.id,
				dataset_type: dataset.type,
				dataset_cname: dataset.cname,
				is_scheduler_pause: dataset.isExternal === true,
			})),
			page_info: pageInfo(index, size, own.length),
		};
	});
	answer('GET', '/analytics/v1/dataset/detail', (request) => {
		callerOf(request, world);
		const { dataset_id: wanted } = request.query as { dataset_id?: string };
		const dataset = find(Number(wanted));
		return {
			dataset_id: dataset.id,
			dataset_type: dataset.type,
			dataset_storage_type: dataset.storage,
			dataset_cname: dataset.cname,
			columns: dataset.columns.map(describe),
			sync_status: 'SUCCESS',
			sync_type: 'FULL',
			scheduler_status: dataset.isExternal ? 'NONE' : 'PROCESSING_BY_DAY',
			last_sync_success_time: clockTime(filledAt(dataset)),
			time_unit: 'DAY',
		};
	});
	answer('POST', '/analytics/v1/dataset/model/query', (request) => {
		const { project } = callerOf(request, world);
		const query = readBody(rowsQuery, request.body);
		const dataset = find(query.dataset_id);
		const events = daysBefore(filledAt(dataset))
			.flatMap((day) => world.shopOf(project).eventsOf(day))
			.filter(({ event }) => event === dataset.event)
			.filter(inTime(dataset, query));
		const columns = columnsOf(dataset, query);
		const all = sorted(rowsOf(events, columns, filterOf(dataset, query.dimension_filters)), {
			names: columns.map(({ column }) => column.name),
			sorts: query.sorts ?? [],
		});
		const { page_index: index = 1, page_size: size = 10 } = query;
		return {
			data: all.slice((index - 1) * size, index * size),
			columns: columns.map(({ column }) => describe(column)),
			page_info: pageInfo(index, size, all.length),
		};
	});
	answer('POST', '/analytics/v1/dataset/refresh', (request) => {
		callerOf(request, world);
		const query = readBody(refreshQuery, request.body);
		const dataset = find(query.dataset_id);
		if (dataset.isExternal) throw new ParameterFault('dataset_id: can not be refreshed');
		const hasDates = query.refresh_from_date !== undefined && query.refresh_to_date !== undefined;
		if (query.sync_type === 'INCREMENTAL' && !hasDates)
			throw new ParameterFault('refresh_from_date: is missing');
		return { sync_task_id: refreshes.add((taskId) => new Refresh(taskId, world, dataset)).id };
	});
	answer('GET', '/analytics/v1/dataset/sync_task_detail', (request) => {
		callerOf(request, world);
		const { sync_task_id: wanted } = request.query as { sync_task_id?: string };
		const task = refreshes.find(Number(wanted));
		if (!task) throw new ParameterFault(`sync_task_id: no task ${wanted}`);
		const progress = task.look();
		const status = { new: 'WAITING', running: 'DOING', done: 'SUCCESS', failed: 'FAILED' };
		const { createdAt, endedAt } = task;
		return {
			sync_task_id: task.id,
			sync_status: status[progress],
			start_time: clockTime(createdAt),
			...(endedAt === undefined
				? {}
				: {
						end_time: clockTime(endedAt),
						duration_seconds: Math.round((endedAt - createdAt) / 1000),
					}),
			failed_reason: progress === 'failed' ? task.failure : '',
		};
	});
}

type Rows = z.infer<typeof rowsQuery>;

function find(wanted: number): Dataset {
	const dataset = DATASETS.find((one) => one.id === wanted);
	if (!dataset) throw new Fault(400, 'SA-D-32-19', `The dataset ${wanted} does not exist`);
	return dataset;
}

function columnOf(dataset: Dataset, name: string): DatasetColumn {
	const column = dataset.columns.find((one) => one.name === name);
	if (!column) throw new ParameterFault(`column_name: "${name}" does not exist`);
	return column;
}

function describe({ name, cname, type, usage, isCalculated }: DatasetColumn): object {
	return {
		column_name: name,
		column_cname: cname,
		data_type: type,
		column_type: isCalculated ? 'CALCULATE' : 'BASIC',
		column_usage_type: usage,
	};
}

/** A column of the answer: a dimension, or an aggregation. */
interface Requested {
	column: DatasetColumn;
	aggregation?: Aggregation;
}

function columnsOf(dataset: Dataset, { dimensions = [], measures }: Rows): Requested[] {
	return [
		...dimensions.map(({ column_name: name }) => {
			const column = columnOf(dataset, name);
			if (column.usage === 'MEASURE') throw new ParameterFault(`dimensions: "${name}" is none`);
			return { column };
		}),
		...measures.map(({ column_name: name, aggregation }) => {
			const column = columnOf(dataset, name);
			if (column.usage === 'DIMENSION') throw new ParameterFault(`measures: "${name}" is none`);
			const wanted = column.own ?? aggregation;
			if (wanted === undefined) throw new ParameterFault(`aggregation: of "${name}" is missing`);
			return { column, aggregation: wanted };
		}),
	];
}

/** Details have times, which requests must limit; tables have none. */
function inTime({ storage }: Dataset, { from_date: from, to_date: to }: Rows) {
	if (storage === 'TABLE') return () => true;
	if (from === undefined || to === undefined) throw new ParameterFault('from_date: is missing');
	return ({ time }: ShopEvent) => time >= from && time <= to;
}

/** Requests use names of columns, which are replaced by properties of the event. */
function filterOf(dataset: Dataset, wanted: Filter | undefined): (event: ShopEvent) => boolean {
	const rewrite = ({ conditions = [], filters = [], ...rest }: Filter): Filter => ({
		...rest,
		conditions: conditions.map((condition) => ({
			...condition,
			field: `event.${dataset.event}.${columnOf(dataset, condition.field).name}`,
		})),
		filters: filters.map(rewrite),
	});
	return compileFilter(wanted && rewrite(wanted), 'dimension_filters', '');
}

function rowsOf(
	events: readonly ShopEvent[],
	columns: readonly Requested[],
	passes: (event: ShopEvent) => boolean,
): Value[][] {
	const groups = new Map<string, ShopEvent[]>();
	const dimensions = columns.filter(({ aggregation }) => aggregation === undefined);
	for (const event of events.filter(passes)) {
		const key = JSON.stringify(dimensions.map(({ column }) => column.valueOf(event)));
		groups.set(key, [...(groups.get(key) ?? []), event]);
	}
	return [...groups.values()].map((own) =>
		columns.map(({ column, aggregation }) => {
			const values = own.map((event) => column.valueOf(event)).filter((value) => value !== null);
			return aggregation ? compute(aggregation, values) : column.valueOf(own[0] as ShopEvent);
		}),
	);
}

function compute(aggregation: Aggregation, values: readonly Value[]): number | null {
	if (aggregation === 'COUNT') return values.length;
	if (aggregation === 'UNIQ_COUNT') return new Set(values).size;
	const numbers = values.map(Number).sort((a, b) => a - b);
	if (numbers.length === 0) return null;
	const sum = numbers.reduce((total, value) => total + value, 0);
	const mean = sum / numbers.length;
	const variance = numbers.reduce((total, value) => total + (value - mean) ** 2, 0);
	return {
		SUM: sum,
		AVG: mean,
		MAX: numbers.at(-1) as number,
		MIN: numbers[0] as number,
		APPX_MEDIAN: numbers[Math.floor((numbers.length - 1) / 2)] as number,
		VAR_POP: variance / numbers.length,
		STDDEV_POP: Math.sqrt(variance / numbers.length),
	}[aggregation];
}

function sorted(
	rows: Value[][],
	{ names, sorts }: { names: string[]; sorts: NonNullable<Rows['sorts']> },
): Value[][] {
	const keys = sorts.map(({ sort_column_name: name, sort_method: method }) => {
		if (!names.includes(name)) throw new ParameterFault(`sorts: "${name}" is not asked for`);
		return { at: names.indexOf(name), sign: method === 'ASC' ? 1 : -1 };
	});
	return rows.sort((a, b) => {
		for (const { at, sign } of keys) {
			const [one, other] = [a[at] ?? '', b[at] ?? ''];
			if (one !== other) return one < other ? -sign : sign;
		}
		return 0;
	});
}

function pageInfo(index: number, size: number, total: number): object {
	return { current_page: index, page_count: Math.max(1, Math.ceil(total / size)), total };
}

function daysBefore(ms: number): string[] {
	const today = DateTime.fromMillis(ms, { zone: SERVICE_ZONE });
	return Array.from({ length: KEPT_DAYS }, (_, back) =>
		today.minus({ days: KEPT_DAYS - back }).toFormat('yyyy-MM-dd'),
	);
}

function clockTime(ms: number): string {
	return DateTime.fromMillis(ms, { zone: SERVICE_ZONE }).toFormat('yyyy-MM-dd HH:mm:ss');
}
