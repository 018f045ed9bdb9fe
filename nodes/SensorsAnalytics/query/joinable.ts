import { UserError } from 'n8n-workflow';

import { defaultName, type NamedParts, natureOf } from './columns';
import { TOTAL } from './eventQuery';

const CUMULATED = ['rollup_count', 'rollup_uniq'];

/**
 * Refuses to join slices of a range where the result would not be that of the whole range: numbers
 * that cumulate from its start, and totals that can't be added up (a user who came in both slices
 * counts once).
 * @throws UserError that names the measure
 */
export function assertJoinable({ measures, unit }: NamedParts, hasTotals: boolean): void {
	for (const measure of measures) {
		const name = measure.name ?? defaultName(measure);
		if (measure.kind === 'event' && CUMULATED.includes(measure.aggregator)) {
			throw new UserError(
				`'${name}' cumulates from the start of the range: it can't be split. Remove the option 'Split Range (Days)'`,
			);
		}
		if ((hasTotals || unit === TOTAL) && natureOf(measure) !== 'sum') {
			throw new UserError(
				`The total of '${name}' can't be added up from slices. Remove the option 'Split Range (Days)', or ask for no total`,
			);
		}
	}
}
