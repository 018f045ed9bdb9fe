import { type IDataObject, OperationalError, UserError } from 'n8n-workflow';

import { firstWords } from '../../credentials/http/redact';
import { betweenPieces, inSlices, type Steps } from '../../credentials/http/slices';
import { wireFor } from '../SensorsAnalytics/api';
import type { Wire } from '../SensorsAnalytics/api';
import { checkedSteps } from '../SensorsAnalytics/api/api';
import { REPORT_IT } from '../SensorsAnalytics/api/rows';
import { addDays } from '../SensorsAnalytics/dates/calendar';
import {
	DAYS_BEFORE,
	DEVIATIONS,
	type Judged,
	markedDays,
	type MarkedDays,
	MOST_NARROW,
	usualDates,
	usualJudge,
	WIDE_DEVIATIONS,
} from '../SensorsAnalytics/insight/usual';
import { whyNoUsual } from '../SensorsAnalytics/output/meta';
import { JSON_LABEL } from '../SensorsAnalytics/params/queryMode';
import { assertOwnPage, assertOwnZone } from '../SensorsAnalytics/paste/payload';
import { isCounting, isCountOfValues } from '../SensorsAnalytics/query/columns';
import type { DateRange } from '../SensorsAnalytics/query/query';
import { assertPoints, reportOf } from '../SensorsAnalytics/reports/fetch';
import { type Amount, amountOf, type Cell, withCommas } from '../SensorsAnalytics/table/decimal';
import {
	compareValues,
	groupKeys,
	positionsOf,
	putInto,
	type Table,
} from '../SensorsAnalytics/table/table';
import type { Service } from '../SensorsAnalytics/transport/service';
import type { Observation } from './condition';
import type { TriggerSettings } from './fields';
import { markOf, MOST_REMEMBERED, newSalt } from './memory';
import {
	type Clock,
	lastCompletePeriod,
	periodsOn,
	type Reach,
	readReach,
	settledReach,
} from './periods';

/** The report over some days, and when its data end. */
export interface FetchedPeriods {
	range: DateRange;
	table: Table;
	reach: Reach;
}

/** Fetches fresh numbers from the first period to the last one. */
export async function fetchPeriods(
	service: Service,
	{ clock, input, settleHours, latestAfterHours }: TriggerSettings,
	now: Date,
	[first, last]: [string, string],
): Promise<FetchedPeriods> {
	const range = { from: first.slice(0, 10), to: last.slice(0, 10) };
	const connection = await service.connectionOf(0);
	if (input.address) assertOwnPage(input.address, connection, JSON_LABEL);
	const wire = wireFor(connection);
	const table = await fetchTable(service, wire, { clock, input }, range);
	const reach = wire.returnsFacts
		? readReach(table, now, clock, latestAfterHours)
		: settledReach(now, clock, settleHours, latestAfterHours);
	return { range, table, reach };
}

/** Whether only n8n's clock shows what is complete, and no period can be (T18, T22). */
export async function isSettling(
	service: Service,
	{ clock, settleHours, latestAfterHours }: TriggerSettings,
	now: Date,
	lastPeriod: string,
): Promise<boolean> {
	if (wireFor(await service.connectionOf(0)).returnsFacts) return false;
	const reach = settledReach(now, clock, settleHours, latestAfterHours);
	return (lastCompletePeriod(clock, reach) ?? '') <= lastPeriod;
}

/** Fetches the report over some days. */
async function fetchTable(
	service: Service,
	wire: Wire,
	{ clock, input }: Pick<TriggerSettings, 'clock' | 'input'>,
	range: DateRange,
): Promise<Table> {
	assertOwnZone(input.page ?? {}, range, clock.timeZone);
	const report = reportOf(wire, { model: 'event' });
	const how = { useCache: false };
	const answer = await service.call(0, report.request(input, range, how));
	let said: string;
	try {
		const table = await inSlices(checkedSteps(report, input, range, answer, how));
		assertPoints(table, clock.timeZone);
		return table;
	} catch (error) {
		said = (error as Error).message;
	}
	// The original advice is about a field that the trigger doesn't have.
	throw new OperationalError(said, {
		description: `To see the response unchanged, run the same report in the Sensors Analytics node with 'Output' set to Raw. ${REPORT_IT}`,
	});
}

/** The numbers of a report, by measure and period. */
export interface Numbers {
	/** Keys of the measures; with groups, keys of measure and group. */
	measures: string[];
	/** Measure and cells by the key of a group. */
	groups: ReadonlyMap<string, NumberOfGroup>;
	/**
	 * Returns null if there is no number, or several.
	 * @throws OperationalError for a text, which can't be compared
	 */
	at(measure: string, period: string): Amount | null;
	/** Approximate size in memory, in characters. */
	size: number;
	/** Whether the report is sampled or truncated. */
	flags: Pick<Table, (typeof PARTIAL_FLAGS)[number]>;
}

