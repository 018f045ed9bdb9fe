import { UserError } from 'n8n-workflow';

import { type DateRange, type Property, TOTAL } from '../query/eventQuery';
import { COUNT_USERS, measureOfUsers } from '../query/modelQueries';
import type { Service } from '../transport/service';
import { wireFor } from '../wire';
import type { How, Wire } from '../wire/wire';

/** A value of a property, and how many events (of users' properties: users) have it. */
export interface ValueCount {
	/** null: they have none. */
	value: string | number | boolean | null;
	count: number;
}

export interface CountedValues {
	/** The most frequent one first. */
	values: ValueCount[];
	/** Whether there are more than the service tells. */
	isTruncated: boolean;
	isSampled: boolean;
}

/** As many as the service tells at once (docs/service.md, "Limits"). */
const MOST_VALUES = 10_000;

/**
 * The values of a property, counted by a report: of events in the range, of users as they are now.
 * @throws UserError for a property that is neither of events nor of users
 */
export async function countValues(
	service: Service,
	itemIndex: number,
	property: Property,
	range: DateRange,
): Promise<CountedValues> {
	const wire = wireFor(await service.connectionOf(itemIndex));
	const { request, read } = reportOf(wire, property, range);
	const table = read(await service.callOnce(itemIndex, request));
	const values = table.rows.toArray().map((cells): ValueCount => {
		const [value = null, count] = cells;
		return { value, count: typeof count === 'number' ? count : 0 };
	});
	return {
		values: values.sort((a, b) => b.count - a.count || order(a.value, b.value)),
		isTruncated: table.isTruncated,
		isSampled: table.isSampled,
	};
}

function reportOf(wire: Wire, property: Property, range: DateRange) {
	const how: How = { hasTotals: true, limit: MOST_VALUES };
	const { event: events, userProperties: users } = wire.reports;
	if (property.of === 'event' && events) {
		const { event } = property;
		const query = {
			measures: [{ kind: 'event' as const, event, aggregator: 'general', name: 'count' }],
			groupBy: [{ property }],
			unit: TOTAL,
		};
		return {
			request: events.request({ query }, range, how),
			read: (answer: unknown) => events.read(answer, query),
		};
	}
	if (property.of === 'user' && users) {
		const query = { measures: [measureOfUsers(COUNT_USERS)], groupBy: [property] };
		return {
			request: users.request({ query }, undefined, how),
			read: (answer: unknown) => users.read(answer, query),
		};
	}
	throw new UserError(
		'Values can be counted of properties of events and of users: write event.<event>.<property> or user.<property>',
	);
}

/** Values before none, then by their letters. */
function order(a: ValueCount['value'], b: ValueCount['value']): number {
	if (a === null || b === null) return Number(a === null) - Number(b === null);
	return String(a).localeCompare(String(b), 'en');
}
