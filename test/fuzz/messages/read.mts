/**
 * What a finished message says, read as a person does: sentences into numbers and dates. Written
 * from docs/messages.md; it shares nothing with what writes messages.
 */

import { addDays } from './truth.mts';

export interface Span {
	from: string;
	to: string;
	/** Whether the last day is marked as under way. */
	isOpen: boolean;
}

/** A number, and what it is compared with, if the message has it. */
export interface Said {
	number: number;
	/** Signed. */
	change?: number;
	percent?: number;
	/** How many times as much. */
	times?: number;
	before?: number;
	beforeDates?: Span;
	/** `beyond` is more than its dates vary. */
	word?: 'same' | 'about' | 'fromZero' | 'wide' | 'beyond';
}

/** What a sentence says is usual of its number. */
interface Usual {
	side: 'above' | 'below' | 'within';
	/** Since when a level has changed. */
	since?: string;
	/** `Sunday`, or `week`. */
	slot?: string;
	low?: number;
	high?: number;
}

/** A group or a period that a headline has next to the whole, perhaps of another measure. */
export interface StandsOut {
	/** Whether it is said to be beyond normal variation. */
	isBeyond: boolean;
	label?: string;
	name: string;
	said: Said;
	isAverage: boolean;
}

export type Claim = Statement & {
	usual?: Usual;
	standsOut?: StandsOut;
};

type Statement =
	| { kind: 'value'; label: string; dates?: Span; said: Said; isAverage: boolean; isShort: boolean }
	| {
			kind: 'listed';
			label?: string;
			dates?: Span;
			groups: Array<{ name: string; said: Said; share?: number }>;
			others?: { count: number; said?: Said };
			/** What the groups are compared with. */
			before?: Span;
			/** Whether the numbers are means of days, weeks or months. */
			isMean?: boolean;
			/** All that is listed, and what is not; and what of it had a touchpoint. */
			all?: number;
			touched?: number;
			/** Whether another sentence has the groups that changed more, and maybe no verdict. */
			isAmong?: true;
			/** Of how many groups, which are all, it says that they are within normal variation. */
			normal?: number;
	  }
	| {
			kind: 'where';
			groups: Array<{ name: string; said: Said }>;
			others: number;
			/** The number of the others together, and how much it changed. */
			number: number;
			/** How many of the others rose and fell, if some did each. */
			mixed?: [up: number, down: number];
			together: number;
	  }
	| { kind: 'fell'; all: number; down: number; up: number }
	| {
			kind: 'extremes';
			/** Not in English. */
			count?: number;
			unit: string;
			high: Extreme;
			low: Extreme;
			/** Not of hours of a day that is over. */
			last?: number;
			/** Its date, or those among which it is. */
			lastAt?: string;
			lastIn?: string[];
			/** Number of days with enough users, if others have fewer. */
			large?: number;
	  }
	| { kind: 'flat'; count: number; unit: string; number: number }
	| {
			kind: 'funnel';
			steps: string[];
			/** The filter of each step, in its name. */
			filters: Array<string | undefined>;
			percent: number;
			first: number;
			last: number;
			dates: Span;
			/** Whether users count once for each date. */
			isStarts: boolean;
	  }
	| { kind: 'steps'; percents: number[] }
	| {
			/**
			 * Groups of a funnel: all of a few, or the highest and the lowest one of many, with their
			 * count.
			 */
			kind: 'rates';
			/** What the groups are groups of, below a headline of all; without one the dates. */
			by?: string;
			dates?: Span;
			rates: Array<{ names: string[]; percent: number; base?: number; isStarts?: boolean }>;
			of?: number;
			/** Of a list: the groups that are not in it, and those that the verdict is of. */
			left?: number;
			only?: number;
			verdict?: 'close' | 'apart';
	  }
	| {
			kind: 'lost';
			from: string;
			step: string;
			users: number;
			percent: number;
			isTied: boolean;
			isStarts?: boolean;
			/** The step with the highest rate of loss before it, if it is another one. */
			highest?: { step: string; percent: number };
	  }
	| {
			kind: 'retained';
			period: number;
			unit: string;
			percent: number;
			users: number;
			starts: number;
			/** Dates of the starts. */
			started?: Span;
			/** Whether users count once for each date on which they started. */
			isStarts: boolean;
	  }
	| {
			kind: 'distribution';
			users: number;
			dates?: Span;
			ranges: Array<{ from?: number; to?: number; percent: number }>;
	  }
	| {
			/** Paths from an event, and what most of them go on with. */
			kind: 'paths';
			dates?: Span;
			start: string;
			all: number;
			next: string[];
			times?: number;
			percent?: number;
			ended?: { times: number; percent: number };
	  }
	/** How often paths have an event at any step, with its share where it is at one of them. */
	| {
			kind: 'further';
			start: string;
			/** Number of steps after it. */
			within: number;
			events: Array<{ name: string; times: number; percent?: number }>;
	  }
	| {
			kind: 'interval';
			dates?: Span;
			mean: Time;
			count: number;
			users?: number;
			/** What half of them don't exceed, if the mean is far longer. */
			half?: Time;
	  }
	| {
			kind: 'means';
			/** Medians or means. */
			isMedian: boolean;
			high: { name: string; time: Time; count: number; users?: number };
			low: { name: string; time: Time; count: number; users?: number };
			/** Number of groups with enough intervals, if others have fewer. */
			large?: number;
	  }
	| {
			kind: 'medians';
			/** Not in English. */
			count?: number;
			high: { time: Time; day: string };
			low: { time: Time; day: string };
	  }
	| { kind: 'atMost'; parts: Array<{ percent: number; time: Time }> }
	| { kind: 'spread'; low: Time; high: Time }
	| {
			kind: 'worth';
			period: number;
			number: number;
			users: number;
			starts: number;
			started?: Span;
			isStarts: boolean;
	  }
	| {
			/** Rates or values of other periods than that of the headline. */
			kind: 'periods';
			/** Whether it says that later periods are of fewer starts. */
			isOfFewer: boolean;
			periods: Array<{
				period: number;
				percent?: number;
				/** Whether it is a part of a few instead of a percentage. */
				isFew?: boolean;
				number?: number;
				users: number;
				isStarts?: boolean;
			}>;
	  }
	/** The users that touchpoints are credited with. */
	| {
			kind: 'credited';
			counts: Array<[name: string, count: number]>;
			/** The number of each touchpoint, if it is the same. */
			each?: number;
	  }
	| { kind: 'nothing' }
	/** Nobody did an event. */
	| { kind: 'nobody'; event: string; dates?: Span }
	/** The last period of some starts is not over. */
	| { kind: 'underWay' }
	/** The filter of one step of a funnel. */
	| { kind: 'ownFilter'; value: string; step: string; isFirst: boolean }
	/** Intervals that end after the day do not count. */
	| { kind: 'late'; until: string }
	/** Periods that the range cuts, or that are under way. */
	| { kind: 'partial'; periods: string[] };

/** A time in words, and by how much it is rounded. */
export interface Time {
	seconds: number;
	room: number;
}

