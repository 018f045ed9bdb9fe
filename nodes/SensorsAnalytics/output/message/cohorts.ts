import type { Steps } from '../../../../credentials/http/slices';
import { addDays, earlier, MONDAY, startOf, unitName } from '../../dates/calendar';
import { within } from '../../dates/range';
import { BY_CHANCE, isBeyondChance } from '../../insight/verdict';
import {
	type Amount,
	amountOf,
	type Cell,
	compareAmounts,
	compareParts,
	type Fraction,
	percentAsNumber,
} from '../../table/decimal';
import { countsEntries, type DateRange } from '../../query/query';
import {
	BETWEEN,
	type Column,
	columnAt,
	groupedBy,
	groupedSteps,
	mapSteps,
	positionsOf,
	sortSteps,
	type Table,
} from '../../table/table';
import {
	type AnswerTable,
	type AnswerTools,
	asTable,
	firstRows,
	type MessageAnswer,
	overlapOf,
	type TableCell,
} from './answer';
import { notCountedFrom, untilNow } from './answerDates';
import {
	datesIn,
	daysOfStarts,
	hasSeveralDates,
	hasSeveralPeriods,
	isCutPeriod,
	isLate,
	isOpen,
	isPrevious,
	isRangeOpen,
	lastDayOf,
	lateEntries,
	MINUTES_PER_DAY,
	lateUntil,
	startsLeft,
	startRange,
	todayOf,
	minutesOf,
	windowDays,
	windowOpenFrom,
	windowsOver,
} from './periods';
import { highest } from './numbers';
import { filterOfStep, lengthOf, MAX_STEPS } from './scope';
import type { Named } from './sentences';
import { capital, uncapital } from './text';
import {
	amountIn,
	bucketName,
	distributedValue,
	type Entity,
	entitySteps,
	groupName,
	keyOf,
	keysOfGroups,
	minus,
	nodeReader,
	numberIn,
	plus,
	sumsByPeriod,
	withPeriodsOver,
} from './views';

/**
 * Writes what a message says about funnels, retentions, distributions and paths (see answer.ts).
 */

/** Minimum number of users that a range should have by chance. */
const LEAST_EXPECTED = 5;
/** Each group may have ranges of its own: of all others, only the largest are compared. */
const MOST_LACKED = 200;
/** Columns of periods that fit into a table on a phone. */
const MAX_PERIODS = 4;
/** Rates of fewer users aren't named as the highest or lowest. */
const SMALL_BASE = 20;
/** Rates of loss that differ by less are alike, percentage points. */
const LEAST_POINTS = 1;
/** Maximum rounding error of a percentage with two decimals. */
const ROUNDED = 0.0051;
/** Maximum number of groups in a headline. */
const MAX_LISTED = 4;
/** Maximum number of path moves in sentences. */
const MAX_MOVES = 3;

/** Adds how many users of one group took all steps. */
interface FunnelAnswer extends MessageAnswer {
	all?: Fraction;
}

