import { OperationalError } from 'n8n-workflow';

import { type DateRange, type EventQuery, TOTAL } from '../query/eventQuery';
import type { Service } from '../transport/service';
import { wireFor } from '../wire';

/** Numbers in one report. */
const EVENTS_PER_REPORT = 20;

/**
 * How many there are of each event in the range, told by reports.
 * @throws NodeApiError where the account may not count one of them
 */
export async function countEvents(
	service: Service,
	itemIndex: number,
	names: readonly string[],
	range: DateRange,
): Promise<Map<string, number>> {
	const { event: report } = wireFor(await service.connectionOf(itemIndex)).reports;
	if (!report) throw new OperationalError('Events can not be counted with this credential');
	const counts = new Map<string, number>();
	for (let start = 0; start < names.length; start += EVENTS_PER_REPORT) {
		const some = names.slice(start, start + EVENTS_PER_REPORT);
		const query: EventQuery = {
			measures: some.map((event, index) => ({
				kind: 'event',
				event,
				aggregator: 'general',
				name: `n${index}`,
			})),
			groupBy: [],
			unit: TOTAL,
		};
		const request = report.request({ query }, range, { hasTotals: true });
		const { rows } = report.read(await service.callOnce(itemIndex, request), query);
		const [cells = []] = rows.toArray();
		// No row at all: nothing happened.
		for (const [index, name] of some.entries()) counts.set(name, Number(cells[index] ?? 0));
	}
	return counts;
}
