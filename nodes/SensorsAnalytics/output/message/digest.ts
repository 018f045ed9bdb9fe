import * as sentences from './sentences';

import type { Steps } from '../../../../credentials/http/slices';
import { dateTimeInZone, earlier, unitName } from '../../dates/calendar';
import { isUnusual, lastNumbers } from '../../insight/usual';
import { countedBy, isPerUsers, measuredProperty, windowIn, windowOf } from '../../query/columns';
import {
	countsEntries,
	type DateRange,
	FULL_SAMPLE,
	type Property,
	propertyName,
} from '../../query/query';
import {
	type Amount,
	amountOf,
	amountOrNull,
	type Cell,
	compareAmounts,
} from '../../table/decimal';
import {
	type Column,
	columnAt,
	dataEndOf,
	firstRows,
	groupedBy,
	hasData,
	listRows,
	mapSteps,
	ownMeasures,
	positionsOf,
	type RowSet,
	type Table,
} from '../../table/table';
import { EVENT_KEY, type ReportFacts, writeNotes } from '../meta';
import { type AnswerTable, type AnswerTools, APART, asTable, type MessageAnswer } from './answer';
import { arrivedIn } from './answerDates';
import { seriesSteps } from './answers';
import { type Chart, chartSteps } from './chart';
import { attributionSteps, intervalSteps, lifetimeSteps, PERCENTILE } from './values';
import { aboutPaths, distributionSteps, funnelSteps, pathSteps, retentionSteps } from './cohorts';
import {
	type ChangeFormat,
	changeWriter,
	checkMeasures,
	chooseColumns,
	currencyOf,
	numberWriter,
	type Paint,
	paintByLimits,
	paintByWay,
	shareWriter,
	type Shown,
	signed,
	styleFor,
	tickWriter,
	writeDate,
} from './numbers';
import { isNamedByUser, type MessageOptions, type NumberStyle } from './options';
import {
	arrivalOf,
	cohortsOver,
	countOfDates,
	isRangeOpen,
	lastDayOf,
	overRows,
	todayOf,
	totalOf,
	wholeRows,
} from './periods';
import {
	basisOf,
	countedOf,
	filterOfStep,
	filtersOf,
	inHeadline,
	limitsOf,
	narrowedName,
	settingsOf,
} from './scope';
import { capital, clean, cut, cutBetween, joinLimits, oneLine, shortener } from './text';
import { modelOf, nodeReader, type View, viewSteps } from './views';
import {
	dateWords,
	type MessageTexts,
	type Nature,
	numbersOf,
	titleOfReport,
	valueInWords,
	wordsOf,
} from './words';

const MAX_CELL = 200;
/** Maximum of cells in a table (docs/bounds.md): all are written, whatever the target has room for. */
const MOST_CELLS = 100_000;
/** Name of the merged other groups (table/grid.ts). */
const REST = /^\(other\)/;

interface ChangeOfCell extends Partial<ChangeFormat> {
	before?: Amount | null;
}

interface CellWriters {
	options: MessageOptions;
	words: MessageTexts;
	writeShare: (value: number | null) => string;
	styleOf: (key: string) => NumberStyle;
	/** Whether a row has a change: the data of its period and of its comparison have arrived. */
	mayChange: (row: readonly Cell[]) => boolean;
	isOfPaths?: boolean;
	/** Returns the display name of an event in a cell. */
	nameOf?: (event: string) => string;
	/** Returns what a cell without an event is, if the report knows it. */
	withoutEvent?: (key: string, row: readonly Cell[]) => string | undefined;
}

/** Returns the texts and styles of the first rows. */
function writeCells(
	all: readonly Cell[][],
	shown: readonly Shown[],
	view: View | undefined,
	writers: CellWriters,
): { rows: string[][]; paints: Paint[][] } {
	const { options, words, writeShare } = writers;
	const compared = shown.map(({ column }) =>
		comparedWriter(options, words, writers.styleOf(column.key)),
	);
	const writeCount = numberWriter({ ...options.numbers, style: 'auto' });
	const first = all.slice(0, options.maxRows);
	const most = view ? largestShare(first, shown, view.shares) : 0;
	const paints: Paint[][] = [];
	const rows = first.map((row) => {
		const own: Paint[] = [];
		paints.push(own);
		return shown.map((one, place) => {
			const { column, index } = one;
			const value = row[index] ?? null;
			own[place] = {};
			if (column.role === 'date') return cut(clean(writeDate(String(value))), MAX_CELL);
			if (column.role === 'group') {
				const isEvent = column.key === EVENT_KEY && typeof value === 'string';
				const name = isEvent
					? writers.nameOf?.(value)
					: value === null
						? writers.withoutEvent?.(column.key, row)
						: undefined;
				const label = name ?? valueInWords(value, words);
				return cut(clean(writers.isOfPaths ? pathText(label, column.key, words) : label), MAX_CELL);
			}
			// A text instead of a number stays unchanged.
			if (typeof value === 'string' && amountOf(value) === undefined)
				return view ? value : cut(clean(value), MAX_CELL);
			const number = percentIn(value);
			if (view?.shares.has(column.key)) {
				own[place] = number === null || most === 0 ? {} : { shade: Math.min(1, number / most) };
				return writeShare(number);
			}
			if (view?.counts.has(column.key)) return writeCount(amountOrNull(value));
			const { previous, difference, percent } = one;
			const [now, share, moved] = [
				amountOrNull(value),
				percentIn(row[percent ?? -1]),
				amountOrNull(row[difference ?? -1]),
			];
			const write = compared[place] as (typeof compared)[number];
			if (!writers.mayChange(row)) return write(now, {});
			own[place] = options.limits
				? paintByLimits(options.limits, now, share)
				: paintByWay(options.goodWay, compareAmounts(moved ?? 0, 0));
			const text = write(now, {
				before: amountOrNull(row[previous ?? -1]),
				difference: moved,
				percent: percent === undefined ? undefined : share,
			});
			return signed(text, own[place]);
		});
	});
	return { rows, paints };
}

