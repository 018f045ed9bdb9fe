import type { Steps } from '../../../../credentials/http/slices';
import { addDays, daysBetween, monthsBetween } from '../../dates/calendar';
import { daysIn } from '../../dates/range';
import type { UsualNumber } from '../../insight/usual';
import { isUnusual } from '../../insight/usual';
import type { CountedEntity } from '../../query/aggregators';
import type { DateRange } from '../../query/query';
import type { Amount, Cell } from '../../table/decimal';
import { amountOf, compareAmounts, meanOf, subtract, sumOf } from '../../table/decimal';
import { addUpCells } from '../../table/grid';
import type { Table } from '../../table/table';
import { canAddGroups, groupedBy, mapSteps } from '../../table/table';
import type { AnswerTable, AnswerTools, MessageAnswer, TableCell } from './answer';
import { asTable, overlapOf } from './answer';
import { calendarIn, hasChanges, type SpecialDays, specialDays, specialIn } from './answerDates';
import {
	groupFactSteps,
	isKnown,
	listOf,
	MAX_NAMED,
	othersBehind,
	rankSteps,
	seenSteps,
} from './answerGroups';
import type { CountedRows, News, Overall, Own, RankedEntry } from './answerMeasures';
import {
	areUnlike,
	changeIn,
	changeOf,
	changeOfGroup,
	countedRowsSteps,
	daysInPeriod,
	fromZero,
	hasChange,
	isCompared,
	isMean,
	isNews,
	lacksDays,
	isOnlyOfLast,
	isSmall,
	isSumOf,
	hasTest,
	isOutside,
	isTotalJudged,
	isUnjudged,
	labelOfGroups,
	leadOf,
	measuresSteps,
	noteGroup,
	notePeriods,
	ofLast,
	percentInRows,
	pointOf,
	pointText,
	textIn,
	unitWords,
	usualBehind,
	write,
	writeOverall,
} from './answerMeasures';
import { paintByLimits, paintByWay } from './numbers';
import type { MeasurePlaces } from './periods';
import {
	hasAllGroups,
	isCutPeriod,
	isPrevious,
	lastDayOf,
	numberAt,
	timesOfPoint,
	todayOf,
} from './periods';
import { noUsualWords } from './sentences';
import { capital } from './text';
import { type ChangeInWords, type ComparedInWords, SMALL_BASE } from './words';

/**
 * Writes what a message says about a report with measures: a headline that is correct when read
 * alone, where a change is, and a few facts, depending on the shape of the data (docs/messages.md).
 * Incomplete periods are never counted.
 */

/** Maximum number of other measures in a message of several reports. */
const MAX_OTHERS = 2;
/** Maximum number of other measures with a sentence each above a table without groups. */
const MAX_SENTENCES = 3;
const MAX_FACTS = 5;

/** The measures of a message, and what is the same for all its sentences. */
interface Story {
	of: CountedRows;
	all: readonly Own[];
	lead: Own;
	/** Unusual ones first: not all have room. */
	others: readonly Own[];
	/** Whether there are groups with rows. */
	hasGroups: boolean;
	/** Number of groups. */
	count: number;
	news: News;
}

interface Headline {
	text: string;
	/** The same without the name of the measure. */
	bare?: string;
	/** Its dates: all of them, or the last one. */
	dates: string;
	/** The comparison dates in it. */
	against?: string;
	/** A restriction to the last date. */
	limit?: string;
	/** Days of the last period and of the one before, if these have different ones. */
	lengths?: [number, number];
	/** The change of the last period, if the report is compared with nothing else. */
	recent?: {
		change?: ChangeInWords;
		special?: SpecialDays;
		now: Amount;
		before: Amount;
		/** Number of its days, 0 if the period before has others. */
		days: number;
		/** Whether its usual range follows. */
		isRanged: boolean;
	};
	/** The number of the last date in it, and its change. */
	last?: Partial<Pick<Overall, 'now' | 'before' | 'change'>>;
}

