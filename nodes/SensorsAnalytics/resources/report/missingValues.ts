import { countValues } from '../../lists/countValues';
import { hasNoWholePeriod } from '../../output/hints';
import { clean, cut } from '../../output/message/text';
import type { Condition, Property } from '../../query/eventQuery';
import { toExpression } from '../../query/fieldExpression';
import { isObject } from '../../query/json';
import { distanceOf } from '../../query/similarNames';
import { type Note, positionsOf, type Table } from '../../table/table';
import type { ItemRun } from '../operation';
import type { ReportPlan } from './plan';

/** A report has rarely conditions on more properties, and each costs a request. */
const MOST_PROPERTIES = 3;
const MOST_TOLD = 8;
const LONGEST_TOLD = 80;
/** User groups have no values. */
const GROUP = /^user_(?:group|segment)_/;

/** A property, and the texts that it has to be. */
interface Wanted {
	property: Property;
	values: Set<string>;
}

/** What found nothing says so, and what may be the reason. */
export async function explained(run: ItemRun, plan: ReportPlan, table: Table): Promise<Table> {
	return isEmpty(table) && !hasNoWholePeriod(table)
		? await withMissingValues(run, plan, table)
		: table;
}

/** Whether no measure counts anything. */
export function isEmpty(table: Table): boolean {
	const { measures } = positionsOf(table);
	for (const row of table.rows.each()) {
		if (measures.some((measure) => row[measure] !== 0 && row[measure] !== null)) return false;
	}
	return true;
}

/**
 * The table of a report that found nothing, with a note on the first property that never has a value
 * which was asked for: a zero may be right, but who wrote 上海 for Shanghai has to know.
 * Property by property, one request each, up to the first note.
 */
async function withMissingValues(run: ItemRun, plan: ReportPlan, table: Table): Promise<Table> {
	for (const wanted of wantedIn(plan.query).slice(0, MOST_PROPERTIES)) {
		// The report stands without it.
		const note = await noteOn(run, plan, wanted).catch(() => undefined);
		if (note) return { ...table, notes: [...(table.notes ?? []), note] };
	}
	return table;
}

async function noteOn(
	{ service, itemIndex }: ItemRun,
	{ range }: ReportPlan,
	{ property, values: wanted }: Wanted,
): Promise<Note | undefined> {
	const isOfUsers = property.of === 'user';
	if (!isOfUsers && !range) return undefined;
	const dates = range ?? { from: '', to: '' };
	const counted = await countValues(service, itemIndex, property, dates);
	// What was left out may be it.
	if (counted.isTruncated || counted.isSampled) return undefined;
	const known = counted.values.flatMap(({ value }) => (value === null ? [] : [String(value)]));
	const there = new Set(known);
	const missing = [...wanted].filter((value) => !there.has(value));
	if (known.length === 0 || missing.length === 0) return undefined;
	const near = known.filter((value) => missing.some((other) => isNear(value, other)));
	const told = [...new Set([...near, ...known])];
	return {
		kind: 'noSuchValue',
		property: toExpression(property),
		missing: missing.map(shortly),
		known: told.slice(0, MOST_TOLD).map(shortly),
		more: Math.max(0, told.length - MOST_TOLD),
		...(isOfUsers ? {} : { range }),
	};
}

/** Values are whatever users have typed. */
function shortly(value: string): string {
	return cut(clean(value), LONGEST_TOLD);
}

/** But for case, a letter or two, or what stands around it. */
function isNear(value: string, other: string): boolean {
	const [a, b] = [value.toLowerCase(), other.toLowerCase()];
	const [shorter, longer] = a.length < b.length ? [a, b] : [b, a];
	const most = shorter.length > 3 ? 2 : 1;
	return (shorter !== '' && longer.includes(shorter)) || distanceOf(a, b, most) <= most;
}

/** What properties have to be, wherever the query says so. */
function wantedIn(query: unknown): Wanted[] {
	const found = new Map<string, Wanted>();
	const visit = (value: unknown) => {
		if (Array.isArray(value)) value.forEach(visit);
		else if (isCondition(value)) add(value);
		else if (isObject(value)) Object.values(value).forEach(visit);
	};
	const add = ({ property, function: name, values }: Condition) => {
		const isText = values.every((value) => typeof value === 'string');
		if (name !== 'equal' || !isText || property.of === 'other') return;
		if (property.of === 'user' && GROUP.test(property.name)) return;
		const key = toExpression(property);
		const wanted = found.get(key) ?? { property, values: new Set<string>() };
		for (const value of values) wanted.values.add(String(value));
		found.set(key, wanted);
	};
	visit(query);
	return [...found.values()];
}

function isCondition(value: unknown): value is Condition {
	return isObject(value) && 'function' in value && 'property' in value && 'values' in value;
}