export function* funnelSteps(table: Table, tools: AnswerTools): Steps<FunnelAnswer> {
	const { said, words, numbers, context, nameOf, withStepFilter, dates } = tools;
	const { columns, date, entities, at } = yield* entitySteps(table, 'step');
	yield 'long';
	const [event, users] = [at('event'), at('users')];
	const { range, query } = context;
	const today = todayOf(context);
	const isByDate = date >= 0 && entities.length > 0;
	const isOver = windowsOver(context);
	const complete = isByDate ? entities.filter(({ place }) => isOver(place[date])) : entities;
	const window = query && 'windowMinutes' in query ? query : undefined;
	const length =
		window?.windowMinutes === undefined ? undefined : lengthOf(window.windowMinutes, said);
	// If the dates cut every window for good, all days count: the scope says what they lack.
	const isCut = isByDate && complete.length === 0 && isCutWindow();
	const over = isCut ? entities : complete;
	const longest = entities.reduce((a, b) => (b.rows.length > a.rows.length ? b : a));
	const names = longest.rows.map((row, index) => {
		const name = row[event];
		if (name === null || name === undefined) return String(index + 1);
		return withStepFilter(nameOf(String(name)), index);
	});
	const openFrom = windowOpenFrom(context);
	const days = datesIn(
		over.map(({ place }) => place),
		date,
	);
	// A user who started on two days counts on both.
	const isPerDay = isByDate && days.length > 1;
	const isOfEntries = countsEntries(query);
	const startsIn = isOfEntries ? 'entry' : isPerDay ? 'day' : '';
	// Days without starts count, too.
	const lastOver = isByDate && !isCut && range ? lastDayOver(range) : undefined;
	const arrived = isByDate && !isCut ? undefined : lateUntil(range, context);
	const counted = range ? dates.range({ ...range, to: lastOver ?? range.to }) : '';
	const span = arrived ? said.arrived(counted, dates.moment(arrived)) : counted;
	const isKnown = length !== undefined;
	const hasNoDays = isCut && !tools.hasRows && range && range.from < range.to;
	const ofWindow =
		window && !isKnown
			? [said.noWindow]
			: range && isKnown
				? [windowOf(length), ...(hasNoDays ? [said.noDays] : [])]
				: [];
	const narrowed = longest.rows.flatMap(({ [event]: name }, index) => {
		const condition = filterOfStep(query, index, nameOf, said);
		const own = nameOf(String(name));
		const isRepeated = longest.rows.filter((row) => row[event] === name).length > 1;
		const step = isRepeated ? words.aside(own, uncapital(said.stepName(index + 1))) : own;
		return condition ? [said.ownFilter(condition, step, index === 0)] : [];
	});
	// Without it, people take the filter for that of all steps.
	const ofStep = narrowed.length === 1 ? narrowed : [];
	const limits = [...ofWindow, ...(narrowed.length > 1 ? [said.ownFilters] : [])];
	// A headline of all dates says which users count, unless some of them still have time.
	const needed =
		length !== undefined && !isByDate && window?.mayEndLater && openFrom === undefined
			? [said.window(length, 'over', '')]
			: ofWindow;
	const base = { dates: span, limits, needed, groups: undefined };
	if (isByDate && over.length === 0)
		return {
			...base,
			dates: range ? dates.range(range) : '',
			headline: said.noStartOver,
			isEarly: true,
			facts: [],
		};
	const byGroup = yield* groupsIn(over);
	yield 'long';
	const isGrouped = columns.length > (date >= 0 ? 1 : 0);
	const all = isGrouped && table.overall ? yield* funnelSteps(table.overall, tools) : undefined;
	if (isGrouped) return { ...base, ...ofGroups(), groups: byGroup.length };
	return { ...base, ...ofAll(byGroup[0] ?? { name: '', counts: [] }) };

	/** Whether the dates are over, and later steps of none of them count. */
	function isCutWindow(): boolean {
		if (!window || window.mayEndLater || !range || isRangeOpen(range, context)) return false;
		const days = windowDays(window);
		return addDays(range.from, days) > range.to;
	}

	/** Returns the last day whose users had their complete time; undefined if there is none. */
	function lastDayOver({ from, to }: DateRange): string | undefined {
		let day = to;
		while (day >= from && !isOver(day)) day = addDays(day, -1);
		return day < from ? undefined : day;
	}

	function windowOf(length: string): string {
		if (isByDate && !isCut && range) {
			const to = earlier(today ?? range.to, range.to);
			const over = lastDayOver(range);
			const from = over === undefined ? range.from : addDays(over, 1);
			const all = dates.range({ from, to });
			const end = addDays(from, window ? windowDays(window) : 0);
			const isShort = end > range.to && window?.mayEndLater !== true;
			const why = isShort ? 'short' : isLate(end, context) ? 'late' : 'running';
			return said.window(length, from > to ? 'over' : why, all, dates.day(range.to));
		}
		if (window && !window.mayEndLater && range) {
			const late = lateEntries(range, window, context);
			return said.windowCut(
				length,
				arrived ? dates.moment(arrived) : dates.day(range.to),
				late === 'all' ? '' : late && dates.range(late),
				minutesOf(window) < MINUTES_PER_DAY,
			);
		}
		return openFrom === undefined
			? said.window(length, 'over', '')
			: said.window(length, 'open', dates.day(openFrom));
	}

	function* groupsIn(some: readonly Entity[]): Steps<Array<{ name: string; counts: Amount[] }>> {
		const sums = new Map<string, { name: string; counts: Amount[] }>();
		yield* mapSteps(some, (entity) => {
			const key = keyOf(entity, date);
			const own = sums.get(key) ?? {
				name: tools.shorten(groupName(entity, date, words)),
				counts: names.map((): Amount => 0),
			};
			sums.set(key, own);
			entity.rows.forEach((row, index) => {
				own.counts[index] = plus(own.counts[index] ?? 0, amountIn(row, users));
			});
		});
		return [...sums.values()];
	}

	function share(part: Fraction): string {
		return shareOf(part, tools);
	}

	/** Returns the fraction of users who took a step. */
	function stepOf(counts: readonly Amount[], index: number): Fraction {
		return { part: counts[index] ?? 0, base: counts[index - 1] ?? 0 };
	}

	/**
	 * Returns what users count for, if they may count several times.
	 * @param isSaid whether the headline has the number of all users
	 */
	function repeatsOf(isSaid: boolean): string[] {
		if (isOfEntries) return [said.ofEntries];
		return isPerDay ? [said.perUnit('day', true, isSaid)] : [];
	}

	function howCounted(isSaid: boolean, mayOverlap = false): string {
		return repeatsOf(isSaid)[0] ?? said.countedOnce(mayOverlap);
	}

	function stepsText(): string {
		const shown = names.length > MAX_STEPS ? [names[0], '…', names.at(-1)] : names;
		return shown.join(' → ');
	}

	function ofAll({ counts }: { counts: Amount[] }) {
		const [first = 0, last = 0] = [counts[0], counts.at(-1)];
		const isRunning = !isByDate && openFrom !== undefined && !arrived;
		if (compareAmounts(first, 0) === 0)
			return {
				headline: said.did('0', longest.rows[0]?.[event] ? (names[0] ?? '') : '', span),
				facts: [],
			};
		const headlineOf = (text: string) =>
			said.funnel(
				text,
				isLarge(first, tools) ? share({ part: last, base: first }) : '',
				numbers.write(first),
				numbers.write(last),
				`${span}${isRunning ? said.soFar : ''}`,
				startsIn,
			);
		const steps = names
			.slice(1, MAX_STEPS + 1)
			// Of nobody, there is no rate.
			.filter((_name, index) => index === 0 || counts[index] !== 0)
			.map((name, index) => said.step(name, partOf(stepOf(counts, index + 1), tools), index === 0));
		const lost = counts.slice(1).map((count, index) => minus(counts[index] ?? 0, count));
		const most = largestOf(lost);
		const worst = lost.indexOf(most);
		const isTied = lost.filter((count) => compareAmounts(count, most) === 0).length > 1;
		const rates = lost.map((count, index) =>
			counts[index] ? percentAsNumber(count, counts[index]) : 0,
		);
		const steepest = rates.indexOf(Number(largestOf(rates)));
		const isOther =
			isLarge(counts[steepest] ?? 0, tools) &&
			(rates[steepest] ?? 0) - (rates[worst] ?? 0) >= LEAST_POINTS;
		const dropped =
			compareAmounts(most, 0) > 0 && names.length > 2
				? [
						said.dropped(
							names[worst] ?? '',
							names[worst + 1] ?? '',
							numbers.write(most),
							partOf({ part: most, base: counts[worst] ?? 0 }, tools),
							isTied,
							startsIn,
							isOther
								? {
										from: names[steepest] ?? '',
										to: names[steepest + 1] ?? '',
										percent: numbers.share(rates[steepest] ?? 0),
									}
								: undefined,
						),
					]
				: [];
		return {
			all: { part: last, base: first },
			headline: headlineOf(stepsText()),
			bare: headlineOf(''),
			facts: [
				...(names.length > 2 ? [steps.join(words.comma)] : []),
				...ofStep,
				...dropped,
				...(isByDate && !isCut ? dayFacts() : []),
			],
			limits: [...limits, howCounted(true)],
			inFacts: ofStep,
			besides: ofStep,
			needed: [...needed, ...repeatsOf(true)],
			table: {
				...asTable(
					[
						words.headings.step ?? 'Step',
						startsIn ? words.countedHeading(startsIn) : (words.headings.users ?? ''),
						words.headings.percent_of_previous ?? '',
					],
					names
						.slice(0, tools.mostRows)
						.map((name, index) => [
							`${index + 1}. ${name}`,
							numbers.write(counts[index] ?? 0),
							index === 0 ? '' : share(stepOf(counts, index)),
						]),
				),
				// The headline has both numbers of two steps.
				isSaid: names.length < 3,
			},
		};
	}

	function dayFacts(): string[] {
		const started = over.flatMap(({ place, rows }) => {
			const [first, last] = [amountIn(rows[0], users), amountIn(rows.at(-1), users)];
			return first === 0 ? [] : [{ day: String(place[date]), part: last, base: first }];
		});
		const known = started.filter(({ base }) => isLarge(base, tools));
		if (known.length < 3) return [];
		const ranked = [...known].sort(compareParts);
		const [low, high] = [ranked[0] as Fraction, ranked.at(-1) as Fraction];
		if (compareParts(high, low) === 0) return [];
		const on = (one: Fraction) => ({
			number: share(one),
			of: known.length,
			dates: known
				.filter((other) => compareParts(other, one) === 0)
				.map(({ day }) => dates.day(day)),
		});
		const last = known.at(-1) as (typeof known)[number];
		const latest = {
			number: share(last),
			date: dates.day(last.day),
			unit: said.unit('day'),
			isPrevious: isPrevious(last.day, 'day', context),
			isLeftOut: last.day !== lastOver,
		};
		const unit = said.unit('day', known.length);
		const entry = isOfEntries ? startsIn : '';
		const large = said.large(`${known.length} ${unit}`, leastBase(tools), entry, true);
		const only = known.length < started.length ? said.onlyOf(large) : '';
		return [said.extremes(unit, on(high), on(low), latest) + only];
	}

	/** Returns the event of which the groups are a property. */
	function stepOfGroups(): string | undefined {
		const [group, ...others] = query && 'windowMinutes' in query ? query.groupBy : [];
		return group?.of === 'event' && others.length === 0 ? nameOf(group.event) : undefined;
	}

	function ofGroups() {
		const rates = byGroup.map(({ name, counts }) => {
			const [first = 0, last = 0] = [counts[0], counts.at(-1)];
			return { name, part: last, base: first };
		});
		// Groups are in the order of the sentence.
		const shown = inRanks(rates.slice(0, tools.mostRows), tools, compareParts);
		const heading = groupHeading(columns, tools);
		const rate = all?.all;
		const users = rates.reduce<Amount>((sum, { base: own }) => plus(sum, own), 0);
		const isApart = rate !== undefined && compareAmounts(users, rate.base) === 0;
		const known = rates.filter(({ base: own }) => own !== 0);
		const orders = new Set(known.map((one) => (rate ? compareParts(one, rate) : 0)));
		const isBeyond = !table.isTruncated && known.length > 0 && orders.size === 1 && !orders.has(0);
		const overlap = isApart ? [] : overlapOf(tools, rates.length);
		// The headline of all users has the steps and the dates.
		const soFar = !isByDate && openFrom !== undefined && !arrived ? said.soFar : '';
		const what = all
			? said.by(heading, stepOfGroups())
			: said.conversions(stepsText(), `${span}${soFar}`);
		const ranked = rankedHeadline(what, rates, tools, {
			startsIn,
			isFunnel: true,
			isTruncated: table.isTruncated,
			isBelowAll: all !== undefined,
			// Entries of a user are no independent cases, and nobody knows how many there are.
			starts: isOfEntries ? Infinity : isPerDay ? days.length : 1,
		});
		const several = isBeyond && overlap.length > 0 ? said.beyondGroups(orders.has(-1)) : undefined;
		return {
			...(all
				? { bare: all.bare, needed: all.needed, isOfAll: true }
				: { needed: [...needed, ...repeatsOf(false)] }),
			inFacts: all ? ofStep : [],
			headline: all?.headline ?? (users === 0 ? said.did('0', names[0] ?? '', span) : ranked),
			// A single group has the numbers of all users, and nobody has none.
			facts: all
				? [...(users !== 0 && (rates.length > 1 || !isApart) ? [ranked] : []), ...all.facts]
				: [],
			...(all && users !== 0 && rates.length > 1
				? {
						others: [uncapital(ranked) + behind(several && uncapital(several), tools)],
						besides: [...(names.length > 2 ? all.facts.slice(0, 1) : []), ...ofStep],
					}
				: {}),
			limits: [
				...limits,
				howCounted(all !== undefined, overlap.length > 0),
				...(several ? [several] : overlap),
				...(all ? [] : ofStep),
				...(shown.length < rates.length
					? [said.others(rates.length - shown.length, undefined)]
					: []),
			],
			table: asTable(
				[
					heading,
					startsIn ? words.countedHeading(startsIn) : words.enteredHeading,
					said.conversion(startsIn),
				],
				shown.map((one) => [
					one.name,
					numbers.write(one.base),
					words.aside(share(one), numbers.write(one.part)),
				]),
			),
		};
	}
}

