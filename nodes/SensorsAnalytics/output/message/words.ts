import { daysBetween } from '../../dates/calendar';
import { isByChance } from '../../insight/chance';
import type { DateRange } from '../../query/query';
import { type Amount, compareAmounts, subtract } from '../../table/decimal';
import type { NumberStyle } from './options';

const CHINESE_UNITS: { [unit: string]: string } = { day: '日', week: '周', month: '月' };

export const chinese: MessageTexts = {
	language: 'zh',
	report: '报表',
	nothingOver: '所选日期内尚无已结束的完整周期',
	noRows: '没有数据',
	none: '未知',
	yes: '是',
	no: '否',
	rest: '其余分组',
	headings: {
		date: '日期',
		initial_users: '初始用户数',
		users: '用户数',
		percent: '占比',
		period: '时间',
		step: '步骤',
		event: '事件',
		percent_of_previous: '较上一步转化率',
		percent_of_first: '总转化率',
		bucket: '区间',
		bucket_from: '下限',
		bucket_to: '上限（不含）',
		total_users: '总人数',
		group: '分组',
		from: '从',
		to: '到',
		times: '次数',
		intervals: '间隔数',
		min_time: '最短间隔（秒）',
		max_time: '最长间隔（秒）',
		average_time: '平均间隔（秒）',
		average_time_of_users: '人均间隔（秒）',
		value_per_user: '人均价值',
		touches: '触发次数',
		converting_touches: '转化前触发次数',
		converted_users: '转化用户数',
		conversions: '转化量',
	},
	percentile: (part) => `${part} 分位数（秒）`,
	title: (measures, groups, dates) =>
		[`${measures}${groups && `（按${groups}）`}`, dates].filter(Boolean).join('，'),
	funnel: (steps) => `漏斗：${steps.join(' → ')}`,
	retention: (events, isChurn) =>
		[isChurn ? '流失' : '留存', events.join(' → ')].filter(Boolean).join('：'),
	distribution: (event) => ['分布', event].filter(Boolean).join('：'),
	paths: '用户路径',
	models: { min_time: '间隔', value_per_user: 'LTV', touches: '归因' },
	model: (name, events) => `${name}：${events.join(' → ')}`,
	pathHeadings: { source: '起点', target: '终点', kind: '类型', id: '编号' },
	pathEnd: '（结束）',
	pathKinds: { node: '节点', link: '连线' },
	pathStart: '（开始）',
	comparedWith: (range, other, hasBracket) =>
		`${range}（对比期：${other}${hasBracket ? '，括号内为对比期数值' : ''}）`,
	before: (measure) => `${measure}（对比期）`,
	aside: (number, before) => `${number}（${before}）`,
	total: (measures) => `合计：${measures}`,
	period: (count, unit = '') =>
		count === 0 ? `当${CHINESE_UNITS[unit] ?? '期'}` : `第 ${count} ${CHINESE_UNITS[unit] ?? '期'}`,
	bucket: (from, to) => {
		if (from === null) return to === null ? '全部' : `小于 ${to}`;
		return to === null ? `${from} 及以上` : `${from} 至 ${to}（不含）`;
	},
	integers: (from, to) => (from === to ? from : `${from}–${to}`),
	starts: (unit) => `起始${{ day: '天' }[unit] ?? CHINESE_UNITS[unit] ?? '期'}数`,
	mostUsers: '人数最多的区间',
	allUsers: '全部用户',
	lost: '流失',
	lostBefore: (step) => `在 ${step} 之前流失`,
	conversion: '总转化率',
	rate: (isChurn) => (isChurn ? '流失率' : '留存率'),
	startsHeading: '初始人次',
	stepsHeading: '人次',
	reports: (first, others) => (others > 0 ? `${first} 等 ${others + 1} 份报表` : first),
	moreReports: (count) => `还有 ${count} 份报表未显示`,
	andMore: (measures, _more, all) => `${measures}等 ${all} 个指标`,
	failed: (error) => `出错：${error}`,
	moreRows: (count) => `还有 ${count} 行未显示`,
	moreColumns: (count) => `还有 ${count} 列未显示`,
	moreGroups: (count) => `还有 ${count} 个分组未显示`,
	largestGroups: (count, all) => `图表仅展示数值最高的 ${count} 组（共 ${all} 组）`,
	firstGroups: (count, all) => `图表仅展示前 ${count} 组（共 ${all} 组）`,
	firstMeasures: (count, all) => `图表仅展示前 ${count} 个指标（共 ${all} 个）`,
	notDrawn: (names) => `图表未展示：${names}`,
	lastPoints: (count, all) => `图表仅展示最近 ${count} 个时间点（共 ${all} 个）`,
	leftOutOfChart: (names) => `以下项因缺少数值未在图表中展示：${names}`,
	noRoomForChart: '数据点过多，消息中未附图表',
	pointsWithoutNumber: (count) => `图表省略了 ${count} 个尚未结束或没有数值的时间点`,
	belowZero: '负数以橙色显示',
	isNew: '新出现',
	windowCut: (day) => `只统计 ${day} 及之前完成的步骤，较晚进入漏斗的用户可能来不及完成`,
	truncated: '结果已截断：神策分析仅返回部分数据',
	sampled: '基于抽样数据计算，结果为估算值',
	open: '查看',
	lowHigh: (name, low, high) => `${name}（最低 ${low}，最高 ${high}）`,
	comma: '，',
	between: '、',
	semicolon: '；',
	colon: '：',
};

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;
const ENGLISH_UNITS: { [unit: string]: string } = { day: 'Day', week: 'Week', month: 'Month' };

