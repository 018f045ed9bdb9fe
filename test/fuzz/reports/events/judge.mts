/** Runs one case through the node and the oracle; what is wrong, in words. */
import type { IDataObject } from 'n8n-workflow';

import { drawn } from '../../harness/chance.mts';
import { faultOf } from '../../messages/cells.mts';
import { readers } from '../../messages/targets.mts';
import type { Subject } from '../../harness/draws.mts';
import {
	type Day,
	type Period,
	type Range,
	type Unit,
	addDays,
	dayAt,
	periodsOf,
} from './calendar.mts';
import {
	type Case,
	type Scalar,
	type Returned,
	type Value,
	orderKeysOf,
	ordersDates,
} from './case.mts';
import { drawCase } from './draw.mts';
import { hasWeekday } from './form.mts';
import {
	type Cell,
	type Expected,
	type Line,
	type Plan,
	expectReport,
	hasOpenHour,
	isAdditive,
	planOf,
	weekdayShown,
	wholePlanOf,
} from './oracle.mts';
import { serve } from './service.mts';
import { add, compareRanks, rankNumber } from './values.mts';

interface Verdict {
	/** None where all is as it must be. */
	faults: string[];
	/** The node declined, and was right. */
	isRefused: boolean;
}

const MOST_FAULTS = 6;

export const event: Subject<Case> = {
	cases: drawn(drawCase),
	async check(given) {
		const { faults, isRefused } = await judge(given);
		if (given.hasRelations) await checkRelations(given, (what) => faults.push(what));
		return {
			fault: faults.length > 0 ? faults.join('\n') : undefined,
			kinds: [...featuresOf(given), ...(isRefused ? ['refused'] : [])],
		};
	},
};

function featuresOf(given: Case): string[] {
	const { compare, range, habits } = given;
	const yes = (is: boolean | undefined, name: string) => (is ? [name] : []);
	return [
		`unit ${given.unit}`,
		`output ${given.output}`,
		`range ${range.preset}`,
		`compared with ${compare.preset}`,
		`zone ${given.zone}`,
		`groups ${given.groups.length}`,
		...given.measures.map(({ aggregator }) => `measure ${aggregator}`),
		...yes(given.sliceDays !== undefined, 'slices'),
		...yes(given.isFilled, 'filled'),
		...yes(given.isWhole, 'whole periods only'),
		...yes(given.unit === 'week' && habits.firstWeekday === 7, 'weeks from Sunday'),
		...yes(given.orderBy !== undefined, 'ordered'),
		...yes(given.top !== undefined, 'top'),
		...yes(given.hasRest, 'rest in one row'),
		...yes(given.hasTotals, 'totals'),
		...yes(given.limit !== undefined, 'limit'),
		...yes(given.pasted !== undefined, 'pasted'),
		...yes(given.hasKey, 'with a key'),
		...yes(given.session !== undefined, 'of sessions'),
		...yes(habits.isSparse, 'sparse answers'),
		...yes(habits.numbers !== 'number', 'numbers as text'),
		...yes(habits.factor !== undefined, 'numbers beyond 2^53'),
		...yes(habits.hasTexts, 'texts in a measure'),
	];
}

