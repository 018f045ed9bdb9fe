import type { Steps } from '../../../../credentials/http/slices';
import { addDays, daysBetween, isDayUnit, monthsBetween, unitName } from '../../dates/calendar';
import { daysIn } from '../../dates/range';
import { dateTimeInZone } from '../../dates/zone';
import {
	BY_CHANCE,
	deviationsOf,
	deviationsOfDates,
	isBeyondChance,
	isByChance,
} from '../../insight/chance';
import type { UsualNumber } from '../../insight/usual';
import { isUnusual, lastNumbers } from '../../insight/usual';
import type { DateRange } from '../../query/query';
import type { Amount, Cell } from '../../table/decimal';
import { amountOf, compareAmounts, meanOf, negative, subtract, sumOf } from '../../table/decimal';
import { addUpCells } from '../../table/grid';
import type { Column, Table } from '../../table/table';
import {
	BETWEEN,
	canAddGroups,
	groupedBy,
	groupedSteps,
	groupKeys,
	keyOfGroup,
	mapSteps,
	positionsOf,
	sortSteps,
} from '../../table/table';
import type { Chart } from './chart';
import type { Paint } from './numbers';
import { toneOf } from './numbers';
import type { ColorThresholds } from './options';
import type { Followed, MeasurePlaces } from './periods';
import {
	addUp,
	countOfDates,
	hasArrived,
	isLate,
	isOpen,
	numberAt,
	isPrevious,
	isRangeOpen,
	lastDayOf,
	overRows,
	placesBefore,
	placesInRows,
	placesOf,
	timesOfPoint,
	todayOf,
	totalOf,
} from './periods';
import { type Sentences, usualWords } from './sentences';
import { capital, clean, cut } from './text';
import type {
	ChangeInWords,
	ComparedInWords,
	DateWords,
	Nature,
	MessageTexts,
	NumbersInWords,
} from './words';
import { sizeText } from './words';

/**
 * Writes what a message says about a report: a headline that is correct when read alone, where a
 * change is, and a few facts, depending on the shape of the data (docs/messages.md). Incomplete
 * periods are never counted.
 */

/**
 * An invisible mark, which `clean` removes: it distinguishes a missing value, or the merged other
 * groups, from a value of the same name.
 */
