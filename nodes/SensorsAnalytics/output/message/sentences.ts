import { weekdayOf } from '../../dates/calendar';
import type { Judged, MarkedAs, NoRange, UsualUnit } from '../../insight/usual';
import type { CountedEntity } from '../../query/aggregators';
import type { Amount } from '../../table/decimal';
import { capital, plural, uncapital } from './text';
import {
	type ChangeInWords,
	chinese as chineseTexts,
	CHINESE_UNITS,
	CHINESE_WEEKDAYS,
	type DateWords,
	english as texts,
} from './words';

/** The sentences of a digest, in English and Chinese; docs/messages.md shows all of them. */

/** An entry of a list, with its share or its change. */
export interface Named {
	name: string;
	number: string;
	/** Its share, or its change. */
	aside?: string;
	/** Whether its name is of several with the same number. */
	isTied?: boolean;
}

/** A group or period that differs from the overall number. */
interface StandsOut {
	/** Name of its measure, and whether the sentence needs it. */
	label: string;
	isLabelled: boolean;
	name: string;
	number: string;
	/** Its change, in the format that follows a number. */
	moved: string;
	/** Whether that is more than normal variation, as far as known. */
	isBeyond: boolean;
	/** Whether it moved in the same direction as the overall number. */
	isAsOverall: boolean;
	/** Whether nothing else stands out. */
	isOnly: boolean;
	/** Whether the headline is no normal number, either. */
	isAlso: boolean;
}

/** The highest or lowest of some dates: several dates if they have the same number. */
interface Extreme {
	number: string;
	dates: readonly string[];
	/** Number of all dates. */
	of: number;
}

/** The latest of some dates. */
interface Last {
	number: string;
	date: string;
	/** Unit in words: hour, day, week. */
	unit: string;
	/** Whether it is the day, week or month before the current one: yesterday, last week. */
	isPrevious: boolean;
	/** Whether it isn't named. */
	isLeftOut?: boolean;
}

type TimeUnit = 'day' | 'hour' | 'minute' | 'second';

type Owner = 'event' | 'user';

/** What a distribution counts, or the name of what it computes, per user. */
type Distributed = 'times' | 'hours' | 'days' | { value: string };

const WEEKDAYS = ' Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

const TIMES = { day: 'd', hour: 'h', minute: 'min', second: 's' };
const NORMAL = 'within normal variation';
const BEYOND = ', beyond normal variation';
/** Values that a user has one of, unlike events. */
const IS_ONE = /^(?:Sum|Number|Maximum|Minimum|Median|\d+th) /;
const SEASONS = {
	holiday: 'on or near a Chinese public holiday',
	sale618: 'in the 618 shopping season',
	double11: 'in the Double 11 shopping season',
};
const SEASONS_ZH = {
	holiday: '节假日期间或前后',
	sale618: '618大促期间',
	double11: '双11大促期间',
};
/** Says what special days are: in seasons, or special to the user. */
function marksIn(
	marks: readonly MarkedAs[],
	seasons: typeof SEASONS,
	[are, or, own]: readonly [are: string, or: string, own: string],
): string {
	const named = marks.flatMap((mark) => (mark === 'own' ? [] : [seasons[mark]]));
	return [
		...(named.length > 0 ? [are + named.join(or)] : []),
		...(marks.includes('own') ? [own] : []),
	].join(or);
}

function marksOfDays(marks: readonly MarkedAs[], isOne: boolean): string {
	const own = `${isOne ? 'was' : 'were'} marked as special`;
	return marksIn(marks, SEASONS, ['fell ', ' or ', own]);
}

function marksZh(marks: readonly MarkedAs[]): string {
	return marksIn(marks, SEASONS_ZH, ['处于', '或', '属于自定义的特殊日期']);
}

/** Writes how much a change is: `13`, or `less than 1` for `<1`. */
const withoutSign = (amount: string, less = 'less than ') =>
	amount.replace(/^[+\u2212]/, '').replace(/^</, less);
/** Whether the number is written as 0, too, although it isn't. */
const isFromZero = ({ kind, amount }: ChangeInWords) =>
	kind === 'fromZero' && !amount.includes('<');

const isNormal = ({ kind, hasUsual, isByDates }: ChangeInWords) =>
	(kind === 'about' && !hasUsual) || isByDates === true;

function pointsOf(amount: string): string {
	return `${amount} point${withoutSign(amount, '') === '1' ? '' : 's'}`;
}

/** Writes the size of a change, with what follows in parentheses. */
function sizeOf({ kind, amount, percent, isAlarm }: ChangeInWords): string {
	if (kind === 'times') return `${amount} (${percent} times as much)`;
	if (kind === 'points') return pointsOf(amount);
	return kind === 'percent' || (kind === 'about' && isAlarm) ? `${amount} (${percent})` : amount;
}