export function groupHeading(columns: readonly Column[], { labelOf }: AnswerTools): string {
	return keysOfGroups(columns).map(labelOf).join(BETWEEN);
}

/** Returns the name of a group; a number, yes, or no would say nothing without its property. */
export function groupInSentence(
	name: string,
	columns: readonly Column[],
	tools: AnswerTools,
): string {
	const { yes, no, colon } = tools.words;
	return /^[-\d.]+$/.test(name) || name === yes || name === no
		? groupHeading(columns, tools) + colon + name
		: name;
}

interface NamedFraction extends Fraction {
	name: string;
}

/** Returns how many users are enough: estimates from a sample are of fewer users. */
export function leastBase({ sampled }: AnswerTools): number {
	return Math.ceil(SMALL_BASE / sampled);
}

/** Whether there are enough users for naming a rate the highest or lowest. */
function isLarge(users: Amount, tools: AnswerTools): boolean {
	return compareAmounts(users, leastBase(tools)) >= 0;
}

function largestOf(amounts: readonly Amount[]): Amount {
	return amounts.reduce((most, one) => (compareAmounts(one, most) > 0 ? one : most), 0);
}

function shareOf({ part, base }: Fraction, { numbers }: AnswerTools): string {
	return base === 0 ? '–' : numbers.share(percentAsNumber(part, base));
}

/** Returns the exact percentage of a rounded one, from its parts. */
function exactPercent({ part, base }: Fraction, mentioned: number): number {
	const own = compareAmounts(base, 0) > 0 ? percentAsNumber(part, base) : mentioned;
	return Math.abs(own - mentioned) < ROUNDED ? own : mentioned;
}

/** Writes a rate, or both numbers if there are too few users for a percentage. */
function partOf({ part, base }: Fraction, tools: AnswerTools): string {
	const { write } = tools.numbers;
	return isLarge(base, tools) ? shareOf({ part, base }, tools) : `${write(part)}/${write(base)}`;
}

interface HowUsersCount {
	/**
	 * Day or week, if users count once for each in which they started; `entry` if they do whenever they
	 * enter a funnel; empty if they count once.
	 */
	startsIn: string;
	/** Number of such days or weeks. */
	starts: number;
	/** Whether they entered a funnel, rather than a cohort. */
	isFunnel?: boolean;
	/** Whether the answer lacks groups: they may differ more than those that are known. */
	isTruncated: boolean;
	/** Whether it follows a number of all users, which isn't of a part. */
	isBelowAll: boolean;
}

/** How groups are ranked. */
interface Ranking<One> {
	write: (one: One) => string;
	/** Whether the written number already has the number of users. */
	hasBase?: (one: One) => boolean;
	compare: (a: One, b: One) => number;
	/** Says whether the highest and the lowest one of these groups differ. */
	verdict?: (top: One, low: One, count: number) => string;
}

/** Returns what puts the highest groups first, and those with too few users last. */
export function rankedBy<One extends { base: Amount }>(
	tools: AnswerTools,
	compare: (a: One, b: One) => number,
): (a: One, b: One) => number {
	const smallness = ({ base }: One) => Number(!isLarge(base, tools));
	return (a, b) => smallness(a) - smallness(b) || compare(b, a);
}

export function inRanks<One extends { base: Amount }>(
	groups: readonly One[],
	tools: AnswerTools,
	compare: (a: One, b: One) => number,
): One[] {
	return [...groups].sort(rankedBy(tools, compare));
}

/**
 * Writes whether groups differ, and all of a few groups with enough users, the highest first; of many
 * groups both ends.
 */