/** Returns a function that writes a number, its change, and its previous value. */
function comparedWriter(options: MessageOptions, words: MessageTexts, style: NumberStyle) {
	const write = numberWriter(style);
	const writeChange = changeWriter(options.numbers.locale, options.hasArrows, words.isNew);
	return (
		now: Amount | null,
		{ before = null, difference = null, percent }: ChangeOfCell,
	): string => {
		const change = percent === undefined ? '' : writeChange({ difference, percent });
		const both = `${write(now)}${change && ` ${change}`}`;
		const hasBefore = change && options.hasBefore && before !== null;
		return cut(hasBefore ? words.aside(both, write(before)) : both, MAX_CELL);
	};
}

/** Reads a percentage, which never has more digits than a number holds. */
function percentIn(value: Cell | undefined): number | null {
	return typeof value === 'number' ? value : null;
}

/**
 * Returns the largest share below 100 %, to which shades relate; 100 % would make all others pale.
 */
function largestShare(
	rows: readonly Cell[][],
	shown: readonly Shown[],
	shares: ReadonlySet<string>,
): number {
	let most = 0;
	for (const row of rows) {
		for (const { column, index } of shown) {
			const value = shares.has(column.key) ? row[index] : null;
			if (typeof value === 'number' && value < 100) most = Math.max(most, value);
		}
	}
	return most || 100;
}

function isOfPaths({ columns }: Pick<Table, 'columns'>): boolean {
	return ['from', 'to', 'source', 'target'].every((key) => columns.some((one) => one.key === key));
}

/** Writes the ends of paths, under the names that charts need, and the kind of a row. */
function pathText(text: string, key: string, words: MessageTexts): string {
	if (key === 'kind') return words.pathKinds[text] ?? text;
	if (key !== 'source' && key !== 'target') return text;
	return text
		.replace(/\(end\)$/, words.pathEnd)
		.replace(/\(start\)$/, words.pathStart)
		.replace('. (several)', `. ${words.pathSeveral}`);
}

/** Replaces the other groups and missing values by the words of the message. */
function* inWordSteps(
	table: Table,
	{ rest, headings, pathHeadings }: MessageTexts,
	noValue: (key: string, isEmpty: boolean) => string,
): Steps<Table> {
	const isOwn = (key: string) =>
		table.drawn !== undefined && (key in headings || key in pathHeadings);
	const none = new Map(
		positionsOf(table).groups.flatMap((index) => {
			const { key = '' } = table.columns[index] ?? {};
			const names = [false, true].map((isEmpty) => noValue(key, isEmpty) + APART);
			return isOwn(key) ? [] : [[index, names] as const];
		}),
	);
	// An empty text is no value, too, unless there is a group for each of them.
	const all = table.rows.toArray();
	const bothAt = new Set(
		[...none.keys()].filter((index) =>
			[null, ''].every((cell) => all.some((row) => row[index] === cell)),
		),
	);
	const isNone = (cell: Cell | undefined, index: number) =>
		cell === null || (cell === '' && table.drawn !== undefined && !bothAt.has(index));
	const merged = table.rest === undefined ? undefined : APART + table.rest.replace(REST, rest);
	const isRest = (row: Cell[]) =>
		table.rest !== undefined && [...none.keys()].every((index) => row[index] === table.rest);
	const write = (row: Cell[], shift: number, isMerged = false) => {
		return row.map((cell, index) => {
			const [missing = '', blank = ''] = none.get(index + shift) ?? [];
			if (missing === '') return cell;
			if (isMerged) return merged ?? cell;
			if (cell !== null && cell !== '') return cell;
			return isNone(cell, index + shift) ? missing : blank;
		});
	};
	if (none.size === 0) return table;
	const dates = countOfDates(table);
	const sums = table.sums && (yield* mapSteps(table.sums, (row) => write(row, dates)));
	const rows = listRows(yield* mapSteps(all, (row) => write(row, 0, isRest(row))));
	return { ...table, rows, ...(sums ? { sums } : {}), rest: merged };
}

/** Maximum number of measures in a title, and of those in front of the number of others. */
const MAX_MEASURES = 4;
const MEASURES_OF_MORE = 3;

/** Maximum lengths of texts in characters, with which a row fits into every target. */
const MAX_TITLE = 200;
const MAX_LABEL = 100;
const MAX_SUMMARY = 500;
const MAX_LINE = 600;
const MAX_SCOPE = 360;
/** Default maximum of rows in a table below sentences. */
const MOST_ROWS = 8;
/** Maximum length of a name or a cell in a sentence. */
const MAX_TOLD = 60;
/** Maximum length of a group's name in a sentence. */
const MAX_GROUP = 40;
const SUMMARY_ROWS = 3;

