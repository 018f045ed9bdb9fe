import { DateTime } from 'luxon';

import { secondUsual } from '../../support/usualRange.mts';
import { type Case, type Resource, type Special, specialByDefault } from './cases.mts';
import type { Claim, Said, Span, StandsOut } from './read.mts';
import { numberOf, readSentence, readSpan } from './read.mts';
import type { Read } from './targets.mts';
import { addDays, EMPTY, groupOf, type Measure, monday, type Test, type Truth } from './truth.mts';

const MOST_LINES = 8;
/** A filter of all numbers. That of a funnel names an event; the simulator filters all steps by it. */
const FILTER =
	/(?:^|· )(?:Only (?:“\w+” )?events where (.+?)|仅统计 ?(.+?) 的(?:事件|“\w+”))(?= ·|$)/;
/** Who has no value of a property. */
const isNone = (name: string) => /^(?:\(\w+ not set\)|\w+ 未知)$/.test(name);
/** A group that a message names. */
export const groupNamed = (name: string) =>
	isNone(name) ? '' : /^(?:\(empty \w+\)|\w+ 为空值)$/.test(name) ? EMPTY : name;
const REST = ['(other)', '其余分组'];

/** Dates above rows, and those compared with. */
const SUBTITLE =
	/^\d{4}-\d\d-\d\d(?: – [\d-]+)?(?:(?:, compared with |（对比期：)[\d-]+(?: – [\d-]+)?(?: \(in parentheses\)|，括号内为对比期数值)?）?)?$/;
/** A note below rows, which the hints of the editor have too: its numbers are those of test/fuzz/report. */
const NOTE =
	/^\S+(?: on [\d-]+: | [\d-]+：|: |：)[\d,.]+(?:, \w+ its usual range|，[处高低]于常见范围)|^No usual range|不作异常判断：|^合计未计算变化/;
/** Rows of a table next to sentences, without its head. */
const MOST_ROWS = 8;
const MOST_ROWS_OF_MAIL = 15;

/** What is wrong with a message, and what it says. */
export interface Verdict {
	faults: string[];
	claims: Claim[];
	/** The dates of its headline. */
	dates?: Span;
	/** Those that it is compared with. */
	before?: Span;
}

/** Removes the days of the week of several dates, which no number depends on. */
function withoutWeekdays(read: Read): Read {
	const clear = (text: string) =>
		text.replace(/\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)–\w{3} (?=\d)|（周.至周.）/g, '');
	return JSON.parse(clear(JSON.stringify(read))) as Read;
}

const IS_EARLY =
	/is not over yet|is complete yet|ends after the last day|data of .+ are incomplete for|的初始用户，观察期|均未结束/;
const IS_JUDGED = /usual range|usual level|常见范围|平时水平/i;
/** Notes may follow a scope that is cut. */
const isCutScope = (scope: string) => /…(?: · |$)/.test(scope);

/** The message as if its filter were short: the headline has it instead of the scope. */
function withShortFilter(read: Read, { filter = '' }: Case): Read {
	const text = JSON.stringify(read).replaceAll(/(?:, |、)a{38}(?: or | 或 )b{38}/g, '');
	const short = JSON.parse(text) as Read;
	const parts = short.small.split(' · ');
	const isScope =
		short.bold.length === 0 || !/^(?:\[Filtered\]|【已筛选】)/.test(short.bold[0] ?? '');
	// A card may have no room for the filter.
	if (isScope || (!parts.includes(filter) && !read.isShort)) return short;
	const [headline = '', ...others] = short.bold;
	return {
		...short,
		bold: [headline.replace(/Filtered|已筛选/, filter), ...others],
		small: parts.filter((one) => one !== filter).join(' · '),
	};
}

/** What is wrong with a message; counts what was read. */
export function judge(
	read: Read,
	drawn: Case,
	truth: Truth,
	kinds: Map<string, number>,
	kept?: ReadonlySet<string>,
): Verdict {
	if (drawn.filter !== undefined) read = withShortFilter(read, drawn);
	const faults: string[] = [...read.tooLong];
	read = withoutWeekdays(read);
	const { title, table } = read;
	// A filter is at the start of the headline, or in the scope.
	const filters: string[] = [];
	const withoutFilter = (line: string): string => {
		const [, filter, rest] = /^(?:\[(?=.*\] )|【)(.+?)(?:\] |】)(.+)$/.exec(line) ?? [];
		if (filter === undefined || rest === undefined) return line;
		filters.push(filter);
		// Those of single steps follow.
		return withoutFilter(rest);
	};
	read = {
		...read,
		bold: read.bold.map(withoutFilter),
		facts: read.facts.map(withoutFilter),
	};
	const scope = [...filters, read.small].filter(Boolean).join(' · ');
	if (filters.filter((one) => !/^(?:Step|第) ?\d/.test(one)).length > 1)
		faults.push('more than one filter');
	if (filters.length > 0 && read.small.split(' · ').includes(filters[0] as string))
		faults.push('the filter is told twice');
	const claims: Claim[] = [];
	const isDigest = drawn.layout === 'digest';
	const dated = read.facts.filter((line) => SUBTITLE.test(line));
	const facts = isDigest ? read.facts : [...read.bold, ...read.facts];
	const sentences = facts.filter((line) => !SUBTITLE.test(line));
	for (const line of dated)
		if (!line.startsWith(drawn.from) && !drawn.isWhole) faults.push(`other dates: ${line}`);
	const [headline, ...others] = isDigest ? read.bold : sentences.slice(0, 1);
	// A card has little room: what was cut is no sentence any more.
	const reported = (isDigest ? [...sentences, ...read.items] : sentences.slice(1)).filter(
		(line) =>
			!(read.isShort && line.endsWith('…')) &&
			!/^(?:Total: |合计：)|not shown|未显示/.test(line) &&
			!NOTE.test(line),
	);
	const all = [title, ...read.bold, ...read.facts, ...read.items, scope, ...(table ?? []).flat()];
	const text = all.join('\n');
	if (title === '') faults.push('no title');
	if (isDigest) faults.push(...lengthFaults(read, reported.length, drawn));
	if (others.length > 0) faults.push(`more than one headline: ${others.join(' / ')}`);
	const isCut = isCutScope(scope);
	const isOfUsers = [...drawn.measures.values()].every(({ of }) => of === 'users');
	// Days that are not over have no partners among chosen dates of another length.
	const isOver = drawn.to < drawn.today;
	if (drawn.isChosen && isOver && !isOfUsers && UNLIKE.test(scope))
		faults.push('other dates do not match');
	if (IS_UNJUDGED.test(scope) && VERDICT.test(text))
		faults.push('judged, and it says the opposite');
	const hasData = headline !== undefined && !NO_DATA.test(headline);
	if (drawn.filter !== undefined && isDigest && hasData && filters[0] !== drawn.filter)
		faults.push('the headline has no filter');
	if (drawn.filter !== undefined && !isCut && !scope.includes(drawn.filter))
		faults.push('the filter is not named');
	// Users have no dates, and a card may have room for nothing but its scope.
	if (
		drawn.resource !== 'userProperties' &&
		!isCut &&
		!read.isShort &&
		!/Shanghai time|北京时间/.test(scope)
	)
		faults.push('the zone is not named');
	const foreign = drawn.isChinese
		? text.match(/[A-Za-z$_]+(?![A-Za-z$_…])/g)?.filter((word) => !isName(word, drawn))
		: text.match(/\p{Script=Han}+/gu);
	if (foreign?.length) faults.push(`words of the other language: ${foreign.join()}`);
	if (
		headline === undefined ||
		/^(?:No rows|没有数据|No complete period of|所选日期内尚无)/.test(headline)
	)
		return {
			faults:
				headline !== undefined ||
				/No rows|没有数据|No complete period of these dates|所选日期内尚无/.test(text)
					? faults
					: [...faults, 'no headline'],
			claims,
		};
	// Of a scope that a card cuts, its reader sees that there is a filter, and may not see which.
	const [, only, onlyZh] = FILTER.exec((isCut ? drawn.filter : scope) ?? '') ?? [];
	const conditions = (only ?? onlyZh ?? '')
		.split(/ and | 且 /)
		.map((one) => one.split(/ is | 为 /));
	const test: Test = (event) =>
		conditions.every(
			([property = '', value]) => value === undefined || groupOf(event, property) === value,
		);
	const ownLabels: Partial<Record<Resource, string[]>> = {
		attribution: ['amount'],
		userProperties: ['Users'],
	};
	const labels = ownLabels[drawn.resource] ?? [...drawn.measures.keys()];
	const [recent, total] = recentIn(headline, labels, drawn);
	const isOfRecent = total !== undefined && /\b(?:from|the same as) |较|持平|为 0/.test(recent);
	// Each message compares its number, tests its groups, or says that it does neither.
	if (isDigest && !isCut && !read.isShort && !IS_EARLY.test(headline)) {
		const isAlone = /Not compared with an earlier period|未与其他时段对比/.test(scope);
		if (isAlone === (drawn.isCompared || isOfRecent || IS_JUDGED.test(text)))
			faults.push(
				isAlone ? 'compared, and it says the opposite' : 'not said to be compared with nothing',
			);
	}
	const against = /(?:Compared with |(?:^|· )对比期 )(.+?)(?= · |$)/.exec(scope)?.[1];
	const state: State = {
		drawn,
		truth,
		test,
		scope,
		isSaidOften: isSaidOften(text),
		isRecent: total !== undefined,
		...(kept ? { kept } : {}),
		titled: titleSpan(title, drawn.today),
		...(against ? { before: readSpan(against, drawn.today) as Span } : {}),
	};
	if (
		drawn.top !== undefined &&
		!isCut &&
		/(?<!in several|differences between) groups?\b|组（/.test(scope) &&
		!/groups? (?:by \w|in the order of)|仅列.+分组/.test(scope)
	)
		faults.push('nothing said of what the groups are chosen by');
	if (total !== undefined) reported.unshift(total);
	for (const [index, sentence] of [recent, ...reported].entries()) {
		if (read.isShort && sentence.endsWith('…')) continue;
		if (NOT_DRAWN.test(sentence)) {
			const lines = reported.filter((fact) => NOT_DRAWN.test(fact)).length;
			if (lines > 1) faults.push('says twice what the chart leaves out');
			continue;
		}
		const cut = CUT_CHART.exec(sentence);
		if (cut) {
			const all = pointsOf(state);
			if (all !== Number(cut[1] ?? cut[2])) faults.push(`${all} points of the chart: ${sentence}`);
			continue;
		}
		// For users without dates, only the word is at the start.
		const said = drawn.resource === 'userProperties' ? ofUsers(sentence, drawn.today) : sentence;
		const claim = readSentence(said, labels, drawn.today);
		if (!claim) {
			faults.push(`can't be read: ${sentence}`);
			continue;
		}
		kinds.set(claim.kind, (kinds.get(claim.kind) ?? 0) + 1);
		claims.push(claim);
		if (index === 0) takeHeadline(claim, state);
		if (isDigest && index === 0 && claim.kind === 'rates')
			faults.push(`the whole is not told: ${sentence}`);
		if (BY_TABLE.includes(drawn.resource)) continue;
		const more = isDigest && index === 0 && !read.isShort ? unsaidGroups(claim, state) : [];
		for (const fault of [
			// Nothing is called normal on dates that aren't judged.
			...faultsOf(claim, state).filter(
				(fault) => !fault.endsWith(NORMAL) || !(IS_UNJUDGED.test(scope) || isCut),
			),
			...usualFaults(claim, state),
			...(claim.standsOut ? standsOutFaults(claim.standsOut, state) : more),
		])
			faults.push(`${fault}: ${sentence}`);
		if (claim.usual)
			kinds.set(`usual ${claim.usual.side}`, (kinds.get(`usual ${claim.usual.side}`) ?? 0) + 1);
	}
	if (isDigest && !read.isShort && !isCut) {
		faults.push(...verdictFaults(claims, state));
		if (!state.isRecent) faults.push(...specialFaults(state, text));
	}
	if (isDigest && !read.isShort) faults.push(...unsaidUsual(claims, state));
	if (isDigest && table && drawn.resource === 'event')
		faults.push(...tableFaults(table, state, title));
	if (isDigest && table && drawn.resource === 'interval') faults.push(...lateRows(table, state));
	const left = claims.find(
		(claim) => claim.kind === 'listed' && claim.others && !claim.others.said,
	);
	const listed = (table ?? []).slice(1).filter(([name = '']) => !isTotal(name)).length;
	const named = claims.map((claim) => (claim.kind === 'listed' ? claim.groups.length : 0));
	const count = left?.kind === 'listed' ? (left.others?.count ?? 0) : Infinity;
	if (isDigest && listed >= Math.max(...named, 0) + count)
		faults.push('not listed, though the table has them');
	return { faults, claims, dates: state.dates, before: state.before };
}

