/**
 * What a finished message says, read as a person does: sentences into numbers and dates. Written
 * from docs/messages.md; it shares nothing with what writes messages.
 */

export interface Span {
	from: string;
	to: string;
	/** Whether the last day is told as under way. */
	isOpen: boolean;
}

/** A number, and what it is compared with, as far as it is told. */
export interface Said {
	number: number;
	/** Signed. */
	change?: number;
	percent?: number;
	/** How many times as much. */
	times?: number;
	before?: number;
	beforeDates?: Span;
	word?: 'same' | 'about' | 'fromZero';
}

/** What a sentence says is usual of its number. */
export interface Usual {
	side: 'above' | 'below' | 'within';
	/** Since when a level has changed. */
	since?: string;
	/** `Sunday`, or `week`. */
	slot?: string;
	low?: number;
	high?: number;
}

export type Claim = Statement & { usual?: Usual };

type Statement =
	| { kind: 'value'; label: string; dates?: Span; said: Said; isAverage: boolean; isShort: boolean }
	| {
			kind: 'listed';
			label?: string;
			dates?: Span;
			groups: Array<{ name: string; said: Said; share?: number }>;
			others?: { count: number; number?: number };
			/** What the groups are compared with. */
			before?: Span;
	  }
	| { kind: 'where'; name: string; said: Said; others: number; together: number }
	| { kind: 'fell'; all: number; down: number; up: number }
	| { kind: 'extremes'; count: number; unit: string; high: Extreme; low: Extreme; last: number }
	| { kind: 'flat'; count: number; unit: string; number: number }
	| {
			kind: 'funnel';
			steps: string[];
			percent: number;
			first: number;
			last: number;
			dates: Span;
			isStarts: boolean;
	  }
	| { kind: 'steps'; percents: number[] }
	| { kind: 'lost'; step: string; users: number; percent: number }
	| {
			kind: 'retained';
			period: number;
			unit: string;
			percent: number;
			users: number;
			starts: number;
	  }
	| {
			kind: 'distribution';
			users: number;
			dates?: Span;
			ranges: Array<{ from?: number; to?: number; percent: number }>;
	  }
	| {
			kind: 'links';
			/** Of those that are told as the most frequent ones. */
			isMost: boolean;
			dates?: Span;
			links: Array<{ name: string; times: number; percent: number }>;
	  }
	| { kind: 'nothing' }
	/** The last period of some starts is not over. */
	| { kind: 'underWay' }
	/** Periods that the range cuts, or that are under way. */
	| { kind: 'partial'; periods: string[] };

export interface Extreme {
	number: number;
	/** `MM-DD`, and the hour; or how often. */
	dates: string[];
	times?: number;
}

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const NUMBER = '[−-]?\\d(?:[\\d,]*\\d)?(?:\\.\\d+)?';
const SIGNED = '[+−±-]\\d(?:[\\d,]*\\d)?(?:\\.\\d+)?';

export function numberOf(text: string): number {
	return Number(text.replace(/,/g, '').replace(/−/g, '-').replace('±', '').replace('%', ''));
}

