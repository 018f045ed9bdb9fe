import { isByChance } from '../../insight/verdict';
import type { Aggregator, CountedEntity } from '../../query/aggregators';
import type { DateRange, Property } from '../../query/query';
import {
	type Amount,
	type Cell,
	compareAmounts,
	fromUnits,
	subtract,
	toUnits,
} from '../../table/decimal';
import { decimalsOf } from './numbers';
import type { NumberStyle } from './options';
import { timesOfPoint } from './periods';
import { plural } from './text';

export const CHINESE_UNITS: { [unit: string]: string } = { day: '日', week: '周', month: '月' };

/** The usual reasons of failed reports, by the start of the error. */
const REASONS_ZH = [
	['Sensors Analytics rejected the request', '神策分析拒绝了请求'],
	['Sensors Analytics rejected', '神策分析不接受节点的凭证'],
	['Sensors Analytics rate limit', '请求过于频繁'],
	['Sensors Analytics is temporarily', '神策分析暂时不可用'],
	["Sensors Analytics can't be reached", '无法连接神策分析'],
] as const;

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
		percent_of_previous: '相对上一步的转化率',
		percent_of_first: '总转化率',
		bucket: '区间',
		bucket_from: '下限',
		bucket_to: '上限（不含）',
		total_users: '总人数',
		group: '分组',
		from: '从',
		to: '到',
		times: '次数',
		eventCount: '次数',
		hours: '发生小时数',
		days: '发生天数',
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
	dates: { hour: '时间', week: '周', month: '月份', quarter: '季度', year: '年份' },
	percentile: (part) => `${part} 分位数（秒）`,
	title(measures, groups, dates, isFiltered = false) {
		const besides = [groups && `按${groups}`, isFiltered && '已筛选'].filter(Boolean).join('，');
		return [`${measures}${besides && `（${besides}）`}`, dates].filter(Boolean).join('，');
	},
	views: { funnel: '漏斗', retention: '留存', churn: '流失', distribution: '分布' },
	paths: (event, isFrom) => (event ? `“${event}”之${isFrom ? '后' : '前'}的用户路径` : '用户路径'),
	models: { interval: '间隔', lifetime: 'LTV', attribution: '归因' },
	pathHeadings: { source: '起点', target: '终点', kind: '类型', id: '编号' },
	pathEnd: '（结束）',
	pathSeveral: '（多个事件）',
	pathKinds: { node: '节点', link: '连线' },
	pathStart: '（开始）',
	comparedWith: (range, other, hasBracket) =>
		`${range}（对比期：${other}${hasBracket ? '，括号内为对比期数值' : ''}）`,
	before: (measure) => `${measure}（对比期）`,
	aside: (number, before) => `${number}（${before}）`,
	total: (measures) => `合计：${measures}`,
	periods: () => '时间',
	period: (count, unit = '') => {
		const name = CHINESE_UNITS[unit];
		const counted = unit === 'month' ? '个月' : (name ?? '期');
		return count === 0 ? `起始当${name ?? '期'}` : `第 ${count} ${counted}`;
	},
	retentionPeriod: (count, unit = '') =>
		count === 1 ? `次${CHINESE_UNITS[unit] ?? '期'}` : chinese.period(count, unit),
	bucket: (from, to) => {
		if (from === null) return to === null ? '全部' : `小于 ${to}`;
		return to === null ? `${from} 及以上` : `${from} 至不足 ${to}`;
	},
	starts: (unit) => `起始${{ day: '日' }[unit] ?? CHINESE_UNITS[unit] ?? '期'}数`,
	mostUsers: '人数最多的区间',
	lost: '流失',
	lostBefore: (step) => `在“${step}”之前流失`,
	conversion: '总转化率',
	rate: (isChurn) => (isChurn ? '流失率' : '留存率'),
	allUsers: '用户人数',
	countedHeading: () => '人次',
	enteredHeading: '进入漏斗人数',
	startsHeading: '初始人次',
	reports(count, failed, unusual) {
		const some = [failed && `${failed} 份失败`, unusual && `${unusual} 份超出常见范围`].filter(
			Boolean,
		);
		return `${count} 份报表${some.length > 0 ? `，其中 ${some.join('、')}` : ''}`;
	},
	moreReports: (count) => `另有 ${count} 份报表未显示`,
	allOf: (measures) => measures.join('、'),
	andMore: (measures, _more, all) => `${measures}等 ${all} 个指标`,
	failed(error) {
		const reason = REASONS_ZH.find(([start]) => error.startsWith(start))?.[1];
		return `未能取得${reason ? `：${reason}` : ''}（错误信息：“${error}”）`;
	},
	moreRows: (count) => `另有 ${count} 行未显示`,
	moreColumns: (count) => `另有 ${count} 列未显示`,
	moreGroups: (count) => `另有 ${count} 个分组未显示`,
	moreRanges: (count) => `另有 ${count} 个区间未显示`,
	largestGroups: (count, all) => `图表仅展示最大的 ${count} 组（共 ${all} 组）`,
	firstEntries: (count, all) => `图表仅展示前 ${count} 项（共 ${all} 项）`,
	firstMeasures: (count, all) => `图表仅展示前 ${count} 个指标（共 ${all} 个）`,
	notDrawn: (names, more = 0) => `图表未展示：${names}${more > 0 ? `，另有 ${more} 项` : ''}`,
	pointsShown: (count, all, areLast) =>
		`图表仅展示${areLast ? '最近' : '前'} ${count} 个${areLast ? '时间点' : '周期'}（共 ${all} 个）`,
	noRoomForChart: '数据点过多，消息中未附图表',
	pointsWithoutNumber: (count) => `图表省略了 ${count} 个尚未结束或没有数值的时间点`,
	belowZero: '负数以橙色显示',
	isNew: '新出现',
	truncated: '结果已截断：神策分析仅返回部分数据',
	sampled: '基于抽样数据计算，结果为估算值',
	open: '查看',
	lowHigh: (name, low, high) => `${name}（最低 ${low}，最高 ${high}）`,
	comma: '，',
	between: '、',
	semicolon: '；',
	stop: '。',
	colon: '：',
};