async function judge(drawn: Case): Promise<Verdict> {
	// Messages have all dates, whatever the option says.
	const given = { ...drawn, isFilled: drawn.isFilled || drawn.output === 'message' };
	const faults: string[] = [];
	const differ = (what: string) => {
		if (faults.length < MOST_FAULTS) faults.push(what);
	};
	const { items, error, reported: all, refusals } = await serve(given);
	if (refusals[0] !== undefined) return { faults: refusals.slice(0, 1), isRefused: false };
	const { reported, fault } = withoutTotals(given, all);
	if (fault !== undefined) return { faults: [fault], isRefused: false };

	const otherwise = hasWeekday(given) ? (given.range.firstWeekday ?? 1) : 1;
	const found = given.isWhole
		? wholeAnswers(given, reported, otherwise)
		: allAnswers(given, reported, otherwise);
	const { plan, own, before, isMore } = found;
	const { range } = plan;
	const isOrdered = given.orderBy === undefined || orderKeysOf(given).includes(given.orderBy);
	if (!isOrdered) {
		const isReported = error?.includes(`'${given.orderBy}'`);
		const words = `an order by ${given.orderBy}, and no error that names it`;
		return { faults: isReported ? [] : [words], isRefused: true };
	}
	if (given.orderBy !== undefined && ordersDates(given)) {
		const isReported = error?.includes("'Order By' orders groups");
		return { faults: isReported ? [] : ['an order of dates, and no error'], isRefused: true };
	}
	if (given.isWhole && given.output === 'summary' && hasOpenHour(given, wholePlanOf(given))) {
		const isReported = error?.includes('incomplete hour');
		return {
			faults: isReported ? [] : ['a summary with an open hour, and no error'],
			isRefused: true,
		};
	}
	const refused = refusedOfSessions(given);
	if (refused.length > 0) {
		const isReported = refused.some((option) => error?.includes(`'${option}'`));
		return {
			faults: isReported ? [] : [`${refused.join()} of sessions, and no error`],
			isRefused: true,
		};
	}
	const declined = error !== undefined && mayDecline(given, error);
	if (declined) return { faults, isRefused: true };
	if (error !== undefined) return { faults: [`error: ${error}`], isRefused: false };
	if (!own || !before || isMore) {
		const request = reported.map(({ range: { from, to } }) => `${from}..${to}`).join(', ');
		const wanted = [range, plan.compared?.range].map((r) => r && `${r.from}..${r.to}`).join(', ');
		return { faults: [`asked for ${request}, wanted ${wanted}`], isRefused: false };
	}
	const weekday = found.weekday ?? weekdayShown([own, before], otherwise);
	const expected: Expected = expectReport(given, plan, own, before, weekday);
	if (expected.isUnjoinable) {
		return { faults: ['numbers that can not be added up, and no error'], isRefused: false };
	}
	checkItems(given, plan, expected, items ?? [], differ);
	if (given.output === 'message' && items?.[0]) {
		// A message has no hints, so the node refuses days that have begun nowhere.
		const isAhead = range.from > addDays(dayAt(Date.parse(given.now), given.zone), 1);
		for (const form of MESSAGES) {
			const { items: messages, error: fault } = await serve(given, form);
			if (fault !== undefined) {
				if (!isAhead || !/^The date range starts on /.test(fault)) differ(`${form}: ${fault}`);
			} else if (isAhead) differ(`${form}: days that have not begun, and no error`);
			else if (messages?.[0])
				checkMessage(
					form,
					messages[0],
					items[0],
					given.measures.length,
					expected.isCompared,
					differ,
				);
		}
	}
	return { faults, isRefused: false };
}

interface Found {
	plan: Plan;
	own?: Returned[];
	before?: Returned[];
	/** Whether more was asked for. */
	isMore: boolean;
	/** On which weeks start, where that decided what was asked for. */
	weekday?: number;
}

function allAnswers(given: Case, reported: readonly Returned[], otherwise: number): Found {
	const { range } = planOf(given);
	const own = takeRange(reported, range);
	// A total shows no weeks.
	const isTotal = given.output === 'summary';
	const plan = planOf(given, isTotal ? otherwise : weekdayShown([own ?? []], otherwise));
	const rest = reported.filter((answer) => !own?.includes(answer));
	const before = plan.compared?.range ? takeRange(rest, plan.compared.range) : [];
	const isMore = (own?.length ?? 0) + (before?.length ?? 0) < reported.length;
	return { plan, own, before, isMore };
}

/** P7: by week, answers may show that other weeks count, which the node then requests again. */
function wholeAnswers(given: Case, reported: readonly Returned[], otherwise: number): Found {
	const isWeek = given.unit === 'week';
	const isSummary = given.output === 'summary';
	// A Summary requests totals, whose unit says nothing, and weeks in addition.
	const weeks = reported.filter(
		({ unit, hasTotals, isTotal }) =>
			isWeek && unit === 'week' && !(isSummary && (hasTotals || isTotal)),
	);
	const weekday = weekdayShown(inOrder(weeks), otherwise);
	const plan = planOf(given, weekday);
	if (plan.isNothing) {
		const { compared } = planOf(given, otherwise);
		const isMore = reported.length > weeks.length;
		return { plan: { ...plan, compared }, own: [], before: [], isMore, weekday };
	}
	const counting = reported.filter((answer) => !isSummary || !weeks.includes(answer));
	const own = lastRequested(counting, plan.range);
	const rest = counting.filter((answer) => !own?.includes(answer));
	const before = plan.compared?.range ? lastRequested(rest, plan.compared.range) : [];
	const isMore = !isWeek && (own?.length ?? 0) + (before?.length ?? 0) < counting.length;
	return { plan, own, before, isMore, weekday };
}