export const english: MessageTexts = {
	language: 'en',
	report: 'Report',
	noRows: 'No rows',
	nothingOver: 'No whole period of these dates is over yet',
	none: '(none)',
	yes: 'yes',
	no: 'no',
	rest: '(other)',
	headings: {
		date: 'Date',
		initial_users: 'Users at start',
		users: 'Users',
		percent: 'Share',
		period: 'Period',
		step: 'Step',
		event: 'Event',
		percent_of_previous: '% of previous step',
		percent_of_first: '% of first step',
		bucket: 'Range',
		bucket_from: 'From',
		bucket_to: 'To below',
		total_users: 'All users',
		group: 'Group',
		from: 'From',
		to: 'To',
		times: 'Times',
		intervals: 'Intervals',
		min_time: 'Shortest (s)',
		max_time: 'Longest (s)',
		average_time: 'Average (s)',
		average_time_of_users: 'Average of users (s)',
		value_per_user: 'Value per user',
		touches: 'Touches',
		converting_touches: 'Converting touches',
		converted_users: 'Converted users',
		conversions: 'Conversions',
	},
	percentile: (part) => `Percentile ${part} (s)`,
	title: (measures, groups, dates) =>
		[`${measures}${groups && ` by ${groups}`}`, dates].filter(Boolean).join(', '),
	funnel: (steps) => `Funnel: ${steps.join(' → ')}`,
	retention: (events, isChurn) =>
		[isChurn ? 'Churn' : 'Retention', events.join(', then ')].filter(Boolean).join(': '),
	distribution: (event) => ['Distribution', event].filter(Boolean).join(': '),
	paths: 'Paths',
	models: { min_time: 'Interval', value_per_user: 'Lifetime value', touches: 'Attribution' },
	model: (name, events) => `${name}: ${events.join(' → ')}`,
	pathHeadings: { source: 'Source', target: 'Target', kind: 'Kind', id: 'ID' },
	pathEnd: '(end)',
	pathKinds: { node: 'node', link: 'link' },
	pathStart: '(start)',
	comparedWith: (range, other, hasBracket) =>
		`${range}, compared with ${other}${hasBracket ? ' (in brackets)' : ''}`,
	before: (measure) => `${measure} (before)`,
	aside: (number, before) => `${number} (${before})`,
	total: (measures) => `Total: ${measures}`,
	period: (count, unit = '') => {
		const name = ENGLISH_UNITS[unit] ?? 'Period';
		return count === 0 ? `Same ${name.toLowerCase()}` : `${name} ${count}`;
	},
	bucket: (from, to) => {
		if (from === null) return to === null ? 'all' : `below ${to}`;
		return to === null ? `${from} or more` : `${from} to below ${to}`;
	},
	integers: (from, to) => (from === to ? from : `${from} to ${to}`),
	starts: (unit) => `Start ${unit}s`,
	mostUsers: 'Most users',
	allUsers: 'All users',
	lost: 'Lost',
	lostBefore: (step) => `Lost before ${step}`,
	conversion: 'Converted',
	rate: (isChurn) => (isChurn ? 'Churn' : 'Retention'),
	startsHeading: 'Starts',
	stepsHeading: 'Starts',
	reports: (first, others) =>
		others > 0 ? `${first} and ${plural(others, 'more report', 'more reports')}` : first,
	moreReports: (count) => `${plural(count, 'more report', 'more reports')} not shown`,
	andMore: (measures, more) => `${measures} and ${more} more`,
	failed: (error) => `Failed: ${error}`,
	moreRows: (count) => `${plural(count, 'more row', 'more rows')} not shown`,
	moreColumns: (count) => `${plural(count, 'more column', 'more columns')} not shown`,
	moreGroups: (count) => `${plural(count, 'more group', 'more groups')} not shown`,
	largestGroups: (count, all) => `The chart shows the ${count} largest of ${all} groups`,
	firstGroups: (count, all) => `The chart shows the first ${count} of ${all} groups`,
	firstMeasures: (count, all) => `The chart shows the first ${count} of ${all} measures`,
	notDrawn: (names) => `Not in the chart: ${names}`,
	lastPoints: (count, all) => `The chart shows the last ${count} of ${all} points in time`,
	leftOutOfChart: (names) => `Not in the chart, as values are missing: ${names}`,
	noRoomForChart: 'The chart has too many points for a message',
	pointsWithoutNumber: (count) =>
		`The chart leaves out ${plural(count, 'point', 'points')} in time, not over or without a value`,
	belowZero: 'Numbers below 0 are drawn in orange',
	isNew: 'new',
	windowCut: (day) => `Steps after ${day} are not counted, so late starters had less time`,
	truncated: 'Incomplete: Sensors Analytics returned only part of the data',
	sampled: 'Computed from a sample: the numbers are estimates',
	open: 'Open',
	lowHigh: (name, low, high) => `${name} (lowest ${low}, highest ${high})`,
	comma: ', ',
	between: ', ',
	semicolon: '; ',
	colon: ': ',
};