const ENGLISH_UNITS: { [unit: string]: string } = { day: 'Day', week: 'Week', month: 'Month' };

export const english = {
	language: 'en',
	report: 'Report',
	noRows: 'No rows',
	/** Replaces rows if only complete periods are requested and there are none. */
	nothingOver: 'No complete period of these dates is over yet',
	none: '(none)',
	yes: 'yes',
	no: 'no',
	rest: '(other)',
	headings: {
		date: 'Date',
		initial_users: 'Users who started',
		users: 'Users',
		percent: 'Share',
		period: 'Period',
		step: 'Step',
		event: 'Event',
		percent_of_previous: '% of previous step',
		percent_of_first: '% of first step',
		bucket: 'Range',
		bucket_from: 'From',
		bucket_to: 'Below',
		total_users: 'All users',
		group: 'Group',
		from: 'From',
		to: 'To',
		times: 'Times',
		eventCount: 'Number of events',
		hours: 'Hours',
		days: 'Days',
		intervals: 'Intervals',
		min_time: 'Shortest (s)',
		max_time: 'Longest (s)',
		average_time: 'Average (s)',
		average_time_of_users: 'Average per user (s)',
		value_per_user: 'Value per user',
		touches: 'Touches',
		converting_touches: 'Converting touches',
		converted_users: 'Converted users',
		conversions: 'Conversions',
	} as { readonly [key: string]: string },
	/** Headings of dates, by the unit, if it isn't the day. */
	dates: { hour: 'Hour', week: 'Week', month: 'Month', quarter: 'Quarter', year: 'Year' } as {
		readonly [unit: string]: string;
	},
	/** Heading of the maximum time for this percentage of intervals. */
	percentile: (part: string) => `Percentile ${part} (s)`,
	title(measures: string, groups: string, dates: string, isFiltered = false): string {
		const what = `${measures}${groups && ` by ${groups}`}${isFiltered ? ' (filtered)' : ''}`;
		return [what, dates].filter(Boolean).join(', ');
	},
	/** Names of reports with a view of their own. */
	views: {
		funnel: 'Funnel',
		retention: 'Retention',
		churn: 'Churn',
		distribution: 'Distribution',
	},
	paths: (event: string | undefined, isFrom: boolean) =>
		event ? `Paths ${isFrom ? 'after' : 'before'} ${event}` : 'Paths',
	/** Names of reports without a view of their own. */
	models: { interval: 'Interval', lifetime: 'Lifetime value', attribution: 'Attribution' } as {
		readonly [model: string]: string;
	},
	/** Headings only for paths, because properties may have the same names. */
	pathHeadings: { source: 'Source', target: 'Target', kind: 'Kind', id: 'ID' } as {
		readonly [key: string]: string;
	},
	pathEnd: '(end)',
	pathSeveral: '(several events)',
	pathKinds: { node: 'node', link: 'link' } as { readonly [kind: string]: string },
	pathStart: '(start)',
	comparedWith: (range: string, other: string, hasBracket: boolean) =>
		`${range}, compared with ${other}${hasBracket ? ' (in parentheses)' : ''}`,
	before: (measure: string) => `${measure} (before)`,
	aside: (number: string, before: string) => `${number} (${before})`,
	total: (measures: string) => `Total: ${measures}`,
	periods: (unit: string = ''): string => ENGLISH_UNITS[unit] ?? 'Period',
	/** Name of a day, week or month of a retention; 0 is the initial one; without a unit a period. */
	period: (count: number, unit: string = '') => {
		const name = ENGLISH_UNITS[unit] ?? 'Period';
		return count === 0 ? `Start ${name.toLowerCase()}` : `${name} ${count}`;
	},
	/** The same of users who come back: Chinese has a word for the first one. */
	retentionPeriod: (count: number, unit: string = ''): string => english.period(count, unit),
	/** Name of a bucket by its boundaries; the upper one is exclusive. */
	bucket: (from: string | null, to: string | null) => {
		if (from === null) return to === null ? 'all' : `under ${to}`;
		return to === null ? `${from} or more` : `${from} to under ${to}`;
	},
	starts: () => 'Cohorts',
	mostUsers: 'Most common',
	lost: 'Lost',
	lostBefore: (step: string) => `Lost before ${step}`,
	conversion: 'Converted',
	rate: (isChurn: boolean): string => (isChurn ? 'Churn' : 'Retention'),
	/** All users of the project, active or not. */
	allUsers: 'Users on record',
	/** Heading of users who count once for each day in which they started, or of entries. */
	countedHeading: (startsIn: string): string => (startsIn === 'entry' ? 'Entries' : 'Users'),
	/** Heading of users who entered a funnel, once each. */
	enteredHeading: 'Users who started',
	/** The same, for those whose rate is of a later period. */
	startsHeading: 'Users who started',
	reports(count: number, failed: number, unusual: number): string {
		const some = [failed && `${failed} failed`, unusual && `${unusual} unusual`].filter(Boolean);
		return `${plural(count, 'report')}${some.length > 0 ? ` (${some.join(', ')})` : ''}`;
	},
	moreReports: (count: number) => `${plural(count, 'more report')} not shown`,
	allOf: (measures: readonly string[]) =>
		[measures.slice(0, -1).join(', '), ...measures.slice(-1)].filter(Boolean).join(' and '),
	andMore: (measures: string, more: number) => `${measures} and ${more} more`,
	failed: (error: string) => `couldn't be loaded (“${error}”)`,
	moreRows: (count: number) => `${plural(count, 'more row')} not shown`,
	moreColumns: (count: number) => `${plural(count, 'more column')} not shown`,
	moreGroups: (count: number) => `${plural(count, 'more group')} not shown`,
	moreRanges: (count: number) => `${plural(count, 'more range')} not shown`,
	largestGroups: (count: number, all: number) =>
		`The chart shows the ${count === 1 ? '' : `${count} `}largest of ${all} groups`,
	firstEntries: (count: number, all: number) =>
		`The chart shows the first ${count} of ${all} entries`,
	firstMeasures: (count: number, all: number) =>
		`The chart shows the first${count === 1 ? '' : ` ${count}`} of ${all} measures`,
	notDrawn: (names: string, more = 0) =>
		`Not in the chart: ${names}${more > 0 ? `, and ${more} more` : ''}`,
	pointsShown: (count: number, all: number, areLast: boolean) =>
		`The chart shows the ${areLast ? 'last' : 'first'} ${count} of ${all} ${areLast ? 'data points' : 'periods'}`,
	noRoomForChart: 'No chart, because it would have too many data points for a message',
	pointsWithoutNumber: (count: number) =>
		`The chart leaves out ${plural(count, 'data point')} (not over, or without a value)`,
	belowZero: 'Numbers below 0 are drawn in orange',
	isNew: 'new',
	truncated: 'Incomplete: Sensors Analytics returned only part of the data',
	sampled: 'Computed from a sample: the numbers are estimates',
	open: 'Open',
	lowHigh: (name: string, low: string, high: string) => `${name} (lowest ${low}, highest ${high})`,
	comma: ', ',
	between: ', ',
	semicolon: '; ',
	stop: '. ',
	colon: ': ',
};