/**
 * A report for people, independent of the target: texts are shortened and have no invisible
 * characters, but are not escaped yet.
 */
export interface Digest extends AnswerTable {
	title: string;
	/** Its item in a message of several reports. */
	part?: DigestPart;
	/** The items of several reports: a name and its sentences, which are also in `lines`. */
	named?: ReadonlyArray<readonly [string, string]>;
	/** The dates and comparison dates; used if rows are requested. */
	subtitle: string;
	/** The headline, and the facts below it. */
	lines: string[];
	/** Lines that the table does not contain. */
	brief: string[];
	/** Restrictions of the report: filters, groups, time zone. */
	scope: string;
	zone: string;
	/** All filters, also those in the headline, for a chart without it. */
	filters?: readonly string[];
	/** Whether the message has sentences, with the table below them. */
	hasSentences: boolean;
	/**
	 * Returns the notes at the bottom: rows left out, truncated, sampled.
	 * @param hidden number of rows that don't fit into the target; undefined if it shows no rows
	 */
	notes: (hidden?: number) => string[];
	/** The message in one line. */
	summary: string;
	chart?: Chart;
	/** Facts for the conditions of sending. */
	news: { rows: number; hasData?: boolean; percent?: number | null; isUnusual?: boolean };
	words: MessageTexts;
}

/** What a message of several reports says about one of them. */
export interface DigestPart {
	name: string;
	/** Correct below the name. */
	headline: string;
	/** What the headline counts, and its start with the number. */
	measure?: string;
	number?: string;
	/** What follows it: other measures, or groups. */
	others?: string;
	/** What explains the number. */
	detail?: string;
	dates: string;
	/** Filters, and what else would make the headline wrong without it. */
	scope: string;
	/** The restriction in it that names special days: of several reports, it is written once. */
	calendar?: string;
}

/** Parts of a digest that its rows decide. */
type RowPart = keyof AnswerTable | 'notes';

interface MessageRequest extends Partial<ReportFacts> {
	/** Maximum number of rows in a table below sentences. */
	mostRows?: number;
}

/**
 * Converts the table to a message: its sentences and rows. Each step goes through all rows.
 * @throws UserError for measures that the report does not have
 */