/** Writes about a report over dates, by groups, or about a single number. */
export function* seriesSteps(
	table: Table,
	places: readonly MeasurePlaces[],
	tools: AnswerTools,
	/** Moment of numbers without dates. */
	asOf = '',
): Steps<MessageAnswer> {
	const of = yield* countedRowsSteps(table, places.length, tools, asOf);
	const { span, rows } = of;
	const all = yield* measuresSteps(of, places);
	const lead = leadOf(all, tools);
	if (!lead) return { dates: span.text, headline: '', facts: [], limits: [] };
	const hasGroups = of.groups.length > 0 && rows.length > 0;
	if (hasGroups) {
		const seen = yield* seenSteps(of, all);
		for (const one of all) {
			one.entries = yield* rankSteps(one, seen);
			yield* mapSteps(one.entries, (entry) => one.byKey.set(entry.key, entry));
			for (const when of ['now', 'before'] as const) {
				yield 'long';
				one.sums[when] = sumOf(one.entries.map((entry) => entry[when]));
			}
		}
	}
	const story: Story = {
		...{ of, all, lead, hasGroups },
		others: all
			.filter((one) => one !== lead)
			.sort((a, b) => Number(isOutside(b)) - Number(isOutside(a))),
		count: groupCount(lead),
		news: { count: 0, second: 0 },
	};
	yield* newsSteps(story);
	const { others, count } = story;
	const { limits, notCompared, whyNone } = limitsOfDates(story);
	const head = headlineOf(story);
	const moved = head.recent ?? head.last ?? lead.overall;
	// The last period is over, and compared, though the dates are not.
	if (head.limit !== undefined && head.against && notCompared)
		limits.splice(limits.indexOf(notCompared), 1);
	if (head.limit) limits.push(head.limit);
	if (head.lengths) limits.push(tools.said.lengths(...head.lengths));
	for (const limit of specialIn(head.recent?.special)) limits.push(limit);
	for (const limit of unjudgedIn(story, head)) limits.push(limit);
	for (const limit of notMeanIn(story)) limits.push(limit);
	// The changes are for the dates in the headline, but it does not contain the comparison dates.
	if (
		!head.against &&
		head.dates === span.text &&
		all.some(isCompared) &&
		span.before !== undefined
	)
		limits.push(tools.said.comparedWith(span.before));
	const unusual =
		rows.length === 0
			? []
			: [...(head.recent?.isRanged ? [] : [lead]), ...others].flatMap((one) =>
					usualFact(story, one, head.dates),
				);
	const facts = [...unusual];
	const isFirst = facts.length === 0;
	const found = hasGroups ? yield* groupFactSteps(lead, lead.entries, story) : undefined;
	const listed = found?.sentences ?? [];
	// Of other measures, other groups may have a verdict.
	const { change } = lead.overall ?? {};
	const isSilent = change?.kind === 'fromZero' || change?.kind === 'same';
	const hasVerdict = isTotalJudged(lead) && usualBehind(lead) !== '';
	const isJudged = hasVerdict || (change && !isSilent && !isUnjudged(change));
	const exception = standsOut(story);
	const isOnlyTotal = found?.isUnjudged && isJudged && others.length === 0 && exception === '';
	const onlyTotal = isOnlyTotal ? [tools.said.onlyTotal] : [];
	const shownDates = head.recent ? span.text : head.dates;
	const answerTable = yield* tableSteps(story, shownDates, found?.moved ?? []);
	const shownGroups = (answerTable?.rows.length ?? 0) - totalRow(story, all, isMean).length;
	const asideOfTable =
		hasGroups && shownGroups >= count
			? (yield* groupFactSteps(lead, lead.entries, story, true)).sentences
			: listed;
	for (const fact of listed) facts.push(fact);
	yield 'long';
	const range = of.isDated ? extremesOf(lead, head.recent !== undefined) : undefined;
	if (range) facts.push(range);
	const ofOthers = factsOfOthers(story, head.dates);
	for (const fact of ofOthers.facts) facts.push(fact);
	// Unusual numbers come first, and each measure has its number; details have the room that is left.
	const needed = new Set([...unusual, ...ofOthers.needed]);
	let left = MAX_FACTS - needed.size;
	const kept = [...new Set(facts)].filter((fact) => needed.has(fact) || left-- > 0);
	// A small message has room for one fact: a verdict, because the table has the other numbers.
	const verdicts = all.filter(isTotalJudged).map(usualBehind).filter(Boolean);
	const isVerdict = (fact: string) =>
		unusual.includes(fact) || verdicts.some((verdict) => fact.endsWith(verdict));
	const judged = kept.filter(isVerdict);
	const shownFacts = [...new Set(hasGroups ? kept : [...judged, ...kept])].slice(0, MAX_FACTS);
	// A table of the measures alone, without dates, repeats the sentences unless its cells have colors.
	const hasColors = tools.limits !== undefined || tools.goodWay !== undefined;
	const isOfTotals = !hasGroups && answerTable?.isAscending === undefined;
	const areSaid = ofOthers.totals.every((fact) => shownFacts.includes(fact));
	const isSaid = isOfTotals && !hasColors && ofOthers.totals.length >= others.length && areSaid;
	const hasRange = range !== undefined && shownFacts.includes(range);
	const ofRange = hasRange && of.hasCut ? [tools.said.completeOnly(unitWords(of, 2))] : [];
	if (hasGroups)
		for (const limit of limitsOfGroups(story, shownFacts, head.dates)) limits.push(limit);
	if (tools.alarm !== undefined && moved?.change && isSmall(moved.change))
		limits.push(tools.said.sentFor(tools.alarm));
	// The verdicts on the other measures are above their table.
	const hasVerdicts = !hasGroups && ofOthers.totals.length > 0;
	// A message of the last date alone has it in its title, and leaves out nothing else.
	const isOfLast = isAllOfLast(story);
	/** Incomplete periods may count for the choice of groups, but not for the sentences. */
	const rankedOver = () => {
		const { context, dates } = tools;
		const isShorter = (span.cut ?? span.notCounted) !== undefined;
		const all = context.range && dates.range(context.range);
		if (isShorter && all !== span.text) return all;
		return isOfLast ? span.text : undefined;
	};
	const behind = (!head.recent && isTotalJudged(lead) ? usualBehind(lead) : '') + exception;
	return {
		dates: isOfLast ? head.dates : span.text,
		before: span.before,
		headline: head.text + behind,
		...(head.bare === undefined ? {} : { bare: head.bare + behind }),
		facts: shownFacts,
		...(isFirst
			? {
					aside:
						[
							...asideOfTable,
							...(hasGroups ? [] : judged),
							...(hasVerdicts ? [] : facts.slice(listed.length)),
						][0] ?? '',
				}
			: {}),
		limits: [...limits, ...onlyTotal, ...ofRange, ...distinctIn(story)],
		needed: limits,
		calendar: calendarIn(limits, head.recent?.special ?? span.special),
		table: answerTable && { ...answerTable, isSaid },
		others: others.flatMap((one) => totalFact(story, one, head.dates)).slice(0, MAX_OTHERS),
		...((hasGroups && count > 1) || hasVerdicts
			? { besides: ofOthers.totals.slice(0, hasVerdicts ? MAX_SENTENCES : MAX_OTHERS) }
			: {}),
		lead: lead.place.index,
		percent: percentInRows(moved) ?? fromZero(moved),
		groups: hasGroups && !table.isTruncated ? count : undefined,
		rankedOver: rankedOver(),
		isJudged:
			hasChanges(table) ||
			head.recent !== undefined ||
			whyNone !== undefined ||
			judged.length > 0 ||
			verdicts.some((verdict) => behind.startsWith(verdict)),
		isOfAll: hasGroups && lead.overall !== undefined,
	};
}

