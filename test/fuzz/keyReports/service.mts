/** A service that tells what it knows in every documented form (docs/service.md, "OpenAPI"). */
import type { Case, Shape } from './cases.mts';
import { creditsOf, rangeOf, toldPaths, waitsOf, wholesOf, worthsOf } from './told.mts';
import { DATES, type Link, type Node, timesOf, type Value, type Waits } from './world.mts';

export type Json = { [key: string]: unknown };
export const LAYER = '$layer_total_reserved_word';
export const WHOLE = '$ALL';

/** A number by its own digits. */
class Digits {
	constructor(readonly text: string) {}

	valueOf(): number {
		return Number(this.text);
	}
}
type Row = { [column: string]: unknown };

/** An answer before it is written: rows by the names of their columns, or steps of paths. */
export interface Answer {
	code: string;
	columns: string[];
	rows: Row[];
	paths?: { nodes: unknown; links: unknown };
	/** What else the answer says. */
	more: Json;
}

/** In an order that says nothing. */
export function mixed<One>(list: One[], ranks: number[]): One[] {
	return list
		.map((one, index) => ({ one, rank: ranks[index % ranks.length] as number }))
		.sort((a, b) => a.rank - b.rank)
		.map(({ one }) => one);
}

/** Fields as answers call them. */
export const columnsOf = ({ fields }: Case) =>
	fields.map((field) => field.replace(/^event\.\w+\./, 'event.$Anything.'));

export function answerOf(one: Case): Answer {
	const { shape } = one;
	const more = { truncated: shape.isCut };
	const groups = columnsOf(one);
	switch (one.model) {
		case 'attribution': {
			const columns = [
				...['event_name', 'click_times', 'converted_number', 'converted_user_number'],
				...['goal_conversion', 'conversion_value_rate'],
				...groups,
			];
			return tabular(columns, attributionRows(one, groups), more, one);
		}
		case 'ltv': {
			const periods = Array.from({ length: one.duration + 1 }, (_, period) => period);
			const columns = [
				...(one.fields.length > 0 && shape.wholeDate === 'absent' ? [] : ['date']),
				...['measure_name', 'initial_user'],
				...periods.map((period) => `amount_ltv_${period}`),
				...(shape.rateName === 'none'
					? []
					: periods.map((period) => `${shape.rateName}_${period}`)),
				...groups,
			];
			return tabular(columns, ltvRows(one, groups), more, one);
		}
		case 'interval': {
			const columns = [
				...['date', 'by_field', ...percentilesOf(one).map(String)],
				...['cnt', 'people', 'min_time', 'max_time', 'avg_time', 'uniqavg_time', 'uniqavg_cnt'],
			];
			return tabular(columns, intervalRows(one), more, one);
		}
		case 'path':
			return pathAnswer(one);
	}
}

function tabular(columns: string[], rows: Row[], more: Json, { shape }: Case): Answer {
	return {
		code: 'SUCCESS',
		columns: mixed(columns, shape.columns),
		rows: mixed(rows, shape.rows),
		more,
	};
}

const groupCells = (columns: string[], group: Value[]) =>
	Object.fromEntries(columns.map((name, index) => [name, group[index]]));

function attributionRows(one: Case, groups: string[]): Row[] {
	const { shape } = one;
	const rows = creditsOf(one).map(({ group, event, ...numbers }): Row => {
		const { touches, converting, users, conversions } = numbers;
		return {
			event_name: event,
			click_times: event === null ? null : numberAs(touches, shape),
			converted_number: event === null ? null : numberAs(converting, shape),
			converted_user_number: numberAs(users, shape),
			goal_conversion: numberAs(conversions, shape),
			conversion_value_rate: rateAs(0.0205, shape),
			...groupCells(groups, group),
		};
	});
	return withLayer(rows, groups, one);
}

