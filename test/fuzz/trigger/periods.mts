/** Periods that become complete, and their numbers. */
import { SECRET } from '../harness/credentials.mts';
import { formOf } from './context.mts';
import { expect, hasToAsk, type Mind, played, type Setting, watchedIn } from './oracle.mts';
import type { Watch } from './watch.mts';
import type { World } from './world.mts';

export function periods(world: World): Watch<Setting, Mind> {
	return {
		signIn: SECRET,
		form: (setting) => formOf(played(world, setting), world.plan.zone, world.plan.isCount),
		watchedIn: (setting) => watchedIn(played(world, setting)),
		hasToAsk: (setting, mind, now) => hasToAsk(world, played(world, setting), mind, now),
		expect(given, mind, now) {
			const setting = played(world, given);
			const expected = expect(world, setting, mind, now);
			// A number may cross its limit twice in a period, where it was corrected meanwhile.
			const reported =
				setting.on === 'periodComplete' ? expected.reported.map((p) => `period ${p}`) : [];
			return { ...expected, reported };
		},
		answer: ({ body }, moment) => world.answer(body as Parameters<World['answer']>[0], moment),
	};
}
