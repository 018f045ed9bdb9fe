import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { withoutHidden } from '../../../credentials/http/redact';
import { formatMoment, type Weekday } from '../dates/calendar';
import { runsOf } from '../dates/range';
import type { MarkedDays, UsualNumber } from '../insight/usual';
import { nameTaker, OWN_KEYS } from '../query/columns';
import { ANY_EVENT, type DateRange } from '../query/query';
import type { Cell } from '../table/decimal';
import { type Column, lastUpdateOf, lazyRows, type Note, type Table } from '../table/table';
import { arrivalOf } from './message/periods';
import type { Scoped } from './message/scope';
import { capital, plural } from './message/text';
import type { Subject } from './message/views';

const MOST_NAMES = 6;

type NoUsual = Extract<Note, { kind: 'noUsual' }>;
type LateNoChange = Extract<Note, { kind: 'lateNoChange' }>;
type NoSuchValue = Extract<Note, { kind: 'noSuchValue' }>;

export const UNDER_WAY =
	'The last period of some start dates is incomplete. Its numbers cannot be compared with those of complete periods';
/** The same for a message, which covers complete periods only. */
export const LEFT_OUT =
	'The last period of some start dates is incomplete. The message leaves it out for these start dates';

/** Whether a value looks like several values in one text. */
function isList(missing: readonly string[]): boolean {
	return missing.some((value) => value.includes(','));
}

/** Only for rows: messages and answers for agents name the first groups themselves. */
function leftByTop(left: number): string {
	return `'Top Groups' leaves out ${plural(left, 'group')}, so the rows don't add up to the number of all groups`;
}

/** Returns only the name for a property of any event. */
const nameIn = (property: string) => property.replace(`event.${ANY_EVENT}.`, '');

