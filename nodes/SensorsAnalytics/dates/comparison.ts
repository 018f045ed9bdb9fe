import type { DateRange } from '../query/eventQuery';
import { addDays, addMonths, daysBetween } from './calendar';

export type ComparisonPreset = 'previousPeriod' | 'lastWeek' | 'lastMonth' | 'lastYear';

/** The range to compare with: as many days right before, or the same days earlier. */
export function comparisonRange(preset: ComparisonPreset, { from, to }: DateRange): DateRange {
	switch (preset) {
		case 'previousPeriod': {
			const days = daysBetween(from, to) + 1;
			return { from: addDays(from, -days), to: addDays(from, -1) };
		}
		case 'lastWeek':
			return { from: addDays(from, -7), to: addDays(to, -7) };
		case 'lastMonth':
			return { from: addMonths(from, -1), to: addMonths(to, -1) };
		case 'lastYear':
			return { from: addMonths(from, -12), to: addMonths(to, -12) };
	}
}

/** A range at the same distance from `to` as it has from `from`, and as long as `to`. */
export function moveRange(range: DateRange, from: DateRange, to: DateRange): DateRange {
	const distance = daysBetween(from.from, range.from);
	return from.from === to.from && from.to === to.to
		? range
		: { from: addDays(to.from, distance), to: addDays(to.to, distance) };
}
