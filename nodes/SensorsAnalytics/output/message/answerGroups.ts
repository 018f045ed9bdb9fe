import type { Steps } from '../../../../credentials/http/slices';
import type { Amount, Cell } from '../../table/decimal';
import { compareAmounts, negative, subtract } from '../../table/decimal';
import {
	BETWEEN,
	canAddGroups,
	groupKeys,
	keyOfGroup,
	mapSteps,
	sortSteps,
} from '../../table/table';
import type { CountedRows, News, Own, RankedEntry } from './answerMeasures';
import {
	areUnlike,
	bothIn,
	changeIn,
	changeOfGroup,
	deviationsOfCount,
	hasTest,
	isMean,
	isNews,
	isSmall,
	isSumOf,
	labelOfGroups,
	meansOf,
	numberOf,
	ofLast,
	placesOverDates,
	textIn,
	totalOfGroups,
	write,
} from './answerMeasures';
import type { MeasurePlaces } from './periods';
import { addUp, countOfDates, numberAt, placesBefore, placesInRows } from './periods';
import { capital, clean } from './text';
import type { ChangeInWords } from './words';
import { sizeText, valueInWords } from './words';

/** The groups of a report: their order, and what a message says about them. */

/** A group of numbers, as the service names it: `[10, 20)`, `(-∞, 10)`. */
const BUCKET = /^[[(](-∞|-?[\d.]+), ?(\+?∞|-?[\d.]+)\)$/;
/** Maximum number of groups of which it is said that all changes are normal. */
const MAX_JUDGED = 100;
/** Maximum number of groups in a sentence. */
export const MAX_NAMED = 3;

/**
 * Returns the rows of groups that have a number of any measure, or had one in the comparison: groups
 * that only the current day has are ignored.
 */
export function* seenSteps(of: CountedRows, all: readonly Own[]): Steps<Cell[][][]> {
	const { table, counted, rowsOf, span, points } = of;
	const byGroup = [...rowsOf.values()];
	if (counted === table) return byGroup;
	const places = all.flatMap(({ place: { index, previous } }) =>
		span.before === undefined ? [index] : [index, previous],
	);
	const isSeen = (row: Cell[]) =>
		places.some((at) => compareAmounts(numberAt(row, at) ?? 0, 0) !== 0);
	const areSeen = yield* mapSteps(byGroup, (some) => some.some(isSeen), points.size);
	return byGroup.filter((_, at) => areSeen[at]);
}

/**
 * Returns the groups of a measure, the largest first.
 * @param some rows of the groups that have a number of any measure
 */
export function* rankSteps(one: Own, some: readonly Cell[][][]): Steps<RankedEntry[]> {
	const { table, counted, groups, rowsOf, points, date, lastPoint, tools } = one.of;
	const place = placesOverDates(one.place, one);
	const byGroup = [...rowsOf.values()];
	if (one.hasTotals && table.sums) {
		const shift = countOfDates(table);
		const at = groups.map((index) => index - shift);
		const own = placesBefore(place, shift);
		const sorted = yield* sortSteps(
			yield* mapSteps(table.sums, (row) => entryOf(one.of, [row], at, own)),
			bySize,
		);
		if (tools.context.top === undefined) return sorted;
		// The requested groups come first.
		const requested = new Set(byGroup.map((some) => some[0] ?? []).map(groupKeys(groups)));
		const isRequested = ({ key }: RankedEntry) => requested.has(key);
		return [...sorted.filter(isRequested), ...sorted.filter((entry) => !isRequested(entry))];
	}
	const isOfLast = ofLast(one) !== undefined;
	const count = isMean(one) ? points.size : undefined;
	const inRows = isOfLast ? one.place : placesInRows(counted, place);
	const seen = some.length === 0 && !one.overall ? byGroup : some;
	const known = yield* mapSteps(
		seen,
		(own) => {
			const used = isOfLast ? own.filter((row) => String(row[date]) === lastPoint) : own;
			return { ...entryOf(one.of, used, groups, inRows, own[0], count), ...goneIn(used, one) };
		},
		points.size,
	);
	return yield* sortSteps(known, bySize);
}

/** Sorts the largest first, and unknown numbers last. */
function bySize(a: RankedEntry, b: RankedEntry): number {
	if (a.isRest !== b.isRest) return a.isRest ? 1 : -1;
	if (a.now === undefined || b.now === undefined)
		return a.now === b.now ? 0 : a.now === undefined ? 1 : -1;
	return compareAmounts(b.now, a.now);
}

/** Returns what a group without a number says, if it had one in the dates compared with. */
function goneIn(some: readonly Cell[][], one: Own): { text?: string } {
	const { table, span, tools } = one.of;
	const { index, previous } = one.place;
	const before = previous === undefined ? undefined : addUp(some, previous);
	const isOpen = table.isTruncated || span.before === undefined;
	if (isOpen || before === undefined || some.some((row) => row[index] !== null)) return {};
	return { text: tools.said.gone(write(one, before)) };
}

function entryOf(
	of: CountedRows,
	some: readonly Cell[][],
	at: readonly number[],
	place: MeasurePlaces,
	named = some[0],
	/** Number of dates if it is an average. */
	count?: number,
): RankedEntry {
	const { table, tools, span } = of;
	const { now, before } = some.length === 0 ? {} : bothIn(some, place, span);
	const [only] = some.length === 1 ? some : [];
	return {
		key: keyOfGroup(at.map((index) => named?.[index] ?? null)),
		name: tools.shorten(clean(groupName(of, named ?? [], at))),
		...(count === undefined || now === undefined
			? { now, before }
			: meansOf(now, before, count, 1)),
		...(only !== undefined && now === undefined ? { text: textIn(only, place.index) } : {}),
		...(at.length === 1 ? { low: lowOf(named?.[at[0] ?? 0]) } : {}),
		isRest: table.rest !== undefined && at.every((index) => named?.[index] === table.rest),
	};
}

/** Writes the values of a group; yes and no would say nothing without their property. */
function groupName(
	{ table, groups, tools: { words, labelOf, context, moneyWriter } }: CountedRows,
	row: readonly Cell[],
	at: readonly number[],
): string {
	return at
		.map((index, order) => {
			const cell = row[index];
			const [, from, to] = BUCKET.exec(String(cell)) ?? [];
			if (from !== undefined && to !== undefined) {
				const { query } = context;
				const own = query && 'groupBy' in query ? query.groupBy[order] : undefined;
				const write = moneyWriter(own && 'property' in own ? own.property : own);
				const [low, high] = [from, to].map((bound) =>
					bound.endsWith('∞') ? null : (write?.(bound) ?? bound),
				) as [string | null, string | null];
				return words.bucket(low, high);
			}
			const { key = '' } = table.columns[groups[order] ?? -1] ?? {};
			const name = valueInWords(cell ?? null, words);
			return typeof cell === 'boolean' ? labelOf(key) + words.colon + name : name;
		})
		.join(BETWEEN);
}

/** Returns the lower bound of a group of numbers. */
function lowOf(cell: Cell | undefined): number | undefined {
	const [, from] = BUCKET.exec(String(cell)) ?? [];
	return from === undefined ? undefined : Number(from.replace('∞', 'Infinity'));
}

export const isKnown = ({ now, text }: RankedEntry) => now !== undefined || text !== undefined;

/** How a group changed. */
interface GroupMove {
	entry: RankedEntry;
	now: Amount;
	before: Amount;
	moved: Amount;
}

/** What the sentences about the groups of a measure are written from. */
interface GroupFacts {
	one: Own;
	all: readonly RankedEntry[];
	/** The groups to name, of those that aren't merged. */
	chosen: readonly RankedEntry[];
	/** Number of all groups. */
	count: number;
	/** Changes of all groups, and of those to name. */
	changes: readonly GroupMove[];
	own: readonly GroupMove[];
	/** The largest changes: those to name, and one more. */
	largest: readonly GroupMove[];
	/** Whether the numbers of the groups, or those compared with, add up to the total. */
	isSum: boolean;
	isSumBefore: boolean;
}

interface GroupSentences {
	sentences: string[];
	/** The groups in which they say that the number changed. */
	moved: readonly RankedEntry[];
	/** Whether their changes have no verdict: some are too large to be called normal, or nothing tests them. */
	isUnjudged?: boolean;
}

/**
 * Writes about the groups of a measure: where its number changed, or the largest groups.
 * @param isListed whether the table lists all of them
 */
export function* groupFactSteps(
	one: Own,
	all: readonly RankedEntry[],
	{ count, news }: { count: number; news: News },
	isListed = false,
): Steps<GroupSentences> {
	if (one.overall && all.length === 1 && count === 1) return { sentences: [], moved: [] };
	const { top } = one.of.tools.context;
	const alone = all.filter((entry) => isKnown(entry) && !entry.isRest);
	// Numbers of users can only be added up if nobody is in two groups; averages can't, except by
	// coincidence.
	const canAdd = canAddGroups(one.column);
	const isSum = isSumOf(one, 'now') && (canAdd || (one.nature.isCount && all.length === count));
	const isSumBefore = canAdd || isSumOf(one, 'before');
	const { change } = one.overall ?? {};
	// If only the first groups are requested, the others are one.
	const chosen = alone.slice(0, top?.count);
	const compared = alone.filter(({ now, before }) => now !== undefined && before !== undefined);
	const changes = yield* mapSteps(compared, (entry): GroupMove => {
		const { now = 0, before = 0 } = entry;
		return { entry, now, before, moved: subtract(now, before) ?? 0 };
	});
	const known = new Set(top && chosen);
	const own = top ? changes.filter(({ entry }) => known.has(entry)) : changes;
	const largest: GroupMove[] = [];
	let odd = 0;
	const deviationsIn = ({ now, before, entry }: GroupMove) =>
		deviationsOfCount({ now, before, count: entry.count }, one);
	yield* mapSteps(own, (some) => {
		const place = largest.findIndex((other) => compareMoves(some, other) > 0);
		if (place >= 0) largest.splice(place, 0, some);
		else if (largest.length <= MAX_NAMED) largest.push(some);
		if (largest.length > MAX_NAMED + 1) largest.pop();
		odd = Math.max(odd, deviationsIn(some));
	});
	const facts = { one, all, chosen, count, changes, own, largest, isSum, isSumBefore };
	const [most] = largest;
	const isWhole = isSum && isSumBefore && compared.length === all.length && all.length === count;
	// If the overall number hasn't changed, a single group still may have.
	const isApart =
		most !== undefined &&
		(one.nature.isCount ? isNews(deviationsIn(most), news) : most.moved !== 0);
	// Of the requested groups, none is called the one that changed most if another one did.
	const isMost = most !== undefined && !changes.some((some) => compareMoves(some, most) > 0);
	const isMoving = change && ['percent', 'times', 'amount'].includes(change.kind);
	const isTelling = isMoving || (change?.kind !== 'fromZero' && isApart);
	if (change && isMost && count > 1 && isWhole && isTelling) return placesOfChange(facts, change);
	// Among many groups, some change more by chance.
	const areAllNormal =
		own.length > 1 &&
		own.length <= MAX_JUDGED &&
		!areUnlike(one) &&
		(one.nature.isCount
			? !isApart && !isNews(odd, news)
			: areNormal(
					own.map(({ entry }) => entry),
					one,
				));
	return {
		sentences: largestGroups(facts, areAllNormal, isListed),
		moved: [],
		isUnjudged: change !== undefined && !hasTest(one),
	};
}

/** Writes where the number of a measure changed. */
function placesOfChange(
	{ one, count, changes, own, largest }: GroupFacts,
	{ difference }: ChangeInWords,
): GroupSentences {
	const { said } = one.of.tools;
	const counter = said.counter(one.label);
	const closest = namedOf(largest);
	// A single other group is named, too.
	const isAllButOne = closest.length > 0 && count - closest.length === 1;
	const named = isAllButOne && largest.length === count ? largest : closest;
	const left = count - named.length;
	const rest = named.reduce<Amount>((sum, some) => subtract(sum, some.moved) ?? 0, difference);
	const mixed = waysOf(changes.filter((some) => !named.includes(some)));
	const entriesOf = (some: readonly GroupMove[]) => some.map(({ entry }) => entry);
	const moves = named.map(({ entry }) => changeOfGroup(entry, one));
	const areNormal = moves.every((move) => move && isSmall(move));
	const places = () =>
		said.where(
			named.map(({ entry, now }, index) => {
				const move = moves[index];
				const change = areNormal ? move : move && withoutVerdict(move);
				return {
					name: entry.name,
					number: write(one, now, entry.count) + counter,
					aside: change ? said.short(change, one.label) : '',
				};
			}),
			left,
			write(one, leftOf(one, entriesOf(named), 'now') ?? 0) + counter,
			said.moved(compareAmounts(rest, 0), sizeText((amount) => write(one, amount), rest) + counter),
			mixed.up > 0 && mixed.down > 0 ? mixed : undefined,
		);
	const next = own.slice(0, MAX_NAMED).filter((some) => !named.includes(some));
	// Without a verdict on the first ones, one on these would say that those are unusual.
	const nextList = listOf(
		entriesOf(next.slice(0, MAX_NAMED - Math.max(named.length, 1))),
		one,
		areNormal,
	);
	if (named.length === 0) {
		const { up, down } = waysOf(changes);
		return { sentences: [nextList, said.fell(down, up, count)].filter(Boolean), moved: [] };
	}
	const isAmongOthers = left > 1 && nextList !== '';
	const sentences = [
		left === 0 ? listOf(entriesOf(named), one) : places(),
		isAmongOthers ? said.among(nextList) : nextList,
	];
	return {
		sentences: sentences.filter(Boolean),
		moved: entriesOf(named),
		isUnjudged: !areNormal,
	};
}

/**
 * Writes the largest groups, and the others together.
 * @param areAllNormal whether no change of a group is beyond normal variation
 */
function largestGroups(
	{ one, all, chosen, count, own, isSum, isSumBefore }: GroupFacts,
	areAllNormal: boolean,
	isListed: boolean,
): string[] {
	const { table, tools } = one.of;
	const { said, numbers, context } = tools;
	const total = totalOfGroups(one);
	const { change } = one.overall ?? {};
	// Without an overall number, the headline lists them.
	const hasChanges = change !== undefined && change.kind !== 'fromZero';
	const first = chosen.slice(0, MAX_NAMED);
	// A single other group is named, too, unless a verdict on the first ones would not hold for it.
	const isOneMore =
		chosen.length === MAX_NAMED + 1 &&
		count === chosen.length &&
		(areAllNormal || !areNormal(first, one));
	const shown = isOneMore ? chosen : first;
	const rest = count - shown.length;
	const isAllNormal = hasChanges && areAllNormal && rest > 0 && own.length === count;
	// If a sum has negative parts, its parts aren't shares.
	const hasShares = isSum && all.every(({ now = 0 }) => compareAmounts(now, 0) >= 0);
	const isWhole = hasShares && !hasChanges && total && compareAmounts(total.now, 0) > 0;
	const whole = isWhole ? total.now : undefined;
	const list = !one.overall
		? ''
		: hasChanges
			? listOf(shown, one, !isAllNormal)
			: said.list(
					shown.map((entry) => ({
						name: entry.name,
						number: numberOf(entry, one),
						...(whole === undefined
							? {}
							: { aside: numbers.share((Number(entry.now) / Number(whole)) * 100) }),
					})),
				);
	const ofOthers = isSum ? restOf(one, shown, hasChanges && isSumBefore) : undefined;
	// The scope has the number of groups of which only the first ones are requested.
	const isNamed = isListed || shown.length >= (context.top?.count ?? Infinity);
	const isCounted = !isNamed && !table.isTruncated && shown.length > 0;
	const isMore = rest > 0 && (ofOthers !== undefined || isCounted);
	const share = whole && ofOthers && Number(leftOf(one, shown, 'now')) / Number(whole);
	const number = share ? tools.words.aside(ofOthers, numbers.share(share * 100)) : ofOthers;
	const more = isMore ? said.others(rest, number) : '';
	const parts = [list, more].filter(Boolean).join(tools.words.semicolon);
	const ofMeasure = one.of.measureCount > 1 ? one.label : '';
	const verdict = isAllNormal ? said.allGroupsNormal(count, ofMeasure) : '';
	if (parts === '') return [];
	if (list === '') return [capital(parts) + verdict];
	// Else people take the list for the largest changes.
	const isOfHighest = rest > 0 && context.top === undefined && needsNoLabel(one);
	return [(isOfHighest ? said.highest(parts) : ofMeans(one, parts)) + verdict];
}

/** Writes the sum of the groups that a list leaves out, with its change, which has no verdict. */
function restOf(one: Own, shown: readonly RankedEntry[], hasChange: boolean): string | undefined {
	const { said, words } = one.of.tools;
	const now = leftOf(one, shown, 'now');
	if (now === undefined) return undefined;
	const before = hasChange ? leftOf(one, shown, 'before') : undefined;
	const moved = changeIn({ now, before }, one);
	const number = write(one, now) + said.counter(one.label);
	if (!moved) return number;
	return words.aside(
		number,
		said.size({ ...moved, kind: moved.kind === 'same' ? 'same' : 'amount' }),
	);
}

/** Returns the total without some groups; undefined if a number is unknown. */
function leftOf(
	one: Own,
	shown: readonly RankedEntry[],
	when: 'now' | 'before',
): Amount | undefined {
	return shown.reduce<Amount | undefined>(
		(sum, { [when]: number }) =>
			sum === undefined || number === undefined ? undefined : (subtract(sum, number) ?? undefined),
		totalOfGroups(one)?.[when],
	);
}

/**
 * Adds the other groups to a list, with their sum if it is known.
 * @param count number of all groups
 */
export function othersBehind(one: Own, shown: readonly RankedEntry[], count: number): string {
	const { table, tools } = one.of;
	const { said, words, context } = tools;
	const rest = count - shown.length;
	// Nobody knows how many groups a truncated answer leaves out.
	if (rest <= 0 || table.isTruncated || context.top !== undefined) return '';
	const canAdd = (canAddGroups(one.column) || one.nature.isCount) && isSumOf(one, 'now');
	const hasChange = one.overall?.change !== undefined && isSumOf(one, 'before');
	const sum = canAdd ? restOf(one, shown, hasChange) : undefined;
	return words.semicolon + said.others(rest, sum);
}

/** Adds that numbers are averages. */
/** Whether a list of its groups needs no name of their numbers. */
function needsNoLabel(one: Own): boolean {
	return ofLast(one) === undefined && !isMean(one);
}

function ofMeans(one: Own, list: string): string {
	const { said } = one.of.tools;
	const last = ofLast(one);
	if (last !== undefined) return said.of(one.label, last, list);
	return isMean(one) ? said.of(labelOfGroups(one), '', list) : list;
}

/**
 * Returns the changes to name: the largest, and those that come close to it, so that the others
 * together hide none; none if too many are alike.
 * @param largest sorted, one more than are named
 */
function namedOf(largest: readonly GroupMove[]): readonly GroupMove[] {
	const isAlike = (a?: GroupMove, b?: GroupMove) =>
		a !== undefined && b !== undefined && compareMoves(a, b) === 0;
	const size = (one?: GroupMove) => Math.abs(Number(one?.moved ?? 0));
	const next = largest[1];
	const isClose = next !== undefined && 2 * size(next) >= size(largest[0]);
	const alike = isClose
		? 1 + largest.filter((one) => one !== next && isAlike(one, next)).length
		: 0;
	const isFirstAlike = isAlike(largest[0], next);
	// Of groups with equal changes, either all are named or none.
	const count = isFirstAlike ? alike : 1 + alike;
	return largest.slice(0, count <= MAX_NAMED ? count : isFirstAlike ? 0 : 1);
}

function compareMoves(a: GroupMove, b: GroupMove): number {
	return compareAmounts(sizeOf(a.moved), sizeOf(b.moved));
}

function sizeOf(amount: Amount): Amount {
	return compareAmounts(amount, 0) < 0 ? negative(amount) : amount;
}

/** Returns how many rose and how many fell. */
function waysOf(changes: readonly GroupMove[]) {
	const count = (way: number) =>
		changes.filter(({ moved }) => compareAmounts(moved, 0) === way).length;
	return { up: count(1), down: count(-1) };
}

/** Next to a change with a verdict, silence on another one would read as the opposite verdict. */
function withoutVerdict(change: ChangeInWords): ChangeInWords {
	const kind = change.kind === 'about' ? 'amount' : change.kind;
	return { ...change, kind, isByDates: false };
}

/** Whether the changes of several groups are all within normal variation. */
function areNormal(some: readonly RankedEntry[], one: Own): boolean {
	if (some.length < 1 || some.length > MAX_JUDGED) return false;
	const changes = some.map((entry) => changeOfGroup(entry, one));
	return (
		changes.every((change) => change && isSmall(change)) &&
		changes.some((change) => change?.kind !== 'same')
	);
}

/**
 * Writes groups with their changes; if all changes are small, it says so once.
 * @param hasVerdict whether no other text says so
 */
export function listOf(some: readonly RankedEntry[], one: Own, hasVerdict = true): string {
	const { said } = one.of.tools;
	const isNormal = areNormal(some, one);
	const list = said.list(
		some.map((entry) => {
			const change = changeOfGroup(entry, one);
			const isBrief = (isNormal || !hasVerdict) && change?.kind !== 'same';
			const aside = change && (isBrief ? change.amount : said.size(change));
			return { name: entry.name, number: numberOf(entry, one), ...(aside ? { aside } : {}) };
		}),
	);
	return isNormal && hasVerdict ? list + said.allNormal(some.length) : list;
}