function ltvRows(one: Case, groups: string[]): Row[] {
	const { shape } = one;
	const { from } = rangeOf(one);
	const isGrouped = groups.length > 0;
	const wholeDate = { first: from, null: null, $ALL: WHOLE, absent: undefined }[shape.wholeDate];
	const rows = worthsOf(one).map(
		({ date, group, users, values }): Row => ({
			date: isGrouped ? wholeDate : dateAs(date as string, shape),
			measure_name: 'PayOrder的LTV_AVG',
			initial_user: numberAs(users, shape),
			...Object.fromEntries(
				values.flatMap((value, period) => [
					[
						`amount_ltv_${period}`,
						value === null ? null : shape.rates === 'text' ? String(value) : value,
					],
					[`${shape.rateName}_${period}`, value === null ? null : rateAs(0.5, shape)],
				]),
			),
			...groupCells(groups, group),
		}),
	);
	const [first] = rows;
	if (!isGrouped && shape.hasWhole && first) return [...rows, { ...first, date: WHOLE }];
	return withLayer(rows, groups, one);
}

/** Those asked for, perhaps with others that nobody asked for. */
function percentilesOf({ percentiles, shape }: Case): number[] {
	const more = shape.morePercentiles ? [25, 50, 75] : [];
	return [...new Set([...percentiles, ...more])];
}

function intervalRows(one: Case): Row[] {
	const { shape, fields, unit } = one;
	const nothing = shape.nothing === 'null' ? null : 0;
	const timeAs = (time: number | undefined) =>
		time === undefined ? nothing : numberAs(time, shape);
	const rowOf = (wait: Waits, date: string): Row => {
		const times = timesOf(wait);
		return {
			date,
			by_field: fields.length > 0 ? wait.group[0] : '',
			...Object.fromEntries(
				percentilesOf(one).map((percent) => [String(percent), timeAs(times?.at(percent))]),
			),
			cnt: numberAs(times?.intervals ?? 0, shape),
			people: numberAs(times?.users ?? 0, shape),
			min_time: timeAs(times?.least),
			max_time: timeAs(times?.most),
			avg_time: timeAs(times?.average),
			uniqavg_time: timeAs(times?.averageOfUsers),
			uniqavg_cnt: times ? times.intervals / times.users : nothing,
		};
	};
	const rows = waitsOf(one).map((wait) =>
		rowOf(wait, dateAs(DATES[unit][wait.day] as string, shape)),
	);
	const wholes = shape.hasWhole ? wholesOf(one).map((wait) => rowOf(wait, WHOLE)) : [];
	return [...withLayer(rows, fields.length > 0 ? ['by_field'] : [], one), ...wholes];
}

/** With a line of all groups together. */
function withLayer(rows: Row[], groups: string[], { shape }: Case): Row[] {
	const [first] = rows;
	if (!first || groups.length === 0 || !shape.hasLayer) return rows;
	return [...rows, { ...first, ...Object.fromEntries(groups.map((name) => [name, LAYER])) }];
}

/** The service's own name of a node. */
function idOf(node: Node, { shape }: Case, nodes: Node[]): string {
	if (shape.ids === 'opaque') return `n${nodes.indexOf(node)}`;
	const step = shape.ids === 'zero' ? node.step : node.step + 1;
	return `${step}_${node.event ?? 'more'}${node.group ?? ''}`;
}

const wastageOf = ({ step }: Link) => `${step + 1}_wastage`;

