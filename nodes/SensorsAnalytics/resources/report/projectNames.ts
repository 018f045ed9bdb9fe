import type { ReportModelName, Queries } from '../../query/queries';
import { addHint } from '../../output/hints';
import { aggregatorOf } from '../../query/aggregators';
import { ANY_EVENT, type Measure, type Property } from '../../query/eventQuery';
import type { Series } from '../../series/series';
import type { ItemRun } from '../operation';
import { lastPart, partsOf, type QueryParts } from './queryParts';

/** What people call a column or an event; undefined for what is not known. */
export type Names = (key: string) => string | undefined;

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
	language: string,
): Promise<Names | undefined> {
	const parts = partsOf(query);
	try {
		const catalog = await ownCatalog();
		const has = (of: Property['of']) => parts.properties.some((property) => property.of === of);
		const events = parts.events.filter((event) => event !== ANY_EVENT);
		const known: Known = new Map();
		const add = (entries: ReadonlyArray<{ name: string; displayName: string }>) => {
			for (const { name, displayName } of entries) if (displayName) known.set(name, displayName);
		};
		if (has('user')) add(await catalog.userProperties());
		if (has('event')) add(await catalog.eventProperties(parts.events));
		if (events.length > 0) add(await catalog.events());
		const columns = series ? columnNames(series, known, language) : groupNames(parts, known);
		return (key) => columns.get(key) ?? known.get(key);
	} catch (error) {
		addHint(
			context,
			`Names are those of the query, as the ones of the project could not be read: ${(error as Error).message}`,
		);
		return undefined;
	}
}

/** Measures by their events and aggregators, unless the user named them; groups by their properties. */
function columnNames({ query, columns }: Series, known: Known, language: string): Known {
	const names: Known = new Map();
	query.measures.forEach((measure, index) => {
		const key = columns.measures[index]?.key;
		if (key !== undefined) names.set(key, measure.name ?? nameOf(measure, known, language) ?? key);
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