/** The few words of a message that aren't the user's. */

export interface MessageTexts {
	/** BCP 47, of the words. */
	language: string;
	report: string;
	noRows: string;
	/** In place of rows, where only whole periods are wanted. */
	nothingOver: string;
	/** A missing value of a group. */
	none: string;
	yes: string;
	no: string;
	/** What is left of the groups. */
	rest: string;
	/** Headings of the columns that reports have of their own, by key. */
	headings: { readonly [key: string]: string };
	/** Heading of how long so many percent of the intervals are at most. */
	percentile: (part: string) => string;
	/** A title made of what is in the report. */
	title: (measures: string, groups: string, dates: string) => string;
	/** Of its steps, in their order. */
	funnel: (steps: readonly string[]) => string;
	/** Of what comes first, and what users come back for; none where they are not known. */
	retention: (events: readonly string[], isChurn: boolean) => string;
	/** Of an event, where it is known. */
	distribution: (event: string | undefined) => string;
	paths: string;
	/** Reports that only their rows tell, by a column of theirs. */
	models: { readonly [key: string]: string };
	model: (name: string, events: readonly string[]) => string;
	/** What stands for an event where a path has none any more, or none yet. */
	pathEnd: string;
	pathStart: string;
	/** Headings of paths alone: properties are called so, too. */
	pathHeadings: { readonly [key: string]: string };
	/** Rows of paths: nodes, or links between them. */
	pathKinds: { readonly [kind: string]: string };
	comparedWith: (range: string, other: string, hasBracket: boolean) => string;
	before: (measure: string) => string;
	/** A number and the one that it is compared with. */
	aside: (number: string, before: string) => string;
	total: (measures: string) => string;
	/** A day, week or month that a retention counts, 0 for the one of the start; without a unit a period. */
	period: (count: number, unit?: string) => string;
	/** Limits of a bucket; the upper one does not belong to it. */
	bucket: (from: string | null, to: string | null) => string;
	/** The same of whole numbers, with both limits. */
	integers: (from: string, to: string) => string;
	/** The users of all starts together. */
	allUsers: string;
	/** Heading of on how many days, weeks or months users started. */
	starts: (unit: string) => string;
	/** Heading of the share of users who came back, or did not. */
	rate: (isChurn: boolean) => string;
	/** Heading of users who count once for each of these. */
	startsHeading: string;
	/** Heading of how many of them took a step. */
	stepsHeading: string;
	/** Heading of the range that has most users. */
	mostUsers: string;
	lost: string;
	/** Users who went no further than the step before. */
	lostBefore: (step: string) => string;
	conversion: string;
	/** Title of several reports. */
	reports: (first: string, others: number) => string;
	moreReports: (count: number) => string;
	/** Of more measures than a title has room for. */
	andMore: (measures: string, more: number, all: number) => string;
	/** In place of a report that failed. */
	failed: (error: string) => string;
	moreRows: (count: number) => string;
	moreColumns: (count: number) => string;
	moreGroups: (count: number) => string;
	largestGroups: (count: number, all: number) => string;
	firstGroups: (count: number, all: number) => string;
	firstMeasures: (count: number, all: number) => string;
	notDrawn: (names: string) => string;
	lastPoints: (count: number, all: number) => string;
	leftOutOfChart: (names: string) => string;
	noRoomForChart: string;
	/** Points in time that a chart can not show. */
	pointsWithoutNumber: (count: number) => string;
	belowZero: string;
	/** In place of a change, where there was nothing before. */
	isNew: string;
	/** Steps after this day do not count. */
	windowCut: (day: string) => string;
	truncated: string;
	sampled: string;
	/** Of a card's button. */
	open: string;
	/** Between entries of a list, and at the end of a sentence. */
	/** Beside numbers over time. */
	lowHigh: (name: string, low: string, high: string) => string;
	comma: string;
	/** Between names of a title. */
	between: string;
	semicolon: string;
	colon: string;
}