export function rankedText<One extends { name: string; base: Amount }>(
	what: string,
	groups: readonly One[],
	tools: AnswerTools,
	{ startsIn, isFunnel = false, isTruncated, isBelowAll }: Omit<HowUsersCount, 'starts'>,
	{ write, hasBase = () => false, compare, verdict = () => '' }: Ranking<One>,
): string {
	const { said, numbers, words } = tools;
	const large = groups.filter(({ base }) => isLarge(base, tools));
	const named = (one: One, tied: readonly string[] = [one.name]): Named => {
		const isTied = tied.length > 1;
		return {
			name: said.tied(tied),
			number: write(one),
			isTied,
			...(hasBase(one) || isTied
				? {}
				: { aside: said.base(numbers.write(one.base), startsIn, isFunnel) }),
		};
	};
	const [top] = highest(large, 1, compare);
	const [low] = highest(large, 1, (a, b) => compare(b, a) || 1);
	const rank = (a: One, b: One) =>
		Number(isLarge(a.base, tools)) - Number(isLarge(b.base, tools)) || compare(a, b);
	const listed = highest(groups, MAX_LISTED, rank);
	const isFlat = !top || !low || compare(top, low) === 0;
	const judged = isFlat || isTruncated ? '' : verdict(top, low, large.length);
	const behind = judged === '' ? '' : words.semicolon + judged;
	const mark = (text: string) =>
		isTruncated && isBelowAll ? said.filtered(text, said.incomplete) : text;
	const areAllLarge = large.length === groups.length;
	const compared = said.large(said.groups(large.length), leastBase(tools), startsIn, isFunnel);
	if (isFlat || groups.length <= MAX_LISTED) {
		const list = said.list(listed.map((one) => named(one)));
		const only = judged === '' || areAllLarge ? '' : said.onlyOf(compared);
		return mark(
			said.ofList(what, said.andMore(list, groups.length - listed.length)) + only + behind,
		);
	}
	const [high, least] = [top, low].map((one) =>
		named(
			one,
			large.filter((other) => compare(other, one) === 0).map(({ name }) => name),
		),
	) as [Named, Named];
	const of = areAllLarge ? said.groups(groups.length) : compared;
	return mark(said.highLow(what, high, least, of) + behind);
}

/** Writes the rates of groups. */
function rankedHeadline(
	what: string,
	groups: readonly NamedFraction[],
	tools: AnswerTools,
	how: HowUsersCount,
) {
	return rankedText(what, groups, tools, how, {
		write: (one) => partOf(one, tools),
		hasBase: ({ base }) => !isLarge(base, tools),
		compare: compareParts,
		verdict: (top, low, count) => closeness(top, low, count, how.starts, tools),
	});
}

/**
 * Returns what a message says about the starts of a report: its dates, those that are left out, and
 * how often users count.
 * @param isDated whether the report has a row for each start
 */
export function startsOf(
	names: readonly unknown[],
	isDated: boolean,
	tools: AnswerTools,
	{ counted, isSaid, left }: CountedStarts,
) {
	const { said, words, context, dates } = tools;
	const { range, unit } = context;
	const unitOf = unitName(unit ?? 'day');
	const started = startRange(context, names);
	const span = started ? dates.range(started) : '';
	const starts = new Set(names).size;
	const isLong = !isDated && range !== undefined && hasSeveralPeriods(range, context);
	const isRepeated = isLong || starts > 1;
	// A user who started in two weeks counts in both.
	const isOften = isLong || new Set(counted).size > 1;
	// The headline of several starts has their dates.
	const isDatedHeadline = isDated && isRepeated;
	const often = isOften ? [said.perUnit(unitOf, false, isSaid)] : [];
	return {
		span,
		starts,
		unitOf,
		isLong,
		isRepeated,
		startsIn: isOften ? unitOf : '',
		usersHeading: (isOften ? words.startsHeading : words.headings.initial_users) ?? '',
		limits: [
			...(span ? [said.starts(isDatedHeadline ? '' : span, unitOf)] : []),
			...(left ? [left] : []),
			...(isDated ? cutStarts() : []),
			...often,
		],
		needed: [
			...(span && !isDatedHeadline ? [said.starts(span)] : []),
			...(left ? [left] : []),
			...(isSaid ? [] : often),
		],
	};

	/** Writes which days count of weeks or months that the range cuts. */
	function cutStarts(): string[] {
		const cut = [...new Set(counted)].filter((name) => isCutPeriod(String(name), unit, range));
		return cut.map((name) => {
			const first = unitOf === 'month' ? startOf('month', String(name), MONDAY) : String(name);
			const whole = { from: first, to: lastDayOf(first, unit) };
			return said.cutStart(dates.range(whole), dates.range(within(whole, range)), unitOf);
		});
	}
}

interface CountedStarts {
	/** The starts that any number is of. */
	counted: readonly unknown[];
	/** Whether the headline has the number of all users. */
	isSaid: boolean;
	/** The starts that the period of the headline leaves out, in words. */
	left?: string;
}

/** Writes the dates from the first to the last of some starts. */
export function startsText(names: readonly unknown[], { dates, context }: AnswerTools): string {
	const days = daysOfStarts(context, names);
	return days ? dates.range(days) : '';
}

/** Writes of which requested starts a period does not count, and why. */
export function leftText(
	write: 'startsLeft' | 'noPeriodOver',
	names: readonly unknown[],
	period: number,
	{ said, words, dates, context }: AnswerTools,
): string {
	const { range, unit = 'day' } = context;
	const left = startsLeft(context, names, period);
	const name = uncapital(words.period(period, unitName(unit)));
	return left && range
		? said[write](dates.range(left.dates), name, left.why, dates.day(range.to))
		: '';
}

/** Writes why no period counts, or that there is no number. */
export function earlyText(names: readonly unknown[], tools: AnswerTools): string {
	return leftText('noPeriodOver', names, 1, tools) || tools.said.noNumber;
}

interface RetentionAnswer extends MessageAnswer {
	/** Says why periods are not comparable. */
	fewer?: string;
	/** Users that started, of the first period. */
	started?: Amount;
}

