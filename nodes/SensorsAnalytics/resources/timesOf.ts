import { asTold, timesIn, type WriteTime } from '../output/times';
import type { ItemRun } from './operation';

/** Version of the node from which on all moments and dates are written in one way. */
export const ONE_WAY_SINCE = 1.2;

/** How moments are written: by the clocks of a zone, that of the workflow if not said. */
export function timesOf({ context, version }: ItemRun, timeZone?: string): WriteTime {
	return version >= ONE_WAY_SINCE ? timesIn(timeZone ?? context.getTimezone()) : asTold;
}