function groupCount({ of, entries }: Own): number {
	const { counted, table, tools, rowsOf } = of;
	// Groups that only the current day has don't count, unless some groups are one entry.
	const isEach = tools.context.isTopped !== true && !entries.some(({ isRest }) => isRest);
	if (counted !== table && isEach) return entries.length;
	// Groups that only the comparison dates have also count.
	return Math.max(table.groupCount?.total ?? 0, table.sums?.length ?? rowsOf.size);
}

/** Whether the message is about the last date alone. */
function isAllOfLast({ hasGroups, all }: Story): boolean {
	return hasGroups && all.every(isOnlyOfLast);
}

/** Writes which dates are left out, and why there is no change or no verdict. */
function limitsOfDates(story: Story) {
	const { of, all, lead } = story;
	const { span, table, rows } = of;
	const { said } = of.tools;
	// Complete dates may have no counterpart, such as weeks that a month cuts.
	const isUnmatched =
		(lead.overall ?? span.hasLengths) !== undefined && rows.length > 0 && !all.some(isCompared);
	const why = hasChanges(table) ? (span.why ?? (isUnmatched ? 'unlike' : undefined)) : undefined;
	const notCounted = isUnmatched ? span.notCountedAlone : span.notCounted;
	const { change } = lead.overall ?? {};
	// One verdict on several dates is enough.
	const isJudged = of.isDated && change && change.kind !== 'same' && !isUnjudged(change);
	// If no period is complete, no number is the last one.
	const judged = lead.usual ?? table.usual?.numbers.find(({ key }) => key === lead.column.key);
	const whyNone = judged && !isJudged ? noUsualWords(said, judged, of.tools.dates) : undefined;
	const ofWindows = all.flatMap(({ window, label }) => {
		const lengths = window?.hasLengths && said.lengths(...window.hasLengths);
		return lengths && all.length > 1 ? said.within(label, lengths) : (lengths ?? []);
	});
	// Rows of a table may be compared where all together are not.
	const areRows = () =>
		of.isDated &&
		(of.tools.hasRows || !story.hasGroups) &&
		rows.some((row) => all.some((one) => hasChange(row, one)));
	const notCompared =
		why && (why === 'unlike' && areRows() ? said.unlikeTotals : said.noChange[why]);
	const limits = [
		...(isAllOfLast(story) ? [] : [span.cut, notCounted]),
		notCompared,
		span.hasLengths && !why ? said.lengths(...span.hasLengths, ...perDay(lead)) : undefined,
		...(why ? [] : ofWindows),
		span.isOtherWeekdays && !why ? said.otherWeekdays : undefined,
		of.tools.hasRows && areRows() && isOtherDay(of) ? said.otherDays : undefined,
		span.isOverlapping ? said.overlapping : undefined,
		...specialIn(span.special, whyNone, judged?.why),
	];
	return {
		limits: [...new Set(limits.filter((limit) => limit))] as string[],
		notCompared,
		whyNone,
	};
}

function hasMoved({ now, before }: RankedEntry): boolean {
	return now !== undefined && before !== undefined && compareAmounts(now, before) !== 0;
}

/** Writes once which measures have a change of which nothing says if it is normal. */
function unjudgedIn({ of, all, lead, hasGroups }: Story, { recent }: Headline): string[] {
	const { said, words, context } = of.tools;
	const days = recent ? recent.days : context.range ? daysIn(context.range) : 0;
	const open = all.filter((one) => {
		if (one === lead && recent) return isUnjudged(recent.change);
		if (one.overall) {
			// Behind a whole that stayed the same, groups that moved have no verdict either.
			const { change } = one.overall;
			const haveMoved = change?.kind === 'same' && !hasTest(one) && one.entries.some(hasMoved);
			return haveMoved ? usualBehind(one) === '' : isUnjudged(change);
		}
		if (!hasGroups) return isUnjudged(lastNumber(one).change);
		return isCompared(one) && (areUnlike(one) || !hasTest(one));
	});
	return [true, false].flatMap((isDaily) => {
		const some = open.filter((one) => (!areUnlike(one) && lacksDays(one, days)) === isDaily);
		if (some.length === 0) return [];
		const isOfAll = some.length > 1 && some.length === all.length;
		const labels = isOfAll ? '' : words.allOf(some.map(({ label }) => label));
		return [said.unjudged(labels, isDaily)];
	});
}

/** Explains a rate or an average of all that is beyond those of each date or group. */
function notMeanIn({ of, lead, hasGroups }: Story): string[] {
	const { overall, column, nature, label } = lead;
	const { said } = of.tools;
	if (!overall || overall.isAverage || column.canAddUp === true || nature.counts) return [];
	const parts = hasGroups
		? lead.entries.map(({ now }) => now)
		: byDate(lead).map(({ cell }) => amountOf(cell));
	const orders = parts.map((part) => (part === undefined ? 0 : compareAmounts(overall.now, part)));
	const isBeyond = orders.length > 1 && new Set(orders).size === 1 && orders[0] !== 0;
	const units = hasGroups ? said.groupUnit : unitWords(of, 2);
	return isBeyond ? [said.notMean(label, units, nature.isPerUsers === true)] : [];
}