export function* digestSteps(
	input: Table,
	options: MessageOptions,
	request: MessageRequest,
): Steps<Digest> {
	const context = { ...request, dataUntil: dataEndOf(input) };
	const own = wordsOf(options.numbers.locale);
	const isNothingOver =
		input.notes?.some(({ kind }) => kind === 'noCompletePeriod') ||
		(context.isCompleteOnly && context.range && isRangeOpen(context.range, request));
	const words = isNothingOver ? { ...own, noRows: own.nothingOver } : own;
	const said = words.language === 'zh' ? sentences.chinese : sentences.english;
	const dates = dateWords(words.language, yearNow(), context.unit);
	checkMeasures(input, options.measures);
	const nameOf = (name: string) => context.names?.(name) ?? name;
	const shortName = (name: string) => cut(clean(nameOf(name)), MAX_TOLD);
	const table = yield* inWordSteps(input, words, (key, isEmpty) =>
		said.noValue(shortName(key), isEmpty),
	);
	// Every number of hundreds of measures looks up its measure.
	const places = new Map(ownMeasures(table.columns).map(({ key }, place) => [key, place]));
	// Only the table contains incomplete periods.
	const over: Table = overRows(table, context);
	yield 'long';
	const writeNumber = numberWriter(options.numbers);
	const writeShare = shareWriter(options.numbers);
	const auto: NumberStyle = { ...options.numbers, style: 'auto' };
	const writeMean =
		options.numbers.style === 'auto'
			? numberWriter({ ...options.numbers, style: 'decimal', decimals: 1 })
			: writeNumber;
	const writeCents = numberWriter({ ...options.numbers, style: 'decimal', decimals: 2 });
	const sizes = new Map<string, { hasCents: boolean; hasLarge: boolean }>();
	const subject = context.subject ?? { events: [], isChurn: false };
	const withStepFilter = (name: string, index: number) => {
		const filter = filterOfStep(context.query, index, shortName, said);
		return filter === '' ? name : words.aside(name, filter);
	};
	const readable = yield* viewSteps(table, {
		words,
		requested: options.measures,
		unit: context.unit,
		context,
		subject,
		nameOf: shortName,
		withStepFilter,
		writeCount: numberWriter(auto),
		moneyWriter,
		writeShare,
	});
	const view = options.layout === 'rows' || table.rows.length === 0 ? undefined : readable;
	const model = modelOf(table);
	// These are reports only on users, whose number has no name in the query.
	const isOfUsers =
		context.query !== undefined && !('unit' in context.query) && 'measures' in context.query;
	const hasOwnColumns = table.drawn !== undefined;
	const headings = new Map(
		Object.entries({
			...(hasOwnColumns ? headingsOfOwn() : {}),
			date: words.dates[unitName(context.unit ?? '')] ?? words.headings.date,
		}),
	);
	const labelOf = (key: string) => {
		const [, part] = (hasOwnColumns && PERCENTILE.exec(key)) || [];
		const known = part === undefined ? headings.get(key) : words.percentile(part);
		const own = isOfUsers && key === 'users' ? words.allUsers : undefined;
		return cut(
			clean(view?.labels.get(key) ?? known ?? context.names?.(key) ?? own ?? narrowed(key)),
			MAX_LABEL,
		);
	};
	// The names of the project have the filters of measures.
	const narrowed = (key: string) => narrowedName(key, context.query, placeOf(key), shortName, said);
	const measures = chooseColumns(table, options.measures).filter(
		({ column }) => column.role === 'measure',
	);
	yield 'long';
	const isShown = (key: string) => measures.some(({ column }) => column.key === key);
	const whole = yield* answerSteps();
	const shown = whole?.isOfAll ? (table.overall ?? table) : table;
	const answer = whole && hasOwnColumns && shown.isTruncated ? ofPart(whole) : whole;
	yield 'long';
	const hasSentences =
		options.layout === 'digest' && (answer !== undefined || table.rows.length === 0);
	const shownRows = hasSentences ? tableOfSentences() : plainRows();
	yield 'long';
	const chart = options.hasChart ? yield* drawnSteps() : undefined;
	yield 'long';
	const title = titleFor(datesOfTitle());
	const { hasHighlights } = options;
	const sentence = answer?.headline ?? '';
	const filters = filtersOf(context, measureLabels(), shortName, said, sentence);
	const { headline, others } = inHeadline(sentence, filters, said);
	const facts = headline !== '' && hasHighlights ? (answer?.facts ?? []) : [];
	const lines = clear([headline, ...facts]);
	const isAlone = hasSentences && answer !== undefined && !answer.isEarly && !answer.isJudged;
	const isUntested = answer?.isUntested === true;
	const inFacts =
		hasSentences && hasHighlights
			? []
			: (answer?.inFacts ?? []).filter(
					(fact) => !clear([fact]).every((one) => lines.slice(0, 2).includes(one)),
				);
	// Neither a headline nor a title of the user says the dates.
	const undated =
		hasSentences && sentence === '' && options.title !== '' ? [answer?.dates ?? ''] : [];
	const ownScope = scopeOf([...undated, ...(answer?.limits ?? []), ...inFacts]);
	const isDated = (context.range ?? asOf()) !== undefined && context.besides?.hasZone !== true;
	const zone = isDated && context.timeZone ? said.zone(context.timeZone) : '';
	// The zone stays, whatever has no room.
	const room = zone === '' ? MAX_SCOPE : MAX_SCOPE - zone.length - 3;
	const scope = [cutBetween(ownScope, room), zone].filter(Boolean).join(' · ');
	return {
		title,
		part: partOf(),
		subtitle: hasSentences ? '' : subtitleOf(),
		lines: hasSentences ? lines : [...lines.slice(0, 2), ...clear([totalsLine()])],
		brief: [
			...lines.slice(0, 1),
			...clear(
				lines.length > 1
					? [...new Set([answer?.aside ?? lines[1] ?? '', ...(answer?.besides ?? [])])]
					: [],
			),
		],
		scope,
		zone,
		// A line of a rate doesn't have the names of steps.
		filters: [
			...Object.values(filtersOf(context, measureLabels(), shortName, said)).flat(),
			...settingsOf(context, said),
		],
		hasSentences,
		...shownRows,
		summary: summaryOf(),
		chart,
		news: {
			rows: table.rows.length,
			hasData: hasData(table),
			percent: answer?.percent,
			isUnusual: lastNumbers(table.usual).some((one) => isUnusual(one) && isShown(one.key)),
		},
		words,
	};

	/** Says in front of the headline that its numbers are of what the service returned. */
	function ofPart({ headline, bare = headline, ...more }: MessageAnswer): MessageAnswer {
		const mark = (text: string) => text && said.filtered(text, said.incomplete);
		return { ...more, headline: mark(headline), bare: mark(bare) };
	}

	/** Returns the sentences; undefined for a report that has only rows. */
	function* answerSteps(): Steps<MessageAnswer | undefined> {
		if (table.rows.length === 0 && lastNumbers(table.usual).length === 0) return undefined;
		const tools: AnswerTools = {
			said,
			numbers: numbersOf(options.numbers, writeNumber),
			dates,
			words,
			labelOf,
			nameOf: (name) => cut(shortName(name), MAX_GROUP),
			withStepFilter,
			shorten: shortener(MAX_GROUP),
			context,
			natureOf,
			writeOf,
			moneyWriter,
			writeMean,
			mostRows: context.mostRows ?? MOST_ROWS,
			hasRows: options.layout !== 'digest',
			sampled: sampled(),
			alarm: options.sendIf?.change,
			goodWay: options.goodWay,
			limits: options.limits,
			requested: options.measures,
		};
		const ofCounts = { ...tools, numbers: numbersOf(auto, numberWriter(auto)) };
		if (!hasOwnColumns) return yield* seriesSteps(table, measures, tools, asOf());
		switch (model) {
			case 'funnel':
				return yield* funnelSteps(table, ofCounts);
			case 'retention':
				return yield* retentionSteps(table, ofCounts, subject);
			case 'distribution':
				return yield* distributionSteps(table, ofCounts, subject.events);
			case 'path':
				return yield* pathSteps(table, ofCounts);
			case 'interval':
				return yield* intervalSteps(table, ofCounts);
			case 'lifetime':
				return yield* lifetimeSteps(table, ofCounts);
			case 'attribution':
				return yield* attributionSteps(table, ofCounts);
			case undefined: {
				const { query } = context;
				if (!query || !('isBackward' in query)) return undefined;
				return { ...aboutPaths(tools), facts: [] };
			}
		}
	}

	function yearNow(): string {
		const { requestedAt, timeZone = 'UTC', range } = context;
		if (requestedAt === undefined) return range?.to.slice(0, 4) ?? '';
		return dateTimeInZone(new Date(requestedAt), timeZone).slice(0, 4);
	}

	function measureOf(key: string) {
		const { query } = context;
		if (query && 'value' in query) return query.value;
		if (query && 'target' in query) return query.target;
		return query && 'measures' in query ? query.measures[placeOf(key)] : undefined;
	}

	function placeOf(key: string): number {
		return places.get(key) ?? -1;
	}

	/** Returns the fraction of users in the sample. */
	function sampled(): number {
		const { samplingFactor = FULL_SAMPLE } = table;
		return table.isSampled ? samplingFactor / FULL_SAMPLE : 1;
	}

	function natureOf(key: string): Nature {
		const measure = measureOf(key);
		const column = table.columns.find((one) => one.key === key);
		const ofUsers = column?.whenEmpty === 0 ? 'users' : undefined;
		const counts = measure === undefined ? ofUsers : countedBy(measure);
		const isInPercent = unitOf(key) === '%';
		const decimals = decimalsOfPercent(key);
		return {
			isCount: counts !== undefined && counts !== 'values',
			counts,
			isPerUsers: measure !== undefined && isPerUsers(measure),
			...(table.isSampled ? { sampled: sampled() } : {}),
			window: measure && windowIn(measure),
			windowTo:
				measure && windowIn(measure) !== undefined
					? (start, range = context.range) =>
							// What such a number of an hour counts is not documented.
							start.includes('T')
								? undefined
								: windowOf(measure, earlier(lastDayOf(start, context.unit), range?.to ?? '9999'))
					: undefined,
			isRate: isInPercent || decimals !== undefined || options.numbers.style === 'percent',
			isInPercent,
			decimals: decimals ?? (currencyIn(key) ? options.numbers.decimals : undefined),
			write: (number) => writeOf(key, number),
		};
	}

	/** Returns the project's unit of the property. */
	function unitOf(key: string): string | undefined {
		const property = measuredProperty(measureOf(key));
		const isShown = property !== undefined && options.numbers.style === 'auto';
		return isShown ? context.unitOf?.(propertyName(property)) : undefined;
	}

	/** Returns the currency that the project has for the property. */
	function currencyIn(key: string): string | undefined {
		return currencyOf(unitOf(key) ?? '');
	}

	function moneyWriter(property: Property | undefined, isMeasured = false) {
		if (property === undefined) return undefined;
		const { numbers } = options;
		if (numbers.style === 'currency' && isMeasured) return sentences.boundWriter(writeNumber);
		const unit = numbers.style === 'auto' ? context.unitOf?.(propertyName(property)) : undefined;
		const currency = currencyOf(unit ?? '');
		if (currency === undefined) return undefined;
		return sentences.boundWriter(numberWriter({ ...numbers, style: 'currency', currency }));
	}

	function styleOf(key: string): NumberStyle {
		return styleFor(measureOf(key), options.numbers);
	}

	/** Returns the decimals of a formula that is a percentage, if the message sets no style. */
	function decimalsOfPercent(key: string): number | undefined {
		const style = styleOf(key);
		return style === options.numbers ? undefined : style.decimals;
	}

	/** Writes a number with its unit. */
	function writeOf(key: string, number: Amount): string {
		const measure = measureOf(key);
		if (decimalsOfPercent(key) !== undefined)
			return numberWriter(styleOf(key))(number).replace(/^-/, '\u2212');
		const hasProperty = measuredProperty(measure) !== undefined;
		const unit = unitOf(key);
		const plain = (write: (value: Amount) => string) => write(number).replace(/^-/, '\u2212');
		const size = Math.abs(Number(number));
		const currency = currencyIn(key);
		if (currency === undefined) {
			const isPrice = hasProperty && (size === 0 || size >= 0.005) && sizesOf(key).hasLarge;
			const isExact = isPrice || (size >= 1 && (hasProperty || measure?.kind === 'formula'));
			const own = plain(isExact && sizesOf(key).hasCents ? writeCents : writeNumber);
			return unit === undefined ? own : said.withUnit(own, cut(clean(unit), MAX_TOLD));
		}
		return plain(numberWriter({ ...options.numbers, style: 'currency', currency }));
	}

	/** Returns whether a measure has decimals: all of its numbers then have two, if one is at least 1. */
	function sizesOf(key: string): { hasCents: boolean; hasLarge: boolean } {
		const known = sizes.get(key);
		if (known !== undefined) return known;
		const { columns, rows, sums = [] } = table;
		const places = columns.flatMap((column, index) =>
			column.key === key || (column.derived?.of === key && column.derived.as === 'previous')
				? [index]
				: [],
		);
		const isPart = (cell: Cell | undefined) =>
			typeof cell === 'string' ? /\./.test(cell) : typeof cell === 'number' && cell % 1 !== 0;
		const isLarge = (cell: Cell | undefined) => Math.abs(Number(cell)) >= 1;
		const has = (is: typeof isPart) => {
			for (const row of rows.each()) if (places.some((place) => is(row[place]))) return true;
			const shift = countOfDates(table);
			return sums.some((row) => places.some((place) => is(row[place - shift])));
		};
		const isAuto = options.numbers.style === 'auto';
		const found = { hasCents: isAuto && has(isPart), hasLarge: isAuto && has(isLarge) };
		sizes.set(key, found);
		return found;
	}

	function clear(texts: readonly string[]): string[] {
		return texts.filter(Boolean).map((line) => oneLine(line, MAX_LINE));
	}

	function tableOfSentences(): Pick<Digest, RowPart> {
		const known = answer?.table;
		const isLeftOut = known?.isSaid && options.hasHighlights && options.rowsAs === undefined;
		const { columns, rows, paints, ...own } = (isLeftOut ? undefined : known) ?? asTable([], []);
		const { hasTotals, isAscending, left = 0, about = [] } = own;
		return {
			hasTotals,
			isAscending,
			columns: columns.map((column) => ({ ...column, label: cut(clean(column.label), MAX_LABEL) })),
			rows: rows.map((row, at) =>
				row.map((text, index) => signed(clean(text), paints[at]?.[index] ?? {})),
			),
			paints,
			// Without a number, no rows are shown.
			notes: (hidden) => {
				if (hidden === undefined) return [];
				return [...about, ...(hidden + left > 0 ? [words.moreRows(hidden + left)] : [])];
			},
		};
	}

	function plainRows(): Pick<Digest, RowPart> {
		const shown = view ? chooseColumns(view.table, []) : chooseColumns(table, options.measures);
		const maxRows = Math.min(options.maxRows, Math.floor(MOST_CELLS / Math.max(1, shown.length)));
		const most = options.layout === 'digest' ? (context.mostRows ?? MOST_ROWS) : maxRows;
		const { columns, rows: known } = view?.table ?? table;
		const all = withoutOpen(newestFirst(known, columns, most));
		const { rows, paints } = writeCells(all, shown, view, {
			options: { ...options, maxRows: most },
			words,
			writeShare,
			styleOf,
			mayChange: view ? () => true : arrivedIn(table, context),
			...(table.drawn === undefined ? {} : { nameOf, withoutEvent, isOfPaths: isOfPaths(table) }),
		});
		return {
			columns: shown.map(({ column }) => ({
				label: labelOf(column.key),
				isNumber: column.role === 'measure',
			})),
			rows,
			paints,
			isAscending: shown[0]?.column.role === 'date' && areAscending(all, columns),
			notes: (hidden = 0) => [
				...notesOf(table, known.length - rows.length + hidden, words, labelOf),
				...(view?.notes ?? []),
			],
		};
	}

	function headingsOfOwn(): { [key: string]: string } {
		return {
			...words.headings,
			...(isOfPaths(table) ? words.pathHeadings : {}),
			...(countsEntries(context.query) ? { users: words.countedHeading('entry') } : {}),
		};
	}

	/** Rows of all starts have no numbers of those alone whose period is over. */
	function withoutOpen(rows: Cell[][]): Cell[][] {
		const [period, initial] = ['period', 'initial_users'].map((key) =>
			columnAt(table.columns, key),
		) as [number, number];
		const isFollowed = model === 'retention' || model === 'lifetime';
		if (view || !isFollowed || countOfDates(table) > 0) return rows;
		const isOver = cohortsOver(context);
		return rows.map((row) =>
			isOver(undefined, Number(row[period]))
				? row
				: row.map((cell, index) => (index > period && index !== initial ? null : cell)),
		);
	}

	function datesOfTitle(): string {
		const { range } = context;
		const written = range && dates.range(range);
		return (hasSentences ? answer?.dates : undefined) || written || asOf() || '';
	}

	function withoutEvent(key: string, row: readonly Cell[]): string | undefined {
		const { query } = context;
		const isPath = query !== undefined && 'isBackward' in query;
		if (key === EVENT_KEY && isPath) return words.pathSeveral;
		if (key === EVENT_KEY) return query && 'touchpoints' in query ? said.untouched : undefined;
		if (!isPath || !['from', 'to', 'target'].includes(key)) return undefined;
		// A node among links leads nowhere.
		const isNode = row[columnAt(table.columns, 'target')] === null;
		return key === 'from' || (key === 'to' && !isNode)
			? nodeReader(table, words, nameOf)(row, key).name
			: '–';
	}

	/** Rows of paths may be nodes, which only the title says of which paths they are. */
	function pathTitle(): string | undefined {
		const { query } = context;
		if (!query || !('isBackward' in query)) return undefined;
		return words.paths(subject.events.map(shortName)[0], !query.isBackward);
	}

	/** @param isName whether it contains only what the headline is about */
	function titleFor(written: string, isName = false): string {
		const first = measures.filter(({ index }) => index === answer?.lead);
		const keys = [...first, ...measures.filter((one) => !isName && !first.includes(one))].map(
			({ column }) => column.key,
		);
		const { query } = context;
		const name = words.models[model ?? ''];
		const title = readable?.title ?? pathTitle();
		const own =
			title === undefined
				? positionsOf(table).groups.map((index) => table.columns[index]?.key ?? '')
				: (readable?.groups ?? []);
		const groups = (isName && answer?.isOfAll ? [] : own)
			.filter((key) => !name || !['period', 'event'].includes(key))
			.map(labelOf);
		const events =
			query && 'target' in query && 'event' in query.target ? [query.target.event] : subject.events;
		const what =
			title ??
			(name && events.length > 0 ? titleOfReport(words, name, events.map(shortName)) : undefined);
		const { ofAll } = filtersOf(context, measureLabels(), shortName, said, what);
		const made =
			options.reportName === undefined
				? capital(
						words.title(
							what ?? measuresOfTitle(keys),
							words.allOf(groups),
							written,
							ofAll.length > 0,
						),
					)
				: words.title(options.reportName, '', written, ofAll.length > 0);
		return cut(clean(options.title), MAX_TITLE) || cut(clean(made), MAX_TITLE);
	}

	function measuresOfTitle(keys: readonly string[]): string {
		const most = keys.length > MAX_MEASURES ? MEASURES_OF_MORE : MAX_MEASURES;
		const labels = keys.slice(0, most).map(labelOf);
		const more = keys.length - most;
		const all = (more > 0 ? labels.join(words.between) : words.allOf(labels)) || words.report;
		return more > 0 ? words.andMore(all, more, keys.length) : all;
	}

	/** Returns the current moment for users, who are counted at the time of the request. */
	function asOf(): string | undefined {
		const today = isOfUsers ? todayOf(context) : undefined;
		const { requestedAt = '', timeZone = '' } = context;
		if (today === undefined) return undefined;
		const time = dateTimeInZone(new Date(requestedAt), timeZone).slice(11, 16);
		return said.asOf(dates.day(today, true), time);
	}

	function measureLabels(): string[] {
		return ownMeasures(table.columns).map(({ key }) => labelOf(key));
	}

	function arrival(): string[] {
		const until = arrivalOf(context.range, context);
		const before = (table.notes ?? []).flatMap((note) =>
			note.kind === 'lateBefore' ? [said.dataBeforeUntil(dates.moment(note.until))] : [],
		);
		return until === undefined ? before : [said.dataUntil(dates.moment(until)), ...before];
	}

	function scopeOf(own: readonly string[]): string {
		// A long scope is cut: which numbers are shown is more important than special days.
		const isSpecial = (limit: string) => limit === answer?.calendar;
		const all = [
			...basisOf(context, table, said),
			...others,
			...settingsOf(context, said),
			...countedOf(context, measureLabels(), shortName, said),
			...arrival(),
			...own.filter((limit) => !isSpecial(limit)),
			...limitsOf(context, answer ?? {}, table, labelOf, said),
			...(isOfUsers ? [said.userTable] : []),
			said.alone(isAlone, isUntested),
			...own.filter(isSpecial),
		];
		return joinLimits(all);
	}

	/** Returns the item of the report in a message of several ones. A name by a user needs the headline. */
	function partOf(): DigestPart {
		const scope = scopeOf([...undated, ...(answer?.needed ?? answer?.limits ?? [])]);
		const { calendar } = answer ?? {};
		const shared = {
			dates: datesOfTitle(),
			scope,
			...(calendar === undefined ? {} : { calendar: clean(calendar) }),
		};
		// A list of rows, or a sentence without a number, names nothing.
		if (!answer || lines.length === 0 || answer.isEarly)
			return {
				...shared,
				name: title,
				headline: lines[0] ?? newsOfRows(),
			};
		const own = answer.bare ?? answer.headline;
		// The name of a part may be cut.
		const all = filtersOf(context, measureLabels(), shortName, said, own);
		const bare = inHeadline(own, all, said).headline;
		const [first = ''] = isNamedByUser(options) ? lines : clear([bare]);
		const others = clear(answer.others ?? []);
		return {
			...shared,
			name: options.title === '' ? titleFor('', true) : title,
			headline: first,
			...(others.length > 0 ? { others: others.join(words.semicolon) } : {}),
			number: oneLine(bare, MAX_LINE),
			...(answer.lead === undefined ? {} : { measure: labelOf(leadKey()) }),
		};
	}

	function leadKey(): string {
		return table.columns[answer?.lead ?? -1]?.key ?? '';
	}

	function* drawnSteps(): Steps<Chart | undefined> {
		if (answer?.isEarly) return undefined;
		const own = table.rows.length > 0 ? readable : undefined;
		const known = own ? own.chart : answer?.chart;
		if (own || known) return known && { ...known, write: tickWriter(auto) };
		const lead = answer?.lead;
		const places = measures.map(({ index }) => index);
		const ordered =
			lead === undefined ? places : [lead, ...places.filter((place) => place !== lead)];
		const whole = wholeRows(over, context);
		yield 'long';
		const key = table.columns[ordered[0] ?? -1]?.key;
		// Measures share an axis; of groups, only the first measure is drawn.
		const sharing = positionsOf(table).groups.length > 0 ? [] : measures;
		const styles = new Set(sharing.map(({ column }) => decimalsOfPercent(column.key)));
		const isOne = key !== undefined && styles.size <= 1;
		const writeTick = tickWriter(isOne ? styleOf(key) : options.numbers);
		const chart = yield* chartSteps(whole, ordered, writeTick, chartWords(), labelOf);
		// Bars have the numbers of the sentences.
		return chart?.kind === 'bar' && key !== undefined && options.numbers.style === 'auto'
			? { ...chart, write: (number) => writeOf(key, number) }
			: chart;
	}

	/** Returns the words of a chart; it names the comparison by its dates. */
	function chartWords(): MessageTexts {
		const { before } = answer ?? {};
		return before === undefined
			? words
			: { ...words, before: (measure) => words.aside(measure, sentences.withoutBrackets(before)) };
	}

	function subtitleOf(): string {
		const hasBracket = options.hasBefore && measures.some(({ previous }) => previous !== undefined);
		const write = ({ from, to }: DateRange) => (from === to ? from : `${from} – ${to}`);
		const { range, comparison } = context;
		if (!range) return '';
		return comparison
			? words.comparedWith(write(range), write(comparison), hasBracket)
			: write(range);
	}

	/** Returns a line with the totals of several measures. */
	function totalsLine(): string {
		if (!options.hasTotals || readable || table.rows.length < 2) return '';
		// If nothing is over, these are the numbers so far, as in the headline.
		const isEarly = over.rows.length === 0;
		const known = measures.flatMap((measure) => {
			const places = isEarly ? { index: measure.index } : measure;
			const total = totalOf(isEarly ? table : over, places, context.isTopped);
			const { percent = null, ...change } = total ?? {};
			const own = isEarly || measure.previous === undefined ? {} : { ...change, percent };
			const compared = comparedWriter(options, words, styleOf(measure.column.key));
			return total ? [`${labelOf(measure.column.key)} ${compared(total.now, own)}`] : [];
		});
		if (known.length === 0 || (known.length === 1 && lines.length > 0)) return '';
		return words.total(known.join(words.comma));
	}

	function newsOfRows(): string {
		const { columns, rows } = shownRows;
		return rows.length > 0 ? rowsInLine(columns, rows, words) : words.noRows;
	}

	/** Returns the text for a notification on a phone. */
	function summaryOf(): string {
		const others = clear(answer?.others ?? []);
		const more = others.length > 0 ? others : lines.slice(1, 2);
		const news = [lines[0] ?? newsOfRows(), ...more].join(words.semicolon);
		// A headline names the report, unless it has no number.
		const isNamed = !isNamedByUser(options) && lines.length > 0 && answer?.isEarly !== true;
		const what = [news, scope].filter(Boolean).join(' · ');
		return cutBetween(isNamed ? what : `${title}${words.colon}${what}`, MAX_SUMMARY);
	}
}

