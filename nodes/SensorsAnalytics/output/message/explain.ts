import { areOtherWeekdays, areUnlikeRanges, daysIn } from '../../dates/range';
import {
	bySize,
	changeOrEffect,
	type ChangeExplanation,
	type ExplainedDimension,
	isEffect,
	judgedOf,
	LARGE,
	mainValueOf,
	MIN_DATES,
	mostShifted,
	sizeOfChange,
	type ValueChange,
} from '../../insight/verdict';
import type { BothPeriods } from '../../insight/rates';
import { isUnusual, type MarkedDays } from '../../insight/usual';
import { countedBy, isPerUsers, measuredProperty } from '../../query/columns';
import { type EventQuery, fromExpression, percentDecimals, propertyName } from '../../query/query';
import { type Amount, type Cell, subtract } from '../../table/decimal';
import { dataEndOf, groupedBy } from '../../table/table';
import { calendarIn, specialDays, specialIn } from './answerDates';
import { fromZero } from './answerMeasures';
import type { Digest } from './digest';
import {
	type ChangeInWords,
	type ComparedInWords,
	dateWords,
	type NumbersInWords,
	numbersOf,
	valueInWords,
	wordsOf,
} from './words';
import { currencyOf, numberWriter, type Paint, paintByLimits, paintByWay, signed } from './numbers';
import type { MessageOptions, NumberStyle } from './options';
import { countedOf, filtersOf, inHeadline } from './scope';
import * as sentences from './sentences';
import { lateUntil } from './periods';
import { beforeHan, noUsualWords, spaced, usualWords } from './sentences';
import { clean, cut, cutBetween, joinLimits, oneLine, shortener } from './text';

/**
 * Writes where a change is, in a sentence or two. No word names a cause (docs/explain-change.md).
 */

export interface ExplainContext {
	query: EventQuery;
	timeZone: string;
	/** ISO 8601, UTC. */
	requestedAt: string;
	/** Returns the display name of an event, a property or a column. */
	names?: (key: string) => string | undefined;
	/** Returns the unit of a property in the project. */
	unitOf?: (name: string) => string | undefined;
	/** Days that are special. */
	marks?: MarkedDays;
}

/** Maximum number of values in the table of a message. */
const MOST_ROWS = 8;
const MAX_TEXT = 600;
const MAX_NAME = 60;
const MAX_SCOPE = 300;
/** Maximum number of changes in a sentence. */
const MOST_NAMED = 3;
/** Above this probability (5%), groups changed alike. */
const ALIKE = Math.log(0.05);

/** The share of a value in both periods, and what it is a share of. */
interface ShareInWords {
	value: string;
	before: string;
	now: string;
	of: string;
}

/** What a value would be if it had changed like the others, and how these changed together. */
interface RestInWords {
	expected: string;
	/** Empty if it is unknown. */
	moved: string;
	/** The same in percent. */
	percent: string;
}

const likeRest = (value: string, rest?: RestInWords) =>
	rest
		? `${rest.moved && `; the others combined: ${rest.moved}`}. Had ${value} changed like the others${rest.percent && ` (${rest.percent})`}, it would have been ${rest.expected}`
		: '';

const commaList = (words: readonly string[]) => words.join(', ');