export function* retentionSteps(
	table: Table,
	tools: AnswerTools,
	{ events, isChurn }: { events: readonly string[]; isChurn: boolean },
): Steps<RetentionAnswer> {
	const { said, words, numbers, context, nameOf } = tools;
	const { unit } = context;
	const { columns, date, entities, at } = yield* entitySteps(table, 'period');
	const [period, initial, users] = [at('period'), at('initial_users'), at('users')];
	const isGrouped = columns.length > (date >= 0 ? 1 : 0);
	const over = yield* withPeriodsOver(entities, date, period, context);
	yield 'long';
	const finished = over.map(({ place, rows }) => ({
		place,
		rows: rows.filter((row) => numberIn(row, period) > 0),
	}));
	yield 'long';
	const [first = '', second = first] = events;
	const event = second === first ? '' : nameOf(second);
	const names = entities.map(({ place }) => place[date]);
	const isAnyOver = finished.some(({ rows }) => rows.length > 0);
	const { span, starts, unitOf, isLong, isRepeated, startsIn, usersHeading, needed, ...about } =
		startsOf(names, date >= 0, tools, {
			counted: finished.flatMap(({ place, rows }) => (rows.length > 0 ? [place[date]] : [])),
			isSaid: !isGrouped,
			left: isAnyOver ? leftText('startsLeft', names, 1, tools) : '',
		});
	const limits = [...(isChurn ? [said.churn] : []), ...about.limits];
	const base = { dates: span, limits, needed };
	const startEvent = nameOf(first);
	const all =
		isGrouped && table.overall
			? yield* retentionSteps(table.overall, tools, { events, isChurn })
			: undefined;
	if (isGrouped) return { ...base, dates: all?.dates ?? span, ...(yield* ofGroups()) };
	return { ...base, ...ofAll() };

	function share(part: Fraction): string {
		return partOf(part, tools);
	}

	/** Returns why no period is in the sentence: none is over, or nobody started. */
	function nothingReported(): { headline: string; isEarly?: boolean } {
		const isOfNobody =
			isAnyOver && entities.every(({ rows }) => rows.every((row) => amountOf(row[initial]) === 0));
		if (isOfNobody) return { headline: said.did('0', startEvent, span) };
		return { headline: earlyText(names, tools), isEarly: true };
	}

	/** Explains rates without a percentage, unless other words do. */
	function fewOf(shown: readonly Fraction[], isSaid = false): string[] {
		const isAny = !isSaid && shown.some((one) => !isLarge(one.base, tools));
		return isAny ? [said.few(numbers.write(leastBase(tools)), startsIn !== '')] : [];
	}

	function sums(some: readonly Entity[]) {
		return [...sumsByPeriod(some, { period, initial, users })]
			.map(([count, own]) => ({ count, ...own }))
			.sort((a, b) => a.count - b.count);
	}

	/** Returns the starts that reached a period. */
	function reached(count: number): unknown[] {
		return finished
			.filter(({ rows }) =>
				rows.some((row) => numberIn(row, period) === count && amountIn(row, initial) !== 0),
			)
			.map(({ place }) => place[date]);
	}

	function ofAll() {
		const all = sums(finished);
		const [one] = all;
		if (!one) return { ...nothingReported(), facts: [] };
		const countedIn = (some: typeof one) => (date >= 0 && some.starts === 1 ? '' : startsIn);
		const countOf = ({ count }: typeof one) => count;
		const compared = usualPeriods(all.slice(1), countOf, unit, MAX_PERIODS);
		const later = compared.map((some) => ({
			name: words.retentionPeriod(some.count, unit),
			number: share(some),
			aside: said.base(numbers.write(some.base), countedIn(some) || countedIn(one)),
		}));
		const isCut = date >= 0 && one.starts > (compared.at(-1) ?? one).starts;
		const shown = usualPeriods(all, countOf, unit, tools.mostRows);
		const fewer = isCut ? said.fewer(unitOf) : undefined;
		const headlineOf = (own: string, start: string) =>
			said.retained(
				words.retentionPeriod(one.count, unit),
				own,
				isLarge(one.base, tools)
					? share(one)
					: said.persons(numbers.write(one.part), countedIn(one)),
				numbers.write(one.base),
				date >= 0 && isRepeated
					? said.startUnits(one.starts, unitOf, startsText(reached(one.count), tools))
					: '',
				isChurn,
				start,
				countedIn(one),
			);
		const few = fewOf(compared);
		return {
			fewer,
			started: one.base,
			limits: [...limits, ...few],
			...(date >= 0 ? { dates: startsText(reached(one.count), tools) } : {}),
			headline: headlineOf(event, startEvent),
			bare: headlineOf(event, words.language === 'zh' ? '' : startEvent),
			facts:
				later.length > 0 ? [said.byPeriod(words.rate(isChurn), later) + behind(fewer, tools)] : [],
			table: {
				...asTable(
					[
						words.periods(unit),
						words.rate(isChurn),
						usersHeading,
						...(date >= 0 ? [words.starts(unitOf)] : []),
					],
					shown.map((some) => [
						words.retentionPeriod(some.count, unit),
						[share(some), { shade: shadeOf(some, all) }],
						numbers.write(some.base),
						...(date >= 0 ? [String(some.starts)] : []),
					]),
				),
				about: fewOf(shown, few.length > 0),
			},
		};
	}

	function* ofGroups(): Steps<Omit<RetentionAnswer, 'dates'>> {
		const byGroup = yield* groupedSteps(finished, (entity) => keyOf(entity, date));
		const lines = yield* mapSteps([...byGroup.values()], (own) => ({
			name: tools.shorten(groupName(own[0] as Entity, date, words)),
			periods: new Map(sums(own).map((one) => [one.count, one])),
		}));
		const counts = [...new Set(lines.flatMap(({ periods }) => [...periods.keys()]))].sort(
			(a, b) => a - b,
		);
		const [firstCount] = counts;
		if (firstCount === undefined) {
			const nothing = nothingReported();
			return {
				...(all && !all.isEarly
					? {
							...all,
							limits: [
								...all.limits,
								nothing.isEarly
									? said.within(groupHeading(columns, tools), said.noNumber)
									: nothing.headline,
							],
						}
					: { ...nothing, facts: [], limits }),
				groups: lines.length,
			};
		}
		yield 'long';
		const ranked = lines.flatMap(({ name, periods }) => {
			const one = periods.get(firstCount);
			return one ? [{ name, ...one }] : [];
		});
		const firstPeriod = words.retentionPeriod(firstCount, unit);
		const started = ranked.reduce<Amount>((sum, one) => plus(sum, one.base), 0);
		const isApart = all?.started !== undefined && compareAmounts(started, all.started) === 0;
		// The headline of all users has the events.
		const what = all
			? said.by(words.aside(groupHeading(columns, tools), firstPeriod))
			: said.share(firstPeriod, event, isChurn, startEvent);
		const rows = lines
			.slice(0, tools.mostRows)
			.map((line) => ({ ...line, ...(line.periods.get(firstCount) ?? { part: 0, base: 0 }) }));
		// Groups are in the order of the sentence.
		const shown = inRanks(rows, tools, compareParts);
		const periods = usualPeriods(counts, (count) => count, unit, MAX_PERIODS);
		yield 'long';
		const ranking = rankedHeadline(what, ranked, tools, {
			startsIn,
			isTruncated: table.isTruncated,
			isBelowAll: all !== undefined,
			// If starts are not separated, it is unknown how often users count.
			starts: isLong ? Infinity : starts,
		});
		// Of many groups, the sentence names large ones.
		const few = ranked.length <= MAX_LISTED ? fewOf(ranked) : [];
		return {
			headline: all?.headline ?? ranking,
			...(all ? { bare: all.bare, needed: all.needed, isOfAll: true } : {}),
			facts: all ? [ranking, ...all.facts] : [],
			...(all ? { others: [uncapital(ranking)] } : {}),
			// The fact on periods has it, too, but the table replaces this fact.
			...(all?.fewer && periods.length > 1 ? { besides: [capital(all.fewer)] } : {}),
			groups: lines.length,
			limits: [
				...new Set([...(all ?? base).limits, ...few]),
				...(isApart ? [] : overlapOf(tools, lines.length)),
				...(shown.length < lines.length
					? [said.others(lines.length - shown.length, undefined)]
					: []),
			],
			table: {
				...asTable(
					[
						groupHeading(columns, tools),
						usersHeading,
						...periods.map((count) => words.retentionPeriod(count, unit)),
					],
					shown.map(({ name, periods: own }) => [
						name,
						own.has(periods[0] ?? 0) ? numbers.write(own.get(periods[0] ?? 0)?.base ?? 0) : '–',
						...periods.map((count): TableCell => {
							const one = own.get(count);
							return one ? [share(one), {}] : '';
						}),
					]),
				),
				about: fewOf(
					shown.flatMap(({ periods: own }) => periods.flatMap((count) => own.get(count) ?? [])),
					few.length > 0,
				),
			},
		};
	}
}