/** Texts that need more in Chinese. */
interface MoreMessageTexts {
	starts: (unit: string) => string;
	andMore: (measures: string, more: number, all: number) => string;
}

export type MessageTexts = Omit<typeof english, keyof MoreMessageTexts> & MoreMessageTexts;

/** Returns Chinese for Chinese locales, English for all others. */
export function wordsOf(locale: string): MessageTexts {
	return new Intl.Locale(locale).language === 'zh' ? chinese : english;
}

/** Writes the name of a report with its events: `Funnel: view → pay`. */
export function titleOfReport(
	{ colon }: MessageTexts,
	name: string,
	events: readonly string[],
): string {
	return [name, events.join(' → ')].filter(Boolean).join(colon);
}

/** Writes the value of a group. A text from data stays as it is, and isn't cleaned. */
export function valueInWords(value: Cell, { yes, no, none }: MessageTexts): string {
	if (typeof value === 'boolean') return value ? yes : no;
	return String(value ?? none);
}

/** Formats of numbers, changes and dates in the sentences of a digest. */

/** A change in percent of fewer means nothing. */
export const SMALL_BASE = 20;
/** From this percentage on, a factor is easier to read. */
const TIMES_FROM = 200;
const MINUS = '\u2212';
const NOISE = 1e-9;