function pathAnswer(one: Case): Answer {
	const { shape, isBackward } = one;
	const { nodes, links, leftOut, goesOn } = toldPaths(one);
	const steps = Math.max(0, ...nodes.map(({ step }) => step + 1));
	const layers = <Of extends { step: number }>(list: Of[], write: (of: Of) => Json) =>
		Array.from({ length: steps }, (_, step) =>
			mixed(list, shape.rows)
				.filter((of) => of.step === step)
				.map(write),
		);
	const isTurned = isBackward && shape.isTurned;
	return {
		code: 'SUCCESS',
		columns: [],
		rows: [],
		paths: {
			nodes: layers(nodes, (node) => ({
				id: idOf(node, one, nodes),
				...(node.event === null
					? { is_aggregate: true, ...(shape.isAggregateNamed ? { event_name: 'A,B' } : {}) }
					: { event_name: node.event }),
				...(node.group === undefined ? {} : { by_value: node.group }),
				times: numberAs(node.times, shape),
			})),
			links: layers(links, (link) => {
				const near = idOf(link.from, one, nodes);
				const far = link.to === null ? wastageOf(link) : idOf(link.to, one, nodes);
				return {
					source: isTurned ? far : near,
					target: isTurned ? near : far,
					times: numberAs(link.times, shape),
					...(link.to === null ? { is_wastage: true } : shape.hasTime ? { is_wastage: false } : {}),
				};
			}),
		},
		more: {
			truncated: shape.isCut,
			truncate_rows: leftOut,
			truncate_col: goesOn,
			sampling_factor: shape.sample,
			report_update_time: '2026-11-21 09:40:36.640',
		},
	};
}

const dateAs = (date: string, { hasTime }: Shape) => (hasTime ? `${date} 00:00:00` : date);

function rateAs(ratio: number, { rates }: Shape): unknown {
	return { ratio, percent: ratio * 100, text: (ratio * 100).toFixed(2) }[rates];
}

function numberAs(number: number, { numbers }: Shape): unknown {
	switch (numbers) {
		case 'plain':
			return number;
		case 'fraction':
			return Number.isInteger(number) ? new Digits(`${number}.0`) : number;
		case 'text':
			return String(number);
		case 'commas':
			return Number.isInteger(number) ? number.toLocaleString('en-US') : String(number);
	}
}

/** The envelope as text; cells stand as the columns do. */
export function toText(answer: Answer, { shape }: Case): string {
	return write(envelope(answer, shape));
}

function envelope({ code, columns, rows, paths, more }: Answer, { hasInfos }: Shape): Json {
	const request = { request_id: '21181032a2d85cc8f8bd403b8d374c19' };
	if (code !== 'SUCCESS') {
		const said = { code, description: 'The parameter is wrong' };
		return { code, ...request, error_info: said };
	}
	const data = paths
		? { ...paths, ...more }
		: {
				metadata_columns: new Map(columns.map((name) => [name, 'STRING'])),
				...(hasInfos
					? { column_infos: columns.map((name) => ({ column_name: name, data_type: 'STRING' })) }
					: {}),
				detail_rows: cellsOf(columns, rows),
				...more,
			};
	return { code, ...request, data };
}

/** Rows that are none stay what they are. */
function cellsOf(columns: string[], rows: unknown): unknown {
	if (!Array.isArray(rows)) return rows;
	return rows.map((row: unknown) =>
		typeof row !== 'object' || row === null
			? row
			: [
					...columns.map((name) => (row as Row)[name]),
					...((row as { more?: unknown[] }).more ?? []),
				].slice(0, (row as { length?: number }).length),
	);
}

/** JSON, with the digits of long numbers, and keys in the order of a map. */
function write(value: unknown): string {
	if (value instanceof Digits) return value.text;
	if (typeof value === 'bigint') return value.toString();
	if (Array.isArray(value)) return `[${value.map((one) => write(one ?? null)).join(',')}]`;
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const entries = value instanceof Map ? [...value.entries()] : Object.entries(value);
	const written = entries
		.filter(([, inner]) => inner !== undefined)
		.map(([key, inner]) => `${JSON.stringify(key)}:${write(inner)}`);
	return `{${written.join(',')}}`;
}

/** The answer as n8n can hold it: long numbers are text. */
export function asItem(answer: Answer, { shape }: Case): unknown {
	return JSON.parse(
		toText(answer, { shape } as Case).replace(/([[:,])(-?\d{16,})(?=[,\]}])/g, '$1"$2"'),
	);
}
