import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { emptyFilter } from '../SensorsAnalytics/form/filterFaults';
import { labelsIn, readingOf } from '../SensorsAnalytics/form/expressions';
import { type ReadField, textOf as textOfField } from '../SensorsAnalytics/form/reading';
import { Service } from '../SensorsAnalytics/transport/service';
import { DEFAULT_SETTINGS } from '../SensorsAnalytics/transport/queue';
import { ALARM_FIRES } from './alarms/fields';
import { readAlarmSettings } from './alarms/settings';
import { watchAlarms } from './alarms/watchAlarms';
import { type Budget, budgetOf, within } from './budget';
import { triggerFields } from './fields';
import { type Memory, replace } from './memory';
import { takeTurn } from './oneAtATime';
import { readTriggerSettings } from './settings';
import { forget, latest, note, textOf } from './sinceStored';
import type { Watched } from './watched';
import { watchPeriods } from './watchPeriods';

/**
 * One poll: what has come since the last one, all of it after a downtime. What is remembered changes
 * only when everything went well, so a failed poll loses nothing. A manual run gets an example. The
 * rules: docs/trigger.md.
 */
export async function poll(
	context: IPollFunctions,
	now: Date,
): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') {
		const watched = watchedIn(context, now);
		assertFilters(context);
		return give(await watched.example());
	}
	const budget = budgetOf(context);
	const watched = watchedIn(context, now, budget);
	const live = () => context.getWorkflowStaticData('node') as Memory;
	const key = `${context.getWorkflow().id} ${context.getNode().id}`;
	const turn = takeTurn(key, live());
	if (turn.kind === 'busy') return null;
	const stored = textOf(live());
	const question = watched.question(latest(key, live()));
	if (!question) return null;

	turn.begin();
	try {
		const { items, memory } = await within(budget, async () => await question.ask());
		// Meanwhile the workflow may have been published anew, or the memory may have moved on.
		if (!turn.isStillMine() || textOf(live()) !== stored) return null;
		replace(live(), memory);
		if (items.length > 0) forget(key);
		else note(key, stored, live());
		return give(items);
	} finally {
		turn.end(live());
	}
}

/** Who tries the form sees it; what was published before goes on. @throws UserError for an empty one */
function assertFilters(context: IPollFunctions): void {
	const words = emptyFilter(triggerFields, (name) => context.getNodeParameter(name, ''));
	if (words !== undefined) throw new UserError(words);
}

/** What the form says to wait for. @throws UserError that names the field */
function watchedIn(context: IPollFunctions, now: Date, budget?: Budget): Watched {
	const given: ReadField = (name) => context.getNodeParameter(name, '');
	const { parameters: saved } = context.getNode();
	const field = readingOf(given, { saved, labelOf: labelsIn(() => triggerFields) });
	// A poll asks twice at most, or has the pace of the key: there is no other one to keep.
	const service = new Service(context, { ...DEFAULT_SETTINGS, requestsPerSecond: 0 }, budget?.ends);
	return textOfField(field('triggerOn')) === ALARM_FIRES
		? watchAlarms(service, readAlarmSettings(field, context.getNode()), now, budget?.ms)
		: watchPeriods(service, readTriggerSettings(field, context.getNode()), now);
}

function give(items: IDataObject[]): INodeExecutionData[][] | null {
	return items.length > 0 ? [items.map((json) => ({ json }))] : null;
}