/** A number and its comparison. */
export interface ComparedInWords {
	now: Amount;
	before?: Amount;
	/** Number of dates, if both are averages. */
	count?: number;
	/** For averages: their exact difference and factor. */
	exact?: { difference: Amount; times: number };
}

/** How a change is written. */
type ChangeKind = 'same' | 'about' | 'fromZero' | 'amount' | 'times' | 'percent' | 'points';

export interface ChangeInWords {
	kind: ChangeKind;
	/** 1 if it is an increase, -1 if it is a decrease. */
	way: number;
	/** Whether its usual range is next to it, and says whether it is normal. */
	hasUsual?: boolean;
	/** Whether the message is sent for a percentage change: then a normal change has its percent. */
	isAlarm?: boolean;
	/** Whether it changed no more than its dates vary by chance. */
	isByDates?: boolean;
	/** For one that changed much: what varies as much by chance: days, weeks. */
	varying?: string;
	/** Whether it is more than its dates vary. */
	isBeyond?: boolean;
	/** Which of the two ranges has special days, if they have more or fewer. */
	special?: 'now' | 'before' | 'both';
	difference: Amount;
	/** `+13`, `−128`, `+<1` if it rounds to nothing; percentage points with the decimals of the rate. */
	amount: string;
	/** `+3.1%`, or a factor. */
	percent: string;
	before: string;
}

/** What a measure counts, which decides how its changes are written. */
export interface Nature {
	/** Whether it counts events or users: small changes are then about the same. */
	isCount: boolean;
	/** What it counts. The number of values doesn't vary by chance like that of events. */
	counts?: CountedEntity;
	/** Whether it is computed from numbers of users: each counts once for all dates, too. */
	isPerUsers?: boolean;
	/** Share of the users that its numbers are estimated from, if it is a sample. */
	sampled?: number;
	/** Earlier dates that a number also counts, so that it has no average. */
	window?: Aggregator['window'];
	/** Returns the dates that a rolling number counts in a period. */
	windowTo?: (start: string, range?: DateRange) => DateRange | undefined;
	/** Whether it is a rate, written as a percentage. */
	isRate: boolean;
	/** Whether the numbers of a rate are percentages (of 100) instead of fractions. */
	isInPercent?: boolean;
	/** Decimals that all its numbers have: percentages with those of the query, and amounts of money. */
	decimals?: number;
	/** Writes its numbers with their unit. */
	write?: (value: Amount) => string;
}

/** @param isMeasured whether the style of the numbers is theirs */
export type MoneyWriter = (
	property: Property | undefined,
	isMeasured?: boolean,
) => ((amount: Amount) => string) | undefined;

