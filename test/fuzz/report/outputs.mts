/** Compares what came out with what must come out; each difference in words. */
import type { IDataObject } from 'n8n-workflow';

import type { Case, Scalar } from './case.mts';
import type { Cell, Expected, Line } from './expect.mts';
import type { Plan } from './ranges.mts';

type Differ = (what: string) => void;

const show = (value: unknown) => JSON.stringify(value) ?? 'nothing';

const isIn = (cell: Cell, value: unknown) =>
	cell.some((allowed) => Object.is(allowed, value) || (allowed === 0 && value === 0));

/** Keys and values of one row, without `meta`. */
type Row = Map<string, Cell | readonly [Scalar | undefined]>;

/** What every object has is no key of an item (R6). */
const itemKey = (key: string) => (key in {} ? `${key} (2)` : key);

function rowOf(expected: Expected, values: readonly Scalar[], line: Line): Row {
	const { keys, isCompared, isDated, isTruncated } = expected;
	const row: Row = new Map();
	if (isDated) row.set('date', [line.period.name]);
	if (isDated && isCompared) row.set('date_previous', [line.previous ?? null]);
	keys.groups.forEach((key, index) => row.set(itemKey(key), [values[index] ?? null]));
	keys.measures.flat().forEach((key, index) => row.set(itemKey(key), line.cells[index] as Cell));
	if (isTruncated) row.set('_truncated', [true]);
	if (line.isPartial) row.set('_partial', [true]);
	return row;
}

function differences(row: Row, item: IDataObject, place: string, differ: Differ): void {
	for (const [key, cell] of row) {
		if (!Object.hasOwn(item, key)) differ(`${place} has no ${key}, wanted ${show(cell[0])}`);
		else if (!isIn(cell as Cell, item[key]))
			differ(`${place}: ${key} is ${show(item[key])}, wanted ${show(cell[0])}`);
	}
	for (const key of Object.keys(item)) {
		if (key !== 'meta' && !row.has(key)) differ(`${place} has ${key}: ${show(item[key])}`);
	}
}

export function checkItems(
	given: Case,
	plan: Plan,
	expected: Expected,
	items: IDataObject[],
	differ: Differ,
): void {
	const rows = expected.groups.flatMap(({ values, lines }) =>
		lines.map((line) => ({ values, line })),
	);
	if (given.output === 'table' || given.output === 'message') {
		checkTable(given, plan, expected, items[0] ?? {}, differ);
		return;
	}
	if (rows.length === 0) {
		if (items.length > 0) differ(`${items.length} items, wanted none`);
		return;
	}
	if (given.output === 'wide' && given.groups.length > 0) checkWide(expected, items, differ);
	else {
		if (items.length !== rows.length) differ(`${items.length} items, wanted ${rows.length}`);
		rows.slice(0, items.length).forEach(({ values, line }, index) => {
			const row = rowOf(expected, values, line);
			if (given.output === 'summary') {
				row.set('from', [plan.range.from]);
				row.set('to', [plan.range.to]);
			}
			differences(row, items[index] as IDataObject, `item ${index}`, differ);
		});
	}
	const meta = items[0]?.meta as IDataObject | undefined;
	checkMeta(given, plan, expected, meta, differ);
	if (given.hasTotals) checkTotals(given, expected, meta?.totals, differ);
}

function checkTable(
	given: Case,
	plan: Plan,
	expected: Expected,
	item: IDataObject,
	differ: Differ,
): void {
	const { keys, isDated, isCompared } = expected;
	const names = [
		...(isDated ? ['date', ...(isCompared ? ['date_previous'] : [])] : []),
		...keys.groups,
		...keys.measures.flat(),
	];
	const columns = ((item.columns ?? []) as IDataObject[]).map(({ name }) => name);
	if (show(columns) !== show(names)) differ(`columns ${show(columns)}, wanted ${show(names)}`);
	const list = (item.rows ?? []) as unknown[][];
	const rows = expected.groups.flatMap(({ values, lines }) =>
		lines.map((line) => rowOf({ ...expected, isTruncated: false }, values, line)),
	);
	if (list.length !== rows.length) differ(`${list.length} rows, wanted ${rows.length}`);
	rows.slice(0, list.length).forEach((row, index) => {
		row.delete('_partial');
		const cells = list[index] as unknown[];
		const found = Object.fromEntries(names.map((name, i) => [itemKey(name), cells[i]]));
		differences(row, found as IDataObject, `row ${index}`, differ);
	});
	checkMeta(given, plan, expected, item.meta as IDataObject, differ);
	if (given.hasTotals) checkTotals(given, expected, item.totals, differ);
}

const labelOf = (values: readonly Scalar[]) =>
	values.map((value) => (value === null ? '(none)' : String(value))).join(' / ');

const RESERVED = ['date', 'date_previous', 'meta', '_truncated', '_partial', '_sampled'];

