import type { CountedEntity } from '../../query/aggregators';
import type { MarkedDays } from '../../insight/usual';
import type { DateRange } from '../../query/query';
import type { Amount } from '../../table/decimal';
import type { Chart } from './chart';
import type { Paint } from './numbers';
import type { ColorThresholds } from './options';
import type { Followed } from './periods';
import type { Sentences } from './sentences';
import type { DateWords, MessageTexts, MoneyWriter, Nature, NumbersInWords } from './words';

/** What the sentences of a message say about a report, and what they are written with. */

/**
 * An invisible mark, which `clean` removes: it distinguishes a missing value, or the merged other
 * groups, from a value of the same name.
 */
export const APART = '\u200b';

/** A small table below the sentences. */
export interface AnswerTable {
	columns: Array<{ label: string; isNumber: boolean }>;
	/** The rows, each with a cell for every column. */
	rows: string[][];
	/** Styles of the cells. */
	paints: Paint[][];
	/** Whether the last row has the totals. */
	hasTotals?: boolean;
	/** Whether the rows are in the order of their dates. */
	isAscending?: boolean;
	/** What explains its cells. */
	about?: string[];
	/** Whether the headline and the facts have all of its numbers. */
	isSaid?: boolean;
	/** Number of rows that it leaves out without another word. */
	left?: number;
}

export interface MessageAnswer {
	/** Sentences on the other measures, for a message of several reports. */
	others?: string[];
	/** The same above a table of groups, which has the totals without their verdicts. */
	besides?: string[];
	/** The dates of the message, in words. */
	dates: string;
	headline: string;
	/** The headline without the name of the report, which precedes it in a message of several. */
	bare?: string;
	/** Restrictions without which this headline would be wrong; default: all. */
	needed?: string[];
	/** The one of them that names special days. */
	calendar?: string;
	/** Whether it compares its number, or says why not. */
	isJudged?: boolean;
	/** Whether it ranks groups without a test. */
	isUntested?: boolean;
	/** Whether no period is complete: the headline has no number and no names, and no chart follows. */
	isEarly?: boolean;
	facts: string[];
	/** Replaces the first fact if the table lists what the fact leaves out. */
	aside?: string;
	/** Restrictions in addition to filters and time zone. */
	limits: string[];
	/** Restrictions that the headline or the facts have, for a message without these. */
	inFacts?: string[];
	table?: AnswerTable;
	/** The comparison dates, in words. */
	before?: string;
	/** Replaces the chart of the rows. */
	chart?: Omit<Chart, 'write'>;
	/** Index of the leading measure. */
	lead?: number;
	/** The change in the headline, for the condition of a minimum change. */
	percent?: number | null;
	/** Number of groups. */
	groups?: number;
	/** Whether its totals include all groups. */
	isOfAll?: boolean;
	/** All dates, if the message has the numbers of the last one. */
	rankedOver?: string;
}

export interface AnswerTools {
	said: Sentences;
	numbers: NumbersInWords;
	dates: DateWords;
	words: MessageTexts;
	labelOf: (key: string) => string;
	nameOf: (name: string) => string;
	/** Adds the filter of a funnel's step to its name. */
	withStepFilter: (name: string, index: number) => string;
	/** Shortens the name of a group. */
	shorten: (name: string) => string;
	context: Followed & {
		comparison?: DateRange;
		asked?: { range: DateRange; comparison?: DateRange };
		isCompleteOnly?: boolean;
		isTopped?: boolean;
		hasOverlap?: boolean | 'maybe';
		top?: { count: number };
		marks?: MarkedDays;
	};
	/** Returns how a measure's numbers behave, by its key. */
	natureOf: (key: string) => Nature;
	/** Writes a number with the unit of its measure. */
	writeOf: (key: string, number: Amount) => string;
	/** Returns what writes bounds of a property's values, if they are money. */
	moneyWriter: MoneyWriter;
	/** Writes an average without decimals like the other averages, which have one. */
	writeMean: (number: Amount) => string;
	/** Maximum rows of a table. */
	mostRows: number;
	/** Whether the rows of all dates follow the sentences. */
	hasRows: boolean;
	/** Fraction of users in the sample; 1 for all. Numbers of a sample are estimates. */
	sampled: number;
	/** The change for which the message is sent, percent. */
	alarm?: number;
	/** Direction that is good, if the user set it. */
	goodWay?: 'up' | 'down';
	/** The user's limits of colored cells; `goodWay` is then undefined. */
	limits?: ColorThresholds;
	/** Keys of the measures in the user's order; all if it is empty. */
	requested: readonly string[];
}

/** A text, maybe with its style. */
export type TableCell = string | [string, Paint];

export function asTable(
	labels: readonly string[],
	cells: ReadonlyArray<readonly TableCell[]>,
	hasTotals = false,
): AnswerTable {
	const rows = cells.map((row) =>
		row.map((cell): [string, Paint] => (typeof cell === 'string' ? [cell, {}] : cell)),
	);
	return {
		hasTotals,
		columns: labels.map((label, index) => ({ label, isNumber: index > 0 })),
		rows: rows.map((row) => row.map(([text]) => text)),
		paints: rows.map((row) => row.map(([, paint]) => paint)),
	};
}

/** Returns a table of the first entries. */
export function firstRows<One>(
	labels: readonly string[],
	all: readonly One[],
	write: (one: One) => readonly TableCell[],
	{ mostRows }: Pick<AnswerTools, 'mostRows'>,
): AnswerTable {
	const shown = all.slice(0, mostRows);
	return { ...asTable(labels, shown.map(write)), left: all.length - shown.length };
}

/** Returns a note that groups may overlap: a user with events in two cities is in both groups. */
export function overlapOf(
	{ said, context: { query, hasOverlap } }: AnswerTools,
	count: number,
	what: CountedEntity = 'users',
	isProven = hasOverlap === true,
): string[] {
	const groups = query && 'groupBy' in query ? query.groupBy : [];
	const isOfUsers = (one: (typeof groups)[number]) =>
		('property' in one ? one.property : one).of === 'user';
	const isInOne = what === 'users' || what === 'sessions';
	const areOfUsers = isInOne && groups.length > 0 && groups.every(isOfUsers);
	return count < 2 || (areOfUsers && !isProven) ? [] : [said.inSeveral[what]];
}