/** Whether rows have dates, and are in their order. */
function areAscending(all: readonly Cell[][], columns: readonly Column[]): boolean {
	const at = columns.findIndex(({ role }) => role === 'date');
	const dateIn = (row: readonly Cell[] | undefined) => String(row?.[at] ?? '');
	return at >= 0 && all.every((row, index) => dateIn(row) >= dateIn(all[index - 1]));
}

/**
 * Returns the rows or, if not all fit, the newest date first if they are in the order of dates. By
 * groups, each with its dates, only the newest dates are left.
 */
function newestFirst(rows: RowSet, columns: readonly Column[], most: number): Cell[][] {
	const at = columns.findIndex(({ role }) => role === 'date');
	if (at < 0) return firstRows(rows, most).toArray();
	const all = rows.toArray();
	if (all.length <= most) return all;
	const dateIn = (row: readonly Cell[] | undefined) => String(row?.[at] ?? '');
	const byDate = [...groupedBy(all, dateIn)];
	if (areAscending(all, columns))
		return byDate
			.map(([, rows]) => rows)
			.reverse()
			.flat();
	const groups = columns.flatMap(({ role }, index) => (role === 'group' ? [index] : []));
	const byGroup = groupedBy(all, (row) => JSON.stringify(groups.map((index) => row[index])));
	const inOrder = [...byGroup.values()].map((rows) =>
		rows.sort((a, b) => (dateIn(a) < dateIn(b) ? -1 : Number(dateIn(a) > dateIn(b)))),
	);
	// An order by numbers stays: the largest come first.
	if (inOrder.flat().some((row, index) => row !== all[index])) return all;
	const newest = byDate.sort(([a], [b]) => (a < b ? 1 : -1));
	const shown = new Set<string>();
	let room = most;
	for (const [date, rows] of newest) {
		if (shown.size > 0 && rows.length > room) break;
		shown.add(date);
		room -= rows.length;
	}
	return all.filter((row) => shown.has(dateIn(row)));
}

function notesOf(
	table: Table,
	hidden: number,
	words: MessageTexts,
	nameOf: (key: string) => string,
): string[] {
	return [
		hidden > 0 ? words.moreRows(hidden) : '',
		table.isTruncated ? words.truncated : '',
		table.isSampled ? words.sampled : '',
		...writeNotes(
			// Numbers are unknown only in a truncated answer.
			table.notes?.filter(({ kind }) => kind !== 'noSuchValue' && kind !== 'unknown'),
			words.language,
			nameOf,
		),
	].filter(Boolean);
}

/** Returns the first rows, if there are no sentences. */
function rowsInLine(columns: Digest['columns'], rows: string[][], words: MessageTexts): string {
	const texts = rows.slice(0, SUMMARY_ROWS).map((row) =>
		row
			.flatMap((cell, index) => {
				if (cell === '') return [];
				const label = columns[index]?.isNumber ? `${cut(columns[index].label, MAX_TOLD)} ` : '';
				return [`${label}${cut(cell, MAX_TOLD)}`];
			})
			.join(words.comma),
	);
	const more = rows.length - texts.length;
	return [...texts, ...(more > 0 ? [words.moreRows(more)] : [])].join(words.semicolon);
}