/** Chinese for Chinese locales, English for all others. */
export function wordsOf(locale: string): MessageTexts {
	return new Intl.Locale(locale).language === 'zh' ? chinese : english;
}

/** How numbers, changes and dates stand in the sentences of a digest. */

/** Below it, a change in percent says nothing. */
const SMALL_BASE = 20;
/** From here on, how many times as much is read more easily than percents. */
const TIMES_FROM = 200;
const MINUS = '\u2212';

/** A number, and the one that it is compared with. */
export interface ComparedInWords {
	now: Amount;
	before?: Amount;
	/** Of how many numbers both are the mean, if they are. */
	count?: number;
	/** Of means: as the exact ones differ, and how many times as much the one is. */
	exact?: { difference: Amount; times: number };
}

/** How a change is told. */
type ChangeKind = 'same' | 'about' | 'fromZero' | 'amount' | 'times' | 'percent' | 'points';

export interface ChangeInWords {
	kind: ChangeKind;
	/** 1 where it is more than before, -1 where it is less. */
	way: number;
	/** Whether its usual range is told beside it, which says that it is normal. */
	hasUsual?: boolean;
	/** Whether the message is sent for a change in percent, which is told of a normal one, too. */
	isAlarm?: boolean;
	/** Whether it is an amount that moved by no more than its dates do by themselves. */
	isByDates?: boolean;
	/** Of an amount that moved much, what varies as much by itself: days, weeks. */
	varying?: string;
	difference: Amount;
	/** `+13`, `−128`; points with one decimal. */
	amount: string;
	/** `+3.1%`, or how many times as much. */
	percent: string;
	before: string;
}

/** What a measure counts decides how its changes are told. */
export interface Nature {
	/** Whether it counts what happens, or users: small changes are about the same. */
	isCount: boolean;
	/** Whether its numbers grow from the start of the range on: they have no mean. */
	isCumulated?: boolean;
	/** Whether it is a rate, written as a percent. */
	isRate: boolean;
	/** Whether it is how often an event happened, and called as the event alone. */
	isTimes?: boolean;
	/** Writes its numbers with their unit. */
	write?: (value: Amount) => string;
}

export interface NumbersInWords {
	write: (value: Amount) => string;
	/** Of 100, with one decimal at most. */
	share: (value: number) => string;
	change: (compared: ComparedInWords, nature: Nature) => ChangeInWords | undefined;
}

export function numbersOf(
	style: NumberStyle,
	write: (value: Amount | null) => string,
): NumbersInWords {
	const percents = (digits: Intl.NumberFormatOptions) =>
		new Intl.NumberFormat(style.locale, {
			useGrouping: style.hasThousands,
			style: 'percent',
			...digits,
		});
	const [rounded, fixed, small] = [
		percents({ maximumFractionDigits: 1 }),
		percents({ minimumFractionDigits: 1, maximumFractionDigits: 1 }),
		percents({ maximumSignificantDigits: 1 }),
	];
	const written = (format: Intl.NumberFormat, value: number) => {
		const text = format.format(value / 100);
		return value !== 0 && text === format.format(0) ? small.format(value / 100) : text;
	};
	const plain = new Intl.NumberFormat(style.locale, { maximumFractionDigits: 1 });
	const signed = (value: number, text: string) =>
		`${value > 0 ? '+' : value < 0 ? MINUS : ''}${text}`;
	return {
		write: (value) => write(value).replace(/^-/, MINUS),
		// 11.0% beside 11.6%; but all and none as they are.
		share: (value) => written(value === 0 || value === 100 ? rounded : fixed, value),
		change({ now, before, count, exact }, nature) {
			const { isRate } = nature;
			const own = nature.write ?? write;
			const difference = before === undefined ? null : (exact?.difference ?? subtract(now, before));
			if (before === undefined || difference === null) return undefined;
			const [size, base] = [Math.abs(Number(difference)), Math.abs(Number(before))];
			const way = compareAmounts(difference, 0);
			const percent = exact ? (exact.times - 1) * 100 : ((way < 0 ? -size : size) / base) * 100;
			const kind = way === 0 ? 'same' : kindOf({ now, before, count }, nature, percent);
			const text = own(difference).replace(/^[-\u2212]/, '');
			return {
				kind,
				way,
				difference,
				amount: signed(way, isRate ? plain.format(size * 100) : text),
				percent:
					kind === 'times'
						? plain.format(exact?.times ?? Number(now) / Number(before))
						: signed(way, written(fixed, Math.abs(percent))),
				before: own(before).replace(/^-/, MINUS),
			};
		},
	};
}