const PARTIAL_FLAGS = ['isSampled', 'isTruncated'] as const;

/** Size of a row without the names of its groups. */
const ROW_SIZE = 100;

interface NumberOfGroup {
	measure: string;
	/** Index of the measure in the query. */
	index: number;
	cells: IDataObject;
}

export function* numberSteps(
	clock: Clock,
	{ table, range }: Pick<FetchedPeriods, 'table' | 'range'>,
): Steps<Numbers> {
	const { columns } = table;
	const { date, groups: by, measures: positions } = positionsOf(table);
	const expected = new Set(periodsOn(clock, range));
	// If the service's points differ from the expected ones, or groups are omitted, a missing row
	// means nothing.
	const isSparse =
		table.points.every((point) => expected.has(point.slice(0, 19))) &&
		!(by.length > 0 && table.isTruncated);
	const byGroup = new Map<string, Map<string, Cell[][]>>();
	const groups = new Map<string, NumberOfGroup>();
	const keyOf = groupKeys(by);
	let characters = 0;
	for (const row of yield* table.rows.arraySteps()) {
		yield;
		const group = by.length > 0 ? keyOf(row) : '';
		const known = byGroup.get(group);
		const rows = known ?? new Map<string, Cell[][]>();
		const period = String(row[date]).slice(0, 19);
		putInto(rows, period, row);
		if (known) continue;
		byGroup.set(group, rows);
		if (by.length === 0) continue;
		for (const at of by) characters += String(row[at]).length;
		const cells = Object.fromEntries(by.map((at) => [columns[at]?.key ?? '', row[at] ?? null]));
		for (const [index, at] of positions.entries()) {
			groups.set(`${at} ${group}`, { measure: columns[at]?.key ?? '', index, cells });
		}
	}
	const byKey = new Map(positions.map((at) => [columns[at]?.key ?? '', at]));
	const measures = by.length > 0 ? [...groups.keys()] : [...byKey.keys()];
	return {
		measures,
		groups,
		size: table.rows.length * ROW_SIZE + characters,
		flags: { isSampled: table.isSampled, isTruncated: table.isTruncated },
		at: (measure, period) => {
			const [position, group] = by.length > 0 ? placeOf(measure) : [byKey.get(measure) ?? -1, ''];
			const rows = byGroup.get(group)?.get(period) ?? [];
			const { key = measure, whenEmpty = null } = columns[position] ?? {};
			if (rows.length === 1) return toNumber(rows[0]?.[position] ?? null, key, period);
			// When clocks go back, an hour has two rows, and therefore no single number (docs/trigger.md,
			// T1).
			return rows.length === 0 && isSparse && expected.has(period) ? whenEmpty : null;
		},
	};
}

/** Splits the key of a group, which these rows may not contain. */
function placeOf(key: string): [position: number, group: string] {
	const [position = ''] = key.split(' ', 1);
	return [Number(position), key.slice(position.length + 1)];
}

function toNumber(cell: Cell, measure: string, period: string): Amount | null {
	if (cell === null || typeof cell === 'number') return cell;
	const amount = amountOf(cell);
	if (amount !== undefined) return amount;
	throw new OperationalError(
		`The value of measure '${measure}' at ${period} is text: '${firstWords(String(cell))}'`,
		{
			description:
				"The trigger can't compare text. In a formula, choose another 'Format', or set 'Format' to Sensors Analytics Default.",
		},
	);
}

/** Usual ranges of the watched numbers (docs/trigger.md, T32 to T34). */

/** Maximum number of numbers with groups; hours have 24 times as much history as days. */
const MOST_NUMBERS = { day: MOST_REMEMBERED, hour: 100 };

type JudgedNumber = Omit<Observation, 'basePeriod' | 'base' | 'states'> & { usual: Judged };

/** Periods to judge, their report, and the salt for marks of groups. */
interface UsualOf {
	seen: FetchedPeriods;
	periods: readonly string[];
	salt?: string;
}