export const english = {
	value: (dimension: string, value: string) => `${dimension} = ${value}`,
	/** @param rest what the value would be if it had changed like the others, and their change */
	mainly: (value: string, now: string, rest?: RestInWords) =>
		`The change is mainly in ${value}: ${now}${likeRest(value, rest)}`,
	/** @param change change of all values together; empty if some rose and some fell */
	together: (dimension: string, values: readonly string[], change: string) =>
		`The change is mainly in ${dimension} = ${commaList(values)}${change && `: together ${change}`}`,
	/** Names what the shares of values are of. */
	base: (base: ChangeExplanation['base'], event: string, property: string) =>
		base
			? `all “${event}” ${base.aggregator === 'unique' ? 'users' : 'events'}${property && ` with “${property}”`}`
			: 'the denominator',
	mix: (dimension: string, { value, before, now, of }: ShareInWords) =>
		`The change is mainly in the mix of ${dimension}: ${value} went from ${before} to ${now} of ${of}`,
	simpson: (dimension: string, isUp: boolean, { value, before, now, of }: ShareInWords) =>
		`No value of ${dimension} ${isUp ? 'rose' : 'fell'}; the mix changed: ${value} went from ${before} to ${now} of ${of}`,
	unlike: (value: string, now: string, rest?: RestInWords) =>
		`${value} changed differently from the others: ${now}${likeRest(value, rest)}`,
	/** @param values with their changes */
	allUnlike: (dimension: string, values: readonly string[]) =>
		`These values of ${dimension} changed differently from the others: ${commaList(values)}`,
	/**
	 * @param areEffects whether the sizes are effects on the overall number
	 * @param way in which all of them went; 0 for both
	 * @param isOne whether a single value went that way
	 * @param apart dimensions of own changes, if other dimensions have effects
	 */
	spread(
		largest: readonly string[],
		areEffects: boolean,
		way: number,
		isOne: boolean,
		apart: readonly string[],
	): string {
		const change = way > 0 ? 'rise' : way < 0 ? 'fall' : 'change';
		const kind = areEffects ? 'effect' : apart.length > 0 ? 'own change' : change;
		const by = apart.length > 0 ? ` by ${commaList(apart)}` : '';
		const of = areEffects ? ' on the overall number' : by;
		return `Largest ${kind}${isOne ? '' : 's'}${of}: ${largest.join('; ')}`;
	},
	/**
	 * The test is of all groups together: one of many groups often changes by more than normal
	 * variation.
	 * @param isStill whether the overall number is normal, too
	 * @param isOff whether the overall number is unusual
	 */
	alike: (isStill: boolean, groups: number, isOff: boolean): string =>
		isStill
			? `. With ${groups} groups compared, group changes of this size could be due to chance`
			: `. None of them stands out for certain: groups can differ this much by chance${isOff ? ', although the overall number is unusual' : ''}`,
	/** @param parts the largest effects, and the largest own changes */
	both: (parts: readonly string[]) => parts.join('. '),
	otherWay: (isUp: boolean, text: string, isOfEffect: boolean) =>
		`largest ${isOfEffect ? `${isUp ? 'positive' : 'negative'} effect` : isUp ? 'rise' : 'fall'}: ${text}`,
	opposite: (value: string, now: string, other: string, otherNow: string) =>
		`Two values moved in opposite directions: ${value}: ${now}; ${other}: ${otherNow}`,
	unknown: (dimensions: readonly string[]) =>
		`It is unknown where the change lies: Sensors Analytics returned only some of the values of ${commaList(dimensions)}`,
	cut: (dimensions: readonly string[]) =>
		`Not checked: ${commaList(dimensions)} (Sensors Analytics returned only some of the values)`,
	each: (dimension: string, groups: number, change: string) =>
		`${groups} groups by ${dimension} ${change} each`,
	nothing: 'There is no change to explain.',
	/** @param now number of a value that stands out; without it, the value has the largest change */
	inside: (value: string, largest: string, now?: string, isOfEffect?: boolean) =>
		now
			? `Inside ${value}, ${largest} stands out: ${now}`
			: `Inside ${value}, ${largest ? `the largest ${isOfEffect ? 'effect is that of' : 'change is'} ${largest}` : 'no value stands out'}`,
	also: (value: string, now: string) => `${value} also stands out: ${now}; the two can overlap`,
	byChance: ', within normal variation',
	searched: (dimensions: readonly string[]) => `Dimensions checked: ${commaList(dimensions)}`,
	/** @param isSplit whether the values of each dimension add up to the total */
	across: (isSplit: boolean): string =>
		isSplit
			? "Each dimension splits the same total, so don't add up rows from different dimensions"
			: "Don't add up rows from different dimensions",
	/** Of a list property, for example. */
	apart: (dimensions: readonly string[]) =>
		`The values of ${commaList(dimensions)} don't add up to the total`,
	changeOf: (what: string) => `Change in ${what}`,
	group: 'Group',
	change: 'Change',
	/** Says how many values of each dimension the table leaves out, or that it has none. */
	left: (dimensions: ReadonlyArray<{ name: string; count: number; isAll: boolean }>) =>
		`Not shown: ${commaList(dimensions.map(({ name, count, isAll }) => `${isAll ? `the ${count}` : `${count} more`} ${name} value${count > 1 ? 's' : ''}`))}`,
};

type WhereWords = typeof english;

const chineseList = (words: readonly string[]) => words.join('、');

const inText = (text: string) => spaced('在', beforeHan(text));
const likeRestZh = (value: string, rest?: RestInWords) =>
	rest
		? `${rest.moved && `；其余合计 ${rest.moved}`}。若${beforeHan(spaced('若', value))}的变化幅度与其余部分相同${rest.percent && `（${rest.percent}）`}，本期应为 ${rest.expected}`
		: '';