/** Says that dates of users don't add up to the number of all, if both are in the message. */
function distinctIn({ of, all, hasGroups }: Story): string[] {
	const isDistinct = ({ column, nature, overall }: Own) =>
		column.canAddUp !== true &&
		nature.counts === 'users' &&
		!nature.window &&
		overall !== undefined &&
		!overall.isAverage;
	const hasDates = !hasGroups && of.rows.length > 1;
	return hasDates && all.some(isDistinct) ? [of.tools.said.distinct] : [];
}

/** Returns the numbers of a day now and before, if ranges of different lengths are compared. */
function perDay(one: Own): string[] {
	const { overall, column, nature, of } = one;
	const { span, tools } = of;
	const { hasLengths } = span;
	if (!hasLengths || !overall || overall.before === undefined || column.canAddUp !== true)
		return [];
	const decimals = nature.counts ? 1 : 2;
	const sums = [overall.now, overall.before] as const;
	const [now, before] = sums.map((sum, at) => meanOf(sum, hasLengths[at] as number, decimals)) as [
		Amount,
		Amount,
	];
	const [exact, exactBefore] = sums.map((sum, at) => Number(sum) / (hasLengths[at] as number)) as [
		number,
		number,
	];
	const difference = subtract(now, before) ?? 0;
	// Each of them is an average, so no change of counts is called normal.
	const change = tools.numbers.change(
		{ now, before, exact: { difference, times: exact / exactBefore } },
		{ ...nature, isCount: false },
	);
	const isSmallBase = nature.isCount && Number(overall.before) < SMALL_BASE;
	return [
		write(one, now, hasLengths[0]),
		write(one, before, hasLengths[1]),
		change?.kind === 'percent' && !isSmallBase ? change.percent : '',
	];
}

function headlineOf(story: Story): Headline {
	const { of, lead, others, hasGroups } = story;
	const { span, rows, tools, isDated } = of;
	const { said } = tools;
	const dates = span.text;
	// No row of any group also means 0.
	if (rows.length === 0) return { text: usualFact(story, lead, dates)[0] ?? '', dates };
	const recent = recentOf(lead);
	if (recent) return recent;
	if (lead.overall) {
		const { change } = lead.overall;
		const { text: own, before } = lead.window ?? span;
		const against = change && before !== undefined ? said.change(change, before, lead.label) : '';
		const number = writeOverall(lead);
		return {
			text: said.of(lead.label, own, number) + against,
			bare: said.of('', own, number + said.counter(lead.label)) + against,
			...{ dates: own, against },
		};
	}
	if (hasGroups) {
		const own = ofLast(lead) ?? (lead.window ?? span).text;
		const against = comparedWith(lead);
		const both = versus(own, against, of);
		const named = lead.entries.slice(0, tools.context.top?.count).filter(isKnown);
		const list = listOf(named.slice(0, MAX_NAMED), lead);
		return { text: said.of(labelOfGroups(lead), both, list || said.noNumber), dates: own, against };
	}
	const { day, text, bare, against, ...last } = lastNumber(lead);
	const limit = lastOf(of);
	return {
		text: text + against,
		bare: bare + against,
		dates: day,
		against,
		last,
		limit:
			!isDated || tools.hasRows
				? ''
				: lead.nature.window === 'range'
					? leftOutOf(of)
					: others.length > 0
						? said.within(lead.label, limit)
						: limit,
	};
}

/** Writes the days after the last complete week or month, which a cumulative number leaves out. */
function leftOutOf({ lastPoint = '', span, unit, tools: { context, dates, said } }: CountedRows) {
	const { range } = context;
	const end = lastPoint.includes('T') ? undefined : lastDayOf(lastPoint, unit);
	if (!range || end === undefined || end >= range.to || span.notCounted !== undefined) return '';
	return said.notWhole([dates.range({ from: addDays(end, 1), to: range.to })], unit);
}

/** Writes that numbers are of the last date. */
function lastOf(of: CountedRows): string {
	const { lastPoint = '', cutPeriods, span, tools } = of;
	const last = pointText(of, lastPoint, true);
	return tools.said.lastOf(last, unitWords(of, 1), span.text, !cutPeriods.has(lastPoint));
}

/**
 * Returns a headline with the last complete week or month, and its change from the one before, if the
 * report is compared with nothing else. Of days, only two are compared.
 */
