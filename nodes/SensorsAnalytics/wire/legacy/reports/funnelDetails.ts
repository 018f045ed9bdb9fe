/** The older form of a funnel's answer: `funnel_detail` (docs/service.md, "Funnel"). */
import { amountIn, textIn } from '../../../query/json';
import { checkEnd, type FunnelEntry, usersIn } from '../../rows/funnel';
import { objectsOf } from '../../rows/cells';
import type { Grouping } from '../../rows/place';
import { placeOf } from './place';

/** Names seen or likely for the users of a step. */
const USERS = ['converted_user', 'convert_user', 'user_count', 'people', 'total_people'];

/** @throws UnknownForm */
export function readDetails(details: unknown, grouping: Grouping): FunnelEntry[] {
	return objectsOf(details, "'funnel_detail'").map((detail, index) => {
		const name = `entry ${index + 1}`;
		const steps = objectsOf(detail.steps, `'steps' of ${name}`).map((step, at) => ({
			users: usersIn(step, USERS, `step ${at + 1} of ${name}`),
			event: textIn(step, 'event_name'),
		}));
		const entry = { ...placeOf(detail, grouping, name), steps, name };
		checkEnd(entry, [amountIn(detail, 'completion_converted_user')]);
		return entry;
	});
}
