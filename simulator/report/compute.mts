import type { Account } from '../identity/accounts.mts';
import { EVENTS, type Shop, type ShopEvent, type Value } from '../data/shop.mts';
import { badRequest, Refusal } from '../refusal.mts';
import { AGGREGATORS } from './aggregate.mts';
import { ANY_EVENT, type Field, findField } from './fields.mts';
import { compileFilter } from './filter.mts';
import { daysBetween, type Period, periodsOf } from './periods.mts';
import type { Measure, ReportQuery } from './query.mts';

interface Column {
	field?: Field;
	rule: (typeof AGGREGATORS)[string];
	passes(event: ShopEvent): boolean;
}

interface Row {
	values: Array<Array<number | null>> | Array<number | null>;
	by_values?: Value[];
}

/** A result of field notes 11.1, without the times that the answer adds. */
export interface Result {
	by_fields?: string[];
	series?: string[];
	rows: Row[];
	num_rows: number;
	total_rows: number;
	truncated: boolean;
}

/** What the query asks of the shop's events between the two days, both included. */
export function computeReport(shop: Shop, query: ReportQuery, account?: Account): Result {
	const columns = query.measures.map((measure, index) =>
		compileMeasure(measure, `measures.${index}`, account),
	);
	const byFields = (query.by_fields ?? []).map((field, index) =>
		findField(field, `by_fields.${index}`),
	);
	const passes = compileFilter(query.filter, 'filter');
	const from = query.from_date.slice(0, 10);
	const to = query.to_date.slice(0, 10);
	const periods: Period[] = query.unit
		? periodsOf(query.unit, from, to)
		: [{ label: '', days: daysBetween(from, to) }];

	const keyOf = (event: ShopEvent) => JSON.stringify(byFields.map((field) => field.valueOf(event)));
	const groups = groupKeys(
		shop,
		daysBetween(from, to),
		(event) => passes(event) && columns.some((column) => column.passes(event)),
		keyOf,
	);
	if (byFields.length === 0 && groups.length === 0) groups.push('[]');
	const limit = query.limit !== undefined && query.limit >= 0 ? query.limit : Infinity;
	const shown = groups.slice(0, limit);

	const valuesAt = (period: Period, key: string) =>
		columns.map(({ rule, field, passes: isMeasured }) => {
			const days = rule.window?.(period, from) ?? period.days;
			const events = days
				.flatMap((day) => shop.eventsOf(day))
				.filter(
					(event) =>
						isMeasured(event) &&
						passes(event) &&
						keyOf(event) === key &&
						(period.hour === undefined || event.time.slice(11, 13) === period.hour),
				);
			return rule.compute(events, field);
		});
	const rows = shown.map((key): Row => {
		const group = byFields.length > 0 ? { by_values: JSON.parse(key) as Value[] } : {};
		return query.unit
			? { values: periods.map((period) => valuesAt(period, key)), ...group }
			: { values: valuesAt(periods[0] as Period, key), ...group };
	});
	return {
		...(byFields.length > 0 ? { by_fields: byFields.map(({ generalName }) => generalName) } : {}),
		...(query.unit ? { series: rows.length > 0 ? periods.map(({ label }) => label) : [] } : {}),
		rows,
		num_rows: rows.length,
		total_rows: groups.length,
		truncated: shown.length < groups.length,
	};
}

/** Groups in the order of their size, the largest first. */
function groupKeys(
	shop: Shop,
	days: string[],
	isCounted: (event: ShopEvent) => boolean,
	keyOf: (event: ShopEvent) => string,
): string[] {
	const sizes = new Map<string, number>();
	for (const event of days.flatMap((day) => shop.eventsOf(day))) {
		if (isCounted(event)) sizes.set(keyOf(event), (sizes.get(keyOf(event)) ?? 0) + 1);
	}
	return [...sizes].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([key]) => key);
}

function compileMeasure(measure: Measure, place: string, account?: Account): Column {
	const { event_name: event, aggregator, field } = measure;
	if (event !== ANY_EVENT && !EVENTS[event]) {
		throw badRequest(
			`${place}.event_name: the event "${event}" does not exist or is no longer valid`,
		);
	}
	if (account && account.events !== 'ALL' && !account.events.includes(event)) {
		throw new Refusal(403, `The current user lacks permission for the event "${event}"`, {
			code: 'SA-D-7-2',
		});
	}
	const rule = AGGREGATORS[aggregator.toLowerCase()];
	if (!rule) throw badRequest(`${place}.aggregator: the aggregator "${aggregator}" is unknown`);
	const isMeasured = compileFilter(measure.filter, `${place}.filter`);
	const passes = (candidate: ShopEvent) =>
		(event === ANY_EVENT || candidate.event === event) && isMeasured(candidate);
	if (rule.field === 'none') {
		if (field) throw badRequest(`${place}.field: the aggregator "${aggregator}" takes no field`);
		return { rule, passes };
	}
	if (!field) throw badRequest(`${place}.field: the aggregator "${aggregator}" needs a field`);
	const found = findField(field, `${place}.field`);
	if (rule.field === 'number' && found.kind !== 'number') {
		throw badRequest(`${place}.field: "${field}" is no number`);
	}
	return { rule, field: found, passes };
}