/** The answers that make up a range, one behind the other, as they were asked for last. */
function lastRequested(reported: readonly Returned[], { from, to }: Range): Returned[] | undefined {
	for (let first = reported.length - 1; first >= 0; first--) {
		let day = from;
		for (let index = first; reported[index]?.range.from === day; index++) {
			const end = reported[index]?.range.to as Day;
			if (end === to) return reported.slice(first, index + 1);
			day = addDays(end, 1);
		}
	}
	return undefined;
}

/** Answers as they were asked for: slices behind one another are of one range. */
function inOrder(reported: readonly Returned[]): Returned[][] {
	const lists: Returned[][] = [];
	for (const answer of reported) {
		const list = lists.at(-1);
		const follows = list && addDays((list.at(-1) as Returned).range.to, 1) === answer.range.from;
		if (follows) list.push(answer);
		else lists.push([answer]);
	}
	return lists;
}

/** F3: how many requests a range takes. */
function slicesIn({ from, to }: Range, days: number, unit: Unit): number {
	let count = 0;
	for (let start = from; start <= to; count++) {
		const wanted = addDays(start, days);
		if (unit === 'hour' || unit === 'day' || unit === 'total') {
			start = wanted;
			continue;
		}
		const own = (day: Day) => periodsOf({ from: day, to: day }, unit, 'UTC')[0] as Period;
		start = own(wanted).from > start ? own(wanted).from : addDays(own(start).to, 1);
	}
	return count;
}

/** F3: a range that is one slice is not split. */
function isSplit(given: Case, compared: Range | undefined): boolean {
	const { sliceDays } = given;
	if (sliceDays === undefined) return false;
	const unit = given.output === 'summary' ? 'total' : given.unit;
	const { range } = wholePlanOf(given);
	return [range, ...(compared ? [compared] : [])].some((own) => slicesIn(own, sliceDays, unit) > 1);
}

/** O4: whether there is a rest to make one group of. */
const hasRestOf = ({ hasRest, top, groups, output }: Case) =>
	hasRest === true && top !== undefined && groups.length > 0 && output !== 'summary';

/** For sessions, totals of the same dates are requested in addition to the rows. */
function withoutTotals(
	given: Case,
	reported: Returned[],
): { reported: Returned[]; fault?: string } {
	if (!given.session || given.unit === 'total' || given.output === 'summary') return { reported };
	const rows = reported.filter(({ isTotal }) => !isTotal);
	const key = ({ range }: Returned) => `${range.from}..${range.to}`;
	const totals = reported.filter(({ isTotal }) => isTotal).map(key);
	const requests = rows.map(key);
	const countOf = (list: string[], range: string) => list.filter((own) => own === range).length;
	const isRight = totals.every((range) => countOf(totals, range) <= countOf(requests, range));
	const isWanted = given.hasTotals || given.orderBy !== undefined || given.top !== undefined;
	const isDone = !given.hasTotals || requests.every((range) => totals.includes(range));
	if (isRight && isDone && (isWanted || totals.length === 0)) return { reported: rows };
	return { reported: rows, fault: `totals of ${totals.join()} beside rows of ${requests.join()}` };
}

/** What would add up numbers of sessions (docs/reports.md, "Sessions"). */
function refusedOfSessions(given: Case): string[] {
	if (!given.session) return [];
	const split = isSplit(given, wholePlanOf(given).compared?.range) ? ['Split Range (Days)'] : [];
	return hasRestOf(given) ? [...split, 'Combine Remaining Groups'] : split;
}

/** The answers that make up a range, one behind the other without gaps; the first ones count. */
function takeRange(reported: readonly Returned[], { from, to }: Range): Returned[] | undefined {
	const taken: Returned[] = [];
	for (let day: Day = from; day <= to; ) {
		const next = reported.find(
			(answer) => answer.range.from === day && answer.range.to <= to && !taken.includes(answer),
		);
		if (!next) return undefined;
		taken.push(next);
		day = addDays(next.range.to, 1);
	}
	return taken;
}

