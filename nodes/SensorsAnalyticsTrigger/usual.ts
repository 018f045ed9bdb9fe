import { UserError } from 'n8n-workflow';

import { betweenPieces, inSlices } from '../../credentials/http/slices';
import { wireFor } from '../SensorsAnalytics/api';
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
import { isCounting, isCountOfValues } from '../SensorsAnalytics/query/columns';
import type { Cell } from '../SensorsAnalytics/table/decimal';
import { withCommas } from '../SensorsAnalytics/table/decimal';
import { compareValues } from '../SensorsAnalytics/table/table';
import type { Service } from '../SensorsAnalytics/transport/service';
import type { Observation } from './condition';
import type { TriggerSettings } from './fields';
import { markOf, MOST_REMEMBERED, newSalt } from './memory';
import type { FetchedPeriods, Numbers } from './numbers';
import { fetchTable, numberSteps } from './numbers';
import { periodsOn } from './periods';

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
	const isMarked = markedDays(marks);
	const known = periodsOn(clock, { from: addDays(first, -DAYS_BEFORE[clock.unit]), to: last });
	const placeOf = new Map(known.map((start, at) => [start, at]));
	const pause = betweenPieces();
	const calendar = { unit: clock.unit, isMarked };
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
		const judge = usualJudge(points, { ...calendar, isCount, isDistinct, deviations }, dates);
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
/** Maximum size of all histories; the oldest one is dropped first. */
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
		if (size <= MOST_KEPT) break;
		histories.delete(oldest);
		size -= own;
	}
	return numbers;
}
