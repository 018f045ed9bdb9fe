/** The older form of a funnel's answer: `funnel_detail` (docs/service.md, "Funnel"). */
import type { Steps } from '../../../../../credentials/http/slices';
import { mapSteps } from '../../../table/steps';
import { amountIn, type JsonObject, textIn } from '../../../query/json';
import { checkEnd, type FunnelEntry, usersIn } from '../../rows/funnel';
import { objectsOf } from '../../rows/cells';
import type { Grouping } from '../../rows/place';
import { placeOf } from './place';

/** Names seen or likely for the users of a step. */
const USERS = ['converted_user', 'convert_user', 'user_count', 'people', 'total_people'];

/** About as many as one has. */
const CELLS_A_ENTRY = 30;

/** @throws UnknownForm */
export function* detailsSteps(details: unknown, grouping: Grouping): Steps<FunnelEntry[]> {
	const read = (detail: JsonObject, index: number): FunnelEntry => {
		const name = `entry ${index + 1}`;
		const steps = objectsOf(detail.steps, `'steps' of ${name}`).map((step, at) => ({
			users: usersIn(step, USERS, `step ${at + 1} of ${name}`),
			event: textIn(step, 'event_name'),
		}));
		const entry = { ...placeOf(detail, grouping, name), steps, name };
		checkEnd(entry, [amountIn(detail, 'completion_converted_user')]);
		return entry;
	};
	return yield* mapSteps(objectsOf(details, "'funnel_detail'"), read, CELLS_A_ENTRY);
}