export const chinese: WhereWords = {
	// Two consecutive Chinese names would read as one.
	value: (dimension, value) =>
		/\p{Script=Han}$/u.test(dimension) && /^[（\p{Script=Han}]/u.test(value)
			? `${dimension}“${value}”`
			: `${dimension} ${value}`,
	mainly: (value, now, rest) =>
		`变化主要集中在${spaced('在', value)}：${now}${likeRestZh(value, rest)}`,
	together: (dimension, values, change) =>
		`变化主要集中在以下${spaced('下', dimension)}：${chineseList(values)}${change && `，合计 ${change}`}`,
	base: (base, event, property) =>
		base
			? `“${event}”${property && `（“${property}”有值）`}${base.aggregator === 'unique' ? '用户数' : '次数'}`
			: '分母',
	mix: (dimension, { value, before, now, of }) =>
		`变化主要集中在${inText(dimension)}的构成：${beforeHan(value)}的${of}占比 ${before}→${now}`,
	simpson: (dimension, isUp, { value, before, now, of }) =>
		`${beforeHan(dimension)}的各取值均未${isUp ? '上升' : '下降'}，整体变化来自构成变化：${beforeHan(value)}的${of}占比 ${before}→${now}`,
	allUnlike: (dimension, values) =>
		`以下${beforeHan(spaced('下', dimension))}与其余部分的变化不同：${chineseList(values)}`,
	unlike: (value, now, rest) =>
		`${beforeHan(value)}与其余部分的变化不同：${now}${likeRestZh(value, rest)}`,
	spread(largest, areEffects, way, _isOne, apart) {
		const change = way > 0 ? '增加较多' : way < 0 ? '减少较多' : '变化较大';
		const own = apart.length > 0 ? `按${inText(chineseList(apart))}拆分，自身变化较大` : change;
		return `${areEffects ? '对整体影响较大' : own}的分组：${largest.join('；')}`;
	},
	alike: (isStill, groups, isOff) =>
		isStill
			? `；共对比 ${groups} 组，个别分组出现这样的变化可能只是偶然`
			: `；各组差异可能只是偶然，尚不能确定变化集中在哪一组${isOff ? '，但整体数值确已偏离平时水平' : ''}`,
	both: (parts) => parts.join('。'),
	otherWay: (isUp, text, isOfEffect) =>
		`${isOfEffect ? `${isUp ? '正' : '负'}向影响最大` : `${isUp ? '增加' : '减少'}最多`}的分组：${text}`,
	opposite: (value, now, other, otherNow) =>
		`${beforeHan(value)}与${spaced('与', beforeHan(other))}一升一降：前者 ${now}；后者 ${otherNow}`,
	unknown: (dimensions) =>
		`无法判断变化集中在哪里：按${inText(chineseList(dimensions))}拆分的结果已截断`,
	cut: (dimensions) => `按${inText(chineseList(dimensions))}拆分的结果已截断，未参与判断`,
	each: (dimension, groups, change) =>
		`${dimension}${spaced(dimension, `${groups} 组`)}各 ${change}`,
	nothing: '数值没有变化，无需定位',
	inside: (value, largest, now, isOfEffect) =>
		`${beforeHan(value)}内部${
			largest
				? `${now ? '变化突出' : isOfEffect ? '影响最大' : '变化最大'}的是${spaced('是', largest)}${now ? `：${now}` : ''}`
				: '无特别突出的变化'
		}`,
	also: (value, now) => `${beforeHan(value)}的变化同样突出：${now}（两者可能重叠）`,
	byChance: '，属正常波动',
	searched: (dimensions) => `已对比维度：${chineseList(dimensions)}`,
	across: (isSplit) => `${isSplit ? '各维度是对同一总数的不同拆分，' : ''}不可跨维度相加`,
	apart: (dimensions) => `${beforeHan(chineseList(dimensions))}各组之和不等于总数`,
	changeOf: (what) => `${beforeHan(what)}的变化`,
	group: '分组',
	change: '变化',
	left: (dimensions) =>
		`另有未列出的分组：${dimensions.map(({ name, count }) => `${name} ${count} 组`).join('、')}`,
};

/** Returns the sentences: what changed, and where. */
export function explainLines(
	explanation: ChangeExplanation,
	options: Pick<MessageOptions, 'numbers'>,
	context: ExplainContext,
): string[] {
	return sentencesOf(explanation, toolsOf(explanation, options.numbers, context), context).lines;
}

