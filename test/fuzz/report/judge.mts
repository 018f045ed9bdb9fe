/** Runs one case through the node and the oracle; what is wrong, in words. */
import type { Case } from './case.mts';
import { addDays, type Day, type Period, periodsOf, type Range, type Unit } from './calendar.mts';
import { orderKeysOf } from './columns.mts';
import { type Expected, expectReport, hasOpenHour } from './expect.mts';
import { hasWeekday } from './form.mts';
import { checkMessage, MESSAGES } from './messages.mts';
import { checkItems } from './outputs.mts';
import { type Plan, planOf, wholePlanOf } from './ranges.mts';
import { serve } from './serve.mts';
import { isAdditive, weekdayShown } from './side.mts';
import type { Told } from './tell.mts';

export interface Verdict {
	/** None where all is as it must be. */
	faults: string[];
	/** The node declined, and was right. */
	isRefused: boolean;
}

const MOST_FAULTS = 6;

export async function judge(given: Case): Promise<Verdict> {
	const faults: string[] = [];
	const differ = (what: string) => {
		if (faults.length < MOST_FAULTS) faults.push(what);
	};
	const { items, error, told: all, refusals } = await serve(given);
	if (refusals[0] !== undefined) return { faults: refusals.slice(0, 1), isRefused: false };
	const { told, fault } = withoutTotals(given, all);
	if (fault !== undefined) return { faults: [fault], isRefused: false };

	const otherwise = hasWeekday(given) ? (given.range.firstWeekday ?? 1) : 1;
	const found = given.isWhole
		? wholeAnswers(given, told, otherwise)
		: allAnswers(given, told, otherwise);
	const { plan, own, before, isMore } = found;
	const { range } = plan;
	const isOrdered = given.orderBy === undefined || orderKeysOf(given).includes(given.orderBy);
	if (!isOrdered) {
		const isTold = error?.includes(`'${given.orderBy}'`);
		const words = `an order by ${given.orderBy}, and no error that names it`;
		return { faults: isTold ? [] : [words], isRefused: true };
	}
	if (given.isWhole && given.output === 'summary' && hasOpenHour(given, wholePlanOf(given))) {
		const isTold = error?.includes('incomplete hour');
		return { faults: isTold ? [] : ['a summary with an open hour, and no error'], isRefused: true };
	}
	const refused = refusedOfSessions(given);
	if (refused.length > 0) {
		const isTold = refused.some((option) => error?.includes(`'${option}'`));
		return {
			faults: isTold ? [] : [`${refused.join()} of sessions, and no error`],
			isRefused: true,
		};
	}
	const declined = error !== undefined && mayDecline(given, error);
	if (declined) return { faults, isRefused: true };
	if (error !== undefined) return { faults: [`error: ${error}`], isRefused: false };
	if (!own || !before || isMore) {
		const asked = told.map(({ range: { from, to } }) => `${from}..${to}`).join(', ');
		const wanted = [range, plan.compared?.range].map((r) => r && `${r.from}..${r.to}`).join(', ');
		return { faults: [`asked for ${asked}, wanted ${wanted}`], isRefused: false };
	}
	const weekday = found.weekday ?? weekdayShown([own, before], otherwise);
	const expected: Expected = expectReport(given, plan, own, before, weekday);
	if (expected.isUnjoinable) {
		return { faults: ['numbers that can not be added up, and no error'], isRefused: false };
	}
	checkItems(given, plan, expected, items ?? [], differ);
	if (given.output === 'message' && items?.[0]) {
		for (const form of MESSAGES) {
			const { items: messages, error: fault } = await serve(given, form);
			if (fault !== undefined) differ(`${form}: ${fault}`);
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
	own?: Told[];
	before?: Told[];
	/** Whether more was asked for. */
	isMore: boolean;
	/** On which weeks start, where that decided what was asked for. */
	weekday?: number;
}

function allAnswers(given: Case, told: readonly Told[], otherwise: number): Found {
	const { range } = planOf(given);
	const own = takeRange(told, range);
	// A total shows no weeks.
	const isTotal = given.output === 'summary';
	const plan = planOf(given, isTotal ? otherwise : weekdayShown([own ?? []], otherwise));
	const rest = told.filter((answer) => !own?.includes(answer));
	const before = plan.compared?.range ? takeRange(rest, plan.compared.range) : [];
	const isMore = (own?.length ?? 0) + (before?.length ?? 0) < told.length;
	return { plan, own, before, isMore };
}

/** P7: by week, answers may show that other weeks count; those are asked for anew. */
function wholeAnswers(given: Case, told: readonly Told[], otherwise: number): Found {
	const isWeek = given.unit === 'week';
	const isSummary = given.output === 'summary';
	// A Summary asks for totals, whose unit says nothing, and for weeks beside them.
	const weeks = told.filter(
		({ unit, hasTotals, isTotal }) =>
			isWeek && unit === 'week' && !(isSummary && (hasTotals || isTotal)),
	);
	const weekday = weekdayShown(inOrder(weeks), otherwise);
	const plan = planOf(given, weekday);
	if (plan.isNothing) {
		const { compared } = planOf(given, otherwise);
		const isMore = told.length > weeks.length;
		return { plan: { ...plan, compared }, own: [], before: [], isMore, weekday };
	}
	const counting = told.filter((answer) => !isSummary || !weeks.includes(answer));
	const own = lastAsked(counting, plan.range);
	const rest = counting.filter((answer) => !own?.includes(answer));
	const before = plan.compared?.range ? lastAsked(rest, plan.compared.range) : [];
	const isMore = !isWeek && (own?.length ?? 0) + (before?.length ?? 0) < counting.length;
	return { plan, own, before, isMore, weekday };
}

/** The answers that make up a range, one behind the other, as they were asked for last. */
function lastAsked(told: readonly Told[], { from, to }: Range): Told[] | undefined {
	for (let first = told.length - 1; first >= 0; first--) {
		let day = from;
		for (let index = first; told[index]?.range.from === day; index++) {
			const end = told[index]?.range.to as Day;
			if (end === to) return told.slice(first, index + 1);
			day = addDays(end, 1);
		}
	}
	return undefined;
}

/** Answers as they were asked for: slices behind one another are of one range. */
function inOrder(told: readonly Told[]): Told[][] {
	const lists: Told[][] = [];
	for (const answer of told) {
		const list = lists.at(-1);
		const follows = list && addDays((list.at(-1) as Told).range.to, 1) === answer.range.from;
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

/** Of sessions, totals are asked for beside the rows, of the same dates. */
function withoutTotals(given: Case, told: Told[]): { told: Told[]; fault?: string } {
	if (!given.session || given.unit === 'total' || given.output === 'summary') return { told };
	const rows = told.filter(({ isTotal }) => !isTotal);
	const key = ({ range }: Told) => `${range.from}..${range.to}`;
	const totals = told.filter(({ isTotal }) => isTotal).map(key);
	const asked = rows.map(key);
	const countOf = (list: string[], range: string) => list.filter((own) => own === range).length;
	const isRight = totals.every((range) => countOf(totals, range) <= countOf(asked, range));
	const isWanted = given.hasTotals || given.orderBy !== undefined || given.top !== undefined;
	const isDone = !given.hasTotals || asked.every((range) => totals.includes(range));
	if (isRight && isDone && (isWanted || totals.length === 0)) return { told: rows };
	return { told: rows, fault: `totals of ${totals.join()} beside rows of ${asked.join()}` };
}

/** What would add up numbers of sessions (docs/reports.md, "Sessions"). */
function refusedOfSessions(given: Case): string[] {
	if (!given.session) return [];
	const split = isSplit(given, wholePlanOf(given).compared?.range) ? ['Split Range (Days)'] : [];
	return hasRestOf(given) ? [...split, 'Combine Remaining Groups'] : split;
}

/** The answers that make up a range, one behind the other without gaps; the first ones count. */
function takeRange(told: readonly Told[], { from, to }: Range): Told[] | undefined {
	const taken: Told[] = [];
	for (let day: Day = from; day <= to; ) {
		const next = told.find(
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
