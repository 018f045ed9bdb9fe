import { weekdayOf } from '../../dates/calendar';
import type { UsualUnit } from '../../insight/usual';
import type { ChangeInWords } from './words';

/** The sentences of a digest, in English and Chinese; docs/messages.md shows them all. */

/** One of several, with its share or its change. */
export interface Named {
	name: string;
	number: string;
	/** Its part of the whole, or its change. */
	beside?: string;
}

/** The highest or lowest of some dates: more than one where they are tied. */
interface Extreme {
	number: string;
	dates: readonly string[];
}

/** The latest of some dates. */
interface Last {
	number: string;
	date: string;
	/** In words: hour, day, week. */
	unit: string;
}

type TimeUnit = 'day' | 'hour' | 'minute' | 'second';

export interface Sentences {
	/** A measure over some dates. */
	of: (label: string, dates: string, number: string) => string;
	/** Behind the number of a headline. */
	change: (change: ChangeInWords, dates: string) => string;
	/** Behind a number in a fact. */
	short: (change: ChangeInWords) => string;
	/** A change without its number: `up 13 (+3.1%)`. */
	moved: (way: number, amount: string) => string;
	/** Behind a list of changes, of which each is within normal variation. */
	allNormal: (count: number) => string;
	/** The same in a cell of a table. */
	cell: (change: ChangeInWords) => string;
	/** Which numbers are compared: of Sundays, of one hour of Sundays, of weeks. */
	slot: (unit: UsualUnit, start: string) => string;
	/** Behind a number and its change. */
	usual: (side: 'above' | 'below' | 'within', slot: string, range: string) => string;
	level: (side: 'above' | 'below', since: string) => string;
	/** Why nothing usual is told. */
	marked: string;
	average: (number: string, unit: string) => string;
	/** Dates of which the last day is under way. */
	until: (dates: string, time: string, isToday: boolean) => string;
	/** Numbers of a day that have no dates of their own. */
	asOf: (day: string) => string;
	list: (entries: readonly Named[]) => string;
	/** Groups that are not told alone. */
	others: (count: number, number: string | undefined) => string;
	otherGroups: (count: number) => string;
	/** A group whose change is the largest, and all others. */
	where: (group: Named, others: number, together: string) => string;
	extremes: (count: number, unit: string, high: Extreme, low: Extreme, last: Last) => string;
	flat: (count: number, unit: string, number: string) => string;
	fell: (down: number, up: number, all: number) => string;
	/** Why no change is told. */
	noChange: Record<'open' | 'unlike' | 'noDates' | 'unknown', string>;
	lengths: (days: number, before: number) => string;
	/** Where the headline does not tell it. */
	comparedWith: (dates: string) => string;
	/** The same in a headline of groups. */
	against: (dates: string, before: string) => string;
	/** Users who took all steps; no percent of too few. */
	funnel: (
		steps: string,
		percent: string,
		users: string,
		last: string,
		dates: string,
		isStarts: boolean,
	) => string;
	soFar: string;
	/** Of how many users; of one of those that are tied. */
	funnelBase: (users: string, isTied: boolean, isStarts: boolean) => string;
	highLow: (what: string, high: Named, low: Named) => string;
	step: (from: string, to: string, percent: string) => string;
	dropped: (
		from: string,
		to: string,
		users: string,
		percent: string,
		isOneOfMany: boolean,
		isStarts: boolean,
	) => string;
	conversions: (steps: string, dates: string, high: Named, low: Named) => string;
	/** Of users who started, how many came back in a period. */
	retained: (
		period: string,
		event: string,
		percent: string,
		users: string,
		/** Of how many days or weeks; none where they are not told apart. */
		starts: string,
		isChurn: boolean,
		first: string,
		/** Whether users count once for each date on which they started. */
		isStarts: boolean,
	) => string;
	/** What is ranked of groups: who came back, or did an event, in a period. */
	share: (period: string, event: string, isChurn: boolean) => string;
	/** Days or weeks in which users started. */
	startUnits: (count: number, unit: string) => string;
	/** So many of too few users for a percent. */
	persons: (count: string, isStarts: boolean) => string;
	noPeriodOver: string;
	/** Where the starts are not told apart. */
	noPeriodOverForAll: string;
	noStartOver: string;
	/** Of all users, how many in a range. */
	distribution: (
		of: 'times' | 'periods' | 'value',
		event: string,
		users: string,
		dates: string,
		ranges: readonly Named[],
	) => string;
	ofGroup: (name: string) => string;
	/** Moves of paths that start or end at an event. */
	mostFrequent: (moves: readonly string[], event: string, isFrom: boolean, dates: string) => string;
	nextMoves: (moves: readonly string[]) => string;
	move: (step: number, name: string, times: string, percent: string) => string;
	moves: (count: number) => string;
	/** Times between two events. */
	interval: (steps: string, dates: string, mean: string, count: string) => string;
	noIntervals: (steps: string, dates: string) => string;
	lateStarts: string;
	intervalBase: (count: string) => string;
	atMost: (percent: string, time: string) => string;
	shortest: (low: string, high: string) => string;
	medians: (high: Named, low: Named, count: number, unit: string) => string;
	mean: string;
	median: string;
	seconds: (count: number, unit: TimeUnit) => string;
	inUnit: (name: string, unit: TimeUnit) => string;
	/** What users are worth by a period. */
	worth: (
		period: string,
		start: string,
		what: string,
		number: string,
		users: string,
		starts: string,
		isStarts: boolean,
	) => string;
	worthBy: (period: string, start: string, what: string) => string;
	/** What led to a target. */
	count: (event: string) => string;
	untouched: string;
	touches: (name: string, converting: string, all: string, users: string) => string;
	rules: { [rule: string]: string };
	lookback: (length: string) => string;
	/** One of several dates, the only one that is told. */
	lastOf: (count: number, unit: string) => string;
	/** Scope. */
	only: (conditions: string) => string;
	ofMeasure: (label: string, conditions: string) => string;
	stepOnly: (step: number, conditions: string) => string;
	startOnly: (conditions: string) => string;
	returnOnly: (conditions: string) => string;
	unreadFilter: string;
	moreConditions: (count: number) => string;
	and: string;
	or: string;
	between: string;
	functions: { [name: string]: (property: string, values: string) => string };
	top: (
		count: number,
		all: number | undefined,
		by: string | undefined,
		isDescending: boolean,
		isOfAll: boolean,
	) => string;
	zone: (name: string) => string;
	/** @param other what the dates are compared with, where the headline leaves it out */
	notCounted: (dates: string, other?: string) => string;
	sample: (percent: string | undefined) => string;
	approximate: string;
	truncated: string;
	window: (length: string, ending: 'over' | 'open' | 'cut' | 'short', date: string) => string;
	starts: (dates: string) => string;
	/** Users of several dates count on each. */
	perUnit: (unit: string) => string;
	/** Groups by what users do, and not by what they are. */
	severalGroups: string;
	/** Heading of numbers of one of several dates. */
	numbersOn: (label: string, dates: string) => string;
	/** Heading of dates, with what the changes beside them are against. */
	daysBefore: (label: string, days: number) => string;
	length: (count: number, unit: 'minute' | 'hour' | 'day') => string;
	units: { [unit: string]: [one: string, many: string] };
	measure: string;
	conversion: string;
	started: string;
	otherRow: (count: number) => string;
	/** Behind the number of a sum whose unit is known. */
	withUnit: (number: string, unit: string) => string;
}