export const english = {
	of: (label: string, dates: string, number: string) =>
		`${[label, dates].filter(Boolean).join(' ')}: ${number}`,
	change(change: ChangeInWords, dates: string): string {
		const { kind, before, way } = change;
		const isMonth = /^[A-Z]\w\w(?: \d{4})?$/.test(dates);
		const isOneDay = dates.split(':').length > 2;
		const on = `${isMonth ? 'in' : dates.includes('–') && !isOneDay ? 'for' : 'on'} ${dates}`;
		if (kind === 'same') return `, the same as ${on}`;
		if (isFromZero(change)) return `, ${way < 0 ? 'down' : 'up'} from 0 ${on}`;
		return `, ${english.moved(way, sizeOf(change))} from ${before} ${on}${verdictOf(change)}`;
	},
	/** Follows a number in a fact. @param label the measure's name, if its counter follows */
	short(change: ChangeInWords): string {
		const { kind, way } = change;
		if (kind === 'same') return ' (the same)';
		if (isFromZero(change)) return ` (${way < 0 ? 'down' : 'up'} from 0)`;
		const moved = english.moved(way, sizeOf(change));
		const sentence = `${moved}${verdictOf(change)}`;
		return kind === 'about' && isNormal(change) ? ` (${sentence})` : `, ${sentence}`;
	},
	/** Writes a change without its number: `up 13 (+3.1%)`, `up less than 1` for `<1`. */
	moved: (way: number, amount: string) =>
		way === 0 ? 'unchanged' : `${way > 0 ? 'up' : 'down'} ${withoutSign(amount)}`,
	allNormal: (count: number) => `, ${count === 1 ? '' : count === 2 ? 'both ' : 'all '}${NORMAL}`,
	/** @param label the measure, if there are several */
	allGroupsNormal: (count: number, label: string) =>
		`. The changes in ${count === 2 ? 'both' : `all ${count}`} groups are ${NORMAL}${label && ` in ${label}`}`,
	/** Writes a change without a verdict, for parentheses: `+13, +3.1%`. */
	size: ({ kind, amount, percent, way }: ChangeInWords) =>
		({
			same: 'no change',
			fromZero: `${way < 0 ? 'down' : 'up'} from 0`,
			times: `${amount}, ${percent} times as much`,
			points: pointsOf(amount),
			percent: `${amount}, ${percent}`,
		})[kind as string] ?? amount,
	slot(unit: UsualUnit, start: string) {
		if (unit === 'week') return 'a week';
		return `a ${WEEKDAYS[weekdayOf(start.slice(0, 10))]}${unit === 'hour' ? ` at ${start.slice(11, 16)}` : ''}`;
	},
	usual: (side: 'above' | 'below' | 'within', slot: string, range: string) =>
		`; ${side} the usual range for ${slot}${range && ` (${range})`}`,
	/** Follows a number that is above or below a limit. */
	beyond: (side: 'above' | 'below', limit: string) => `; ${side} the threshold of ${limit}`,
	level: (side: 'above' | 'below', since: string) => `; ${side} its usual level since ${since}`,
	standsOut: ({
		label,
		isLabelled,
		name,
		number,
		moved,
		isBeyond,
		isAsOverall,
		isOnly,
		isAlso,
	}: StandsOut) =>
		`. ${isAsOverall ? 'In particular,' : isAlso ? 'Also,' : isOnly ? 'The only exception is' : 'One exception is'} ${isLabelled ? `${label} for ` : ''}${quoted(name)}: ${number}${moved}${isBeyond ? BEYOND : ''}`,
	/** Heading of a row for all groups or dates, whose numbers may be sums or not. */
	total: (areSums: boolean): string => (areSums ? 'Total' : 'Overall'),
	means: (unit: string) => `Average per ${unit}`,
	noTotals: 'Sensors Analytics returned no totals over all dates',
	noOverall: 'Sensors Analytics returned no number for all groups together',
	/** Why there is no usual range. */
	noUsual: {
		incomplete: 'No usual range, because the period is incomplete',
		weeks: "No usual range, because the project's weeks start on another day",
		failed: 'No usual range, because the request for earlier dates failed',
	} as { [why in NoRange]?: string },
	/** The same if it is a special day. */
	marked: (day: string, as: MarkedAs) => `No usual range: ${day} ${marksOfDays([as], true)}`,
	average: (number: string, unit: string) =>
		`${number} ${unit === 'hour' ? 'an' : 'a'} ${unit} on average`,
	averaged: (label: string, unit: string) => `${label} (${adverb(unit)} average)`,
	until: (dates: string, time: string, isToday: boolean) =>
		isToday
			? `today (${dates}) until ${time}`
			: dates.includes('–')
				? `${dates} (${dates.split('–').at(-1)} until ${time})`
				: `${dates} until ${time}`,
	arrived: (dates: string, moment: string, isToday?: boolean) =>
		isToday ? `today (${dates}; data until ${moment})` : `${dates} (data until ${moment})`,
	asOf: (day: string, time: string) => `as of ${day}, ${time}`,
	dataUntil: (moment: string) => `Sensors Analytics has data only until ${moment}`,
	dataBeforeUntil: (moment: string) => `The comparison period has data only until ${moment}`,
	list: (entries: readonly Named[]) =>
		alikeQuoted(entries)
			.map(({ name, number, aside }) => `${name} ${number}${aside ? ` (${aside})` : ''}`)
			.join(entries.some(({ number }) => number.includes(', ')) ? '; ' : ', '),
	others: (count: number, sentence: string | undefined): string =>
		sentence === undefined
			? `${english.groupsLeft(count)} not listed`
			: `${otherGroups(count)}: ${sentence}`,
	groupsLeft: (count: number) => plural(count, 'more group'),
	/** Follows the first groups of a list. */
	andMore: (list: string, left: number) =>
		left === 0 ? list : `${list}, and ${english.groupsLeft(left)}`,
	groups: (count: number) => plural(count, 'group'),
	groupUnit: 'groups',
	/** The groups or days that are ranked, where others have fewer users (intervals) than that needs. */
	large: (parts: string, least: number, startsIn: string): string =>
		`${parts} with at least ${startsIn === 'interval' ? `${least} intervals` : entriesOf(String(least), startsIn)}`,
	/** Follows the highest and lowest of them. */
	onlyOf: (parts: string) => `; only the ${parts} are compared`,
	/** Names a group without a value, or whose value is an empty text. */
	noValue: (property: string, isEmpty: boolean = false) =>
		`(${isEmpty ? `empty ${property}` : `${property} not set`})`,
	noNumber: 'no value',
	/**
	 * Writes the groups with the largest changes, and all others.
	 * @param number of all others, which `moved` says the change of
	 * @param mixed how many of the others rose and fell, if some did each
	 */
	where: (
		groups: readonly Named[],
		others: number,
		number: string,
		moved: string,
		mixed?: { up: number; down: number },
	) =>
		[
			...changedGroups(`Largest change${groups.length > 1 ? 's' : ''}: `, groups),
			`${otherGroups(others)}: ${number}, ${moved}${mixed ? ` (${mixed.up} rose, ${mixed.down} fell)` : ''}`,
		].join('; '),
	extremes(unit: string, high: Extreme, low: Extreme, last: Last) {
		const latest = (one: Extreme) =>
			!last.isLeftOut && one.dates.length < 3 && one.dates.includes(last.date)
				? `, the ${latestOf(last.unit)}`
				: '';
		const sentence = (one: Extreme) => `${one.number} (${extreme(one, unit)}${latest(one)})`;
		const isMarked = last.isLeftOut === true || latest(high) + latest(low) !== '';
		return `${capital(adverb(last.unit))} high: ${sentence(high)}; low: ${sentence(low)}${isMarked ? '' : `; ${latestOf(last.unit)}: ${last.number} (${last.date})`}`;
	},
	distinct: 'The total counts each user once',
	/**
	 * Why the number of all dates, or all groups, is beyond each of them.
	 * @param isOfUsers whether it is computed from numbers of users
	 */
	notMean: (label: string, units: string, isOfUsers: boolean) =>
		isOfUsers
			? `${label} for all ${units} together counts each user once, so it can be outside the range of the individual ${units}`
			: `${label} for all ${units} together is calculated directly, not as an average of the ${units}`,
	completeOnly: (units: string) => `Highs and lows are of complete ${units} only`,
	flat: (count: number, unit: string, number: string) =>
		`Each of these ${count} ${unit}: ${number}`,
	missing: (dates: readonly string[], unit: string) =>
		`no value for ${dates.length > 2 ? `${dates.length} ${unit}` : dates.join(' or ')}`,
	/** Lists the groups with the highest numbers, and what the others have. */
	highest: (list: string): string => `Highest: ${list}`,
	/** Lists some of the other groups, of which another sentence has the sum. */
	among: (list: string) => `Among the others: ${list}`,
	fell: (down: number, up: number, all: number): string =>
		`Of ${english.groups(all)}, ${down} fell and ${up} rose`,
	/** Follows groups whose changes have no verdict, if that of all does. */
	userTable: 'Source: the user table',
	onlyTotal: 'Only the overall number was checked for anything unusual, not the groups',
	/** If single dates of the table are compared. */
	unlikeTotals: 'The total is not compared, because the two periods do not match',
	noChange: {
		open: 'Not compared yet, because the period is not over',
		late: 'Not compared yet, because the data are incomplete',
		later: 'Not compared, because the dates to compare with are not over',
		missing: 'Not compared, because the comparison data are incomplete',
		unlike: 'Not compared, because the two periods do not match',
		noDates: 'Not compared, because there are no matching earlier dates',
		unknown: 'Not compared, because a number is missing',
	},
	sentFor: (percent: number) => `Sent because the change is at least ${percent}%`,
	/**
	 * @param labels empty for all measures of several
	 * @param lacksDays whether the numbers of single days, which the report lacks, would show it
	 */
	unjudged: (labels: string, lacksDays = false) =>
		`${labels ? `The change in ${labels} was` : 'These changes were'} not checked against normal variation${lacksDays ? ': the report has no daily numbers' : ''}`,
	/** @param daily the number of a day, and before, and its change in percent, if known */
	lengths: (
		days: number,
		before: number,
		daily: string = '',
		dailyBefore: string = '',
		percent: string = '',
	) =>
		`${plural(days, 'day')} vs. ${plural(before, 'day')}${daily && `: ${daily} a day, ${percent ? `${english.moved(percent.startsWith('+') ? 1 : -1, percent)} from` : 'and'} ${dailyBefore}${percent ? '' : ' before'}`}`,
	overlapping: 'The two date ranges overlap',
	otherWeekdays: 'Different days of the week are compared',
	/** The same of the rows of a table, if its totals are of the same days of the week. */
	otherDays: 'Each date is compared with a different day of the week',
	/**
	 * Names the special days of the dates, of those compared with, or of both; empty without any.
	 * @param isOne whether there is a single one
	 */
	special(own: string, before: string, isOne: boolean, marks: readonly MarkedAs[]) {
		const days = own && before ? `${own}, as well as ${before},` : own || before;
		return `${capital(days)} ${marksOfDays(marks, isOne)}, which may affect the comparison`;
	},
	/** @param more days that are not named */
	moreDays: (days: string, more: number): string => `${days} and ${plural(more, 'more day')}`,
	/**
	 * Writes special days, of the range or of the one compared with.
	 * @param all number of the days, if they are all days of the range
	 */
	specialDays(days: string, isBefore: boolean, all?: number) {
		if (!isBefore) return days;
		if (all === undefined) return `part of the comparison period (${days})`;
		return `${all > 1 ? 'all days of the comparison period' : 'the comparison day'} (${days})`;
	},
	/** The same by their number, if most days are special. */
	mostDays: (count: number, all: number, isBefore: boolean) =>
		`${count} of the ${all} days${isBefore ? ' of the comparison period' : ''}`,
	comparedWith: (dates: string) => `Compared with ${dates}`,
	/** Writes the number of all dates behind that of the last ones. */
	asWhole: (dates: string, number: string): string => `; ${dates} as a whole: ${number}`,
	/** Writes users who took all steps; without a percentage if there are too few. */
	funnel: (
		steps: string,
		percent: string,
		users: string,
		last: string,
		dates: string,
		startsIn: string,
	) =>
		`${[steps, dates].filter(Boolean).join(', ')}: ${percent ? `${percent} converted (` : ''}${last} of ${entriesOf(users, startsIn)}${percent ? '' : ' converted'}${oftenCounted(startsIn, percent !== '')}${percent ? ')' : ''}`,
	soFar: ' so far',
	/** Writes the number of users that a rate is based on. */
	base: (users: string, startsIn: string) => entriesOf(users, startsIn),
	/** Names groups of equal rates. */
	tied: (names: readonly string[]) =>
		names.length > 2
			? `${names.slice(0, 2).map(quoted).join(', ')} and ${english.groupsLeft(names.length - 2)}`
			: names.map(quoted).join(' and '),
	/** @param of number of groups; undefined for times */
	highLow(what: string, high: Named, low: Named, of?: string) {
		const sentence = (before: string, { name, number, aside, isTied }: Named, at: string) =>
			`${before}${isTied ? name : quoted(name)}${at}${number}${aside ? ` (${aside})` : ''}`;
		if (of === undefined)
			return `${what}: ${sentence('longest for ', high, ', ')}; ${sentence('shortest for ', low, ', ')}`;
		const is = (one: Named, alone: string) => (one.isTied ? ' are tied for' : alone);
		return `${what}: of the ${of}, ${sentence('', high, `${is(high, ' is')} highest at `)}, ${sentence('', low, `${is(low, '')} lowest at `)}`;
	},
	/**
	 * @param isAlone whether nothing is compared with it
	 * @param hasGroups whether it ranks groups, which nothing tests
	 */
	alone: (isAlone: boolean, hasGroups: boolean) => {
		const groups = hasGroups ? 'whether the groups differ by more than chance was not checked' : '';
		return isAlone
			? `Not compared with an earlier period${groups && `; ${groups}`}`
			: capital(groups);
	},
	close: 'the differences could be due to chance',
	/** The same of groups whose numbers are not in the sentence. */
	/** A number that several have. */
	shared: (number: string) => `${number} each`,
	closeBy: (groups: string) => `The differences by ${groups} could be due to chance`,
	apart: 'the groups differ by more than chance',
	step: (to: string, percent: string, isFirst: boolean) =>
		`${percent} ${isFirst ? 'went on' : 'of those'} to “${to}”`,
	dropped: (
		from: string,
		to: string,
		users: string,
		percent: string,
		isOneOfMany: boolean,
		startsIn: string,
		/** Where the highest share of users drops off, if it is somewhere else. */
		steepest?: { from: string; to: string; percent: string },
	) =>
		`${isOneOfMany ? 'One of the largest drop-offs' : 'Largest drop-off'}: ${entriesOf(users, startsIn)} (${percent} of those at “${from}”) before “${to}”${steepest ? `; highest drop-off rate: ${steepest.percent} of those at “${steepest.from}”, before “${steepest.to}”` : ''}`,
	conversions: (steps: string, dates: string) => `Conversion rate of ${steps}, ${dates}`,
	ofList: (what: string, list: string) => `${what}: ${list}`,
	/** @param event of whose property the groups are, if there are several events */
	by: (groups: string, event?: string) =>
		`By ${groups}${event === undefined ? '' : ` of “${event}”`}`,
	/** @param starts number and dates of the starts */
	retained(
		period: string,
		event: string,
		number: string,
		users: string,
		starts: string,
		isChurn: boolean,
		first: string,
		startsIn: string,
	): string {
		const did = didIn(period, event, isChurn);
		const isFew = !number.endsWith('%');
		if (startsIn !== '' && !isFew)
			return `${number} of ${usersOf('', first).trim()} ${did} (${inCohorts(starts, startsIn, users)})`;
		const aside = startsIn === '' ? starts : inCohorts(starts, startsIn);
		return `${number} of ${usersOf(users, first)} ${did}${aside && ` (${aside})`}`;
	},
	/** What groups are ranked by: users who came back in a period. */
	share: (period: string, event: string, isChurn: boolean, first: string) =>
		`Share of ${usersOf('', first).trim()} who ${didIn(period, event, isChurn)}`,
	/**
	 * Writes the number of each period.
	 * @param _what what the numbers are, which the headline says
	 * @param isWorth whether they are values up to the end of a period
	 */
	byPeriod: (_what: string, periods: readonly Named[], isWorth = false) =>
		(isWorth ? 'Cumulative value through ' : '') +
		periods
			.map(
				({ name, number, aside = '' }, index) =>
					`${index > 0 || isWorth ? inPeriod(name) : name}: ${number} ${number.endsWith('%') ? `of ${aside}` : `(${aside})`}`,
			)
			.join(', '),
	startUnits: (count: number, unit: string, dates: string) =>
		`${count === 1 ? '' : `${count} ${adverb(unit)} cohorts, `}${dates}`,
	/** Writes a number of users that is too small for a percentage. */
	persons: (count: string) => count,
	noPeriodOver: (dates: string, period: string, why: WhyLeft, end: string) =>
		`${capital(reasonOf(period, why, end))} for users who started ${onDates(dates)}`,
	/** Scope of a report that leaves out the last starts. */
	startsLeft: (dates: string, period: string, why: WhyLeft, end: string) =>
		`Excludes users who started ${onDates(dates)}, because ${reasonOf(`their ${period}`, why, end)}`,
	noStartOver: 'No conversion window is complete yet',
	did: (users: string, event: string, dates: string) =>
		`${dates && `${dates}: `}${users === '0' ? 'no users' : usersOf(users)}${withEvent(event)}`,
	distribution(
		of: Distributed,
		event: string,
		users: string,
		dates: string,
		countedIn: string,
		ranges: readonly Named[],
		others?: { count: number; number: string },
	): string {
		if (ranges.length === 0) return english.did(users, event, dates);
		const who = `${usersOf(users)}${withEvent(event)}${countedIn && ` (counted once per ${countedIn})`}`;
		const did = event ? 'had' : 'did it';
		const inThem = { times: '', days: 'on ', hours: 'in ' };
		const more = typeof of === 'object' ? '' : inThem[of];
		const what =
			typeof of === 'object'
				? `had ${/^Average /.test(of.value) ? 'an ' : IS_ONE.test(of.value) ? 'a ' : ''}${uncapital(of.value)} `
				: `${did}${event && more && ' them'} ${more}`;
		// In `30% had 2`, the verb can't be left out.
		const isEach = of === 'times' && event !== '';
		const list = ranges.map(({ name, number }, index) => {
			const own = isEach ? fewerThan(name) : english.counted(of, name);
			return `${number} ${index === 0 || isEach ? what : more}${own}`;
		});
		const left = others ? `; ${others.number} in ${others.count} other ranges` : '';
		const when = dates.startsWith('today') ? dates : onDates(dates);
		return `Of the ${who}${dates && ` ${when}`}, ${list.join(', ')}${left}`;
	},
	counted(of: Distributed, name: string) {
		if (typeof of === 'object') return name;
		if (of === 'times') return often(name);
		if (name === '1') return of === 'hours' ? 'a single hour' : '1 day';
		return `${fewerThan(name)} ${of === 'hours' ? 'different ' : ''}${of}`;
	},
	ofGroup: (name: string) => `${name}: `,
	differs: (name: string) => `${name} differs most from the others: `,
	/**
	 * Writes paths that start or end at an event, with the most common events next to it.
	 * @param all number of paths; empty if it is unknown
	 * @param ended paths without such an event
	 */
	paths(
		all: string,
		event: string,
		isFrom: boolean,
		dates: string,
		next: readonly string[],
		most: Named,
		ended: Named | undefined,
	) {
		const place =
			event && ` that ${isFrom ? 'start' : 'end'}${all === '1' ? 's' : ''} with “${event}”`;
		const count = all === '1' ? 'only path' : all ? pathsOf(all) : 'paths';
		const paths = `the ${count}${place}, `;
		const side = isFrom ? 'next' : 'previous';
		if (next.length === 0)
			return `${capital(dates)}: ${all === '1' ? `the only path${place} had no` : `of ${paths}none had a`} ${side} event`;
		const other = `${side} event${next.length > 1 ? 's were' : ' was'}`;
		const isAgain = next.length === 1 && next[0] === event;
		const names = (isAgain ? 'another ' : '') + next.map((name) => `“${name}”`).join(' and ');
		if (most.number === all)
			return `${capital(dates)}: in ${all === '1' ? 'the' : 'all'} ${count}${place}, the ${other} ${names}`;
		const number = `${pathsOf(most.number)}, ${most.aside}${next.length > 1 ? ' each' : ''}`;
		const more = ended ? `; ${ended.number} (${ended.aside}) had no ${side} event` : '';
		return `${capital(dates)}: in ${paths}the most common ${other} ${names} (${number})${more}`;
	},
	/** Writes how often other events follow the first one, or precede the last one. */
	further: (event: string, events: readonly Named[], isFrom: boolean, steps: number) =>
		`${events
			.map(({ name, number, aside }, index) => {
				const verb = index > 0 ? '' : 'occurred ';
				return `“${name}” ${verb}${aside ? `on ${pathsOf(number)} (${aside})` : timesOf(number)}`;
			})
			.join(
				', ',
			)} within ${plural(steps, 'step')} ${isFrom ? 'after' : 'before'} ${event ? `“${event}”` : `the ${isFrom ? 'start' : 'end'}`}`,
	/** @param isFrom whether a share is of all moves that leave the same event */
	moveHeadings: (isFrom: boolean) => [
		'Move',
		'Paths',
		`Share of all moves ${isFrom ? 'from' : 'into'} that event at this step`,
	],
	/** @param isFrom whether the steps count from the start of the paths, not back from their end */
	move: (step: number, events: string, isFrom: boolean) =>
		`${isFrom ? english.stepName(step) : `${plural(step, 'step')} before`}: ${events}`,
	pathScope: (events: string, pause: string) =>
		`Paths consist of these events only: ${events}; after ${pause} without any of them, a new path starts`,
	interval: (steps: string, dates: string, mean: string, intervals: string) =>
		`${[steps, dates].filter(Boolean).join(', ')}: ${mean} on average (${intervals})`,
	lengthsOf: (steps: string, dates: string, what: string) =>
		[steps, dates, uncapital(what)].filter(Boolean).join(', '),
	noIntervals: (steps: string, dates: string) => `${steps}, ${dates}: no intervals`,
	/** @param unit of the dates, if there are several */
	lateStarts: (end: string, unit?: string) =>
		`Intervals that ended after ${end} are not counted, so the true average may be higher${unit ? `, and the averages of the most recent ${unit}s may be too low` : ''}`,
	paired: 'Sensors Analytics determines which events are paired; a user can have several intervals',
	/** @param users empty if it is unknown */
	intervals: (count: string, users: string) =>
		`${count} interval${count === '1' ? '' : 's'}${users && ` from ${usersOf(users)}`}`,
	atMost: (percent: string, time: string) => `${percent}% took at most ${time}`,
	shortest: (low: string, high: string) => `Shortest interval ${low}, longest ${high}`,
	medians: (high: Named, low: Named, unit: string) =>
		`${capital(adverb(unit))} medians ranged from ${low.number} (${low.name}) to ${high.number} (${high.name})`,
	/**
	 * The same if the average is far longer than the longest median of a date.
	 * @param unit of the dates; empty if there is one
	 */
	halfWithin: (
		steps: string,
		dates: string,
		least: string,
		time: string,
		unit: string,
		mean: string,
		intervals: string,
	) =>
		`${[steps, dates].filter(Boolean).join(', ')}: ${unit ? `${adverb(unit)} medians of ` : 'a median of '}${least === time ? time : `${least} to ${time}`}; the average of all ${intervals} is ${mean}, pulled up by long intervals`,
	mean: 'Average time',
	median: 'Median',
	seconds: (count: number, unit: TimeUnit) => `${count} ${TIMES[unit]}`,
	inUnit: (name: string, unit: TimeUnit) => `${name} (${TIMES[unit]})`,
	worth: (
		period: string,
		start: string,
		what: string,
		number: string,
		users: string,
		starts: string,
		startsIn: string,
	): string =>
		`${english.worthBy(period, start, what)}: ${number} (${startsIn ? inCohorts(starts, startsIn, users) : [usersOf(users), starts].filter(Boolean).join(', ')})`,
	worthBy: (period: string, start: string, what: string): string =>
		`${english.worthHeading(what)} through ${
			period.startsWith('Start')
				? period.replace('Start', start ? `the “${start}”` : 'the start')
				: `${period.toLowerCase()}${start && ` after “${start}”`}`
		}`,
	worthHeading: (what: string) => `Cumulative ${what} per user`,
	through: (what: string, period: string) => `${what} through ${inPeriod(period)}`,
	count: (event: string) => `${event} events`,
	untouched: 'no touchpoint',
	otherTouchpoints: (count: number) => `${count} others`,
	touchpoint: 'Touchpoint',
	convertedUsers: (rule: string): string =>
		`Converted users by ${['first', 'last'].includes(rule) ? `${rule} ` : ''}touchpoint`,
	each: (number: string) => `${number} each; a user can count under several`,
	/**
	 * Writes a number of which only what had a touchpoint counts.
	 * @param event of a sum
	 */
	touchedOnly: (
		label: string,
		dates: string,
		number: string,
		event: string,
		within: string,
	): string =>
		`${dates}: ${number} ${event ? `of ${label} came from “${event}” events with` : `${label} had`} ${touchOf(within)}`,
	/**
	 * Writes what is credited to touchpoints.
	 * @param part what had a touchpoint
	 */
	touched(total: string, within: string, part: Named) {
		const touch = touchOf(within);
		if (part.number === total) return `${total}, all with ${touch}`;
		return `${total}, of which ${part.number}${part.aside && ` (${part.aside})`} had ${touch}`;
	},
	/**
	 * @param isAll whether there is a single touchpoint
	 * @param rule how a conversion is credited to touchpoints
	 */
	credited(parts: readonly Named[], isAll: boolean, rule: string) {
		const how = { first: 'First', last: 'Last' }[rule];
		const by = how ? `. ${how} touchpoint` : '. Credited to';
		if (!isAll) return `${by}: ${english.list(parts)}`;
		const name = parts[0]?.name;
		return how
			? `. The ${how.toLowerCase()} touchpoint was always ${name}`
			: `. All credited to ${name}`;
	},
	withoutTouch: (target: string, within: string) =>
		`“${target}” events without ${touchOf(within)} are not counted`,
	touchWindow: (within: string) => `Only touchpoints in the ${within} before a conversion count`,
	rules: {
		first: 'The first touchpoint gets all the credit',
		last: 'The last touchpoint gets all the credit',
		linear: 'Each occurrence of a touchpoint before a conversion gets an equal share',
		position: 'The first and last touchpoints get most of the credit',
		time_decay: 'Later touchpoints get more credit',
	} as { [rule: string]: string },
	/**
	 * @param isWhole whether it is complete, of days, weeks or months of which others may not be
	 * @param isBeforeOpen whether the dates end with one that is not over
	 */
	lastOf: (
		date: string,
		unit: string,
		dates: string,
		isWhole: boolean,
		isBeforeOpen: boolean = false,
	) =>
		`Covers only ${date}, the ${isWhole ? (isBeforeOpen ? `last complete ${unit}` : latestOf(unit)) : `last ${unit}`} of ${dates}, because ${adverb(unit)} numbers can't be added up`,
	partOf: (dates: string, unit: string) => `${dates} (part of a ${unit})`,
	/** In front of numbers that lack what the service left out. */
	incomplete: 'Incomplete data',
	/** @param only what the filter is; without it, the scope has the filter */
	filtered: (headline: string, only = 'Filtered') => `[${only}] ${headline}`,
	/**
	 * Writes conditions.
	 * @param of owner of all properties; undefined if they have several
	 * @param event the event of all properties, if the report has several
	 */
	only: (conditions: string, of?: Owner, event?: string) => {
		const events = event === undefined ? 'events where' : `“${event}” events where`;
		const what = of === 'user' ? 'users whose' : (of ?? event) ? events : 'where';
		return `Only ${what} ${conditions}`;
	},
	/** Names a measure without a filter next to the same with one. */
	unfiltered: (label: string) => `${label} (all)`,
	/** Names a measure with the conditions of its filter; without them if they are too long. */
	narrowed: (label: string, conditions = 'filtered') => `${label} (${conditions})`,
	/** The event of a number that is called by its property. */
	ofEvent: (event: string) => `Event: ${event}`,
	/** @param isSplit whether they end at midnight */
	ofSessions: (session: string, isSplit: boolean) =>
		`Session definition: “${session}”${isSplit ? ', sessions end at midnight' : ''}`,
	/** Writes what a filter applies to: a measure, a step, the start or return of users. */
	within: (what: string, only: string) => `${what}: ${uncapital(only)}`,
	stepName: (step: number): string => `Step ${step}`,
	startName: 'Start',
	returnName: 'Return',
	endName: 'End',
	targetName: 'Target event',
	valueName: 'Value event',
	/** A touchpoint whose event is the target event, too. */
	touchpointName: (event: string): string => `Touchpoint ${event}`,
	/**
	 * Writes a property with its owner, if the owners differ.
	 * @param event if its name matters, or the number of its step
	 */
	owned: (property: string, of: Owner, event?: string | number) =>
		`${property} of ${event === undefined ? `the ${of}` : typeof event === 'number' ? uncapital(english.stepName(event)) : `“${event}”`}`,
	value: (value: string) => value,
	unreadFilter: 'Filtered by conditions that are not shown',
	notApplied: 'Settings that the dashboard or chart adds are not applied',
	settings: (settings: readonly string[], more: number) =>
		`Other settings of the query: ${settings.join(', ')}${more > 0 ? `, and ${more} more` : ''}`,
	/** @param more values that are not listed */
	anyOf: (values: readonly string[], more: number) => {
		if (more > 0) return `${values.join(', ')} or ${more} more`;
		return [values.slice(0, -1).join(', '), ...values.slice(-1)].filter(Boolean).join(' or ');
	},
	/** @param isAny whether one of them is enough */
	moreConditions: (conditions: string, count: number, isAny: boolean) =>
		`${conditions}, ${isAny ? 'or' : 'and'} ${plural(count, 'more condition')}`,
	/** @param isAny whether one of them is enough */
	joined: (conditions: readonly string[], isAny: boolean): string =>
		conditions.join(isAny ? ' or ' : ' and '),
	functions: {
		equal: (property, values) => `${property} is ${values}`,
		notEqual: (property, values) => `${property} is not ${values}`,
		contain: (property, values) => `${property} contains ${values}`,
		notContain: (property, values) => `${property} does not contain ${values}`,
		rlike: (property, values) => `${property} matches ${values}`,
		notrlike: (property, values) => `${property} does not match ${values}`,
		greater: (property, values) => `${property} > ${values}`,
		greaterEqual: (property, values) => `${property} ≥ ${values}`,
		less: (property, values) => `${property} < ${values}`,
		lessEqual: (property, values) => `${property} ≤ ${values}`,
		between: (property, values) => `${property} is from ${values}`,
		isTrue: (property) => `${property} is true`,
		isFalse: (property) => `${property} is false`,
		relativeWithin: (property, values) => `${property} is within the last ${values} days`,
		relativeBefore: (property, values) => `${property} is more than ${values} days ago`,
		isSet: (property) => `${property} has a value`,
		notSet: (property) => `${property} has no value`,
	} as { [name: string]: (property: string, values: string) => string },
	/** What groups are ordered by, if it is a change. */
	changeOf: (label: string, isPercent: boolean) =>
		`the ${isPercent ? 'percentage ' : ''}change in ${label}`,
	top(
		count: number,
		all: number | undefined,
		by: string | undefined,
		isDescending: boolean,
		isOfAll: boolean,
		dates: string,
	): string {
		const which = by ? (isDescending ? 'Top' : 'Bottom') : 'First';
		const groups = all === undefined ? english.groups(count) : `${count} of ${english.groups(all)}`;
		const order = by
			? ` by ${by}${dates && ` over ${dates}`}`
			: ', as returned by Sensors Analytics';
		return `${which} ${groups}${order}${isOfAll ? '; the overall number covers all groups' : ''}`;
	},
	zone: (name: string) =>
		`${(spokenZone(name).split('/').at(-1) ?? name).replaceAll('_', ' ')} time`,
	notWhole: (dates: readonly string[], unit: string) =>
		`Excludes ${dates.join(' and ')} (not ${dates.length > 1 ? `whole ${unit}s` : `a whole ${unit}`})`,
	/**
	 * @param other comparison dates, if the headline leaves them out
	 * @param isLate whether the first of the dates is over, but not all of its data are there
	 */
	notCounted: (dates: string, unit: string, other?: string, isLate?: boolean) =>
		`Excludes ${dates} (${isLate ? 'incomplete data' : `${unit === 'day' ? '' : `this ${unit} is `}not over yet`})${other === undefined ? '' : ` and ${other}, the ${/[–]/.test(other) ? 'days' : 'day'} it would be compared with`}`,
	sample: (percent: string | undefined) =>
		`≈ From a sample${percent ? ` of ${percent} of the users` : ''}`,
	approximate: '≈ Users counted approximately',
	truncated: texts.truncated,
	/** @param end last day that counts, for `short` */
	window: (length: string, ending: 'over' | 'open' | WhyLeft, date: string, end?: string) =>
		`${length.replace(/ (\w+?)s?$/, '-$1')} conversion window${
			ending === 'over'
				? ''
				: ending === 'open'
					? `, still open for users who started from ${date} on`
					: ending === 'short'
						? `; excludes users who started ${onDates(date)}, who had less time because steps after ${end} are not counted`
						: `; ${uncapital(english.startsLeft(date, 'window', ending, end ?? ''))}`
		}`,
	/**
	 * @param until last day, or moment, whose steps count
	 * @param late dates whose users have less time; empty for all, undefined if they are unknown
	 * @param isWithinDay whether only users at the end of the last day have less time
	 */
	windowCut(length: string, until: string, late: string | undefined, isWithinDay: boolean) {
		const start = (days: string) =>
			isWithinDay ? `in the last ${length.replace(/^1 /, '')} of ${days}` : onDates(days);
		const who =
			late === ''
				? 'no user had the full window'
				: `users who started ${late ? start(late) : 'late'} had less time`;
		return `${english.window(length, 'over', '')}; steps after ${until} are not counted, so ${who}, and the rate may be understated`;
	},
	/** What the filter behind the name of a step is about, or those of several steps. */
	ownFilter: (condition: string, step: string, isFirst: boolean) =>
		`“${condition}” applies to “${step}” only${isFirst ? '' : `; users who only had other “${step}” events count as dropped off`}`,
	ownFilters: 'A condition in parentheses applies to its step only',
	noWindow: "The conversion window is unknown: the query doesn't contain it",
	/** Why a funnel by date has no days. */
	noDays: 'No daily rates, because the conversion window of each day ends after these dates',
	/**
	 * @param dates empty if the headline has them
	 * @param unit unit of the periods in the sentence, if any
	 */
	starts: (dates: string, unit?: string) =>
		capital(
			[
				dates && `start date${dates.includes('–') ? 's' : ''} ${dates}`,
				unit && `${unit} 1 is the ${unit} after the start ${unit}`,
			]
				.filter(Boolean)
				.join('; '),
		),
	/** The service may count them (docs/reports.md, "Lifetime value"). */
	mayBeBefore: (start: string, unit: string) =>
		`The start ${unit}, and therefore all cumulative numbers, may include what users did earlier that ${unit}, before ${start ? `“${start}”` : 'the start'}`,
	churn: 'A user who churned in one period may come back in a later one',
	cutStart: (whole: string, counted: string, unit: string) =>
		`Of the ${unit} of ${whole}, only ${counted} ${counted.includes('–') ? 'count' : 'counts'}`,
	/** Explains fractions in a table of percentages. */
	few: (least: string): string => `Shown as a fraction where fewer than ${least} users started`,
	/** @param isSaid whether the headline says in English how often a user counts */
	perUnit(unit: string, isFunnel: boolean, isSaid: boolean): string {
		if (isSaid) return '';
		return isFunnel
			? `A user counts once for each ${unit} on which they did step 1`
			: `A user counts once per ${adverb(unit)} cohort`;
	},
	countedOnce: (areGroups: boolean) => `Each user is counted once${areGroups ? ' per group' : ''}`,
	ofEntries: 'A user can enter the funnel several times, and each entry counts',
	fewer: (unit: string) =>
		`later ${unit}s cover fewer cohorts, so the ${unit}s are not directly comparable`,
	inSeveral: {
		events: 'An event can be in several groups',
		sessions: 'A session can be in several groups',
		users: 'A user can be in several groups',
		values: 'A value can be in several groups',
	} satisfies Record<CountedEntity, string>,
	mayBeList: 'If a group property is a list, an event can be in several groups',
	gone: (before: string) => `no value now (${before} before)`,
	/** Says why the overall rate is not among those of the groups. */
	beyondGroups: (isMore: boolean): string =>
		isMore
			? "A user can be in several groups and convert in only some of them, so the overall rate is higher than any group's"
			: "Users who converted are in more groups than users who did not, so the overall rate is lower than any group's",
	numbersOn: (label: string, dates: string) => `${label}, ${dates}`,
	/** Heading, or dates, with the comparison dates of their changes. */
	versus: (label: string, before: string) => `${label} (vs. ${before})`,
	earlier: (count: number, unit: string) => `${plural(count, unit)} earlier`,
	length: (count: number, unit: 'minute' | 'hour' | 'day') => plural(count, unit),
	unit: (name: string, count: number = 1): string => (count === 1 ? name : `${name}s`),
	/** The measure word after a number; none in English. */
	counter: () => '',
	measure: 'Measure',
	conversion: () => 'Converted',
	withUnit: (number: string, unit: string) => `${number} ${unit}`,
};

/** A sentence with what only the Chinese one needs after the English parameters. */
type With<Name extends keyof typeof english, More extends unknown[]> = (
	...given: [...Parameters<Extract<(typeof english)[Name], (...given: never[]) => string>>, ...More]
) => string;

interface MoreSentences {
	change: With<'change', [label: string]>;
	short: With<'short', [label?: string]>;
	extremes: With<'extremes', [label?: string]>;
	/** `startsIn`: day or week, if users count once for each in which they started; or `entry`. */
	persons: With<'persons', [startsIn: string]>;
	conversion: With<'conversion', [startsIn: string]>;
	/** `isFunnel`: whether they entered a funnel, rather than a cohort. */
	base: With<'base', [isFunnel?: boolean]>;
	large: With<'large', [isFunnel?: boolean]>;
	/** `all`: number of all days. */
	moreDays: With<'moreDays', [all: number]>;
	counter: With<'counter', [label: string]>;
	/** `isTotal`: whether it counts or adds up, rather than being an average. */
	asWhole: With<'asWhole', [isTotal: boolean]>;
	/** `isOften`: whether users count several times. */
	few: With<'few', [isOften: boolean]>;
}

export type Sentences = Omit<typeof english, keyof MoreSentences> & MoreSentences;

/** Writes `Etc/GMT-8`, whose sign is reversed, as everybody reads it: `UTC+8`. */
function spokenZone(timeZone: string): string {
	return timeZone.replace(
		/^Etc\/GMT([-+])(\d+)$/,
		(_name, sign: string, hours: string) => `UTC${sign === '-' ? '+' : '\u2212'}${hours}`,
	);
}

/** Writes whether a change is normal, to add after it. */
function verdictOf(change: ChangeInWords): string {
	if (isNormal(change)) return `, ${NORMAL}`;
	if (change.isBeyond) {
		const days = {
			now: ', but these dates have special days',
			before: ', but the comparison period has special days',
			both: ', but the two periods differ in their number of special days',
		};
		return BEYOND + (change.special ? days[change.special] : '');
	}
	return change.varying === undefined
		? ''
		: `; ${adverb(change.varying)} numbers vary too much to tell whether this is unusual`;
}

function extreme({ dates, of }: Extreme, unit: string): string {
	if (dates.length < 3) return dates.join(' and ');
	return `${/^day/.test(unit) ? 'on' : 'in'} ${dates.length} of the ${of} ${unit}`;
}

function timesOf(count: string): string {
	return `${count} time${count === '1' ? '' : 's'}`;
}

/** @param event what the users did, if it isn't named already */
function usersOf(count: string, event = ''): string {
	return `${count} ${event && `“${event}” `}user${count === '1' ? '' : 's'}`;
}

/** Follows what has an event, if it isn't named already. */
function withEvent(event: string): string {
	return event && ` with “${event}” events`;
}

function pathsOf(count: string): string {
	return `${count} path${count === '1' ? '' : 's'}`;
}

/** @param startsIn `entry` if a user counts whenever they enter a funnel */
function entriesOf(count: string, startsIn: string): string {
	if (startsIn !== 'entry') return usersOf(count);
	return `${count} ${count === '1' ? 'entry' : 'entries'}`;
}

/** Whether users of a funnel count once for each day on which they started. */
function isOften(startsIn: string): boolean {
	return startsIn !== '' && startsIn !== 'entry';
}

/** Says of the users of a funnel that they count once for each day on which they started. */
function oftenCounted(startsIn: string, isInAside: boolean): string {
	if (!isOften(startsIn)) return '';
	const counted = `counted once per start ${startsIn}`;
	return isInAside ? `, ${counted}` : ` (${counted})`;
}

/** Writes a date, or dates from one to another, after what happened then. */
function onDates(dates: string): string {
	return dates.includes('–') ? `between ${dates.replace('–', ' and ')}` : `on ${dates}`;
}

/**
 * Writes cohorts, and how often their users count, who may be in several of them.
 * @param users their number, if nothing else has it
 */
function inCohorts(starts: string, startsIn: string, users?: string): string {
	const who = users === undefined ? 'users count' : `${usersOf(users)}, counted`;
	return `${starts && `${starts}; `}${who} once per ${starts === '' ? `${adverb(startsIn)} ` : ''}cohort`;
}

function touchOf(within: string): string {
	// "In the day before" would be yesterday.
	return `a touchpoint${within && (/^1 /.test(within) ? ` at most ${within} earlier` : ` in the preceding ${within}`)}`;
}

function otherGroups(count: number): string {
	return count === 1 ? 'the other group' : `the other ${count} groups combined`;
}

/** @param event what users did; empty if it is the first event again */
function didIn(period: string, event: string, isChurn: boolean): string {
	const name = uncapital(period);
	const [, unit] = /^(day|week|month) 1$/.exec(name) ?? [];
	const did = event
		? `had ${isChurn ? 'no ' : ''}“${event}” events`
		: `${isChurn ? 'did not have' : 'had'} the event again`;
	if (unit) return `${did} ${unit === 'day' ? 'the next' : 'in the following'} ${unit}`;
	return `${did} ${name.includes('day') ? 'on' : 'in'} ${name}`;
}

/** Why users who started on the last dates are left out of a period, or a window. */
type WhyLeft = 'short' | 'late' | 'running';

function reasonOf(what: string, why: WhyLeft, end: string): string {
	if (why === 'short') return `${what} ends after the last day of the report (${end})`;
	return why === 'late' ? `the data of ${what} are incomplete` : `${what} is not over yet`;
}

function reasonZh(what: string, why: WhyLeft, end: string): string {
	if (why === 'short') return `${what}在${end}之后才结束`;
	return what + (why === 'late' ? '内的数据尚未到齐' : '尚未结束');
}

function latestOf(unit: string): string {
	return `last ${['week', 'month', 'quarter', 'year'].includes(unit) ? 'complete ' : ''}${unit}`;
}

function often(times: string): string {
	return { 1: 'once', 2: 'twice' }[times] ?? `${fewerThan(times)} times`;
}

/** Writes `Week 1`, or `Start week`, within a sentence. */
function inPeriod(name: string): string {
	return name.startsWith('Start') ? `the ${uncapital(name)}` : uncapital(name);
}

function fewerThan(count: string): string {
	return count.replace(/^under/, 'fewer than');
}

function adverb(unit: string): string {
	return /^days?$/.test(unit) ? 'daily' : `${unit.replace(/s$/, '')}ly`;
}

const touchZh = (within: string) => `转化前${within && ` ${within}内`}有触点`;
const SIDES_ZH = { above: '高于', below: '低于', within: '在' };
const inSeveralZh = (what: string) => `同一${what}可能属于多个分组，各组之和可能大于总数`;
const NORMAL_ZH = '属正常波动';
const BEYOND_ZH = '超出正常波动范围';
const UNITS_ZH: { [unit: string]: string } = {
	second: '秒',
	minute: '分钟',
	hour: '小时',
	day: '天',
	week: '周',
	month: '个月',
	quarter: '个季度',
	year: '年',
};

/** Names what a distribution counts, in front of its first range; a number of times needs no name. */
function ofZh(of: Distributed): string {
	if (typeof of === 'object') return `每人${beforeHan(beforeNumber(of.value))}`;
	return { times: '', hours: '发生小时数', days: '发生天数' }[of];
}

const BEFORE_ZH: { [time: string]: string } = {
	'1 week': '一周前',
	'1 month': '一个月前',
	'12 month': '去年同期',
};
const PREVIOUS_ZH: { [unit: string]: string } = { 天: '昨天', 周: '上周', 个月: '上月' };
/** A label of a count with its measure word; a formula has none, and `总次数` is a name. */
const COUNTED = /^([^-+*/÷]*[^-+*/÷总])(次|人)数$/;

export const chinese: Sentences = {
	of(label, dates, number) {
		// A number of users has the moment instead of dates.
		if (label === '' && dates.startsWith('截至')) return `${dates}为 ${number}`;
		const behind = /\d$/.test(dates)
			? ` ${label}`
			: dates.endsWith('）')
				? label
				: beforeNumber(label);
		const what = dates.startsWith('截至')
			? `${dates}，${label}`
			: `${dates}${label && dates ? behind : label}`;
		// This is the spoken form: `支付订单 54 次`.
		const [, stem = '', unit] = (COUNTED.test(label) && COUNTED.exec(what)) || [];
		const [, mean = '', own, more = ''] =
			/^(?:([日周月]均|每[^\s\d]{1,4}平均|共) )?([\u2212\d.,]+)([（，].*)?$/.exec(number) ?? [];
		if (unit !== undefined && own !== undefined)
			return `${(mean && beforeHan(stem) + mean) || stem.trimEnd()} ${own} ${unit}${more}`;
		// This is a list of names instead of a number.
		const isList =
			/^(?!\S+均 |共 |≈ )(?:[\p{L}（]|[^\s，（]+ [\u2212¥\d])/u.test(number) && label !== '';
		if (isList) return `${what}：${number}`;
		const is = dates.startsWith('截至') ? '为' : '';
		if (label === '' && what.endsWith('）')) return `${what}${number}`;
		return `${is || /^\p{Script=Han}/u.test(number) ? beforeHan(what) : `${what} `}${is && `${is} `}${number}`;
	},
	change(change, dates, label) {
		const { kind, before } = change;
		if (kind === 'same') return `，与${dates}持平`;
		if (isFromZero(change)) return `，${dates}为 0`;
		const unit = counterOf(label);
		return `，较${dates}的 ${before}${unit || ' '}${movedZh(change, unit)}${verdictZh(change)}`;
	},
	short(change, label = '') {
		const { kind } = change;
		if (kind === 'same') return '（持平）';
		if (isFromZero(change)) return '（对比期为 0）';
		const moved = movedZh(change, counterOf(label));
		const sentence = `${moved}${verdictZh(change)}`;
		return kind === 'about' && isNormal(change) ? `（${sentence}）` : `，${sentence}`;
	},
	moved: (way, amount) =>
		way === 0
			? '持平'
			: `${way > 0 ? '增加' : '减少'}${beforeNumber(withoutSign(amount, '不足 '))}`,
	allNormal: (count) => `，${count === 1 ? '' : '均'}${NORMAL_ZH}`,
	allGroupsNormal: (count, label) =>
		`；${count} 组${label && `的${beforeNumber(label)}`}均${NORMAL_ZH}`,
	size: ({ kind, amount, percent }) =>
		({
			same: '持平',
			fromZero: '对比期 0',
			times: `${amount}，增至对比期的 ${percent} 倍`,
			points: `${amount} 个百分点`,
			percent: `${amount}，${percent}`,
		})[kind as string] ?? amount,
	slot(unit, start) {
		if (unit === 'week') return '单周';
		return `周${CHINESE_WEEKDAYS[weekdayOf(start.slice(0, 10)) % 7]}${unit === 'hour' ? ` ${start.slice(11, 16)} ` : ''}`;
	},
	usual: (side, slot, range) =>
		`，${SIDES_ZH[side]}${slot}的常见范围${range && `（${range}）`}${side === 'within' ? '内' : ''}`,
	beyond: (side, limit) => `，${SIDES_ZH[side]}阈值 ${limit}`,
	level: (side, since) => `，自${since}起持续${SIDES_ZH[side]}平时水平`,
	standsOut({ label, isLabelled, name, number, moved, isBeyond, isAsOverall, isOnly, isAlso }) {
		const but = isAsOverall ? '其中' : isAlso ? '同时' : '但';
		const beyond = isBeyond ? `，${isOnly && !isAlso ? '仅此一项' : ''}${BEYOND_ZH}` : '';
		const sentence = `${number}${counterOf(label)}${moved}${beyond}`;
		return isLabelled
			? `；${but}${spaced(but, beforeHan(quoted(name)))}的${spaced('的', label)} ${sentence}`
			: `；${but}${spaced(but, quoted(name))}${spaced(name, sentence)}`;
	},
	total: (areSums) => (areSums ? '合计' : '整体'),
	means: meanZh,
	noTotals: '神策分析未返回整个日期范围的合计',
	noOverall: '神策分析未返回合计，仅列出各组',
	marked: (day, as) => `${day}${marksZh([as])}，无常见范围`,
	noUsual: {
		incomplete: '周期不完整，无常见范围',
		weeks: '所选日期并非项目设定的一周，无常见范围',
		failed: '历史数据查询失败，无常见范围',
	},
	average: (number, unit) => `${meanZh(unit)} ${number}`,
	averaged: (label, unit) => `${label}（${meanZh(unit)}）`,
	until: (dates, time, isToday) =>
		isToday
			? `今天（${withoutBrackets(dates)}，截至 ${time}）`
			: dates.includes('–')
				? `${dates}（截至${dates.split('–').at(-1)} ${time}）`
				: inBrackets(dates, `截至 ${time}`),
	arrived: (dates, moment, isToday) =>
		isToday
			? `今天（${withoutBrackets(dates)}，数据截至${beforeNumber(moment)}）`
			: inBrackets(dates, `数据截至${beforeNumber(moment)}`),
	asOf: (day, time) => `截至${day}${time}`,
	dataUntil: (moment) => `神策分析的数据仅截至${beforeNumber(moment)}`,
	dataBeforeUntil: (moment) => `对比期的数据仅截至${beforeNumber(moment)}`,
	list: (entries) =>
		alikeQuoted(entries)
			.map(({ name, number, aside }) => `${name} ${number}${aside ? `（${aside}）` : ''}`)
			.join(entries.some(({ number }) => number.includes('，')) ? '；' : '、'),
	others: (count, sentence) =>
		sentence === undefined
			? `另有 ${count} 组未列出`
			: `其余 ${count} 组${count > 1 ? '共' : '为'} ${sentence}`,
	groupsLeft: (count) => `其余 ${count} 组`,
	andMore: (list, left) => (left === 0 ? list : `${list}，以及其余 ${left} 组`),
	groups: (count) => `${count} 组`,
	groupUnit: '组',
	large: (parts, least, startsIn, isFunnel) =>
		`${startsIn === 'interval' ? '间隔数' : `${isFunnel === undefined ? '' : isFunnel ? '进入漏斗' : '初始'}${startsIn ? '人次' : '人数'}`}不少于 ${least} 的 ${parts}`,
	onlyOf: (parts) => `，仅比较${parts}`,
	noValue: (property, isEmpty) => beforeHan(property) + (isEmpty ? '为空值' : '未知'),
	noNumber: '无数值',
	where: (groups, others, number, moved, mixed) =>
		[
			...changedGroups('变化最大：', groups),
			`${chinese.others(others, number)}，${moved}${mixed ? `（${mixed.up} 增 ${mixed.down} 减）` : ''}`,
		].join('；'),
	extremes(unit, high, low, last, label = '') {
		const counter = counterOf(label);
		const one = (last.isPrevious && PREVIOUS_ZH[last.unit]) || `最后一${wholeZh(last.unit)}`;
		const latest = ({ dates }: Extreme) =>
			!last.isLeftOut && dates.length < 3 && dates.includes(last.date)
				? `，${dates.length > 1 ? '后者为' : '即'}${one}`
				: '';
		const sentence = (some: Extreme) =>
			`${some.number}${counter}（${extremeZh(some, unit)}${latest(some)}）`;
		const isNamed = latest(high) + latest(low) !== '';
		return `单${unitZh(unit)}最高 ${sentence(high)}，最低 ${sentence(low)}${last.isLeftOut || isNamed ? '' : `，${one} ${last.number}${counter}（${last.date}）`}`;
	},
	distinct: '合计人数已按用户去重',
	notMean: (label, units, isOfUsers) =>
		isOfUsers
			? `整体的${beforeHan(beforeNumber(label))}按去重后的用户数计算，与各${unitZh(units)}数值口径不同，不宜直接比较`
			: `整体的${beforeHan(beforeNumber(label))}单独计算，不是各${unitZh(units)}的平均`,
	completeOnly: (units) => `最高与最低仅比较完整的${units.replace('个', '')}`,
	flat: (count, unit, number) => `${countZh(count, unit)}均为 ${number}`,
	missing: (dates, unit) =>
		dates.length > 2
			? `另有 ${countZh(dates.length, unit)}无数值`
			: `${beforeHan(dates.join('、'))}无数值`,
	highest: (list) => `最高：${list}`,
	among: (list) => `其余各组中${spaced('中', list)}`,
	fell: (down, up, all) => `${all} 组中 ${down} 组下降，${up} 组上升`,
	userTable: '数据来源：用户表',
	onlyTotal: '以上判断仅针对整体，未判断各组的变化是否正常',
	unlikeTotals: '两期日期不对应，整体不作比较',
	noChange: {
		open: '本期尚未结束，暂不作比较',
		late: '本期数据尚未到齐，暂不作比较',
		later: '对比期尚未结束，不作比较',
		missing: '对比期数据不完整，不作比较',
		unlike: '两期日期不对应，不作比较',
		noDates: '没有可对比的日期，不作比较',
		unknown: '部分数值缺失，不作比较',
	},
	sentFor: (percent) => `变化幅度达到设定的 ${percent}%，因此发送`,
	unjudged(labels, lacksDays) {
		const changes = labels ? `${beforeHan(labels)}的变化` : '上述变化';
		return lacksDays
			? `因缺少每日数值，无法判断${spaced('断', changes)}是否正常`
			: `未判断${spaced('断', changes)}是否正常`;
	},
	lengths: (days, before, daily = '', dailyBefore = '', percent = '') =>
		`本期 ${days} 天，对比期 ${before} 天${daily && `；日均 ${daily}，${percent ? `较对比期的 ${dailyBefore} ${chinese.moved(percent.startsWith('+') ? 1 : -1, percent)}` : `对比期日均 ${dailyBefore}`}`}`,
	overlapping: '本期与对比期的日期有重叠',
	otherWeekdays: '两期星期不同',
	otherDays: '各日与其对比日的星期不同',
	special(own, before, isOne, marks) {
		const days = [own, before].filter(Boolean).join('，以及');
		return `${beforeHan(days)}${isOne ? '' : '均'}${marksZh(marks)}，可能影响对比`;
	},
	moreDays: (days, _more, all) => `${days}等 ${all} 天`,
	specialDays(days, isBefore, all) {
		const period = isBefore ? '对比期' : '本期';
		if (all === undefined) return `${period}中的${days}`;
		return `${period}${bracketed(days)}${all > 1 ? '全程' : ''}`;
	},
	mostDays: (count, all, isBefore) => `${isBefore ? '对比期' : '本期'} ${all} 天中的 ${count} 天`,
	comparedWith: (dates) => `对比期 ${dates}`,
	asWhole: (dates, number, isTotal) =>
		`；${dates}${isTotal ? '共' : '整体'}${beforeNumber(number)}`,
	funnel(steps, percent, users, last, dates, startsIn) {
		const sentence = `${users} ${startsIn ? '人次中' : '名用户中'} ${last} ${startsIn ? '人次' : '名'}完成`;
		const rate = `${steps && `“${steps}”的`}总转化率为 ${percent}（${sentence}）`;
		return `${dates}，${percent ? rate : `${steps && `“${steps}”：`}${sentence}`}`;
	},
	soFar: '，截至目前',
	base: (users, startsIn, isFunnel) =>
		`${isFunnel ? '进入漏斗' : startsIn ? '初始' : '初始用户'} ${chinese.persons(users, startsIn)}`,
	tied: (names) =>
		names.length > 2
			? `${beforeHan(names.slice(0, 2).map(quoted).join('、'))}等 ${names.length} 组`
			: joinZh(names.map(quoted), '和'),
	highLow(what, high, low, of) {
		if (of === undefined)
			return `${what}最长的是${spaced('是', quoted(high.name))}：${high.number}（${high.aside ?? ''}），最短的是${spaced('是', quoted(low.name))}：${low.number}（${low.aside ?? ''}）`;
		const sentence = ({ name, number, aside = '', isTied }: Named, end: string) =>
			`${beforeHan(isTied ? name : quoted(name))}${isTied ? '并列' : ''}${end}（${[number, aside].filter(Boolean).join('，')}）`;
		return `${what}：${beforeHan(of)}中${beforeNumber(sentence(high, '最高'))}，${sentence(low, '最低')}`;
	},
	alone: (isAlone, hasGroups) =>
		[isAlone ? '未与其他时段对比' : '', hasGroups ? '各组差异未作检验' : '']
			.filter(Boolean)
			.join('，'),
	close: '各组差异不显著',
	shared: (number) => `各 ${number}`,
	closeBy: (groups) => `按${beforeNumber(groups)}：各组差异不显著`,
	apart: '各组差异显著',
	step: (to, percent, isFirst) => `${isFirst ? '各步转化率：' : ''}“${to}” ${percent}`,
	dropped: (from, to, users, percent, isOneOfMany, startsIn, steepest) =>
		`流失${startsIn ? '人次' : '人数'}最多的${isOneOfMany ? '环节之一' : '环节'}：${from} → ${to}，流失 ${users} ${startsIn ? '人次' : '人'}（${percent}）${steepest ? `；流失率最高的环节：${steepest.from} → ${steepest.to}，${steepest.percent}` : ''}`,
	conversions: (steps, dates) => `${dates}，“${steps}”总转化率`,
	ofList: (what, list) => `${what}：${list}`,
	by: (groups, event) =>
		event === undefined ? `按${beforeNumber(groups)}` : `按“${event}”的${beforeNumber(groups)}`,
	retained: (period, event, percent, users, starts, isChurn, first, startsIn) =>
		`${retentionZh(event, first, period, isChurn)}${percent.endsWith('%') ? '率为' : ''} ${percent}（初始${startsIn ? '' : '用户'} ${users} ${startsIn ? '人次' : '人'}${starts && `，${starts}`}）`,
	share: (period, event, isChurn, first) => `${retentionZh(event, first, period, isChurn)}率`,
	byPeriod: (what, periods) => `${what}：${chinese.list(periods)}`,
	startUnits(count, unit, dates) {
		const start = `起始${CHINESE_UNITS[unit] ?? unit}`;
		return count > 1 ? `${dates}共 ${count} 个${start}` : `${start} ${dates}`;
	},
	persons: (count, startsIn) => `${count} ${startsIn ? '人次' : '人'}`,
	noPeriodOver: (dates, _period, why, end) => `${dates}的初始用户，${reasonZh('观察期', why, end)}`,
	startsLeft: (...of) => `${chinese.noPeriodOver(...of)}，未计入`,
	noStartOver: '各起始日的窗口期均未结束',
	did: (users, event, dates) =>
		`${dates && `${dates}，`}${users === '0' ? '没有用户' : `${users} 名用户`}做过${event ? `“${event}”` : '该事件'}`,
	distribution(of, event, users, dates, countedIn, ranges, others) {
		if (ranges.length === 0) return chinese.did(users, event, dates);
		const counter = countedIn
			? `人次（同一用户每${CHINESE_UNITS[countedIn] ?? '期'}计一次）`
			: '名用户';
		const who = `${event && `有过“${event}”行为的 `}${users} ${counter}`;
		const left = others ? `；其余 ${others.count} 个区间共 ${others.number}` : '';
		const sentence = ranges.map(({ name, number }, index) => {
			const own = beforeHan(chinese.counted(of, name));
			const what = index > 0 ? '' : ofZh(of);
			const is = what && !own.startsWith('小于') ? '为' : '';
			return `${what}${is}${is ? beforeNumber(own) : own}的${number.endsWith('%') ? '占' : '有'} ${number}`;
		});
		return `${dates && `${dates}，`}${who}中，${sentence.join('，')}${left}`;
	},
	counted(of, name) {
		if (typeof of === 'object') return name;
		const [, count = '', more = ''] = /^(.*?) ?(及以上)?$/.exec(name) ?? [];
		return `${count} ${{ times: '次', hours: '个小时', days: '天' }[of]}${more}`;
	},
	ofGroup: (name) => `${name}，`,
	differs: (name) => `与其他组差异最大的是${spaced('是', name)}：`,
	paths(all, event, isFrom, dates, next, most, ended) {
		const place = event && `${isFrom ? '从' : '以'}“${event}”${isFrom ? '开始' : '结束'}的`;
		const paths = `${dates}，${place}${all && `${beforeNumber(all)} 条`}${place ? '' : '用户'}路径`;
		const side = `${isFrom ? '下' : '上'}一步`;
		if (next.length === 0) return `${paths}均没有${side}`;
		const names = next.map((name) => `“${name}”`).join('、');
		if (most.number === all) return `${paths}，${side}均为${names}`;
		const number = `${next.length > 1 ? '各 ' : ''}${most.number} 条，${most.aside}`;
		const more = ended ? `，没有${side}的有 ${ended.number} 条（${ended.aside}）` : '';
		return `${paths}中，${side}最多的是${names}（${number}）${more}`;
	},
	further: (event, events, isFrom, steps) =>
		`${event ? `“${event}”` : isFrom ? '起点' : '终点'}之${isFrom ? '后' : '前'} ${steps} 步内的其他事件：${events
			.map(
				({ name, number, aside }) =>
					`“${name}”${aside ? `出现在 ${number} 条路径中（${aside}）` : `出现 ${number} 次`}`,
			)
			.join('、')}`,
	moveHeadings: (isFrom) => ['流向', '路径数', isFrom ? '占前一事件的比例' : '占后一事件的比例'],
	move: (step, events, isFrom) => `${isFrom ? '' : '倒数'}${chinese.stepName(step)}：${events}`,
	pathScope: (events, pause) => `路径仅统计以下事件：${events}；间隔超过 ${pause}视为新路径`,
	interval: (steps, dates, mean, intervals) =>
		`${dates}，${steps && `“${steps}”的`}平均间隔为 ${mean}（${intervals}）`,
	lengthsOf: (steps, dates, what) => `${dates}，${steps && `“${steps}”的`}${what}`,
	noIntervals: (steps, dates) => `${dates}，没有“${steps}”的间隔记录`,
	lateStarts: (end, unit) =>
		`${end}之后才结束的间隔未计入，因此平均间隔可能偏短${unit ? '，起始日期越靠后越明显' : ''}`,
	paired: '起止事件由神策分析自动配对，同一用户可有多个间隔',
	intervals: (count, users) => `${users && `${users} 名用户，`}共 ${count} 个间隔`,
	atMost: (percent, time) => `${percent}% 的间隔不超过 ${time}`,
	shortest: (low, high) => `间隔最短 ${low}，最长 ${high}`,
	medians: (high, low, unit) =>
		`各${unitZh(unit)}中位数最长为 ${high.number}（${high.name}），最短为 ${low.number}（${low.name}）`,
	halfWithin: (steps, dates, least, time, unit, mean, intervals) =>
		`${dates}，${steps && `“${steps}”`}${unit && `每${unitZh(unit)}`}间隔的中位数为 ${least === time ? time : `${least}至 ${time}`}，平均间隔被较长的间隔拉高到 ${mean}（${intervals}）`,
	mean: '平均间隔',
	median: '中位数',
	seconds: (count, unit) => `${count} ${UNITS_ZH[unit]}`,
	inUnit: (name, unit) => `${name}（${UNITS_ZH[unit]}）`,
	worth: (period, start, what, number, users, starts, startsIn) =>
		`${chinese.worthBy(period, start, what)} ${number}（${startsIn ? `初始 ${users} 人次` : `${users} 名用户`}${starts && `，${starts}`}）`,
	worthBy(period, start, what) {
		const from = start && beforeHan(start);
		const until = period.startsWith('起始')
			? `${from}${start ? period.replace('起始', '') : period}`
			: `截至${from && `${beforeNumber(from)}后`}${period}`;
		return `${until}，${chinese.worthHeading(what)}`;
	},
	worthHeading: (what) => `人均累计${beforeNumber(what)}`,
	through: (what, period) => `${what}（截至${period}）`,
	count: (event) => `${event}次数`,
	untouched: '无触点',
	otherTouchpoints: (count) => `其余 ${count} 项`,
	touchpoint: '触点',
	convertedUsers: (rule) =>
		({ first: '按首次触点归因的转化用户数', last: '按末次触点归因的转化用户数' })[rule] ??
		'各触点的转化用户数',
	each: (number) => `均为 ${number}；同一用户可计入多个触点`,
	touchedOnly: (label, dates, number, event, within) =>
		chinese.of(
			`${touchZh(within)}的${event && `“${event}”，`}${event ? label : beforeNumber(label)}`,
			`${dates}，`,
			number,
		),
	touched(total, within, part) {
		const touch = touchZh(within);
		if (part.number === total) return `共 ${total}，均在${touch}`;
		return `共 ${total}，其中 ${part.number}${part.aside && `（${part.aside}）`}在${touch}`;
	},
	credited(parts, isAll, rule) {
		const how = { first: '按首次触点', last: '按末次触点' }[rule] ?? '';
		return isAll
			? `，${how}全部归因于“${parts[0]?.name}”`
			: `，${how}归因${how ? '' : '结果'}：${chinese.list(parts)}`;
	},
	withoutTouch: (target, within) => `${within && `转化前 ${within}内`}无触点的“${target}”未计入`,
	touchWindow: (within) => `仅统计转化前 ${within}内的触点`,
	rules: {
		first: '首次触点归因',
		last: '末次触点归因',
		linear: '线性归因：转化贡献平均分配给转化前的每个触点',
		position: '位置归因：首次和末次触点的权重最高',
		time_decay: '时间衰减归因：越接近转化的触点权重越高',
	},
	lastOf: (date, unit, dates, isWhole, isBeforeOpen) =>
		`所选日期为${dates}；各${unitZh(unit)}数据不能相加，此处仅展示最后一${isWhole ? (isBeforeOpen ? `个完整${unitZh(unit)}` : wholeZh(unit)) : unit}${bracketed(date)}的数据`,
	partOf: (dates, unit) => inBrackets(dates, `不足一${unit}`),
	incomplete: '数据不完整',
	filtered: (headline, only = '已筛选') => `【${only}】${headline}`,
	only(conditions, of, event) {
		const what = event ? `“${event}”` : of === 'user' ? '用户' : of === 'event' ? '事件' : '数据';
		return `仅统计${beforeHan(beforeNumber(conditions))}的${what}`;
	},
	unfiltered: (label) =>
		/平均|最大|最小|人均/.test(label) ? `${label}（全部）` : `全部${beforeNumber(label)}`,
	narrowed: (label, conditions = '筛选后') => `${beforeHan(conditions)}的${beforeNumber(label)}`,
	ofEvent: (event) => `事件：${event}`,
	ofSessions: (session, isSplit) => `Session 规则：“${session}”${isSplit ? '（按天切分）' : ''}`,
	within: (what, only) => `${what}：${only}`,
	stepName: (step) => `第 ${step} 步`,
	startName: '初始行为',
	returnName: '后续行为',
	endName: '结束行为',
	targetName: '目标转化事件',
	valueName: '价值事件',
	touchpointName: (event) => `触点“${event}”`,
	owned(property, of, event) {
		const ownEvent = typeof event === 'number' ? `第 ${event} 步` : `“${event}”`;
		const owner = event === undefined ? (of === 'user' ? '用户' : '事件') : ownEvent;
		return `${owner}的${beforeNumber(property)}`;
	},
	value: (value) => (/^\p{Script=Han}/u.test(value) ? `“${value}”` : value),
	unreadFilter: '已应用筛选条件（未列出）',
	notApplied: '未应用概览或图表附加的设置',
	settings: (settings, more) =>
		`查询的其他设置：${more > 0 ? `${beforeHan(settings.join('、'))}等 ${settings.length + more} 项` : settings.join('、')}`,
	anyOf: (values, more) => {
		if (more > 0) return `${beforeHan(values.join('、'))}等 ${values.length + more} 个值之一`;
		return joinZh([values.slice(0, -1).join('、'), ...values.slice(-1)].filter(Boolean), '或');
	},
	moreConditions: (conditions, count, isAny) =>
		`${conditions}（${isAny ? '或满足另外' : '另有'} ${count} 个条件${isAny ? '之一' : ''}）`,
	joined: (conditions, isAny) => joinZh(conditions, isAny ? '或' : '且'),
	functions: {
		equal: (property, values) => `${beforeHan(property)}为${beforeNumber(values)}`,
		notEqual: (property, values) => `${beforeHan(property)}不为${beforeNumber(values)}`,
		contain: (property, values) => `${beforeHan(property)}包含${beforeNumber(values)}`,
		notContain: (property, values) => `${beforeHan(property)}不包含${beforeNumber(values)}`,
		rlike: (property, values) => `${beforeHan(property)}正则匹配${beforeNumber(values)}`,
		notrlike: (property, values) => `${beforeHan(property)}不匹配正则${beforeNumber(values)}`,
		greater: (property, values) => `${property} > ${values}`,
		greaterEqual: (property, values) => `${property} ≥ ${values}`,
		less: (property, values) => `${property} < ${values}`,
		lessEqual: (property, values) => `${property} ≤ ${values}`,
		between: (property, values) => `${beforeHan(property)}在 ${values} 之间`,
		isTrue: (property) => `${beforeHan(property)}为“是”`,
		isFalse: (property) => `${beforeHan(property)}为“否”`,
		relativeWithin: (property, values) => `${beforeHan(property)}在过去 ${values} 天内`,
		relativeBefore: (property, values) => `${beforeHan(property)}在 ${values} 天之前`,
		isSet: (property) => `${beforeHan(property)}有值`,
		notSet: (property) => `${beforeHan(property)}没值`,
	},
	changeOf: (label, isPercent) => `${beforeHan(label)}的变化${isPercent ? '率' : ''}（下降记为负）`,
	top: (count, all, by, isDescending, isOfAll, dates) =>
		`仅列${topZh(count, by, isDescending, dates)}分组${all === undefined ? '' : `（共 ${all} 组）`}${isOfAll ? '，整体数值按全部分组计算' : ''}`,
	zone: (name) => (name === 'Asia/Shanghai' ? '按北京时间统计' : `按时区 ${spokenZone(name)} 统计`),
	notWhole: (dates, unit) => `${dates.join('、')}不足一${UNITS_ZH[unit] ?? '期'}，未计入`,
	notCounted: (dates, unit, other, isLate) =>
		`${isLate ? `${dates}数据尚未到齐` : `${openZh(dates, unit)}尚未结束`}，未计入${other === undefined ? '' : `；对比期相应剔除${other}`}`,
	sample: (percent) => `≈ 基于${percent ? ` ${percent} 用户的` : ''}抽样数据`,
	approximate: '≈ 用户数为近似值',
	truncated: chineseTexts.truncated,
	window: (length, ending, date, end) =>
		`转化窗口期 ${length}${
			ending === 'over'
				? ''
				: ending === 'open'
					? `，${date}起进入漏斗的用户仍在窗口期内`
					: ending === 'short'
						? `；${beforeHan(end ?? '')}之后完成的步骤不计入，${date}进入漏斗的用户观察时间较短，未计入`
						: `；${date}进入漏斗的用户，${reasonZh('窗口期', ending, end ?? '')}，未计入`
		}`,
	windowCut(length, until, late, isWithinDay) {
		const start = `${late || '较晚'}${isWithinDay && late ? `最后 ${length}` : ''}`;
		const who =
			late === ''
				? '所有用户的观察时间都短于窗口期'
				: `${beforeHan(start)}进入漏斗的用户观察时间较短`;
		return `${chinese.window(length, 'over', '')}；${beforeHan(until)}之后完成的步骤不计入，${who}，转化率可能偏低`;
	},
	ownFilter: (condition, step, isFirst) =>
		`“${condition}”仅限定“${step}”这一步${isFirst ? '' : `；只有其他“${step}”行为的用户，计为流失`}`,
	ownFilters: '括号内的条件仅适用于该步骤',
	noWindow: '查询中没有窗口期，转化的时限未知',
	noDays: '各日的窗口期均超出所选日期，不单独列出各日',
	starts(dates, unit) {
		if (unit === undefined) return `起始日期：${dates}`;
		const name = CHINESE_UNITS[unit];
		const counted = unit === 'month' ? `个${name}` : name;
		return `${dates && `起始日期：${dates}，`}起始当${name}为第 0 ${counted}，次${name}为第 1 ${counted}`;
	},
	cutStart: (whole, counted, unit) =>
		`${whole}这${unit === 'month' ? '个' : '一'}${CHINESE_UNITS[unit] ?? '期'}仅计入${counted}`,
	mayBeBefore: (start, unit) =>
		`起始当${CHINESE_UNITS[unit] ?? '期'}的数值可能包含当${CHINESE_UNITS[unit] ?? '期'}内${start ? `“${start}”` : '初始行为'}之前的行为，各累计值也受此影响`,
	churn: '流失率为该周期内没有后续行为的用户占比，这些用户之后仍可能回流',
	few: (least, isOften) => `初始不足 ${least} ${isOften ? '人次' : '人'}的，以分数表示`,
	perUnit: (unit, isFunnel) =>
		`按人次统计，同一用户${isFunnel ? '在不同日期进入漏斗，各计一次' : `每个起始${CHINESE_UNITS[unit] ?? '期'}各计一次`}`,
	countedOnce: (areGroups) => `${areGroups ? '各组内' : ''}按用户去重`,
	ofEntries: '按人次统计，同一用户可多次进入漏斗',
	fewer(unit) {
		const name = CHINESE_UNITS[unit] ?? '期';
		return `越往后，可统计的起始${name}越少，各${name}数值不宜直接对比`;
	},
	inSeveral: {
		events: inSeveralZh('事件'),
		sessions: inSeveralZh(' Session '),
		users: '同一用户可能属于多个分组，各组之和可能大于总数',
		values: inSeveralZh('取值'),
	},
	mayBeList: `若分组属性为集合类型，${inSeveralZh('事件')}`,
	gone: (before) => `本期无数值（对比期 ${before}）`,
	numbersOn: (label, dates) => label + bracketed(dates),
	beyondGroups: (isMore) =>
		isMore
			? '同一用户可能属于多个分组，但只在其中部分分组完成转化，因此总转化率高于各组'
			: '完成转化的用户比其他用户属于更多的分组，因此总转化率低于各组',
	versus: (label, before) => inBrackets(label, `较${withoutBrackets(before)}`),
	earlier: (count, unit) => BEFORE_ZH[`${count} ${unit}`] ?? ` ${count} ${chinese.unit(unit)}前`,
	length: (count, unit) => `${count} ${chinese.unit(unit)}`,
	unit: (name) => UNITS_ZH[name] ?? name,
	counter: counterOf,
	measure: '指标',
	conversion: (startsIn) => `总转化率（完成${startsIn ? '人次' : '人数'}）`,
	withUnit: (number, unit) => `${number} ${unit}`,
};

/** Writes why a number has no usual range, if a message says so. */
export function noUsualWords(
	said: Sentences,
	{ why, marked }: Judged,
	{ day }: DateWords,
): string | undefined {
	if (marked) return said.marked(day(marked.day, true), marked.as);
	return why && said.noUsual[why];
}

/** Writes bounds without decimals that are 0. */
export function boundWriter(write: (amount: Amount) => string): (amount: Amount) => string {
	return (amount) =>
		Number(amount) % 1 === 0 ? write(amount).replace(/[.,]00(?!\d|[.,]\d)/, '') : write(amount);
}

/** Writes the usual range of a number, to add after it; empty if there is none. */
export function usualWords(
	said: Sentences,
	unit: UsualUnit,
	{ range, side, level, start, value }: Judged & { start: string; value: Amount | null },
	day: (date: string) => string,
	write: (amount: Amount) => string,
	label: string,
): string {
	if (level) return said.level(level.side, day(level.since));
	if (!range || !side) return '';
	// Bounds are rounded to four digits, so decimals that are 0 would be too exact.
	const bound = boundWriter(write);
	const bounds = `${bound(range.low)}–${bound(range.high)}${said.counter(label)}`;
	const passed = side === 'above' ? range.high : range.low;
	// Rounded, a number may look like the bound that it is beyond.
	const isEqual = side !== 'within' && value !== null && bound(value) === bound(passed);
	return said.usual(side, said.slot(unit, start), isEqual ? '' : bounds);
}

/** Adds a space before a text unless it starts with Chinese. */
function beforeNumber(number: string): string {
	return /^[（“\p{Script=Han}]/u.test(number) ? number : ` ${number}`;
}

export function beforeHan(text: string): string {
	return /[”）\p{Script=Han}]$/u.test(text) ? text : `${text} `;
}

function joinZh(texts: readonly string[], word: string): string {
	const join = (text: string, next: string) => `${beforeHan(text)}${word}${beforeNumber(next)}`;
	return texts.slice(1).reduce(join, texts[0] ?? '');
}

/** Adds a text after another one, with a space unless both are Chinese. */
export function spaced(before: string, text: string): string {
	return /\p{Script=Han}$/u.test(before) ? beforeNumber(text) : ` ${text}`;
}

const YES_OR_NO = [texts.yes, texts.no, chineseTexts.yes, chineseTexts.no];

/**
 * Puts names that are or end with a number in quotes, because the number of the group follows, and
 * yes and no, because `no +17` reads as none.
 */
function quoted(name: string): string {
	return YES_OR_NO.includes(name) || /(?:^[-\u2212+]?|\s)\d[\d.,:%~\u2013\u2212-]*$/.test(name)
		? `“${name}”`
		: name;
}

/** Puts all names of a list in quotes if the number of one of them needs them. */
function alikeQuoted(entries: readonly Named[]): Named[] {
	const isQuoted = entries.some(({ name }) => quoted(name) !== name);
	return entries.map((entry) => {
		const name = quoted(entry.name);
		return { ...entry, name: isQuoted && !/^\(|“/.test(name) ? `“${name}”` : name };
	});
}

/** Writes groups with their changes behind their numbers, after what they are. */
function changedGroups(what: string, groups: readonly Named[]): string[] {
	return alikeQuoted(groups).map(
		({ name, number, aside = '' }, index) => `${index > 0 ? '' : what}${name} ${number}${aside}`,
	);
}

/** Returns dates without the weekday in their parentheses. */
export function withoutBrackets(dates: string): string {
	return dates.split('（')[0] ?? '';
}

/** Puts dates in parentheses, with their weekday. */
function bracketed(dates: string): string {
	return `（${dates.replace(/（(周.)）$/, '，$1')}）`;
}

/** Adds an aside to dates, inside the parentheses of a weekday if there are any. */
function inBrackets(dates: string, aside: string): string {
	return dates.endsWith('）') ? `${dates.slice(0, -1)}，${aside}）` : `${dates}（${aside}）`;
}

/** Names a unit in front of what is the highest or lowest of it: `单日`, `各周`. */
function unitZh(unit: string): string {
	return unit === '天' ? '日' : unit.replace('个', '');
}

/** Names weeks and longer units whose numbers are of complete ones: `个完整周`. */
function wholeZh(unit: string): string {
	if (unit === '小时') return `个${unit}`;
	return ['天', '分钟'].includes(unit) ? unit : `个完整${unit.replace('个', '')}`;
}

/** Returns the measure word of a unit, which may be one itself. */
function measureWordZh(unit: string): string {
	return unit === '小时' ? '个小时' : unit.startsWith('个') ? '个' : unit;
}

function countZh(count: number, unit: string): string {
	return `${count} ${unit === '小时' ? '个小时' : unit}`;
}

function topZh(
	count: number,
	by: string | undefined,
	isDescending: boolean,
	dates: string,
): string {
	if (by === undefined) return `神策分析返回的前 ${count} 个`;
	const what = dates + beforeHan(beforeNumber(by));
	return isDescending ? `${what}排名前 ${count} 的` : `${what}最低的 ${count} 个`;
}

/** Writes an incomplete period by its dates so far: `11月（1–5日）`. */
function openZh(dates: string, unit: string): string {
	if (unit === 'day') return dates;
	const month = /^(\S*?月)([\d–]+日)(?:（周.）)?$/.exec(dates);
	if (unit === 'month' && month) return `${month[1]}（${month[2]}）`;
	return dates + ({ week: '这一周', quarter: '这一季度', year: '这一年' }[unit] ?? '所在的周期');
}

function meanZh(unit: string): string {
	const name = unitZh(unit);
	return /^[日周月]$/.test(name) ? `${name}均` : `每${name}平均`;
}

/** @param event returning event; empty if it is the first one */
function retentionZh(event: string, first: string, period: string, isChurn: boolean): string {
	const name = isChurn ? '流失' : '留存';
	if (first === '') return `${period}${name}`;
	return `“${first} → ${event || first}”${period}${name}`;
}

function extremeZh({ dates, of }: Extreme, unit: string): string {
	if (dates.length < 3) return dates.join('、');
	return `${countZh(of, unit)}中有 ${dates.length} ${measureWordZh(unit)}`;
}

/** Returns the measure word after a number that the label counts. */
function counterOf(label: string): string {
	const [, , counter = ''] = COUNTED.exec(label) ?? [];
	return counter && ` ${counter}`;
}

function movedZh(change: ChangeInWords, unit: string): string {
	const { kind, way, percent, isAlarm } = change;
	if (kind === 'points')
		return `${chinese.moved(way, change.amount).replace('增加', '上升').replace('减少', '下降')} 个百分点`;
	const share = `（${percent}）`;
	const asides: { [kind: string]: string } = {
		times: `（增至对比期的 ${percent} 倍）`,
		percent: share,
		about: isAlarm ? share : '',
	};
	const aside = asides[kind] ?? '';
	return `${chinese.moved(way, change.amount)}${unit}${aside}`;
}

function verdictZh(change: ChangeInWords): string {
	if (isNormal(change)) return `，${NORMAL_ZH}`;
	if (change.isBeyond) {
		const days = {
			now: '，但本期含特殊日期',
			before: '，但对比期含特殊日期',
			both: '，但两期的特殊日期数量不同',
		};
		return `，${BEYOND_ZH}${change.special ? days[change.special] : ''}`;
	}
	return change.varying === undefined
		? ''
		: `，每${unitZh(change.varying)}数值起伏较大，尚不能判断变化是否正常`;
}