export interface NumbersInWords {
	write: (value: Amount | null) => string;
	/** Writes a percentage (of 100) with at most one decimal. */
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
	const [rounded, fixed, small, exact] = [
		percents({ maximumFractionDigits: 1 }),
		percents({ minimumFractionDigits: 1, maximumFractionDigits: 1 }),
		percents({ maximumSignificantDigits: 1 }),
		percents({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
	];
	const written = (format: Intl.NumberFormat, value: number) => {
		const text = format.format(value / 100);
		// What is not all is not written as 100%.
		if (value < 100 && text === format.format(1))
			return exact.format(Math.floor(value * 100) / 1e4);
		return value !== 0 && text === format.format(0) ? small.format(value / 100) : text;
	};
	const plain = new Intl.NumberFormat(style.locale, { maximumFractionDigits: 1 });
	const isAuto = style.style === 'auto';
	const decimals = style.style === 'integer' ? 0 : style.decimals;
	// Points have the decimals of the percentages that differ by them.
	const pointsWith = (places: number, least = 0) =>
		new Intl.NumberFormat(style.locale, {
			useGrouping: style.hasThousands,
			minimumFractionDigits: least,
			maximumFractionDigits: places,
		});
	const formatPoints = pointsWith(isAuto ? 2 : decimals);
	const signed = (value: number, text: string) =>
		`${value > 0 ? '+' : value < 0 ? MINUS : ''}${text}`;
	return {
		write: (value) => write(value).replace(/^-/, MINUS),
		// All have one decimal, as in 11.0% and 11.6%, except for 0% and 100%.
		share: (value) => written(value === 0 || value === 100 ? rounded : fixed, value),
		change({ now, before, count, exact }, nature) {
			const { isRate, isInPercent, decimals: ownDecimals } = nature;
			const own = nature.write ?? write;
			const difference = before === undefined ? null : (exact?.difference ?? subtract(now, before));
			if (before === undefined || difference === null) return undefined;
			const [size, base] = [Math.abs(Number(difference)), Math.abs(Number(before))];
			// Averages that differ may have a difference that rounds to 0.
			const way = compareAmounts(difference, 0) || Math.sign((exact?.times ?? 1) - 1) || 0;
			const percent = exact ? (exact.times - 1) * 100 : ((way < 0 ? -size : size) / base) * 100;
			const isAlike = !isRate && own(now) === own(before);
			const places =
				ownDecimals ?? (isAuto ? decimalsOf(Math.max(Math.abs(Number(now)), base)) : decimals);
			// Fractions that are written as percentages have two decimals more.
			const ofPoints = isInPercent ? places : places + 2;
			const shown = exact ? difference : writtenDifference(now, before, isRate ? ofPoints : places);
			const isSmall = isAuto && isInPercent && places > 2;
			const points = (value: Amount) =>
				(isSmall || ownDecimals !== undefined
					? pointsWith(places, ownDecimals)
					: formatPoints
				).format(Number(value) * (isInPercent ? 1 : 100));
			const text = isRate
				? sizeText(points, shown, false, ofPoints)
				: sizeText(own, shown, isAlike, exact ? 1 : places);
			// Sums in binary arithmetic may differ by less than anybody has counted.
			const isSame = way === 0 || (text.startsWith('<') && size < base * NOISE);
			const known = isSame ? 'same' : kindOf({ now, before, count }, nature, percent);
			// Nobody understands a percentage of what is written as 0.
			const isNothing = isAlike && own(before) === own(0) && known !== 'same';
			const kind = isNothing ? 'amount' : known;
			return {
				kind,
				way,
				difference,
				amount: signed(way, text),
				percent:
					kind === 'times'
						? plain.format(exact?.times ?? Number(now) / Number(before))
						: signed(way, written(fixed, Math.abs(percent))),
				before: own(before).replace(/^-/, MINUS),
			};
		},
	};
}

/** Returns the difference of two numbers as they are written: the sentence has all three. */
function writtenDifference(now: Amount, before: Amount, places: number): Amount {
	return fromUnits(toUnits(now, places) - toUnits(before, places), places) ?? 0;
}

/** The smallest number above 0 that a style writes, by its decimals. */
const STEPS = Array.from({ length: 11 }, (_, decimals) => Number(`1e-${decimals}`));

/**
 * Writes how much a number is without its sign: `128`, or `<1` if it rounds to nothing, or if the
 * numbers that differ by it are written alike.
 * @param places decimals of the numbers that differ by 0 if they are rounded
 */
export function sizeText(
	write: (amount: Amount) => string,
	amount: Amount,
	isAlike = false,
	places = 1,
): string {
	const [text, zero] = [write(amount).replace(SIGN, ''), write(0)];
	const steps = compareAmounts(amount, 0) === 0 ? STEPS.slice(0, places + 1) : STEPS;
	const least = write(steps.filter((step) => write(step) !== zero).at(-1) ?? 1);
	return text === zero || (isAlike && text === least) ? `<${least}` : text;
}

function kindOf(
	{ now, before, count }: ComparedInWords & { before: Amount },
	{ isCount, isRate, sampled = 1 }: Nature,
	percent: number,
): ChangeKind {
	const [value, base] = [Number(now), Number(before)];
	if (isRate) return 'points';
	if (base === 0) return 'fromZero';
	if (base < 0 || value < 0) return 'amount';
	if (value === base || (isCount && isByChance(value, base, (count ?? 1) * sampled)))
		return 'about';
	if (base * sampled < SMALL_BASE && isCount) return 'amount';
	return percent >= TIMES_FROM ? 'times' : 'percent';
}

/** Writes dates for people: `9–22 Nov`, `Sun 22 Nov`, in Chinese `11月9–22日`. */
export interface DateWords {
	range: (range: DateRange) => string;
	/** Writes one day, with its weekday if requested. */
	day: (date: string, withWeekday?: boolean) => string;
	/** Writes dates with the first and the last day of the week: `Mon–Tue 16–17 Nov`. */
	withWeekdays: (range: DateRange) => string;
	/** Writes a moment, `2026-11-22 12:00`. */
	moment: (moment: string) => string;
	/** Writes a complete month, by its first day. */
	month: (date: string) => string;
}

/** A minus, also after the invisible mark of scripts from right to left. */
const SIGN = /^[\u061c\u200e\u200f]*[-\u2212]/;

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const WEEKDAYS = 'Sun Mon Tue Wed Thu Fri Sat'.split(' ');
export const CHINESE_WEEKDAYS = [...'日一二三四五六'];

/**
 * @param year year that is left out
 * @param unit unit of points with a time of day; default: hours
 */
export function dateWords(language: string, year: string, unit?: string): DateWords {
	return language === 'zh' ? chineseDates(year, unit) : englishDates(year, unit);
}

function partsOf(date: string) {
	const [year = '', month = '', day = ''] = date.slice(0, 10).split('-');
	const weekday = new Date(`${date.slice(0, 10)}T00:00:00Z`).getUTCDay();
	return { year, month: Number(month), day: Number(day), weekday };
}

function isDate(date: string): boolean {
	return /^\d{4}-\d\d-\d\d/.test(date);
}

function englishDates(thisYear: string, unit?: string): DateWords {
	const day = (date: string, withWeekday = false) => {
		if (!isDate(date)) return date;
		const { year, month, day: number, weekday } = partsOf(date);
		const own = `${number} ${MONTHS[month - 1]}${year === thisYear ? '' : ` ${year}`}`;
		return `${withWeekday ? `${WEEKDAYS[weekday]} ` : ''}${own}${timesBehind(date, unit)}`;
	};
	return {
		day,
		withWeekdays({ from, to }) {
			const days = [from, to].map((date) => WEEKDAYS[partsOf(date).weekday]);
			return `${days.join('–')} ${this.range({ from, to })}`;
		},
		moment: (moment) => `${day(moment.slice(0, 10))}, ${moment.slice(11)}`,
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

function chineseDates(thisYear: string, unit?: string): DateWords {
	const day = (date: string, withWeekday = false) => {
		if (!isDate(date)) return date;
		const { year, month, day: number, weekday } = partsOf(date);
		const own = `${year === thisYear ? '' : `${year}年`}${month}月${number}日`;
		return `${own}${withWeekday ? `（周${CHINESE_WEEKDAYS[weekday]}）` : ''}${timesBehind(date, unit)}`;
	};
	return {
		day,
		withWeekdays({ from, to }) {
			const days = [from, to].map((date) => `周${CHINESE_WEEKDAYS[partsOf(date).weekday]}`);
			return `${this.range({ from, to })}（${days.join('至')}）`;
		},
		moment: (moment) => `${day(moment.slice(0, 10))} ${moment.slice(11)}`,
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

/** Returns the start and end times to add after the date of an hour or a shorter point. */
function timesBehind(date: string, unit?: string): string {
	return date.includes('T') ? ` ${timesOfPoint(date, unit).join('–')}` : '';
}