function kindOf(
	{ now, before, count }: ComparedInWords & { before: Amount },
	{ isCount, isRate }: Nature,
	percent: number,
): ChangeKind {
	const [value, base] = [Number(now), Number(before)];
	if (isRate) return 'points';
	if (base === 0) return 'fromZero';
	if (base < 0 || value < 0) return 'amount';
	if (value === base || (isCount && isByChance(value, base, count))) return 'about';
	if (base < SMALL_BASE && isCount) return 'amount';
	return percent >= TIMES_FROM ? 'times' : 'percent';
}

/** Dates as people write them: `9–22 Nov`, `Sun 22 Nov`, in Chinese `11月9–22日`. */
export interface DateWords {
	range: (range: DateRange) => string;
	/** One day, with the day of the week where it is wanted. */
	day: (date: string, withWeekday?: boolean) => string;
	/** A whole month, by its first day. */
	month: (date: string) => string;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');
const CHINESE_WEEKDAYS = [...'日一二三四五六'];

/** @param year the one that is not told */
export function dateWords(language: string, year: string): DateWords {
	return language === 'zh' ? chineseDates(year) : englishDates(year);
}

function partsOf(date: string) {
	const [year = '', month = '', day = ''] = date.slice(0, 10).split('-');
	const weekday = new Date(`${date.slice(0, 10)}T00:00:00Z`).getUTCDay();
	return { year, month: Number(month), day: Number(day), weekday };
}

function isDate(date: string): boolean {
	return /^\d{4}-\d\d-\d\d/.test(date);
}

function englishDates(thisYear: string): DateWords {
	const day = (date: string, withWeekday = false) => {
		if (!isDate(date)) return date;
		const { year, month, day: number, weekday } = partsOf(date);
		const own = `${number} ${MONTHS[month - 1]}${year === thisYear ? '' : ` ${year}`}`;
		return `${withWeekday ? `${WEEKDAYS[weekday]} ` : ''}${own}${hourOf(date)}`;
	};
	return {
		day,
		month: (date) => day(date).split(' ').slice(1).join(' '),
		range({ from, to }) {
			if (from === to) return day(from, true);
			const [first, last] = [partsOf(from), partsOf(to)];
			if (first.year === last.year && first.month === last.month) return `${first.day}–${day(to)}`;
			if (first.year === last.year) return `${first.day} ${MONTHS[first.month - 1]}–${day(to)}`;
			return `${first.day} ${MONTHS[first.month - 1]} ${first.year}–${last.day} ${MONTHS[last.month - 1]} ${last.year}`;
		},
	};
}

function chineseDates(thisYear: string): DateWords {
	const day = (date: string, withWeekday = false) => {
		if (!isDate(date)) return date;
		const { year, month, day: number, weekday } = partsOf(date);
		const own = `${year === thisYear ? '' : `${year}年`}${month}月${number}日`;
		return `${own}${withWeekday ? `（周${CHINESE_WEEKDAYS[weekday]}）` : ''}${hourOf(date)}`;
	};
	return {
		day,
		month: (date) => `${day(date).split('月')[0]}月`,
		range({ from, to }) {
			if (from === to) return day(from, true);
			const [first, last] = [partsOf(from), partsOf(to)];
			const year = first.year === thisYear && last.year === thisYear ? '' : `${first.year}年`;
			if (first.year === last.year && first.month === last.month)
				return `${year}${first.month}月${first.day}–${last.day}日`;
			const end = first.year === last.year ? '' : `${last.year}年`;
			return `${year}${first.month}月${first.day}日–${end}${last.month}月${last.day}日`;
		},
	};
}

/** Hours have the time behind the date, from when to when. */
function hourOf(date: string): string {
	if (!date.includes('T')) return '';
	const end = String((Number(date.slice(11, 13)) + 1) % 24).padStart(2, '0');
	return ` ${date.slice(11, 16)}–${end}${date.slice(13, 16)}`;
}

export function daysOf({ from, to }: DateRange): number {
	return daysBetween(from, to) + 1;
}
