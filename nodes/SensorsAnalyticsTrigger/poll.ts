import {
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
	type NodeApiError,
	type NodeOperationError,
	OperationalError,
} from 'n8n-workflow';

import { isObject } from '../../credentials/http/json';
import { labelsIn, readingOf } from '../SensorsAnalytics/params/expression';
import { type ReadField, textOf as textOfField } from '../SensorsAnalytics/params/read';
import { settingsFields } from '../SensorsAnalytics/params/options';
import { hidingSecrets, itemError } from '../SensorsAnalytics/transport/errors';
import { unlessAborted } from '../SensorsAnalytics/transport/queue';
import { DEFAULT_SETTINGS } from '../SensorsAnalytics/transport/settings';
import { Service } from '../SensorsAnalytics/transport/service';
import { watchAlarms } from './alarms';
import { ALARM_FIRES, readAlarmSettings, readTriggerSettings, triggerFields } from './fields';
import {
	forget,
	latestMemory,
	type Memory,
	noteQuiet,
	replace,
	takePollTurn,
	memoryText,
	dropForeign,
	type Watched,
} from './memory';
import { watchPeriods } from './watch';

const SECOND_MS = 1000;

/** The time that n8n allows for a poll (docs/trigger.md, T30). */
interface Budget {
	ms: number;
	/** Aborts when it is over. */
	ends: AbortSignal;
}

/** Returns the time from now on; undefined if n8n never ends a poll. */
export function budgetOf(context: IPollFunctions): Budget | undefined {
	const { getPollBudgetMs } = context as { getPollBudgetMs?: () => unknown };
	const ms = typeof getPollBudgetMs === 'function' ? getPollBudgetMs.call(context) : undefined;
	if (typeof ms !== 'number' || !(ms > 0) || !Number.isFinite(ms)) return undefined;
	return { ms, ends: AbortSignal.timeout(Math.ceil(ms)) };
}

/**
 * Runs work that must end in time, even if it hangs: n8n stores nothing of a poll that it has
 * ended, and such a poll must not run at the same time as the next one.
 * @throws OperationalError when the time is over
 */
export async function withinBudget<Result>(
	budget: Budget | undefined,
	work: () => Promise<Result>,
): Promise<Result> {
	if (budget === undefined) return await work();
	const { ms, ends } = budget;
	return await unlessAborted(ends, work, () => tooSlow(ms));
}

function tooSlow(ms: number): OperationalError {
	const seconds = Math.round(ms / SECOND_MS);
	return new OperationalError(
		`Sensors Analytics didn't respond within n8n's poll timeout of ${seconds} s`,
		{
			description:
				"The next poll tries again, and no data is lost. If this continues, use fewer properties in 'Group By' or a smaller 'Maximum Periods to Catch Up'. You can also ask the n8n administrator to increase N8N_SCHEDULER_POLL_TIMEOUT and N8N_SCHEDULER_LEASE_DURATION.",
		},
	);
}

/**
 * Runs one poll: it reports everything new since the last one, also after a downtime. The memory
 * changes only if everything succeeded, so a failed poll loses nothing. A manual run returns an
 * example. Rules: docs/trigger.md.
 */
export async function poll(
	context: IPollFunctions,
	now: Date,
): Promise<INodeExecutionData[][] | null> {
	let failure: NodeApiError | NodeOperationError;
	try {
		return await pollOnce(context, now);
	} catch (error) {
		failure = await hidingSecrets(context, 0, itemError(context.getNode(), 0, error));
		failure.message = withLabelsHere(failure.message);
		failure.description = withLabelsHere(adviceHere(failure.description ?? ''));
	}
	throw failure;
}

async function pollOnce(
	context: IPollFunctions,
	now: Date,
): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') {
		const watched = watchedIn(context, now);
		return give(await watched.example());
	}
	const budget = budgetOf(context);
	const watched = watchedIn(context, now, budget);
	// n8n stores nothing of a memory that is no object (docs/trigger.md, T29).
	const unstored: Memory = {};
	const live = () => {
		const memory: unknown = context.getWorkflowStaticData('node');
		return isObject(memory) ? (memory as Memory) : unstored;
	};
	// n8n keeps the memory by the name, too; workflows from other programs may repeat an ID.
	const key = `${context.getWorkflow().id} ${context.getNode().name}`;
	const turn = takePollTurn(key, live());
	if (turn.kind === 'busy') return null;
	dropForeign(live());
	const stored = memoryText(live());
	const question = watched.question(latestMemory(key, stored));
	if (!question) return null;

	turn.begin();
	try {
		const { items, memory } = await withinBudget(budget, question);
		// Meanwhile the workflow may have been published again, or the memory may have changed.
		if (!turn.isStillMine() || memoryText(live()) !== stored) return null;
		replace(live(), memory);
		if (items.length > 0 && live() !== unstored) forget(key);
		else noteQuiet(key, stored, live());
		return give(items);
	} finally {
		turn.end(live());
	}
}

const LABELS = labelsIn(() => triggerFields);

/** Labels of fields that the trigger does not have. */
const ELSEWHERE = settingsFields.map(({ displayName }) => `'${displayName}'`);

/**
 * Removes the sentences about fields that the trigger does not have from the advice of an error.
 */
export function adviceHere(description: string): string {
	const sentences = description.split('. ');
	const here = sentences
		.filter((one) => !ELSEWHERE.some((label) => one.includes(label)))
		.join('. ');
	return here === '' || here.endsWith('.') || !description.endsWith('.') ? here : `${here}.`;
}

/** What the trigger has for fields of reports. */
const HERE: ReadonlyArray<readonly [elsewhere: string, here: string]> = [
	["'Time Zone'", "'Project Time Zone'"],
	["'Unit'", "'Period'"],
	['a shorter date range', "a smaller 'Maximum Periods to Catch Up'"],
	["the first day of 'Date Range'", 'the first day'],
	["the last day of 'Date Range'", 'the last day'],
];

/** Names the trigger's own fields in the words of an error about those of a report. */
export function withLabelsHere(said: string): string {
	return HERE.reduce((words, [elsewhere, here]) => words.replaceAll(elsewhere, here), said);
}

/** Returns what the form is set to watch. @throws UserError that names the field */
function watchedIn(context: IPollFunctions, now: Date, budget?: Budget): Watched {
	const parameter: ReadField = (name) => context.getNodeParameter(name, '');
	const { parameters: saved } = context.getNode();
	const field = readingOf(parameter, { saved, ...LABELS });
	// A poll sends at most three requests, or has the pace of the key, so it needs no pace of its
	// own.
	const service = new Service(context, { ...DEFAULT_SETTINGS, requestsPerSecond: 0 }, budget?.ends);
	return textOfField(field('triggerOn')) === ALARM_FIRES
		? watchAlarms(
				service,
				readAlarmSettings(field, context.getNode()),
				now,
				async (id, error) => await reportUnread(context, id, error),
				budget?.ms,
			)
		: watchPeriods(service, readTriggerSettings(field, context.getNode()), now);
}

/** Logs an alert that can't be read, because n8n shows no hints of polls. Returns the words. */
async function reportUnread(context: IPollFunctions, id: string, error: unknown): Promise<string> {
	const { message } = await hidingSecrets(context, 0, itemError(context.getNode(), 0, error));
	const words = `Alert ${id} can't be read: ${message}`;
	context.logger.warn(words);
	return words;
}

function give(items: IDataObject[]): INodeExecutionData[][] | null {
	return items.length > 0 ? [items.map((json) => ({ json }))] : null;
}