const WEEKDAYS = ' Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const TIMES = { day: 'd', hour: 'h', minute: 'min', second: 's' };
const NORMAL = 'within normal variation';
const withoutSign = (amount: string) => amount.replace(/^[+\u2212]/, '');

/** How large a change is, with what stands in brackets behind it. */
function sizeOf({ kind, amount, percent }: ChangeInWords): string {
	if (kind === 'times') return `${amount} (${percent} times as much)`;
	if (kind === 'points') return `${amount} points`;
	return kind === 'percent' ? `${amount} (${percent})` : amount;
}

export const english: Sentences = {
	of: (label, dates, number) => `${[label, dates].filter(Boolean).join(' ')}: ${number}`,
	change(change, dates) {
		const { kind, before, way } = change;
		if (kind === 'same') return `, the same as on ${dates}`;
		if (kind === 'fromZero') return `, from 0 on ${dates}`;
		return `, ${english.moved(way, sizeOf(change))} from ${before} on ${dates}${kind === 'about' ? `, ${NORMAL}` : ''}`;
	},
	short(change) {
		const { kind, way } = change;
		if (kind === 'same') return ' (the same)';
		if (kind === 'fromZero') return ' (from 0)';
		const moved = english.moved(way, sizeOf(change));
		return kind === 'about' ? ` (${moved}, ${NORMAL})` : `, ${moved}`;
	},
	moved: (way, amount) =>
		way === 0 ? 'unchanged' : `${way > 0 ? 'up' : 'down'} ${withoutSign(amount)}`,
	allNormal: (count) => `, ${count === 2 ? 'both' : 'all'} ${NORMAL}`,
	cell(change) {
		const { kind, amount, percent } = change;
		switch (kind) {
			case 'same':
				return '±0';
			case 'fromZero':
				return 'from 0';
			case 'times':
				return `${amount} (×${percent})`;
			case 'points':
				return `${amount} pts`;
			case 'percent':
				return `${amount} (${percent})`;
			default:
				return amount;
		}
	},
	slot(unit, start) {
		if (unit === 'week') return 'a week';
		return `a ${WEEKDAYS[weekdayOf(start.slice(0, 10))]}${unit === 'hour' ? ` at ${start.slice(11, 16)}` : ''}`;
	},
	usual: (side, slot, range) =>
		`; ${side === 'within' ? 'usual' : `${side} the usual range`} for ${slot} (${range})`,
	level: (side, since) => `; ${side} its usual level since ${since}`,
	marked: 'no usual range: holiday, sale or special day',
	average: (number, unit) => `on average ${number} ${unit === 'hour' ? 'an' : 'a'} ${unit}`,
	until: (dates, time, isToday) =>
		isToday ? `today (${dates}) until ${time}` : `${dates}, until ${time}`,
	asOf: (day) => `as of ${day}`,
	list: (entries) =>
		entries
			.map(({ name, number, beside }) => `${name} ${number}${beside ? ` (${beside})` : ''}`)
			.join(entries.some(({ number }) => number.includes(', ')) ? '; ' : ', '),
	others: (count, number) =>
		number === undefined
			? plural(count, 'other not listed', 'others not listed')
			: `${count === 1 ? 'the other one' : `the other ${count} together`} ${number}`,
	otherGroups: (count) => plural(count, 'group', 'groups'),
	where: ({ name, number, beside }, others, together) =>
		`${name} ${number}${beside ?? ''}; the ${others === 1 ? 'other one' : `other ${others} together`} ${together}`,
	extremes(count, unit, high, low, last) {
		const latest = (one: Extreme) =>
			one.dates.length < 3 && one.dates.includes(last.date) ? `, the latest ${last.unit}` : '';
		const told = (one: Extreme) => `${one.number} (${extreme(one, unit)}${latest(one)})`;
		const isTold = latest(high) + latest(low) !== '';
		return `Of these ${count} ${unit}: highest ${told(high)}, lowest ${told(low)}${isTold ? '' : `, latest ${last.number} (${last.date})`}`;
	},
	flat: (count, unit, number) => `Each of these ${count} ${unit}: ${number}`,
	fell: (down, up, all) => `Of ${all} groups ${down} fell, ${up} rose`,
	noChange: {
		open: 'Not compared, as these dates are not over yet',
		unlike: 'Not compared, as the dates before are not alike',
		noDates: 'Not compared, as there are no such dates before',
		unknown: 'Not compared, as a number is not known',
	},
	lengths: (days, before) => `${days} days against ${before}`,
	comparedWith: (dates) => `Compared with ${dates}`,
	against: (dates, before) => `${dates} against ${before}`,
	funnel: (steps, percent, users, last, dates, isStarts) =>
		`${steps}: ${percent && `${percent} (`}${last} of ${users} ${isStarts ? 'starts' : 'users'}${percent && ')'}, ${dates}`,
	soFar: ' so far',
	funnelBase: (users, isTied) => (isTied ? 'tied' : `of ${users}`),
	highLow: (what, high, low) =>
		`${what}: highest ${high.name} ${high.number} (${high.beside ?? ''}), lowest ${low.name} ${low.number} (${low.beside ?? ''})`,
	step: (from, to, percent) => `${from} → ${to} ${percent}`,
	dropped: (from, to, users, percent, isOneOfMany, isStarts) =>
		`${isOneOfMany ? 'Among the largest losses' : 'Largest loss'}: ${from} → ${to}, ${users} ${isStarts ? 'starts' : 'users'} (${percent})`,
	conversions: (steps, dates, high, low) =>
		`${steps}, ${dates}: highest ${high.name} ${high.number} (${high.beside ?? ''}), lowest ${low.name} ${low.number} (${low.beside ?? ''})`,
	retained(period, event, percent, users, starts, isChurn, first, isStarts) {
		const did = isStarts
			? `${isChurn ? 'were not' : 'were'} followed by ${event || 'a return'}`
			: didEvent(event, isChurn);
		return `${period}${first && ` after ${first}`}: ${percent} of ${users} ${isStarts ? 'starts' : 'users'} ${did}${starts && ` (${starts})`}`;
	},
	share: (period, event, isChurn) => `${period}, who ${didEvent(event, isChurn)}`,
	startUnits: (count, unit) => plural(count, `starting ${unit}`, `starting ${unit}s`),
	persons: (count) => count,
	noPeriodOver: 'No period of these starts is over yet',
	noPeriodOverForAll: 'No period is over yet for all who started on these dates',
	noStartOver: 'No start has had its whole time to convert',
	distribution(of, event, users, dates, ranges) {
		const [did, unit] = {
			times: [' did it', ' times'],
			periods: [' on', ' hours or days'],
			value: [' had', ''],
		}[of] as [string, string];
		const unitOf = (name: string) => (of === 'times' && name === '1' ? ' time' : unit);
		const told = ranges.map(
			({ name, number }, index) => `${number}${index === 0 ? did : ''} ${name}${unitOf(name)}`,
		);
		return `${dates ? `${dates}: ` : ''}of ${users} users with ${event}, ${told.join(', ')}`;
	},
	ofGroup: (name) => `${name}: `,
	mostFrequent: (moves, event, isFrom, dates) =>
		`${event ? `Paths ${isFrom ? 'from' : 'to'} ${event}` : 'Paths'}, ${dates}: most frequent ${moves.join('; ')}`,
	nextMoves: (moves) => `Next ${moves.join('; ')}`,
	move: (step, name, times, percent) =>
		`${name} as step ${step}, ${times} times (${percent} of step ${step})`,
	moves: (count) => `${plural(count, 'different move', 'different moves')} in all`,
	interval: (steps, dates, mean, count) =>
		`${steps}, ${dates}: ${mean} on average (${count} intervals)`,
	noIntervals: (steps, dates) => `${steps}, ${dates}: no intervals`,
	lateStarts: 'Late starts may have had less time',
	intervalBase: (count) => `${count} intervals`,
	atMost: (percent, time) => `${percent}% took at most ${time}`,
	shortest: (low, high) => `Shortest ${low}, longest ${high}`,
	medians: (high, low, count, unit) =>
		`Median in each of ${count} ${unit}: highest ${high.number} (${high.name}), lowest ${low.number} (${low.name})`,
	mean: 'Average time',
	median: 'Median',
	seconds: (count, unit) => `${count} ${TIMES[unit]}`,
	inUnit: (name, unit) => `${name} (${TIMES[unit]})`,
	worth: (period, start, what, number, users, starts, isStarts) =>
		`${english.worthBy(period, start, what)}: ${number} (${users} ${isStarts ? 'starts' : 'users'}${starts && `, ${starts}`})`,
	worthBy: (period, start, what) =>
		`${what} per user by the end of ${period.replace(/^Same/, 'the same').replace(/^[A-Z]/, (letter) => letter.toLowerCase())}${start && ` after ${start}`}`,
	count: (event) => event,
	untouched: 'no touchpoint',
	touches: (name, converting, all, users) =>
		`${name}: ${converting} of ${all} touches led to it, of ${users} ${users === '1' ? 'user' : 'users'}`,
	rules: {
		first: 'Credit to the first touchpoint',
		last: 'Credit to the last touchpoint',
		linear: 'Credit to all touchpoints alike',
		position: 'Most credit to the first and last touchpoint',
		time_decay: 'More credit to later touchpoints',
	},
	lookback: (length) => `Touchpoints up to ${length} before`,
	lastOf: (count, unit) => `The last of ${plural(count, unit, `${unit}s`)}`,
	only: (conditions) => `Only where ${conditions}`,
	ofMeasure: (label, conditions) => `${label}: only where ${conditions}`,
	stepOnly: (step, conditions) => `Step ${step}: only where ${conditions}`,
	startOnly: (conditions) => `Start: only where ${conditions}`,
	returnOnly: (conditions) => `Return: only where ${conditions}`,
	unreadFilter: 'A filter of the saved report',
	moreConditions: (count) => `and ${count} more`,
	and: ' and ',
	or: ' or ',
	between: ', ',
	functions: {
		equal: (property, values) => `${property} is ${values}`,
		notEqual: (property, values) => `${property} is not ${values}`,
		contain: (property, values) => `${property} contains ${values}`,
		notContain: (property, values) => `${property} does not contain ${values}`,
		rlike: (property, values) => `${property} matches ${values}`,
		greater: (property, values) => `${property} > ${values}`,
		greaterEqual: (property, values) => `${property} ≥ ${values}`,
		less: (property, values) => `${property} < ${values}`,
		lessEqual: (property, values) => `${property} ≤ ${values}`,
		between: (property, values) => `${property} is from ${values}`,
		isTrue: (property) => `${property} is true`,
		isFalse: (property) => `${property} is false`,
		absoluteBetween: (property, values) => `${property} is from ${values}`,
		relativeWithin: (property, values) => `${property} is within ${values} days`,
		relativeBefore: (property, values) => `${property} is more than ${values} days ago`,
		include: (property, values) => `${property} includes ${values}`,
		isSet: (property) => `${property} has a value`,
		notSet: (property) => `${property} has no value`,
	},
	top: (count, all, by, isDescending, isOfAll) =>
		`${isDescending || !by ? 'First' : 'Last'} ${count}${all === undefined ? '' : ` of ${all}`} groups ${by ? `by ${by}` : 'in the order of Sensors Analytics'}${isOfAll ? '; totals of all' : ''}`,
	zone: (name) => `${(name.split('/').at(-1) ?? name).replaceAll('_', ' ')} time`,
	notCounted: (dates, other) =>
		`Not counted: ${dates}, which is not over yet${other === undefined ? '' : `, and ${other}, which it is compared with`}`,
	sample: (percent) => `≈ From a sample${percent ? ` of ${percent} of the users` : ''}`,
	approximate: '≈ Users counted approximately',
	truncated: 'Sensors Analytics left out rows: the result is truncated',
	window: (length, ending, date) =>
		`${length} to convert${
			{
				over: ', all over',
				open: `, still running for starts from ${date}`,
				short: `; not counted: ${date}, whose time is not complete`,
				cut: `, but only steps until ${date} count: late starts had less time`,
			}[ending]
		}`,
	starts: (dates) => `Started ${dates}`,
	perUnit: (unit) => `A user counts once for each starting ${unit}`,
	severalGroups: 'A user can be in several groups',
	numbersOn: (label, dates) => `${label}, ${dates}`,
	daysBefore: (label, days) => `${label} (against ${plural(days, 'day', 'days')} before)`,
	length: (count, unit) => plural(count, unit, `${unit}s`),
	units: {
		minute: ['minute', 'minutes'],
		hour: ['hour', 'hours'],
		day: ['day', 'days'],
		week: ['week', 'weeks'],
		month: ['month', 'months'],
		quarter: ['quarter', 'quarters'],
		year: ['year', 'years'],
	},
	measure: 'Measure',
	conversion: 'Converted',
	started: 'Started',
	otherRow: (count) => plural(count, 'group not listed', 'groups not listed'),
	withUnit: (number, unit) => `${number} ${unit}`,
};

function extreme({ dates }: Extreme, unit: string): string {
	return dates.length > 2
		? `${unit === 'days' ? 'on' : 'in'} each of ${dates.length} ${unit}`
		: dates.join(' and ');
}

const WEEKDAYS_ZH = [...' 一二三四五六日'];
const SIDES_ZH = { above: '高于', below: '低于', within: '处于' };
function didEvent(event: string, isChurn: boolean): string {
	if (event === '') return isChurn ? 'did not come back' : 'came back';
	return `${isChurn ? 'did not do' : 'did'} ${event}`;
}

const TIMES_ZH = { day: '天', hour: '小时', minute: '分钟', second: '秒' };
const NORMAL_ZH = '属正常波动';
const UNITS_ZH: { [unit: string]: [string, string] } = {
	minute: ['分钟', '分钟'],
	hour: ['小时', '小时'],
	day: ['天', '天'],
	week: ['周', '周'],
	month: ['个月', '个月'],
	quarter: ['个季度', '个季度'],
	year: ['年', '年'],
};

const START_UNITS_ZH: { [unit: string]: string } = { day: '日', week: '周', month: '月' };
const EACH_ZH: { [unit: string]: string } = { day: '天', week: '周', month: '月' };

export const chinese: Sentences = {
	of(label, dates, number) {
		const what = `${dates}${label && dates ? beforeNumber(label) : label}`;
		// `支付订单 54 次`, as it is spoken.
		const [, stem, unit] = /^(.+)(次|人)数$/.exec(what) ?? [];
		return stem !== undefined && /^[\u2212\d.,]+$/.test(number)
			? `${stem} ${number} ${unit}`
			: // A list of names, and no number.
				/^(?!平均)\p{L}/u.test(number) && label !== ''
				? `${what}：${number}`
				: `${what}${beforeNumber(number)}`;
	},
	change(change, dates) {
		const { kind, before } = change;
		if (kind === 'same') return `，与${dates}持平`;
		if (kind === 'fromZero') return `，${dates}为 0`;
		return `，较${dates}的 ${before} ${movedZh(change)}${kind === 'about' ? `，${NORMAL_ZH}` : ''}`;
	},
	short(change) {
		const { kind } = change;
		if (kind === 'same') return '（持平）';
		if (kind === 'fromZero') return '（对比期为 0）';
		return kind === 'about' ? `（${movedZh(change)}，${NORMAL_ZH}）` : `，${movedZh(change)}`;
	},
	moved: (way, amount) =>
		way === 0 ? '持平' : `${way > 0 ? '增加' : '减少'} ${withoutSign(amount)}`,
	allNormal: () => `，均${NORMAL_ZH}`,
	cell(change) {
		const { kind, amount, percent } = change;
		switch (kind) {
			case 'same':
				return '持平';
			case 'fromZero':
				return '对比期为 0';
			case 'times':
				return `${amount}（${percent} 倍）`;
			case 'points':
				return `${amount} 个百分点`;
			case 'percent':
				return `${amount}（${percent}）`;
			default:
				return amount;
		}
	},
	slot(unit, start) {
		if (unit === 'week') return '每周';
		return `周${WEEKDAYS_ZH[weekdayOf(start.slice(0, 10))]}${unit === 'hour' ? ` ${start.slice(11, 16)} ` : ''}`;
	},
	usual: (side, slot, range) => `，${SIDES_ZH[side]}${slot}的通常范围（${range}）`,
	level: (side, since) => `，自${since}起${SIDES_ZH[side]}通常水平`,
	marked: '节假日、大促或特殊日期，不作判断',
	average: (number, unit) => `平均每${(UNITS_ZH[unit]?.[0] ?? unit).replace(/^个/, '')} ${number}`,
	until: (dates, time, isToday) =>
		isToday ? `今天（${dates.replace(/（周.）$/, '')}，截至 ${time}）` : `${dates}（截至 ${time}）`,
	asOf: (day) => `截至${day}`,
	list: (entries) =>
		entries
			.map(({ name, number, beside }) => `${name} ${number}${beside ? `（${beside}）` : ''}`)
			.join(entries.some(({ number }) => number.includes('，')) ? '；' : '、'),
	others: (count, number) =>
		number === undefined ? `另有 ${count} 组未列出` : `其余 ${count} 组合计 ${number}`,
	otherGroups: (count) => `${count} 组`,
	where: ({ name, number, beside }, others, together) =>
		`${name} ${number}${beside ?? ''}；其余 ${others} 组合计${together}`,
	extremes(count, unit, high, low, last) {
		const one = `最近一${last.unit}`;
		const latest = ({ dates }: Extreme) =>
			dates.length < 3 && dates.includes(last.date) ? `，即${one}` : '';
		const told = (some: Extreme) => `${some.number}（${extremeZh(some, unit)}${latest(some)}）`;
		const isTold = latest(high) + latest(low) !== '';
		return `${count} ${unit}中最高 ${told(high)}，最低 ${told(low)}${isTold ? '' : `，${one} ${last.number}（${last.date}）`}`;
	},
	flat: (count, unit, number) => `${count} ${unit}均为 ${number}`,
	fell: (down, up, all) => `${all} 组中 ${down} 组下降，${up} 组上升`,
	noChange: {
		open: '所选日期尚未结束，暂不作比较',
		unlike: '两期日期不对应，不作比较',
		noDates: '没有可对比的日期，不作比较',
		unknown: '部分数值未知，不作比较',
	},
	lengths: (days, before) => `本期 ${days} 天，对比期 ${before} 天`,
	comparedWith: (dates) => `对比期 ${dates}`,
	against: (dates, before) => `${dates}（对比期 ${before}）`,
	funnel(steps, percent, users, last, dates, isStarts) {
		const told = `${users} ${isStarts ? '人次中' : '名用户中'} ${last} ${isStarts ? '人次' : '名'}完成`;
		return `${dates} ${steps} ${percent ? `总转化率 ${percent}（${told}）` : told}`;
	},
	soFar: '（截至目前）',
	funnelBase: (users, isTied, isStarts) =>
		isTied ? '并列' : `${users} ${isStarts ? '人次' : '名用户'}`,
	highLow: (what, high, low) =>
		`${what}最高的是 ${high.name}：${high.number}（${high.beside ?? ''}），最低的是 ${low.name}：${low.number}（${low.beside ?? ''}）`,
	step: (from, to, percent) => `${from}→${to} ${percent}`,
	dropped: (from, to, users, percent, isOneOfMany, isStarts) =>
		`流失人数最多的${isOneOfMany ? '环节之一' : '环节'}：${from} → ${to}，流失 ${users} ${isStarts ? '人次' : '人'}（${percent}）`,
	conversions: (steps, dates, high, low) =>
		chinese.highLow(`${dates} ${steps} 总转化率`, high, low),
	retained: (period, event, percent, users, starts, isChurn, first, isStarts) =>
		`${first && `${beforeHan(first)}后的`}${period}，${users} ${isStarts ? '人次' : '名用户'}中有 ${percent} ${didZh(event, isChurn)}${starts && `（${starts}）`}`,
	share: (period, event, isChurn) => `${period}${beforeHan(didZh(event, isChurn))}的比例`,
	startUnits: (count, unit) =>
		`${count} 个起始${START_UNITS_ZH[unit] ?? unit}${count > 1 ? '合计' : ''}`,
	persons: (count, isStarts) => `${count} ${isStarts ? '人次' : '名'}`,
	noPeriodOver: '各批用户的后续周期均未结束',
	noPeriodOverForAll: '后续周期均未对全部起始用户结束',
	noStartOver: '各起始日的窗口期均未结束',
	distribution(of, event, users, dates, ranges) {
		const told = ranges.map(({ name, number }) => {
			if (of !== 'times') return `${number} ${of === 'value' ? '数值' : '小时数或天数'}为 ${name}`;
			return `${number} 触发了 ${name.replace(/ ?及以上$/, '')} 次${name.endsWith('及以上') ? '及以上' : ''}`;
		});
		return `${dates && `${dates}，`}触发过${beforeHan(beforeNumber(event))}的 ${users} 名用户中，${told.join('，')}`;
	},
	ofGroup: (name) => `${name}，`,
	mostFrequent: (moves, event, isFrom, dates) =>
		`${dates}，${event ? `${isFrom ? '从' : '到'}“${event}”${isFrom ? '开始' : '结束'}的路径中` : '用户路径中'}最常见的是${moves.join('；')}`,
	nextMoves: (moves) => `其次是${moves.join('；')}`,
	move: (step, name, times, percent) =>
		`第 ${step} 步 ${name}：${times} 次（占第 ${step} 步的 ${percent}）`,
	moves: (count) => `共 ${count} 种流向`,
	interval: (steps, dates, mean, count) =>
		`${dates} ${steps} 平均间隔 ${mean}（共 ${count} 次间隔）`,
	noIntervals: (steps, dates) => `${dates} ${steps} 没有间隔`,
	lateStarts: '临近期末开始的间隔可能尚未结束',
	intervalBase: (count) => `${count} 次间隔`,
	atMost: (percent, time) => `${percent}% 的间隔不超过 ${time}`,
	shortest: (low, high) => `最短 ${low}，最长 ${high}`,
	medians: (high, low, count, unit) =>
		`${count} ${unit}各自的中位数：最高 ${high.number}（${high.name}），最低 ${low.number}（${low.name}）`,
	mean: '平均间隔',
	median: '中位数',
	seconds: (count, unit) => `${count} ${TIMES_ZH[unit]}`,
	inUnit: (name, unit) => `${name}（${TIMES_ZH[unit]}）`,
	worth: (period, start, what, number, users, starts, isStarts) =>
		`${chinese.worthBy(period, start, what)} ${number}（${users} ${isStarts ? '人次' : '名用户'}${starts && `，${starts}`}）`,
	worthBy: (period, start, what) =>
		`${start && `${beforeHan(start)}后`}截至${period}，人均累计${beforeNumber(what)}`,
	count: (event) => `${event}次数`,
	untouched: '无触点',
	touches: (name, converting, all, users) =>
		`${name}：${all} 次触点中 ${converting} 次带来转化，涉及 ${users} 名用户`,
	rules: {
		first: '首次触点归因',
		last: '末次触点归因',
		linear: '线性归因',
		position: '位置归因',
		time_decay: '时间衰减归因',
	},
	lookback: (length) => `回溯 ${length}`,
	lastOf: (count, unit) =>
		`${count} ${UNITS_ZH[unit]?.[1] ?? unit}中的最近一${UNITS_ZH[unit]?.[0] ?? unit}`,
	only: (conditions) => `${dataZh(conditions)}`,
	ofMeasure: (label, conditions) => `${label}：${dataZh(conditions)}`,
	stepOnly: (step, conditions) => `第 ${step} 步：${dataZh(conditions)}`,
	startOnly: (conditions) => `初始行为：${dataZh(conditions)}`,
	returnOnly: (conditions) => `后续行为：${dataZh(conditions)}`,
	unreadFilter: '含已保存报告中的筛选条件',
	moreConditions: (count) => `另有 ${count} 个条件`,
	and: ' 且 ',
	or: ' 或 ',
	between: '、',
	functions: {
		equal: (property, values) => `${beforeHan(property)}为 ${values}`,
		notEqual: (property, values) => `${beforeHan(property)}不为 ${values}`,
		contain: (property, values) => `${beforeHan(property)}包含 ${values}`,
		notContain: (property, values) => `${beforeHan(property)}不包含 ${values}`,
		rlike: (property, values) => `${beforeHan(property)}匹配 ${values}`,
		greater: (property, values) => `${property} > ${values}`,
		greaterEqual: (property, values) => `${property} ≥ ${values}`,
		less: (property, values) => `${property} < ${values}`,
		lessEqual: (property, values) => `${property} ≤ ${values}`,
		between: (property, values) => `${beforeHan(property)}介于 ${values}`,
		isTrue: (property) => `${beforeHan(property)}为真`,
		isFalse: (property) => `${beforeHan(property)}为假`,
		absoluteBetween: (property, values) => `${beforeHan(property)}介于 ${values}`,
		relativeWithin: (property, values) => `${beforeHan(property)}在过去 ${values} 天内`,
		relativeBefore: (property, values) => `${beforeHan(property)}在过去 ${values} 天之前`,
		include: (property, values) => `${beforeHan(property)}包含 ${values}`,
		isSet: (property) => `${beforeHan(property)}有值`,
		notSet: (property) => `${beforeHan(property)}没有值`,
	},
	top: (count, all, by, isDescending, isOfAll) =>
		`按${by ?? '神策分析的顺序'}${isDescending || !by ? '排名前' : '排名后'} ${count} 组${all === undefined ? '' : `（共 ${all} 组）`}${isOfAll ? '，总数包含全部分组' : ''}`,
	zone: (name) => (name === 'Asia/Shanghai' ? '北京时间' : `时区 ${name}`),
	notCounted: (dates, other) =>
		`${dates}尚未结束，未计入${other === undefined ? '' : `；与之对比的${other}也未计入`}`,
	sample: (percent) => `≈ 基于${percent ? ` ${percent} 用户的` : ''}抽样数据`,
	approximate: '≈ 用户数为近似值',
	truncated: '结果已截断：神策分析仅返回部分数据',
	window: (length, ending, date) =>
		`转化窗口 ${length}，${
			{
				over: '均已结束',
				open: `${date} 起开始的用户仍在窗口期内`,
				short: `${date}的窗口期不完整，未计入`,
				cut: `但只统计 ${date}及以前的步骤，临近期末开始的用户时间不足`,
			}[ending]
		}`,
	starts: (dates) => `起始日期：${dates}`,
	perUnit: (unit) => `同一用户每${EACH_ZH[unit] ?? unit}各计一次`,
	severalGroups: '同一用户可能属于多个分组',
	numbersOn: (label, dates) => `${label}（${dates}）`,
	daysBefore: (label, days) => `${label}（较 ${days} 天前）`,
	length: (count, unit) => `${count} ${UNITS_ZH[unit]?.[0] ?? unit}`,
	units: UNITS_ZH,
	measure: '指标',
	conversion: '总转化率',
	started: '初始用户数',
	otherRow: (count) => `未列出的 ${count} 组`,
	withUnit: (number, unit) => `${number} ${unit}`,
};

/** Chinese stands without a space before Chinese, all else behind one. */
function beforeNumber(number: string): string {
	return /^\p{Script=Han}/u.test(number) ? number : ` ${number}`;
}

function beforeHan(text: string): string {
	return /\p{Script=Han}$/u.test(text) ? text : `${text} `;
}

function dataZh(conditions: string): string {
	return `仅含${beforeHan(beforeNumber(conditions))}的数据`;
}

function extremeZh({ dates }: Extreme, unit: string): string {
	return dates.length > 2 ? `有 ${dates.length} ${unit}` : dates.join('、');
}

function movedZh(change: ChangeInWords): string {
	const { kind, way, percent } = change;
	const amount = withoutSign(change.amount);
	if (kind === 'points') return `${way > 0 ? '上升' : '下降'} ${amount} 个百分点`;
	const beside =
		{ times: `（增至 ${percent} 倍）`, percent: `（${percent}）` }[kind as string] ?? '';
	return `${chinese.moved(way, amount)}${beside}`;
}

function didZh(event: string, isChurn: boolean): string {
	return `${isChurn ? '未' : ''}${event === '' ? '回访' : `触发${isChurn ? '' : '了'}${beforeNumber(event)}`}`;
}