/** Adds a note to a sentence. */
export function behind(note: string | undefined, { words }: AnswerTools): string {
	return note ? words.semicolon + note : '';
}

/** Returns by how many standard deviations two rates differ. */
function deviationsOfRates(high: Fraction, low: Fraction): number {
	const [a, b, n, m] = [high.part, low.part, high.base, low.base].map(Number) as [
		...[number, number, number, number],
	];
	const rate = (a + b) / (n + m);
	return (a / n - b / m) / Math.sqrt(rate * (1 - rate) * (1 / n + 1 / m));
}

/**
 * Returns a note on whether chance alone explains the difference between the highest and the lowest
 * rate. A user who started several times isn't several users: in the worst case, each of them
 * started every time.
 */
function closeness(
	high: Fraction,
	low: Fraction,
	count: number,
	starts: number,
	{ said, sampled }: AnswerTools,
): string {
	const deviations = deviationsOfRates(high, low);
	const isFar = (times: number) =>
		isBeyondChance(deviations * Math.sqrt(sampled / times), (count * (count - 1)) / 2);
	return !isFar(1) ? said.close : isFar(starts) ? said.apart : '';
}

/** Periods that people compare. */
const USUAL_PERIODS = new Map([
	['day', [0, 1, 3, 7, 14, 30]],
	['week', [0, 1, 2, 4, 8, 12]],
	['month', [0, 1, 2, 3, 6, 12]],
]);

/** Returns all periods or, of more, those that people compare (day 1, 3, 7 …) and the last one. */
export function usualPeriods<Period>(
	all: readonly Period[],
	countOf: (period: Period) => number,
	unit: string | undefined,
	most: number,
): readonly Period[] {
	if (all.length <= most) return all;
	const usual = USUAL_PERIODS.get(unitName(unit ?? 'day'));
	const first = all.slice(0, -1).filter((one) => usual?.includes(countOf(one)) !== false);
	return [...first.slice(0, most - 1), ...all.slice(-1)];
}

/** Maximum number of equal ranges in a cell. */
const MAX_TIED = 3;

function shadeOf(one: Fraction, all: readonly Fraction[]): number {
	const rateOf = ({ part, base }: Fraction) => (base === 0 ? 0 : percentAsNumber(part, base));
	const most = all.reduce((top, each) => Math.max(top, rateOf(each)), 0);
	return most === 0 ? 0 : rateOf(one) / most;
}