/** Series that a chart of blocks leaves out, which the tests of targets count. */
const NOT_DRAWN =
	/^(?:Not in the chart: .|图表未展示：.|The chart shows the (?:\d+ )?largest of \d+ groups$|The chart shows the first(?: \d+)? of \d+ (?:entries|measures)$|图表仅展示(?:最大的|前) \d+ (?:组|项|个指标)（共 \d+ [组项个]）$)/;

/** Below lines of blocks, which have room for a month of days. */
const CUT_CHART =
	/^(?:The chart shows the last (?:20|31) of (\d+) data points|图表仅展示最近 (?:20|31) 个时间点（共 (\d+) 个）)$/;

/**
 * Periods that are over; a funnel's chart has no days whose users have less time, a distribution's
 * only periods that have users, and that of intervals only whole periods.
 */
function pointsOf({ drawn, dates, titled, truth, test }: State): number {
	const { resource, unit, today } = drawn;
	if (unit === 'total') return 0;
	const span = resource === 'funnel' ? dates : resource === 'distribution' ? drawn : titled;
	const { from, to } = span ?? { from: '', to: '' };
	const hasUsers = (period: [string, string]) =>
		truth.value({ event: 'PayOrder', of: 'users' }, ...period, test) > 0;
	const isDrawn = (period: [string, string]) =>
		period[1] < today &&
		(resource !== 'interval' || isWhole(period, unit)) &&
		(resource !== 'distribution' || hasUsers(period));
	return periodsIn(from, to, unit).filter(isDrawn).length;
}

/** What data are called, with a capital letter in front of titles: that is no word of the message's own. */
const NAMES =
	'LTV Session $Anything $pageview amount ViewProduct AddToCart PayOrder SignUp city channel level ' +
	'Beijing beijing Shanghai Guangzhou Shenzhen Chengdu Hangzhou other search ads friends direct bronze silver gold';

function isName(word: string, { measures }: Case): boolean {
	const names = [...NAMES.split(' '), 'app_visit', ...measures.keys()];
	return names.some(
		(name) => name === word || `${name.charAt(0).toUpperCase()}${name.slice(1)}` === word,
	);
}

/** Reports whose sentences are computed again from their own Table (compare.mts). */
const BY_TABLE: readonly Resource[] = [
	'session',
	'path',
	'userProperties',
	'interval',
	'lifetimeValue',
	'attribution',
];

/** A message has eight lines at most, and a small table, which replaces all facts but the first. */
function lengthFaults(read: Read, facts: number, { target }: Case): string[] {
	const lines = 1 + read.bold.length + facts + (read.small === '' ? 0 : 1);
	const most = target === 'html' ? MOST_ROWS_OF_MAIL : MOST_ROWS;
	const rows = (read.table?.length ?? 1) - 1;
	return [
		...(lines > MOST_LINES ? [`${lines} lines`] : []),
		...(rows > most ? [`a table of ${rows} rows`] : []),
	];
}

function titleSpan(title: string, today: string): Span | undefined {
	return readSpan(title.split(/, (?=[^,]*$)|，(?=[^，]*$)/).at(-1) ?? '', today);
}

/** Rows of dates that the title leaves out. */
function lateRows([, ...rows]: string[][], { titled, drawn }: State): string[] {
	return rows
		.map(([name = '']) => name)
		.filter((name) => titled && (readSpan(name, drawn.today)?.from ?? '') > titled.to)
		.map((name) => `a row that is left out: ${name}`);
}

