/** What docs/reports.md says that comes out of facts; shares nothing with the node. */
import type { Expected } from '../judge.mts';
import type { Case } from './cases.mts';
import { type Cell, groupNames, percent, toCell } from '../wire.mts';
import { EVENTS, type Fact, type Region, regionsOf, dayAfter, lastDayOf } from './world.mts';

const OWN = {
	retention: ['period', 'initial_users', 'users', 'percent'],
	distribution: ['bucket', 'bucket_from', 'bucket_to', 'total_users', 'users', 'percent'],
	funnel: ['step', 'event', 'users', 'percent_of_previous', 'percent_of_first'],
	userProperties: ['users'],
};
const MEASURES = { retention: 3, distribution: 5, funnel: 3, userProperties: 1 };
/**
 * @param facts as the service returns them, in its order; lines of layers left out
 * @param alone facts of the report without groups
 */
export function expectedOf(one: Case, facts: Fact[], alone: Fact[]): Expected | undefined {
	const { model, isSplit } = one;
	// The OpenAPI has every value, and names lines of all groups.
	const reported = model === 'funnel' && !one.hasKey ? withoutWhole(one, facts, alone) : facts;
	if (!reported) return undefined;
	const dated = reported.filter(({ date }) => date !== null);
	const whole = reported.filter(({ date }) => date === null);
	// By groups, a retention has dates only if the OpenAPI returns several.
	const isWhole = one.shape.whole !== undefined;
	const isByDate =
		(one.fields.length === 0 && !isWhole) || (model === 'retention' && dated.length > 0);
	const hasDate = model === 'funnel' ? isSplit : model !== 'userProperties' && isByDate;
	if (model === 'funnel' && reported.length > 0 && (isSplit ? dated : whole).length === 0)
		return undefined;

	const groups: string[] = [];
	const keyOf = ({ group }: Fact) =>
		(group ?? one.fields.map(() => null))
			.map(toCell)
			.map((cell) => `${typeof cell} ${cell}`)
			.join('\n');
	for (const fact of reported) if (!groups.includes(keyOf(fact))) groups.push(keyOf(fact));
	const linesOf = (list: Fact[], withDate: boolean) =>
		[...list]
			.map((fact) => ({ fact, rank: groups.indexOf(keyOf(fact)) }))
			.sort((a, b) => {
				const [x, y] = [a.fact.date ?? '', b.fact.date ?? ''];
				return x < y ? -1 : x > y ? 1 : a.rank - b.rank;
			})
			.flatMap(({ fact }) =>
				ownLines(one, fact).map((line) => [
					...(withDate ? [fact.date] : []),
					...(fact.group ?? one.fields.map(() => null)).map(toCell),
					...line,
				]),
			);
	return {
		columns: [...(hasDate ? ['date'] : []), ...groupsOf(one), ...OWN[model]],
		rows: inFull(linesOf(hasDate ? dated : whole, hasDate)),
		totals: hasDate && whole.length > 0 ? inFull(linesOf(whole, false)) : null,
		hasDate,
		measures: MEASURES[model],
		// Charts of these show what the sentences count, which the fuzzer of messages judges.
		drawn: undefined,
	};
}

const WINDOW = 7;

/** G1 and G2 of docs/reports.md: which rows can still grow, and which have their whole time. */
export function inTime(one: Case, expected: Expected): Expected {
	const { model, today, query, mayEndLater, isCompleteOnly } = one;
	if (model === 'userProperties') return expected;
	const { columns, rows, hasDate, totals } = expected;
	const at = columns.length - OWN[model].length;
	// The form follows users of a retention behind the range, those of a funnel not.
	const isLater = query === 'form' ? model === 'retention' : mayEndLater;
	const isBounded = model === 'distribution' || !isLater;
	const last = lastDayOf(one);
	const endOf = (row: Cell[], isAll: boolean) => {
		const start = hasDate ? String(row[0]) : last;
		const count =
			model === 'retention'
				? Number(row[at])
				: model === 'funnel' && (isAll || Number(row[at]) > 1)
					? WINDOW
					: 0;
		return dayAfter(start, count);
	};
	const grows = (row: Cell[]) => {
		const end = endOf(row, false);
		return (isBounded && end > last ? last : end) >= today;
	};
	const isWhole = (row: Cell[]) => {
		const end = endOf(row, true);
		return end < today && !(isBounded && end > last);
	};
	const shown = isCompleteOnly ? rows.filter(isWhole) : rows;
	return {
		...expected,
		rows: shown,
		totals: isCompleteOnly ? null : totals,
		growing: shown.map(grows),
		...(model === 'retention' && !hasDate ? { isOpen: shown.map((row) => !isWhole(row)) } : {}),
	};
}