export function* distributionSteps(
	table: Table,
	tools: AnswerTools,
	events: readonly string[],
): Steps<MessageAnswer> {
	const { said, words, numbers, context, nameOf, dates } = tools;
	const { range, query, unit } = context;
	const { columns, date, entities, at } = yield* entitySteps(table, 'bucket');
	yield 'long';
	const [from, to, users, total] = [
		at('bucket_from'),
		at('bucket_to'),
		at('users'),
		at('total_users'),
	];
	const of = query && 'of' in query ? query.of : undefined;
	const event = nameOf(events[0] ?? '');
	const periods = unit === 'day' ? 'hours' : 'days';
	const value = distributedValue(query, words, nameOf);
	const counted = of === 'periods' ? periods : 'times';
	const kind = value === '' ? counted : { value };
	const isDated = date >= 0;
	const isRunning = ({ place }: Entity) => isDated && isOpen(String(place[date]), unit, context);
	const finished = entities.filter((entity) => !isRunning(entity));
	const whole = finished.filter(
		({ place }) => !isDated || !isCutPeriod(String(place[date]), unit, range),
	);
	const used = [whole, finished, entities].find((some) => some.length > 0) ?? entities;
	const places = used.map(({ place }) => place);
	const allDays = isDated ? datesIn(places, date) : [];
	const lastDay = allDays.at(-1);
	const sizeOf = (entity: Entity) => amountIn(entity.rows[0], total);
	const own = used
		.filter(({ place }) => lastDay === undefined || String(place[date]) === lastDay)
		.sort((a, b) => compareAmounts(sizeOf(b), sizeOf(a)));
	const span = spanOf();
	const largest = own[0] as Entity;
	const isGrouped = columns.length > (isDated ? 1 : 0);
	// A row of a group covers all dates, and the report counts users once for each.
	const isPerDate =
		isGrouped &&
		!isDated &&
		range !== undefined &&
		!(query && 'isWhole' in query && query.isWhole) &&
		(hasSeveralPeriods(range, context) || hasSeveralDates(table.overall ?? table));
	const countedIn = isPerDate ? unitName(unit ?? 'day') : '';
	const shortName = (entity: Entity) => tools.shorten(groupName(entity, date, words));
	const inSentence = (entity: Entity) => groupInSentence(shortName(entity), columns, tools);
	// Distributions of several dates can't be combined.
	const all =
		isGrouped && table.overall && (positionsOf(table.overall).date >= 0 === isDated || !isPerDate)
			? yield* distributionSteps(table.overall, tools, events)
			: undefined;
	// The headline of all users has the event and the dates.
	const describe = (entity: Entity) =>
		said.distribution(
			kind,
			all ? '' : event,
			numbers.write(sizeOf(entity)),
			all ? '' : span,
			countedIn,
			...rangesOf(entity),
		);
	const ofLargest =
		isGrouped && sizeOf(largest) !== 0
			? inSentence(largest) + words.comma + uncapital(describe(largest))
			: describe(largest);
	const rangeOf = (row: readonly Cell[]) => JSON.stringify([row[from], row[to]]);
	const isTested = all !== undefined && own.length > 1 && sizeOf(largest) !== 0 && haveSameRanges();
	return {
		dates: span,
		headline: all?.headline ?? ofLargest,
		isOfAll: all !== undefined,
		facts: isTested ? differing() : [],
		limits: [...leftOut(), ...(isGrouped ? overlapOf(tools, own.length) : [])],
		groups: isGrouped ? own.length : undefined,
		table: tableOf(),
	};

	/** Whether no ranges overlap: the service may choose other ranges for each group. */
	function haveSameRanges(): boolean {
		const rows = new Map(own.flatMap((one) => one.rows.map((row) => [rangeOf(row), row])));
		const limits = [...rows.values()]
			.map((row) => [Number(row[from] ?? -Infinity), Number(row[to] ?? Infinity)] as const)
			.sort(([a], [b]) => a - b);
		return limits.every(([, end], index) => end <= (limits[index + 1]?.[0] ?? Infinity));
	}

	/** Writes the group whose share in a range differs most from all others, by more than chance. */
	function differing(): string[] {
		// A range without users may be missing from a group.
		const usersIn = ({ rows }: Entity) =>
			new Map(rows.map((row) => [rangeOf(row), Number(amountIn(row, users))]));
		const totals = new Map<string, number>();
		let all = 0;
		const enough = own.filter((entity) => isLarge(sizeOf(entity), tools));
		for (const entity of enough) {
			all += Number(sizeOf(entity));
			for (const [name, part] of usersIn(entity)) totals.set(name, (totals.get(name) ?? 0) + part);
		}
		// Only in ranges with enough users a difference says something.
		const bySize = [...totals].sort(([, a], [, b]) => b - a);
		const largestRanges = bySize.slice(0, MOST_LACKED).map(([name]) => name);
		const apart: Array<{ entity: Entity; gap: number; deviations: number }> = [];
		let looked = 0;
		for (const entity of enough) {
			const base = Number(sizeOf(entity));
			const parts = usersIn(entity);
			// Of the ranges that it lacks, only the largest can differ most.
			for (const name of new Set([...largestRanges, ...parts.keys()])) {
				const total = totals.get(name) ?? 0;
				if ((total * base) / all < LEAST_EXPECTED) continue;
				const part = parts.get(name) ?? 0;
				looked++;
				const rest = { part: total - part, base: all - base };
				const deviations =
					Math.abs(deviationsOfRates({ part, base }, rest)) * Math.sqrt(tools.sampled);
				const gap = Math.abs(part / base - rest.part / rest.base);
				if (deviations > BY_CHANCE) apart.push({ entity, gap, deviations });
			}
		}
		const most = apart
			.sort((a, b) => b.gap - a.gap)
			.find(({ deviations }) => isBeyondChance(deviations, looked))?.entity;
		if (looked === 0 || enough.length < 2 || table.isTruncated) return [];
		const compared = said.large(said.groups(enough.length), leastBase(tools), countedIn);
		return [
			(most
				? said.differs(inSentence(most)) + uncapital(describe(most))
				: said.closeBy(groupHeading(columns, tools))) +
				(enough.length < own.length ? said.onlyOf(compared) : ''),
		];
	}

	/** Returns the days of a period within the range. */
	function inRange(day: string): DateRange {
		return within({ from: day, to: lastDayOf(day, unit) }, range);
	}

	function spanOf(): string {
		if (!range) return '';
		if (lastDay === undefined)
			return isRangeOpen(range, context) ? untilNow(tools, range) : dates.range(range);
		const isUnfinished = finished.length === 0 && todayOf(context) !== undefined;
		const own = inRange(lastDay);
		return isUnfinished ? untilNow(tools, own) : dates.range(own);
	}

	/** Returns the dates that are left out; of several dates, the last complete one is described. */
	function leftOut(): string[] {
		const { asked = context } = context;
		const requested = asked.range;
		const today = todayOf(context);
		if (!range || !requested) return [];
		const to = today ? earlier(requested.to, today) : requested.to;
		const next = addDays(range.to, 1);
		const isNextOpen = next <= to && isOpen(next, unit, context);
		const open = used === entities ? [] : entities.filter(isRunning);
		const [running = isNextOpen ? next : undefined] = open
			.map(({ place }) => String(place[date]))
			.sort();
		const name = unitName(unit ?? 'day');
		const isPart = isDated
			? !tools.hasRows && finished.some(({ place }) => String(place[date]) !== lastDay)
			: !isPerDate && (range.from > requested.from || to > range.to);
		const isWhole = isDated
			? used === whole
			: !isCutPeriod(range.from, unit, requested) && lateUntil(range, context) === undefined;
		const all = dates.range({ from: requested.from, to });
		return [
			...(isPart ? [said.lastOf(span, said.unit(name), all, isWhole, running !== undefined)] : []),
			...notCountedFrom(running, { ...tools, context: { ...context, range: requested } }),
		];
	}

	function nameOfBucket(row: readonly Cell[] | undefined): string {
		return bucketName([row?.[from], row?.[to]], query, words, numbers.write, tools.moneyWriter);
	}

	function percentOf(row: readonly Cell[] | undefined, entity: Entity): string {
		return shareOf({ part: amountIn(row, users), base: sizeOf(entity) }, tools);
	}

	/** Returns ranges with users, the largest first. */
	function mostOf(entity: Entity) {
		return entity.rows
			.filter((row) => compareAmounts(amountIn(row, users), 0) > 0)
			.sort((a, b) => compareAmounts(amountIn(b, users), amountIn(a, users)));
	}

	function writeRange(name: string, part: Amount, entity: Entity): Named {
		const base = sizeOf(entity);
		return {
			name,
			number: isLarge(base, tools)
				? shareOf({ part, base }, tools)
				: said.persons(numbers.write(part), countedIn),
		};
	}

	/**
	 * Returns all of a few ranges in order; of many, the two with the most users and a summary of the
	 * others.
	 */
	function rangesOf(entity: Entity): [Named[], { count: number; number: string }?] {
		const known = mostOf(entity);
		const isAll = known.length <= MAX_LISTED;
		const mentioned = isAll ? entity.rows.filter((row) => known.includes(row)) : known.slice(0, 2);
		const ranges = mentioned.map((row) =>
			writeRange(nameOfBucket(row), amountIn(row, users), entity),
		);
		if (isAll) return [ranges];
		const left = known.slice(2).reduce<Amount>((sum, row) => plus(sum, amountIn(row, users)), 0);
		const { number } = writeRange('', left, entity);
		return [ranges, { count: known.length - 2, number }];
	}

	function tableOf(): AnswerTable {
		if (!isGrouped) {
			return firstRows(
				[
					value || (words.headings[counted === 'times' ? 'eventCount' : counted] ?? ''),
					words.headings.users ?? '',
					words.headings.percent ?? '',
				],
				largest.rows,
				(row) => [nameOfBucket(row), numbers.write(amountIn(row, users)), percentOf(row, largest)],
				tools,
			);
		}
		return firstRows(
			[
				groupHeading(columns, tools),
				(isPerDate ? words.countedHeading(countedIn) : words.headings.users) ?? '',
				words.mostUsers,
			],
			own,
			(entity) => {
				const ranges = mostOf(entity);
				const [most] = ranges;
				const tied = ranges.filter(
					(row) => amountIn(row, users) === (most && amountIn(most, users)),
				);
				const names = tied.slice(0, MAX_TIED).map((row) => said.counted(kind, nameOfBucket(row)));
				const more = tied.length > MAX_TIED ? ['…'] : [];
				const part = partOf({ part: amountIn(most, users), base: sizeOf(entity) }, tools);
				return [
					shortName(entity),
					numbers.write(sizeOf(entity)),
					most
						? words.aside(
								[...names, ...more].join(BETWEEN),
								tied.length > 1 ? said.shared(part) : part,
							)
						: '',
				];
			},
			tools,
		);
	}
}