/** Returns the explanation as a message. */
export function explainDigest(
	explanation: ChangeExplanation,
	options: MessageOptions,
	context: ExplainContext,
): Digest {
	const tools = toolsOf(explanation, options.numbers, context);
	const { said, words, where, judged, namesOf, until } = tools;
	const { lines, bare, verdict, filters, special, calendar, isUnjudged, lacksDays } = sentencesOf(
		explanation,
		tools,
		context,
	);
	const { range, comparison, overall, leftOut, lateBefore } = explanation;
	const [measure] = context.query.measures;
	const overlapping = explanation.dimensions.filter(({ noParts }) => noParts === 'overlap');
	const areOfRatio = explanation.kind === 'ratio';
	const areOfUsers = explanation.kind === 'own';
	const unjudged = explanation.dimensions.filter((one) => !judged.includes(one));
	const named = (name: string) => cut(clean(context.names?.(name) ?? name), MAX_NAME);
	const counted = countedOf({ query: context.query }, [tools.what], named, said);
	const needed = [
		...(explanation.isSampled ? [said.sample(undefined)] : []),
		...filters,
		...counted,
		...(until ? [said.dataUntil(tools.dates.moment(until)), said.noChange.late] : []),
		...(lateBefore
			? [said.dataBeforeUntil(tools.dates.moment(lateBefore)), said.noChange.missing]
			: []),
		...(daysIn(range) === daysIn(comparison)
			? []
			: [said.lengths(daysIn(range), daysIn(comparison))]),
		...(areOtherWeekdays(range, comparison) ? [said.otherWeekdays] : []),
		...special.filter((limit) => limit !== calendar),
		...(isUnjudged ? [said.unjudged(tools.what, lacksDays)] : []),
	];
	// A long scope is cut: which numbers are shown is more important than special days.
	const last = calendar === undefined ? [] : [calendar];
	const unchecked =
		unjudged.length > 0 && (judged.length > 0 || !options.hasHighlights)
			? [where.cut(namesOf(unjudged))]
			: [];
	const scope = [
		...unchecked,
		...needed,
		...(judged.length > 0 ? [where.searched(namesOf(judged))] : []),
		...(leftOut
			? [
					said.notCounted(
						tools.dates.range(leftOut.dates),
						'day',
						tools.dates.range(leftOut.partners),
					),
				]
			: []),
		...(areOfUsers ? [said.inSeveral[(measure && countedBy(measure)) ?? 'users']] : []),
		...(overlapping.length > 0 && !areOfUsers && !areOfRatio
			? [where.apart(namesOf(overlapping))]
			: []),
		...(overlapping.length > 0 && areOfRatio && measure
			? [said.notMean(tools.what, said.groupUnit, isPerUsers(measure))]
			: []),
		...last,
	];
	const zone = said.zone(context.timeZone);
	const ownScope = cutBetween(joinLimits(scope), MAX_SCOPE);
	const title =
		options.title || words.title(where.changeOf(tools.what), '', tools.dates.range(range));
	const sentence = options.hasHighlights ? lines : lines.slice(0, 1);
	const { label, places, rows, paints } = tableOf(explanation, tools, options);
	return {
		title: cut(clean(title), MAX_NAME * 3),
		part: {
			name: options.title || tools.what,
			headline: options.title ? (lines[0] ?? '') : bare + verdict,
			measure: tools.what,
			number: bare,
			detail: lines[1],
			dates: tools.dates.range(range),
			scope: cutBetween(joinLimits([...needed, ...unchecked, ...last]), MAX_SCOPE),
			...(calendar === undefined ? {} : { calendar: clean(calendar) }),
		},
		subtitle: '',
		lines: sentence,
		brief: lines,
		scope: [ownScope, zone].filter(Boolean).join(' · '),
		zone,
		hasSentences: true,
		columns: [label, tools.dates.range(range), tools.dates.range(comparison), where.change].map(
			(heading, index) => ({ label: heading, isNumber: index > 0 }),
		),
		rows,
		paints,
		notes: (hidden) =>
			hidden === undefined
				? []
				: [
						...(new Set(places).size > 1
							? [where.across(!areOfUsers && overlapping.length === 0)]
							: []),
						...leftOfDimensions(hidden),
					],
		summary: cutBetween([...lines, ownScope].filter(Boolean).join(' · '), MAX_TEXT),
		news: {
			rows: rows.length,
			isUnusual: explanation.usual?.numbers.some(isUnusual),
			percent: until || lateBefore ? null : (overall.changePercent ?? fromZero(overall)),
		},
		words,
	};

	/** Says how many values of which dimension the rows leave out. */
	function leftOfDimensions(hidden: number): string[] {
		const shown = places.slice(0, places.length - hidden);
		const left = explanation.dimensions.flatMap((dimension) => {
			const all = dimension.values.length;
			const count = all - shown.filter((one) => one === dimension).length;
			const name = namesOf([dimension])[0] ?? '';
			return count > 0 ? [{ name, count, isAll: count === all }] : [];
		});
		return left.length > 0 ? [where.left(left)] : [];
	}
}

type Tools = ReturnType<typeof toolsOf>;

/** A number in both periods; an effect is exact, because nobody reads its two numbers. */
type BothAmounts = BothPeriods & Pick<ComparedInWords, 'exact'>;

