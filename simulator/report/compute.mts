import type { Account } from '../identity/accounts.mts';
import { Recent } from '../data/recent.mts';
import { EVENTS, type Shop, type ShopEvent, type Value } from '../data/shop.mts';
import { badRequest, Refusal } from '../refusal.mts';
import { AGGREGATORS } from './aggregate.mts';
import { ANY_EVENT, type Field, findField } from './fields.mts';
import { compileFilter } from './filter.mts';
import { compileFormula } from './formula.mts';
import { daysBetween, type Period, periodsOf } from './periods.mts';
import type { Measure, ReportQuery } from './query.mts';

/** More than any report of these tests needs, and far less than fills the memory. */
const MAX_VALUES = 1_000_000;
/** The shop has the same number. */
const DAYS_AT_HAND = 800;

interface Column {
	/** The only event that it is about; undefined if there may be several. */
	event?: string;
	passes(event: ShopEvent): boolean;
	/** Computes the number of events that pass. */
	compute(events: ShopEvent[]): number | null;
	window?: (typeof AGGREGATORS)[string]['window'];
}

interface Row {
	values: Array<Array<number | null>> | Array<number | null>;
	by_values?: Value[];
}

/** A result (docs/service.md, "Event report") without the times that the answer adds. */
export interface Result {
	by_fields?: string[];
	series?: string[];
	rows: Row[];
	num_rows: number;
	total_rows: number;
	truncated: boolean;
}

/** Computes the query over the shop's events between the two days, both inclusive. */
export function computeReport(
	shop: Shop,
	query: ReportQuery,
	today: string,
	account?: Account,
): Result {
	const columns = query.measures.map((measure, index) =>
		compileMeasure(measure, `measures.${index}`, account, today),
	);
	const fields = query.by_fields ?? [];
	const general = fields.map((field, index) => findField(field, `by_fields.${index}`).generalName);
	const byValues = fields.map((field, index) =>
		groupValueOf(
			field,
			`by_fields.${index}`,
			query.bucket_params?.[field] ?? query.bucket_params?.[general[index] as string],
		),
	);
	const passes = compileFilter(query.filter, 'filter', today);
	const from = query.from_date.slice(0, 10);
	const to = query.to_date.slice(0, 10);
	const periods: Period[] = query.unit
		? periodsOf(query.unit, from, to)
		: [{ label: '', days: daysBetween(from, to) }];

	const isGrouped = fields.length > 0;
	const keyOf = (event: ShopEvent) => keyOfValues(byValues.map((valueOf) => valueOf(event)));
	const keys = new Map<Value, string>();
	// Many events share few values, so keys are written once.
	const keyOfValues = (values: Value[]) => {
		const [value, ...others] = values;
		if (others.length > 0 || typeof value === 'object') return JSON.stringify(values);
		const key = keys.get(value as Value) ?? JSON.stringify(values);
		keys.set(value as Value, key);
		return key;
	};
	// Most events belong to no measure, so they are left out first.
	const isCounted = (event: ShopEvent) => columns.some((column) => column.passes(event));
	const isWanted = (event: ShopEvent) => isCounted(event) && passes(event);
	const [first, ...others] = new Set(columns.map(({ event }) => event));
	const only = others.length === 0 ? first : undefined;
	// Many reports use all events of one name.
	const isPlain =
		only !== undefined && !query.filter && query.measures.every(({ filter }) => !filter);
	const eventsByDay = new Recent((day: string) => {
		const all = shop.eventsOf(day);
		const named = only === undefined ? undefined : (byName(all).get(only) ?? []);
		const wanted = isPlain && named ? named : (named ?? all).filter(isWanted);
		if (isGrouped) return groupEvents(wanted, keyOf);
		return new Map(wanted.length > 0 ? [['[]', wanted]] : []);
	}, DAYS_AT_HAND);
	const groups = groupKeys(daysBetween(from, to), (day) => eventsByDay.get(day));
	if (!isGrouped && groups.length === 0) groups.push('[]');
	const limit = query.limit !== undefined && query.limit >= 0 ? query.limit : Infinity;
	const shown = groups.slice(0, limit);
	assertSize(shown.length * periods.length * columns.length);

	const eventsOf = (day: string, key: string) => eventsByDay.get(day).get(key) ?? [];
	const hoursOf = new Map<string, Map<string, ShopEvent[]>>();
	const eventsAt = (hour: string, day: string, key: string) => {
		const place = `${day} ${key}`;
		const hours = hoursOf.get(place) ?? groupEvents(eventsOf(day, key), hourOf);
		hoursOf.set(place, hours);
		return hours.get(hour) ?? [];
	};
	const valuesAt = (period: Period, key: string) =>
		columns.map((column) => {
			const days = column.window?.(period, from) ?? period.days;
			const { hour } = period;
			const lists = days.map((day) =>
				hour === undefined ? eventsOf(day, key) : eventsAt(hour, day, key),
			);
			// For a year, flat() takes twenty times as long.
			const events = ([] as ShopEvent[]).concat(...lists);
			return column.compute(columns.length === 1 ? events : events.filter(column.passes));
		});
	// Values are computed period by period, so that only the events of a few days are in memory.
	const values = periods.map((period) => shown.map((key) => valuesAt(period, key)));
	const rows = shown.map((key, index): Row => {
		const group = fields.length > 0 ? { by_values: JSON.parse(key) as Value[] } : {};
		const own = values.map((ofPeriod) => ofPeriod[index] as Array<number | null>);
		return { values: query.unit ? own : (own[0] as Array<number | null>), ...group };
	});
	return {
		...(fields.length > 0 ? { by_fields: general } : {}),
		...(query.unit ? { series: rows.length > 0 ? periods.map(({ label }) => label) : [] } : {}),
		rows,
		num_rows: rows.length,
		total_rows: groups.length,
		truncated: shown.length < groups.length,
	};
}

