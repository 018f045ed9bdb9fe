import type { ReportModelName, Queries } from '../../query/queries';
import { addHint } from '../../output/hints';
import { aggregatorOf } from '../../query/aggregators';
import { ANY_EVENT, type Measure, type Property } from '../../query/eventQuery';
import type { Series } from '../../series/series';
import type { ItemRun } from '../operation';
import { lastPart, partsOf, type QueryParts } from './queryParts';

/** What people call a column or an event; undefined for what is not known. */
export type Names = (key: string) => string | undefined;

/** How names are wanted: as columns of rows, or as people say them in messages. */
export interface Wanted {
	/** Undefined for that of the project's events. */
	language: string | undefined;
	isSpoken: boolean;
}

export interface ProjectNames {
	/** `zh` or `en`, or as it was wanted. */
	language: string;
	names: Names;
	/** The unit of a property's numbers. */
	unitOf: Names;
}

/** By the names of events and properties. */
type Known = Map<string, string>;

/**
 * The names that the project has for what a report shows. A message can do without them: where
 * they can't be read, a hint says so, and the names of the query stand.
 */
export async function projectNames(
	{ context, catalog: ownCatalog }: ItemRun,
	query: Queries[ReportModelName],
	series: Series | undefined,
	wanted: Wanted,
): Promise<ProjectNames | undefined> {
	// What messages say of filters has names, too.
	const parts = partsOf(query, wanted.isSpoken);
	try {
		const catalog = await ownCatalog();
		const has = (of: Property['of']) => parts.properties.some((property) => property.of === of);
		const events = parts.events.filter((event) => event !== ANY_EVENT);
		const known: Known = new Map();
		const units: Known = new Map();
		const add = (entries: ReadonlyArray<{ name: string; displayName: string; unit?: string }>) => {
			for (const { name, displayName, unit } of entries) {
				if (displayName) known.set(name, displayName);
				if (unit) units.set(name, unit);
			}
		};
		if (has('user')) add(await catalog.userProperties());
		if (has('event')) add(await catalog.eventProperties(parts.events));
		if (events.length > 0) add(await catalog.events());
		const language = wanted.language ?? languageOf(events, known);
		const columns = series
			? columnNames(series, known, { ...wanted, language })
			: groupNames(parts, known);
		return {
			names: (key) => columns.get(key) ?? known.get(key),
			unitOf: (name) => units.get(name),
			language,
		};
	} catch (error) {
		addHint(
			context,
			`Names are those of the query, as the ones of the project could not be read: ${(error as Error).message}`,
		);
		return undefined;
	}
}

/** Chinese where an event has a Chinese name. */
function languageOf(events: readonly string[], known: Known): string {
	return events.some((event) => /\p{Script=Han}/u.test(known.get(event) ?? '')) ? 'zh' : 'en';
}

/** Measures by their events and aggregators, unless the user named them; groups by their properties. */
function columnNames(
	{ query, columns }: Series,
	known: Known,
	wanted: Wanted & { language: string },
): Known {
	const names: Known = new Map();
	const spoken = query.measures.map((measure) => spokenName(measure, known, wanted.language));
	query.measures.forEach((measure, index) => {
		const key = columns.measures[index]?.key;
		const own = spoken[index];
		// Two that are said alike are called in full.
		const isAlone = own !== undefined && spoken.filter((name) => name === own).length === 1;
		const name = wanted.isSpoken && isAlone ? own : nameOf(measure, known, wanted.language);
		if (key !== undefined) names.set(key, measure.name ?? name ?? key);
	});
	query.groupBy.forEach(({ property }, index) => {
		const key = columns.groups[index]?.key;
		const name = key === undefined ? undefined : known.get(lastPart(property));
		if (key !== undefined) names.set(key, name ?? key);
	});
	return names;
}

function groupNames({ properties }: QueryParts, known: Known): Known {
	return new Map(
		properties.flatMap((property) => {
			const name = known.get(lastPart(property));
			return name === undefined ? [] : [[lastPart(property), name]];
		}),
	);
}

/** As people say it: the event for how often it happened, the property for its sum. */
function spokenName(measure: Measure, known: Known, language: string): string | undefined {
	if (measure.kind === 'formula') return undefined;
	const aggregator = aggregatorOf(measure);
	if (!aggregator) return undefined;
	const event = known.get(measure.event) ?? measure.event;
	const name = measure.property && lastPart(measure.property);
	const property = name === undefined ? '' : (known.get(name) ?? name);
	const write = SPOKEN[language === 'zh' ? 'zh' : 'en'][aggregator.value];
	return measure.isOfSessions ? undefined : write?.(event, property);
}

type Spoken = { [aggregator: string]: ((event: string, property: string) => string) | undefined };
const SPOKEN: { zh: Spoken; en: Spoken } = {
	zh: {
		general: (event) => `${event}次数`,
		unique: (event) => `${event}人数`,
		average: (event) => `${event}人均次数`,
		sum: (_event, property) => property,
		avg: (_event, property) => `平均${property}`,
		max: (_event, property) => `最大${property}`,
		min: (_event, property) => `最小${property}`,
		uniqAvg: (_event, property) => `人均${property}`,
	},
	en: {
		general: (event) => event,
		unique: (event) => `${event} users`,
		average: (event) => `${event} per user`,
		sum: (_event, property) => property,
		avg: (_event, property) => `average ${property}`,
		max: (_event, property) => `largest ${property}`,
		min: (_event, property) => `smallest ${property}`,
		uniqAvg: (_event, property) => `${property} per user`,
	},
};

/** `PayOrder: Sum of Amount`, or in Chinese as the platform writes it. */
function nameOf(measure: Measure, known: Known, language: string): string | undefined {
	if (measure.kind === 'formula') return undefined;
	const aggregator = aggregatorOf(measure);
	if (!aggregator) return undefined;
	const event = known.get(measure.event) ?? measure.event;
	const name = measure.property && lastPart(measure.property);
	const property = name === undefined ? '' : (known.get(name) ?? name);
	return language === 'zh'
		? `${event} ${property}${aggregator.interfaceName}`
		: `${event}: ${aggregator.label.replace('a Property', () => property)}`;
}