/** Returns the words, names and numbers of an explanation. */
function toolsOf(explanation: ChangeExplanation, style: NumberStyle, context: ExplainContext) {
	const words = wordsOf(style.locale);
	const isChinese = words.language === 'zh';
	const where = isChinese ? chinese : english;
	const said = isChinese ? sentences.chinese : sentences.english;
	const { overall, range, isCount } = explanation;
	const [measure] = context.query.measures;
	const mayBeRate = style.style === 'auto' && explanation.isRate;
	const isRate =
		style.style === 'percent' ||
		percentDecimals(measure) !== undefined ||
		(mayBeRate && isSmall(overall.now) && isSmall(overall.before));
	const numbers = writersOf(style, isRate, explanation, context);
	const nature = { isCount, isRate };
	const dates = dateWords(words.language, context.requestedAt.slice(0, 4));
	const what = cut(clean(context.names?.('') ?? explanation.name), MAX_NAME);
	const nameOf = (name: string) => {
		const own = propertyName(fromExpression(name));
		return cut(clean(context.names?.(own) ?? own), MAX_NAME);
	};
	/** Several dimensions may have one display name. */
	const dimensionOf = (name: string) => {
		const shown = nameOf(name);
		const all = [...explanation.dimensions, ...explanation.skipped];
		if (!all.some((one) => one.name !== name && nameOf(one.name) === shown)) return shown;
		const { of } = fromExpression(name);
		return of === 'other' ? words.aside(shown, cut(clean(name), MAX_NAME)) : said.owned(shown, of);
	};
	const until = lateUntil(range, {
		...context,
		query: undefined,
		dataUntil: dataEndOf(explanation),
	});
	// Part of a period isn't compared with a whole one.
	const isLate = (until ?? explanation.lateBefore) !== undefined;
	/** No value and an empty text have one name, unless a dimension has both. */
	const hasBoth = ({ values }: ExplainedDimension) =>
		[null, ''].every((none) => values.some(({ value }) => value === none));
	const shorten = shortener(MAX_NAME);
	const isNone = (value: Cell) => value === null || value === '';
	const describedValue = (name: string, value: Cell, isEmpty = false) =>
		isNone(value)
			? said.noValue(dimensionOf(name), isEmpty)
			: shorten(clean(valueInWords(value, words)));
	const valueOf = (value: Cell, dimension: ExplainedDimension) =>
		describedValue(dimension.name, value, value === '' && hasBoth(dimension));
	/** Names the dimension, too; the name of no value has it. */
	const inDimension = (name: string, value: Cell, text = describedValue(name, value)) =>
		isNone(value) ? text : where.value(dimensionOf(name), text);
	const written = (amount: Amount | null) => (amount === null ? '–' : numbers.write(amount));
	const share = (part: number | null) => (part === null ? '–' : numbers.share(part));

	/**
	 * Returns a change without a judgment about chance, which is only made for the overall number.
	 */
	const changeOf = ({ now, before, exact }: BothAmounts): ChangeInWords | undefined => {
		const sentence =
			isLate || now === null || before === null
				? undefined
				: numbers.change({ now, before, exact }, nature);
		return sentence?.kind === 'about' ? { ...sentence, kind: 'amount' } : sentence;
	};
	/** Writes `−128`, without the parentheses that follow a number. */
	const cell = (both: BothAmounts): string => {
		const change = changeOf(both);
		if (!change) return '–';
		const kind = change.kind === 'same' ? 'same' : isRate ? 'points' : 'amount';
		return said.size({ ...change, kind });
	};
	/** Writes `−128 (−20.0%)`. */
	const sized = (both: BothPeriods): string => {
		const change = changeOf(both);
		if (change?.kind === 'times') return said.size(change);
		return change?.kind === 'percent' ? words.aside(cell(both), change.percent) : cell(both);
	};
	/** Writes a number and its change: `512, down 128 (−20.0%)`. */
	const moved = (both: BothPeriods): string => {
		const change = changeOf(both);
		return written(both.now) + (change ? said.short(change) : '');
	};
	const placed = (dimension: ExplainedDimension, { value }: ValueChange) =>
		inDimension(dimension.name, value, valueOf(value, dimension));

	const namesOf = (some: readonly ExplainedDimension[]) =>
		some.map(({ name }) => dimensionOf(name));

	return {
		words,
		where,
		said,
		what,
		dates,
		until,
		isLate,
		judged: judgedOf(explanation),
		dimensionOf,
		nameOf,
		namesOf,
		valueOf,
		written,
		share,
		changeOf,
		cell,
		sized,
		moved,
		inDimension,
		placed,
	};
}

/** Returns the sentences, and what they say. */
function sentencesOf(explanation: ChangeExplanation, tools: Tools, context: ExplainContext) {
	const { said, where, what, dates, until, written } = tools;
	const { overall, range, comparison, usual, isAboutSame } = explanation;
	const filters = filtersOf({ query: context.query }, [what], tools.nameOf, said);
	const [latest] = usual?.numbers ?? [];
	const usualText =
		usual && latest && !until ? usualWords(said, usual.unit, latest, dates.day, written, what) : '';
	const change = tools.changeOf(overall);
	const whyNone = latest && noUsualWords(said, latest, dates);
	const special = specialDays(range, comparison, context.marks, tools);
	const limitsOfDays = specialIn(special, whyNone, latest?.why);
	const isOff = latest !== undefined && (isUnusual(latest) || latest.level !== undefined);
	const isMoved = change !== undefined && change.kind !== 'same';
	const isNormal = !isOff && (usualText !== '' || isAboutSame === true);
	const { headline: number, others } = inHeadline(headline(what), filters, said);
	const bare = inHeadline(headline(''), filters, said).headline;
	// The usual range compares with more than the other period.
	const verdict = usualText || (isMoved && isAboutSame ? where.byChance : '');
	return {
		special: limitsOfDays,
		calendar: calendarIn(limitsOfDays, special),
		/** Whether nothing says if the change is normal; counts have a verdict. */
		isUnjudged: isMoved && change.kind !== 'fromZero' && isAboutSame !== true && usualText === '',
		/** Whether a report by day has the numbers that show it. */
		lacksDays:
			explanation.kind === 'sum' &&
			daysIn(range) >= MIN_DATES &&
			!areUnlikeRanges(range, comparison),
		/** Filters that the headline doesn't have. */
		filters: others,
		/** The headline without its verdict and the name of the measure. */
		bare: oneLine(bare, MAX_TEXT),
		verdict,
		lines: [
			number + verdict,
			...(tools.isLate ? [] : placesOf(explanation, tools, { isOff, isNormal })),
		]
			.filter(Boolean)
			.map((line) => oneLine(line, MAX_TEXT)),
	};

	/**
	 * Writes the headline like that of an event report; a number that isn't usual isn't called
	 * chance.
	 */
	function headline(name: string): string {
		const isOther = areOtherWeekdays(range, comparison);
		const [span = '', then = ''] = [range, comparison].map((some) =>
			isOther ? dates.withWeekdays(some) : dates.range(some),
		);
		const number = written(overall.now) + (name ? '' : said.counter(what));
		return [
			said.of(name, until ? said.arrived(span, dates.moment(until)) : span, number),
			change ? said.change(change, then, what) : '',
		].join('');
	}
}

