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

export interface Sentences {
	/** A measure over some dates. */
	of: (label: string, dates: string, number: string) => string;
	/** Behind the number of a headline. */
	change: (change: ChangeInWords, dates: string) => string;
	/** Behind a number in a fact. */
	short: (change: ChangeInWords) => string;
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
	list: (entries: readonly Named[]) => string;
	/** Groups that are not told alone. */
	others: (count: number, number: string | undefined) => string;
	otherGroups: (count: number) => string;
	/** A group whose change is the largest, and all others. */
	where: (group: Named, others: number, together: string) => string;
	extremes: (count: number, unit: string, high: Extreme, low: Extreme, last: string) => string;
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
	funnelBase: (users: string, isTied: boolean) => string;
	highLow: (what: string, high: Named, low: Named) => string;
	without: (event: string) => string;
	step: (from: string, to: string, percent: string) => string;
	dropped: (step: string, users: string, percent: string, isOneOfMany: boolean) => string;
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
	) => string;
	/** Days or weeks in which users started. */
	startUnits: (count: number, unit: string) => string;
	returned: string;
	/** So many of too few users for a percent. */
	persons: (count: string) => string;
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
	mostFrequent: (names: readonly Named[], dates: string) => string;
	link: (step: number, name: string) => string;
	times: (number: string) => string;
	ofStep: string;
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
	notCounted: (dates: string) => string;
	sample: (percent: string | undefined) => string;
	approximate: string;
	truncated: string;
	window: (length: string, ending: 'over' | 'open' | 'cut' | 'short', date: string) => string;
	starts: (dates: string) => string;
	/** Users of several dates count on each. */
	perUnit: (unit: string) => string;
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

const sides = ({ amount, percent }: ChangeInWords) => `${amount} (${percent})`;