/** Judges each number of a period by its own preceding days (docs/usual-range.md). */
export async function judgedNumbers(
	service: Service,
	settings: TriggerSettings,
	marks: MarkedDays,
	numbers: Numbers,
	{ seen, periods, salt = '' }: UsualOf,
): Promise<(period: string) => JudgedNumber[]> {
	const { clock, input } = settings;
	const days = [...new Set(periods.map((period) => period.slice(0, 10)))].sort();
	const [first, last] = [days[0], days.at(-1)];
	if (first === undefined || last === undefined) return () => [];
	const { range } = seen;
	const isGrouped = input.query.groupBy.length > 0;
	// This comes before fetching a long history, and sorting its groups.
	if (isGrouped) assertFew(numbers.measures.length, MOST_NUMBERS[clock.unit]);
	const before = await historyFor(service, settings, range.from);
	const groups = new Map([...before.groups, ...numbers.groups]);
	const cellsOf = (key: string) => Object.values(groups.get(key)?.cells ?? {}) as Cell[];
	const keys = [...new Set([...numbers.measures, ...before.measures])];
	if (isGrouped) assertFew(keys.length, MOST_NUMBERS[clock.unit]);
	// Rows come in no order.
	keys.sort((a, b) => compareGroups(cellsOf(a), cellsOf(b)));
	const isWide = isGrouped || input.query.measures.length > MOST_NARROW;
	const deviations = isWide ? WIDE_DEVIATIONS : DEVIATIONS;
	const markedAs = markedDays(marks);
	const known = periodsOn(clock, { from: addDays(first, -DAYS_BEFORE[clock.unit]), to: last });
	const placeOf = new Map(known.map((start, at) => [start, at]));
	const pause = betweenPieces();
	const isPartial = PARTIAL_FLAGS.some((flag) => before.flags[flag] && !numbers.flags[flag]);
	const calendar = { unit: clock.unit, markedAs };
	const dates = usualDates(known, calendar);
	const historic = known.filter((start) => start.slice(0, 10) < range.from).length;
	const judges: Array<(period: string, at: number, from: number) => JudgedNumber> = [];
	for (const key of keys) {
		const group = groups.get(key);
		const of = numbers.measures.indexOf(key);
		const measure = input.query.measures[group ? group.index : of];
		const amountAt = (start: string, at: number) =>
			(at < historic ? before : numbers).at(key, start);
		const points = known.map((start, at) => {
			const amount = amountAt(start, at);
			return { start, value: amount === null ? null : Number(amount) };
		});
		const isCount = measure !== undefined && isCounting(measure);
		const isDistinct = measure !== undefined && isCountOfValues(measure);
		const judge = isPartial
			? () => ({ why: 'partial' as const })
			: usualJudge(points, { ...calendar, isCount, isDistinct, deviations }, dates);
		const name = isGrouped ? markOf(salt, [key]) : undefined;
		judges.push((period, at, from) => ({
			measure: group?.measure ?? key,
			...(group ? { name, group: group.cells } : {}),
			period,
			value: amountAt(period, at),
			usual: judge(at, from),
		}));
		await pause();
		service.ends?.throwIfAborted();
	}
	return (period) => {
		const at = placeOf.get(period);
		if (at === undefined) return [];
		// A number is judged by its own preceding days, regardless of the other periods.
		const day = addDays(period.slice(0, 10), -DAYS_BEFORE[clock.unit]);
		const from = known.findIndex((start) => start >= day);
		return judges.map((judge) => judge(period, at, from));
	};
}

function compareGroups(a: readonly Cell[], b: readonly Cell[]): number {
	const orders = a.map((cell, at) => compareValues(cell, b[at] ?? null));
	return orders.find((order) => order !== 0) ?? 0;
}

/** @throws UserError */
function assertFew(count: number, most: number): void {
	if (count <= most) return;
	throw new UserError(
		`The report has ${withCommas(count)} numbers (measures × groups), but the maximum is ${withCommas(most)}`,
		{ description: "Choose fewer properties in 'Group By', or add a filter in 'Options'." },
	);
}

/** Returns why a number has no usual range. */
export function whyNoRange({ why, level }: Judged = {}): string {
	if (level) return `it has been ${level.side} its usual level since ${level.since}`;
	return why === undefined
		? 'the number is unknown'
		: `there is no usual range: ${whyNoUsual(why)}`;
}

/**
 * Histories that this process fetched, so that a poll does not request them again (T33). Their keys
 * are hashes of the requests.
 */
const histories = new Map<string, Numbers>();
const saltOf = newSalt();
/** Maximum size of all histories but the newest; the oldest one is dropped first. */
const MOST_KEPT = 20_000_000;

/** Returns the numbers before a day. */
async function historyFor(
	service: Service,
	{ clock, input, counting }: TriggerSettings,
	day: string,
): Promise<Numbers> {
	const range = { from: addDays(day, -DAYS_BEFORE[clock.unit]), to: addDays(day, -1) };
	const connection = await service.connectionOf(0);
	const name = markOf(saltOf, [JSON.stringify([counting, clock, input, range, connection])]);
	const known = histories.get(name);
	if (known) return known;
	const table = await fetchTable(service, wireFor(connection), { clock, input }, range);
	const numbers = await inSlices(numberSteps(clock, { table, range }));
	histories.set(name, numbers);
	let size = [...histories.values()].reduce((sum, one) => sum + one.size, 0);
	for (const [oldest, { size: own }] of histories) {
		if (size <= MOST_KEPT || oldest === name) break;
		histories.delete(oldest);
		size -= own;
	}
	return numbers;
}