export const APART = '\u200b';
const MAX_NAME = 40;
/** A group of numbers, as the service names it: `[10, 20)`, `(-∞, 10)`. */
const BUCKET = /^[[(](-∞|-?[\d.]+), ?(\+?∞|-?[\d.]+)\)$/;
/** Maximum number of other measures in a message of several reports. */
const MAX_OTHERS = 2;
/** Maximum number of groups of which it is said that all changes are normal. */
const MAX_JUDGED = 100;
/** Maximum number of groups in a sentence. */
const MAX_NAMED = 3;
const MAX_FACTS = 5;
/** Changes of amounts by at least this percentage are large. */
const LARGE_PERCENT = 20;

/** A small table below the sentences. */
export interface AnswerTable {
	columns: Array<{ label: string; isNumber: boolean }>;
	rows: string[][];
	paints: Paint[][];
	/** Whether the last row has the totals. */
	hasTotals?: boolean;
}

export interface MessageAnswer {
	/** Sentences on the other measures, for a message of several reports. */
	others?: string[];
	/** The same above a table of groups, which has the totals without their verdicts. */
	besides?: string[];
	/** The dates of the message, in words. */
	dates: string;
	headline: string;
	/** Whether no period is complete: the headline has no number and no names, and no chart follows. */
	isEarly?: boolean;
	facts: string[];
	/** Replaces the first fact if the table lists what the fact leaves out. */
	aside?: string;
	/** Restrictions in addition to filters and time zone. */
	limits: string[];
	table?: AnswerTable;
	/** The comparison dates, in words. */
	before?: string;
	/** Replaces the chart of the rows. */
	chart?: Omit<Chart, 'write'>;
	/** Index of the leading measure. */
	lead?: number;
	/** The change in the headline, for the condition of a minimum change. */
	percent?: number | null;
	/** Number of groups. */
	groups?: number;
	/** Whether its totals include all groups. */
	isOfAll?: boolean;
	/** All dates, if the message has the numbers of the last one. */
	rankedOver?: string;
}

export interface AnswerTools {
	said: Sentences;
	numbers: NumbersInWords;
	dates: DateWords;
	words: MessageTexts;
	labelOf: (key: string) => string;
	nameOf: (name: string) => string;
	/** Shortens the name of a group. */
	shorten: (name: string) => string;
	context: Followed & {
		comparison?: DateRange;
		asked?: { range: DateRange; comparison?: DateRange };
		isCompleteOnly?: boolean;
		isTopped?: boolean;
		hasOverlap?: boolean;
		top?: { count: number };
	};
	/** Returns how a measure's numbers behave, by its key. */
	natureOf: (key: string) => Nature;
	/** Writes a number with the unit of its measure. */
	writeOf: (key: string, number: Amount) => string;
	/** Writes an average without decimals like the other averages, which have one. */
	writeMean: (number: Amount) => string;
	/** Maximum rows of a table. */
	mostRows: number;
	/** Fraction of users in the sample; 1 for all. Numbers of a sample are estimates. */
	sampled: number;
	/** The change for which the message is sent, percent. */
	alarm?: number;
	/** Direction that is good, if the user set it. */
	goodWay?: 'up' | 'down';
	/** The user's limits of colored cells; `goodWay` is then undefined. */
	limits?: ColorThresholds;
	/** Keys of the measures in the user's order; all if it is empty. */
	requested: readonly string[];
}

/** A measure over the complete dates, and its change. */
interface Overall extends ComparedInWords {
	isAverage?: boolean;
	change?: ChangeInWords;
}

interface Own {
	place: MeasurePlaces;
	column: Column;
	label: string;
	nature: Nature;
	overall?: Overall;
	/** Whether the numbers of the groups over the complete dates are known. */
	hasTotals: boolean;
	/** Usual range of its last period, over all groups. */
	usual?: UsualNumber;
}

/**
 * Groups and periods that may stand out: their number, the least likely one, and the deviations of
 * the second.
 */
interface News {
	count: number;
	most?: { deviations: number; describe: (isOnly: boolean) => string };
	second: number;
}

interface AnswerSpan {
	text: string;
	/** Whether no period of the range is complete. */
	isOpen: boolean;
	range?: DateRange;
	/** Comparison of the complete dates; undefined if the ranges aren't comparable. */
	before?: string;
	why?: keyof Sentences['noChange'];
	notCounted?: string;
	/** The same without the dates compared with. */
	notCountedAlone?: string;
	/** Dates of periods that the requested dates cut. */
	cut?: string;
	hasLengths?: [number, number];
	/** Whether both ranges contain the same dates. */
	isOverlapping?: boolean;
}

/**
 * Writes about a report with measures: over dates, by groups, or a single number. There may be
 * hundreds of thousands of groups.
 */
export function* seriesSteps(
	table: Table,
	measures: readonly MeasurePlaces[],
	tools: AnswerTools,
	/** Moment of numbers without dates. */
	asOf = '',
): Steps<MessageAnswer> {
	const { said, words, context, labelOf, numbers } = tools;
	const semicolon = said.between === '、' ? '；' : '; ';
	const { date, groups } = positionsOf(table);
	const then = previousDateAt(table);
	const over = overRows(table, context);
	const span = spanOf(table, over, tools, asOf);
	const counted = span.isOpen ? table : over;
	const rows = counted.rows.toArray();
	const unit = unitName(context.unit ?? 'day');
	const unitWords = (count: number) => {
		const words = said.units[unit] ?? said.units.day;
		return (count === 1 ? words?.[0] : words?.[1]) ?? unit;
	};
	const points = new Set(rows.map((row) => row[date]));
	const isDated = date >= 0 && points.size > 1;
	// A week that the range cuts isn't compared.
	const cutPeriods = new Set<unknown>(table.partial ?? []);
	const complete = [...points].filter((point) => !cutPeriods.has(point));
	const hasCut = complete.length < points.size;
	const lastPoint =
		date < 0 ? undefined : (complete.length > 0 ? complete : [...points]).map(String).sort().at(-1);
	yield 'long';
	const rowsOf = yield* groupedSteps(rows, groupKeys(groups));
	const byGroup = [...rowsOf.values()];
	const lastUsual = lastNumbers(table.usual);
	const own: Own[] = [];
	for (const place of measures) {
		yield 'long';
		const column = table.columns[place.index] as Column;
		const nature = tools.natureOf(column.key);
		const label = cut(clean(labelOf(column.key)), MAX_NAME * 2);
		// The overall number of users must come from the service, because users can be in several
		// groups.
		const all = table.overall && (span.isOpen ? table.overall : overRows(table.overall, context));
		const at = all?.columns.findIndex(({ key }) => key === column.key) ?? -1;
		// Earlier dates of other groups count, too, and these groups have no row.
		const isOfEarlier = groups.length > 0 && (nature.isOfWindow === true || nature.isCumulated);
		const overall =
			(isOfEarlier ? undefined : overallIn(counted, place, nature)) ??
			(all && at >= 0 && (hasMean(nature) || !isDated || context.hasOverlap || all.totals)
				? overallIn(all, placesOf(all, at), nature)
				: undefined);
		const usual = lastUsual.find(({ key }) => key === column.key);
		own.push({ place, column, label, nature, overall, hasTotals: hasTotals(place), usual });
	}
	for (const one of own)
		if (one.overall?.before !== undefined) one.overall.change = changeOfOverall(one.overall, one);
	const lead = leadOf(own, tools);
	if (!lead) return { dates: span.text, headline: '', facts: [], limits: [] };
	const others = own.filter((one) => one !== lead);
	const groupsKnown = groups.length > 0 && rows.length > 0;
	const ranked = new Map<Own, RankedEntry[]>();
	if (groupsKnown) for (const one of own) ranked.set(one, yield* rankSteps(one));
	// Complete dates may have no counterpart, such as weeks that a month cuts.
	const isUnmatched =
		(lead.overall ?? span.hasLengths) !== undefined && rows.length > 0 && !own.some(isCompared);
	const why = hasChanges(table) ? (span.why ?? (isUnmatched ? 'unlike' : undefined)) : undefined;
	// A message of the last date alone has it in its title, and leaves out nothing else.
	const isOfLast = groupsKnown && own.every(isOnlyOfLast);
	const notCounted = isUnmatched ? span.notCountedAlone : span.notCounted;
	// If no period is complete, no number is the last one.
	const { why: noRange } =
		lead.usual ?? table.usual?.numbers.find(({ key }) => key === lead.column.key) ?? {};
	const whyNone = noRange && said.noUsual[noRange];
	const limits: string[] = [
		...(isOfLast ? [] : [span.cut, notCounted].filter((one) => one !== undefined)),
		...(why ? [said.noChange[why]] : []),
		...(span.hasLengths && !why ? [said.lengths(...span.hasLengths)] : []),
		...(span.isOverlapping ? [said.overlapping] : []),
		...(whyNone ? [whyNone] : []),
	];
	const entries = groupsOf(lead);
	const news: News = { count: 0, second: 0 };
	for (const one of own) {
		yield* groupNewsSteps(one);
		periodNews(one);
	}
	const facts: string[] = [];
	let headline: string;
	let dates = span.text;
	/** Comparison dates in the headline. */
	let against: string | undefined;
	if (rows.length === 0) {
		// No row of any group also means 0.
		headline = usualFact(lead)[0] ?? '';
	} else if (lead.overall) {
		against = changeBehind(lead, span, tools);
		headline = said.of(lead.label, dates, writeOverall(lead)) + against;
	} else if (groupsKnown) {
		dates = ofLast(lead) ?? dates;
		against = comparedWith(lead);
		const both = against === undefined ? dates : said.against(dates, against);
		headline = said.of(
			labelOfGroups(lead),
			both,
			listOf(entries.slice(0, context.top?.count).filter(isKnown).slice(0, MAX_NAMED), lead) ||
				said.noNumber,
		);
	} else {
		const row = rows.find((one) => String(one[date]) === lastPoint) ?? rows[0] ?? [];
		const now = numberAt(row, lead.place.index);
		const number =
			now === undefined ? (textIn(row, lead.place.index) ?? said.noNumber) : writeAlone(lead, now);
		dates = lastPoint === undefined ? dates : pointText(lastPoint, true);
		against = changeOfRow(row, now);
		headline = said.of(lead.label, dates, number) + against;
		// The last period is over, and compared, though the dates are not.
		if (against && why) limits.splice(limits.indexOf(said.noChange[why]), 1);
		const limit = said.lastOf(dates, unitWords(1), span.text);
		if (isDated) limits.push(others.length > 0 ? said.within(lead.label, limit) : limit);
	}
	// The changes are for the dates in the headline, but it does not contain the comparison dates.
	if (!against && dates === span.text && own.some(isCompared) && span.before !== undefined)
		limits.push(said.comparedWith(span.before));
	if (isTotalJudged(lead)) headline += usualBehind(lead);
	headline += standsOut();
	if (rows.length > 0) for (const fact of [lead, ...others].flatMap(usualFact)) facts.push(fact);
	const answerTable = yield* tableSteps();
	const isListed =
		groupsKnown && (answerTable?.rows.length ?? 0) - totalRow(own, isMean).length >= groupCount();
	const listed = groupsKnown ? yield* groupFactSteps(lead, entries) : [];
	const asideOfTable = isListed ? yield* groupFactSteps(lead, entries, true) : listed;
	const isFirst = facts.length === 0;
	for (const fact of listed) facts.push(fact);
	yield 'long';
	if (isDated) {
		const range = extremesOf(lead);
		if (range) facts.push(range);
		if (range && hasCut) limits.push(said.completeOnly(unitWords(2)));
	}
	const ofOthers = factsOfOthers();
	for (const fact of ofOthers.facts) facts.push(fact);
	const shownFacts = facts.slice(0, MAX_FACTS);
	if (groupsKnown) for (const limit of limitsOfGroups()) limits.push(limit);
	if (tools.alarm !== undefined && lead.overall?.change && isSmall(lead.overall.change))
		limits.push(said.sentFor(tools.alarm));
	return {
		dates: isOfLast ? dates : span.text,
		before: span.before,
		headline,
		facts: shownFacts,
		...(isFirst ? { aside: [...asideOfTable, ...facts.slice(listed.length)][0] ?? '' } : {}),
		limits,
		table: answerTable,
		others: others.flatMap(totalFact).slice(0, MAX_OTHERS),
		...(groupsKnown && groupCount() > 1 ? { besides: ofOthers.totals.slice(0, MAX_OTHERS) } : {}),
		lead: lead.place.index,
		percent: percentOf(lead.overall) ?? fromZero(lead.overall),
		groups: groupsKnown && !table.isTruncated ? groupCount() : undefined,
		...(isOfLast ? { rankedOver: span.text } : {}),
		isOfAll: groupsKnown && lead.overall !== undefined,
	};

	/** Returns a measure over all groups, from the rows or from those without groups. */
	function overallIn(all: Table, place: MeasurePlaces, nature: Nature): Overall | undefined {
		const isOfGroups = all === counted;
		const canAdd = all.sums && !all.isTruncated && !span.isOpen;
		const total =
			canAdd && canAddGroups(all.columns[place.index] as Column)
				? totalOf({ ...all, groupCount: undefined }, place)
				: totalOf(all, place, isOfGroups && context.isTopped);
		if (total) {
			const { now, before } = total;
			return span.before !== undefined && before !== undefined ? { now, before } : { now };
		}
		const rows = all.rows.toArray();
		const { date } = positionsOf(all);
		const cutDates = new Set<unknown>(all.partial ?? []);
		// A week that the range cuts has fewer users than a complete week.
		const canAverage =
			isDated &&
			(!isOfGroups || groups.length === 0) &&
			hasMean(nature) &&
			!span.isOpen &&
			!rows.some((row) => cutDates.has(row[date]));
		if (!canAverage) return undefined;
		const { now, before } = bothIn(rows, placesInRows(all, place));
		if (now === undefined) return undefined;
		return { isAverage: true, ...meansOf(now, before, rows.length, 2) };
	}

	/** Returns the sum of a measure, and that of the dates compared with, if there is a change. */
	function bothIn(some: readonly Cell[][], { index, previous, difference }: MeasurePlaces) {
		const isCompared = span.before !== undefined && addUp(some, difference) !== undefined;
		return { now: addUp(some, index), before: isCompared ? addUp(some, previous) : undefined };
	}

	/** Whether nothing says if the change of an amount is normal, as is said of counts. */
	function isUnjudged({ overall, nature, usual }: Own): boolean {
		const { change } = overall ?? {};
		if (!change || change.kind === 'same' || usual) return false;
		return !nature.isCount && change.isByDates !== true && change.varying === undefined;
	}

	/** Whether the usual range is about the number in the measure's sentence. */
	function isTotalJudged({ usual, overall }: Own): boolean {
		if (isDated || !usual || rows.length === 0) return false;
		if (!overall) return groups.length === 0 && own.length === 1;
		return overall.isAverage !== true && Number(overall.now) === usual.value;
	}

	/**
	 * Returns the change of a number; a sentence about its usual range already says whether it is
	 * normal.
	 */
	function changeOf(compared: ComparedInWords, one: Own): ChangeInWords | undefined {
		const found = changeIn(compared, one);
		const change = found && { ...found, isAlarm: tools.alarm !== undefined };
		const { usual } = one;
		if (change?.kind !== 'about' || !usual || !isTotalJudged(one)) return change;
		if (isUnusual(usual) || usual.level) return { ...change, kind: 'amount' };
		return { ...change, hasUsual: usualBehind(one) !== '' };
	}

	/**
	 * Returns the overall change. For amounts, the differences between dates and their comparison
	 * dates show whether it is normal.
	 */
	function changeOfOverall(overall: Overall, one: Own): ChangeInWords | undefined {
		const change = changeOf(overall, one);
		if (!change || !isAll()) return change;
		return judged(change, overall, deviationsIn(rows, one, change.difference));
	}

	/** With few dates, the test misses large changes. */
	function judged(
		change: ChangeInWords,
		compared: Partial<ComparedInWords>,
		deviations = Infinity,
	): ChangeInWords {
		if (deviations >= BY_CHANCE) return change;
		const percent = Math.abs(percentOf(compared) ?? Infinity);
		return percent < LARGE_PERCENT
			? { ...change, isByDates: true }
			: { ...change, varying: unitWords(2) };
	}

	/**
	 * Returns the deviations of a change in an amount, estimated from the differences between dates
	 * and their comparison dates.
	 */
	function deviationsIn(
		some: readonly Cell[][],
		{ nature, place, column }: Own,
		moved: Amount,
	): number | undefined {
		const isAmount = !nature.isCount && !nature.isRate && column.canAddUp === true;
		if (!isDated || !isAmount || span.before === undefined || span.isOverlapping || hasCut)
			return undefined;
		const differences = [...groupedBy(some, (row) => String(row[date])).values()].map((own) =>
			addUp(own, place.difference),
		);
		// Totals also contain days without a comparison day.
		const isPaired =
			differences.length === points.size && compareAmounts(sumOf(differences) ?? NaN, moved) === 0;
		return isPaired ? deviationsOfDates(differences.map(Number)) : undefined;
	}

	function deviationsOfGroup({ key, now, before }: RankedEntry, one: Own): number | undefined {
		const difference = before === undefined ? null : subtract(now ?? 0, before);
		return difference === null ? undefined : deviationsIn(rowsOf.get(key) ?? [], one, difference);
	}

	function changeOfGroup(entry: RankedEntry, one: Own): ChangeInWords | undefined {
		const { now = 0, ...more } = entry;
		const change = changeIn({ now, ...more }, one);
		if (!change || one.nature.isCount) return change;
		// Large changes of groups say nothing if the test misses them: the headline has the verdict.
		return { ...judged(change, entry, deviationsOfGroup(entry, one)), varying: undefined };
	}

	/** Writes about the last number, if no other sentence does. */
	function usualFact(one: Own): string[] {
		const { usual } = one;
		if (!usual || isTotalJudged(one)) return [];
		const isShown = isUnusual(usual) || usual.level || (one === lead && !isDated);
		const behind = isShown ? usualBehind(one) : '';
		const day = usual.date === undefined ? dates : pointText(usual.date, true);
		return behind ? [said.of(one.label, day, writeAlone(one, usual.value ?? 0)) + behind] : [];
	}

	/** Writes whether the last number of a measure is usual, to add to a sentence. */
	function usualBehind(one: Own): string {
		if (!one.usual || !table.usual) return '';
		const { unit } = table.usual;
		return usualWords(
			said,
			unit,
			one.usual,
			(date) => tools.dates.day(date),
			(amount) => write(one, amount),
			one.label,
		);
	}

	function hasChange(row: readonly Cell[], { place }: Own): boolean {
		const isKnown = numberAt(row, place.difference) !== undefined;
		return isKnown && hasArrivedBefore(table, String(row[then] ?? ''), unit);
	}

	/** Writes the change of a single date. */
	function changeOfRow(row: readonly Cell[], now: Amount | undefined): string {
		const one = lead as Own;
		const before = numberAt(row, one.place.previous);
		const against = row[then] ?? null;
		const isCompared = hasChange(row, one) && against !== null;
		if (now === undefined || before === undefined || !isCompared) return '';
		const change = changeOf({ now, before }, one);
		const day = pointText(String(against), true, context.comparison);
		return change ? said.change(change, day, one.label) : '';
	}

	/**
	 * Writes about a group, week or month that changed more than normal although the overall number
	 * did not: the least likely one, if it is unlikely even as the largest of all changes.
	 */
	function standsOut(): string {
		const { most } = news;
		// With several measures, those whose overall number changed are ignored.
		const isOnly = own.length === 1 && lead?.overall !== undefined && !isNews(news.second);
		return most && isNews(most.deviations) ? most.describe(isOnly) : '';
	}

	function isNews(deviations: number): boolean {
		return isBeyondChance(deviations, Math.max(1, news.count));
	}

	function* groupNewsSteps(one: Own): Steps<void> {
		const { change } = one.overall ?? {};
		const { isCount } = one.nature;
		const isStill = isCount ? isSmall(change ?? { kind: 'same' }) : change?.isByDates === true;
		if (!groupsKnown || !isStill || groupCount() < 2) return;
		// A headline of all dates does not mention a number of the last one only.
		if (lead && ofLast(one) !== ofLast(lead)) return;
		// Without an overall number, the headline lists the first groups.
		const isListed = one === lead && !one.overall;
		const some = groupsOf(one)
			.filter(({ isRest }) => !isRest)
			.slice(isListed ? MAX_NAMED : 0, context.top?.count);
		const toNews = (entry: RankedEntry) =>
			isCount ? {} : { deviations: deviationsOfGroup(entry, one) ?? 0, isKnown: true };
		yield* mapSteps(
			some,
			(entry) => note(one, entry, entry.name, toNews(entry)),
			isCount ? 1 : points.size,
		);
	}

	/**
	 * Records periods that stand out. Among days, some always do, and the variation of amounts is
	 * unknown.
	 */
	function periodNews(one: Own): void {
		const isLong = unit !== 'day' && isDayUnit(unit);
		const { change } = one.overall ?? {};
		const percent = Math.abs(percentOf(one.overall) ?? 0);
		const isStill = !one.nature.isCount || change?.kind === 'about' || change?.kind === 'same';
		if (!isDated || !isLong || groups.length > 0 || !one.overall || !isStill) return;
		const { index, previous, difference } = one.place;
		for (const row of rows) {
			const [now, before] = [numberAt(row, index), numberAt(row, previous)];
			const isShown = numberAt(row, difference) !== undefined && !cutPeriods.has(String(row[date]));
			if (now === undefined || before === undefined || !isShown || span.before === undefined)
				continue;
			const moved = Math.abs(percentOf({ now, before }) ?? 0);
			const own = moved < 2 * percent ? 0 : moved / (LARGE_PERCENT / BY_CHANCE);
			const name = pointText(String(row[date]));
			const against = row[then] ?? null;
			note(one, { now, before }, name, {
				...(one.nature.isCount ? {} : { deviations: own }),
				...(against === null
					? {}
					: { against: pointText(String(against), true, context.comparison) }),
			});
		}
	}

	/** Records a change that may stand out, and keeps the least likely one. */
	function note(
		one: Own,
		{ now, before, ...more }: Partial<Overall>,
		name: string,
		{
			deviations,
			against,
			isKnown = one.nature.isCount,
		}: { deviations?: number; against?: string; isKnown?: boolean } = {},
	): void {
		if (now === undefined || before === undefined) return;
		const { count } = more;
		const size = deviations ?? deviationsOfCount({ now, before, count }, one);
		news.count++;
		news.second = Math.max(news.second, Math.min(size, news.most?.deviations ?? 0));
		if (news.most && news.most.deviations >= size) return;
		const describe = (isOnly: boolean) => {
			const change = changeIn({ now, before, ...more }, one);
			const number =
				count === undefined ? write(one, now) : said.average(write(one, now, count), unitWords(1));
			const { label } = one;
			const by = (own: ChangeInWords) =>
				against === undefined ? said.short(own, label) : said.change(own, against, label);
			const isAsOverall = change !== undefined && change.way === one.overall?.change?.way;
			return said.standsOut({
				...{ label, isLabelled: one !== lead, name, number, moved: change ? by(change) : '' },
				...{ isBeyond: isKnown, isAsOverall: isAsOverall && !isKnown, isOnly: isOnly && isKnown },
			});
		};
		news.most = { deviations: size, describe };
	}

	/** Whether its number or those of its groups have changes. */
	function isCompared(one: Own): boolean {
		if (one.overall?.change) return true;
		return groupsOf(one).some(({ before }) => before !== undefined);
	}

	/** Returns the comparison dates of groups in the headline. */
	function comparedWith(one: Own): string | undefined {
		if (entries.every(({ before }) => before === undefined)) return undefined;
		if (ofLast(one) === undefined) return span.before;
		const row = rows.find((some) => String(some[date]) === lastPoint && some[then] !== null);
		return row && pointText(String(row[then]), false, context.comparison);
	}

	/** Writes a day, an hour, or the days of a longer period within the range. */
	function pointText(point: string, withWeekday = false, range = context.range): string {
		if (unit === 'day' || point.includes('T'))
			return tools.dates.day(point, withWeekday && unit === 'day');
		const end = lastDayOf(point, unit);
		const from = range && point < range.from ? range.from : point;
		const to = range && end > range.to ? range.to : end;
		const isMonth = unit === 'month' && from.endsWith('-01') && to === end;
		return isMonth ? tools.dates.month(from) : tools.dates.range({ from, to });
	}

	/** Whether its groups have averages over dates, because users can't be added up. */
	function isMean(one: Own): boolean {
		const isUsers = one.column.canAddUp !== true && hasMean(one.nature);
		return isDated && isUsers && !one.hasTotals && !hasCut && !span.isOpen && !table.isTruncated;
	}

	/** Whether the service returned totals, or the numbers can be added up. */
	function hasTotals({ index }: MeasurePlaces): boolean {
		// Totals include all groups, even those that aren't in the table.
		if (span.isOpen || counted !== table || !table.sums || table.isTruncated) return false;
		if (table.columns[index]?.canAddUp === true) return true;
		const at = index - countOfDates(table);
		return table.totals?.some((row) => numberAt(row, at) !== undefined) ?? false;
	}

	function labelOfGroups(one: Own): string {
		return isMean(one) ? said.averaged(one.label, unitWords(1)) : one.label;
	}

	/** @param count number of dates, if it is an average: all have a decimal then */
	function write(one: Own, number: Amount, count?: number): string {
		const isWhole = one.nature.isCount && count !== undefined && Number(number) % 1 === 0;
		return isWhole ? tools.writeMean(number) : tools.writeOf(one.column.key, number);
	}

	function changeIn(compared: ComparedInWords, one: Own): ChangeInWords | undefined {
		const own = (number: Amount) => write(one, number, compared.count);
		const change = numbers.change(compared, { ...one.nature, write: own });
		// If the scope says that nothing is judged, no change is called normal.
		const isUnjudged = !isDated && said.noUsual[one.usual?.why ?? 'history'] !== undefined;
		return change?.kind === 'about' && isUnjudged ? { ...change, kind: 'amount' } : change;
	}

	function numberOf({ now, count, text = '–' }: RankedEntry, one: Own): string {
		return now === undefined ? text : write(one, now, count);
	}

	function writeOverall(one: Own): string {
		const { now, count, isAverage } = one.overall as Overall;
		if (isAverage) return said.average(write(one, now, count), unitWords(1));
		return writeAlone(one, now);
	}

	/** Writes a number after the name of its measure. */
	function writeAlone(one: Own, now: Amount): string {
		return write(one, now);
	}

	function groupCount(): number {
		// Groups that only the current day has don't count.
		if (counted !== table && context.isTopped !== true) return entries.length;
		// Groups that only the comparison dates have also count.
		return Math.max(table.groupCount?.total ?? 0, table.sums?.length ?? byGroup.length);
	}

	function groupsOf(one: Own): readonly RankedEntry[] {
		return ranked.get(one) ?? [];
	}

	function* rankSteps(one: Own): Steps<RankedEntry[]> {
		const { place } = one;
		if (one.hasTotals && table.sums) {
			const shift = countOfDates(table);
			const at = groups.map((index) => index - shift);
			const own = placesBefore(place, shift);
			const all = yield* sortSteps(
				yield* mapSteps(table.sums, (row) => entryOf([row], at, own)),
				bySize,
			);
			if (context.top === undefined) return all;
			// The requested groups come first.
			const requested = new Set(byGroup.map((some) => some[0] ?? []).map(groupKeys(groups)));
			const isRequested = ({ key }: RankedEntry) => requested.has(key);
			return [...all.filter(isRequested), ...all.filter((entry) => !isRequested(entry))];
		}
		const isOfLast = ofLast(one) !== undefined;
		const count = isMean(one) ? points.size : undefined;
		const inRows = isOfLast ? place : placesInRows(counted, place);
		const places = own.flatMap(({ place: { index, previous } }) =>
			span.before === undefined ? [index] : [index, previous],
		);
		// Whether a group has a number of any measure, or had one in the comparison.
		const isSeen = (some: readonly Cell[][]) =>
			some.some((row) => places.some((at) => compareAmounts(numberAt(row, at) ?? 0, 0) !== 0));
		// Groups that only the current day has, in any measure, are ignored.
		const some = counted === table ? byGroup : byGroup.filter(isSeen);
		const seen = some.length === 0 && !one.overall ? byGroup : some;
		const known = yield* mapSteps(
			seen,
			(some) => {
				const used = isOfLast ? some.filter((row) => String(row[date]) === lastPoint) : some;
				return { ...entryOf(used, groups, inRows, some[0], count), ...goneIn(used, one) };
			},
			points.size,
		);
		return yield* sortSteps(known, bySize);
	}

	/** Returns what a group without a number says, if it had one in the dates compared with. */
	function goneIn(some: readonly Cell[][], one: Own): { text?: string } {
		const { index, previous } = one.place;
		const before = previous === undefined ? undefined : addUp(some, previous);
		const isOpen = table.isTruncated || span.before === undefined;
		if (isOpen || before === undefined || some.some((row) => row[index] !== null)) return {};
		return { text: said.gone(write(one, before)) };
	}

	function entryOf(
		some: readonly Cell[][],
		at: readonly number[],
		place: MeasurePlaces,
		named = some[0],
		/** Number of dates if it is an average. */
		count?: number,
	): RankedEntry {
		const { now, before } = some.length === 0 ? {} : bothIn(some, place);
		const [only] = some.length === 1 ? some : [];
		return {
			key: keyOfGroup(at.map((index) => named?.[index] ?? null)),
			name: tools.shorten(clean(groupName(named ?? [], at))),
			...(count === undefined || now === undefined
				? { now, before }
				: meansOf(now, before, count, 1)),
			...(only !== undefined && now === undefined ? { text: textIn(only, place.index) } : {}),
			...(at.length === 1 ? { low: lowOf(named?.[at[0] ?? 0]) } : {}),
			isRest: table.rest !== undefined && at.every((index) => named?.[index] === table.rest),
		};
	}

	/** Writes the values of a group; yes and no would say nothing without their property. */
	function groupName(row: readonly Cell[], at: readonly number[]): string {
		return at
			.map((index, order) => {
				const cell = row[index];
				const { key = '' } = table.columns[groups[order] ?? -1] ?? {};
				if (typeof cell === 'boolean')
					return labelOf(key) + words.colon + (cell ? words.yes : words.no);
				const [, from, to] = BUCKET.exec(String(cell)) ?? [];
				return from === undefined || to === undefined
					? String(cell ?? words.none)
					: words.bucket(finite(from), finite(to));
			})
			.join(BETWEEN);
	}

	/** Returns the total, except for averages. */
	function totalOfGroups({ overall }: Own): Overall | undefined {
		return overall?.isAverage ? undefined : overall;
	}

	/** Whether the numbers of the groups add up to the total. */
	function isSumOf(one: Own, of: 'now' | 'before'): boolean {
		const [sum, overall] = [
			sumOf(groupsOf(one).map((entry) => entry[of])),
			totalOfGroups(one)?.[of],
		];
		return sum !== null && overall !== undefined && compareAmounts(sum, overall) === 0;
	}

	/** @param isListed whether the table lists all of them */
	function* groupFactSteps(
		one: Own,
		all: readonly RankedEntry[],
		isListed = false,
	): Steps<string[]> {
		if (one.overall && all.length === 1 && groupCount() === 1) return [];
		const alone = all.filter((entry) => isKnown(entry) && !entry.isRest);
		const total = totalOfGroups(one);
		// If a sum has negative parts, its parts aren't shares.
		const hasShares = all.every(({ now = 0 }) => compareAmounts(now, 0) >= 0);
		const count = groupCount();
		// Numbers of users can only be added up if nobody is in two groups; averages can't, except by
		// coincidence.
		const canAdd = canAddGroups(one.column);
		const isSum = isSumOf(one, 'now') && (canAdd || (one.nature.isCount && all.length === count));
		const isSumBefore = canAdd || isSumOf(one, 'before');
		const { change } = one.overall ?? {};
		// If only the first groups are requested, the others are one.
		const chosen = alone.slice(0, context.top?.count);
		const compared = alone.filter(({ now, before }) => now !== undefined && before !== undefined);
		const changes = yield* mapSteps(compared, (entry) => {
			const { now = 0, before = 0 } = entry;
			return { entry, now, before, moved: subtract(now, before) ?? 0 };
		});
		const known = new Set(context.top && chosen);
		const own = context.top ? changes.filter(({ entry }) => known.has(entry)) : changes;
		type Change = (typeof changes)[number];
		const compareMoves = (a: Change, b: Change) => compareAmounts(sizeOf(a.moved), sizeOf(b.moved));
		/** The largest changes: those to name, and one more. */
		const largest: Change[] = [];
		let odd = 0;
		const deviationsIn = ({ now, before, entry }: Change) =>
			deviationsOfCount({ now, before, count: entry.count }, one);
		yield* mapSteps(own, (some) => {
			const place = largest.findIndex((other) => compareMoves(some, other) > 0);
			if (place >= 0) largest.splice(place, 0, some);
			else if (largest.length <= MAX_NAMED) largest.push(some);
			if (largest.length > MAX_NAMED + 1) largest.pop();
			odd = Math.max(odd, deviationsIn(some));
		});
		const [most] = largest;
		const isWhole = isSum && isSumBefore && compared.length === all.length && all.length === count;
		const isMoving = (kind = '') => ['percent', 'times', 'amount'].includes(kind);
		// If the overall number hasn't changed, a single group still may have.
		const isApart =
			most !== undefined && (one.nature.isCount ? isNews(deviationsIn(most)) : most.moved !== 0);
		const isTelling = isMoving(change?.kind) || (change?.kind !== 'fromZero' && isApart);
		if (change && most && count > 1 && isWhole && isTelling) {
			const closest = namedOf(largest);
			// A single other group is named, too.
			const isAllButOne = closest.length > 0 && count - closest.length === 1;
			const named = isAllButOne && largest.length === count ? largest : closest;
			const rest = named.reduce<Amount>(
				(left, some) => subtract(left, some.moved) ?? 0,
				change.difference,
			);
			const mixed = waysOf(changes.filter((some) => !named.includes(some)));
			const largestFacts =
				named.length === 0
					? []
					: named.length === count
						? [
								listOf(
									named.map(({ entry }) => entry),
									one,
								),
							]
						: [
								said.where(
									named.map(({ entry, now }) => ({
										name: entry.name,
										number: write(one, now, entry.count),
										aside: shortChange(entry, one),
									})),
									count - named.length,
									said.moved(
										compareAmounts(rest, 0),
										sizeText((amount) => write(one, amount), rest),
									),
									mixed.up > 0 && mixed.down > 0 ? mixed : undefined,
								),
							];
			const next = own.slice(0, MAX_NAMED).filter((some) => !named.includes(some));
			const { up, down } = waysOf(changes);
			const nextList = listOf(
				next.slice(0, MAX_NAMED - Math.max(named.length, 1)).map(({ entry }) => entry),
				one,
			);
			const isAmongOthers = named.length > 0 && count - named.length > 1 && nextList !== '';
			return [
				...largestFacts,
				isAmongOthers ? said.among(nextList) : nextList,
				...(named.length === 0 ? [said.fell(down, up, count)] : []),
			].filter(Boolean);
		}
		// Without an overall number, the headline lists them.
		const hasChanges = change !== undefined && change.kind !== 'fromZero';
		// The headline has a single exception.
		// Among many groups, some change more by chance.
		const areAllNormal =
			hasChanges &&
			own.length > 1 &&
			own.length <= MAX_JUDGED &&
			(one.nature.isCount
				? !isApart && !isNews(odd)
				: areNormal(
						own.map(({ entry }) => entry),
						one,
					));
		const isAlike = !hasChanges || areAllNormal;
		const isOneMore = isAlike && chosen.length === MAX_NAMED + 1 && count === chosen.length;
		const shown = isOneMore ? chosen : chosen.slice(0, MAX_NAMED);
		const rest = count - shown.length;
		const isAllNormal = areAllNormal && rest > 0 && own.length === count;
		const list = !one.overall
			? ''
			: hasChanges
				? listOf(shown, one, !isAllNormal)
				: said.list(
						shown.map((entry) => ({
							name: entry.name,
							number: numberOf(entry, one),
							...(isSum && hasShares && total && compareAmounts(total.now, 0) > 0
								? { aside: numbers.share((Number(entry.now) / Number(total.now)) * 100) }
								: {}),
						})),
					);
		const [now, before] = [
			isSum ? leftOf(one, shown, 'now') : undefined,
			isSumBefore ? leftOf(one, shown, 'before') : undefined,
		];
		const ofOthers =
			now === undefined
				? undefined
				: write(one, now) + said.counter(one.label) + movedOf({ now, before });
		// The scope has the number of groups of which only the first ones are requested.
		const isNamed = isListed || shown.length >= (context.top?.count ?? Infinity);
		const isCounted = !isNamed && !table.isTruncated && shown.length > 0;
		const isMore = rest > 0 && (ofOthers !== undefined || isCounted);
		const more = isMore ? said.others(rest, ofOthers) : '';
		const parts = [list, more].filter(Boolean).join(semicolon);
		const verdict = isAllNormal ? said.allGroupsNormal(count) : '';
		return parts === '' ? [] : [(list === '' ? capital(parts) : ofMeans(one, parts)) + verdict];

		/** Returns the change of the other groups; only that of a single one has a verdict. */
		function movedOf(compared: ComparedInWords): string {
			const change = hasChanges ? changeIn(compared, one) : undefined;
			if (!change) return '';
			if (isAllNormal)
				return said.cell({ ...change, kind: change.kind === 'same' ? 'same' : 'amount' });
			return rest === 1 ? said.short(change) : '';
		}
	}

	/** Returns the total without some groups; undefined if a number is unknown. */
	function leftOf(one: Own, shown: readonly RankedEntry[], of: 'now' | 'before') {
		return shown.reduce<Amount | undefined>(
			(sum, { [of]: own }) =>
				sum === undefined || own === undefined ? undefined : (subtract(sum, own) ?? undefined),
			totalOfGroups(one)?.[of],
		);
	}

	/** Adds the other groups to a list, with their sum if it is known. */
	function othersBehind(one: Own, shown: readonly RankedEntry[]): string {
		const rest = groupCount() - shown.length;
		// Nobody knows how many groups a truncated answer leaves out.
		if (rest <= 0 || table.isTruncated || context.top !== undefined) return '';
		const canAdd = canAddGroups(one.column) || one.nature.isCount;
		const now = canAdd && isSumOf(one, 'now') ? leftOf(one, shown, 'now') : undefined;
		const sum = now === undefined ? undefined : write(one, now) + said.counter(one.label);
		return semicolon + said.others(rest, sum);
	}

	/** Adds that numbers are averages. */
	function ofMeans(one: Own, list: string): string {
		const last = ofLast(one);
		if (last !== undefined) return said.of(one.label, last, list);
		return isMean(one) ? said.of(labelOfGroups(one), '', list) : list;
	}

	/**
	 * Returns the changes to name: the largest, and those that come close to it, so that the others
	 * together hide none; none if too many are alike.
	 * @param largest sorted, one more than are named
	 */
	function namedOf<Change extends { moved: Amount }>(largest: readonly Change[]): Change[] {
		const isAlike = (a?: Change, b?: Change) =>
			a !== undefined && b !== undefined && compareAmounts(sizeOf(a.moved), sizeOf(b.moved)) === 0;
		const size = (one?: Change) => Math.abs(Number(one?.moved ?? 0));
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

	/** Returns how many rose and how many fell. */
	function waysOf(changes: ReadonlyArray<{ moved: Amount }>) {
		const count = (way: number) =>
			changes.filter(({ moved }) => compareAmounts(moved, 0) === way).length;
		return { up: count(1), down: count(-1) };
	}

	function shortChange(entry: RankedEntry, one: Own): string {
		const change = changeOfGroup(entry, one);
		return change ? said.short(change) : '';
	}

	/** Whether the changes of several groups are all within normal variation. */
	function areNormal(some: readonly RankedEntry[], one: Own): boolean {
		if (some.length < 2 || some.length > MAX_JUDGED) return false;
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
	function listOf(some: readonly RankedEntry[], one: Own, hasVerdict = true): string {
		const isNormal = areNormal(some, one);
		const list = said.list(
			some.map((entry) => {
				const change = changeOfGroup(entry, one);
				const [name, number] = [entry.name, numberOf(entry, one)];
				if (!isNormal && hasVerdict) return { name, number: number + shortChange(entry, one) };
				return { name, number, aside: change?.kind === 'same' ? said.unchanged : change?.amount };
			}),
		);
		return isNormal && hasVerdict ? list + said.allNormal(some.length) : list;
	}

	/**
	 * Returns the overall cells by date, if they can be added up over groups, without incomplete
	 * periods. A group without a number adds nothing.
	 */
	function byDate(one: Own): Array<{ date: string; cell: Cell }> {
		const canAdd = groups.length === 0 || (canAddGroups(one.column) && isAll());
		if (!canAdd || date < 0) return [];
		return [...groupedBy(rows, (row) => String(row[date]))]
			.filter(([day]) => !cutPeriods.has(day))
			.map(([day, some]) => ({
				date: day,
				cell: addUpCells(some.map((row) => row[one.place.index] ?? null)),
			}))
			.sort((a, b) => (a.date < b.date ? -1 : 1));
	}

	/** Whether the rows contain every group. */
	function isAll(): boolean {
		const { isTruncated, groupCount: groupCounts } = table;
		return (
			!isTruncated && context.isTopped !== true && groupCounts?.returned === groupCounts?.total
		);
	}

	function extremesOf(one: Own): string | undefined {
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
			isOneDay ? timesOfPoint(date, unit).join('–') : pointText(date);
		const without = all.filter(({ cell }) => cell === null).map(({ date }) => shortText(date));
		const left =
			known.length > 0 && without.length > 0
				? said.missing(without, unitWords(without.length))
				: undefined;
		// The highest of numbers that count earlier dates isn't the best day.
		if (known.length < 3 || one.nature.isOfWindow) return left && capital(left);
		const behind = left === undefined ? '' : semicolon + left;
		const sizes = known.map(({ now }) => now).sort(compareAmounts);
		const [high, low] = [sizes.at(-1) as Amount, sizes[0] as Amount];
		if (compareAmounts(high, low) === 0)
			return said.flat(known.length, unitWords(known.length), write(one, high)) + behind;
		const at = (value: Amount) => ({
			number: write(one, value),
			dates: known
				.filter(({ now }) => compareAmounts(now, value) === 0)
				.map(({ date }) => shortText(date)),
		});
		const last = known.at(-1) as { date: string; now: Amount };
		// The last hour of a day that is over says nothing.
		const isDayOver = unit === 'hour' && last.date.slice(0, 10) !== todayOf(context);
		const extremes = said.extremes(
			unitWords(known.length),
			at(high),
			at(low),
			{
				number: write(one, last.now),
				date: shortText(last.date),
				unit: unitWords(1),
				isPrevious: isPrevious(last.date, unit, context),
				isLeftOut: isDayOver,
			},
			one.label,
		);
		return extremes + behind;
	}

	/**
	 * Returns the last date if a measure of groups has no sum or average over dates: its numbers are
	 * then those of this date.
	 */
	function ofLast(one: Own): string | undefined {
		const isAlone = isDated && !one.hasTotals && one.column.canAddUp !== true && !isMean(one);
		return isAlone && lastPoint !== undefined ? pointText(lastPoint, true) : undefined;
	}

	/** Whether it has no overall number of all dates; otherwise, its groups name the last date. */
	function isOnlyOfLast(one: Own): boolean {
		return !one.overall && ofLast(one) !== undefined;
	}

	/**
	 * Returns that numbers are of the last date. If others are of all dates, it names those that it
	 * is about, unless no sentence has them: the table has their date.
	 */
	function limitOfLast(): string[] {
		const some = own.filter(isOnlyOfLast);
		const [first] = some;
		if (!first) return [];
		const limit = said.lastOf(ofLast(first) as string, unitWords(1), span.text);
		if (some.length === own.length) return [limit];
		const named = some.filter(
			(one) => one === lead || ofGroups(one).some((fact) => shownFacts.includes(fact)),
		);
		const labels = named.map(({ label }) => label).join(said.between);
		return labels === '' ? [] : [said.within(labels, limit)];
	}

	function limitsOfGroups(): string[] {
		return [
			...limitOfLast(),
			...(groupCount() > 1 &&
			own.some(
				(one) =>
					(one.nature.isCount || one.column.canAddUp === true) &&
					!canAddGroups(one.column) &&
					!isSumOf(one, 'now'),
			)
				? context.hasOverlap
					? [said.eventsInSeveral]
					: overlapOf(tools, groupCount())
				: []),
		];
	}

	/** Writes a measure without an overall number: the groups that the leading measure names. */
	function ofGroups(one: Own): string[] {
		const known = new Map(groupsOf(one).map((entry) => [entry.key, entry]));
		const some = entries
			.slice(0, context.top?.count)
			.flatMap(({ key }) => known.get(key) ?? [])
			.filter(isKnown)
			.slice(0, MAX_NAMED);
		if (some.length === 0) return [];
		const last = ofLast(one);
		// No other text contains the comparison date of a single date.
		const named =
			last === undefined ? some : some.map((entry) => ({ ...entry, before: undefined }));
		const list = listOf(named, one) + othersBehind(one, some);
		return [said.of(labelOfGroups(one), last ?? otherDates(), list)];
	}

	/** Returns all dates if the headline is only about the last one. */
	function otherDates(): string {
		const { text, before } = span;
		if (dates === text) return '';
		return before === undefined ? text : said.against(text, before);
	}

	/** Returns the facts about the other measures, and those of them that have totals. */
	function factsOfOthers(): { totals: string[]; facts: string[] } {
		// A verdict on another measure would be read as one on the leading measure.
		const first = isUnjudged(lead as Own)
			? others.find(({ overall }) => overall?.change?.kind === 'about')
			: undefined;
		const end = said.between === '、' ? '；' : '. ';
		const totals = others.map((one) => {
			const behind = one === first ? end + said.unjudged((lead as Own).label) : '';
			return totalFact(one).map((fact) => fact + behind);
		});
		return { totals: totals.flat(), facts: others.flatMap(factsOf) };

		function factsOf(one: Own, index: number): string[] {
			if (!one.overall) return groupsKnown ? ofGroups(one) : [];
			return [
				...(totals[index] ?? []),
				// If there is a table below the sentences, it contains the groups.
				...(groupsKnown && groupCount() > 1 ? ofGroups(one) : []),
			];
		}
	}

	function totalFact(one: Own): string[] {
		if (!one.overall) return [];
		const { change } = one.overall;
		const aside = isTotalJudged(one) ? usualBehind(one) : '';
		const all = change ? otherDates() : dates === span.text ? '' : span.text;
		return [
			`${said.of(one.label, all, writeOverall(one))}${change ? said.short(change, one.label) : ''}${aside}`,
		];
	}

	function* tableSteps(): Steps<AnswerTable | undefined> {
		if (rows.length === 0) return undefined;
		const shown = [lead as Own, ...others];
		if (groupsKnown) return yield* groupTableSteps(shown);
		const count = points.size + (shown.length > 1 ? 1 : 0);
		if (isDated && count <= tools.mostRows) return dateTable(shown);
		if (shown.length > 1) return measureTable(shown);
		return undefined;
	}

	function cellOf(compared: Partial<Overall> & Pick<RankedEntry, 'text'>, one: Own): TableCell {
		const { now, text: came = '–' } = compared;
		if (now === undefined) return came;
		const change = changeIn({ ...compared, now }, one);
		const number = write(one, now, compared.count);
		const written = compared.isAverage ? said.average(number, unitWords(1)) : number;
		const text = `${written}${change ? said.cell(change) : ''}`;
		return [text, tools.limits ? paintByLimits(compared, tools.limits) : paintOf(change)];
	}

	function paintByLimits(
		compared: Partial<Pick<Overall, 'now' | 'before'>>,
		limits: ColorThresholds,
	): Paint {
		const percent = percentOf(compared);
		// The percentage is rounded as in rows, to which the limits refer.
		const change = percent === null ? null : Math.round(percent * 100) / 100;
		const tone = toneOf(limits.by === 'change' ? change : (compared.now ?? null), limits);
		return tone ? { tone } : {};
	}

	function paintOf(change: ChangeInWords | undefined): Paint {
		const isShown = change && change.kind !== 'same' && change.kind !== 'about';
		if (!tools.goodWay || !isShown) return {};
		return { tone: change.way > 0 === (tools.goodWay === 'up') ? 'good' : 'bad' };
	}

	/**
	 * Returns the row of totals for several measures; a sentence already has the total of a single
	 * one.
	 */
	function totalRow(shown: readonly Own[], meansOf: (one: Own) => boolean) {
		const isOfMeans = !groupsKnown && shown.every(({ overall }) => overall?.isAverage);
		const cells = shown.map((one): TableCell => {
			const { overall } = one;
			// A column of averages contains no other kind of number.
			if (!overall || meansOf(one) !== (overall.isAverage ?? false)) return '–';
			// The total is of all dates, and the column of the last one.
			if (groups.length > 0 && ofLast(one) !== undefined) return '–';
			return cellOf(groupsKnown || isOfMeans ? { ...overall, isAverage: false } : overall, one);
		});
		const isShown = shown.length > 1 && cells.some((cell) => cell !== '–');
		const label = isOfMeans
			? said.means(unitWords(1))
			: said.total(shown.every(({ column }) => column.canAddUp === true));
		return isShown ? [[label, ...cells]] : [];
	}

	function* groupTableSteps(shown: readonly Own[]): Steps<AnswerTable> {
		const lists = shown.map(() => new Map<string, RankedEntry>());
		for (const [index, one] of shown.entries())
			yield* mapSteps(groupsOf(one), (entry) => lists[index]?.set(entry.key, entry));
		const all = entries.length;
		// If only the first groups are requested, the others are merged.
		const { top } = context;
		const totals = totalRow(shown, isMean);
		const room = tools.mostRows - totals.length;
		const most = Math.min(room, top === undefined ? all : top.count + 1);
		const isCut = all > most;
		const first = entries.slice(0, isCut ? most - 1 : all);
		const areRanges = !isCut && first.some(({ low }) => low !== undefined);
		const inOrder = areRanges
			? [...first].sort((a, b) => (a.low ?? Infinity) - (b.low ?? Infinity))
			: first;
		const lines = inOrder.map((entry) => ({
			name: entry.name,
			cells: shown.map((one, index) => cellOf(lists[index]?.get(entry.key) ?? {}, one)),
		}));
		if (isCut) {
			yield 'long';
			const left = entries.slice(first.length);
			lines.push({
				name: said.groupsLeft(groupCount() - first.length),
				cells: shown.map((one, index) => {
					const rest = left.map((entry) => lists[index]?.get(entry.key));
					const canAdd = canAddGroups(one.column) && groupCount() === all;
					const sum = (of: 'now' | 'before') =>
						sumOf(rest.map((entry) => entry?.[of])) ?? undefined;
					return cellOf(canAdd ? { now: sum('now'), before: sum('before') } : {}, one);
				}),
			});
		}
		const label = groups.map((index) => labelOf(table.columns[index]?.key ?? '')).join(' / ');
		return asTable(
			[label, ...shown.map((one) => columnLabel(one))],
			[...lines.map(({ name, cells }) => [name, ...cells]), ...totals],
			totals.length > 0,
		);
	}

	/** Returns the heading; if numbers can't be added up over dates, it names the last date. */
	function columnLabel(one: Own): string {
		const last = ofLast(one);
		return last === undefined ? labelOfGroups(one) : said.numbersOn(one.label, last);
	}

	function dateTable(shown: readonly Own[]): AnswerTable {
		const isHours = table.columns[date]?.type === 'datetime';
		const [between, step] =
			unit === 'month' ? ([monthsBetween, 'month'] as const) : ([daysBetween, 'day'] as const);
		const shifts = new Set(
			rows.flatMap((row) => (row[then] ? [between(String(row[then]), String(row[date]))] : [])),
		);
		const isAlike = shifts.size === 1 && ['day', 'week', 'month'].includes(unit);
		const [shift = 0] = isAlike ? shifts : [];
		const totals = totalRow(shown, ({ overall }) => overall?.isAverage ?? false);
		return asTable(
			[
				shift <= 0 ? labelOf('date') : said.before(labelOf('date'), shift, step),
				...shown.map(({ label }) => label),
			],
			[
				...rows.map((row) => [
					pointText(String(row[date]), !isHours),
					...shown.map((one) => {
						const isCompared = hasChange(row, one);
						const now = numberAt(row, one.place.index);
						if (now === undefined) return textIn(row, one.place.index) ?? '–';
						return cellOf(
							{ now, before: isCompared ? numberAt(row, one.place.previous) : undefined },
							one,
						);
					}),
				]),
				...totals,
			],
			totals.length > 0,
		);
	}

	function measureTable(shown: readonly Own[]): AnswerTable {
		return asTable(
			[said.measure, dates],
			shown.map((one) => {
				const before = span.before === undefined ? undefined : one.overall?.before;
				return [one.label, cellOf({ ...one.overall, before }, one)];
			}),
		);
	}
}

interface RankedEntry extends Partial<ComparedInWords> {
	key: string;
	name: string;
	/** Text instead of a number. */
	text?: string;
	/** Whether it is the merged other groups. */
	isRest: boolean;
	/** Lower bound of a range of numbers, -Infinity if it has none. */
	low?: number;
}

const isKnown = ({ now, text }: RankedEntry) => now !== undefined || text !== undefined;

/** A text, maybe with its style. */
export type TableCell = string | [string, Paint];

export function asTable(
	labels: readonly string[],
	cells: ReadonlyArray<readonly TableCell[]>,
	hasTotals = false,
): AnswerTable {
	const rows = cells.map((row) =>
		row.map((cell): [string, Paint] => (typeof cell === 'string' ? [cell, {}] : cell)),
	);
	return {
		hasTotals,
		columns: labels.map((label, index) => ({ label, isNumber: index > 0 })),
		rows: rows.map((row) => row.map(([text]) => text)),
		paints: rows.map((row) => row.map(([, paint]) => paint)),
	};
}

/** Returns the index of the dates compared with; -1 if there are none. */
function previousDateAt({ columns }: Table): number {
	return columns.findIndex(({ role, derived }) => role === 'date' && derived !== undefined);
}

/** Whether the data of a period compared with have arrived. */
function hasArrivedBefore({ notes }: Table, point: string, unit: string): boolean {
	return !notes?.some((note) => note.kind === 'lateBefore' && !hasArrived(point, unit, note.until));
}

function hasChanges({ columns }: Pick<Table, 'columns'>): boolean {
	return columns.some(({ derived }) => derived?.as === 'previous');
}

/** Returns the complete dates and their comparison dates. */
function spanOf(table: Table, over: Table, tools: AnswerTools, asOf: string): AnswerSpan {
	const { context, dates, said } = tools;
	const { range, comparison, unit = 'day' } = context;
	const isCompared = hasChanges(table);
	if (!range) return { text: asOf, isOpen: false };
	const written = (some: DateRange) => dates.range(some);
	if (!isRangeOpen(range, context)) {
		const why = !isCompared
			? undefined
			: comparison === undefined
				? 'noDates'
				: isRangeOpen(comparison, context)
					? 'later'
					: hasArrivedBefore(table, comparison.to, 'day')
						? whyUnlike(table, range, comparison)
						: 'missing';
		const lengths: [number, number] | undefined =
			isCompared && comparison && why === undefined && daysIn(range) !== daysIn(comparison)
				? [daysIn(range), daysIn(comparison)]
				: undefined;
		return {
			text: written(range),
			isOpen: false,
			range,
			...(isCompared && why === undefined && comparison
				? { before: written(comparison), isOverlapping: isShared(comparison, range) }
				: {}),
			...(why ? { why } : {}),
			...(lengths ? { hasLengths: lengths } : {}),
			...notAsked(range, tools),
		};
	}
	const { date } = positionsOf(table);
	const whyOpen = isLate(range.to, context) ? 'late' : 'open';
	const finished = [...new Set(over.rows.toArray().map((row) => String(row[date])))].sort();
	const last = finished.at(-1);
	if (last === undefined) {
		return {
			text: untilNow(tools, range),
			isOpen: true,
			...(isCompared ? { why: whyOpen } : {}),
		};
	}
	const today = todayOf(context) as string;
	const isHour = last.includes('T');
	const lastDay = lastDayOf(last.slice(0, 10), isHour ? 'day' : unit);
	const overRange = { from: range.from, to: lastDay < range.to ? lastDay : range.to };
	const openFrom = [...new Set(table.rows.toArray().map((row) => String(row[date])))]
		.filter((point) => isOpen(point, unit, context))
		.sort()[0];
	const finishedThen = isCompared && !isHour ? finishedBefore(table, over, context) : undefined;
	const isMissing = finishedThen && !hasArrivedBefore(table, finishedThen.to, 'day');
	const before = isMissing ? undefined : finishedThen;
	return {
		text:
			isHour && overRange.to < today
				? untilNow(tools, overRange)
				: isHour
					? said.until(written(overRange), timesOfPoint(last, unit)[1], overRange.from === today)
					: written(overRange),
		isOpen: false,
		range: overRange,
		// Hours of a day that isn't over aren't compared as one day.
		...(before
			? { before: written(before), isOverlapping: isShared(before, overRange) }
			: isCompared
				? { why: isHour ? whyOpen : isMissing ? 'missing' : 'unlike' }
				: {}),
		...(openFrom !== undefined && !isHour
			? notCountedOf(openFrom < range.from ? range.from : openFrom)
			: {}),
	};

	function notCountedOf(from: string) {
		const isDone = isLate(lastDayOf(from, unit), context);
		const left = written({ from, to: range && range.to < today ? range.to : today });
		const others =
			before && comparison && before.to < comparison.to && unitName(unit) === 'day'
				? written({ from: addDays(before.to, 1), to: comparison.to })
				: undefined;
		return {
			notCounted: said.notCounted(left, unitName(unit), others, isDone),
			notCountedAlone: said.notCounted(left, unitName(unit), undefined, isDone),
		};
	}
}

/** Writes which of the requested dates are in no complete period. */
function notAsked(
	{ from, to }: DateRange,
	{ context, dates, said }: AnswerTools,
): Pick<AnswerSpan, 'cut' | 'notCounted' | 'notCountedAlone'> {
	const { asked, comparison, unit = 'day' } = context;
	const [name, today = ''] = [unitName(unit), todayOf(context)];
	if (!asked) return {};
	const next = addDays(to, 1);
	const left = { from: next, to: asked.range.to < today ? asked.range.to : today };
	const isCut = lastDayOf(next, unit) < today && name !== 'day';
	const after = next > asked.range.to || next > today ? [] : [left];
	const before = asked.range.from < from ? [{ from: asked.range.from, to: addDays(from, -1) }] : [];
	const others =
		comparison && asked.comparison && comparison.to < asked.comparison.to && name === 'day'
			? dates.range({ from: addDays(comparison.to, 1), to: asked.comparison.to })
			: undefined;
	const cut = [...before, ...(isCut ? after : [])].map((some) => dates.range(some));
	return {
		...(cut.length > 0 ? { cut: said.notWhole(cut, name) } : {}),
		...(after.length > 0 && !isCut
			? {
					notCounted: said.notCounted(dates.range(left), name, others),
					notCountedAlone: said.notCounted(dates.range(left), name),
				}
			: {}),
	};
}

/** Writes dates whose last day isn't over, with the time of day. */
export function untilNow({ context, dates, said }: AnswerTools, { from, to }: DateRange): string {
	const { requestedAt = '', timeZone = '', dataUntil } = context;
	const [today, time = ''] = dateTimeInZone(new Date(requestedAt), timeZone).split('T');
	const last = today !== undefined && today < to ? today : to;
	// The days of the current week that are in the range may be over.
	const isDone = isLate(to, context);
	if (today === undefined || today < from || (to < today && !isDone))
		return dates.range({ from, to });
	const span = dates.range({ from, to: last });
	if (dataUntil !== undefined && (isDone || dataUntil < last)) {
		return said.arrived(span, dates.moment(dataUntil), from === today);
	}
	const now = time.slice(0, 5);
	const arrived = dataUntil?.startsWith(last) ? dataUntil.slice(11) : now;
	return said.until(span, arrived < now ? arrived : now, from === today);
}

function isShared(one: DateRange, other: DateRange): boolean {
	return one.to >= other.from && one.from <= other.to;
}

/** Returns why the totals of two ranges have no change. */
function whyUnlike(
	table: Table,
	range: DateRange,
	comparison: DateRange,
): 'unlike' | 'unknown' | undefined {
	const isCustomUnlike = table.notes?.some(({ kind }) => kind === 'daysDiffer') ?? false;
	if (isCustomUnlike && daysIn(range) !== daysIn(comparison)) return 'unlike';
	const measures = table.columns
		.map((_column, index) => placesOf(table, index))
		.filter(({ difference }) => difference !== undefined);
	const isDated = positionsOf(table).date >= 0;
	const own = table.rows.toArray();
	const rows = table.sums ?? (isDated ? [] : own);
	const of = table.sums ? countOfDates(table) : 0;
	const hasChange = (row: readonly Cell[], by = 0) =>
		measures.some(({ difference = 0 }) => row[difference - by] !== null);
	if (rows.length === 0 || measures.length === 0 || rows.some((row) => hasChange(row, of)))
		return undefined;
	const hasBoth = (row: readonly Cell[], by = 0) =>
		measures.some(({ index, previous = 0 }) =>
			[index, previous].every((place) => numberAt(row, place - by) !== undefined),
		);
	const then = previousDateAt(table);
	const isUnpaired = (row: readonly Cell[]) => then >= 0 && row[then] === null;
	if (rows.some((row) => hasBoth(row, of))) return 'unlike';
	// Sums of numbers that can't be added up are unknown.
	if (own.some((row) => hasChange(row))) return undefined;
	return own.some((row) => hasBoth(row) || isUnpaired(row)) ? 'unlike' : 'unknown';
}

/** Returns the comparison dates of the complete periods, if each has a comparison period. */
function finishedBefore(
	table: Table,
	over: Table,
	{ comparison, unit = 'day' }: AnswerTools['context'],
): DateRange | undefined {
	const at = previousDateAt(table);
	const { date } = positionsOf(table);
	const rows = over.rows.toArray();
	if (at < 0 || !comparison || rows.some((row) => row[at] === null)) return undefined;
	const then = [...new Set(rows.map((row) => String(row[at])))].sort();
	const now = new Set(rows.map((row) => row[date]));
	const [first, last] = [then[0], then.at(-1)];
	if (first === undefined || last === undefined || then.length !== now.size) return undefined;
	const range = {
		from: first < comparison.from ? comparison.from : first,
		to: lastDayOf(last, unit) > comparison.to ? comparison.to : lastDayOf(last, unit),
	};
	const isGapless = unitName(unit) !== 'day' || daysIn(range) === then.length;
	return isGapless ? range : undefined;
}

/** Returns by how many standard deviations two counts differ, which vary more in a sample. */
function deviationsOfCount({ now, before, count = 1 }: ComparedInWords, { nature }: Own): number {
	return deviationsOf(Number(now), Number(before), count * (nature.sampled ?? 1));
}

/** Whether its numbers of several dates have an average. */
function hasMean({ isCount, isCumulated }: Nature): boolean {
	return isCount && !isCumulated;
}

/**
 * Returns averages from sums, with one decimal, or with two if the number, its previous value and
 * their change would otherwise not fit together; the change is that of the exact averages.
 */
function meansOf(now: Amount, before: Amount | undefined, count: number, most: 1 | 2) {
	const moved = before === undefined ? null : subtract(now, before);
	if (before === undefined || moved === null) return { now: meanOf(now, count), count };
	const means = ([1, 2] as const).slice(0, most).map((decimals) => ({
		now: meanOf(now, count, decimals),
		before: meanOf(before, count, decimals),
		count,
		exact: {
			difference: meanOf(moved, count, decimals),
			times: Number(now) / Number(before),
		},
	}));
	const fits = (one: (typeof means)[number]) =>
		compareAmounts(subtract(one.now, one.before) ?? 0, one.exact.difference) === 0;
	return means.find(fits) ?? (means[0] as (typeof means)[number]);
}

function changeBehind(
	{ overall, label }: Own,
	{ before: dates }: AnswerSpan,
	{ said }: AnswerTools,
): string {
	return overall?.change && dates !== undefined ? said.change(overall.change, dates, label) : '';
}

/**
 * Returns the leading measure: the first in the user's order, otherwise an unusual one, otherwise
 * the one that changed most.
 */
function leadOf(all: Own[], { requested }: AnswerTools): Own | undefined {
	const unusual = all.filter(({ usual }) => usual && isUnusual(usual));
	const own = unusual.length > 0 ? unusual : all;
	const [first] = own;
	if (requested.length > 0 || !first)
		return all.find(({ column }) => column.key === requested[0]) ?? all[0];
	const changed = own.filter(({ overall, nature }) => {
		const kind = overall?.change?.kind;
		if (kind === 'fromZero') {
			const isChance = isByChance(Number(overall?.now), 0, nature.sampled);
			return !(nature.isCount && isChance);
		}
		return kind !== undefined && kind !== 'same' && kind !== 'about';
	});
	const sizeOf = ({ overall }: Own) => Math.abs(percentOf(overall) ?? fromZero(overall) ?? 0);
	const most = changed.reduce<Own | undefined>(
		(top, one) => (top && sizeOf(top) >= sizeOf(one) ? top : one),
		undefined,
	);
	return most ?? own.find(({ overall }) => overall) ?? first;
}

function percentOf(overall: Partial<Pick<Overall, 'now' | 'before'>> | undefined): number | null {
	const [now, before] = [Number(overall?.now), Number(overall?.before)];
	return overall?.before === undefined || before === 0
		? null
		: ((now - before) / Math.abs(before)) * 100;
}

/**
 * Returns Infinity for a change from 0, which exceeds any percentage; null if a number is unknown.
 */
function fromZero(overall: Pick<Overall, 'now' | 'before'> | undefined): number | null {
	const [now, before] = [Number(overall?.now ?? NaN), Number(overall?.before ?? NaN)];
	return before === 0 && Math.abs(now) > 0 ? Infinity : null;
}

/** Returns the lower bound of a group of numbers. */
function lowOf(cell: Cell | undefined): number | undefined {
	const [, from] = BUCKET.exec(String(cell)) ?? [];
	return from === undefined ? undefined : Number(finite(from) ?? -Infinity);
}

/** Returns the bound of a group of numbers; null if there is none. */
function finite(bound: string): string | null {
	return bound.endsWith('∞') ? null : bound;
}

/** Sorts the largest first, and unknown numbers last. */
function bySize(a: RankedEntry, b: RankedEntry): number {
	if (a.isRest !== b.isRest) return a.isRest ? 1 : -1;
	if (a.now === undefined || b.now === undefined)
		return a.now === b.now ? 0 : a.now === undefined ? 1 : -1;
	return compareAmounts(b.now, a.now);
}

function isSmall({ kind, isByDates }: Pick<ChangeInWords, 'kind' | 'isByDates'>): boolean {
	return kind === 'about' || kind === 'same' || isByDates === true;
}

/** Returns a note that groups may overlap: a user with events in two cities is in both groups. */
export function overlapOf({ said, context: { query } }: AnswerTools, count: number): string[] {
	const groups = query && 'groupBy' in query ? query.groupBy : [];
	const isOfUsers = (one: (typeof groups)[number]) =>
		('property' in one ? one.property : one).of === 'user';
	const areOfUsers = groups.length > 0 && groups.every(isOfUsers);
	return count < 2 || areOfUsers ? [] : [said.severalGroups];
}

function sizeOf(amount: Amount): Amount {
	return compareAmounts(amount, 0) < 0 ? negative(amount) : amount;
}

/** Returns the text instead of a number. */
function textIn(row: readonly Cell[], place: number): string | undefined {
	const value = row[place];
	return value === null || value === undefined ? undefined : cut(clean(String(value)), MAX_NAME);
}