function checkWide(expected: Expected, items: IDataObject[], differ: Differ): void {
	const { keys, groups, isDated, isCompared, isTruncated } = expected;
	const columns = keys.measures.flat();
	const labels = groups.map(({ values }) => labelOf(values));
	const names = labels.flatMap((label) =>
		columns.map((column) => itemKey(columns.length === 1 ? label : `${label} / ${column}`)),
	);
	const areClear = new Set([...names, ...RESERVED]).size === names.length + RESERVED.length;
	const periods = new Map<string, Line>();
	for (const line of groups.flatMap(({ lines }) => lines)) periods.set(line.period.name, line);
	const lines = [...periods.values()].sort((a, b) => a.period.start - b.period.start);
	if (lines.length !== items.length) differ(`${items.length} items, wanted ${lines.length}`);
	lines.slice(0, items.length).forEach((line, index) => {
		const item = items[index] as IDataObject;
		const row: Row = new Map();
		if (isDated) row.set('date', [line.period.name]);
		if (isDated && isCompared) row.set('date_previous', [line.previous ?? null]);
		if (isTruncated) row.set('_truncated', [true]);
		if (line.isPartial) row.set('_partial', [true]);
		const cells = groups.flatMap(
			(group) =>
				group.lines.find(({ period }) => period.name === line.period.name)?.cells ??
				columns.map((): Cell => [null]),
		);
		if (areClear) {
			names.forEach((name, i) => row.set(name, cells[i] as Cell));
			differences(row, item, `item ${index}`, differ);
			return;
		}
		// Labels that are alike are told apart in some way: the values must be there, each once.
		const own = Object.keys(item).filter((key) => key !== 'meta' && !row.has(key));
		const known = Object.fromEntries([...row.keys()].map((key) => [key, item[key]]));
		differences(row, known as IDataObject, `item ${index}`, differ);
		const sorted = (list: unknown[]) => show(list.map(show).sort());
		const found = sorted(own.map((key) => item[key]));
		const wanted = sorted(cells.map((cell) => cell.find((v) => isOneOf(v, own, item)) ?? cell[0]));
		if (found !== wanted) differ(`item ${index} holds ${found}, wanted ${wanted}`);
	});
}

const isOneOf = (value: unknown, keys: readonly string[], item: IDataObject) =>
	keys.some((key) => item[key] === value);

function checkMeta(
	given: Case,
	plan: Plan,
	expected: Expected,
	meta: IDataObject | undefined,
	differ: Differ,
): void {
	if (!meta) {
		differ('no meta');
		return;
	}
	const wanted: { [key: string]: unknown } = {
		from: plan.range.from,
		to: plan.range.to,
		time_zone: given.zone,
		...(plan.compared
			? {
					compare_from: plan.compared.range?.from ?? null,
					compare_to: plan.compared.range?.to ?? null,
				}
			: {}),
	};
	for (const [key, value] of Object.entries(wanted)) {
		if (meta[key] !== value) differ(`meta.${key} is ${show(meta[key])}, wanted ${show(value)}`);
	}
	const lines = expected.groups.flatMap((group) => group.lines);
	const partial = [
		...new Set(lines.filter((line) => line.isPartial).map(({ period }) => period.name)),
	].sort();
	const listed = [...((meta.partial ?? []) as string[])].sort();
	if (show(listed) !== show(partial))
		differ(`meta.partial is ${show(listed)}, wanted ${show(partial)}`);
	const notes = ((meta.notes ?? []) as string[]).join(' ');
	const period = given.unit === 'total' ? 'day' : given.unit;
	const isTold = notes.includes(`The date range contains no complete ${period}`);
	if (isTold !== (plan.isNothing === true || isHourOpen(given, expected)))
		differ(`notes ${show(notes)}: whether a whole ${period} is over`);
	// Of a report without rows, no date is anything.
	if (expected.isDated && lines.length > 0 && expected.alone.length > 0 && notes === '')
		differ(`no note on ${expected.alone[0]} and others without a partner`);
	if (
		given.top !== undefined &&
		given.hasTotals &&
		given.output !== 'summary' &&
		given.groups.length > 0
	) {
		if (meta.totals_of !== 'all groups') differ(`meta.totals_of is ${show(meta.totals_of)}`);
	}
}

/** Of a range of which no hour is over. */
const isHourOpen = ({ isWhole, unit }: Case, { hours }: Expected) =>
	isWhole === true && unit === 'hour' && hours === 0;

function checkTotals(given: Case, expected: Expected, totals: unknown, differ: Differ): void {
	const list = (Array.isArray(totals) ? totals : totals ? [totals] : []) as IDataObject[];
	const { keys } = expected;
	const found = new Map(
		list.map((total) => [JSON.stringify(keys.groups.map((key) => total[key] ?? null)), total]),
	);
	// The service tells no total of nothing; a report without groups has a row that says so.
	if (keys.groups.length === 0 && list.length === 0) return;
	for (const [key, cells] of expected.totals) {
		const total = found.get(given.output === 'summary' ? '[]' : key);
		if (!total) {
			differ(`totals have no ${key}`);
			continue;
		}
		const row: Row = new Map();
		keys.groups.forEach((name) => row.set(name, [total[name] as Scalar]));
		keys.measures.flat().forEach((name, index) => row.set(itemKey(name), cells[index] as Cell));
		differences(row, total, `totals of ${key}`, differ);
	}
	if (list.length > expected.totals.size) differ(`${list.length} totals`);
}
