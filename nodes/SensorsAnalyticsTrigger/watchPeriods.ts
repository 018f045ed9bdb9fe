import type { Service } from '../SensorsAnalytics/transport/service';
import { example } from './example';
import { memoryOf, recall, type Remembered } from './memory';
import { news } from './news';
import { lastFinishedPeriod, previousPeriod } from './periods';
import { askAgainAt, isTooEarly, lookAgainAt } from './rarely';
import type { TriggerSettings } from './settings';
import type { Watched } from './watched';

/** Periods that become complete, and numbers of them (docs/trigger.md). */
export function watchPeriods(service: Service, settings: TriggerSettings, now: Date): Watched {
	const { clock, counting } = settings;
	return {
		example: async () => await example(service, settings, now),
		question(memory) {
			const last = lastFinishedPeriod(clock, now);
			const known = recall(memory, counting, clock, now);
			if (known && (known.lastPeriod >= last || isTooEarly(memory, now))) return undefined;
			return {
				async ask() {
					const found = await news(service, settings, now, known ?? begin(settings, last), last);
					const { missing, reach, items } = found;
					const next = missing === undefined ? undefined : askAgainAt(clock, missing, reach);
					const again = found.now.looks ? lookAgainAt(now) : next;
					return { items, memory: memoryOf(counting, found.now, again) };
				},
			};
		},
	};
}

/** What is remembered before the first poll: what is finished does not count (T5). */
function begin({ clock, startsWithLast }: TriggerSettings, last: string): Remembered {
	return { lastPeriod: startsWithLast ? previousPeriod(clock, last) : last };
}
