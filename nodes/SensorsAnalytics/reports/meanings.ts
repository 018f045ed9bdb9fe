import { addDays, earlier } from '../dates/calendar';
import { type ReportClock, windowDays, windowOpenFrom } from '../output/message/periods';
import { english } from '../output/message/sentences';
import { cut, clean, plural } from '../output/message/text';
import { aggregatorOf } from '../query/aggregators';
import {
	type DateRange,
	type EventMeasure,
	type FunnelQuery,
	type Measure,
	type Property,
	propertyName,
	type Queries,
	type ReportModelName,
	toExpression,
} from '../query/query';

/**
 * What models read about the settings of a pasted or saved query, which they didn't write. Each
 * report has an entry for each setting of its query, so that the compiler misses a new one.
 */

interface Words {
	/** Writes a name of the project. */
	named(name: string): string;
	/** Names of the measures. */
	labels: readonly string[];
}

type Say<Value, Query> = (value: Value, words: Words, query: Query) => string | string[];

type Meanings = {
	[Model in ReportModelName]: {
		[Key in keyof Required<Queries[Model]>]: Say<NonNullable<Queries[Model][Key]>, Queries[Model]>;
	};
};

/** For settings that columns, rows, dates, or a note of every query show. */
const noLine = () => [];

const unitLine = (name: string) => `Unit: ${name}`;
const eventLine = (role: string) => (part: object, words: Words) =>
	`${role}: ${words.named(eventOf(part))}`;
const COHORT = { groupBy: noLine, filter: noLine };
const SERIES = { ...COHORT, measures: measureMeanings, unit: noLine, foldedBy: noLine };

const MEANINGS: Meanings = {
	event: SERIES,
	session: {
		...SERIES,
		session: (name, { named }) => `Session: ${named(name)}`,
		isSplitByDay: (isSplit) => `Sessions ${isSplit ? 'end' : "don't end"} at midnight`,
	},
	userProperties: { ...COHORT, measures: measureMeanings },
	funnel: {
		...COHORT,
		...{ steps: noLine, windowMinutes: noLine, mayEndLater: noLine },
		...{ isByDate: noLine, countsEntries: noLine, filterSteps: noLine },
	},
	retention: {
		...{
			...COHORT,
			first: eventLine(english.startName),
			second: eventLine(english.returnName),
			unit: unitLine,
		},
		...{ duration: noLine, isChurn: noLine, isWhole: noLine },
		mayEndLater: (isLater) => (isLater ? [] : "Returns count only until the range's last day"),
	},
	distribution: {
		...{ ...COHORT, unit: unitLine, buckets: noLine, isWhole: noLine },
		event: (name, { named }) => `Event: ${named(name)}`,
		of: (of, words, query) => `Buckets: ${bucketsOf(of, words, query)}`,
	},
	attribution: {
		...{ ...COHORT, touchpoints: noLine, hasDirect: noLine },
		target: (target, words) => `Target, in conversions: ${measureText(target, words)}`,
		rule: (rule) => `Attribution model: ${nameInNotes(rule)}`,
		lookback: (window) => `Attribution window: ${plural(window.value, nameInNotes(window.unit))}`,
	},
	ltv: {
		...{ ...COHORT, start: eventLine(english.startName), unit: unitLine, duration: noLine },
		value: ({ aggregator, ...value }, words) => {
			// The report has its own name for this aggregator.
			const own = aggregator === 'LTV_AVG' ? 'uniqAvg' : aggregator;
			return `Value, in value_per_user: ${measureText({ ...value, aggregator: own }, words)}`;
		},
	},
	interval: {
		...{ ...COHORT, first: eventLine(english.startName), second: eventLine('End'), unit: unitLine },
		quantiles: noLine,
		mayEndLater: () => 'Intervals may end after the range',
	},
	path: {
		...{ ...COHORT, steps: noLine, isBackward: noLine, rows: noLine },
		source: (source, words, { isBackward }) =>
			eventLine(isBackward ? 'End of all paths' : english.startName)(source, words),
		events(events, { named }) {
			const names = [...new Set(events.map((one) => named(one.event)))];
			const left = names.length - MOST_EVENTS;
			const more = left > 0 ? ` and ${left} more` : '';
			return `Events on paths: ${names.slice(0, MOST_EVENTS).join(', ')}${more}`;
		},
		eventsPerStep: (count) => `Each step has its ${count} most frequent events`,
		pauseSeconds: (seconds) => `A path ends after a pause of ${durationOf(seconds / 60)}`,
	},
};