const iso = (year: number, month: number, day: number) =>
	`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

/** Dates in words, of the year of today where no other is told. */
export function readSpan(text: string, today: string): Span | undefined {
	const year = Number(today.slice(0, 4));
	const open = /^(?:today until|今天（截至) \d\d:\d\d）?$/.exec(text);
	if (open) return { from: today, to: today, isOpen: true };
	const until = /^(.*?)(?:, until \d\d:\d\d|（截至 \d\d:\d\d）)$/.exec(text);
	if (until) {
		const span = readSpan(until[1] as string, today);
		return span && { ...span, isOpen: true };
	}
	const month = (name: string) => MONTHS.indexOf(name) + 1;
	const patterns: Array<[RegExp, (m: string[]) => [string, string]]> = [
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
	const rest = head[2] as string;
	if (rest === '') return { number };
	const span = (dates: string) => readSpan(dates, today);
	const tries: Array<[string, (m: string[]) => Said]> = [
		[
			`, the same as on (.+)`,
			([, d]) => ({ number, word: 'same', beforeDates: span(d as string) }),
		],
		[
			`, about the same as (${NUMBER}) on (.+) \\((${SIGNED})\\)`,
			([, b, d, c]) => ({
				number,
				word: 'about',
				before: numberOf(b as string),
				change: numberOf(c as string),
				beforeDates: span(d as string),
			}),
		],
		[`, from 0 on (.+)`, ([, d]) => ({ number, word: 'fromZero', beforeDates: span(d as string) })],
		[
			`, (${SIGNED}) against (${NUMBER}) on (.+)`,
			([, c, b, d]) => ({
				number,
				change: numberOf(c as string),
				before: numberOf(b as string),
				beforeDates: span(d as string),
			}),
		],
		[
			`, (${SIGNED}) \\((${NUMBER}) times as much\\) against (${NUMBER}) on (.+)`,
			([, c, t, b, d]) => ({
				number,
				change: numberOf(c as string),
				times: numberOf(t as string),
				before: numberOf(b as string),
				beforeDates: span(d as string),
			}),
		],
		[
			`, (${SIGNED}) \\((${SIGNED})%\\) against (${NUMBER}) on (.+)`,
			([, c, p, b, d]) => ({
				number,
				change: numberOf(c as string),
				percent: numberOf(p as string),
				before: numberOf(b as string),
				beforeDates: span(d as string),
			}),
		],
		[`，与(.+)持平`, ([, d]) => ({ number, word: 'same', beforeDates: span(d as string) })],
		[
			`，与(.+)的 (${NUMBER}) 基本持平（(${SIGNED})）`,
			([, d, b, c]) => ({
				number,
				word: 'about',
				before: numberOf(b as string),
				change: numberOf(c as string),
				beforeDates: span(d as string),
			}),
		],
		[`，(.+)为 0`, ([, d]) => ({ number, word: 'fromZero', beforeDates: span(d as string) })],
		[
			`，较(.+)的 (${NUMBER}) (增加|减少) (${NUMBER})`,
			([, d, b, w, c]) => ({
				number,
				change: numberOf(c as string) * (w === '减少' ? -1 : 1),
				before: numberOf(b as string),
				beforeDates: span(d as string),
			}),
		],
		[
			`，较(.+)的 (${NUMBER}) 增加 (${NUMBER})（增至 (${NUMBER}) 倍）`,
			([, d, b, c, t]) => ({
				number,
				change: numberOf(c as string),
				times: numberOf(t as string),
				before: numberOf(b as string),
				beforeDates: span(d as string),
			}),
		],
		[
			`，较(.+)的 (${NUMBER}) (增加|减少) (${NUMBER})（(${SIGNED})%）`,
			([, d, b, w, c, p]) => ({
				number,
				change: numberOf(c as string) * (w === '减少' ? -1 : 1),
				percent: numberOf(p as string),
				before: numberOf(b as string),
				beforeDates: span(d as string),
			}),
		],
		[` \\(the same\\)|（持平）`, () => ({ number, word: 'same' })],
		[
			` \\(about the same, (${SIGNED})\\)`,
			([, c]) => ({ number, word: 'about', change: numberOf(c as string) }),
		],
		[
			`（基本持平，(${SIGNED})）`,
			([, c]) => ({ number, word: 'about', change: numberOf(c as string) }),
		],
		[` \\(from 0\\)|（对比期为 0）`, () => ({ number, word: 'fromZero' })],
		[`[,，] ?(${SIGNED})`, ([, c]) => ({ number, change: numberOf(c as string) })],
		[
			`, (${SIGNED}) \\((${NUMBER}) times as much\\)`,
			([, c, t]) => ({ number, change: numberOf(c as string), times: numberOf(t as string) }),
		],
		[
			`，(${SIGNED})（增至 (${NUMBER}) 倍）`,
			([, c, t]) => ({ number, change: numberOf(c as string), times: numberOf(t as string) }),
		],
		[
			`, (${SIGNED}) \\((${SIGNED})%\\)`,
			([, c, p]) => ({ number, change: numberOf(c as string), percent: numberOf(p as string) }),
		],
		[
			`，(${SIGNED})（(${SIGNED})%）`,
			([, c, p]) => ({ number, change: numberOf(c as string), percent: numberOf(p as string) }),
		],
	];
	for (const [pattern, read] of tries) {
		const match = new RegExp(`^(?:${pattern})$`).exec(rest);
		if (match) return read(match as unknown as string[]);
	}
	return undefined;
}

const ZH_DAYS = [...'一二三四五六日'];
const DAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const ZH_SIDES = { 高于: 'above', 低于: 'below', 处于: 'within' } as const;
type ZhSide = keyof typeof ZH_SIDES;

/** What is usual, behind a sentence, and the sentence without it. */
function readUsual(sentence: string, today: string): [string, Usual?] {
	const range = `[(（](${NUMBER})–(${NUMBER})[)）]$`;
	const english = new RegExp(
		`^(.+); (?:usual|(above|below) the usual range) for a (\\w+) ${range}`,
	).exec(sentence);
	const chinese = new RegExp(`^(.+)，(高于|低于|处于)(每周|周.)的通常范围${range}`).exec(sentence);
	const found = english ?? chinese;
	if (found) {
		const [, rest = '', side = 'within', slot = '', low = '', high = ''] = found;
		const usual = {
			side: chinese ? ZH_SIDES[side as ZhSide] : (side as Usual['side']),
			slot: chinese
				? slot === '每周'
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
		/^(.+)，自(?<since>.+?)起(?<side>高于|低于)通常水平$/.exec(sentence);
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
	sentence: string,
	labels: readonly string[],
	today: string,
): Claim | undefined {
	const [plain, usual] = readUsual(sentence, today);
	const claim = readPlain(plain, labels, today);
	return claim && usual ? { ...claim, usual } : claim;
}

function readPlain(
	sentence: string,
	labels: readonly string[],
	today: string,
): Statement | undefined {
	const extremes =
		/^Of these (\d+) (\w+): highest (\S+) \(([^)]+)\), lowest (\S+) \(([^)]+)\), last (\S+)$/.exec(
			sentence,
		) ??
		/^(\d+) (\S+?)中最高 (\S+?)（([^）]+)），最低 (\S+?)（([^）]+)），最近 (\S+)$/.exec(sentence);
	if (extremes) {
		const [, count, unit, high, highAt, low, lowAt, last] = extremes as unknown as string[];
		return {
			kind: 'extremes',
			count: Number(count),
			unit: unit as string,
			high: { number: numberOf(high as string), ...datesOf(highAt as string, today) },
			low: { number: numberOf(low as string), ...datesOf(lowAt as string, today) },
			last: numberOf(last as string),
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
		/^Of (\d+) groups (\d+) fell, (\d+) rose$/.exec(sentence) ??
		/^(\d+) 组中 (\d+) 组下降，(\d+) 组上升$/.exec(sentence);
	if (fell)
		return { kind: 'fell', all: Number(fell[1]), down: Number(fell[2]), up: Number(fell[3]) };
	const where =
		/^(.+?); the other (?:one|(\d+) together) (\S+)$/.exec(sentence) ??
		/^(.+?)；其余 (\d+) 组合计 ([+−±]\S+)$/.exec(sentence);
	if (where) {
		const one = readGroup(where[1] as string, today);
		if (one?.said.change !== undefined || one?.said.word)
			return {
				kind: 'where',
				name: one.name,
				said: one.said,
				others: Number(where[2] ?? 1),
				together: numberOf(where[3] as string),
			};
	}
	const steps =
		/^[^·]+?(?: → |→)[^·]+? (?:[\d.]+%|\d+\/\d+)(?: · .+)*$/.test(sentence) &&
		!/^\d+月|: | 总转化率/.test(sentence);
	if (steps)
		return {
			kind: 'steps',
			percents: sentence.split(' · ').map((part) => partOf(/\S+$/.exec(part)?.[0] ?? 'x')),
		};
	const lost =
		/^(?:Among the largest losses|Largest loss): before (.+), ([\d,]+) \(([\d.]+%|\d+\/\d+)\)$/.exec(
			sentence,
		) ??
		/^流失最多的环节(?:之一)?：进入“(.+)”之前，流失 ([\d,]+) 人（([\d.]+%|\d+\/\d+)）$/.exec(
			sentence,
		);
	if (lost)
		return {
			kind: 'lost',
			step: lost[1] as string,
			users: numberOf(lost[2] as string),
			percent: partOf(lost[3] as string),
		};
	const funnel =
		/^(.+): ([\d.]+%?) of ([\d,]+) (users|starts)(?: \(([\d,]+)\))?, (.+?)(?: so far)?$/.exec(
			sentence,
		);
	if (funnel) {
		const [, names, percent, first, what, last, dates] = funnel as unknown as string[];
		const span = readSpan(dates as string, today);
		return (
			span && {
				kind: 'funnel',
				steps: (names as string).split(' → '),
				...shareOf(percent as string, numberOf(first as string)),
				first: numberOf(first as string),
				last: numberOf((last ?? percent) as string),
				dates: span,
				isStarts: what === 'starts',
			}
		);
	}
	const funnelZh =
		/^(\S+?日(?:（周.）)?) (.+?) (?:总转化率 ([\d.]+)%（)?([\d,]+) (名用户|人次)中 ([\d,]+) (?:名|人次)完成）?(?:（截至目前）)?$/.exec(
			sentence,
		);
	if (funnelZh) {
		const [, dates, names, percent, first, what, last] = funnelZh as unknown as string[];
		const span = readSpan(dates as string, today);
		return (
			span && {
				kind: 'funnel',
				steps: (names as string).split(' → '),
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
	const retained =
		/^(Day|Week) (\d+)(?: after .+)?: ([\d.]+%?) of ([\d,]+) users (?:did .+|came back) \((\d+) starting \w+\)$/.exec(
			sentence,
		);
	if (retained) {
		const [, unit, period, percent, users, starts] = retained as unknown as string[];
		return {
			kind: 'retained',
			unit: (unit as string).toLowerCase(),
			period: Number(period),
			...shareOf(percent as string, numberOf(users as string)),
			users: numberOf(users as string),
			starts: Number(starts),
		};
	}
	const retainedZh =
		/^(?:.+后)?第 (\d+) (天|周)，([\d,]+) 名用户中有 ([\d.]+%|\d+ 名) ?\S+?（(\d+) 个起始[日周月]）$/.exec(
			sentence,
		);
	if (retainedZh) {
		const [, period, unit, users, percent, starts] = retainedZh as unknown as string[];
		return {
			kind: 'retained',
			unit: unit === '天' ? 'day' : 'week',
			period: Number(period),
			...shareOf((percent as string).replace(' 名', ''), numberOf(users as string)),
			users: numberOf(users as string),
			starts: Number(starts),
		};
	}
	const distribution = readDistribution(sentence, today);
	if (distribution) return distribution;
	const path =
		/^(?:Most frequent (.+?): |(\S+?日\S*?)最常见：)?((?:step \d+ |第 \d+ 步 )\S+ → .*)$/.exec(
			sentence,
		);
	if (path) {
		const [, days, daysZh, told = ''] = path;
		const dates = readSpan(days ?? daysZh ?? '', today);
		const links = told.split(/(?:, |、)(?=step \d|第 \d)/).map((one) => {
			const [, step, stepZh, name = '', times = '', percent = ''] =
				/^(?:step (\d+) |第 (\d+) 步 )(.+) (\S+) (?:times \(|次（)([\d.]+)%[)）]$/.exec(one) ?? [];
			return {
				name: `${step ?? stepZh}. ${name}`,
				times: numberOf(times),
				percent: numberOf(percent),
			};
		});
		return { kind: 'links', isMost: told !== sentence, links, ...(dates ? { dates } : {}) };
	}
	if (
		/^(?:No period of these starts is over yet|No start has had its whole time to convert|各批用户的后续周期均未结束|各起始日的窗口期均未结束)$/.test(
			sentence,
		)
	)
		return { kind: 'nothing' };
	if (
		/^(?:The last period of some start dates is incomplete\. The numbers of this period can still increase|部分起始日期的最后一个周期尚未结束，数据可能继续增加)$/.test(
			sentence,
		)
	)
		return { kind: 'underWay' };
	const partial =
		/^(?:Incomplete periods \(not finished, or only partly in the date range\): |以下周期的数据不完整（尚未结束，或未被日期范围完整覆盖）：)(.+)$/.exec(
			sentence,
		);
	if (partial) return { kind: 'partial', periods: (partial[1] as string).split(/, |、/) };
	return readMeasure(sentence, labels, today) ?? readListed(sentence, today);
}

/** `16–22 Nov: of 229 users with X, 91.7% did it 1 to 2 times, 0.9% 5 to 9 times`. */
function readDistribution(sentence: string, today: string): Statement | undefined {
	const english = /^(.+?)(?: so far)?: of ([\d,]+) users with \S+, (.+)$/.exec(sentence);
	const chinese =
		/^((?:.+?日–)?.+?日(?:（周.）)?)(?:（截至目前）)?有\S*?的 ([\d,]+) 名用户中，(.+)$/.exec(
			sentence,
		);
	const [, days = '', users = '', told = ''] = english ?? chinese ?? [];
	if (!english && !chinese) return undefined;
	const ranges = told.split(/, |，/).map((one) => {
		const [, percent = 'x', range = ''] =
			/^([\d.]+%|\d+(?: 名)?)(?: did it| ?次数为)? (.+?)(?: times?)?$/.exec(one) ?? [];
		const limits = /^(\d+)(?: to |–)(\d+)$/.exec(range);
		const least = /^(\d+) (?:or more|及以上)$/.exec(range);
		const below = /^(?:below|小于) (\d+)$/.exec(range);
		const only = /^(\d+)$/.exec(range);
		return {
			...shareOf(percent.replace(' 名', ''), numberOf(users)),
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
	const times = /^(?:[io]n (\d+) \w+|共 (\d+) \S+)$/.exec(text);
	if (times) return { dates: [], times: Number(times[1] ?? times[2]) };
	return { dates: text.split(/ and |、/).map((one) => pointOf(one, today)) };
}

/** `12%` of many, or how many of a few, in percent; whoever tells percents of a few is wrong. */
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
function pointOf(text: string, today: string): string {
	const hour = /^(.*) (\d\d:\d\d)$/.exec(text);
	const span = readSpan(hour?.[1] ?? text, today);
	return `${span?.from ?? '?'}${hour ? ` ${hour[2]}` : ''}`;
}

/** `LABEL DATES: NUMBER…`, `DATESLABEL NUMBER…`, `LABEL NUMBER…`. */
function readMeasure(
	sentence: string,
	labels: readonly string[],
	today: string,
): Statement | undefined {
	for (const label of labels) {
		const place = sentence.indexOf(label);
		if (place < 0) continue;
		const [before, behind] = [sentence.slice(0, place), sentence.slice(place + label.length)];
		const english = before === '' ? /^ (.+?): (.+)$/.exec(behind) : undefined;
		const told = english?.[1] ?? before.trimEnd();
		const against = /^(.+?)(?: against (.+)|（对比期 (.+)）)$/.exec(told);
		const dates = readSpan(against?.[1] ?? told, today);
		const then = against && readSpan(against[2] ?? against[3] ?? '', today);
		const text = (dates && english ? (english[2] as string) : behind).trimStart();
		if (!dates && before !== '') continue;
		const average =
			/^on average (\S+?) an? (?:day|week|month|hour)(.*)$/.exec(text) ??
			/^平均每(?:天|周|月|小时) ([\d,.]+)(.*)$/.exec(text);
		const said = readSaid(average ? `${average[1]}${average[2]}` : text, today);
		if (said)
			return {
				kind: 'value',
				label,
				...(dates ? { dates } : {}),
				said,
				isAverage: average !== null,
				isShort: !dates,
			};
		const listed = readListed(text, today);
		if (dates && listed?.kind === 'listed')
			return { ...listed, label, dates, ...(then ? { before: then } : {}) };
	}
	return undefined;
}

function readGroup(
	text: string,
	today: string,
): { name: string; said: Said; share?: number } | undefined {
	const shared = new RegExp(`^(.+?) (${NUMBER})(?: \\(|（)([\\d.]+)%[)）]$`).exec(text);
	if (shared)
		return {
			name: shared[1] as string,
			said: { number: numberOf(shared[2] as string) },
			share: numberOf(shared[3] as string),
		};
	const named = new RegExp(`^(.+?) (${NUMBER}.*)$`).exec(text);
	const said = named && readSaid(named[2] as string, today);
	return said ? { name: (named as RegExpExecArray)[1] as string, said } : undefined;
}

function readListed(sentence: string, today: string): Statement | undefined {
	const others =
		/^(?:(.*?)(?:; |；))?(\d+) others? together (\S+)$/.exec(sentence) ??
		/^(?:(.*?)(?:; |；))?(\d+) other: (\S+)$/.exec(sentence) ??
		/^(?:(.*?)(?:; |；))?其余 (\d+) 组合计 (\S+)$/.exec(sentence);
	const unlisted =
		/^(?:(.*?); )?(\d+) others? not listed$/.exec(sentence) ??
		/^(?:(.*?)；)?另有 (\d+) 组未列出$/.exec(sentence);
	const list = others?.[1] ?? unlisted?.[1] ?? (others || unlisted ? '' : sentence);
	const groups = list === '' ? [] : splitList(list).map((entry) => readGroup(entry, today));
	if (groups.some((one) => one === undefined) || (groups.length === 0 && !others && !unlisted))
		return undefined;
	return {
		kind: 'listed',
		groups: groups as Array<{ name: string; said: Said; share?: number }>,
		...(others
			? { others: { count: Number(others[2]), number: numberOf(others[3] as string) } }
			: unlisted
				? { others: { count: Number(unlisted[2]) } }
				: {}),
	};
}

/** At commas and dots before a name: those before a number belong to it. */
function splitList(list: string): string[] {
	return list.split(/(?:; |, |；|、)(?![+−±\d])/);
}