/** Returns the sentences about where the change is; each can be empty. */
function placesOf(
	explanation: ChangeExplanation,
	tools: Tools,
	{ isOff, isNormal }: { isOff: boolean; isNormal: boolean },
): string[] {
	const { said, where, words, judged } = tools;
	const { dimensionOf, namesOf, valueOf, written, share, cell, changeOf } = tools;
	const { moved, inDimension, placed } = tools;
	const { overall, inside, isCount } = explanation;
	return [location(), restLine(), alsoLine(), insideLine()];

	function location(): string {
		const [first] = explanation.dimensions;
		const isStill = explanation.dimensions.every(({ standsOut, values }) =>
			standsOut ? false : values.every(({ change }) => Number(change ?? 0) === 0),
		);
		// An unusual number can be the same as on an equally unusual day.
		if (Number(overall.change ?? 0) === 0 && isStill) return isOff ? '' : where.nothing;
		if (!first) return '';
		if (first.isSimpson) {
			const share = shareOf(mostShifted(first.values) as ValueChange, first);
			return where.simpson(dimensionOf(first.name), Number(overall.change) > 0, share);
		}
		if (judged.length === 0) return where.unknown(namesOf(explanation.dimensions));
		if (isSpread(explanation)) return spread();
		const found = first.values.filter(({ standsOut }) => standsOut);
		const [one] = found as [ValueChange, ...ValueChange[]];
		const rest = restOf(one);
		if (first.by === 'mix') return where.mix(dimensionOf(first.name), shareOf(one, first));
		const against = oppositeOf(first, found);
		if (against) {
			const other = valueOf(against.value, first);
			return where.opposite(placed(first, one), moved(one), other, moved(against));
		}
		const changes = found.map((value) => words.aside(valueOf(value.value, first), cell(value)));
		if (!first.isConcentrated) {
			return changes.length > 1
				? where.allUnlike(dimensionOf(first.name), changes)
				: where.unlike(placed(first, one), moved(one), rest);
		}
		if (first.by === 'own') return where.unlike(placed(first, one), moved(one));
		if (first.by === 'rate') return where.mainly(placed(first, one), moved(one));
		if (found.length > 1) {
			const sum = (side: 'now' | 'before') =>
				found.reduce((all, value) => all + Number(value[side] ?? 0), 0);
			const isOneWay = new Set(found.map(({ change }) => Math.sign(Number(change)))).size === 1;
			return where.together(
				dimensionOf(first.name),
				changes,
				isOneWay ? cell({ now: sum('now'), before: sum('before') }) : '',
			);
		}
		return where.mainly(placed(first, one), moved(one), rest);
	}

	/**
	 * Returns another one of two values, or of two that stand out from the others, if it moved about as much in the
	 * other direction.
	 */
	function oppositeOf(
		{ values, noParts, isConcentrated }: ExplainedDimension,
		[one, second, ...more]: readonly ValueChange[],
	) {
		const others = values.filter((value) => value !== one);
		const [other] = bySize(others, (value) => value);
		const isAlone = others.length > 1 && (isConcentrated || more.length > 0);
		const against = second ?? other;
		if (!one || !against || isAlone || noParts === 'cut') return undefined;
		const isOpposite = Number(one.change ?? 0) * Number(against.change ?? 0) < 0;
		const [less = 0, larger = 0] = [against, one].map(sizeOfChange).sort((a, b) => a - b);
		return isOpposite && less >= larger / 2 ? against : undefined;
	}

	function shareOf({ value, partBefore, partNow }: ValueChange, of: ExplainedDimension) {
		const { base } = explanation;
		const event = base ? dimensionOf(base.event) : '';
		const property = base?.property ? dimensionOf(propertyName(base.property)) : '';
		return {
			value: valueOf(value, of),
			before: share(partBefore),
			now: share(partNow),
			of: where.base(base, event, property),
		};
	}

	/** Returns what a value would be if it had changed like the others, if that is known. */
	function restOf({ expected, now, before }: ValueChange) {
		if (expected === null) return undefined;
		const isSum = explanation.kind === 'sum';
		const [own, then] = [now, before].map((amount, index) => {
			const all = index === 0 ? overall.now : overall.before;
			return isSum && all !== null ? subtract(all, amount ?? 0) : null;
		}) as [Amount | null, Amount | null];
		const isKnown = own !== null && then !== null && Number(own) !== Number(then);
		const change = isKnown ? changeOf({ now: own, before: then }) : undefined;
		return {
			expected: written(roundedLike(expected)),
			moved: isKnown ? cell({ now: own, before: then }) : '',
			percent: change && change.kind !== 'times' && Number(then) > 0 ? change.percent : '',
		};
	}

	/** Rounds expected numbers of events to integers. */
	function roundedLike(amount: Amount): Amount {
		return isCount ? Math.round(Number(amount)) : amount;
	}

	function spread(): string {
		return (
			largestOf(judged) +
			(isUneven(judged) === false ? where.alike(isNormal, entriesOf(judged).length, isOff) : '')
		);
	}

	/** Writes the largest effects and the largest changes of these dimensions, if there are any. */
	function largestOf(dimensions: readonly ExplainedDimension[]): string {
		return where.both(kindsOf(dimensions).map(largestIn).filter(Boolean));
	}

	/** Writes the largest ones, the largest first. */
	function largestIn(sorted: readonly ValueEntry[]): string {
		const [first] = sorted;
		if (!first || sizeOfChange(first.value) <= 0) return '';
		const isLarge = (value: ValueChange) => isLargeBy(value, first.value);
		const isOther = (value: ValueChange) => isOtherWay(value, first.value);
		const shown: Array<ValueEntry & { alike: ValueChange[] }> = [];
		const named = new Set<ValueChange>();
		// Texts take long, so they are written only for dimensions with a change that is shown.
		for (const { dimension, value } of sorted) {
			const isFull = shown.length >= MOST_NAMED;
			if (!isLarge(value) || (isFull && shown.some((one) => isOther(one.value)))) break;
			if (named.has(value) || (isFull && !isOther(value))) continue;
			const text = sizeIn(value);
			const alike = dimension.values.filter((one) => isLarge(one) && sizeIn(one) === text);
			alike.forEach((one) => named.add(one));
			shown.push({ dimension, value, alike });
		}
		// Of changes in both directions, both are named.
		const isOutOfOrder = shown.length > MOST_NAMED;
		if (isOutOfOrder) shown.splice(MOST_NAMED - 1, 1);
		const inOrder = isOutOfOrder ? shown.slice(0, -1) : shown;
		const isOneWay = !inOrder.some(({ value }) => isOther(value));
		const texts = shown.map(({ dimension, value, alike }, at) => {
			const text =
				alike.length > MOST_NAMED
					? where.each(dimensionOf(dimension.name), alike.length, sizeIn(value))
					: said.list(alike.map((one) => ({ name: placed(dimension, one), number: sizeIn(one) })));
			return isOutOfOrder && at === shown.length - 1
				? where.otherWay(wayOf(value) > 0, text, isEffect(value))
				: text;
		});
		const areEffects = isEffect(first.value);
		// A group with an effect may have an own change that is larger.
		const areApart = !areEffects && judged.some(({ values }) => values.some(isEffect));
		return where.spread(
			texts,
			areEffects,
			isOneWay ? wayOf(first.value) : 0,
			inOrder.flatMap(({ alike }) => alike).length === 1,
			areApart ? namesOf([...new Set(shown.map(({ dimension }) => dimension))]) : [],
		);
	}

	/** Writes the largest changes, if the values that stand out changed little or not at all. */
	function restLine(): string {
		const [first] = explanation.dimensions;
		if (!first?.standsOut || first.isSimpson || first.isConcentrated) return '';
		return mainValueOf(first)?.standsOut === false ? largestOf([first]) : '';
	}

	/** Whether the groups of any dimension differ by more than chance; undefined if it is unknown. */
	function isUneven(dimensions: readonly ExplainedDimension[]): boolean | undefined {
		const least = dimensions.reduce((so, { logChance }) => Math.min(so, logChance), 0);
		// Of several dimensions, one differs more by chance.
		return least < 0 ? least + Math.log(dimensions.length) <= ALIKE : undefined;
	}

	/** Writes the change of a value, or its effect on the overall ratio, by which values are sorted. */
	function sizeIn(value: ValueChange): string {
		if (!isEffect(value)) return cell(value);
		const before = Number(overall.before ?? 0);
		const difference = changeOrEffect(value);
		const now = before + difference;
		return cell({ now, before, exact: { difference, times: now / before } });
	}

	function insideLine(): string {
		const [first] = inside?.dimensions ?? [];
		const [top] = first?.values ?? [];
		if (!inside || !first || !top || top.change === null || first.noParts === 'cut') return '';
		const value = inDimension(inside.dimension, inside.value);
		if (top.standsOut) return where.inside(value, placed(first, top), moved(top));
		const isFound = first.standsOut || first.isSimpson || isUneven(inside.dimensions);
		const largest = isFound ? said.of(placed(first, top), '', sizeIn(top)) : '';
		return where.inside(value, largest, undefined, isEffect(top));
	}

	/** Writes another dimension, unless the second level says the same. */
	function alsoLine(): string {
		const [first, ...others] = explanation.dimensions;
		const next = others.find((one) => one.isConcentrated && one.by !== 'mix');
		const value = next?.values.find(({ standsOut }) => standsOut);
		if (!first?.standsOut || !next || !value || value.change === null) return '';
		const [inner] = inside?.dimensions ?? [];
		if (inner?.name === next.name && inner.values[0]?.standsOut) return '';
		return where.also(placed(next, value), moved(value));
	}
}

