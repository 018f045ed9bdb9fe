import type { Catalog } from '../../catalog/catalog';
import type { PropertyEntry } from '../../query/entities';
import { ANY_EVENT, type Filter, type GroupBy, type Property } from '../../query/query';
import { type ExplainQuestion, MOST_CHOSEN } from './question';

/** Which properties of an event may tell where a change lies. Rules: docs/explain-change.md. */

/** Words in names whose values are IDs, addresses, times, or texts of their own. */
const UNFIT = new Set([
	...['id', 'ids', 'uid', 'uuid', 'guid', 'token', 'session', 'sn', 'no', 'code', 'hash'],
	...['url', 'uri', 'link', 'path', 'referrer', 'referer', 'host', 'ip', 'address'],
	...['time', 'date', 'day', 'timestamp', 'timezone', 'hour', 'minute'],
	...['title', 'keyword', 'query', 'content', 'message', 'remark', 'comment', 'text'],
	...['phone', 'mobile', 'email', 'mail', 'latitude', 'longitude', 'agent', 'ua'],
]);
const UNFIT_END = /(?:[a-z](?:Id|ID|Url|URL|Time|Date|No)|编号|链接|地址|时间|日期|标题|备注)$/;
/** Properties of the platform that say most, in this order; behind those of the project. */
const PRESET = [
	...['$os', '$app_version', '$country', '$province', '$city', '$manufacturer', '$browser'],
	...['$lib', '$is_first_day', '$network_type', '$latest_traffic_source_type', '$carrier'],
];

/** Faults of apps lie there: they are among those chosen, however many own ones there are. */
const ALWAYS = PRESET.slice(0, 2);
const FIRST = MOST_CHOSEN - ALWAYS.length;

/** Properties that may be dimensions, those that are likely to tell most first. */
export async function candidatesFor(
	{ event, filter, quantity }: ExplainQuestion,
	catalog: Catalog,
): Promise<GroupBy[]> {
	const events = [
		...new Set([...quantity.top, ...quantity.bottom].map(({ measure }) => measure.event)),
	].filter((name) => name !== ANY_EVENT);
	const perEvent =
		events.length > 0
			? await catalog.propertiesByEvent(events)
			: await catalog.propertiesByEvent((await catalog.events()).map(({ name }) => name));
	const [first, ...others] = perEvent.map(({ properties }) => properties);
	// A property that one of the events does not have would leave its part out.
	const known = others.map((list) => new Set(list.map(({ name }) => name)));
	const common = (first ?? []).filter(({ name }) => known.every((names) => names.has(name)));
	const measured = new Set(
		[...quantity.top, ...quantity.bottom].flatMap(({ measure }) =>
			measure.property ? [nameOf(measure.property)] : [],
		),
	);
	const fit = common
		.filter((entry) => isFit(entry) && !measured.has(entry.name))
		.map((entry): GroupBy => ({ property: { of: 'event', event, name: entry.name } }))
		.filter(({ property }) => !isFixed(property, filter))
		.sort((a, b) => rankOf(a.property) - rankOf(b.property));
	const isAlways = ({ property }: GroupBy) => ALWAYS.includes(nameOf(property));
	const plain = fit.filter((one) => !isAlways(one));
	return [...plain.slice(0, FIRST), ...fit.filter(isAlways), ...plain.slice(FIRST)];
}

/** Texts and yes-or-no, whose names are none of what tells every event apart. */
function isFit({ name, displayName, kind }: PropertyEntry): boolean {
	if (kind !== undefined && kind !== 'text' && kind !== 'boolean') return false;
	return ![name, displayName].some((text) => isUnfit(text));
}

function isUnfit(text: string): boolean {
	if (UNFIT_END.test(text)) return true;
	const words = text.toLowerCase().split(/[_$. ]/);
	// Whether it is the first day tells users apart well.
	return words[1] !== 'is' && words[0] !== 'is' && words.some((word) => UNFIT.has(word));
}

function nameOf(property: Property): string {
	return property.of === 'other' ? property.expression : property.name;
}

/** Whether the filter leaves one value of it: then all of the change is in that. */
function isFixed(property: Property, filter: Filter | undefined): boolean {
	if (!filter || filter.join !== 'and') return false;
	return filter.conditions.some(
		(condition) =>
			nameOf(condition.property) === nameOf(property) &&
			((condition.function === 'equal' && condition.values.length === 1) ||
				['isTrue', 'isFalse', 'notSet'].includes(condition.function)),
	);
}

function rankOf(property: Property): number {
	const name = nameOf(property);
	if (!name.startsWith('$')) return 0;
	const place = PRESET.indexOf(name);
	return 1 + (place < 0 ? PRESET.length : place);
}
