import { type Amount, compareAmounts, sumOf } from '../../table/decimal';
import { NeedsWhole, UnknownForm } from './unknownForm';
import type { FunnelEntry } from './funnel';
import type { Grouping } from './place';

/** What the entries of one date say about the one that tells no group. */
type Verdict = 'whole' | 'sum' | 'either' | 'noValue' | 'nothing';

/**
 * Without entries of all groups together. An entry that says nothing about groups can be that, or
 * the group without a value (as in
 * docs/service.md, "Distribution"): its numbers, of all dates, decide.
 * @param whole entries of the same report without groups, if it was asked for
 * @throws NeedsWhole where it can be either, UnknownForm where that does not tell, either
 */
export function withoutWhole(
	all: readonly FunnelEntry[],
	{ columns }: Grouping,
	whole?: readonly FunnelEntry[],
): FunnelEntry[] {
	if (columns.length === 0) return [...all];
	const entries = all.filter((entry) => !isOfAll(entry, all));
	const untold = entries.filter(({ isGroupTold }) => !isGroupTold);
	if (untold.length === 0) return entries;
	const told = entries.filter(({ isGroupTold }) => isGroupTold);
	const byDate = new Map<string | null, FunnelEntry[]>();
	for (const entry of told) {
		const own = byDate.get(entry.date);
		if (own) own.push(entry);
		else byDate.set(entry.date, [entry]);
	}
	const verdicts = new Set(untold.map((entry) => judge(entry, byDate.get(entry.date) ?? [])));
	const isWhole = verdicts.has('whole') || (verdicts.has('sum') && !verdicts.has('noValue'));
	const isOpen = verdicts.has('either') && !verdicts.has('whole') && !verdicts.has('noValue');
	const stepsOn = new Map(whole?.map(({ date, steps }) => [date, steps]));
	if (isOpen && whole && untold.every((entry) => isIn(stepsOn, entry))) return told;
	const isAgainst = verdicts.has('whole') && verdicts.has('noValue');
	if (isOpen || isAgainst) {
		const Fault = isOpen && !whole ? NeedsWhole : UnknownForm;
		throw new Fault(
			`${untold[0]?.name} tells no group: it may be all of them together, or users without a value. Without a group, by a property of users, or with a key of the OpenAPI it can be told`,
		);
	}
	return isWhole ? told : entries;
}

/**
 * Whether an entry is all dates and groups together, which comes in front of dates by groups
 * (docs/service.md, "Funnel"): a group without a value would be among others of the whole range.
 */
function isOfAll({ date, isGroupTold }: FunnelEntry, all: readonly FunnelEntry[]): boolean {
	if (date !== null || isGroupTold) return false;
	const groups = all.filter((other) => other.isGroupTold);
	return groups.length > 0 && groups.every((other) => other.date !== null);
}

/** Whether a report without groups has the same numbers on the date of an entry. */
function isIn(
	whole: ReadonlyMap<string | null, FunnelEntry['steps']>,
	{ date, steps }: FunnelEntry,
): boolean {
	const same = whole.get(date);
	return steps.every(({ users }, index) => users === (same?.[index]?.users ?? 0));
}

function judge({ steps }: FunnelEntry, others: readonly FunnelEntry[]): Verdict {
	if (others.some(({ group }) => group.every((value) => value === null))) return 'whole';
	const first = steps[0]?.users ?? 0;
	if (others.length === 0) return first !== 0 ? 'noValue' : 'nothing';
	const bounds = steps.map(({ users }, index) => {
		const of = others.map((other) => other.steps[index]?.users ?? 0);
		const most = of.reduce((a, b) => (compareAmounts(a, b) < 0 ? b : a));
		return { users, most, sum: sumOf(of) as Amount };
	});
	// A user may be in several groups, or in one: the whole lies between the largest and the sum.
	if (
		bounds.some(
			({ users, most, sum }) => compareAmounts(users, most) < 0 || compareAmounts(users, sum) > 0,
		)
	)
		return 'noValue';
	if (first === 0) return 'nothing';
	const isSum = others.length > 1 && bounds.every(({ users, sum }) => users === sum);
	return isSum ? 'sum' : 'either';
}