export const english: Sentences = {
	of: (label, dates, number) => `${[label, dates].filter(Boolean).join(' ')}: ${number}`,
	change(change, dates) {
		const { kind, amount, percent, before } = change;
		switch (kind) {
			case 'same':
				return `, the same as on ${dates}`;
			case 'about':
				return `, about the same as ${before} on ${dates} (${amount})`;
			case 'fromZero':
				return `, from 0 on ${dates}`;
			case 'amount':
				return `, ${amount} against ${before} on ${dates}`;
			case 'times':
				return `, ${amount} (${percent} times as much) against ${before} on ${dates}`;
			case 'points':
				return `, ${amount} points against ${before} on ${dates}`;
			case 'percent':
				return `, ${sides(change)} against ${before} on ${dates}`;
		}
	},
	short(change) {
		const { kind, amount, percent } = change;
		switch (kind) {
			case 'same':
				return ' (the same)';
			case 'about':
				return ` (about the same, ${amount})`;
			case 'fromZero':
				return ' (from 0)';
			case 'amount':
				return `, ${amount}`;
			case 'times':
				return `, ${amount} (${percent} times as much)`;
			case 'points':
				return `, ${amount} points`;
			case 'percent':
				return `, ${sides(change)}`;
		}
	},
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
				return sides(change);
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
	until: (dates, time, isToday) => (isToday ? `today until ${time}` : `${dates}, until ${time}`),
	list: (entries) =>
		entries
			.map(({ name, number, beside }) => `${name} ${number}${beside ? ` (${beside})` : ''}`)
			.join(entries.some(({ number }) => number.includes(', ')) ? '; ' : ', '),
	others: (count, number) =>
		number === undefined
			? plural(count, 'other not listed', 'others not listed')
			: `${plural(count, 'other:', 'others together')} ${number}`,
	otherGroups: (count) => plural(count, 'group', 'groups'),
	where: ({ name, number, beside }, others, together) =>
		`${name} ${number}${beside ?? ''}; the ${others === 1 ? 'other one' : `other ${others} together`} ${together}`,
	extremes: (count, unit, high, low, last) =>
		`Of these ${count} ${unit}: highest ${extreme(high, unit)}, lowest ${extreme(low, unit)}, last ${last}`,
	flat: (count, unit, number) => `Each of these ${count} ${unit}: ${number}`,
	fell: (down, up, all) => `Of ${all} groups ${down} fell, ${up} rose`,
	noChange: {
		open: 'no change told: not over yet',
		unlike: 'no change told: the dates compared with are not alike',
		noDates: 'no change told: there are no such dates to compare with',
		unknown: 'no change told: a number is not known',
	},
	lengths: (days, before) => `${days} days against ${before}`,
	comparedWith: (dates) => `compared with ${dates}`,
	against: (dates, before) => `${dates} against ${before}`,
	funnel: (steps, percent, users, last, dates, isStarts) =>
		`${steps}: ${percent || last} of ${users} ${isStarts ? 'starts' : 'users'}${percent && ` (${last})`}, ${dates}`,
	soFar: ' so far',
	funnelBase: (users, isTied) => (isTied ? 'tied' : `of ${users}`),
	highLow: (what, high, low) =>
		`${what}: highest ${high.name} ${high.number} (${high.beside ?? ''}), lowest ${low.name} ${low.number} (${low.beside ?? ''})`,
	without: (event) => `without ${event}`,
	step: (from, to, percent) => `${from} → ${to} ${percent}`,
	dropped: (step, users, percent, isOneOfMany) =>
		`${isOneOfMany ? 'Among the largest losses' : 'Largest loss'}: before ${step}, ${users} (${percent})`,
	conversions: (steps, dates, high, low) =>
		`${steps}, ${dates}: highest ${high.name} ${high.number} (${high.beside ?? ''}), lowest ${low.name} ${low.number} (${low.beside ?? ''})`,
	retained: (period, event, percent, users, starts, isChurn, first) => {
		const [did, not] =
			event === '' ? ['came back', 'did not come back'] : [`did ${event}`, `did not do ${event}`];
		return `${period}${first && ` after ${first}`}: ${percent} of ${users} users ${isChurn ? not : did}${starts && ` (${starts})`}`;
	},
	startUnits: (count, unit) => plural(count, `starting ${unit}`, `starting ${unit}s`),
	returned: 'came back',
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
	mostFrequent: (names, dates) => `Most frequent ${dates}: ${english.list(names)}`,
	link: (step, name) => `step ${step} ${name}`,
	times: (number) => `${number} times`,
	ofStep: 'in brackets: share of that step',
	lastOf: (count, unit) => `the last of ${plural(count, unit, `${unit}s`)}`,
	only: (conditions) => `only ${conditions}`,
	ofMeasure: (label, conditions) => `${label}: only ${conditions}`,
	stepOnly: (step, conditions) => `step ${step}: only ${conditions}`,
	startOnly: (conditions) => `start: only ${conditions}`,
	returnOnly: (conditions) => `return: only ${conditions}`,
	unreadFilter: 'a filter of the saved report',
	moreConditions: (count) => `and ${count} more`,
	and: ' and ',
	or: ' or ',
	between: ', ',
	functions: {
		equal: (property, values) => `${property} = ${values}`,
		notEqual: (property, values) => `${property} ≠ ${values}`,
		contain: (property, values) => `${property} contains ${values}`,
		notContain: (property, values) => `${property} without ${values}`,
		rlike: (property, values) => `${property} matches ${values}`,
		greater: (property, values) => `${property} > ${values}`,
		greaterEqual: (property, values) => `${property} ≥ ${values}`,
		less: (property, values) => `${property} < ${values}`,
		lessEqual: (property, values) => `${property} ≤ ${values}`,
		between: (property, values) => `${property} from ${values}`,
		isTrue: (property) => `${property}`,
		isFalse: (property) => `not ${property}`,
		absoluteBetween: (property, values) => `${property} from ${values}`,
		relativeWithin: (property, values) => `${property} within ${values} days`,
		relativeBefore: (property, values) => `${property} more than ${values} days ago`,
		include: (property, values) => `${property} includes ${values}`,
		isSet: (property) => `with ${property}`,
		notSet: (property) => `without ${property}`,
	},
	top: (count, all, by, isDescending, isOfAll) =>
		`${isDescending || !by ? 'first' : 'last'} ${count}${all === undefined ? '' : ` of ${all}`} groups ${by ? `by ${by}` : 'in the order of Sensors Analytics'}${isOfAll ? '; totals of all' : ''}`,
	zone: (name) => `${(name.split('/').at(-1) ?? name).replaceAll('_', ' ')} time`,
	notCounted: (dates) => `${dates} not counted, as not over`,
	sample: (percent) => `≈ from a sample${percent ? ` of ${percent} of the users` : ''}`,
	approximate: '≈ users counted approximately',
	truncated: 'Sensors Analytics left out rows: the result is truncated',
	window: (length, ending, date) =>
		`${length} to convert${
			ending === 'over'
				? ', all over'
				: ending === 'open'
					? `, still running for starts from ${date}`
					: ending === 'short'
						? `; ${date} not counted, as their time is not complete`
						: `, later steps count until ${date}`
		}`,
	starts: (dates) => `started ${dates}`,
	perUnit: (unit) => `users count ${unit === 'day' ? 'on' : 'in'} each ${unit}`,
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
	otherRow: (count) => plural(count, 'other', 'others'),
	withUnit: (number, unit) => `${number} ${unit}`,
};

