import { timesIn, type WriteTime } from '../output/times';
import type { ItemRun } from './operation';

/** How moments are written: by the clocks of a zone, that of the workflow if not said. */
export function timesOf({ context }: ItemRun, timeZone?: string): WriteTime {
	return timesIn(timeZone ?? context.getTimezone());
}