/**
 * Writes what the rows of paths are of; sentences are only about links. Without a headline, a
 * heading has the dates, but not until when.
 * @param headlineOn returns the headline with these dates
 */
export function aboutPaths(
	tools: AnswerTools,
	headlineOn: (dates: string) => string = () => '',
): Pick<MessageAnswer, 'dates' | 'headline' | 'limits'> {
	const { context, dates, said, words, nameOf, hasRows } = tools;
	const { query, range } = context;
	const { pauseSeconds, events = [] } = query && 'isBackward' in query ? query : {};
	const isOpenRange = range !== undefined && isRangeOpen(range, context);
	const span = isOpenRange ? untilNow(tools, range) : range ? dates.range(range) : '';
	const headline = headlineOn(span);
	return {
		dates: span,
		headline,
		limits: [
			...(hasRows && isOpenRange && headline === '' ? [span] : []),
			...(pauseSeconds === undefined
				? []
				: [
						said.pathScope(
							events.map((one) => nameOf(one.event)).join(words.between),
							lengthOf(pauseSeconds / 60, said),
						),
					]),
		],
	};
}

export function* pathSteps(table: Table, tools: AnswerTools): Steps<MessageAnswer> {
	const { said, words, numbers, nameOf, context } = tools;
	const { query } = context;
	const { source, isBackward = false } = query && 'isBackward' in query ? query : {};
	const at = (key: string) => columnAt(table.columns, key);
	const [step, from, to] = [at('step'), at('from'), at('to')];
	const [times, percent] = [at('times'), at('percent')];
	const nodeIn = nodeReader(table, words, nameOf);
	const farIn = (row: readonly Cell[]) => {
		const { name, isEnd } = nodeIn(row, isBackward ? 'from' : 'to');
		return isEnd ? '' : name;
	};
	const rows = table.rows.toArray();
	const placeOf = (row: readonly Cell[]) =>
		`${String(row[step])} ${String(row[isBackward ? to : from])}`;
	const byPlace = yield* groupedSteps(rows, placeOf);
	yield 'long';
	const wholes = new Map(
		[...byPlace].map(([place, some]) => [
			place,
			some.reduce<Amount>((sum, row) => plus(sum, amountIn(row, times)), 0),
		]),
	);
	yield 'long';
	const named = yield* mapSteps(rows, (row) => ({
		/** Whether the links next to it make its share, so that none of them is missing. */
		isWhole:
			Math.abs(
				percentAsNumber(amountIn(row, times), wholes.get(placeOf(row)) ?? 0) -
					numberIn(row, percent),
			) < ROUNDED,
		name: `${nodeIn(row, 'from').name} → ${nodeIn(row, 'to').name}`,
		step: numberIn(row, step),
		times: amountIn(row, times),
		percent: exactPercent(
			{ part: amountIn(row, times), base: wholes.get(placeOf(row)) ?? 0 },
			numberIn(row, percent),
		),
		/** What it leads to, or comes from; empty where paths end, or start. */
		far: farIn(row),
	}));
	const links = yield* sortSteps(
		named,
		(a, b) => a.step - b.step || compareAmounts(b.times, a.times),
	);
	yield 'long';
	const start = source ? nameOf(source.event) : '';
	const [first = []] = groupedBy(links, (link) => link.step).values();
	const sum = (some: typeof links) => some.reduce<Amount>((all, link) => plus(all, link.times), 0);
	const whole = sum(first);
	const shareOfAll = (own: Amount) => (whole === 0 ? 0 : percentAsNumber(own, whole));
	// If the answer leaves out links, the number of paths is unknown.
	const isWhole =
		!table.isTruncated &&
		first.every((link) => Math.abs(shareOfAll(link.times) - link.percent) < ROUNDED);
	const moves = [...groupedBy(first, ({ far }) => far)]
		.map(([far, some]) => ({ far, times: sum(some), percent: some[0]?.percent ?? 0 }))
		.sort((a, b) => compareAmounts(b.times, a.times));
	// Several events together aren't an event, but one of them may be more common than others.
	const several = moves.find(({ far }) => far === words.pathSeveral)?.times ?? 0;
	const next = moves.filter(({ far }) => far !== '' && far !== words.pathSeveral);
	const most = next[0];
	const isMostKnown = compareAmounts(several, most?.times ?? 0) <= 0;
	const top = next
		.filter(({ times: own }) => compareAmounts(own, most?.times ?? 0) === 0)
		.slice(0, MAX_MOVES);
	const ended = moves.find(({ far }) => far === '');
	const written = (move: (typeof moves)[number]): Named => ({
		name: move.far,
		number: numbers.write(move.times),
		aside: numbers.share(isWhole ? shareOfAll(move.times) : move.percent),
	});
	yield 'long';
	// The headline has its events, and a path can come back to them.
	const isSaid = ({ far }: (typeof links)[number]) => top.some((move) => move.far === far);
	const others = links.filter((link) => !isSaid(link));
	yield 'long';
	const further = [...(yield* groupedSteps(others, ({ far }) => far))]
		.filter(([far]) => far !== '' && far !== start)
		.map(([far, some]) => ({ far, some, times: sum(some) }))
		.sort((a, b) => compareAmounts(b.times, a.times))
		.slice(0, MAX_MOVES);
	yield 'long';
	// A path can have an event in several steps, and all events have one unit.
	const areOnce = further.every(({ some }) => new Set(some.map((link) => link.step)).size === 1);
	const furtherEvents = further.map(
		({ far, times: own }): Named => ({
			name: far,
			number: numbers.write(own),
			...(areOnce ? { aside: numbers.share(shareOfAll(own)) } : {}),
		}),
	);
	const headlineOn = (dates: string) =>
		isMostKnown && (most || isWhole)
			? said.paths(
					isWhole ? numbers.write(whole) : '',
					start,
					!isBackward,
					dates,
					top.map(({ far }) => far),
					most ? written(most) : { name: '', number: '' },
					ended && written(ended),
				)
			: '';
	const isCut = links.length > tools.mostRows;
	const listed = links.slice(0, isCut ? tools.mostRows - 1 : links.length);
	const left = links.length - listed.length;
	const steps = links.reduce((most, one) => Math.max(most, one.step), 0);
	return {
		...aboutPaths(tools, headlineOn),
		facts:
			further.length > 0 &&
			isWhole &&
			links.every((one) => one.isWhole && one.far !== words.pathSeveral)
				? [said.further(start, furtherEvents, !isBackward, steps)]
				: [],
		table: asTable(said.moveHeadings(!isBackward), [
			...listed.map((link) => [
				said.move(link.step, link.name, !isBackward),
				numbers.write(link.times),
				numbers.share(link.percent),
			]),
			...(left > 0 ? [[words.moreRows(left), '', '']] : []),
		]),
	};
}
