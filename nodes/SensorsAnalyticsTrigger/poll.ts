import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { Service } from '../SensorsAnalytics/transport/service';
import { DEFAULT_SETTINGS } from '../SensorsAnalytics/transport/settings';
import { example } from './example';
import { type Memory, recall, remember, type Remembered } from './memory';
import { news } from './news';
import { takeTurn } from './oneAtATime';
import { lastFinishedPeriod, previousPeriod } from './periods';
import { askAgainAt, isTooEarly } from './rarely';
import { readTriggerSettings, type TriggerSettings } from './settings';

/**
 * One poll: the periods that have become complete since the last one, all of them after a
 * downtime. What is remembered changes only when everything went well, so a failed poll loses
 * nothing. In a manual run the last complete period stands for an example. The rules:
 * docs/trigger.md.
 */
export async function poll(
	context: IPollFunctions,
	now: Date,
): Promise<INodeExecutionData[][] | null> {
	const settings = readTriggerSettings(
		(name) => context.getNodeParameter(name, ''),
		context.getNode(),
	);
	// A poll asks twice at most: there is no pace to keep.
	const service = new Service(context, { ...DEFAULT_SETTINGS, requestsPerSecond: 0 });
	if (context.getMode() === 'manual') return give(await example(service, settings, now));

	const memory = context.getWorkflowStaticData('node') as Memory;
	const turn = takeTurn(`${context.getWorkflow().id} ${context.getNode().id}`, memory);
	if (turn.kind === 'busy') return null;
	const last = lastFinishedPeriod(settings.clock, now);
	const known = recallFor(settings, memory);
	if (known && (known.lastPeriod >= last || isTooEarly(memory, now))) return null;

	turn.begin();
	const live = () => context.getWorkflowStaticData('node') as Memory;
	try {
		const found = await news(service, settings, now, known ?? begin(settings, last), last);
		// Meanwhile the workflow may have been published anew, or the memory may have moved on.
		const isSame = recallFor(settings, live())?.lastPeriod === known?.lastPeriod;
		if (!turn.isStillMine() || !isSame) return null;
		const { missing, reach } = found;
		const again = missing === undefined ? undefined : askAgainAt(settings.clock, missing, reach);
		remember(live(), settings.counting, found.now, again);
		return give(found.items);
	} finally {
		turn.end(live());
	}
}

/** What is remembered before the first poll: what is finished does not count (T5). */
function begin({ clock, startsWithLast }: TriggerSettings, last: string): Remembered {
	return { lastPeriod: startsWithLast ? previousPeriod(clock, last) : last };
}

function recallFor({ clock, counting }: TriggerSettings, memory: Memory): Remembered | undefined {
	return recall(memory, counting, `${clock.unit} in ${clock.timeZone}`);
}

function give(items: IDataObject[]): INodeExecutionData[][] | null {
	return items.length > 0 ? [items.map((json) => ({ json }))] : null;
}