interface Extreme {
	number: number;
	/** `MM-DD`, and the hour; or how often. */
	dates: string[];
	times?: number;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const NUMBER = '[−-]?\\d(?:[\\d,]*\\d)?(?:\\.\\d+)?';
const SIGNED = '[+−±-]\\d(?:[\\d,]*\\d)?(?:\\.\\d+)?';
/** A change in words: which way, by how much, how many times as much or how many percent. */
const MOVED = `(up|down) (${NUMBER})(?: \\((?:(${NUMBER}) times as much|(${SIGNED})%)\\))?`;
const MOVED_ZH = `(增加|减少) (${NUMBER})(?: [次人])?(?:（(?:增至对比期的 (${NUMBER}) 倍|(${SIGNED})%)）)?`;

export function numberOf(text: string): number {
	return Number(text.replace(/,/g, '').replace(/−/g, '-').replace('±', '').replace('%', ''));
}

const iso = (year: number, month: number, day: number) =>
	`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

const monthOf = (year: number, month: number): [string, string] => [
	iso(year, month, 1),
	iso(year, month, new Date(Date.UTC(year, month, 0)).getUTCDate()),
];

/** Dates in words, which are of today's year if the text names no other one. */
export function readSpan(written: string, today: string): Span | undefined {
	const text = written
		.replace(/^Today/, 'today')
		.replace(/^on /, '')
		.replace(/^between (.+) and (.+)$/, '$1–$2');
	const year = Number(today.slice(0, 4));
	const open = /^(?:today \((.+)\) until \d\d:\d\d|今天（(.+)，截至 \d\d:\d\d）)$/.exec(text);
	if (open) {
		const span = readSpan((open[1] ?? open[2]) as string, today);
		return span && { ...span, isOpen: true };
	}
	const until =
		/^(.*?(\d+ \w+(?: \d{4})?)) \(\2 until \d\d:\d\d\)$/.exec(text) ??
		/^(.*–(.+日))（截至\2 \d\d:\d\d）$/.exec(text);
	if (until) {
		const span = readSpan(until[1] as string, today);
		return span && { ...span, isOpen: true };
	}
	const month = (name: string) => MONTHS.indexOf(name) + 1;
	const patterns: Array<[RegExp, (m: string[]) => [string, string]]> = [
		[
			/^([A-Z][a-z]{2})(?: (\d{4}))?$/,
			([, m, y]) => monthOf(Number(y ?? year), month(m as string)),
		],
		[/^(?:(\d{4})年)?(\d{1,2})月$/, ([, y, m]) => monthOf(Number(y ?? year), Number(m))],
		[
			/^(?:\w{3} )?(\d{1,2}) ([A-Z][a-z]{2})(?: (\d{4}))?$/,
			([, d, m, y]) => {
				const one = iso(Number(y ?? year), month(m as string), Number(d));
				return [one, one];
			},
		],
		[
			/^(\d{1,2})–(\d{1,2}) ([A-Z][a-z]{2})(?: (\d{4}))?$/,
			([, a, b, m, y]) => [
				iso(Number(y ?? year), month(m as string), Number(a)),
				iso(Number(y ?? year), month(m as string), Number(b)),
			],
		],
		[
			/^(\d{1,2}) ([A-Z][a-z]{2})–(\d{1,2}) ([A-Z][a-z]{2})(?: (\d{4}))?$/,
			([, a, m, b, n, y]) => [
				iso(Number(y ?? year), month(m as string), Number(a)),
				iso(Number(y ?? year), month(n as string), Number(b)),
			],
		],
		[
			/^(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})–(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})$/,
			([, a, m, y, b, n, z]) => [
				iso(Number(y), month(m as string), Number(a)),
				iso(Number(z), month(n as string), Number(b)),
			],
		],
		[
			/^(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日(?:（周.）)?$/,
			([, y, m, d]) => {
				const one = iso(Number(y ?? year), Number(m), Number(d));
				return [one, one];
			},
		],
		[
			/^(?:(\d{4})年)?(\d{1,2})月(\d{1,2})–(\d{1,2})日$/,
			([, y, m, a, b]) => [
				iso(Number(y ?? year), Number(m), Number(a)),
				iso(Number(y ?? year), Number(m), Number(b)),
			],
		],
		[
			/^(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日–(?:(\d{4})年)?(\d{1,2})月(\d{1,2})日$/,
			([, y, m, a, z, n, b]) => [
				iso(Number(y ?? year), Number(m), Number(a)),
				iso(Number(z ?? y ?? year), Number(n), Number(b)),
			],
		],
	];
	for (const [pattern, read] of patterns) {
		const match = pattern.exec(text);
		if (match) {
			const [from, to] = read(match as unknown as string[]);
			return { from, to, isOpen: false };
		}
	}
	return undefined;
}

/** The number and the change at the start of a text; undefined where it is neither. */
function readSaid(text: string, today: string): Said | undefined {
	const head = new RegExp(`^(${NUMBER})(.*)$`).exec(text);
	if (!head) return undefined;
	const number = numberOf(head[1] as string);
	const rest = (head[2] as string).replace(/^ [次人](?=$|[，（])/, '');
	if (rest === '') return { number };
	const span = (dates: string) => readSpan(dates, today) as Span;
	if (/^(?: \(the same\)|（持平）)$/.test(rest)) return { number, word: 'same' };
	if (/^(?: \((?:up|down) from 0\)|（对比期为 0）)$/.test(rest))
		return { number, word: 'fromZero' };
	const [, same] = /^(?:, the same as (?:on|in|for) (.+)|，与.+持平)$/.exec(rest) ?? [];
	const [, sameZh] = /^，与(.+)持平$/.exec(rest) ?? [];
	if (same ?? sameZh)
		return { number, word: 'same', beforeDates: span((same ?? sameZh) as string) };
	const [, zero, zeroZh] =
		/^(?:, (?:up|down) from 0 (?:on|in|for) (.+)|，(.+)为 0)$/.exec(rest) ?? [];
	if (zero ?? zeroZh)
		return { number, word: 'fromZero', beforeDates: span((zero ?? zeroZh) as string) };
	const english = new RegExp(
		`^(?:, | \\()${MOVED}(?: from (${NUMBER}) (?:on|in|for) (.+?))?(, within normal variation|, beyond normal variation(?:, but (?:these dates have|the comparison period has|the two periods differ in their number of) special days)?|; \\w+ly numbers vary too much to tell whether this is unusual)?\\)?$`,
	).exec(rest);
	const chinese = new RegExp(
		`^(?:，|（)(?:较(.+)的 (${NUMBER}) ?[次人]? ?)?${MOVED_ZH}(，属正常波动|，超出正常波动范围(?:，但(?:本期含|对比期含|两期的)特殊日期(?:数量不同)?)?|，每\\S+?数值起伏较大，尚不能判断变化是否正常)?）?$`,
	).exec(rest);
	if (english) {
		const [, way, change, times, percent, before, dates, normal] = english;
		return said({ way, change, times, percent, before, dates, normal });
	}
	if (chinese) {
		const [, dates, before, way, change, times, percent, normal] = chinese;
		return said({ way, change, times, percent, before, dates, normal });
	}
	return undefined;

	function said(reported: { [part: string]: string | undefined }): Said {
		const { way, change = '', times, percent, before, dates, normal } = reported;
		const sign = way === 'up' || way === '增加' ? 1 : -1;
		return {
			number,
			change: numberOf(change) * sign,
			...(times ? { times: numberOf(times) } : {}),
			...(percent ? { percent: numberOf(percent) } : {}),
			...(before ? { before: numberOf(before) } : {}),
			...(dates ? { beforeDates: span(dates) as Span } : {}),
			...(normal
				? {
						word: /too much|起伏较大/.test(normal)
							? ('wide' as const)
							: /beyond|超出/.test(normal)
								? ('beyond' as const)
								: ('about' as const),
					}
				: {}),
		};
	}
}

const ZH_DAYS = [...'一二三四五六日'];
const DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const ZH_SIDES = { 高于: 'above', 低于: 'below', 在: 'within' } as const;
type ZhSide = keyof typeof ZH_SIDES;

/** What is usual, behind a sentence, and the sentence without it. */
function readUsual(sentence: string, today: string): [string, Usual?] {
	const range = `[(（](${NUMBER})–(${NUMBER})(?: [次人])?[)）]内?$`;
	const english = new RegExp(
		`^(.+); (above|below|within) the usual range for a (\\w+) ${range}`,
	).exec(sentence);
	const chinese = new RegExp(`^(.+)，(高于|低于|在)(单周|周.)的常见范围${range}`).exec(sentence);
	const found = english ?? chinese;
	if (found) {
		const [, rest = '', side = 'within', slot = '', low = '', high = ''] = found;
		const usual = {
			side: chinese ? ZH_SIDES[side as ZhSide] : (side as Usual['side']),
			slot: chinese
				? slot === '单周'
					? 'week'
					: (DAYS[ZH_DAYS.indexOf(slot.charAt(1))] ?? '')
				: slot,
			low: numberOf(low),
			high: numberOf(high),
		};
		return [rest, usual];
	}
	const level =
		/^(.+); (above|below) its usual level since (.+)$/.exec(sentence) ??
		/^(.+)，自(?<since>.+?)起持续(?<side>高于|低于)平时水平$/.exec(sentence);
	if (!level) return [sentence];
	const { since = level[3] ?? '', side } = level.groups ?? {};
	return [
		level[1] ?? '',
		{
			side: side === undefined ? (level[2] as Usual['side']) : ZH_SIDES[side as ZhSide],
			since: readSpan(since, today)?.from ?? '?',
		},
	];
}

/** A sentence as what it claims; undefined for one that nobody can read. */
export function readSentence(
	text: string,
	labels: readonly string[],
	today: string,
): Claim | undefined {
	const sentence = text
		// Names that look like numbers are in quotes.
		.replace(/“([-−+]?\d[\d.,:%~–−-]*)”/g, '$1');
	const [, front = sentence, but, butZh, beyond] =
		/^(.+?)(?:\. (?:The only exception is|One exception is|Also,|In particular,) (.+?)|；(?:但|其中|同时) ?(.+?))(, beyond normal variation|，(?:仅此一项)?超出正常波动范围)?$/.exec(
			sentence,
		) ?? [];
	const [plain, usual] = readUsual(front, today);
	const claim = readPlain(plain, labels, today);
	const reported = but ?? butZh;
	const standsOut = reported === undefined ? undefined : readStandsOut(reported, labels, today);
	if (!claim || (reported !== undefined && !standsOut)) return undefined;
	return {
		...claim,
		...(usual ? { usual } : {}),
		...(standsOut ? { standsOut: { ...standsOut, isBeyond: beyond !== undefined } } : {}),
	};
}

function readStandsOut(
	text: string,
	labels: readonly string[],
	today: string,
): Omit<StandsOut, 'isBeyond'> | undefined {
	const ofZh = (one: string) => [`的${one} `, `的 ${one} `].find((part) => text.includes(part));
	const label = labels.find((one) => text.startsWith(`${one} for `) || ofZh(one));
	const [nameZh = '', number = ''] =
		label !== undefined && ofZh(label)
			? text.split(ofZh(label) ?? '').map((part) => part.trim())
			: ['', label === undefined ? text : text.slice(`${label} for `.length)];
	const [, only = '', rest = ''] =
		/^(\(.+?\)|\S+ (?:未知|为空值)|\S+?|（.+?）|\d.*? [A-Z][a-z]{2}(?: \d{4})?):? ((?:\S+均 )?[−\d].*)$/.exec(
			number,
		) ?? [];
	const isNamed = nameZh !== '';
	const { reported, isAverage } = averageIn(isNamed ? number : rest);
	const said = readSaid(reported, today);
	return said && { name: isNamed ? nameZh : only, said, isAverage, ...(label ? { label } : {}) };
}

/** `46.9 a day on average, up 2`, `日均 46.9，增加 2`. */
function averageIn(text: string): { reported: string; isAverage: boolean } {
	const average =
		/^(\S+?) an? (?:day|week|month|hour) on average(.*)$/.exec(text) ??
		/^(?:[日周月]均|每小时平均) ([\d,.]+)(.*)$/.exec(text);
	return { reported: average ? `${average[1]}${average[2]}` : text, isAverage: average !== null };
}

/** The highest and lowest, and how many days or groups they are of, if others are too small. */
function withoutSmall(sentence: string): { ends: string; large?: number } {
	const [, ends = '', days, daysZh] =
		/^(.+?)(?:; only the (\d+) (?:days with at least 20 users|groups with at least 20 intervals) are compared|，仅比较(?:进入漏斗人数|间隔数)不少于 20 的 (\d+) [天组])?$/.exec(
			sentence,
		) ?? [];
	const large = days ?? daysZh;
	return { ends, ...(large === undefined ? {} : { large: Number(large) }) };
}

function readPlain(
	sentence: string,
	labels: readonly string[],
	today: string,
): Statement | undefined {
	const { ends, large } = withoutSmall(sentence);
	const extremes =
		/^(?<count>)(Hourly|Daily|Weekly|Monthly) high: (\S+) \((.+?)(, the last (?:complete )?\w+)?\); low: (\S+) \((.+?)(, the last (?:complete )?\w+)?\)(?:; last (?:complete )?\w+: (\S+) \((.+)\))?$/.exec(
			ends,
		) ??
		/^(?<count>)单([日周月]|小时)最高 (\S+?)(?: [次人])?（(.+?)(，(?:即|后者为)(?:最后一.+?|昨天|上[周月]))?），最低 (\S+?)(?: [次人])?（(.+?)(，(?:即|后者为)(?:最后一.+?|昨天|上[周月]))?）(?:，(?:最后一\S+|昨天|上[周月]) (\S+?)(?: [次人])?（(.+)）)?$/.exec(
			ends,
		);
	if (extremes) {
		const [, count, unit, high = '', highAt = '', isHigh, low = '', lowAt = '', isLow, last, at] =
			extremes;
		const highest = { number: numberOf(high), ...datesOf(highAt, today) };
		const lowest = { number: numberOf(low), ...datesOf(lowAt, today) };
		const [own] = [isHigh && highest, isLow && lowest].filter(Boolean) as Extreme[];
		const [word] = /昨天|上[周月]/.exec(sentence) ?? [];
		const lastDates = at === undefined ? own?.dates : [pointOf(at, today)];
		if (word && !lastDates?.some((date) => isCalled(word, date, today))) return undefined;
		return {
			kind: 'extremes',
			...(count ? { count: Number(count) } : {}),
			unit: unit as string,
			high: highest,
			low: lowest,
			...(last === undefined && !own
				? {}
				: { last: last === undefined ? own?.number : numberOf(last) }),
			...(at === undefined ? {} : { lastAt: pointOf(at, today) }),
			...(own ? { lastIn: own.dates } : {}),
			...(large === undefined ? {} : { large }),
		};
	}
	const flat = /^(?:Each of these (\d+) (\w+): (\S+)|(\d+) (\S+?)均为 (\S+))$/.exec(sentence);
	if (flat) {
		return {
			kind: 'flat',
			count: Number(flat[1] ?? flat[4]),
			unit: (flat[2] ?? flat[5]) as string,
			number: numberOf((flat[3] ?? flat[6]) as string),
		};
	}
	const fell =
		/^Of (\d+) groups?, (\d+) fell and (\d+) rose$/.exec(sentence) ??
		/^(\d+) 组中 (\d+) 组下降，(\d+) 组上升$/.exec(sentence);
	if (fell)
		return { kind: 'fell', all: Number(fell[1]), down: Number(fell[2]), up: Number(fell[3]) };
	const where =
		/^Largest changes?: (.+?); the other (?:(?<others>\d+) groups combined|group): (?<number>\S+), (?:unchanged|(?<way>up|down) (?<together>\S+))(?: \((?<up>\d+) rose, (?<down>\d+) fell\))?$/.exec(
			sentence,
		) ??
		/^变化最大：(.+?)；其余 (?<others>\d+) 组[共为] (?<number>\S+?)(?: [次人])?，(?:持平|(?<way>增加|减少) (?<together>[^\s（]+)(?: [次人])?)(?:（(?<up>\d+) 增 (?<down>\d+) 减）)?$/.exec(
			sentence,
		);
	if (where) {
		const { others = '1', number = '', up, down, way, together = '0' } = where.groups ?? {};
		const groups = (where[1] ?? '').split(/; |；/).map((one) => readGroup(one, today));
		if (groups.every((one) => one?.said.change !== undefined || one?.said.word))
			return {
				kind: 'where',
				groups: groups as Array<{ name: string; said: Said }>,
				others: Number(others),
				number: numberOf(number),
				...(up === undefined ? {} : { mixed: [Number(up), Number(down)] as [number, number] }),
				together: numberOf(together) * (way === 'up' || way === '增加' ? 1 : -1),
			};
	}
	const steps = sentence
		.split(/, |，/)
		.map((part, index) =>
			(index === 0
				? /^(?:([\d.]+%|\d+\/\d+) went on to “[^”]+”|各步转化率：“[^”]+” ([\d.]+%|\d+\/\d+))$/
				: /^(?:([\d.]+%|\d+\/\d+) of those to “[^”]+”|“[^”]+” ([\d.]+%|\d+\/\d+))$/
			).exec(part),
		);
	if (steps.every(Boolean))
		return { kind: 'steps', percents: steps.map((part) => partOf(part?.[1] ?? part?.[2] ?? 'x')) };
	const lost =
		/^(?<which>One of the largest drop-offs|Largest drop-off): (?<users>[\d,]+) (?<what>users?) \((?<percent>[\d.]+%|\d+\/\d+) of those at “(?<from>[^”]+)”\) before “(?<step>[^”]+)”(?:; highest drop-off rate: (?<rate>[\d.]+%) of those at “.+”, before “(?<worst>.+)”)?$/.exec(
			sentence,
		) ??
		/^流失(?:人数|人次)最多的环节(?<which>之一)?：(?<from>.+?) → (?<step>.+?)，流失 (?<users>[\d,]+) (?<what>人|人次)（(?<percent>[\d.]+%|\d+\/\d+)）(?:；流失率最高的环节：.+ → (?<worst>.+)，(?<rate>[\d.]+%))?$/.exec(
			sentence,
		);
	if (lost?.groups) {
		const { which, from = '', step = '', users = '', what = '', percent = '' } = lost.groups;
		const { worst, rate = '' } = lost.groups;
		return {
			kind: 'lost',
			from: stepOf(from),
			step: stepOf(step),
			users: numberOf(users),
			percent: partOf(percent),
			isTied: /One of|之一/.test(which ?? ''),
			...countedZh(what),
			...(worst ? { highest: { step: stepOf(worst), percent: partOf(rate) } } : {}),
		};
	}
	const funnel =
		/^(.+), ([^,:]+?)(?: so far)?: (?:([\d.]+%) converted \()?([\d,]+) of ([\d,]+)(?: users?)?(?: converted)?((?:,| \() ?counted once per start day)?\)*$/.exec(
			sentence,
		);
	if (funnel) {
		const [, names = '', dates = '', percent, last = '', first = '', often] = funnel;
		const span = readSpan(dates, today);
		return (
			span && {
				kind: 'funnel',
				steps: names.split(' → ').map(stepOf),
				filters: names.split(' → ').map(filterOf),
				...shareOf(percent ?? last, numberOf(first)),
				first: numberOf(first),
				last: numberOf(last),
				dates: span,
				isStarts: often !== undefined,
			}
		);
	}
	const funnelZh =
		/^(\S+?日(?:（周.）)?)(?:，截至目前)?，“(.+?)”(?:的总转化率为 ([\d.]+)%（|：)([\d,]+) (名用户|人次)中 ([\d,]+) (?:名|人次)完成）?$/.exec(
			sentence,
		);
	if (funnelZh) {
		const [, dates, names, percent, first, what, last] = funnelZh as unknown as string[];
		const span = readSpan(dates as string, today);
		return (
			span && {
				kind: 'funnel',
				steps: (names as string).split(' → ').map(stepOf),
				filters: (names as string).split(' → ').map(filterOf),
				...shareOf(
					percent === undefined ? (last as string) : `${percent}%`,
					numberOf(first as string),
				),
				first: numberOf(first as string),
				last: numberOf(last as string),
				dates: span,
				isStarts: what === '人次',
			}
		);
	}
	const rates = readRates(sentence, today);
	if (rates) return rates;
	const did =
		'had “\\S+” events (?:(?:the next|in the following) (?<unit>day|week)|(?:on|in) (?:day|week) (?<period>\\d+))';
	const retained =
		new RegExp(
			`^(?<percent>[\\d.]+%|\\d+) of (?<users>[\\d,]+) “\\S+” users? ${did}(?: \\((?:(?<starts>\\d+) (?:dai|week)ly cohorts, )?(?<started>.+?)(?<often>; users count once per cohort)?\\))?$`,
		).exec(sentence) ??
		new RegExp(
			`^(?<percent>[\\d.]+%|\\d+) of “\\S+” users ${did} \\((?:(?<starts>\\d+) (?:dai|week)ly cohorts, (?<started>.+); )?(?<users>[\\d,]+) users?, (?<often>counted once per (?:(?:dai|week)ly )?cohort)\\)$`,
		).exec(sentence);
	if (retained?.groups) {
		const {
			unit = '',
			period = '1',
			percent = '',
			users = '',
			starts = '1',
			started,
			often,
		} = retained.groups;
		return {
			kind: 'retained',
			unit,
			period: Number(period),
			...shareOf(percent, numberOf(users)),
			users: numberOf(users),
			starts: Number(starts),
			...startedIn(started, today),
			isStarts: often !== undefined,
		};
	}
	const retainedZh =
		/^“\S+ → \S+”(?:第 (\d+) |次)([日周])留存(?:率为 (?=\S+%)| (?!\S+%))([\d.]+%|\d+ (?:人|人次))（初始(?:用户)? ([\d,]+) (人|人次)(?:，(.+?)共 (\d+) 个起始[日周]|，起始[日周] (.+))?）$/.exec(
			sentence,
		);
	if (retainedZh) {
		const [, period = '1', unit, percent = '', users = '', what, all, starts = '1', one] =
			retainedZh;
		return {
			kind: 'retained',
			unit: unit === '周' ? 'week' : 'day',
			period: Number(period),
			...shareOf(percent.replace(/ \D+$/, ''), numberOf(users)),
			users: numberOf(users),
			starts: Number(starts),
			...startedIn(all ?? one, today),
			isStarts: what === '人次',
		};
	}
	const periods = readPeriods(sentence);
	if (periods) return periods;
	const value = readTimes(sentence, today) ?? readWorth(sentence, today);
	if (value) return value;
	const distribution = readDistribution(sentence, today);
	if (distribution) return distribution;
	const paths = readPaths(sentence, today);
	if (paths) return paths;
	if (
		/^(?:(?:(?:Day|Week) 1 is not over yet|(?:Day|Week) 1 ends after the last day of the report \(.+\)|The data of (?:day|week) 1 are incomplete) for users who started (?:on|between) .+|No conversion window is complete yet|.+的初始用户，观察期(?:尚未结束|内的数据尚未到齐|在.+之后才结束)|各起始日的窗口期均未结束)$/.test(
			sentence,
		)
	)
		return { kind: 'nothing' };
	if (
		/^(?:The last period of some start dates is incomplete\. Its numbers cannot be compared with those of complete periods|部分起始日期的最后一个周期不完整，其数据不可与完整周期比较)$/.test(
			sentence,
		)
	)
		return { kind: 'underWay' };
	const own =
		/^“\S+ is (?<value>\S+)” applies to “(?<step>\S+)” only(?<more>; users who only had other “\k<step>” events count as dropped off)?$/.exec(
			sentence,
		) ??
		/^“\S+ ?为 ?(?<value>\S+)”仅限定“(?<step>\S+)”这一步(?<more>；只有其他“\k<step>”行为的用户，计为流失)?$/.exec(
			sentence,
		);
	if (own?.groups) {
		const { value = '', step = '', more } = own.groups;
		return { kind: 'ownFilter', value, step, isFirst: more === undefined };
	}
	const nobody = /^(?:(.+): no users with “(\S+)” events|(.+)，没有用户做过“(\S+)”)$/.exec(
		sentence,
	);
	if (nobody) {
		const dates = readSpan(nobody[1] ?? nobody[3] ?? '', today);
		return {
			kind: 'nobody',
			event: (nobody[2] ?? nobody[4]) as string,
			...(dates ? { dates } : {}),
		};
	}
	const late =
		/^(?:Intervals that ended after (.+?) are not counted, so the true average may be higher(?:, and the averages of the most recent days may be too low)?|(\S+日)之后才结束的间隔未计入，因此平均间隔可能偏短(?:，起始日期越靠后越明显)?)$/.exec(
			sentence,
		);
	if (late) return { kind: 'late', until: readSpan(late[1] ?? late[2] ?? '', today)?.to ?? '?' };
	const partial =
		/^(?:Incomplete periods \(not finished, or only partly in the date range\): |以下周期的数据不完整（尚未结束，或未被日期范围完整覆盖）：)(.+)$/.exec(
			sentence,
		);
	if (partial) return { kind: 'partial', periods: (partial[1] as string).split(/, |、/) };
	return readMeasure(sentence, labels, today) ?? readListed(sentence, today);
}

function filterOf(name: string): string | undefined {
	return /(?: \(|（)(.+)[)）]$/.exec(name)?.[1];
}

/** The event of a step, whose name may have its filter. */
function stepOf(name: string): string {
	return name.replace(/(?: \(.+\)|（.+）)$/, '');
}

/** `Day 2: 12.0% (30 users), day 3: 3/7 (7 users)`, `留存率：第 2 日 12.0%（30 人次）、…`. */
function readPeriods(text: string): Statement | undefined {
	const [, sentence = text, fewer] =
		/^(.+?)(; later (day|week)s cover fewer cohorts, so the \3s are not directly comparable|；越往后，可统计的起始[日周]越少，各[日周]数值不宜直接对比)$/.exec(
			text,
		) ?? [];
	const isChinese = /^(?:留存率|人均累计 ?\S+)：/.test(sentence);
	const parts = isChinese
		? sentence.slice(sentence.indexOf('：') + 1).split('、')
		: sentence.replace(/^Cumulative value through (?:the (?=start))?/, '').split(/, (?=day|week)/);
	const periods = parts.flatMap((part) => {
		const {
			period,
			number = '',
			users = '',
			what = '',
		} = /^(?:(?:Day|Week|day|week) (?<period>\d+)|(?:Start|start) (?:day|week)): ¥?(?<number>[−\d.,/]+%?) (?:of |\()(?<users>[\d,]+) (?<what>users?)\)?$/.exec(
			part,
		)?.groups ??
		/^(?:第 (?<period>\d+) [日周]|(?:起始当|次)[日周]) ¥?(?<number>[−\d.,/]+%?)（初始(?:用户)? (?<users>[\d,]+) (?<what>人次|人)）$/.exec(
			part,
		)?.groups ??
		{};
		if (number === '') return [];
		const counted = countedZh(what);
		const isRate = /[%/]/.test(number);
		return [
			{
				period: Number(period ?? 0),
				...(isRate
					? { percent: partOf(number), isFew: number.includes('/') }
					: { number: numberOf(number) }),
				users: numberOf(users),
				...counted,
			},
		];
	});
	return periods.length === parts.length
		? { kind: 'periods', periods, isOfFewer: fewer !== undefined }
		: undefined;
}

/** `17 h 58 min`, `4 分钟 9 秒`. */
function timeOf(text: string): Time {
	const sizes: { [unit: string]: number } = {
		...{ d: 86_400, h: 3600, min: 60, s: 1 },
		...{ 天: 86_400, 小时: 3600, 分钟: 60, 秒: 1 },
	};
	const parts = [...text.matchAll(/(\d+) (\S+)/g)].map(([, count, unit = '']) => ({
		count: Number(count),
		size: sizes[unit] ?? NaN,
	}));
	const [first] = parts;
	const rooms: { [size: number]: number } = { 86_400: 1800, 3600: 30 };
	return {
		seconds: parts.reduce((sum, { count, size }) => sum + count * size, 0),
		room: rooms[first?.size ?? 0] ?? 0.5,
	};
}

/** `141 intervals from 96 users`. */
function intervalsIn(text: string): { count: number; users?: number } {
	const [, count, users, usersZh, countZh] =
		/^(?:([\d,]+) intervals?(?: from ([\d,]+) users?)?|(?:([\d,]+) 名用户，)?共 ([\d,]+) 个间隔)$/.exec(
			text,
		) ?? [];
	const reported = users ?? usersZh;
	return {
		count: numberOf(count ?? countZh ?? '?'),
		...(reported === undefined ? {} : { users: numberOf(reported) }),
	};
}

function readTimes(sentence: string, today: string): Claim | undefined {
	const mean =
		/^\S+ → \S+, (?<days>.+?): (?<time>.+) on average \((?<base>.+?)\)$/.exec(sentence) ??
		/^\S+ → \S+, (?<days>.+?): (?:\w+ medians|a median) of (?:.+ to )?(?<half>.+); the average of all (?<base>.+) is (?<raised>.+), pulled up by long intervals$/.exec(
			sentence,
		) ??
		/^(?<days>.+?)，“\S+ → \S+”(?:的平均间隔为 (?<time>.+)|(?:每\S)?间隔的中位数为 (?:.+至 )?(?<half>.+)，平均间隔被较长的间隔拉高到 (?<raised>.+))（(?<base>.+?)）$/.exec(
			sentence,
		);
	if (mean?.groups) {
		const { days = '', time, half, raised = '', base = '' } = mean.groups;
		const dates = readSpan(days, today);
		return {
			kind: 'interval',
			mean: timeOf(time ?? raised),
			...intervalsIn(base),
			...(half === undefined ? {} : { half: timeOf(half) }),
			...(dates ? { dates } : {}),
		};
	}
	const { ends, large } = withoutSmall(sentence);
	const means =
		/^(?:\S+ → \S+, .+?, )?(Average time|Median): longest for (\(.+?\)|\S+), (.+) \((.+)\); shortest for (\(.+?\)|\S+), (.+) \((.+)\)$/i.exec(
			ends,
		) ??
		/^(?:.+?，“.+? → .+?”的)?(平均间隔|中位数)最长的是 ?(.+?)：(.+)（(.+)），最短的是 ?(.+?)：(.+)（(.+)）$/.exec(
			ends,
		);
	if (means) {
		const [
			,
			what = '',
			high = '',
			highTime = '',
			highBase = '',
			low = '',
			lowTime = '',
			lowBase = '',
		] = means;
		return {
			kind: 'means',
			isMedian: /^(?:Median|中位数)$/i.test(what),
			high: { name: high, time: timeOf(highTime), ...intervalsIn(highBase) },
			low: { name: low, time: timeOf(lowTime), ...intervalsIn(lowBase) },
			...(large === undefined ? {} : { large }),
		};
	}
	const medians =
		/^Daily medians ranged (?<count>)from (.+) \((.+)\) to (.+) \((.+?)\)$/.exec(sentence) ??
		/^(?<count>)各日中位数最长为 (.+)（(.+)），最短为 (.+)（(.+?)）$/.exec(sentence);
	if (medians) {
		const [, count, one = '', oneDay = '', other = '', otherDay = ''] = medians;
		const ends = [
			{ time: timeOf(one), day: pointOf(oneDay, today) },
			{ time: timeOf(other), day: pointOf(otherDay, today) },
		] as const;
		// English begins with the shortest one.
		const [high, low] = sentence.startsWith('Daily') ? [ends[1], ends[0]] : ends;
		return {
			kind: 'medians',
			...(count ? { count: Number(count) } : {}),
			high,
			low,
		};
	}
	const spread = /^(?:Shortest interval (.+), longest (.+)|间隔最短 (.+)，最长 (.+))$/.exec(
		sentence,
	);
	if (spread)
		return {
			kind: 'spread',
			low: timeOf(spread[1] ?? spread[3] ?? ''),
			high: timeOf(spread[2] ?? spread[4] ?? ''),
		};
	const parts = sentence
		.split(' · ')
		.map((part) => /^(\d+)%(?: took at most | 的间隔不超过 )(.+)$/.exec(part));
	if (parts.every(Boolean))
		return {
			kind: 'atMost',
			parts: parts.map((part) => ({ percent: Number(part?.[1]), time: timeOf(part?.[2] ?? '') })),
		};
	return undefined;
}

/** What users are worth by a period, and what touches led to: the parts of either language alike. */
function readWorth(sentence: string, today: string): Claim | undefined {
	const worth =
		/^Cumulative \S+ per user through (?:the “\S+” day|day (?<period>\d+) after “\S+”): ¥?(?<number>[−\d,.]+) \((?:(?:(?<starts>\d+) daily cohorts, )?(?<cohorts>.+); )?(?<users>[\d,]+) users?(?:, (?:(?<what>counted once per (?:daily )?cohort)|(?<started>.+)))?\)$/.exec(
			sentence,
		) ??
		/^(?:截至 ?\S+ 后 ?第 (?<period>\d+) 日|\S+ 当日)，人均累计 \S+ ¥?(?<number>[−\d,.]+)（(?:初始(?:用户)? )?(?<users>[\d,]+) (?<what>人次|名用户)(?:，(?:(?<started>.+?)共 )?(?<starts>\d+) 个起始日|，起始日 (?<day>.+))?）$/.exec(
			sentence,
		);
	if (worth?.groups) {
		const {
			period = '0',
			number = '',
			users = '',
			what,
			starts = '1',
			day,
			cohorts = day,
			started = cohorts,
		} = worth.groups;
		return {
			kind: 'worth',
			period: Number(period),
			number: numberOf(number),
			users: numberOf(users),
			starts: Number(starts),
			...startedIn(started, today),
			isStarts: what === '人次' || /once per/.test(what ?? ''),
		};
	}
	const [, users = ''] =
		/^(?:Converted users by (?:first |last )?touchpoint: |(?:各触点|按[首末]次触点归因)的转化用户数：)(.+)$/.exec(
			sentence,
		) ?? [];
	const [, each] =
		/^(?:均为 )?([\d,]+)(?: each; a user can count under several|；同一用户可计入多个触点)?$/.exec(
			users,
		) ?? [];
	if (each !== undefined) return { kind: 'credited', counts: [], each: numberOf(each) };
	const listed = readListed(users, today);
	if (listed?.kind !== 'listed' || users === '') return undefined;
	return {
		kind: 'credited',
		counts: listed.groups.map(({ name, said }) => [name, said.number]),
	};
}

/** The dates of starts, of which nonsense is no date. */
function startedIn(text: string | undefined, today: string): { started?: Span } {
	if (text === undefined) return {};
	return { started: readSpan(text, today) ?? { from: '?', to: '?', isOpen: false } };
}

/** Whether users count once for each date on which they started: English lists leave it to the rest. */
function countedZh(what: string): { isStarts?: boolean } {
	return /^人次?$/.test(what) ? { isStarts: what === '人次' } : {};
}

/** `Tue 24 Nov: in the 100 paths that start with “A”, the most common next event was “B” (56 paths, 56.0%); …`. */
function readPaths(sentence: string, today: string): Statement | undefined {
	const further =
		/^(?:(?<list>“.+” occurred .+) within (?<steps>\d+) steps? after “(?<start>.+?)”|“(?<startZh>.+?)”之后 (?<stepsZh>\d+) 步内的其他事件：(?<listZh>.+))$/.exec(
			sentence,
		);
	if (further) {
		const { steps, start, startZh, stepsZh, list, listZh = '' } = further.groups ?? {};
		const events = (list ?? listZh)
			.replace('occurred ', '')
			.split(/, (?=“)|、(?=“)/)
			.map((one) => {
				const [, name = '?', times, on = '?', percent = '?'] =
					/^“(.+)”(?: (?=.*times?$)|出现 (?=.*次$)|(?: on |出现在 ))(?:([\d,]+) (?:times?|次)|([\d,]+) (?:paths?|条路径中)(?: \(|（)([\d.]+)%[)）])$/.exec(
						one,
					) ?? [];
				return times === undefined
					? { name, times: numberOf(on), percent: Number(percent) }
					: { name, times: numberOf(times) };
			});
		const within = Number(steps ?? stepsZh);
		return { kind: 'further', start: start ?? startZh ?? '?', within, events };
	}
	const { groups } =
		/^(?<days>.+?): (?:of the|in the|in all|the) (?:(?<all>[\d,]+) paths|only path) that starts? with “(?<start>[^”]+)”,? (?:none had a next event|had no next event|the next event was (?:another )?“(?<only>[^”]+)”|the most common next events? (?:was|were) (?:another )?“(?<next>.+)” \((?<times>[\d,]+) paths?, (?<percent>[\d.]+)%(?<each> each)?\)(?:; (?<ended>[\d,]+) \((?<part>[\d.]+)%\) had no next event)?)$/.exec(
			sentence,
		) ??
		/^(?<days>.+?)，从“(?<start>[^”]+)”开始的 (?<all>[\d,]+) 条路径(?:均没有下一步|，下一步均为“(?<only>[^”]+)”|中，下一步最多的是“(?<next>.+)”（(?<each>各 )?(?<times>[\d,]+) 条，(?<percent>[\d.]+)%）(?:，没有下一步的有 (?<ended>[\d,]+) 条（(?<part>[\d.]+)%）)?)$/.exec(
			sentence,
		) ??
		{};
	if (!groups) return undefined;
	const { days = '', all = '1', start = '', only, each, ended, part } = groups;
	const { next = only, times = only && all, percent = only && '100' } = groups;
	const dates = readSpan(days, today);
	const names = next?.split(/” and “|”、“/) ?? [];
	return {
		kind: 'paths',
		all: numberOf(all),
		start,
		next: names.length > 1 === (each !== undefined) ? names : ['?'],
		...(times ? { times: numberOf(times), percent: Number(percent) } : {}),
		...(ended ? { ended: { times: numberOf(ended), percent: Number(part) } } : {}),
		...(dates ? { dates } : {}),
	};
}

/** `Of the 229 users with “X” events between 16 and 22 Nov, 91.7% had 1–2, 0.9% had 5–9`. */
function readDistribution(sentence: string, today: string): Statement | undefined {
	const english =
		/^Of the (?<users>[\d,]+) users? with “\S+” events (?:in |on )?(?<days>.+?), (?<ranges>.+?)(?:; (\S+) in (\d+) other ranges)?$/.exec(
			sentence,
		);
	const chinese =
		/^(?<days>.+?)，有过“\S+?”行为的 (?<users>[\d,]+) 名用户中，(?<ranges>.+?)(?:；其余 (?<count>\d+) 个区间共 (?<part>\S+))?$/.exec(
			sentence,
		);
	const { days = '', users = '', ranges: reported = '' } = (english ?? chinese)?.groups ?? {};
	if (!english && !chinese) return undefined;
	const ranges = reported.split(/, |，/).map((one) => {
		const { own = '', percent = 'x' } =
			(
				/^(?<percent>[\d.]+%|\d+) (?:had |(?:had them )?(?:on |in ))?(?<own>.+)$/.exec(
					english ? one : '',
				) ?? /^(?<own>.+?)的[占有] (?<percent>[\d.]+%|\d+(?: 人)?)$/.exec(one)
			)?.groups ?? {};
		const range = own
			.replace(/^once$/, '1')
			.replace(/^twice$/, '2')
			.replace(/ times$/, '')
			.replace(/ 次(及以上)?$/, '$1')
			.replace(/(\d)及以上/, '$1 及以上');
		const limits = /^(\d+)(?: to |–)(\d+)$/.exec(range);
		const least = /^(\d+) (?:or more|及以上)$/.exec(range);
		const below = /^(?:fewer than|小于) (\d+)$/.exec(range);
		const only = /^(\d+)$/.exec(range);
		return {
			...shareOf(percent.replace(' 人', ''), numberOf(users)),
			...(limits ? { from: Number(limits[1]), to: Number(limits[2]) } : {}),
			...(least ? { from: Number(least[1]) } : {}),
			...(below ? { to: Number(below[1]) - 1 } : {}),
			...(only ? { from: Number(only[1]), to: Number(only[1]) } : {}),
			...(limits || least || below || only ? {} : { from: NaN }),
		};
	});
	const dates = readSpan(days, today);
	return { kind: 'distribution', users: numberOf(users), ranges, ...(dates ? { dates } : {}) };
}

function datesOf(text: string, today: string): { dates: string[]; times?: number } {
	const times =
		/^(?:(?:on|in) (\d+) of the \d+ (?:day|week|month|hour)s|\d+ (?:个小时|\p{Script=Han}{1,2})中有 (\d+) \p{Script=Han}{1,2})$/u.exec(
			text,
		);
	if (times) return { dates: [], times: Number(times[1] ?? times[2]) };
	return {
		dates: text.split(/ and |、/).map((one) => pointOf(one, today)),
	};
}

/** `12%` of many, or how many of a few, in percent; a percentage of a few is wrong. */
function shareOf(text: string, users: number): { percent: number } {
	const isFew = users < 20;
	if (text.endsWith('%') === isFew) return { percent: NaN };
	return { percent: isFew ? (users === 0 ? 0 : (numberOf(text) / users) * 100) : numberOf(text) };
}

/** `12%`, or `3/5` of a few. */
function partOf(text: string): number {
	const [part = '', whole] = text.split('/');
	if (whole === undefined) return numberOf(part);
	return whole === '0' ? NaN : (numberOf(part) / numberOf(whole)) * 100;
}

/** A date, or an hour of one. */
/** Whether a day, or the first one of a week or month, is called so today. */
function isCalled(word: string, date: string, today: string): boolean {
	if (word === '昨天') return addDays(date, 1) === today;
	if (word === '上周') return addDays(date, 7) <= today && today < addDays(date, 14);
	return (
		addDays(monthOf(Number(date.slice(0, 4)), Number(date.slice(5, 7)))[1], 1) ===
		`${today.slice(0, 7)}-01`
	);
}

function pointOf(text: string, today: string): string {
	const hour = /^(.*) (\d\d:\d\d)–\d\d:\d\d$/.exec(text);
	const span = readSpan(hour?.[1] ?? text, today);
	return `${span?.from ?? '?'}${hour ? ` ${hour[2]}` : ''}`;
}

/** `LABEL DATES: NUMBER…`, `DATESLABEL NUMBER…`, `LABEL NUMBER…`. */
function readMeasure(
	written: string,
	labels: readonly string[],
	today: string,
): Statement | undefined {
	// What had a touchpoint has its number before its name in English.
	const sentence = written.replace(
		/^([^:]+(?::\d\d)?): (\S+) (?:of (\S.*?) came from “\S+” events with|(\S.*?) had) a touchpoint (?:in the preceding \d+ days|at most 1 day earlier)/,
		(_all, dates: string, number: string, sum?: string, count?: string) =>
			`${sum ?? count} with a touchpoint, ${dates}: ${number}`,
	);
	for (const label of labels) {
		const place = sentence.indexOf(label);
		if (place < 0) continue;
		const before = sentence.slice(0, place);
		const own = sentence.slice(place + label.length);
		// Of its days, weeks or months.
		const mean = /^(?: \((?:daily|weekly|monthly) average\)|（[日周月]均）)/.exec(own);
		const behind = own.slice(mean?.[0].length ?? 0);
		const english = before === '' ? /^ (.+?): (.+)$/.exec(behind) : undefined;
		const whole = english?.[1] ?? before.trimEnd();
		const reported = whole.replace(TOUCHED_ONLY, '');
		const against = /^(.+?)(?: \(vs\. (.+)\)|（较(.+)）)$/.exec(
			reported.replace(/（(周.)，(较.+)）$/, '（$1）（$2）'),
		);
		const dates = readSpan(against?.[1] ?? reported, today);
		const then = against && readSpan(against[2] ?? against[3] ?? '', today);
		const text = (
			dates && english ? (english[2] as string) : behind.replace(/^(?:: |：)/, '')
		).trimStart();
		if (!dates && before !== '') continue;
		const { reported: plain, isAverage } = averageIn(text);
		const said = readSaid(plain, today);
		if (said)
			return {
				kind: 'value',
				label,
				...(dates ? { dates } : {}),
				said,
				isAverage,
				isShort: !dates,
			};
		const touched = readTouched(text, today, reported !== whole);
		if (touched) return { ...touched, label, ...(dates ? { dates } : {}) };
		const listed = readListed(text, today);
		// Behind a headline, a measure's groups are of its dates.
		if ((dates || /^(?:: |：| （)/.test(behind)) && listed?.kind === 'listed')
			return {
				...listed,
				label,
				isMean: mean !== null,
				...(dates ? { dates } : {}),
				...(then ? { before: then } : {}),
			};
	}
	return undefined;
}

/** Behind the dates of a number of which only what had a touchpoint counts. */
const TOUCHED_ONLY = / with a touchpoint, |，转化前 \d+ 天内有触点的(?:“\S+”，)?$/;

/**
 * `5, of which 4 (80.0%) had a touchpoint in the preceding 7 days. Credited to: A 3 (60.0%), …`.
 * @param isOnly whether the label says that all had a touchpoint
 */
function readTouched(
	text: string,
	today: string,
	isOnly: boolean,
): Extract<Statement, { kind: 'listed' }> | undefined {
	const amount = '¥?([−\\d,.]*\\d)';
	const english = new RegExp(
		`^${amount}(?:${isOnly ? '' : `(?:(, all with)|, of which ${amount}(?: \\([\\d.]+%\\))? had) a touchpoint (?:in the preceding \\d+ days|at most 1 day earlier)`})(?:\\. (?:(?:All credited to|The last touchpoint was always) (?<only>.+)|(?:Credited to|Last touchpoint): (?<list>.+)))?$`,
	);
	const chinese = new RegExp(
		`^(?:共 )?${amount}(?:${isOnly ? '(?: [次人])?' : `(?:(，均在转化前 \\d+ 天内有触点)|，其中 ${amount}(?:（[\\d.]+%）)?在转化前 \\d+ 天内有触点)`})(?:，按末次触点(?:全部归因于“(?<only>.+)”|归因：(?<list>.+)))?$`,
	);
	const found = english.exec(text) ?? chinese.exec(text);
	if (!found) return undefined;
	const [, total = '', isAll, part] = isOnly ? [...found].slice(0, 2) : found;
	const { only, list } = found.groups ?? {};
	const all = numberOf(total);
	const touched = part === undefined ? (isAll ? all : undefined) : numberOf(part);
	// The share comes first.
	const turned = list?.replace(/ ([\d.]+%)( \(|（)(¥?[−\d,.]+)([)）])/g, ' $3$2$1$4');
	const listed = turned === undefined ? undefined : readListed(turned, today);
	if (list !== undefined && listed?.kind !== 'listed') return undefined;
	const alone = only === undefined ? [] : [{ name: only, said: { number: touched ?? all } }];
	return {
		kind: 'listed',
		groups: listed?.kind === 'listed' ? listed.groups : alone,
		all,
		...(touched === undefined ? {} : { touched }),
	};
}

/** A group of a list, whose name is in quotes where one of the list needs them. */
function readGroup(
	entry: string,
	today: string,
): { name: string; said: Said; share?: number } | undefined {
	const text = entry.replace(/^“(.+?)” /, '$1 ');
	const shared = new RegExp(`^(.+?) ¥?(${NUMBER})(?: [次人])?(?: \\(|（)([\\d.]+)%[)）]$`).exec(
		text,
	);
	if (shared)
		return {
			name: shared[1] as string,
			said: { number: numberOf(shared[2] as string) },
			share: numberOf(shared[3] as string),
		};
	const beside = new RegExp(
		`^(.+?) (${NUMBER})(?: \\(|（)(?:(${SIGNED})(?:(?:, |，)(${SIGNED})%|, (${NUMBER}) times as much|，增至对比期的 (${NUMBER}) 倍)?|no change|持平)[)）]$`,
	).exec(text);
	if (beside) {
		const [, name = '', number = '', change = '0', percent, times, timesZh] = beside;
		const factor = times ?? timesZh;
		return {
			name,
			said: {
				number: numberOf(number),
				change: numberOf(change),
				...(percent === undefined ? {} : { percent: numberOf(percent) }),
				...(factor === undefined ? {} : { times: numberOf(factor) }),
			},
		};
	}
	const zero = new RegExp(`^(.+?) (${NUMBER})(?: \\((?:up|down) from 0\\)|（对比期 0）)$`).exec(
		text,
	);
	if (zero)
		return { name: zero[1] ?? '', said: { number: numberOf(zero[2] ?? '?'), word: 'fromZero' } };
	const named = new RegExp(`^(.+?) (${NUMBER}.*)$`).exec(text);
	const said = named && readSaid(named[2] as string, today);
	return said ? { name: (named as RegExpExecArray)[1] as string, said } : undefined;
}

function readListed(line: string, today: string): Statement | undefined {
	const text = line.replace(/^(?:Among the others: |其余各组中 ?|Highest: |最高：)/, '');
	const [, whole = text, normalOf, normalOfZh] =
		/^(.+?)(?:\. The changes in (all \d+|both) groups are within normal variation(?: in \S+)?|；(\d+) 组(?:的 ?\S+? ?)?均属正常波动)$/.exec(
			text,
		) ?? [];
	const [, reported = '', unlisted, unlistedZh, count, countZh, rest] =
		/^(.*?)(?:(?:^|; )(\d+) more groups? not listed|(?:^|；)另有 (\d+) 组未列出|(?:(?:^|; )the other (?:(\d+) groups combined|group): |(?:^|；)其余 (\d+) 组[共为] )(.+))?$/.exec(
			whole,
		) ?? [];
	const left = unlisted ?? unlistedZh ?? count ?? countZh;
	const normalCount = normalOf === 'both' ? '2' : (normalOf?.slice('all '.length) ?? normalOfZh);
	const [, list = '', normal] =
		/^(.*?)(, (?:(?:both|all) )?within normal variation|，均?属正常波动)?$/.exec(reported) ?? [];
	const others =
		rest === undefined ? undefined : (readSaid(rest, today) ?? readGroup(`- ${rest}`, today)?.said);
	if (rest !== undefined && !others) return undefined;
	const groups = list === '' ? [] : splitList(list).map((entry) => readGroup(entry, today));
	if (groups.some((group) => group === undefined) || (groups.length === 0 && !left))
		return undefined;
	return {
		kind: 'listed',
		groups: (groups as Array<{ name: string; said: Said; share?: number }>).map((group) =>
			normal || normalCount !== undefined
				? { ...group, said: { ...group.said, word: group.said.change === 0 ? 'same' : 'about' } }
				: group,
		),
		...(left === undefined
			? {}
			: { others: { count: Number(left), ...(others ? { said: others } : {}) } }),
		...(normalCount === undefined ? {} : { normal: Number(normalCount) }),
		...(/^(?:Among the others: |其余各组中)/.test(line) ? { isAmong: true as const } : {}),
	};
}

/** At commas and dots before a name: those before a number belong to it. */
function splitList(list: string): string[] {
	return list.split(
		/(?:; |, |；|、)(?![+−±]|up |down |within |beyond |属正常|超出|每\S+数值起伏|[\d.]+ times as much|增至对比期)/,
	);
}

/** `By city: of 7 groups, highest is …, lowest …`, or a list of the groups; alone with its dates. */
function readRates(sentence: string, today: string): Statement | undefined {
	const [, before = '', reported = '', left, leftZh, only, onlyZh, verdict = ''] =
		/^([^:：]+?)(?:: |：)(.+?)(?:, and (\d+) more groups?|，以及其余 (\d+) 组)?(?:; only the (\d+) groups? with at least 20 .+? are compared|，仅比较(?:进入漏斗|初始)人[数次]不少于 20 的 (\d+) 组)?(; (?:the groups differ by more than chance|the differences could be due to chance)|；各组差异不?显著)?$/.exec(
			sentence,
		) ?? [];
	const [, by, span, byZh, spanZh] =
		/^(?:By (\w+)(?: of “\S+”)?|Conversion rate of [^:]+ → [^:]+, ([^:,]+)|按(?:“\S+”的)? (\w+)|(\S+)，“.+”总转化率)$/.exec(
			before,
		) ?? [];
	if ((by ?? span ?? byZh ?? spanZh) === undefined) return undefined;
	const ends =
		/^of the (\d+) \w+(?: with at least 20 users)?, (.+?) (?:is|are tied for) highest at (\S+?)(?: \((.+?)\))?, (.+?)(?: are tied for)? lowest at (\S+?)(?: \((.+?)\))?$/.exec(
			reported,
		);
	const endsZh =
		/^(?:(?:进入漏斗|初始)人[数次]不少于 20 的 )?(\d+) 组中 ?(.+?) ?(?:并列)?最高（([^\s，]+?)(?:，(.+?))?），(.+?) ?(?:并列)?最低（([^\s，]+?)(?:，(.+?))?）$/.exec(
			reported,
		);
	const [, of, ...parts] = endsZh ?? ends ?? [];
	const list = reported.split(/(?<=[%\d)）])(?:, |、)(?=\S)/).map((one) => {
		const [, name = '', part = '', en = '', zh = ''] =
			/^(.+?) ((?:\d+\/)?[\d.,]+%?)(?: \((.+)\)|（(.+)）)?$/.exec(one) ?? [];
		return [name, part, en + zh];
	});
	const groups = of === undefined ? list : [parts.slice(0, 3), parts.slice(3, 6)];
	const rates = groups.map(([name = '', part = '', aside = '']) => {
		const [, users] = /^(?:进入漏斗 |初始(?:用户)? )?([\d,]+) (?:users?|人次?)$/.exec(aside) ?? [];
		const [, few] = /\/(\d+)$/.exec(part) ?? [];
		return {
			// Of more than two that are tied, two are named.
			names: name
				.replace(/ and \d+ more groups?$|等 \d+ 组$/, '')
				.split(/, | and |、| 和 ?|和 ?/)
				.map((one) => one.replace(/^“(.+)”$/, '$1')),
			percent: partOf(part),
			...((users ?? few) ? { base: numberOf((users ?? few) as string) } : {}),
			...countedZh(aside.replace(/^(?:进入漏斗 |初始(?:用户)? )?[\d,]+ /, '')),
		};
	});
	if (
		rates.some(({ percent, base }) => !(percent >= 0) || (base === undefined && of === undefined))
	)
		return undefined;
	const isClose = /due to chance|不显著/.test(verdict);
	return {
		kind: 'rates',
		by: by ?? byZh,
		dates: readSpan((span ?? spanZh ?? '').replace(/(?: so far|，截至目前)$/, ''), today),
		rates,
		...(of === undefined ? {} : { of: Number(of) }),
		left: Number(left ?? leftZh ?? 0),
		...((only ?? onlyZh) === undefined ? {} : { only: Number(only ?? onlyZh) }),
		...(isClose ? { verdict: 'close' } : verdict ? { verdict: 'apart' } : {}),
	};
}