function extreme({ number, dates }: Extreme, unit: string): string {
	const many = `${unit === 'days' ? 'on' : 'in'} ${dates.length} ${unit}`;
	return `${number} (${dates.length > 2 ? many : dates.join(' and ')})`;
}

const WEEKDAYS_ZH = [...' 一二三四五六日'];
const SIDES_ZH = { above: '高于', below: '低于', within: '处于' };
const sidesZh = ({ amount, percent }: ChangeInWords) => `${amount}（${percent}）`;
const size = (amount: string) => amount.replace(/^[+\u2212]/, '');
const way = ({ way: is }: ChangeInWords, up = '增加', down = '减少') => (is > 0 ? up : down);
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

export const chinese: Sentences = {
	of: (label, dates, number) =>
		`${dates}${label && dates ? beforeNumber(label) : label}${beforeNumber(number)}`,
	change(change, dates) {
		const { kind, amount, percent, before } = change;
		switch (kind) {
			case 'same':
				return `，与${dates}持平`;
			case 'about':
				return `，与${dates}的 ${before} 基本持平（${amount}）`;
			case 'fromZero':
				return `，${dates}为 0`;
			case 'amount':
				return `，较${dates}的 ${before} ${way(change)} ${size(amount)}`;
			case 'times':
				return `，较${dates}的 ${before} 增加 ${size(amount)}（增至 ${percent} 倍）`;
			case 'points':
				return `，较${dates}的 ${before} ${way(change, '上升', '下降')} ${size(amount)} 个百分点`;
			case 'percent':
				return `，较${dates}的 ${before} ${way(change)} ${size(amount)}（${percent}）`;
		}
	},
	short(change) {
		const { kind, amount, percent } = change;
		switch (kind) {
			case 'same':
				return '（持平）';
			case 'about':
				return `（基本持平，${amount}）`;
			case 'fromZero':
				return '（对比期为 0）';
			case 'amount':
				return `，${amount}`;
			case 'times':
				return `，${amount}（增至 ${percent} 倍）`;
			case 'points':
				return `，${amount} 个百分点`;
			case 'percent':
				return `，${sidesZh(change)}`;
		}
	},
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
				return sidesZh(change);
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
	until: (dates, time, isToday) => (isToday ? `今天（截至 ${time}）` : `${dates}（截至 ${time}）`),
	list: (entries) =>
		entries
			.map(({ name, number, beside }) => `${name} ${number}${beside ? `（${beside}）` : ''}`)
			.join(entries.some(({ number }) => number.includes('，')) ? '；' : '、'),
	others: (count, number) =>
		number === undefined ? `另有 ${count} 组未列出` : `其余 ${count} 组合计 ${number}`,
	otherGroups: (count) => `${count} 组`,
	where: ({ name, number, beside }, others, together) =>
		`${name} ${number}${beside ?? ''}；其余 ${others} 组合计 ${together}`,
	extremes: (count, unit, high, low, last) =>
		`${count} ${unit}中最高 ${extremeZh(high, unit)}，最低 ${extremeZh(low, unit)}，最近 ${last}`,
	flat: (count, unit, number) => `${count} ${unit}均为 ${number}`,
	fell: (down, up, all) => `${all} 组中 ${down} 组下降，${up} 组上升`,
	noChange: {
		open: '尚未结束，不作比较',
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
	funnelBase: (users, isTied) => (isTied ? '并列' : `${users} 名用户`),
	highLow: (what, high, low) =>
		`${what}最高 ${high.name} ${high.number}（${high.beside ?? ''}），最低 ${low.name} ${low.number}（${low.beside ?? ''}）`,
	without: (event) => `未${event}`,
	step: (from, to, percent) => `${from}→${to} ${percent}`,
	dropped: (step, users, percent, isOneOfMany) =>
		`${isOneOfMany ? '流失最多的环节之一' : '流失最多的环节'}：进入“${step}”之前，流失 ${users} 人（${percent}）`,
	conversions: (steps, dates, high, low) =>
		`${dates} ${steps} 总转化率最高 ${high.name} ${high.number}（${high.beside ?? ''}），最低 ${low.name} ${low.number}（${low.beside ?? ''}）`,
	retained: (period, event, percent, users, starts, isChurn, first) =>
		`${first && `${first}后`}${period}，${users} 名用户中有 ${percent}${beforeNumber(`${isChurn ? '未' : ''}${event || '回访'}`, !percent.endsWith('名'))}${starts && `（${starts}）`}`,
	startUnits: (count, unit) => `${count} 个起始${START_UNITS_ZH[unit] ?? unit}`,
	returned: '回访',
	persons: (count) => `${count} 名`,
	noPeriodOver: '各批用户的后续周期均未结束',
	noPeriodOverForAll: '后续周期均未对全部起始用户结束',
	noStartOver: '各起始日的窗口期均未结束',
	distribution(of, event, users, dates, ranges) {
		const what = { times: '次数为', periods: '小时数或天数为', value: '数值为' }[of];
		const told = ranges.map(({ name, number }) => `${number} ${what} ${name}`);
		return `${dates}有${event}的 ${users} 名用户中，${told.join('，')}`;
	},
	ofGroup: (name) => `${name}，`,
	mostFrequent: (names, dates) => `${dates}最常见：${chinese.list(names)}`,
	link: (step, name) => `第 ${step} 步 ${name}`,
	times: (number) => `${number} 次`,
	ofStep: '括号内为占该步的比例',
	lastOf: (count, unit) =>
		`${count} ${UNITS_ZH[unit]?.[1] ?? unit}中的最近一${UNITS_ZH[unit]?.[0] ?? unit}`,
	only: (conditions) => `仅 ${conditions}`,
	ofMeasure: (label, conditions) => `${label}：仅 ${conditions}`,
	stepOnly: (step, conditions) => `第 ${step} 步：仅 ${conditions}`,
	startOnly: (conditions) => `初始行为：仅 ${conditions}`,
	returnOnly: (conditions) => `后续行为：仅 ${conditions}`,
	unreadFilter: '含已保存报告中的筛选条件',
	moreConditions: (count) => `另有 ${count} 个条件`,
	and: '且 ',
	or: '或 ',
	between: '、',
	functions: {
		equal: (property, values) => `${property} = ${values}`,
		notEqual: (property, values) => `${property} ≠ ${values}`,
		contain: (property, values) => `${property} 包含 ${values}`,
		notContain: (property, values) => `${property} 不包含 ${values}`,
		rlike: (property, values) => `${property} 匹配 ${values}`,
		greater: (property, values) => `${property} > ${values}`,
		greaterEqual: (property, values) => `${property} ≥ ${values}`,
		less: (property, values) => `${property} < ${values}`,
		lessEqual: (property, values) => `${property} ≤ ${values}`,
		between: (property, values) => `${property} 介于 ${values}`,
		isTrue: (property) => `${property} 为真`,
		isFalse: (property) => `${property} 为假`,
		absoluteBetween: (property, values) => `${property} 介于 ${values}`,
		relativeWithin: (property, values) => `${property} 在过去 ${values} 天内`,
		relativeBefore: (property, values) => `${property} 在过去 ${values} 天之前`,
		include: (property, values) => `${property} 包含 ${values}`,
		isSet: (property) => `${property} 有值`,
		notSet: (property) => `${property} 没有值`,
	},
	top: (count, all, by, isDescending, isOfAll) =>
		`按${by ?? '神策分析的顺序'}${isDescending || !by ? '前' : '后'} ${count} 组${all === undefined ? '' : `（共 ${all} 组）`}${isOfAll ? '，合计含全部分组' : ''}`,
	zone: (name) => (name === 'Asia/Shanghai' ? '北京时间' : `时区 ${name}`),
	notCounted: (dates) => `${dates}尚未结束，未计入`,
	sample: (percent) => `≈ 基于${percent ? ` ${percent} 用户的` : ''}抽样数据`,
	approximate: '≈ 用户数为近似值',
	truncated: '结果已截断：神策分析仅返回部分数据',
	window: (length, ending, date) =>
		`窗口期 ${length}${
			ending === 'over'
				? '，均已结束'
				: ending === 'open'
					? `，${date} 起进入的用户仍在窗口期内`
					: ending === 'short'
						? `，${date}的窗口期不完整，未计入`
						: `，后续步骤计至 ${date}`
		}`,
	starts: (dates) => `起始 ${dates}`,
	perUnit: (unit) => `用户按${START_UNITS_ZH[unit] ?? unit}分别计数`,
	length: (count, unit) => `${count} ${UNITS_ZH[unit]?.[0] ?? unit}`,
	units: UNITS_ZH,
	measure: '指标',
	conversion: '总转化率',
	started: '初始用户数',
	otherRow: (count) => `其余 ${count} 组`,
	withUnit: (number, unit) => `${number} ${unit}`,
};

/** Chinese stands without a space before Chinese, all else behind one. */
function beforeNumber(number: string, isBehindOther = false): string {
	return /^\p{Script=Han}/u.test(number) && !isBehindOther ? number : ` ${number}`;
}

function extremeZh({ number, dates }: Extreme, unit: string): string {
	return `${number}（${dates.length > 2 ? `共 ${dates.length} ${unit}` : dates.join('、')}）`;
}