/** A note leaves room for the rows. */
const MOST_EVENTS = 10;

/** Settings that a query need not have. */
const DEFAULTED = new Set(['unit', 'rule', 'lookback', 'eventsPerStep', 'pauseSeconds']);

/**
 * Returns the meanings of a query's settings that nothing else in the answer shows.
 * @param isDefaulted whether to return only those that have a default
 */
export function meaningsOf(
	model: ReportModelName,
	query: Queries[ReportModelName],
	words: Words,
	isDefaulted = false,
): string[] {
	const entries = MEANINGS[model] as { [key: string]: Say<never, never> };
	return Object.entries(query).flatMap(([key, value]) =>
		value === undefined || (isDefaulted && !DEFAULTED.has(key))
			? []
			: (entries[key]?.(value as never, words, query as never) ?? []),
	);
}

/** A pasted query can call a measure of any event by any name. */
function measureMeanings(measures: readonly Measure[], words: Words): string[] {
	return measures.flatMap((one, index) => {
		const label = words.labels[index];
		if (one.name === undefined || label === undefined) return [];
		return `${label}: ${one.kind === 'formula' ? nameInNotes(one.expression) : measureText(one, words)}`;
	});
}

type Aggregated = Pick<EventMeasure, 'aggregator' | 'event' | 'property' | 'isOfSessions'>;

function measureText(measure: Aggregated, { named }: Words): string {
	const what = aggregatorOf(measure)?.label ?? nameInNotes(measure.aggregator);
	const property = measure.property ? `${named(propertyName(measure.property))} of ` : '';
	return `${what} (${property}${named(measure.event)})`;
}

function bucketsOf(
	of: Queries['distribution']['of'],
	words: Words,
	{ event: name, unit: period }: Queries['distribution'],
): string {
	if (typeof of === 'object') return `${measureText({ ...of, event: name }, words)}, per user`;
	if (of === 'times') return 'times that a user did the event';
	return `${period === 'day' ? 'hours' : 'days'} on which a user did the event, not times`;
}

/** Returns the event of a part of a query, or the date property that replaces it. */
function eventOf(part: { event?: string; time?: Property }): string {
	return part.time ? toExpression(part.time) : (part.event ?? '');
}

const LONGEST_NAME = 80;

/** Names of the project must not look like words of the node. */
export function nameInNotes(name: string): string {
	return cut(clean(name), LONGEST_NAME);
}

const MINUTES_PER_DAY = 1440;
const MINUTES_PER_HOUR = 60;

export function durationOf(minutes: number): string {
	if (minutes % MINUTES_PER_DAY === 0) return plural(minutes / MINUTES_PER_DAY, 'day');
	if (minutes % MINUTES_PER_HOUR === 0) return plural(minutes / MINUTES_PER_HOUR, 'hour');
	return plural(minutes, 'minute');
}

export const NO_WINDOW = "The query doesn't contain the window period of the funnel";

/** Assumptions on funnels that no document confirms (docs/reports.md, "Funnel"). */
export function ruleOfFunnel(
	query: FunnelQuery,
	range: DateRange,
	clock: ReportClock,
	isCompleteOnly = false,
): string {
	const { windowMinutes, mayEndLater } = query;
	const { from, to } = range;
	if (windowMinutes === undefined) return NO_WINDOW;
	const window = durationOf(windowMinutes);
	if (mayEndLater) return `Later steps count within ${window} of the first, also after the range`;
	const rule = `Later steps count within ${window} of the first step, and only until ${to}, the end of the date range (this is assumed: no document of Sensors Analytics says it)`;
	// Rows of users who have less time are left out.
	if (isCompleteOnly) return rule;
	if (windowMinutes < MINUTES_PER_DAY)
		return `${rule}. Users who start in its last ${window} have less time`;
	// Data may be late.
	const open = windowOpenFrom({ ...clock, range, query: { ...query, mayEndLater: true } }) ?? to;
	const overall = earlier(addDays(to, -windowDays(query)), addDays(open, -1));
	return overall < from
		? `${rule}. Nobody in this date range has the full time, which lowers the percentages. Choose a date range that is longer than the window`
		: `${rule}. Users who start after ${overall} have less time, which lowers the percentages. In a longer date range, they are a smaller share`;
}