/** F6 of docs/calendar.md: numbers beyond 2^53 are texts of their digits. */
function inFull(rows: Cell[][]): Cell[][] {
	const isBeyond = (cell: Cell) =>
		typeof cell === 'number' && Math.abs(cell) > Number.MAX_SAFE_INTEGER;
	return rows.map((row) =>
		row.map((cell) => (isBeyond(cell) ? BigInt(cell as number).toString() : cell)),
	);
}

function groupsOf({ fields, model, shape }: Case): string[] {
	const isAny = shape.fieldKey === 'answer' && shape.echo === 'any';
	return groupNames(
		fields.map(({ expression }) => expression),
		OWN[model],
		isAny,
	);
}

function ownLines(one: Case, { counts, total }: Fact): Cell[][] {
	switch (one.model) {
		case 'userProperties':
			return [[total]];
		case 'retention':
			return counts.flatMap((users, period) =>
				users === null || (period === 0 && !one.shape.hasFirstDay)
					? []
					: [[period, total, users, percent(users, total)]],
			);
		case 'distribution': {
			const regions = regionsOf(one);
			return counts.map((users, index) => {
				const { from, to } = regions[index] as Region;
				const name = from === null ? `<${to}` : to === null ? `${from}+` : `[${from}, ${to})`;
				return [name, from, to, total, users, percent(users as number, total)];
			});
		}
		case 'funnel':
			return counts.map((users, index) => [
				index + 1,
				EVENTS[index] as string,
				users,
				index === 0 ? null : percent(users as number, counts[index - 1] as number),
				percent(users as number, counts[0] as number),
			]);
	}
}

/** Which facts are of groups; none if it can't be known. */
function withoutWhole({ fields, shape }: Case, facts: Fact[], alone: Fact[]): Fact[] | undefined {
	if (fields.length === 0) return facts;
	const isSilent = ({ group }: Fact) =>
		group === null || (shape.noValue === 'absent' && group.every((value) => value === null));
	const silent = facts.filter(isSilent);
	const isNamed = shape.echo !== 'none' || shape.fieldKey === 'answer';
	const isOfAll = silent.length === facts.length && !isNamed && shape.funnel === 'details';
	if (isOfAll && silent.some(({ counts }) => counts[0] !== 0)) return undefined;
	const dates = silent.map(({ date }) => date);
	if (new Set(dates).size < dates.length) return undefined;
	const found = silent.map((fact) => {
		const others = facts.filter((other) => other.date === fact.date && !isSilent(other));
		if (others.some(({ group }) => group?.every((value) => value === null))) return 'whole';
		const sums = fact.counts.map((_count, step) => {
			const of = others.map(({ counts }) => counts[step] as number);
			return { sum: of.reduce((a, b) => a + b, 0), most: Math.max(0, ...of) };
		});
		const isPossible = fact.counts.every(
			(count, step) =>
				(count as number) >= sums[step]!.most && (count as number) <= sums[step]!.sum,
		);
		if (!isPossible) return 'group';
		if (fact.counts[0] === 0) return 'nothing';
		const isSum = fact.counts.every((count, step) => count === sums[step]!.sum);
		return isSum && others.length > 1 ? 'sum' : 'open';
	});
	const has = (what: string) => found.includes(what as 'whole');
	if (has('whole')) return has('group') ? undefined : facts.filter((fact) => !isSilent(fact));
	if (has('group')) return asGroup(facts, fields.length);
	// So few users can have the sum of the groups by chance.
	const users = silent.flatMap(({ counts }) => counts).reduce<number>((a, b) => a + Number(b), 0);
	if (has('open') || (has('sum') && users < 50)) {
		// Where the query names the groups, they can be left out.
		const canAsk = shape.fieldKey !== 'answer';
		const isWhole = silent.every(({ date, counts }) => {
			const same = alone.find((fact) => fact.date === date);
			return counts.every((count, step) => count === (same?.counts[step] ?? 0));
		});
		return canAsk && isWhole ? facts.filter((fact) => !isSilent(fact)) : undefined;
	}
	return has('sum') ? facts.filter((fact) => !isSilent(fact)) : asGroup(facts, fields.length);
}

function asGroup(facts: Fact[], count: number): Fact[] {
	return facts.map((fact) => ({
		...fact,
		group: fact.group ?? Array.from({ length: count }, () => null),
	}));
}
