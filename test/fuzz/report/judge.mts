/** Runs one case through the node and the oracle; what is wrong, in words. */
import type { Case } from './case.mts';
import { addDays, type Day, type Range } from './calendar.mts';
import { orderKeysOf } from './columns.mts';
import { type Expected, expectReport } from './expect.mts';
import { hasWeekday } from './form.mts';
import { checkMessage, MESSAGES } from './messages.mts';
import { checkItems } from './outputs.mts';
import { planOf } from './ranges.mts';
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
	const { range } = planOf(given);
	const own = takeRange(told, range);
	// A total shows no weeks.
	const isTotal = given.output === 'summary';
	const plan = planOf(given, isTotal ? otherwise : weekdayShown([own ?? []], otherwise));
	const rest = told.filter((answer) => !own?.includes(answer));
	const before = plan.compared?.range ? takeRange(rest, plan.compared.range) : [];
	const isOrdered = given.orderBy === undefined || orderKeysOf(given).includes(given.orderBy);
	if (!isOrdered) {
		const isTold = error?.includes(`'${given.orderBy}'`);
		const words = `an order by ${given.orderBy}, and no error that names it`;
		return { faults: isTold ? [] : [words], isRefused: true };
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
	if (!own || !before || own.length + before.length < told.length) {
		const asked = told.map(({ range: { from, to } }) => `${from}..${to}`).join(', ');
		const wanted = [range, plan.compared?.range].map((r) => r && `${r.from}..${r.to}`).join(', ');
		return { faults: [`asked for ${asked}, wanted ${wanted}`], isRefused: false };
	}
	const weekday = weekdayShown([own, before], otherwise);
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
function refusedOfSessions({ session, sliceDays, hasRest, top }: Case): string[] {
	if (!session) return [];
	const split = sliceDays === undefined ? [] : ['Split Range (Days)'];
	return hasRest && top !== undefined ? [...split, 'Rest in One Row'] : split;
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
	const { sliceDays, unit, habits, orderBy } = given;
	const others = given.measures.filter(
		(measure, index) => !isAdditive(measure) || (index === 0 && habits.hasTexts),
	);
	if (others.length === 0) return false;
	if (given.hasRest && given.top !== undefined && /Rest in One Row/.test(error)) return true;
	if (sliceDays === undefined) return false;
	if (!/Split Range|added up|joined/i.test(error)) return false;
	const isTotal = unit === 'total' || given.output === 'summary' || given.hasTotals;
	const isOrdered = others.some(({ name }) => orderBy?.startsWith(name));
	const isCut =
		['quarter', 'year'].includes(unit) || (unit === 'week' && habits.firstWeekday !== 1);
	return isTotal || isOrdered || isCut;
}