/** Never in a message: whoever reads it can't correct the query. */
function missingValue(note: NoSuchValue, isForModel: boolean): string {
	const { property, missing, moreMissing, known, more, range } = note;
	const values = `${missing.map((value) => `'${value}'`).join(' or ')}${moreMissing ? ` (and ${moreMissing} more)` : ''}`;
	const found = `${values} isn't a value of ${nameIn(property)}${range ? ` from ${range.from} to ${range.to}` : ''}. Existing values: ${known.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
	if (isForModel) return `${found}. Use one of these`;
	return `${found}${more > 0 ? '. For all values, use Property → Get Values' : ''}${isList(missing) ? '. Text with commas counts as one value. For several values, return a list from an expression, for example {{ ["Beijing", "Shanghai"] }}' : ''}`;
}

const english = {
	to: (first: string, last: string) => `${first} to ${last}`,
	more: (count: number) => `${count} more`,
	between: ', ',
	partial: (periods: string) =>
		`Incomplete periods (not finished, or only partly in the date range): ${periods}`,
	noPartner: (periods: string) =>
		`Dates without a counterpart in the comparison period: ${periods}`,
	notShown: (periods: string) => `Dates of the comparison period without a counterpart: ${periods}`,
	noChange: (periods: string) =>
		`No change, because only one of the two periods is complete or they cover different days: ${periods}`,
	totalNotAlike: "Totals have no change, because the two periods don't match or are incomplete",
	daysDiffer: (days: number, before: number) =>
		`Totals compare ${days} ${days === 1 ? 'day' : 'days'} with ${before} ${before === 1 ? 'day' : 'days'}`,
	late: (until: string) =>
		`Sensors Analytics has data only until ${until}: later data is missing, not 0`,
	lateBefore: (until: string) =>
		`The comparison period has data only until ${until}: later data is missing, not 0`,
	lateNoChange: (of: LateNoChange['of']) =>
		`${capital(of.join(' and '))} with missing data have no change`,
	noTotals: 'No totals over all dates: Sensors Analytics returned none',
	noOverall: 'Sensors Analytics returned no number for all groups together',
	unknown: 'Some numbers are unknown (null), because Sensors Analytics truncated the response',
	leftOut: "Rows that aren't complete are left out, so rows may not cover all dates and periods",
	noCompletePeriod: (unit: string) => `The date range contains no complete ${unit}`,
	hoursNotTotalled:
		"Totals of measures that can't be added up are unknown (null), because they would include the incomplete hour",
	noUsual: (why: string, key: string | undefined, periods: string) =>
		`No usual range${key === undefined ? '' : ` of ${key}`}: ${why}${periods && ` (${periods})`}`,
	whyNoUsual: {
		marked:
			"a holiday, a sale, a working weekend, or a special day, as set in 'Usual Range' and 'Special Days'",
		history: 'too few comparable numbers before',
		markedBefore:
			"too many of the comparable dates before are holidays, sale days, or special days. To include them, choose All Days in 'Usual Range'",
		small: 'the number is usually below 20',
		varies: 'the number varies too much',
		partial: 'the numbers before are sampled or truncated',
		incomplete: 'not over yet, only partly in the date range, or with data that are still missing',
		weeks: "the project's weeks start on another day",
		level: 'the level has changed',
		failed: 'the request for the numbers before failed',
		length: 'it needs hours, days, or weeks, or the total of one day or week',
	} as Record<NoUsual['why'], string>,
	numberAt: (key: string, date: string, isWeek: boolean) =>
		`${key} ${isWeek ? 'in the week of' : 'on'} ${date}`,
	usual: (what: string, { value, range, side = 'within', level }: UsualNumber) =>
		level
			? `${what} is ${level.side} its usual level since ${level.since}`
			: `${what}: ${value}, ${side} its usual range (${range?.low}–${range?.high})`,
	moreUnusual: (left: number) =>
		`${left} more ${left === 1 ? 'number is' : 'numbers are'} unusual (not listed)`,
	underWay: UNDER_WAY,
	windowOpen: (from: string, until: string | undefined) =>
		`Users who started on ${from} or later can still convert${until === undefined ? '' : ` until ${until}, where the range ends`}. The later steps of these days can still increase`,
};

type NoteWords = typeof english;

/** Returns why there is no usual range, in English. */
export function whyNoUsual(why: NoUsual['why']): string {
	return english.whyNoUsual[why];
}

const SIDES_ZH = { above: '高于', below: '低于', within: '处于' };
const CHINESE_UNITS = new Map([
	['hour', '一个小时'],
	['day', '一天'],
	['week', '一周'],
	['month', '一个月'],
	['quarter', '一个季度'],
	['year', '一年'],
]);

const chinese: NoteWords = {
	to: (first, last) => `${first} 至 ${last}`,
	more: (count) => `另有 ${count} 个`,
	between: '、',
	partial: (periods) => `以下周期的数据不完整（尚未结束，或未被日期范围完整覆盖）：${periods}`,
	noPartner: (periods) => `以下日期在对比期中无对应日期：${periods}`,
	notShown: (periods) => `以下对比期日期在本期中无对应日期：${periods}`,
	noChange: (periods) => `以下周期与对比期的完整性或天数不一致，未计算变化：${periods}`,
	totalNotAlike: '合计未计算变化：两期的日期不对应，或尚未结束',
	daysDiffer: (days, before) => `两期天数不同：本期合计 ${days} 天，对比期合计 ${before} 天`,
	late: (until) => `神策分析的数据仅截至 ${until}，之后的数据缺失，并不是 0`,
	lateBefore: (until) => `对比期的数据仅截至 ${until}，之后的数据缺失，并不是 0`,
	lateNoChange: (of) =>
		`数据缺失的${of.map((one) => (one === 'dates' ? '日期' : '合计')).join('与')}未计算变化`,
	noTotals: '未包含整个日期范围的合计：神策分析未返回',
	noOverall: '未包含各组合计：神策分析未返回合计',
	unknown: '部分数值未知（为空）：结果被截断，缺少这些数值',
	leftOut: '日期范围内尚不完整的行未列出',
	noCompletePeriod: (unit) => `该日期范围内尚无已结束的完整${CHINESE_UNITS.get(unit) ?? '周期'}`,
	hoursNotTotalled: '不可相加的指标不给出合计（为空）：神策分析的合计会包含尚未结束的小时',
	noUsual: (why, key, periods) =>
		`${key === undefined ? '' : `${key} `}不作异常判断：${why}${periods && `（${periods}）`}`,
	whyNoUsual: {
		marked: '节假日、调休上班日、大促或自定义的特殊日期',
		history: '可比的历史数值不足',
		markedBefore: '此前可比的日期多为节假日、大促等特殊日期',
		small: '数值通常低于 20',
		varies: '数值波动过大',
		partial: '此前的数值为抽样或截断的结果',
		incomplete: '尚未结束、未被日期范围完整覆盖，或数据尚未到齐',
		weeks: '所选日期并非项目设定的一周',
		level: '整体水平已变化',
		failed: '查询历史数值的请求失败',
		length: '仅支持按小时、天、周，或一天、一周的合计',
	},
	numberAt: (key, date, isWeek) => `${key} ${date}${isWeek ? ' 起的一周' : ''}`,
	usual: (what, { value, range, side = 'within', level }) =>
		level
			? `${what}：自 ${level.since} 起持续${SIDES_ZH[level.side]}平时水平`
			: `${what}：${value}，${SIDES_ZH[side]}常见范围（${range?.low}–${range?.high}）`,
	moreUnusual: (left) => `另有 ${left} 个数值异常，未逐一列出`,
	underWay: '部分起始日期的最后一个周期不完整，其数据不可与完整周期比较',
	windowOpen: (from, until) =>
		`${from} 起进入的用户${until === undefined ? '' : `在 ${until}（日期范围结束）之前`}仍在窗口期内，后续步骤的数据可能继续增加`,
};

/**
 * Writes notes as sentences in English, for a model in English, or in Chinese.
 * @param nameOf name of a measure, by its key
 */
export function writeNotes(
	notes: readonly Note[] = [],
	language = 'en',
	nameOf = (key: string) => key,
): string[] {
	const words = language === 'zh' ? chinese : english;
	return notes.map((note) => {
		switch (note.kind) {
			case 'partial':
				return words.partial(
					note.range ? spanOf(note.range, words) : writePeriods(note.periods, words),
				);
			case 'noPartner':
			case 'notShown':
			case 'noChange':
				return words[note.kind](writePeriods(note.periods, words));
			case 'noSuchValue':
				return missingValue(note, language === 'model');
			case 'late':
			case 'lateBefore':
				return words[note.kind](note.until);
			case 'lateNoChange':
				return words.lateNoChange(note.of);
			case 'topGroups':
				return leftByTop(note.left);
			case 'windowOpen':
				return words.windowOpen(note.from, note.until);
			case 'noCompletePeriod':
				return words.noCompletePeriod(note.unit);
			case 'noUsual': {
				const { key, why, periods } = note;
				const name = key === undefined ? key : nameOf(key);
				return words.noUsual(words.whyNoUsual[why], name, writePeriods(periods, words));
			}
			case 'usual': {
				const { key, date, unit } = note;
				const name = nameOf(key);
				const what = date === undefined ? name : words.numberAt(name, date, unit === 'week');
				return words.usual(what, note);
			}
			case 'moreUnusual':
				return words.moreUnusual(note.left);
			case 'daysDiffer':
				return words.daysDiffer(note.days, note.daysBefore);
			default:
				return words[note.kind];
		}
	});
}

function spanOf({ from, to }: DateRange, words: NoteWords): string {
	return from === to ? from : words.to(from, to);
}

/** Joins consecutive days into ranges, and writes only the first ones. */
function writePeriods(periods: readonly string[], words: NoteWords): string {
	const runs = runsOf(periods);
	const shownRuns = runs.slice(0, MOST_NAMES).map((run) => spanOf(run, words));
	const hidden = runs.length - shownRuns.length;
	return [...shownRuns, ...(hidden > 0 ? [words.more(hidden)] : [])].join(words.between);
}

/** Facts about the query of a report. */
export interface ReportFacts extends Scoped {
	/** undefined for reports without dates. */
	range?: DateRange;
	/** Whether the report has a comparison, which may have no dates. */
	isCompared?: boolean;
	comparison?: DateRange;
	/** Requested dates, if only their complete periods count, for messages. */
	asked?: { range: DateRange; comparison?: DateRange };
	timeZone: string;
	unit?: string;
	/** ISO 8601, UTC. */
	requestedAt: string;
	/** First day of weeks that rows don't name. */
	firstWeekday?: Weekday;
	/** Events and measures of the query, for messages. */
	subject?: Subject;
	/** Whether incomplete periods are left out, for messages. */
	isCompleteOnly?: boolean;
	/** Returns whether a row is incomplete, if rows aren't points in time. */
	isPartial?: (row: readonly Cell[]) => boolean;
	/** Whether the table has only the first groups, for messages. */
	isTopped?: boolean;
	/** Whether an event can be in several groups, for messages. */
	hasOverlap?: boolean | 'maybe';
	/** Days that are special, for messages. */
	marks?: MarkedDays;
	/** Returns the name of a column as shown, and in messages that of an event, too. */
	names?: (key: string) => string | undefined;
	/** Returns the project's unit of a property's numbers. */
	unitOf?: (name: string) => string | undefined;
}

/** Returns the time zone, unless the query names one: it is among the settings. */
export function zoneOf({ timeZone, besides }: ReportFacts): IDataObject {
	return besides?.hasZone ? {} : { time_zone: timeZone };
}

/** Returns when the data last changed, unless the service has none. */
export function updateOf(table: Table, timeZone: string): IDataObject {
	const updated = lastUpdateOf(table);
	return updated === undefined ? {} : { data_updated_at: formatMoment(updated, timeZone) };
}

/** Returns what gives a column its name: in the project, or its key. */
export const namerOf =
	({ names }: Pick<ReportFacts, 'names'>) =>
	(key: string): string =>
		names?.(key) ?? key;

/** Returns the dates of a report, and of its comparison. */
export function datesOf({ range, isCompared, comparison }: ReportFacts): IDataObject {
	return {
		...(range ? { from: range.from, to: range.to } : {}),
		...(isCompared
			? { compare_from: comparison?.from ?? null, compare_to: comparison?.to ?? null }
			: {}),
	};
}

/** Returns facts about a report in addition to its rows. */
export function toMeta(table: Table, facts: ReportFacts): IDataObject {
	const { timeZone, unit, requestedAt } = facts;
	return {
		...datesOf(facts),
		...zoneOf(facts),
		...(unit === undefined ? {} : { unit }),
		rows: table.rows.length,
		...(table.groupCount
			? { groups: table.groupCount.returned, groups_existing: table.groupCount.total }
			: {}),
		...(table.partial ? { partial: [...table.partial] } : {}),
		...(table.notes?.length ? { notes: writeNotes(table.notes, 'en', namerOf(facts)) } : {}),
		truncated: table.isTruncated,
		sampled: table.isSampled,
		...updateOf(table, timeZone),
		requested_at: formatMoment(requestedAt, timeZone),
	};
}

/** Returns keys for every item of an incomplete result, so that nobody mistakes it for complete. */
export function flagsOf({
	isTruncated,
	isSampled,
}: Pick<Table, 'isTruncated' | 'isSampled'>): IDataObject {
	return { ...(isTruncated ? { _truncated: true } : {}), ...(isSampled ? { _sampled: true } : {}) };
}

/**
 * Returns sentences about what the rows don't show.
 * @param isForModel whether to omit what only people can do in n8n
 */
export function factSentences(
	table: Table,
	isForModel = false,
	nameOf?: (key: string) => string,
): string[] {
	const sentences = [
		table.isTruncated &&
			'Sensors Analytics truncated the result. Use fewer groups or a shorter date range.',
		table.isSampled === true &&
			'Sensors Analytics computed this report from a sample. The numbers are estimates.',
		table.rows.length === 0 &&
			!hasNoCompletePeriod(table) &&
			'The report has no rows. No data in the date range matches the measures and filter.',
		...writeNotes(table.notes, isForModel ? 'model' : 'en', nameOf),
	];
	return sentences.filter((sentence) => sentence !== false);
}

/** Returns a note for a model if the service's data end before the dates do. */
export function arrivalNotes(...of: Parameters<typeof arrivalOf>): string[] {
	const until = arrivalOf(...of);
	return until === undefined ? [] : [english.late(until)];
}

/** Whether there are no rows because only complete periods count, and there are none. */
export function hasNoCompletePeriod({ notes = [] }: Table): boolean {
	return notes.some(({ kind }) => kind === 'noCompletePeriod');
}

/** Hints that input items of a run have added already. */
const hintsOf = new WeakMap<IExecuteFunctions, Set<string>>();

const ENDS = /[.?!]"?$/;

/**
 * Adds a hint, if there is one, only once for all input items, with a full stop. n8n displays hints
 * as HTML, and they may contain names from data.
 */
export function addHint(context: IExecuteFunctions, message: string | undefined): void {
	const known = hintsOf.get(context) ?? new Set<string>();
	hintsOf.set(context, known);
	if (!message || known.has(message)) return;
	known.add(message);
	const sentence = ENDS.test(message) ? message : `${message}.`;
	const text = withoutHidden(sentence).replace(/&/g, '&amp;').replace(/</g, '&lt;');
	context.addExecutionHints({ message: text, location: 'outputPane' });
}

/** Returns the display name of a column or an event; undefined if it is unknown. */
export type DisplayNameLookup = (key: string) => string | undefined;

/** The column of a funnel whose cells are names of events. */
export const EVENT_KEY = 'event';

/**
 * Renames the columns of measures and groups to the project's display names, with their comparison
 * (`订单数_previous`), and the events of a funnel's steps. The date and unknown names stay; a
 * duplicate name gets a number.
 * @param own names of columns that count something else than their keys say
 */
export function withDisplayNames(
	table: Table,
	names: DisplayNameLookup,
	own: { [key: string]: string | undefined } = {},
): Table {
	const taken = new Set(OWN_KEYS);
	const take = nameTaker(taken);
	const keys = new Map<string, string>();
	const columns = table.columns.map((column): Column => {
		const { derived } = column;
		const requested = derived
			? (keys.get(derived.of) ?? derived.of) + column.key.slice(derived.of.length)
			: column.role === 'date'
				? column.key
				: (own[column.key] ?? names(column.key) ?? column.key);
		const key = column.role === 'date' ? requested : take(requested);
		taken.add(key);
		keys.set(column.key, key);
		return {
			...column,
			key,
			...(derived ? { derived: { ...derived, of: keys.get(derived.of) ?? derived.of } } : {}),
		};
	});
	const place = table.columns.findIndex(
		({ key, role, type }) => key === EVENT_KEY && role === 'group' && type === 'string',
	);
	const drawn = table.drawn === undefined ? {} : { drawn: keys.get(table.drawn) ?? table.drawn };
	if (place < 0 || table.drawn === undefined) return { ...table, columns, ...drawn };
	const rows = lazyRows(table.rows.length, function* () {
		for (const row of table.rows.each())
			yield row.map((cell, index) => (index === place ? (names(String(cell)) ?? cell) : cell));
	});
	return { ...table, columns, rows, ...drawn };
}