/** Returns the rows, with the dimension of each. */
function tableOf(
	explanation: ChangeExplanation,
	{ where, judged, namesOf, valueOf, written, sized, placed }: Tools,
	{ goodWay, limits }: MessageOptions,
) {
	const { dimensions } = explanation;
	const isOne = dimensions.length === 1;
	// If no value stands out, these are the largest changes of all dimensions, effects first.
	const kinds = kindsOf(dimensions);
	const sorted = isSpread(explanation) ? kinds.flat() : entriesOf(dimensions.slice(0, MOST_NAMED));
	// Values that the sentences name have a row, also the largest change in the other direction.
	const named = isSpread(explanation)
		? kinds.flatMap((kind) => {
				const [first, ...others] = kind.filter(({ dimension }) => judged.includes(dimension));
				if (!first) return [];
				const opposite = others.find(({ value }) => isOtherWay(value, first.value));
				const most = others.slice(0, MOST_NAMED - 1);
				return [first, ...(opposite ? [opposite] : []), ...most];
			})
		: sorted.filter(({ value }) => value.standsOut);
	const kept = new Set([...new Set([...named, ...sorted])].slice(0, MOST_ROWS));
	const shown = groupedBy(
		sorted.filter((one) => kept.has(one)),
		({ dimension }) => dimension,
	);
	const lines = [...shown.values()].flat().map(({ dimension, value }) => ({
		dimension,
		texts: [
			// Dimensions divide the same number, so rows of two dimensions must not be added.
			isOne ? valueOf(value.value, dimension) : placed(dimension, value),
			...[written(value.now), written(value.before), sized(value)],
		],
		paints: [{}, {}, {}, paintOf(value)],
	}));
	return {
		label: isOne ? (namesOf(dimensions)[0] ?? '') : where.group,
		places: lines.map(({ dimension }) => dimension),
		rows: lines.map(({ texts, paints }) =>
			texts.map((text, index) => signed(text, paints[index] ?? {})),
		),
		paints: lines.map(({ paints }): Paint[] => paints),
	};

	function paintOf({ change, changePercent, now }: ValueChange): Paint {
		return limits
			? paintByLimits(limits, now, changePercent)
			: paintByWay(goodWay, Math.sign(Number(change ?? 0)));
	}
}

