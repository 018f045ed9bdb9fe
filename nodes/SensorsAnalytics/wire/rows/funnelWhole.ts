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
	entries: readonly FunnelEntry[],
	{ columns }: Grouping,
	whole?: readonly FunnelEntry[],
): FunnelEntry[] {
	const untold = entries.filter(({ isGroupTold }) => !isGroupTold);
	if (columns.length === 0 || untold.length === 0) return [...entries];
	const told = entries.filter(({ isGroupTold }) => isGroupTold);
	const verdicts = new Set(
		untold.map((entry) =>
			judge(
				entry,
				told.filter(({ date }) => date === entry.date),
			),
		),
	);
	const isWhole = verdicts.has('whole') || (verdicts.has('sum') && !verdicts.has('noValue'));
	const isOpen = verdicts.has('either') && !verdicts.has('whole') && !verdicts.has('noValue');
	if (isOpen && whole && untold.every((entry) => isIn(whole, entry))) return told;
	const isAgainst = verdicts.has('whole') && verdicts.has('noValue');
	if (isOpen || isAgainst) {
		const Fault = isOpen && !whole ? NeedsWhole : UnknownForm;
		throw new Fault(
			`${untold[0]?.name} tells no group: it may be all of them together, or users without a value. Without a group, by a property of users, or with a key of the OpenAPI it can be told`,
		);
	}
	return isWhole ? told : [...entries];
}

/** Whether a report without groups has the same numbers on the date of an entry. */
function isIn(whole: readonly FunnelEntry[], { date, steps }: FunnelEntry): boolean {
	const same = whole.find((other) => other.date === date)?.steps;
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