function recentOf(lead: Own): Headline | undefined {
	const { of, nature, overall, label } = lead;
	const { table, groups, span, unit, points, isDated, tools } = of;
	const { said } = tools;
	const isLong = unit === 'week' || unit === 'month' || (unit === 'day' && points.size === 2);
	const hasOther = hasChanges(table) || groups.length > 0 || nature.window !== undefined;
	if (!isDated || !isLong || hasOther || span.isOpen) return undefined;
	const [first, last] = byDate(lead).slice(-2);
	const [before, now] = [amountOf(first?.cell ?? null), amountOf(last?.cell ?? null)];
	if (!first || !last || before === undefined || now === undefined || first.date.includes('T'))
		return undefined;
	if ([first, last].some(({ date }) => isCutPeriod(date, unit, tools.context.range)))
		return undefined;
	const days = [last, first].map(({ date }) => daysInPeriod(date, unit)) as [number, number];
	if (addDays(first.date, days[1]) !== last.date) return undefined;
	const isAlike = days[0] === days[1];
	// More days have more events.
	const own = { ...lead, nature: { ...nature, isCount: nature.isCount && isAlike } };
	const { usual } = lead;
	const isRanged = usual?.date === last.date && usual.value === Number(now);
	const change = changeOf({ now, before }, own, isRanged);
	const [range, then] = [last, first].map(({ date }) => ({
		from: date,
		to: lastDayOf(date, unit),
	})) as [DateRange, DateRange];
	const day = pointText(of, last.date, true);
	const against = change ? said.change(change, pointText(of, first.date, true), label) : '';
	const number = write(lead, now);
	const behind = against + (isRanged ? usualBehind(lead) : '');
	const isTotal = !isMean(lead) && hasTest(lead);
	const total = overall
		? said.asWhole(span.text, writeOverall(lead) + said.counter(label), isTotal)
		: '';
	return {
		text: said.of(label, day, number) + behind + total,
		bare: said.of('', day, number + said.counter(label)) + behind + total,
		...{ dates: day, against },
		recent: {
			change,
			days: isAlike ? days[0] : 0,
			isRanged,
			special: specialDays(range, then, tools.context.marks, tools),
			now,
			before,
		},
		...(isAlike ? {} : { lengths: days }),
	};
}

/** Returns the row of the last date, for numbers without a total, with the date in words. */
function lastRow(one: Own) {
	const { rows, date, lastPoint, span } = one.of;
	const row = rows.find((some) => String(some[date]) === lastPoint) ?? rows[0] ?? [];
	const day = lastPoint === undefined ? span.text : pointOf(one, lastPoint, true);
	return { row, day };
}

/** Writes the number of the last date, and its change. */
function lastNumber(one: Own) {
	const { said } = one.of.tools;
	const { row, day } = lastRow(one);
	const now = numberAt(row, one.place.index);
	const number =
		now === undefined ? (textIn(row, one.place.index) ?? said.noNumber) : write(one, now);
	return {
		day,
		text: said.of(one.label, day, number),
		bare: said.of('', day, number + said.counter(one.label)),
		...changeOfRow(row, now, one),
	};
}

/** Returns the comparison dates of groups. */
function comparedWith(one: Own): string | undefined {
	const { span, rows, date, then, lastPoint } = one.of;
	if (!isCompared(one)) return undefined;
	if (ofLast(one) === undefined) return (one.window ?? span).before;
	const row = rows.find((some) => String(some[date]) === lastPoint && some[then] !== null);
	return row && pointBefore(row, one);
}

function pointBefore(row: readonly Cell[], one: Own, withWeekday = false): string {
	const { then, tools } = one.of;
	return pointOf(one, String(row[then]), withWeekday, tools.context.comparison);
}

/** Returns the change of a single date, also in words. */
function changeOfRow(row: readonly Cell[], now: Amount | undefined, one: Own) {
	const { then, tools } = one.of;
	const before = numberAt(row, one.place.previous);
	const isCompared = hasChange(row, one) && (row[then] ?? null) !== null;
	if (now === undefined || before === undefined || !isCompared) return { against: '' };
	const change = changeOf({ now, before }, one);
	const against = change && tools.said.change(change, pointBefore(row, one, true), one.label);
	return { change, now, before, against: against ?? '' };
}

/** Writes about the last number, if no other sentence does. */
function usualFact({ of, lead }: Story, one: Own, dates: string): string[] {
	const { usual } = one;
	if (!usual || isTotalJudged(one)) return [];
	const isShown = isUnusual(usual) || usual.level || (one === lead && !of.isDated);
	const behind = isShown ? usualBehind(one) : '';
	return behind
		? [of.tools.said.of(one.label, dayOf(usual), write(one, usual.value ?? 0)) + behind]
		: [];

	function dayOf({ date }: UsualNumber): string {
		return date === undefined ? dates : pointText(of, date, true);
	}
}

/** Records groups and periods that changed more than normal although the overall number did not. */
function* newsSteps(story: Story): Steps<void> {
	const { of, all, lead, news, hasGroups, count } = story;
	for (const one of all) {
		if (areUnlike(one)) continue;
		notePeriods(news, one, lead);
		const { change } = one.overall ?? {};
		const { isCount } = one.nature;
		const isStill = isCount ? isSmall(change ?? { kind: 'same' }) : change?.isByDates === true;
		// A headline of all dates does not mention a number of the last one only.
		if (!hasGroups || !isStill || count < 2 || ofLast(one) !== ofLast(lead)) continue;
		// Without an overall number, the headline lists the first groups.
		const isListed = one === lead && !one.overall;
		const some = one.entries
			.filter(({ isRest }) => !isRest)
			.slice(isListed ? MAX_NAMED : 0, of.tools.context.top?.count);
		news.isPartial ||=
			some.length < one.entries.length || !hasAllGroups(of.table, of.tools.context.isTopped);
		const size = isCount ? 1 : of.points.size;
		yield* mapSteps(some, (entry) => noteGroup(news, one, entry, lead), size);
	}
}

/**
 * Writes about a group, week or month that changed more than normal: the least likely one, if it is
 * unlikely even as the largest of all changes.
 */
function standsOut({ news, all, lead }: Story): string {
	const { most, second } = news;
	// With several measures, those whose overall number changed are ignored.
	const isAlone = all.length === 1 && lead.overall !== undefined && !news.isPartial;
	const isOnly = isAlone && !isNews(second, news);
	return most && isNews(most.deviations, news) ? most.describe(isOnly) : '';
}

/**
 * Returns the overall cells by date, if they can be added up over groups, without incomplete
 * periods. A group without a number adds nothing.
 */