/** Whether any amount has decimals: all then have two. */
function hasCents({ kind, isCount, overall, dimensions }: ChangeExplanation): boolean {
	const isPart = (amount: Amount | null) => Number(amount ?? 0) % 1 !== 0;
	const all = [overall, ...dimensions.flatMap(({ values }) => values)];
	return kind === 'sum' && !isCount && all.some(({ now, before }) => [now, before].some(isPart));
}

/** Returns functions that write rates or numbers, and their changes. */
function writersOf(
	input: NumberStyle,
	asRate: boolean,
	explanation: ChangeExplanation,
	context: ExplainContext,
): NumbersInWords {
	const { kind, overall } = explanation;
	const [measure] = context.query.measures;
	const property = measuredProperty(measure);
	const unit = property && context.unitOf?.(propertyName(property));
	const currency = currencyOf(unit ?? '');
	const own: NumberStyle =
		input.style !== 'auto'
			? input
			: asRate
				? { ...input, style: 'percent', decimals: percentDecimals(measure) ?? 1 }
				: currency !== undefined
					? { ...input, style: 'currency', currency }
					: hasCents(explanation)
						? { ...input, style: 'decimal', decimals: 2 }
						: kind === 'ratio' && [overall.now, overall.before].every(isBelowOne)
							? { ...input, style: 'decimal', decimals: 3 }
							: input;
	return numbersOf(own, numberWriter(own));
}

/** Whether a change is large enough to be named with the largest one. */
function isLargeBy(value: ValueChange, largest: ValueChange): boolean {
	return sizeOfChange(value) >= sizeOfChange(largest) * LARGE;
}

function isOtherWay(value: ValueChange, largest: ValueChange): boolean {
	return wayOf(value) === -wayOf(largest) && isLargeBy(value, largest);
}

/** Returns 1 for an increase or a positive effect, and -1 for the opposite. */
function wayOf(value: ValueChange): number {
	return Math.sign(changeOrEffect(value));
}

/** Whether no value stands out in the first dimension. */
function isSpread({ dimensions: [first] }: ChangeExplanation): boolean {
	return first?.standsOut !== true && first?.isSimpson !== true;
}

function isBelowOne(amount: Amount | null): boolean {
	return Math.abs(Number(amount ?? 0)) < 1;
}

function isSmall(amount: Amount | null): boolean {
	return amount !== null && Math.abs(Number(amount)) <= 1;
}

interface ValueEntry {
	dimension: ExplainedDimension;
	value: ValueChange;
}

/** Returns effects on the overall ratio, and then changes; each the largest first. */
function kindsOf(dimensions: readonly ExplainedDimension[]): ValueEntry[][] {
	const sorted = bySize(entriesOf(dimensions), ({ value }) => value);
	return [true, false].map((isOf) => sorted.filter(({ value }) => isEffect(value) === isOf));
}

function entriesOf(dimensions: readonly ExplainedDimension[]): ValueEntry[] {
	return dimensions.flatMap((dimension) => dimension.values.map((value) => ({ dimension, value })));
}