/** Computes the numbers of the small table again, by what its head and its names say. */
function tableFaults([heads = [], ...rows]: string[][], state: State, title: string): string[] {
	const { drawn, truth, test } = state;
	const dates = titleSpan(title, drawn.today) ?? state.dates;
	const faults: string[] = [];
	const [head, against] = headsOf(heads);
	const isChanged = (index: number) => rows.some((row) => CHANGED.test(row[index] ?? ''));
	for (const [index, before] of against.entries()) {
		const own = index === 0 ? heads.map((_head, at) => at).slice(1) : [index];
		const isCompared = own.some(isChanged);
		if (isCompared && index > 0 && (before ?? against[0]) === undefined && state.before)
			faults.push(`changes against nothing: ${heads[index]}`);
		if (!isCompared && before !== undefined) faults.push(`no changes against ${before}`);
		const span = before === undefined ? undefined : readSpan(before, drawn.today);
		// A column of the last date has another comparison date.
		const isOfLast = /, (?:[A-Z]\w\w )?\d|（\d/.test(head[index] ?? '');
		const { from, to } = state.before ?? {};
		if (span && state.before && !isOfLast && (span.from !== from || span.to !== to))
			faults.push(`${from} to ${to} is right: ${heads[index]}`);
	}
	const cents = rows.flatMap((row) =>
		row.flatMap((cell, index) => {
			const isAmount = drawn.measures.get(head[index] ?? '')?.of === 'amount';
			return isAmount && index > 0 && /\d/.test(cell)
				? [/\d(?:\.(\d+))?(?!.*\d)/.exec(cell.split(/[ (（]/)[0] ?? '')]
				: [];
		}),
	);
	const lengths = new Set(cents.map((cell) => cell?.[1]?.length ?? 0));
	if (cents.length > 0 && lengths.size > 1) faults.push('amounts with and without cents');
	if (
		drawn.measures.size > 1 &&
		drawn.groupBy !== undefined &&
		// Of the first groups alone nobody knows the total without the day under way.
		!(drawn.to >= drawn.today && drawn.top !== undefined) &&
		!isTotal(rows.at(-1)?.[0] ?? '')
	)
		faults.push('no row of totals');
	const value = (label: string, name: string): number | undefined => {
		const [, key = '', point, pointZh] =
			/^(.+?)(?:, ((?:[A-Z]\w\w )?\d.*)|（(.*日(?:（周.）)?|\d+月)）| \(\w+ average\)|（[日周月]均）)?$/.exec(
				label,
			) ?? [];
		const measure = drawn.measures.get(key);
		const on = point ?? pointZh;
		const at = on === undefined ? dates : readSpan(on, drawn.today);
		if (!measure || !at) return undefined;
		if (isTotal(name))
			return MEAN.test(label)
				? averageOf(measure, at.from, at.to, state)
				: truth.value(measure, at.from, at.to, test);
		if (drawn.groupBy === undefined) {
			const day = name
				.replace(/ \(part of a \w+\)$|（不足一[^（）]+）$/, '')
				.replace(/，不足一[^（）]+）$/, '）');
			const own = readSpan(day, drawn.today);
			const isMarked = day !== name;
			if (own && isMarked === isWhole([own.from, own.to], drawn.unit))
				faults.push(`${name} is a part of a ${drawn.unit}, or not`);
			return own && truth.value(measure, own.from, own.to, test);
		}
		const own = { ...state, test: inGroup(name, state) };
		return MEAN.test(label)
			? averageOf(measure, at.from, at.to, own)
			: truth.value(measure, at.from, at.to, own.test);
	};
	for (const [name = '', ...cells] of rows) {
		if (/^(?:\d+ more groups?|其余 \d+ 组)$/.test(name)) continue;
		cells.forEach((cell, index) => {
			const label = head[index + 1] ?? '';
			// What can't be added up has no total of a column of numbers of one date.
			if (isTotal(name) && cell === '–') return;
			const isMeasures = drawn.measures.has(name);
			const own = drawn.measures.get(name);
			const isAverage = [cell, label, name].some((text) => MEAN.test(text));
			const reported = /[−-]?\d[\d,]*(?:\.\d+)?/.exec(cell)?.[0];
			const right =
				isMeasures && own && dates
					? isAverage
						? averageOf(own, dates.from, dates.to, state)
						: truth.value(own, dates.from, dates.to, test)
					: isAverage && isTotal(name) && drawn.measures.get(label) && dates
						? averageOf(drawn.measures.get(label) as Measure, dates.from, dates.to, state)
						: value(label, name);
			if (right === undefined) faults.push(`a cell that nobody understands: ${label} of ${name}`);
			else if (
				reported === undefined
					? right !== 0
					: !near(numberOf(reported), right, isAverage ? 0.051 : 0.0051)
			)
				faults.push(`${right} is right for ${label} of ${name}: ${cell}`);
		});
	}
	return faults;
}

/** A cell with a change. */
const CHANGED = /(?: \(|（)(?:[+−]|no change|(?:up|down) from 0|持平|对比期 0)/;

/** The heads without what their changes are against, and that. */
function headsOf(heads: readonly string[]): [heads: string[], against: Array<string | undefined>] {
	const parts = heads.map((head) => {
		const [, english, before] = /^(.+) \(vs\. (.+)\)$/.exec(head) ?? [];
		const [, zh, inner, beforeZh] = /^(.+?)(?:（|(（.+)，)较([^，]+)）$/.exec(head) ?? [];
		return [
			english ?? (zh === undefined ? head : zh + (inner === undefined ? '' : `${inner}）`)),
			before ?? beforeZh,
		] as const;
	});
	return [parts.map(([head]) => head), parts.map(([, before]) => before)];
}

const isTotal = (name: string) =>
	/^(?:Total|Overall|合计|整体|Average per \w+|[日周月]均|每小时平均)$/.test(name);
const MEAN = /average|^Average per|[日周月]均|每小时平均/;
const NORMAL = 'within normal variation';
const MORE = 'more than normal variation';
/** Why chance can't explain a change. */
const IS_UNJUDGED =
	/\d days? vs\. \d|date ranges overlap|Different days of the week|本期 \d+ 天(?!中)|日期有重叠|两期星期不同/;
/** The changes of which nothing shows whether they are normal. */
const NOT_JUDGED =
	/(?:The change in (.+?) was|These changes were) not checked against normal variation(?:: the report has no daily numbers)?(?= ·|$)|(?:因缺少每日数值，无法判断|未判断)(?:上述变化| ?([^·，]+?) ?的变化)是否正常/g;
/** The special days of the dates, and of those compared with. */
const SPECIAL =
	/(?:^|· )(?!No usual range)(?<days>[^·]+?)(?: (?<in>(?:fell|was|were) [^·]+), which may affect the comparison| ?均?(?<zh>(?:处于|属于)[^·]+)，可能影响对比)(?= ·|$)/;
const NO_DATA =
	/^(?:没有数据|No rows|所选日期内尚无已结束的完整周期|No complete period of these dates is over yet)$/;
const UNLIKE = /do not match|日期不对应/;
const VERDICT = /(?:within|beyond) normal variation|正常波动/;
const REASONS: { [special in Special]: RegExp } = {
	holiday: /^(?:(?:fell )?on or near a Chinese public holiday|(?:处于)?节假日期间或前后)$/,
	sale618: /^(?:(?:fell )?in the 618 shopping season|(?:处于)?618大促期间)$/,
	double11: /^(?:(?:fell )?in the Double 11 shopping season|(?:处于)?双11大促期间)$/,
	own: /^(?:(?:was|were) marked as special|属于自定义的特殊日期)$/,
};
/** The special days of longer dates are not named. */
const MOST_SPECIAL = 31;

interface State {
	/** Whether the headline is about the last week, month or day. */
	isRecent: boolean;
	drawn: Case;
	truth: Truth;
	test: Test;
	scope: string;
	/** Whether the message says in English that users count once for each start. */
	isSaidOften: boolean;
	/** The dates in the title: the headline may be of the last one alone. */
	titled?: Span;
	/** What the headline is about: facts have no dates of their own. */
	label?: string;
	dates?: Span;
	before?: Span;
	/** Groups that are wanted, where not all are. */
	kept?: ReadonlySet<string>;
}

function takeHeadline(claim: Claim, state: State): void {
	if (claim.kind === 'value' || claim.kind === 'listed') {
		state.label = claim.label;
		state.dates = claim.dates;
		const before = claim.kind === 'value' ? claim.said.beforeDates : claim.before;
		state.before = before ?? state.before;
	}
	if (claim.kind === 'funnel') state.dates = claim.dates;
	if (claim.kind === 'rates') state.dates = claim.dates;
}

function faultsOf(claim: Claim, state: State): string[] {
	const { drawn } = state;
	switch (claim.kind) {
		case 'value':
			return valueFaults(claim, state);
		case 'listed':
			return listFaults(claim, state);
		case 'where':
			return whereFaults(claim, state);
		case 'fell': {
			const changes = [...groupsOf(state)].map((name) => changeOf(name, state));
			const [down, up] = [
				changes.filter((one) => one < 0).length,
				changes.filter((one) => one > 0).length,
			];
			return claim.all === changes.length && claim.down === down && claim.up === up
				? []
				: [`${changes.length} groups, ${down} fell, ${up} rose`];
		}
		case 'extremes':
		case 'flat':
			return extremeFaults(claim, state);
		case 'funnel':
			return funnelFaults(claim, state);
		case 'rates':
			return rateFaults(claim, state);
		case 'steps': {
			const counts = funnelCounts(state);
			const right = counts.slice(1).map((count, index) => percent(count, counts[index] as number));
			return claim.percents.every(
				(one, index) =>
					near(one, right[index] ?? NaN, 0.051) || (Number.isNaN(one) && counts[index] === 0),
			)
				? []
				: [`steps ${right.join()}`];
		}
		case 'ownFilter': {
			const at = stepFilters(drawn).findIndex((filter) => filter !== undefined);
			return stepFilters(drawn)[at] === `channel is ${claim.value}` &&
				drawn.steps[at] === claim.step &&
				claim.isFirst === (at === 0)
				? []
				: ['a filter of another step'];
		}
		case 'lost': {
			const counts = funnelCounts(state);
			const at = drawn.steps.indexOf(claim.step);
			const lost = (counts[at - 1] ?? NaN) - (counts[at] ?? NaN);
			const losses = counts.slice(1).map((count, index) => (counts[index] as number) - count);
			const most = Math.max(...losses);
			const rates = losses.map((one, index) => {
				const base = counts[index] as number;
				return base === 0 ? 0 : percent(one, base);
			});
			const highest = Math.max(...rates);
			// No rate of few users is named, nor a lower one instead.
			const isLarge = (counts[rates.indexOf(highest)] as number) >= 20;
			const isOther = isLarge && highest - (rates[losses.indexOf(most)] as number) >= 1;
			const ofHighest = isOther
				? { step: drawn.steps[rates.indexOf(highest) + 1], percent: highest }
				: undefined;
			if (claim.highest?.step !== ofHighest?.step) return [`highest ${ofHighest?.step}`];
			if (claim.highest && !near(claim.highest.percent, highest, 0.051))
				return [`highest ${highest}`];
			return lost === claim.users &&
				lost === most &&
				drawn.steps[at - 1] === claim.from &&
				claim.isTied === losses.filter((one) => one === most).length > 1 &&
				(claim.isStarts ?? state.isSaidOften) === isByDay(state) &&
				near(claim.percent, percent(lost, counts[at - 1] ?? NaN), 0.051)
				? []
				: [`lost ${lost}, most ${most}`];
		}
		case 'retained':
			return retainedFaults(claim, state);
		case 'periods':
			if (drawn.resource === 'retention') {
				const [last] = claim.periods.map(({ period }) => period).sort((a, b) => b - a);
				const startsOf = (period: number) => returnedIn(period, state).starts;
				if (claim.isOfFewer !== startsOf(1) > startsOf(last ?? 1))
					return ['later periods of as many starts, or fewer'];
			}
			return drawn.resource === 'retention'
				? claim.periods.flatMap((one) => {
						const { initial, users, starts } = returnedIn(one.period, state);
						const isRight =
							one.users === initial &&
							one.isFew === initial < 20 &&
							(one.isStarts ?? state.isSaidOften) ===
								(starts > 1 || returnedIn(1, state).starts > 1) &&
							near(one.percent ?? NaN, percent(users, initial), 0.051);
						return isRight ? [] : [`${users} of ${initial} users in period ${one.period}`];
					})
				: ['what was not asked for'];
		case 'nothing':
			return drawn.resource === 'event' ? ['nothing said'] : [];
		case 'nobody': {
			const dates = claim.dates;
			if (!dates || dates.from < drawn.from || dates.to > drawn.to) return ['nobody, of no dates'];
			const users: Measure = { event: claim.event, of: 'users' };
			const count = state.truth.value(users, dates.from, dates.to, state.test);
			return count === 0 ? [] : [`${count} users did`];
		}
		case 'distribution':
			return distributionFaults(claim, state);
		case 'underWay':
			return isUnderWay(drawn) ? [] : ['every period is over'];
		case 'late':
			return drawn.resource === 'interval' && claim.until <= drawn.to
				? []
				: ['intervals count later'];
		case 'partial': {
			const { from, to, unit, today } = drawn;
			const isPartial = (period: [string, string]) => period[1] >= today || !isWhole(period, unit);
			const right = periodsIn(from, to < today ? to : today, unit)
				.filter(isPartial)
				.map(([first]) => startOf(first, unit));
			return claim.periods.join() === right.join() ? [] : [`partial are ${right.join()}`];
		}
		case 'paths':
		case 'further':
		case 'interval':
		case 'medians':
		case 'atMost':
		case 'spread':
		case 'means':
		case 'worth':
		case 'credited':
			return ['what was not asked for'];
	}
}

/**
 * A week, a month or the second of two days comes first, and then the total of all dates, as a
 * sentence of its own; or the headline alone.
 */
export function recentIn(
	headline: string,
	labels: readonly string[],
	{ isCompared, isChinese }: Case,
): [headline: string, total?: string] {
	const [, recent, whole] =
		/^(.+?)(?:; |；)(\d{1,4}(?:[ –年月].+?)?(?:: | 共 | )[\d,.\u2212]+.*)$/.exec(headline) ?? [];
	if (isCompared || recent === undefined || whole === undefined) return [headline];
	const dated = whole.replace(/ as a whole(?=:)|整体(?= )|共(?= )/, '');
	const label = labels.find((one) => recent.includes(one)) ?? '';
	const total = isChinese
		? dated.replace(/(?<=[日月）]) ?(?=[^日月]+$)/, ` ${label} `)
		: `${label} ${dated}`;
	return [recent, total];
}

/** A number of a group or of a period; in rows, the mean of its dates for users over several. */
function numberIn(
	measure: Measure,
	{ from, to }: Span,
	state: State,
): [value: number, count?: number] {
	const { unit } = state.drawn;
	const count = unit === 'total' ? 1 : periodsIn(from, to, unit).length;
	return measure.of === 'users' && count > 1 && state.drawn.layout !== 'digest'
		? [averageOf(measure, from, to, state), count]
		: [state.truth.value(measure, from, to, state.test)];
}

/**
 * How often chance alone moves one of these counts by this amount: normal, of what is left without
 * one step, as docs/messages.md has it; with Abramowitz and Stegun's 7.1.26.
 */
export function chanceOf(now: number, before: number, looked: number, count = 1): number {
	const moved = Math.max(0, Math.abs(now - before) * count - 1);
	return looked * tails(now === before ? 0 : moved / Math.sqrt((now + before) * count));
}

export function tails(deviations: number): number {
	const x = deviations / Math.SQRT2;
	const t = 1 / (1 + 0.3275911 * x);
	const parts = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592];
	return parts.reduce((sum, part) => (sum + part) * t, 0) * Math.exp(-x * x);
}

/** By how many standard deviations two counts differ. */
function deviations(now: number, before: number, count = 1): number {
	return now === before ? 0 : Math.abs(now - before) / Math.sqrt((now + before) / count);
}

/** What a headline says of one group is right, and beyond normal variation; of periods see compare.mts. */
function standsOutFaults(
	{ label, name, said, isAverage, isBeyond }: StandsOut,
	state: State,
): string[] {
	const { dates, before, drawn, truth } = state;
	if (drawn.groupBy === undefined) return [];
	if (!dates || !before) return ['what stands out of no dates'];
	if (state.kept && !state.kept.has(groupNamed(name))) return [`${name} is not wanted`];
	const measure = measureOf(state, label ?? state.label);
	const own = { ...state, test: inGroup(name, state) };
	const [now, count] = numberIn(measure, dates, own);
	const [then] = numberIn(measure, before, own);
	const looked = Math.max(state.kept?.size === 1 ? 1 : 2, groupsSeen(state).size - 3);
	return [
		...saidFaults(said, now, then, measure.of !== 'amount', count),
		...((measure.of === 'amount'
			? looked *
				chanceOfAmount(
					measure,
					periodsIn(dates.from, dates.to, drawn.unit),
					periodsIn(before.from, before.to, drawn.unit),
					truth,
					own.test,
				)
			: chanceOf(now, then, looked, count)) > 0.055
			? ['normal variation']
			: []),
		...(isAverage === (count !== undefined) ? [] : ['a mean, or none']),
		...(isBeyond ? [] : ['not said to be beyond normal variation']),
	];
}

/** Where the whole is as before, a group beyond normal variation is in the headline. */
function unsaidGroups(claim: Claim, state: State): string[] {
	const { dates, before, drawn } = state;
	const isListed = claim.kind === 'listed';
	if (isListed && dates && !dates.isOpen && measureOf(state)?.of === 'users')
		return ['the whole is not told'];
	if (!dates || !before || dates.isOpen || drawn.groupBy === undefined || isListed) return [];
	// A message that judges nothing calls no total as before.
	if (IS_UNJUDGED.test(state.scope)) return [];
	const groups = groupsSeen(state);
	const looked = groups.size * drawn.measures.size;
	for (const [label, measure] of drawn.measures) {
		if (measure.of === 'amount' || groups.size < 2) continue;
		const [now, count] = numberIn(measure, dates, state);
		const [then] = numberIn(measure, before, state);
		if (then === 0 || deviations(now, then, count) > 1.9) continue;
		for (const name of groups) {
			const own = { ...state, test: inGroup(name, state) };
			const [[value], [old]] = [numberIn(measure, dates, own), numberIn(measure, before, own)];
			if (chanceOf(value, old, looked, count) < 0.04)
				return [`nothing said of ${label} of ${name}, ${value} after ${old}`];
		}
	}
	return [];
}

function groupsSeen(state: State): ReadonlySet<string> {
	return state.kept ?? groupsOf(state);
}

function measureOf({ drawn, label }: State, own = label): Measure {
	return drawn.measures.get(own ?? '') as Measure;
}

/** Open dates are marked as open, and finished ones have no part of today. */
function spanFaults(span: Span | undefined, { drawn }: State): string[] {
	if (!span) return ['no dates'];
	if (span.from < drawn.from || span.to > drawn.to) return ['dates that were not asked for'];
	if (span.to >= drawn.today && !span.isOpen) return ['the day under way is counted'];
	return [];
}

function valueFaults(claim: Extract<Claim, { kind: 'value' }>, state: State): string[] {
	const span = claim.dates ?? state.dates;
	const before = claim.said.beforeDates ?? state.before;
	const faults = spanFaults(span, state);
	if (faults.length > 0 || !span) return faults;
	const measure = measureOf(state, claim.label);
	const valueIn = ({ from, to }: Span) =>
		claim.isAverage
			? averageOf(measure, from, to, state)
			: state.truth.value(measure, from, to, state.test);
	// Which groups a report has left out is not known here.
	const isOwed =
		state.drawn.groupBy === undefined &&
		claim.said.change !== undefined &&
		claim.dates !== undefined;
	return [
		...saidFaults(
			claim.said,
			valueIn(span),
			before && valueIn(before),
			measure.of !== 'amount',
			claim.isAverage ? periodsIn(span.from, span.to, state.drawn.unit).length : undefined,
		).filter(
			(fault) =>
				(fault !== NORMAL || claim.usual === undefined) &&
				// The test of its dates is below.
				(fault !== MORE || measure.of !== 'events'),
		),
		...amountFaults(measure, claim.said, span, before, state, isOwed, true),
	];
}

/** How often chance alone gives a Student's t as large: its density over the angle, added up. */
function tailsOfT(t: number, degrees: number): number {
	const STEPS = 4000;
	const area = (from: number) => {
		const step = (Math.PI / 2 - from) / STEPS;
		let sum = 0;
		for (let place = 0; place < STEPS; place++)
			sum += Math.cos(from + (place + 0.5) * step) ** (degrees - 1);
		return sum * step;
	};
	return area(Math.atan(Math.abs(t) / Math.sqrt(degrees))) / area(0);
}

/** Whether an amount is normal is said where its dates have partners, and as they differ from these. */
function amountFaults(
	measure: Measure,
	{ word, number, change = 0 }: Said,
	span: Span,
	before: Span | undefined,
	{ drawn, truth, test }: State,
	isOwed = false,
	/** Whether it is the number of all groups: only then a count is judged by its dates. */
	isOfAll = false,
): string[] {
	const isOfDates = word === 'wide' || word === 'beyond';
	const isCount = measure.of !== 'amount';
	if (isCount && (measure.of !== 'events' || !isOfAll))
		return isOfDates ? ['dates that vary, of a count'] : [];
	if (isCount && deviations(number, number - change) < 2) return [];
	const isSaid = word === 'about' || isOfDates;
	const pairs = before ? [span, before].map(({ from, to }) => periodsIn(from, to, drawn.unit)) : [];
	const [now = [], then = []] = pairs;
	const isPaired =
		now.length === then.length &&
		drawn.unit !== 'total' &&
		before !== undefined &&
		before.to < span.from &&
		[...now, ...then].every((period) => isWhole(period, drawn.unit));
	if (!isPaired || now.length < 7) return isSaid ? ['normal, of what nobody knows'] : [];
	const chance = chanceOfAmount(measure, now, then, truth, test);
	if (!isSaid) return isOwed ? ['no verdict of its dates'] : [];
	if (word === 'beyond') return chance < 0.048 ? [] : ['an amount as its dates vary'];
	const isLarge = Math.abs(change) >= 0.2 * Math.abs(number - change);
	if (isLarge !== (word === 'wide')) return [`${change} is large, or not`];
	return chance > 0.043 ? [] : ['an amount beyond what its dates vary'];
}

function chanceOfAmount(
	measure: Measure,
	now: Array<[string, string]>,
	then: Array<[string, string]>,
	truth: Truth,
	test: Test,
): number {
	const differences = now.map(
		(period, index) =>
			truth.value(measure, ...period, test) -
			truth.value(measure, ...(then[index] as [string, string]), test),
	);
	const sum = differences.reduce((all, one) => all + one, 0);
	const mean = sum / now.length;
	const variance = differences.reduce((all, one) => all + (one - mean) ** 2, 0) / (now.length - 1);
	return variance === 0 ? 1 : tailsOfT(sum / Math.sqrt(variance * now.length), now.length - 1);
}

/** Numbers of the days or weeks up to this one, and where the last lies, as docs/usual-range.md has it. */
function usualOf(measure: Measure, at: Pick<Span, 'from' | 'to'>, { drawn, truth, test }: State) {
	const isWeek = at.from !== at.to;
	const [size, count] = isWeek ? [7, 53] : [1, 141];
	const points = Array.from({ length: count }, (_, index) => {
		const start = addDays(at.from, (index + 1 - count) * size);
		return { start, value: truth.value(measure, start, addDays(start, size - 1), test) };
	});
	const isCount = measure.of !== 'amount';
	const unit = isWeek ? 'week' : 'day';
	const deviations = drawn.measures.size > 5 ? 5 : 3.5;
	const specialOf = drawn.usual ?? specialByDefault;
	const isMarked = (day: string) => specialOf(day) !== undefined;
	const how = { unit, isCount, deviations, isMarked } as const;
	const rangeAt = (place: number) => {
		const { range } = secondUsual(points, place, how);
		if (!range) return undefined;
		const [low, high] = isCount
			? [Math.ceil(range.low), Math.floor(range.high)]
			: [range.low, range.high];
		const { value, start } = points[place] as (typeof points)[number];
		const room = isCount ? 0 : high * 0.001;
		return {
			start,
			low,
			high,
			room,
			side: value < low - room ? 'below' : value > high + room ? 'above' : 'within',
		};
	};
	const last = rangeAt(count - 1);
	let since: string | undefined;
	let days = 0;
	for (let place = count - 2; last && !isWeek && place >= 0; place--) {
		if (how.isMarked((points[place] as (typeof points)[number]).start)) continue;
		const one = rangeAt(place);
		if (!one || one.side !== last.side) break;
		since = one.start;
		days += 1;
	}
	const isLevel = last !== undefined && last.side !== 'within' && days >= 5;
	return last && { ...last, since: isLevel ? since : undefined };
}

/** Each change has a verdict, or the scope says that it has none. */
function verdictFaults(claims: readonly Claim[], { scope, isRecent }: State): string[] {
	const labels = claims.flatMap((claim) => ('label' in claim && claim.label ? [claim.label] : []));
	// Without names it is about all of them.
	const open = [...scope.matchAll(NOT_JUDGED)].flatMap(
		([, english, named = english]) => named?.split(/, | and |、/) ?? labels,
	);
	return claims.flatMap((claim, index) => {
		if (claim.kind !== 'value' || claim.said.change === undefined) return [];
		// The total of all dates follows the last week, and has no change.
		if (isRecent && index > 0) return [];
		const isJudged = claim.said.word !== undefined || claim.usual !== undefined;
		return isJudged === open.includes(claim.label)
			? [`${claim.label} is judged, and said not to be, or neither`]
			: [];
	});
}

/** Special days are named if one of both ranges has more of them. */
function specialFaults({ drawn, dates, before, scope }: State, text: string): string[] {
	if (drawn.resource !== 'event' || !drawn.isCompared || !dates || !before || dates.isOpen)
		return [];
	const specialOf = drawn.usual ?? specialByDefault;
	const [own, other] = [dates, before].map(({ from, to }) =>
		periodsIn(from, to, 'day').flatMap(([day]) => (specialOf(day) ? [day] : [])),
	) as [string[], string[]];
	const isLong = [dates, before].some(
		({ from, to }) => periodsIn(from, to, 'day').length > MOST_SPECIAL,
	);
	// Ranges that differ by up to a tenth are alike (docs/messages.md).
	const most = Math.max(own.length, other.length);
	const isDue = 10 * Math.abs(own.length - other.length) > most && !isLong;
	// Why there is no usual range names the day, too.
	const isNamed = /No usual range: .+? (?:fell|was marked) |(?:处于|属于)[^，]+，无常见范围/.test(
		text,
	);
	const { groups = {} } = SPECIAL.exec(scope) ?? {};
	const said = groups.days ?? '';
	const reasons = (
		groups.in?.split(/(?<! on) or (?!near )/) ??
		groups.zh?.split(/或(?!前后)/) ??
		[]
	).map((reason) =>
		Object.keys(REASONS).find((special) => REASONS[special as Special].test(reason)),
	);
	const isOwnDue = isDue && own.length > 0 && !isNamed;
	/** Most days of a side with several runs are counted. */
	const countOf = (side: RegExp) => {
		const { groups: { count, all } = {} } = side.exec(said) ?? {};
		return count === undefined ? undefined : [Number(count), Number(all)].join(' of ');
	};
	const counts = [
		countOf(/^(?<count>\d+) of the (?<all>\d+) days(?! of the)/) ??
			countOf(/本期 (?<all>\d+) 天中的 (?<count>\d+) 天/),
		countOf(/(?<count>\d+) of the (?<all>\d+) days of the comparison period/) ??
			countOf(/对比期 (?<all>\d+) 天中的 (?<count>\d+) 天/),
	];
	const dueCounts = [isOwnDue ? own : [], isDue ? other : []].map((days, index) => {
		const { from, to } = [dates, before][index] as Span;
		const all = periodsIn(from, to, 'day').length;
		const isRun = days.every((day, at) => at === 0 || addDays(days[at - 1] ?? '', 1) === day);
		return !isRun && 2 * days.length > all ? `${days.length} of ${all}` : undefined;
	});
	const named = said
		.replace(/\d+ of the \d+ days(?: of the comparison period)?| \d+ 天中的 \d+ 天/g, '')
		.replace(
			/(?:all days of the comparison period|part of the comparison period|the comparison day) \((.+?)\)/i,
			'$1',
		)
		.replace(/(?:本期|对比期)（([^，）]+)(?:，周.)?）(?:全程)?/g, '$1')
		.replace(/本期(?:中的)?|对比期(?:中的)?/g, '')
		.split(/,? as well as | and |, ?|，以及|、/)
		.filter(Boolean)
		.flatMap((text) => {
			const more = /^(?<more>\d+) more days?$/.exec(text)?.groups?.more;
			const span = readSpan(text.replace(/等 \d+ 天$/, ''), drawn.today);
			if (more !== undefined) return Array.from({ length: Number(more) }, () => '');
			return span ? periodsIn(span.from, span.to, 'day').map(([day]) => day) : [text];
		});
	const right = [
		...(isDue && dueCounts[1] === undefined ? other : []),
		...(isOwnDue && dueCounts[0] === undefined ? own : []),
	];
	const isCut = / more day|等 \d+ 天/.test(said);
	const isRight = isCut
		? named.every((day) => day === '' || right.includes(day))
		: [...named].sort().join() === [...right].sort().join();
	const isOther = isDue && other.length > 0;
	const dueReasons = [...(isOwnDue ? own : []), ...(isDue ? other : [])].map(specialOf);
	return isRight &&
		[...new Set(dueReasons)].sort().join() === [...reasons].sort().join() &&
		counts.join() === dueCounts.join() &&
		/comparison (?:period|day)|对比期/.test(said) === isOther
		? []
		: [`special days: ${own.join()} and ${other.join()}, not ${said}`];
}

function usualFaults(claim: Claim, state: State): string[] {
	const { usual } = claim;
	if (!usual) return [];
	if (claim.kind === 'value' && claim.said.word === 'about')
		return ['normal variation beside the usual range'];
	if (!state.drawn.usual && !isOnePeriod(state.drawn))
		return ['what nobody asked for: a usual range'];
	if (claim.kind !== 'value' || claim.isAverage) return ['a usual range of no number'];
	const dates = claim.dates ?? state.dates;
	if (!dates) return ['a usual range of no dates'];
	const right = usualOf(measureOf(state, claim.label), dates, state);
	if (!right) return ['nothing is known of what is usual'];
	const { low, high, side, since, room } = right;
	if (usual.side !== side || usual.since !== since) return [`${side}, since ${since} is right`];
	if (since !== undefined) return [];
	const slot =
		dates.from === dates.to
			? DateTime.fromISO(dates.from, { zone: 'utc' }).toFormat('cccc')
			: 'week';
	return [
		...(usual.slot === slot ? [] : [`a ${slot} is right`]),
		...(near(usual.low ?? NaN, low, room + 0.0051) && near(usual.high ?? NaN, high, room + 0.0051)
			? []
			: [`usual is ${low} to ${high}`]),
	];
}

/** Messages of one day or one week have the range without the option (docs/usual-range.md). */
function isOnePeriod({ from, to, today, unit }: Case): boolean {
	return to < today && (from === to || (unit !== 'day' && addDays(from, 6) >= to));
}

/** A message must have what is unusual about the last whole day, for any measure. */
function unsaidUsual(claims: readonly Claim[], state: State): string[] {
	const { drawn } = state;
	const { from, to, today, unit, isWhole, measures } = drawn;
	if (!(drawn.usual ?? isOnePeriod(drawn)) || isWhole || unit === 'week' || unit === 'month')
		return [];
	if (unit === 'total' && from !== to) return [];
	const last = to < today ? to : addDays(today, -1);
	if (last < from) return [];
	const unusual = [...measures.values()].some((measure) => {
		const right = usualOf(measure, { from: last, to: last }, state);
		return right !== undefined && right.side !== 'within';
	});
	const isReported = claims.some(({ usual }) => usual && usual.side !== 'within');
	return unusual && !isReported ? ['nothing said of an unusual number'] : [];
}

/** Numbers are rounded once: amounts to two decimals, averages to one. */
function saidFaults(
	said: Said,
	now: number,
	before: number | undefined,
	isCount: boolean,
	/** Of how many numbers both are the mean. */
	averaged?: number,
): string[] {
	const isAverage = averaged !== undefined;
	const room = isAverage ? 0.051 : isCount ? 0 : 0.0051;
	const isReported = said.change !== undefined || said.word !== undefined;
	if (!near(said.number, now, room)) return [`${now} is right`];
	if (!isReported) return [];
	if (before === undefined) return ['a change against no dates'];
	const difference = now - before;
	const limit = 2 * Math.sqrt((now + before) / (averaged ?? 1));
	const isNoise = isCount && now !== before && Math.abs(difference) < limit;
	// Means are rounded, so that what is right at the limit is either.
	const isAtLimit = isAverage && near(Math.abs(difference), limit, 0.1);
	const faults: string[] = [];
	if (said.before !== undefined && !near(said.before, before, room))
		faults.push(`${before} before is right`);
	if (said.change !== undefined && !near(said.change, difference, isAverage ? room : 2 * room))
		faults.push(`a change of ${difference} is right`);
	if (said.percent !== undefined && !near(said.percent, (difference / before) * 100, 0.051))
		faults.push(`${(difference / before) * 100}% is right`);
	if (said.percent !== undefined && before < 20 && isCount)
		faults.push('a percent of a small base');
	if (said.times !== undefined && !near(said.times, now / before, 0.051))
		faults.push(`${now / before} times is right`);
	if (said.word === 'same' && !near(now, before, room)) faults.push('not the same');
	if (said.word === 'fromZero' && before !== 0) faults.push('not from 0');
	if (said.word === 'about' && isCount && !isNoise && !isAtLimit) faults.push(MORE);
	if (said.word === 'beyond' && isNoise && !isAtLimit) faults.push('chance alone');
	if (said.word === undefined && before > 0 && now !== before && isNoise && !isAtLimit)
		faults.push(NORMAL);
	return faults;
}

/** Whether a group that is named changed by more than chance: then none of them has a verdict. */
function hasSilence(
	groups: ReadonlyArray<[now: number, before: number | undefined]>,
	averaged = 1,
): boolean {
	return groups.some(([now, before = NaN]) => {
		// A change from 0 has no verdict.
		if (before === 0 && now !== 0) return true;
		const room = averaged > 1 ? 0.1 : 0;
		return (
			Math.abs(now - before) + room >= 2 * Math.sqrt((now + before) / averaged) && now !== before
		);
	});
}

function averageOf(measure: Measure, from: string, to: string, state: State): number {
	const values = periodsIn(from, to, state.drawn.unit).map((period) =>
		state.truth.value(measure, ...period, state.test),
	);
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function lastOfMonth(day: string): string {
	return addDays(`${addDays(`${day.slice(0, 7)}-28`, 4).slice(0, 7)}-01`, -1);
}

function startOf(day: string, unit: string): string {
	return unit === 'week' ? monday(day) : unit === 'month' ? `${day.slice(0, 7)}-01` : day;
}

/** Whether a week or month has all of its days. */
function isWhole([from, to]: [string, string], unit: string): boolean {
	if (startOf(from, unit) !== from) return false;
	return unit === 'week' ? addDays(from, 6) === to : unit !== 'month' || lastOfMonth(from) === to;
}

/** Days, weeks or months, cut to the dates. */
function periodsIn(from: string, to: string, unit: string): Array<[string, string]> {
	const periods: Array<[string, string]> = [];
	for (let day = from; day <= to; ) {
		const end =
			unit === 'week' ? addDays(monday(day), 6) : unit === 'month' ? lastOfMonth(day) : day;
		periods.push([day, end < to ? end : to]);
		day = addDays(end, 1);
	}
	return periods;
}

function inGroup(name: string, { drawn, test, kept }: State): Test {
	// A group may be called like the others, which then have a number.
	const number = kept?.has('(other)') ? ' 2' : '';
	if (kept && REST.some((rest) => name === rest + number))
		return (event) => test(event) && !kept.has(groupOf(event, drawn.groupBy ?? ''));
	const wanted = groupNamed(name);
	return (event) => test(event) && groupOf(event, drawn.groupBy ?? '') === wanted;
}

/** Groups of the dates in the message, and of the dates compared with. */
function groupsOf(state: State): Set<string> {
	const { truth, drawn, dates, before, test } = state;
	const all = new Set<string>();
	// A report has the groups of all of its measures.
	for (const measure of drawn.measures.values())
		for (const span of [dates, before])
			if (span)
				for (const name of truth.groups(measure, drawn.groupBy ?? '', span.from, span.to, test))
					all.add(name);
	return all;
}

function changeOf(name: string, state: State): number {
	const measure = measureOf(state);
	const own = inGroup(name, state);
	const value = (span: Span | undefined) =>
		span ? state.truth.value(measure, span.from, span.to, own) : NaN;
	return Math.round((value(state.dates) - value(state.before)) * 100) / 100;
}

function listFaults(claim: Extract<Claim, { kind: 'listed' }>, state: State): string[] {
	const span = claim.dates ?? state.dates;
	const faults = spanFaults(span, state);
	if (faults.length > 0 || !span) return faults;
	// A fact of other dates than those of the headline has its own.
	const spanBefore = claim.before ?? state.before;
	const measure = measureOf(state, claim.label ?? state.label);
	const isCount = measure.of !== 'amount';
	const periods = claim.isMean ? periodsIn(span.from, span.to, state.drawn.unit).length : undefined;
	const valueIn = ({ from, to }: Span, test: Test) =>
		claim.isMean
			? averageOf(measure, from, to, { ...state, test })
			: state.truth.value(measure, from, to, test);
	const whole = valueIn(span, state.test);
	let rest = whole;
	let restBefore = spanBefore && valueIn(spanBefore, state.test);
	const isSilent = hasSilence(
		claim.groups.map(({ name }) => {
			const test = inGroup(name, state);
			return [valueIn(span, test), spanBefore && valueIn(spanBefore, test)];
		}),
		periods,
	);
	for (const { name, said, share } of claim.groups) {
		if (state.kept && !state.kept.has(groupNamed(name))) faults.push(`${name} is not wanted`);
		const test = inGroup(name, state);
		const now = valueIn(span, test);
		const before = spanBefore && valueIn(spanBefore, test);
		rest -= now;
		if (restBefore !== undefined) restBefore -= before ?? NaN;
		const own = { ...state, test };
		for (const fault of [
			// If all groups are normal, it is judged below.
			...saidFaults(said, now, before, isCount, periods).filter(
				(one) =>
					(claim.normal === undefined || one !== MORE) &&
					!((isSilent || claim.isAmong) && one === NORMAL),
			),
			...amountFaults(measure, said, span, spanBefore, own),
		])
			faults.push(`${name}: ${fault}`);
		if (share !== undefined && !near(share, percent(now, whole), 0.051))
			faults.push(`${name}: ${percent(now, whole)}% is right`);
	}
	const { others, normal } = claim;
	if (normal !== undefined) {
		const all = [...groupsSeen(state)];
		if (normal !== all.length) faults.push(`all are ${all.length}`);
		for (const name of all) {
			const test = inGroup(name, state);
			const [now, before] = [valueIn(span, test), spanBefore && valueIn(spanBefore, test)];
			const said: Said = { number: now, word: now === before ? 'same' : 'about' };
			// Of many groups, one may change more by chance.
			// The node looks at the groups of all measures.
			const looked = all.length * state.drawn.measures.size;
			const isNormal = chanceOf(now, before ?? NaN, 1, periods ?? 1) * looked > 0.04;
			for (const fault of [
				...(isCount
					? isNormal
						? []
						: ['beyond chance']
					: saidFaults(said, now, before, isCount, periods)),
				...amountFaults(measure, said, span, spanBefore, { ...state, test }),
			])
				faults.push(`${name}, as all: ${fault}`);
		}
	}
	if (others?.said) {
		const cents = (value: number) => Math.round(value * 100) / 100;
		const then = restBefore === undefined ? undefined : cents(restBefore);
		// Their sum has a change without a verdict.
		const isSum = then !== undefined && others.said.change !== undefined;
		const areCompared = claim.groups.some(({ said }) => said.change !== undefined);
		const { change, word } = others.said;
		if (areCompared && measure.of !== 'users' && (change ?? word) === undefined)
			faults.push('the others without their change');
		const found = isSum
			? near(others.said.number, cents(rest), 0.0051) &&
				near(others.said.change ?? NaN, cents(rest) - then, 0.0051)
				? []
				: [`${cents(rest)} from ${then}`]
			: saidFaults(others.said, cents(rest), then, isCount);
		for (const fault of found) faults.push(`the others: ${fault}`);
	}
	return faults;
}

function whereFaults(claim: Extract<Claim, { kind: 'where' }>, state: State): string[] {
	const { dates, before, truth } = state;
	if (!dates || !before) return ['where, without a change'];
	const measure = measureOf(state);
	const value = (span: Span, test: Test) => truth.value(measure, span.from, span.to, test);
	const faults: string[] = [];
	const groups = groupsOf(state);
	const { kept = groups } = state;
	const named = claim.groups.map(({ name }) => groupNamed(name));
	const isSilent = hasSilence(
		claim.groups.map(({ name }) => {
			const own = inGroup(name, state);
			return [value(dates, own), value(before, own)];
		}),
	);
	for (const { name, said } of claim.groups) {
		const own = inGroup(name, state);
		faults.push(
			...saidFaults(said, value(dates, own), value(before, own), measure.of !== 'amount').filter(
				(one) => !isSilent || one !== NORMAL,
			),
			...amountFaults(measure, said, dates, before, { ...state, test: own }),
		);
		if (!kept.has(groupNamed(name))) faults.push(`${name} is not wanted`);
	}
	const sizeOf = (name: string) => Math.abs(changeOf(name, state));
	const sizes = claim.groups.map(({ name }) => sizeOf(name));
	const left = [...groups].filter((name) => kept.has(name) && !named.includes(name)).map(sizeOf);
	if (Math.max(...left) > Math.min(...sizes)) faults.push('another group changed more');
	if (left.some((size) => near(size, Math.max(...sizes), 0.0001)))
		faults.push('another group changed as much');
	if (claim.others !== groups.size - named.length)
		faults.push(`${groups.size - named.length} others`);
	const ways = [...groups]
		.filter((name) => !named.includes(name))
		// A city may be called like the merged others.
		.map((name) => Math.sign(changeOf(name, { ...state, kept: undefined })));
	const mixed = [1, -1].map((way) => ways.filter((one) => one === way).length);
	const isMixed = mixed.every((count) => count > 0);
	if (String(claim.mixed) !== String(isMixed ? mixed : undefined))
		faults.push(`${mixed.join(' up, ')} down`);
	const all = value(dates, state.test) - value(before, state.test);
	const together = all - claim.groups.reduce((sum, { name }) => sum + changeOf(name, state), 0);
	const own = claim.groups.reduce((sum, { name }) => sum + value(dates, inGroup(name, state)), 0);
	const others = value(dates, state.test) - own;
	if (!near(claim.number, others, 0.011)) faults.push(`the others are ${others}`);
	if (!near(claim.together, together, 0.011)) faults.push(`together ${together}`);
	return faults;
}

function extremeFaults(
	claim: Extract<Claim, { kind: 'extremes' | 'flat' }>,
	state: State,
): string[] {
	const { drawn, truth, test } = state;
	const isOfLast = state.dates?.to === state.titled?.to;
	const dates = isOfLast || state.isRecent ? (state.titled ?? state.dates) : state.dates;
	if (!dates) return ['no dates'];
	const points: Array<{ day: string; value: number }> = [];
	let started = 0;
	if (drawn.resource === 'funnel') {
		for (let day = dates.from; day <= dates.to; day = addDays(day, 1)) {
			const counts = truth.funnel(
				drawn.steps,
				drawn.minutes,
				day,
				day,
				funnelEnd(drawn),
				testsOf(state),
			);
			if (counts[0] !== 0) started++;
			if ((counts[0] as number) >= 20)
				points.push({ day, value: percent(counts.at(-1) as number, counts[0] as number) });
		}
	} else {
		const measure = measureOf(state);
		for (const period of periodsIn(dates.from, dates.to, drawn.unit))
			if (isWhole(period, drawn.unit))
				points.push({ day: period[0], value: truth.value(measure, ...period, test) });
	}
	const values = points.map(({ value }) => value);
	const room = drawn.resource === 'funnel' ? 0.051 : 0.0051;
	const [high, low] = [Math.max(...values), Math.min(...values)];
	if (claim.count !== undefined && claim.count !== points.length)
		return [`${points.length} ${claim.unit}`];
	if (claim.kind === 'flat')
		return high === low && near(claim.number, high, room) ? [] : ['not flat'];
	const at = (value: number) => points.filter((one) => one.value === value).map(({ day }) => day);
	const faults: string[] = [];
	for (const [name, reported, value] of [
		['highest', claim.high, high],
		['lowest', claim.low, low],
	] as const) {
		if (!near(reported.number, value, room)) faults.push(`${name} is ${value}`);
		const days = at(value);
		const isReported =
			reported.times === undefined
				? reported.dates.join() === days.join()
				: reported.times === days.length;
		if (!isReported) faults.push(`${name} on ${days.join()}`);
	}
	const last = points.at(-1) as (typeof points)[number];
	const isOver =
		drawn.resource === 'funnel'
			? last.day !== dates.to
			: drawn.unit === 'hour' && last.day.slice(0, 10) < drawn.today;
	const large = started > points.length ? points.length : undefined;
	if (claim.large !== large) faults.push(`${points.length} of ${started} days`);
	// A headline of the last week has its number.
	if ((claim.last === undefined) !== (isOver || state.isRecent))
		faults.push('the last one, or none');
	if (claim.last !== undefined && !near(claim.last, last.value, room))
		faults.push(`last is ${last.value}`);
	if (claim.lastAt !== undefined && claim.lastAt !== last.day) faults.push(`last on ${last.day}`);
	if (claim.lastIn?.includes(last.day) === false) faults.push(`last on ${last.day}`);
	return faults;
}

/** Whether a message says in English that users count once for each start. */
export function isSaidOften(text: string): boolean {
	return /count(?:s|ed)? once (?:per (?:(?:\w+ly )?cohort|start \w+)|for each )/.test(text);
}

/** Whether users count once for each date on which they started. */
function isByDay({ drawn, dates, truth, test }: State): boolean {
	if (!drawn.isByDate || !dates) return false;
	const first: Measure = { event: drawn.steps[0] ?? '', of: 'users' };
	const days = periodsIn(dates.from, dates.to, 'day');
	return days.filter(([day]) => truth.value(first, day, day, test) > 0).length > 1;
}

/** Later steps count until the range ends. */
function funnelEnd({ to, today }: Case): string {
	return to < today ? to : today;
}

/** The dates whose users have less than the window before the dates end; undefined for all. */
function lateStarts({ from, to, today, minutes }: Case): string | undefined {
	if (to >= today) return 'late';
	const day = 24 * 60;
	const days = (Date.parse(to) - Date.parse(from)) / day / 60_000 + 1;
	if (minutes >= days * day) return undefined;
	const first = addDays(to, 1 - Math.ceil(minutes / day));
	return first < to ? `${first < from ? from : first}–${to}` : to;
}

function funnelCounts(state: State, isStart?: Test): number[] {
	const { drawn, truth, dates } = state;
	const { steps, minutes, isByDate } = drawn;
	const end = funnelEnd(drawn);
	if (!dates) return [];
	const { from, to } = dates;
	const tests = testsOf(state);
	if (!isByDate) return truth.funnel(steps, minutes, from, to, end, tests, isStart);
	const sums = steps.map(() => 0);
	for (let day = from; day <= to; day = addDays(day, 1))
		truth
			.funnel(steps, minutes, day, day, end, tests, isStart)
			.forEach((count, index) => (sums[index] = (sums[index] as number) + count));
	return sums;
}

/** The channel that a step of its own filter has. */
function stepFilters({ form }: Case): Array<string | undefined> {
	const { step = [] } = (form.steps ?? {}) as {
		step?: Array<{ filter?: { condition: Array<{ values: string }> } }>;
	};
	return step.map(({ filter }) => filter && `channel is ${filter.condition[0]?.values}`);
}

/** The filter of a funnel is one of its first step; another step can have the same one. */
function testsOf({ drawn, test }: State): Test[] {
	const all = () => true;
	return drawn.steps.map((_, index) => (index === 0 || stepFilters(drawn)[index] ? test : all));
}

function funnelFaults(claim: Extract<Claim, { kind: 'funnel' }>, state: State): string[] {
	const { drawn, scope } = state;
	const { from, to } = claim.dates;
	if (from < drawn.from || to > drawn.to) return ['dates that were not asked for'];
	const counts = funnelCounts(state);
	const faults: string[] = [];
	if (counts[0] !== claim.first || counts.at(-1) !== claim.last)
		faults.push(`counts ${counts.join()}`);
	const due = stepFilters(drawn).map((filter) => filter && filter.length <= 40);
	if (claim.filters.some((filter, index) => (filter !== undefined) !== (due[index] ?? false)))
		faults.push('a step without its filter, or with another one');
	if (counts[0] && !near(claim.percent, percent(counts.at(-1) as number, counts[0]), 0.051))
		faults.push('another percent');
	const days = drawn.minutes / 1440;
	// Of days, those alone that had their time; else what cuts the time is said.
	const isOver = addDays(to, days) <= drawn.to && addDays(to, days) < drawn.today;
	// If no day has its time within the dates, and none gets it any more, all days count.
	const isAllCut = addDays(drawn.from, days) > drawn.to && drawn.to < drawn.today;
	const hasCompleteDays = drawn.isByDate && !isAllCut;
	if (hasCompleteDays && !isOver) faults.push('starts whose window is not over');
	const end = funnelEnd(drawn);
	const left =
		/window; excludes users who started (.+?), (?:because their window|who had less time because)|；(?:\S+ ?之后完成的步骤不计入，(?=\S+未计入))?([^；\s]+?)进入漏斗的用户(?:观察时间较短，未计入|，(?:窗口期(?:在|尚未结束)|.*数据)|$| ·)/
			.exec(scope)
			?.slice(1)
			.find(Boolean) ?? '';
	const out = readSpan(left, drawn.today);
	if (hasCompleteDays && !isCutScope(scope) && to < end)
		if (out?.from !== addDays(to, 1) || out.to !== end)
			faults.push(`left out without a word: '${left}'`);
	const isSaid =
		/are not counted, so (?:no user had|users who)|之后完成的步骤不计入，(?!\S+未计入)|still open|仍在窗口期内/.test(
			scope,
		);
	const [, until = '', late, untilZh, lateZh] =
		/steps after (.+?) are not counted, so (?:users who started (late|(?:on|between) .+?) had less time|no user)|([^·；“]+?) ?之后完成的步骤不计入，(?!\S+未计入)(?: ?(.+?) ?进入漏斗的用户观察|所有用户)/.exec(
			scope,
		) ?? [];
	if (until || untilZh) {
		// Rows have dates as they are.
		const spanOf = (text: string) => {
			if (/^(?:late|较晚)$/.test(text)) return 'late';
			if (/^\d{4}-/.test(text)) return text.replace(' – ', '–');
			const read = readSpan(text, drawn.today);
			return read && [...new Set([read.from, read.to])].join('–');
		};
		if (spanOf((until || (untilZh as string)).replace(/ \d\d:\d\d$/, '')) !== drawn.to)
			faults.push(`steps count until ${drawn.to}`);
		const span = spanOf((late ?? lateZh ?? '').replace(/^on /, ''));
		if (span !== lateStarts(drawn)) faults.push(`late are ${lateStarts(drawn)}, not ${span}`);
	}
	if (claim.isStarts !== isByDay(state)) faults.push('starts are no users');
	// What a card has no room for is cut at its end.
	if (isCutScope(scope)) return faults;
	if (!hasCompleteDays && !isOver && !isSaid) faults.push('nothing said of the window');
	if (!/conversion window|窗口期/.test(scope)) faults.push('no window named');
	return faults;
}

/** Computes the groups of a funnel again, and whether chance alone has them that far apart. */
function rateFaults(claim: Extract<Claim, { kind: 'rates' }>, state: State): string[] {
	const { drawn, truth, test, dates, scope } = state;
	const { steps, groupBy = '' } = drawn;
	if (!dates || (claim.by ?? groupBy) !== groupBy) return ['groups that were not asked for'];
	const seen = truth.groups(
		{ event: steps[0] as string, of: 'users' },
		groupBy,
		dates.from,
		dates.to,
		test,
	);
	const all = [...seen].map((name) => {
		const counts = funnelCounts(state, (event) => groupOf(event, groupBy) === name);
		const [base, part] = [counts[0] as number, counts.at(-1) as number];
		return { name, base, part, percent: percent(part, base) };
	});
	const large = all.filter(({ base }) => base >= 20).sort((a, b) => b.percent - a.percent);
	const [high, low] = [large[0], large.at(-1)];
	const faults: string[] = [];
	for (const { names, percent: reported, base, isStarts } of claim.rates)
		for (const name of names) {
			const own = all.find((one) => one.name === groupNamed(name));
			if (!own || !near(reported, own.percent, 0.051) || (base ?? own.base) !== own.base)
				faults.push(`${name} is ${own?.part} of ${own?.base}`);
			if (base !== undefined && base >= 20 && (isStarts ?? state.isSaidOften) !== isByDay(state))
				faults.push('starts are no users');
		}
	const [first, last] = [claim.rates[0]?.percent ?? NaN, claim.rates.at(-1)?.percent ?? NaN];
	if (claim.of === undefined && claim.rates.length !== Math.min(all.length, 4))
		faults.push(`${all.length} groups`);
	if (claim.of === undefined && claim.left !== all.length - claim.rates.length)
		faults.push(`${all.length} groups, and ${claim.left} are said not to be in the list`);
	const compared = claim.verdict && large.length < all.length ? large.length : undefined;
	if (claim.of === undefined && claim.only !== compared)
		faults.push(`the verdict is of ${large.length} of ${all.length} groups`);
	if (claim.of !== undefined)
		if (
			claim.of !== large.length ||
			!near(first, high?.percent ?? NaN, 0.051) ||
			!near(last, low?.percent ?? NaN, 0.051)
		)
			faults.push(`of ${large.length} groups ${high?.name} to ${low?.name}`);
	if (high && low && high.percent > low.percent) {
		const rate = (high.part + low.part) / (high.base + low.base);
		const far =
			(high.percent - low.percent) /
			100 /
			Math.sqrt(rate * (1 - rate) * (1 / high.base + 1 / low.base));
		const looked = (large.length * (large.length - 1)) / 2;
		const days = isByDay(state) ? periodsIn(dates.from, dates.to, 'day').length : 1;
		const [least, most] = [looked * tails(far), looked * tails(far / Math.sqrt(days))];
		if (claim.verdict === 'close' ? least < 0.04 : least > 0.055) faults.push(`by chance ${least}`);
		if (claim.verdict === 'apart' ? most > 0.055 : claim.verdict === undefined && most < 0.04)
			faults.push(`at worst by chance ${most}`);
	} else if (claim.verdict) faults.push('a verdict on equal groups');
	const isSeveral = all.reduce((sum, { base }) => sum + base, 0) !== funnelCounts(state)[0];
	const rate = percent(funnelCounts(state).at(-1) ?? NaN, funnelCounts(state)[0] ?? NaN);
	const isBeyond = (side: 'higher' | 'lower') =>
		all.every(
			(one) => one.base === 0 || (side === 'higher' ? one.percent < rate : one.percent > rate),
		);
	const [beyond = ''] = /(?:higher|lower) than any group's|[高低]于各组/.exec(scope) ?? [];
	if (beyond && !(isSeveral && isBeyond(/higher|高/.test(beyond) ? 'higher' : 'lower')))
		faults.push(`not all groups have another rate than all, ${rate}`);
	const isSaid = beyond !== '' || /several groups|多个分组/.test(scope);
	if (isSeveral && !isCutScope(scope) && !isSaid)
		faults.push('nothing said of users in several groups');
	return faults;
}

function retainedFaults(claim: Extract<Claim, { kind: 'retained' }>, state: State): string[] {
	const { initial, users, starts, started, left } = returnedIn(claim.period, state);
	const isRight =
		claim.users === initial &&
		claim.starts === starts &&
		claim.isStarts === starts > 1 &&
		(!claim.started ||
			(claim.started.from === started[0] && claim.started.to === started.at(-1))) &&
		near(claim.percent, percent(users, initial), 0.051);
	return [
		...(isRight ? [] : [`${users} of ${initial} users, ${starts} starts`]),
		...leftFaults(left, state.drawn, state.scope),
	];
}

/** What the scope says of the start dates that a headline leaves out, and why. */
export function leftFaults(
	starts: readonly string[],
	{ to, today, isBounded }: Case,
	scope: string,
): string[] {
	if (isCutScope(scope)) return [];
	const found =
		/xcludes users who started (?<dates>.+?), because (?:their|the data)|(?:^|[·：]) ?(?<zh>[^·：]+?)的初始用户，观察期.+?，未计入/.exec(
			scope,
		)?.groups;
	const out = readSpan(found?.dates ?? found?.zh ?? '', today);
	const last = to < today ? to : today;
	const isAfter = /ends after the last day of the report|之后才结束/.test(scope);
	if (out?.from !== starts[0] || (starts.length > 0 && out?.to !== last))
		return [`left out without a word: ${starts[0]} to ${last}`];
	// Who started on earlier days has time that is not over.
	return isAfter && !isBounded ? ['users come back later'] : [];
}

/** Who started on dates whose period is over, and who of them came back in it. */
function returnedIn(period: number, { drawn, truth }: State) {
	const { unit, from, to, today, isBounded } = drawn;
	let [initial, users, starts] = [0, 0, 0];
	const started: string[] = [];
	const left: string[] = [];
	const periods = periodsIn(from, to < today ? to : today, unit);
	for (const [first, last] of periods) {
		const start = unit === 'week' ? monday(first) : first;
		const size = unit === 'week' ? 7 : 1;
		const later = addDays(start, period * size);
		const end = addDays(later, size - 1);
		if (end >= today || (isBounded && end > to)) {
			left.push(first);
			continue;
		}
		const [all, came] = truth.returned('$pageview', 'PayOrder', [first, last], [later, end]);
		if (all === 0) continue;
		[initial, users, starts] = [initial + all, users + came, starts + 1];
		started.push(first, last);
	}
	return { initial, users, starts, started, left };
}

/** Whether who started last still has a part of the last period to come back. */
function isUnderWay({ resource, unit, duration, from, to, today }: Case): boolean {
	if (resource !== 'retention' || from > today) return false;
	const last = to < today ? to : today;
	const size = unit === 'week' ? 7 : 1;
	return addDays(unit === 'week' ? monday(last) : last, (duration + 1) * size - 1) >= today;
}

function distributionFaults(
	{ users, ranges, dates }: Extract<Claim, { kind: 'distribution' }>,
	{ drawn, truth, test }: State,
): string[] {
	if (!dates || dates.from < drawn.from || dates.to > drawn.to)
		return ['dates that were not asked for'];
	const counts = new Map<string, number>();
	for (const { event, user, ...rest } of truth.eventsOf(dates.from, dates.to))
		if (event === 'PayOrder' && test({ event, user, ...rest }))
			counts.set(user.id, (counts.get(user.id) ?? 0) + 1);
	const all = [...counts.values()];
	const isIn = ({ from = 0, to = Infinity }: { from?: number; to?: number }) =>
		all.filter((count) => count >= from && count <= to).length;
	const faults = all.length === users ? [] : [`${all.length} users`];
	// If there are four ranges at most, the message has all ranges with users.
	const known = [{ to: 1 }, { from: 2, to: 2 }, { from: 3, to: 4 }, { from: 5 }]
		.map(isIn)
		.filter((size) => size > 0);
	const reported = ranges.map((range) => {
		const size = isIn(range);
		if (!near(range.percent, percent(size, all.length), 0.051))
			faults.push(`${percent(size, all.length)}% from ${range.from} to ${range.to}`);
		return size;
	});
	if (reported.join() !== known.join()) faults.push(`${known.join()} in the ranges`);
	return faults;
}

function percent(part: number, whole: number): number {
	return (part / whole) * 100;
}

/** Digits beyond 2^53 are those of the service, which the sums of a double aren't. */
export function near(a: number, b: number, room: number): boolean {
	const rounded = Math.abs(b) > Number.MAX_SAFE_INTEGER ? Math.abs(b) * 1e-13 : 1e-9;
	return Math.abs(a - b) <= room + rounded;
}

/** Users have no dates: they are those of today. */
function ofUsers(sentence: string, today: string): string {
	const [all = '', day, dayZh] =
		/^(?:Users on record as of (.+?), \d\d:\d\d: |截至(.+?日(?:（周.）)?)\d\d:\d\d，用户(?:人数：| ))/.exec(
			sentence,
		) ?? [];
	if (readSpan(day ?? dayZh ?? '', today)?.to !== today) return sentence;
	const rest = sentence.slice(all.length);
	return /^\d+(?: 人)?$/.test(rest) ? `Users: ${rest}` : rest;
}
