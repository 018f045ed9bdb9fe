import { chinese } from './words/chinese';
import { english } from './words/english';

/** The few words of a message that aren't the user's. */

export interface Words {
	/** BCP 47, of the words. */
	language: string;
	/** BCP 47, for dates in titles. */
	dates: string;
	report: string;
	noRows: string;
	/** In place of rows, where only whole periods are wanted. */
	nothingOver: string;
	/** A missing value of a group. */
	none: string;
	/** Headings of the columns that reports have of their own, by key. */
	headings: { readonly [key: string]: string };
	/** A title made of what is in the report. */
	title: (measures: string, groups: string, dates: string) => string;
	/** Of its steps, in their order. */
	funnel: (steps: readonly string[]) => string;
	/** Of what comes first, and what users come back for; none where they are not known. */
	retention: (events: readonly string[], isChurn: boolean) => string;
	/** Of an event, where it is known. */
	distribution: (event: string | undefined) => string;
	paths: string;
	/** What stands for an event where a path has none any more, or none yet. */
	pathEnd: string;
	pathStart: string;
	comparedWith: (range: string, other: string, isBeside: boolean) => string;
	before: (measure: string) => string;
	/** A number and the one that it is compared with. */
	beside: (number: string, before: string) => string;
	total: (measures: string) => string;
	highlight: Highlights;
	/** A day, week or month that a retention counts, 0 for the one of the start; without a unit a period. */
	period: (count: number, unit?: string) => string;
	/** Limits of a bucket; the upper one does not belong to it. */
	bucket: (from: string | null, to: string | null) => string;
	/** The users of all starts together. */
	allUsers: string;
	/** Heading of how many starts count. */
	starts: string;
	/** Heading of the range that has most users. */
	mostUsers: string;
	nothingToTell: string;
	lost: string;
	/** Users who went no further than the step before. */
	lostBefore: (step: string) => string;
	conversion: string;
	moreRows: (count: number) => string;
	moreColumns: (count: number) => string;
	moreGroups: (count: number) => string;
	largestGroups: (count: number, all: number) => string;
	firstGroups: (count: number, all: number) => string;
	firstMeasures: (count: number, all: number) => string;
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
	comma: string;
	semicolon: string;
	colon: string;
	stop: string;
}

/** Parts of the sentence above a table. */
export interface Highlights {
	/** The whole of a measure. */
	whole: (measure: string, number: string) => string;
	/** The same beside what it is compared with. */
	change: (percent: string, isMore: boolean, before: string) => string;
	same: (before: string, isExact: boolean) => string;
	most: (name: string, number: string) => string;
	least: (name: string, number: string) => string;
	gained: (name: string, number: string) => string;
	lost: (name: string, number: string) => string;
	highest: (date: string, number: string) => string;
	lowest: (date: string, number: string) => string;
	/** Users of the first and of the last step. */
	funnel: (first: string, last: string, percent: string) => string;
	/** Users who did not take a step. */
	dropped: (step: string, number: string, percent: string) => string;
	/** Who came back, or not, of all users: shares of periods, counted from the start. */
	retained: (
		told: ReadonlyArray<{ count: number; percent: string }>,
		isChurn: boolean,
		unit?: string,
	) => string;
}

/** Chinese for Chinese locales, English for all others. */
export function wordsOf(locale: string): Words {
	return new Intl.Locale(locale).language === 'zh' ? chinese : english;
}