/** Declines a report that is too large for a service with shared memory. */
function assertSize(values: number): void {
	if (values <= MAX_VALUES) return;
	throw badRequest(
		`The report would have ${values} values, the limit is ${MAX_VALUES}: choose a longer unit, a shorter range, fewer by_fields or a limit`,
	);
}

const hourOf = ({ time }: ShopEvent) => time.slice(11, 13);

/** Events of requested days, by their names. */
const named = new WeakMap<readonly ShopEvent[], Map<string, ShopEvent[]>>();

function byName(events: readonly ShopEvent[]): Map<string, ShopEvent[]> {
	const known = named.get(events) ?? groupEvents(events, ({ event }) => event);
	named.set(events, known);
	return known;
}

function groupEvents(
	events: readonly ShopEvent[],
	keyOf: (event: ShopEvent) => string,
): Map<string, ShopEvent[]> {
	const groups = new Map<string, ShopEvent[]>();
	for (const event of events) {
		const key = keyOf(event);
		const group = groups.get(key);
		if (group) group.push(event);
		else groups.set(key, [event]);
	}
	return groups;
}

/** Returns groups by size, the largest first. */
function groupKeys(days: string[], groupsOf: (day: string) => Map<string, ShopEvent[]>): string[] {
	const sizes = new Map<string, number>();
	for (const day of days) {
		for (const [key, { length }] of groupsOf(day)) sizes.set(key, (sizes.get(key) ?? 0) + length);
	}
	return [...sizes].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([key]) => key);
}

function compileMeasure(
	measure: Measure,
	place: string,
	account: Account | undefined,
	today: string,
): Column {
	if (measure.expression !== undefined) return compileCustomMetric(measure, place, account, today);
	const { event_name: event = '', aggregator = '', field } = measure;
	assertEvent(event, `${place}.event_name`, account);
	const rule = AGGREGATORS[aggregator.toLowerCase()];
	if (!rule) throw badRequest(`${place}.aggregator: the aggregator "${aggregator}" is unknown`);
	const isMeasured = compileFilter(measure.filter, `${place}.filter`, today);
	const passes = (candidate: ShopEvent) =>
		(event === ANY_EVENT || candidate.event === event) && isMeasured(candidate);
	const found = findRuleField(rule, aggregator, field, `${place}.field`);
	return {
		...(event === ANY_EVENT ? {} : { event }),
		window: rule.window,
		passes,
		compute: (events) => rule.compute(events, found),
	};
}

/**
 * Compiles a custom metric (docs/service.md, "Formulas"), whose atoms follow the same rules as
 * other measures.
 */
function compileCustomMetric(
	measure: Measure,
	place: string,
	account: Account | undefined,
	today: string,
): Column {
	const isMeasured = compileFilter(measure.filter, `${place}.filter`, today);
	const formula = compileFormula(
		measure.expression as string,
		`${place}.expression`,
		(name, event, property) => {
			assertEvent(event, `${place}.expression`, account);
			// Live formulas count users so (docs/service.md, "Formulas").
			const isUsers = name === 'uniqcount' && property === undefined;
			const rule = AGGREGATORS[name === 'count' ? 'general' : isUsers ? 'unique' : name];
			if (!rule) throw badRequest(`${place}.expression: the function "${name}" is unknown`);
			const field = findRuleField(
				rule,
				name,
				property && `event.${event}.${property}`,
				`${place}.expression`,
			);
			return (events) =>
				rule.compute(
					events.filter((candidate) => event === ANY_EVENT || candidate.event === event),
					field,
				);
		},
	);
	return { passes: isMeasured, compute: formula };
}

function assertEvent(event: string, place: string, account: Account | undefined): void {
	if (event !== ANY_EVENT && !EVENTS[event]) {
		throw badRequest(`${place}: the event "${event}" does not exist or is no longer valid`);
	}
	if (account && account.events !== 'ALL' && !account.events.includes(event)) {
		throw new Refusal(403, `The current user lacks permission for the event "${event}"`, {
			code: 'SA-D-7-2',
		});
	}
}

function findRuleField(
	rule: (typeof AGGREGATORS)[string],
	aggregator: string,
	field: string | undefined,
	place: string,
): Field | undefined {
	if (rule.field === 'none') {
		if (field) throw badRequest(`${place}: the aggregator "${aggregator}" takes no field`);
		return undefined;
	}
	if (!field) throw badRequest(`${place}: the aggregator "${aggregator}" needs a field`);
	const found = findField(field, place);
	if (rule.field === 'number' && found.kind !== 'number')
		throw badRequest(`${place}: "${field}" is no number`);
	return found;
}

/** Returns group values unchanged, or the bucket of a number. */
export function groupValueOf(
	expression: string,
	place: string,
	limits: number[] | undefined,
): (event: ShopEvent) => Value {
	const field = findField(expression, place);
	if (!limits) return (event) => field.valueOf(event);
	if (field.kind !== 'number') throw badRequest(`bucket_params: "${expression}" is no number`);
	return (event) => {
		const value = field.valueOf(event);
		if (typeof value !== 'number') return null;
		const index = limits.findIndex((limit) => value < limit);
		const low = index === 0 ? '-∞' : limits[(index === -1 ? limits.length : index) - 1];
		return `${index === 0 ? '(' : '['}${low}, ${index === -1 ? '+∞' : limits[index]})`;
	};
}