/** Errors that the page asks for: totals and cut periods of what can't be added up (F3, O1, O4). */
function mayDecline(given: Case, error: string): boolean {
	const { unit, habits, orderBy } = given;
	const others = given.measures.filter(
		(measure, index) => given.session || !isAdditive(measure) || (index === 0 && habits.hasTexts),
	);
	if (others.length === 0) return false;
	const isOrderedBy = others.some(({ name }) => orderBy?.startsWith(name));
	const isOfHours = hasOpenHour(given, wholePlanOf(given));
	if (isOfHours && isOrderedBy && error.includes('incomplete hour')) return true;
	if (hasRestOf(given) && /Combine Remaining Groups/.test(error)) return true;
	if (!isSplit(given, wholePlanOf(given).compared?.range)) return false;
	if (!/Split Range|added up|joined/i.test(error)) return false;
	const isTotal = unit === 'total' || given.output === 'summary' || given.hasTotals;
	const isCut =
		['quarter', 'year'].includes(unit) || (unit === 'week' && habits.firstWeekday !== 1);
	return isTotal || isOrderedBy || isCut;
}

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

function checkItems(
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
				for (const [key, value] of Object.entries(datesOf(plan))) row.set(key, [value]);
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
		// Equal labels are made distinct in some way: each value must be there once.
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

/** The dates of a report, and of its comparison. */
function datesOf({ range, compared }: Plan): { [key: string]: string | null } {
	const { from = null, to = null } = compared?.range ?? {};
	return {
		...{ from: range.from, to: range.to },
		...(compared ? { compare_from: from, compare_to: to } : {}),
	};
}

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
		...datesOf(plan),
		time_zone: given.zone,
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
	const isReported = notes.includes(`The date range contains no complete ${period}`);
	if (isReported !== (plan.isNothing === true || isHourOpen(given, expected)))
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
		const of = expected.isTruncated ? undefined : 'all groups';
		if (meta.totals_of !== of) differ(`meta.totals_of is ${show(meta.totals_of)}`);
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
	// The service has no total of nothing; a report without groups has a row that says so.
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

const MESSAGES = ['slack', 'markdown', 'feishu', 'html'] as const;

const PARTS = 4;

/** @param table the item of the output Table for the same report */
function checkMessage(
	form: (typeof MESSAGES)[number],
	item: IDataObject | undefined,
	table: IDataObject,
	measures: number,
	isCompared: boolean,
	differ: (what: string) => void,
): void {
	const rows = table.rows as unknown[][];
	const texts = item && readers[form](item).table?.slice(1);
	if (!texts) {
		// One number alone has no table.
		if (rows.length > 1) differ(`${form} has no table, and ${rows.length} rows`);
		return;
	}
	const isCut = texts.length < rows.length;
	// Gmail shows 102 kB of a mail, and the mail says what it leaves out for that.
	const html = String(item?.html);
	const isReported = html.length > 80_000 && html.includes(String(rows.length - texts.length));
	if (form === 'html' && isCut && !isReported)
		differ(`html shows ${texts.length} of ${rows.length} rows`);
	if (isCut && !/\bnot\b|more/.test(JSON.stringify(item))) differ(`${form} hides rows silently`);
	for (const [index, cells] of texts.entries()) {
		const row = rows[index];
		if (!row) {
			differ(`${form} has ${texts.length} rows, the table ${rows.length}`);
			return;
		}
		const shown = cells.slice(-measures);
		const values = row.slice(-measures * (isCompared ? PARTS : 1));
		shown.forEach((text, measure) => {
			const [value, , , percent] = values.slice(measure * (isCompared ? PARTS : 1));
			const words = faultOf(text, value, isCompared ? percent : undefined);
			if (words) differ(`${form} row ${index}: '${text}' ${words}`);
		});
	}
}

/** Names that keep their keys: no measure is renamed by R6. */
const NAMES = ['m1', 'm2', 'm3'];

/** The case with all that could hide a relation taken out of it. */
function plainOf(given: Case): Case {
	return {
		...given,
		measures: given.measures.map((measure, index) => ({
			...measure,
			name: NAMES[index] as string,
		})),
		compare: { preset: 'none' },
		output: 'rows',
		hasTotals: false,
		isFilled: true,
		orderBy: undefined,
		top: undefined,
		hasRest: undefined,
		limit: undefined,
		sliceDays: undefined,
		isWhole: undefined,
		filter: undefined,
		habits: { ...given.habits, mostRows: undefined, hasTexts: undefined },
	};
}

async function rowsOf(given: Case): Promise<IDataObject[] | undefined> {
	const { items } = await serve(given);
	return items?.map(({ meta: _, ...row }) => row);
}

const text = (rows: IDataObject[] | undefined) =>
	(rows ?? []).map((row) => JSON.stringify(Object.entries(row).sort())).sort();
const areSame = (a: IDataObject[] | undefined, b: IDataObject[] | undefined) =>
	text(a).join('\n') === text(b).join('\n');

const sumAt = (rows: IDataObject[], date: unknown, key: string) =>
	rows
		.filter((row) => row.date === date)
		.reduce<Value>((sum, row) => add(sum, (row[key] ?? 0) as Value), 0);

async function checkRelations(given: Case, differ: Differ): Promise<void> {
	const plain = plainOf(given);
	const rows = (await rowsOf(plain)) ?? [];
	const additive = plain.measures.filter(isAdditive).map(({ name }) => name);

	const reversed = { ...plain, measures: [...plain.measures].reverse() };
	if (!areSame(rows, await rowsOf(reversed))) differ('another order of measures, other numbers');

	// More answers may show how weeks start where one does not (P2).
	const { isFirstWeekCut, firstWeekday } = plain.habits;
	const isUnclear = plain.unit === 'week' && (isFirstWeekCut || firstWeekday !== 1);
	const canSlice =
		additive.length === plain.measures.length &&
		plain.unit !== 'total' &&
		!isUnclear &&
		// Refused (docs/reports.md, "Sessions").
		!plain.session;
	if (canSlice && !areSame(rows, await rowsOf({ ...plain, sliceDays: given.sliceDays ?? 7 })))
		differ('slices are not the one piece');

	const whole = (await rowsOf({ ...plain, groups: [] })) ?? [];
	const filtered = (await rowsOf({ ...plain, groups: [], filter: 'web' })) ?? [];
	for (const row of whole) {
		for (const key of additive) {
			const total = sumAt(whole, row.date, key);
			if (rows.length > 0 && sumAt(rows, row.date, key) !== total)
				differ(`groups do not add up to the whole on ${String(row.date)}`);
		}
		const counts = plain.measures.filter(({ aggregator }) => aggregator === 'general');
		for (const { name } of counts) {
			const [less, more] = [sumAt(filtered, row.date, name), sumAt(whole, row.date, name)];
			if (compareRanks(rankNumber(less), rankNumber(more)) > 0)
				differ(`a filter adds on ${String(row.date)}`);
		}
	}

	await checkSummary(given, differ);

	const { range } = planOf(plain);
	const itself = (await rowsOf({ ...plain, compare: { preset: 'custom', ...range } })) ?? [];
	for (const row of itself) {
		for (const { name } of plain.measures) {
			if (row[`${name}_previous`] !== row[name] || (row[`${name}_change`] ?? 0) !== 0)
				differ(`compared with itself, ${name} differs on ${String(row.date)}`);
		}
	}
}

/** R7, P7: a total of Table is what Summary says of the same form, whole periods or not. */
async function checkSummary(given: Case, differ: Differ): Promise<void> {
	const form: Case = {
		...plainOf(given),
		compare: given.compare,
		isWhole: given.isWhole,
		groups: [],
		hasTotals: true,
	};
	const [table, summary] = [
		await serve({ ...form, output: 'table' }),
		await serve({ ...form, output: 'summary' }),
	];
	// A Summary by hour can't leave out the hour that is not over.
	if (form.unit === 'hour' && summary.error !== undefined) return;
	const [{ totals, meta } = {}] = (table.items ?? []) as Array<{
		totals?: IDataObject | IDataObject[] | null;
		meta?: IDataObject;
	}>;
	const [own] = Array.isArray(totals) ? totals : [totals];
	const [row] = summary.items ?? [];
	if (!own || !row) {
		const fault = table.error ?? summary.error;
		if (fault !== undefined) differ(`a total or a summary fails: ${fault}`);
		return;
	}
	const other = row.meta as IDataObject;
	const isSame = ['compare_from', 'compare_to'].every((key) => meta?.[key] === other[key]);
	for (const key of Object.keys(own)) {
		const isOfOther = /_(?:previous|change|change_percent)$/.test(key);
		if (key in row && (isSame || !isOfOther) && row[key] !== own[key])
			differ(`a total of Table is ${String(own[key])}, Summary says ${String(row[key])}`);
	}
}