function byDate({ of, column, place }: Own): Array<{ date: string; cell: Cell }> {
	const { groups, date, rows, cutPeriods } = of;
	const canAdd =
		groups.length === 0 ||
		(canAddGroups(column) && hasAllGroups(of.table, of.tools.context.isTopped));
	if (!canAdd || date < 0) return [];
	return [...groupedBy(rows, (row) => String(row[date]))]
		.filter(([day]) => !cutPeriods.has(day))
		.map(([day, some]) => ({
			date: day,
			cell: addUpCells(some.map((row) => row[place.index] ?? null)),
		}))
		.sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** Writes the highest, lowest and last numbers of the dates, and dates without a number. */
function extremesOf(one: Own, isLastSaid = false): string | undefined {
	const { of, nature, label } = one;
	const { span, unit, tools } = of;
	const { said, context } = tools;
	if (span.isOpen) return undefined;
	const all = byDate(one);
	const known = all.flatMap(({ date, cell }) => {
		const now = amountOf(cell);
		return now === undefined ? [] : [{ date, now }];
	});
	const [first] = all;
	const isOneDay = all.every(({ date }) => date.slice(0, 10) === first?.date.slice(0, 10));
	// The hours of one day need no date.
	const shortText = (date: string) =>
		isOneDay ? timesOfPoint(date, unit).join('–') : pointText(of, date);
	const without = all.filter(({ cell }) => cell === null).map(({ date }) => shortText(date));
	const left =
		known.length > 0 && without.length > 0
			? said.missing(without, unitWords(of, without.length))
			: undefined;
	// The highest of numbers that count earlier dates isn't the best day.
	if (known.length < 3 || nature.window !== undefined) return left && capital(left);
	const behind = left === undefined ? '' : tools.words.semicolon + left;
	const sizes = known.map(({ now }) => now).sort(compareAmounts);
	const [high, low] = [sizes.at(-1) as Amount, sizes[0] as Amount];
	const units = unitWords(of, known.length);
	if (compareAmounts(high, low) === 0)
		return said.flat(known.length, units, write(one, high)) + behind;
	const at = (value: Amount) => ({
		number: write(one, value),
		of: known.length,
		dates: known
			.filter(({ now }) => compareAmounts(now, value) === 0)
			.map(({ date }) => shortText(date)),
	});
	const last = known.at(-1) as { date: string; now: Amount };
	// The last hour of a day that is over says nothing.
	const isDayOver = unit === 'hour' && last.date.slice(0, 10) !== todayOf(context);
	const lastNumber = {
		number: write(one, last.now),
		date: shortText(last.date),
		unit: unitWords(of, 1),
		isPrevious: isPrevious(last.date, unit, context),
		isLeftOut: isDayOver || isLastSaid || last.date !== all.at(-1)?.date,
	};
	return said.extremes(units, at(high), at(low), lastNumber, label) + behind;
}

/**
 * Returns that numbers are of the last date. If others are of all dates, it names those that it
 * is about, unless no sentence has them: the table has their date.
 */
function limitOfLast(story: Story, shownFacts: readonly string[], dates: string): string[] {
	const { of, all, lead } = story;
	const { said, hasRows } = of.tools;
	const some = all.filter((one) => isOnlyOfLast(one) && one.nature.window !== 'range');
	if (hasRows || some.length === 0) return [];
	const limit = lastOf(of);
	if (some.length === all.length) return [limit];
	const named = some.filter(
		(one) => one === lead || ofGroups(story, one, dates).some((fact) => shownFacts.includes(fact)),
	);
	const labels = named.map(({ label }) => label).join(of.tools.words.between);
	return labels === '' ? [] : [said.within(labels, limit)];
}

function limitsOfGroups(story: Story, shownFacts: readonly string[], dates: string): string[] {
	const { of, all, count } = story;
	const { context } = of.tools;
	const { query, hasOverlap } = context;
	// A report by properties of users has no unit of dates.
	const parts = query && !('unit' in query) ? 'users' : 'events';
	const isProven = ({ sums, overall }: Own) =>
		compareAmounts(sums.now ?? 0, overall?.now ?? Infinity) > 0;
	const isSure = hasOverlap === 'maybe' && all.some((one) => one.nature.counts && isProven(one));
	/** Returns what can be in several groups, if the numbers of the groups don't add up. */
	const counted = all.flatMap((one): CountedEntity[] => {
		const { column, nature } = one;
		const counts = column.canAddUp === true ? parts : nature.counts;
		if (!counts || isSumOf(one, 'now')) return [];
		const isSaid = counts !== 'events' || hasOverlap === true || (hasOverlap && isProven(one));
		return isSaid ? [counts] : [];
	});
	const [what] = (['events', 'users', 'sessions', 'values'] as const).filter((one) =>
		one === parts && hasOverlap === true ? counted.length > 0 : counted.includes(one),
	);
	return [
		...limitOfLast(story, shownFacts, dates),
		...(what ? overlapOf(of.tools, count, what, hasOverlap === true || isSure) : []),
	];
}

/** Writes a measure without an overall number: the groups that the leading measure names. */
function ofGroups({ lead, count }: Story, one: Own, dates: string): string[] {
	const { tools } = one.of;
	const some: RankedEntry[] = [];
	for (const { key } of lead.entries.slice(0, tools.context.top?.count)) {
		const entry = one.byKey.get(key);
		if (entry && isKnown(entry)) some.push(entry);
		if (some.length === MAX_NAMED) break;
	}
	if (some.length === 0)
		return one.entries.some(isKnown) ? [] : [tools.said.of(one.label, '', tools.said.noNumber)];
	const last = ofLast(one);
	// No other text contains the comparison date of a single date.
	const named = last === undefined ? some : some.map((entry) => ({ ...entry, before: undefined }));
	const list = listOf(named, one) + othersBehind(one, some, count);
	return [tools.said.of(labelOfGroups(one), last ?? otherDates(one.of, dates), list)];
}

/** Returns all dates if the headline is only about the last one. */
function otherDates(of: CountedRows, dates: string): string {
	const { text, before } = of.span;
	if (dates === text) return '';
	return versus(text, before, of);
}

/** Returns the facts about the other measures: all, those with totals, and one of each measure. */
function factsOfOthers(story: Story, dates: string) {
	const { others, hasGroups, count } = story;
	const totals = others.map((one) => totalFact(story, one, dates));
	// If there is a table below the sentences, it contains the groups.
	const groupsOf = (one: Own) =>
		hasGroups && (count > 1 || !one.overall) ? ofGroups(story, one, dates) : [];
	const facts = others.map((one, index) => [...(totals[index] ?? []), ...groupsOf(one)]);
	return {
		totals: totals.flat(),
		needed: facts.flatMap((own) => own.slice(0, 1)),
		facts: facts.flat(),
	};
}

function totalFact(story: Story, one: Own, dates: string): string[] {
	const { span, tools, groups } = one.of;
	if (!one.overall) {
		const unusual = usualFact(story, one, dates);
		if (groups.length > 0 || unusual.length > 0) return unusual;
		const { text, against } = lastNumber(one);
		return [text + against + (isTotalJudged(one) ? usualBehind(one) : '')];
	}
	const { change } = one.overall;
	const aside = isTotalJudged(one) ? usualBehind(one) : '';
	const { text, before } = one.window ?? span;
	const all = text === dates ? '' : versus(text, change && before, one.of);
	const moved = change ? tools.said.short(change, one.label) : '';
	return [tools.said.of(one.label, all, writeOverall(one)) + moved + aside];
}

function* tableSteps(
	story: Story,
	dates: string,
	moved: readonly RankedEntry[],
): Steps<AnswerTable | undefined> {
	const { of, all, lead, others, hasGroups } = story;
	if (of.rows.length === 0) return undefined;
	const shown = [lead, ...all.filter((one) => one !== lead)];
	if (hasGroups) return yield* groupTableSteps(story, shown, moved);
	const count = of.points.size + (others.length > 0 ? 1 : 0);
	if (of.isDated && count <= of.tools.mostRows) return dateTable(story, shown);
	return others.length > 0 ? measureTable(story, shown, dates) : undefined;
}

function cellOf(
	compared: Partial<ComparedInWords> &
		Pick<RankedEntry, 'text'> & { isAverage?: boolean; change?: ChangeInWords },
	one: Own,
): TableCell {
	const { now, text: came = '–' } = compared;
	if (now === undefined) return came;
	const { said, words, limits, goodWay } = one.of.tools;
	const change = changeIn({ ...compared, now }, one);
	const number = write(one, now, compared.count);
	const written = compared.isAverage ? said.average(number, unitWords(one.of, 1)) : number;
	const text = change ? words.aside(written, said.size(change)) : written;
	if (!limits) {
		const isStill = !change || isSmall(change) || compared.change?.isByDates;
		return [text, paintByWay(goodWay, isStill ? 0 : change.way)];
	}
	return [text, paintByLimits(limits, now, percentInRows(compared))];
}

/**
 * Returns the row of totals for several measures; a sentence already has the total of a single
 * one.
 * @param hasMeans whether the column of a measure has averages
 */
function totalRow(
	{ of, hasGroups }: Story,
	shown: readonly Own[],
	hasMeans: (one: Own) => boolean,
): TableCell[][] {
	const { said } = of.tools;
	const isOfMeans = !hasGroups && shown.every(({ overall }) => overall?.isAverage);
	const cells = shown.map((one): TableCell => {
		const { overall } = one;
		// A column of averages contains no other kind of number.
		if (!overall || hasMeans(one) !== (overall.isAverage ?? false)) return '–';
		// The total is of all dates, and the column of the last one.
		if (of.groups.length > 0 && ofLast(one) !== undefined) return '–';
		return cellOf(hasGroups || isOfMeans ? { ...overall, isAverage: false } : overall, one);
	});
	const isShown = shown.length > 1 && cells.some((cell) => cell !== '–');
	const label = isOfMeans
		? said.means(unitWords(of, 1))
		: said.total(shown.every(({ column }) => column.canAddUp === true));
	return isShown ? [[label, ...cells]] : [];
}

/** @param moved groups that a sentence names, which keep a line */
function* groupTableSteps(
	story: Story,
	shown: readonly Own[],
	moved: readonly RankedEntry[],
): Steps<AnswerTable> {
	const { of, lead, count } = story;
	const { tools, groups, table } = of;
	const { entries } = lead;
	const all = entries.length;
	// If only the first groups are requested, the others are merged.
	const { top } = tools.context;
	const totals = totalRow(story, shown, isMean);
	const room = tools.mostRows - totals.length;
	const most = Math.min(room, top === undefined ? all : top.count + 1);
	const isCut = all > most;
	const lineCount = isCut ? most - 1 : all;
	const listed = new Set([...moved, ...entries.slice(0, lineCount)]);
	const kept = new Set([...listed].slice(0, lineCount));
	const first = entries.filter((entry) => kept.has(entry));
	const areRanges = !isCut && first.some(({ low }) => low !== undefined);
	const inOrder = areRanges
		? [...first].sort((a, b) => (a.low ?? Infinity) - (b.low ?? Infinity))
		: first;
	const lines = inOrder.map((entry) => [
		entry.name,
		...shown.map((one) => {
			const own = one.byKey.get(entry.key);
			return cellOf(own ? { ...own, change: changeOfGroup(own, one) } : {}, one);
		}),
	]);
	if (isCut) {
		const left = entries.filter((entry) => !kept.has(entry));
		const cells: TableCell[] = [];
		for (const one of shown) {
			yield 'long';
			const rest = left.map((entry) => one.byKey.get(entry.key));
			const canAdd = canAddGroups(one.column) && count === all;
			const sum = (when: 'now' | 'before') =>
				sumOf(rest.map((entry) => entry?.[when])) ?? undefined;
			cells.push(cellOf(canAdd ? { now: sum('now'), before: sum('before') } : {}, one));
		}
		lines.push([tools.said.groupsLeft(count - first.length), ...cells]);
	}
	const label = groups.map((index) => tools.labelOf(table.columns[index]?.key ?? '')).join(' / ');
	return asTable([label, ...shown.map(columnLabel)], [...lines, ...totals], totals.length > 0);
}

/**
 * Returns the heading, with the comparison dates; if numbers can't be added up over dates, it names
 * the last date.
 */
function columnLabel(one: Own): string {
	const { said } = one.of.tools;
	const last = ofLast(one) ?? one.window?.text;
	const label = last === undefined ? labelOfGroups(one) : said.numbersOn(one.label, last);
	return versus(label, comparedWith(one), one.of);
}

/** Adds the comparison dates, if there are any. */
function versus(label: string, before: string | undefined, { tools }: CountedRows): string {
	return before === undefined ? label : tools.said.versus(label, before);
}

function cellOfRow(row: readonly Cell[], one: Own): TableCell {
	const now = numberAt(row, one.place.index);
	const before = hasChange(row, one) ? numberAt(row, one.place.previous) : undefined;
	return cellOf({ now, before, text: textIn(row, one.place.index) }, one);
}

function dateTable(story: Story, shown: readonly Own[]): AnswerTable {
	const { of } = story;
	const { table, rows, date, unit } = of;
	const { labelOf, said } = of.tools;
	const isHours = table.columns[date]?.type === 'datetime';
	const shifts = shiftsOf(of);
	const isAlike = shifts.length === 1 && ['hour', 'day', 'week', 'month'].includes(unit);
	const [shift = 0] = isAlike ? shifts : [];
	const label = labelOf('date');
	const isWeeks = unit !== 'month' && shift % 7 === 0;
	const [size, step] = isWeeks ? [7, 'week'] : [1, unit === 'month' ? unit : 'day'];
	const isCompared = shown.some(
		(one) => one.overall?.change !== undefined || rows.some((row) => hasChange(row, one)),
	);
	const before =
		shift > 0 ? said.earlier(shift / size, step) : isCompared ? of.span.before : undefined;
	// The dates are compared in all columns alike.
	const [onlyLabel] = shown.length === 1 ? shown.map((one) => versus(one.label, before, of)) : [];
	const totals = totalRow(story, shown, ({ overall }) => overall?.isAverage ?? false);
	const dayOf = (point: string) => {
		const day = pointText(of, point, !isHours);
		return of.cutPeriods.has(point) ? said.partOf(day, unitWords(of, 1)) : day;
	};
	const lines = rows.map((row) => [
		dayOf(String(row[date])),
		...shown.map((one) => cellOfRow(row, one)),
	]);
	const labels = onlyLabel
		? [label, onlyLabel]
		: [versus(label, before, of), ...shown.map((one) => one.label)];
	return {
		...asTable(labels, [...lines, ...totals], totals.length > 0),
		isAscending: true,
		about: isOtherDay(of) ? [said.otherDays] : [],
	};
}

/** More than the dates of a report without groups. */
const MOST_COMPARED = 4000;

/** Returns how many days or months the compared dates are earlier, each number once. */
function shiftsOf({ rows, date, then, unit }: CountedRows): number[] {
	const between = unit === 'month' ? monthsBetween : daysBetween;
	const dayIn = (point?: Cell) => String(point).slice(0, 10);
	const some = rows.slice(0, MOST_COMPARED).filter((row) => row[then]);
	return [...new Set(some.map((row) => between(dayIn(row[then]), dayIn(row[date]))))];
}

/** Whether each date has another day of the week than the date that it is compared with. */
function isOtherDay(of: CountedRows): boolean {
	if (of.unit !== 'day' || of.span.isOtherWeekdays) return false;
	const shifts = shiftsOf(of);
	return shifts.length > 0 && shifts.every((shift) => shift > 0 && shift % 7 !== 0);
}

function measureTable({ of }: Story, shown: readonly Own[], dates: string): AnswerTable {
	const { before } = of.span;
	const isCompared = shown.some(({ overall }) => overall?.change !== undefined);
	return asTable(
		[of.tools.said.measure, versus(dates, isCompared ? before : undefined, of)],
		shown.map((one) => {
			const { overall } = one;
			if (!overall) {
				const { row, day } = lastRow(one);
				const against = hasChange(row, one) ? pointBefore(row, one) : undefined;
				return [versus(of.tools.said.numbersOn(one.label, day), against, of), cellOfRow(row, one)];
			}
			const own = before === undefined ? undefined : overall.before;
			const label =
				one.window && one.window.text !== dates
					? versus(of.tools.said.numbersOn(one.label, one.window.text), one.window.before, of)
					: one.label;
			return [label, cellOf({ ...overall, before: own }, one)];
		}),
	);
}
