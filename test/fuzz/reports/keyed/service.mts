/**
 * A service that answers in every documented form (docs/service.md, "OpenAPI"), and in some that
 * the node must refuse.
 */
import {
	type Json,
	LAYER,
	type Needs,
	type Table,
	type Value,
	WHOLE,
	generalName,
	makeTableOdd,
	mixed,
	numberAs as write,
	rateAs as rate,
	refusalOf,
	successOf,
	tableData,
} from '../wire.mts';
import type { Case, Shape } from './cases.mts';
import { creditsOf, rangeOf, returnedPaths, waitsOf, wholesOf, worthsOf } from './world.mts';
import { DATES, type Link, type Node, type Waits, timesOf } from './world.mts';

type Row = { [column: string]: unknown };

/** Fields as answers call them. */
const columnsOf = ({ fields }: Case) => fields.map(generalName);

function tableOf(one: Case): Table {
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
			throw new Error('Paths are no table');
	}
}

function tabular(columns: string[], rows: Row[], more: Json, { shape }: Case): Table {
	return {
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

interface PathsData extends Json {
	nodes: Json[][];
	links: Json[][];
}

function pathsDataOf(one: Case): PathsData {
	const { shape, isBackward } = one;
	const { nodes, links, leftOut, goesOn } = returnedPaths(one);
	const steps = Math.max(0, ...nodes.map(({ step }) => step + 1));
	const layers = <Of extends { step: number }>(list: Of[], write: (of: Of) => Json) =>
		Array.from({ length: steps }, (_, step) =>
			mixed(list, shape.rows)
				.filter((of) => of.step === step)
				.map(write),
		);
	const isTurned = isBackward && shape.isTurned;
	return {
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
		truncated: shape.isCut,
		truncate_rows: leftOut,
		truncate_col: goesOn,
		sampling_factor: shape.sample,
		report_update_time: '2026-11-21 09:40:36.640',
	};
}

const numberAs = (number: number, { numbers }: Shape) => write(number, numbers);
const rateAs = (ratio: number, { rates }: Shape) => rate(ratio, rates);
const dateAs = (date: string, { hasTime }: Shape) => (hasTime ? `${date} 00:00:00` : date);

const COUNTS = {
	attribution: ['click_times', 'converted_number', 'converted_user_number'],
	ltv: ['initial_user'],
	interval: ['cnt', 'people'],
	path: [],
};
/** What a report needs in addition to counts. */
const NUMBERS = {
	attribution: ['goal_conversion'],
	ltv: ['amount_ltv_0'],
	interval: ['min_time', 'max_time', 'avg_time', 'uniqavg_time'],
	path: [],
};

const groupsOf = (one: Case) =>
	one.fields.length === 0 ? [] : one.model === 'interval' ? ['by_field'] : columnsOf(one);

/** What the service answers, and whether nobody may read it. */
export function playOf(one: Case): { answer: Json; isOdd: boolean; isRefusal: boolean } {
	const { oddity = '', model, shape } = one;
	const rank = shape.columns[0] as number;
	const paths = model === 'path' ? pathsDataOf(one) : undefined;
	const table = paths ? undefined : tableOf(one);
	const isOdd = paths
		? oddPaths(paths, one)
		: makeTableOdd(table as Table, oddity, needsOf(table as Table, one, rank), rank);
	const data = paths ?? tableData(table as Table, shape.hasInfos);
	if (oddity === 'refused') return { answer: refusalOf(rank, data), isOdd: true, isRefusal: true };
	return { answer: successOf(data), isOdd, isRefusal: false };
}

function needsOf(table: Table, one: Case, rank: number): Needs {
	const { model, percentiles, fields } = one;
	const is = (name: Case['model']) => model === name;
	// The first line that isn't of totals, and has numbers.
	const row = table.rows.find(
		(candidate) =>
			!Object.values(candidate).some((value) => value === LAYER) &&
			!(candidate.date === WHOLE && groupsOf(one).length === 0) &&
			!(is('interval') && (candidate.date === WHOLE || Number(candidate.cnt) === 0)) &&
			!(is('attribution') && candidate.event_name === null),
	);
	const put = (isOf: boolean, values: Json) => isOf && row && Object.assign(row, values);
	const pick = <One,>(list: One[]) => list[rank % list.length] as One;
	const hasDate = is('interval') || (is('ltv') && fields.length === 0);
	const counts = COUNTS[model];
	return {
		row,
		counts,
		numbers: [...counts, ...NUMBERS[model]],
		columns: [
			...counts,
			// Of the periods, the service may leave out some.
			...(is('ltv') ? [] : NUMBERS[model]),
			...(is('attribution') ? ['event_name'] : []),
			...(hasDate ? ['date'] : []),
		],
		groups: groupsOf(one),
		date: hasDate ? 'date' : undefined,
		own: {
			strangeEvent: () => put(is('attribution'), { event_name: 'D' }),
			unaskedDirect: () => put(is('attribution') && !one.hasDirect, { event_name: null }),
			fallingTimes: () => put(is('interval'), { [String(percentiles[0])]: 1e9 }),
			averageOutside: () =>
				put(is('interval'), { [pick(['avg_time', 'uniqavg_time'])]: pick([-1, 1e9]) }),
			moreUsers: () => put(is('interval'), { people: 1e6 }),
			noPercentile() {
				const { length } = table.columns;
				if (is('interval'))
					table.columns = table.columns.filter((name) => name !== String(pick(percentiles)));
				return table.columns.length < length;
			},
			noAmount: () =>
				put(is('ltv'), { amount_ltv_0: pick(['-', '', '1;5', 'NaN', 'Infinity', '0x10']) }),
			secondMeasure: () =>
				is('ltv') && table.rows.push({ ...row, measure_name: 'other', amount_ltv_0: '1' }),
		},
	};
}

function oddPaths(paths: PathsData, one: Case): boolean {
	const { nodes, links } = paths;
	const { oddity, isBackward, shape } = one;
	const node = nodes[0]?.[0];
	const link = links[0]?.[0];
	switch (oddity) {
		case 'rowsNoList':
			Object.assign(paths, { nodes: 'none' });
			return true;
		case 'stepNoList':
			nodes.push(1 as unknown as Json[]);
			return true;
		default:
			break;
	}
	if (!node) return false;
	switch (oddity) {
		case 'rowNoList':
			nodes[0]?.push(5 as unknown as Json);
			return true;
		case 'twoIds':
		case 'twice':
			nodes[0]?.push({ ...node });
			return true;
		case 'negative':
			node.times = -1;
			return true;
		case 'noNumber':
			node.times = 'many';
			return true;
		case 'objectNumber':
			node.times = { a: 1 };
			return true;
		case 'nullCount':
			node.times = null;
			return true;
		case 'noColumn':
			return delete node.times;
		case 'noId':
			return delete node.id;
		case 'noEvent':
			return delete node.event_name;
		case 'objectGroup':
			node.event_name = { a: 1 };
			return true;
		case 'stepGrows':
			if (!nodes[1]?.[0]) return false;
			nodes[1][0].times = 1e9;
			return true;
		default:
			break;
	}
	if (!link) return false;
	const near = isBackward && shape.isTurned ? 'target' : 'source';
	const far = near === 'source' ? 'target' : 'source';
	switch (oddity) {
		case 'noSource':
			link[near] = 'nowhere';
			return true;
		case 'turnedLink':
			// Before an event, both ways are read.
			if (isBackward) return false;
			[link.source, link.target] = [link.target, link.source];
			return true;
		case 'noTarget':
			if (link.is_wastage === true) return false;
			link[far] = 'nowhere';
			return true;
		case 'linksGrow':
			link.times = 1e9;
			return true;
		case 'linkTwice':
			links[0]?.push({ ...link, times: 0 });
			// Links must fit their nodes, and say nothing else of them.
			return one.returned !== 'nodes';
		case 'turnedSteps':
			// Before an event, links say nothing of their direction.
			if (nodes.length < 2 || isBackward) return false;
			nodes.reverse();
			return true;
		default:
			return false;
	}
}
