/** Which lines the OpenAPI tells (docs/service.md, "OpenAPI"), and what is left of them to come out. */
import { compareGroups } from '../report/order.mts';
import type { Case } from './cases.mts';
import { factsOf, startsOf } from './facts.mts';
import { toCell } from './oracle.mts';
import { inOrder, LAYER } from './service.mts';
import { DAYS, type Fact, type Value } from './world.mts';

export interface Told {
	/** In the order of the answer. */
	lines: Fact[];
	isTruncated: boolean;
}

export function tell(one: Case): Told {
	const { key, shape, keyOddity } = one;
	const own = factsOf(one).filter((fact) => isAsked(one, fact) && !isWholeOfGroups(one, fact));
	const filled = key.isSparse || keyOddity === 'onlyOther' ? own : [...own, ...nothing(one, own)];
	const all = inOrder([...filled, ...layers(one)], shape);
	const lines = all.slice(0, key.mostRows);
	return { lines, isTruncated: lines.length < all.length };
}

/** Whether dates are asked for; a distribution has dates or groups, not both. */
export function asksDates({ model, fields, isSplit }: Case): boolean {
	if (model === 'funnel') return isSplit;
	return model !== 'userProperties' && fields.length === 0;
}

/** Whether lines are told by dates. */
export function tellsDates(one: Case): boolean {
	return asksDates(one) || (one.model === 'retention' && !one.key.heedsRollup);
}

/** Lines of the whole range stand beside those of dates, not the other way round. */
function isAsked(one: Case, { date }: Fact): boolean {
	const isDated = date !== null;
	if (one.model === 'funnel' && one.keyOddity === 'onlyOther') return isDated !== one.isSplit;
	return isDated === tellsDates(one) || (!isDated && one.shape.withOther);
}

/** Told as a line of totals alone. */
const isWholeOfGroups = ({ fields }: Case, { group }: Fact) => group === null && fields.length > 0;

/** Lines of all values of a group, among the others. */
function layers(one: Case): Fact[] {
	const { fields, shape, key } = one;
	const [first, second] = fields;
	if (!first || !shape.withLayer) return [];
	const whole = factsOf({ ...one, fields: [] })
		.filter((fact) => isAsked(one, fact))
		.map((fact) => ({ ...fact, group: fields.map(() => LAYER) }));
	if (!second || !key.withPartLayer) return whole;
	const parts = factsOf({ ...one, fields: [first] })
		.filter((fact) => isAsked(one, fact) && fact.group !== null)
		.map((fact) => ({ ...fact, group: [...(fact.group as Value[]), LAYER] }));
	return [...whole, ...parts];
}

export const isLayer = ({ group }: Fact) => group?.includes(LAYER) === true;

/** Lines for dates without anybody. */
function nothing(one: Case, own: Fact[]): Fact[] {
	if (!tellsDates(one)) return [];
	const groups = one.fields.length > 0 ? distinctGroups(own) : [[]];
	return groups.flatMap((group) =>
		DAYS.flatMap((date, day) => {
			if (own.some((fact) => fact.date === date && keyOf(fact) === groupKey(group))) return [];
			return [{ date, group, counts: countsOfNothing(one, day), total: 0 }];
		}),
	);
}

function countsOfNothing(one: Case, day: number): Array<number | null> {
	if (one.model === 'funnel') return Array.from({ length: one.size }, () => 0);
	if (one.model === 'distribution') return startsOf(one).map(() => 0);
	return Array.from({ length: one.size + 1 }, (_, period) =>
		day + period < DAYS.length ? 0 : null,
	);
}

/** The lines that must come out: no totals of groups, the largest groups first, of one size by value. */
export function kept(lines: Fact[]): Fact[] {
	const own = lines.filter((fact) => !isLayer(fact));
	// By all that is told of a group, the whole range among its dates: no document says more.
	const sizeOf = (group: Value[]) =>
		own
			.filter((fact) => keyOf(fact) === groupKey(group))
			.reduce((sum, { total }) => sum + total, 0);
	const ranked = distinctGroups(own)
		.map((group) => ({ group, size: sizeOf(group) }))
		.sort((a, b) => b.size - a.size || compareGroups(a.group.map(toCell), b.group.map(toCell)))
		.map(({ group }) => groupKey(group));
	const rank = (fact: Fact) => ranked.indexOf(keyOf(fact));
	return [...own].sort((a, b) => rank(a) - rank(b));
}

function distinctGroups(facts: Fact[]): Value[][] {
	return [...new Map(facts.map((fact) => [keyOf(fact), fact.group ?? []])).values()];
}

const keyOf = ({ group }: Fact) => groupKey(group ?? []);

function groupKey(group: Value[]): string {
	return group.map((value) => `${typeof value} ${String(value)}`).join('\n');
}
