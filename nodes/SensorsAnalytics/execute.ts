import {
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	UserError,
} from 'n8n-workflow';

import { quoted } from '../../credentials/http/redact';
import { describeResources, resources } from './actions/description';
import { reportResource } from './actions/report';
import { accessTokenRuns } from './actions/run/accessToken';
import { catalogRuns } from './actions/run/catalog';
import { datasetRuns } from './actions/run/dataset';
import { savedReportRuns } from './actions/run/savedReport';
import { sqlRuns } from './actions/run/sql';
import { userRuns } from './actions/run/user';
import { userGroupRuns } from './actions/run/userGroup';
import { savedReportResource } from './actions/savedReport';
import { formOf, isPreview, type ItemRun, itemRun, type OperationRuns, serviceOf } from './item';
import { asData, isWorded, toListAnswer, toRefusal, toTableAnswer } from './output/agent';
import { messageWriters } from './output/message';
import { DEFAULT_CHARACTERS, isMessage, type OutputForm, takes } from './output/message/forms';
import {
	assertFew,
	combinedDigest,
	distinctParts,
	failedPart,
	localeOf,
	type MessagePart,
	partsIn,
} from './output/message/part';
import { escapeText } from './output/message/text';
import { inputKeeper } from './output/present';
import { labelsIn } from './params/expression';
import { type ReadField, textOf } from './params/read';
import { readLimit } from './params/list';
import { IN_INPUT_ORDER, isCombining, PROJECT, readMessageOptions } from './params/message';
import { KEEP_INPUT, readSettings } from './params/options';
import { runExplain } from './reports/explain/run';
import { suggestNames } from './reports/names';
import { planReport } from './reports/plan';
import { reports } from './reports/registry';
import type { Report } from './reports/report';
import { runDefinition, runReport } from './reports/run';
import { cancelSignalOf, isTool } from './transport/context';
import { hidingSecrets, isNameRefusal, itemError } from './transport/errors';
import { assertPreviews, itemsWithout } from './transport/leftOut';
import { runSideBySide } from './transport/queue';
import type { Service } from './transport/service';

const LABELS = labelsIn(describeResources);

export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const { parameters: saved } = context.getNode();
	const form = { saved, ...LABELS, shared: new Map<string, unknown>() };
	const service = serviceOf(context, formOf(context, 0, form));
	const combine = items.length === 0 || isTool(context) ? undefined : combineOf(context);
	const isOne = combine !== undefined;
	if (isOne) form.shared.set('messageCombine', combine);
	const [first] = isOne
		? items.flatMap(({ json }) => partsIn(json)).filter(({ isError }) => !isError)
		: [];
	// A message has one language, that of the first part.
	if (first && textOf(context.getNodeParameter('messageLanguage', 0, '')) === PROJECT)
		form.shared.set('messageLanguage', localeOf(first.language));
	const keepInput = inputKeeper();
	const workOn = async (itemIndex: number): Promise<INodeExecutionData[]> => {
		try {
			const field = formOf(context, itemIndex, form);
			service.applySettings(itemIndex, readSettings(field('options') as IDataObject));
			const run = itemRun(context, service, itemIndex, field);
			const all = await runOperation(run);
			const { leftOut } = await service.usageOf(itemIndex);
			if (isPreview(run)) assertPreviews(all, leftOut);
			const isOwn = isPreview(run) || isWorded(all);
			const found = isOwn ? all : await itemsWithout(all, leftOut, isOfReport(run));
			if (isTool(context)) return await toolItems(run, all, found);
			const keeps = run.options[KEEP_INPUT] === true && !isOne;
			if (keeps) await keepInput(found, items[itemIndex]?.json);
			return found;
		} catch (error) {
			const suggestion = isNameRefusal(error)
				? await suggestNames(service, itemIndex, error)
				: undefined;
			const placed = itemError(context.getNode(), itemIndex, error, suggestion);
			const failure = await hidingSecrets(context, itemIndex, placed);
			// When the user stops an execution, no further items are processed.
			if (cancelSignalOf(context)?.aborted) throw failure;
			if (isTool(context)) {
				const refusal = asData(toRefusal(failure));
				const json = await withProjectNotes(service, itemIndex, context, refusal);
				return [{ json, pairedItem: { item: itemIndex } }];
			}
			if (!context.continueOnFail()) throw failure;
			// The item's own fields show which item failed. n8n itself adds them to items for the error
			// output, which it recognizes by having no other keys. An `error` next to `json` would make
			// it drop the fields in both cases.
			const isRouted = context.getNode().onError === 'continueErrorOutput';
			const fields = isRouted ? {} : items[itemIndex]?.json;
			// An item has no description, in which the error would show the suggestion.
			const words =
				suggestion && failure === placed ? `${failure.message}. ${suggestion}` : failure.message;
			return [{ json: { ...fields, error: words }, pairedItem: { item: itemIndex } }];
		}
	};
	const perItem = await runSideBySide(
		items.length,
		service.settings.itemsAtOnce,
		workOn,
		() => service.hasAnswered,
	);
	if (isOne) {
		return [await combineItems(context, formOf(context, 0, form), items, perItem)];
	}
	// For a large report, `flat` takes as long as making its items.
	return [perItem.length === 1 ? (perItem[0] ?? []) : perItem.flat()];
}

/** Choice that n8n itself adds to the lists Resource and Operation. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

const reportRuns: OperationRuns = {
	explainChange: async (run) => await runExplain(run, new Date()),
};
for (const report of Object.values(reports) as unknown as Report[]) {
	reportRuns[String(report.option.value)] = async (run) =>
		run.field('queryMode') === 'definition'
			? await runDefinition(run, report, new Date())
			: await runReport(run, planReport(run, new Date(), report));
}

export const operationRuns: OperationRuns = {
	...accessTokenRuns,
	...catalogRuns,
	...datasetRuns,
	...reportRuns,
	...savedReportRuns,
	...sqlRuns,
	...userRuns,
	...userGroupRuns,
};

export async function runOperation(run: ItemRun): Promise<INodeExecutionData[]> {
	const resource = run.field('resource');
	const name = run.field('operation');
	if (resource === CUSTOM_API_CALL || name === CUSTOM_API_CALL) {
		throw new UserError(
			`'${resource === CUSTOM_API_CALL ? 'Resource' : 'Operation'}' is Custom API Call, which n8n runs in the HTTP Request node. In that node, set 'Authentication' to Predefined Credential Type, and choose Sensors Analytics API`,
		);
	}
	const operation = resources
		.find(({ option }) => option.value === resource)
		?.operations.find(({ option }) => option.value === name);
	const work = operationRuns[String(name)];
	if (operation === undefined || work === undefined) {
		throw new UserError(
			name === ''
				? `'Operation' is empty for the 'Resource' ${quoted(resource)}. Choose an operation`
				: `The 'Resource' ${quoted(resource)} has no 'Operation' ${quoted(name)}. Choose another operation`,
		);
	}
	return await work(run);
}

const NOTHING = 'Nothing was found. Ask with other words, dates or conditions';

/**
 * Files stay unchanged, because n8n doesn't pass them to models. `made` has the properties that the
 * credential leaves out of `items`.
 */
async function toolItems(
	run: ItemRun,
	made: readonly INodeExecutionData[],
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	if (items.some(({ binary }) => binary !== undefined)) return items;
	const { service, itemIndex, context, notes } = run;
	const objects = items.map(({ json }) => json);
	const [only] = objects;
	// The length of a message depends on its target, that of a table on the report, and that of an
	// event on the user.
	const isWhole = isOfReport(run) && !UNBOUND.has(String(run.field('output')));
	const isComplete = isWhole || made.every(({ json }) => isWorded(json));
	const limit = readLimit(run.field) ?? (run.options.limit as number | undefined);
	const isAlone =
		objects.length === 1 && notes.length === 0 && (isComplete || (isShort(only) && limit !== 1));
	const isTable =
		run.field('output') === 'table' && [only?.columns, only?.rows].every(Array.isArray);
	const answer = !only
		? { found: 0, advice: [...notes, NOTHING].join(' ') }
		: isAlone
			? only
			: isTable
				? toTableAnswer(only)
				: toListAnswer(objects, {
						isCatalog: isCatalog(run),
						limit,
						notes,
					});
	const isOwn = !isAlone || isComplete;
	const cleaned = asData(answer, isOwn);
	const json = await withProjectNotes(service, itemIndex, context, cleaned);
	return [{ json, pairedItem: { item: itemIndex } }];
}

function isOfReport({ field }: ItemRun): boolean {
	const resource = field('resource');
	return [reportResource, savedReportResource].some(({ option }) => option.value === resource);
}

/** Whether it lists entities of the project instead of data, in which null is a value. */
function isCatalog({ field }: ItemRun): boolean {
	return String(field('operation')).startsWith('getMany') && field('resource') !== 'user';
}

/** Outputs that grow with the report. */
const UNBOUND = new Set(['rows', 'table', 'wide', 'summary', 'raw']);

function isShort(answer: IDataObject | undefined): boolean {
	return JSON.stringify(answer ?? {}).length <= DEFAULT_CHARACTERS;
}

/** The last executions whose model has read the notes of a credential. */
const withNotes = new Set<string>();
const MOST_WITH_NOTES = 1000;

/** Adds the credential's notes for models to the first answer of an execution. */
async function withProjectNotes(
	service: Service,
	itemIndex: number,
	context: IExecuteFunctions,
	answer: IDataObject,
): Promise<IDataObject> {
	// If the credential can't be read, its error is reported elsewhere.
	const usage = await service.usageOf(itemIndex).catch(() => undefined);
	if (!usage || usage.notes === '') return answer;
	const execution = context.getExecutionId();
	const key = `${execution} ${usage.notes}`;
	if (execution && withNotes.has(key)) return answer;
	withNotes.add(key);
	if (withNotes.size > MOST_WITH_NOTES) withNotes.delete([...withNotes][0] as string);
	return { project: usage.notes, ...('project' in answer ? { object: answer } : answer) };
}

/** Returns how the reports of all items are combined, if at all; message parts always are. */
function combineOf(context: IExecuteFunctions): unknown {
	const [output, chosen] = ['output', 'messageCombine'].map((name) =>
		textOf(context.getNodeParameter(name, 0, '')),
	) as [OutputForm, string];
	if (output === 'part') return chosen;
	if (!takes(output, 'combine')) return undefined;
	if (isCombining(chosen)) return chosen;
	const hasParts = context.getInputData().some(({ json }) => partsIn(json).length > 0);
	return hasParts ? IN_INPUT_ORDER : undefined;
}

/**
 * Returns one item for all reports: those of previous nodes, in the order of the items, each
 * followed by this node's. A failed one is named; items for the error output stay separate.
 */
async function combineItems(
	context: IExecuteFunctions,
	field: ReadField,
	items: readonly INodeExecutionData[],
	perItem: ReadonlyArray<readonly INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const output = field('output') as OutputForm;
	if (!isMessage(output)) return perItem.flat();
	const isRouted = context.getNode().onError === 'continueErrorOutput';
	const alone: INodeExecutionData[] = [];
	const parts: MessagePart[] = [];
	const placeOf = (index: number) => (items.length > 1 ? `${index + 1}/${items.length}` : '');
	for (const [index, own] of perItem.entries()) {
		const { json = {} } = items[index] ?? {};
		for (const part of partsIn(json)) parts.push(part);
		if (json.error && typeof json.error === 'string')
			parts.push(failedPart(placeOf(index), json.error));
		for (const item of own) {
			const isFailed = typeof item.json.error === 'string';
			if (isFailed && isRouted) alone.push(item);
			else if (isFailed)
				parts.push(failedPart(titleOf(context, index, placeOf(index)), String(item.json.error)));
			else if (Array.isArray(item.json.parts))
				for (const part of partsIn(item.json)) parts.push(part);
			// These aren't messages, such as a preview of the request.
			else alone.push(item);
		}
		assertFew(parts.length);
	}
	const distinct = distinctParts(parts);
	const pairedItem = items.map((_item, item) => ({ item }));
	if (distinct.length === 0) {
		// n8n doesn't run a node whose input has no items, so a chain would end at the first report
		// without a message.
		const isQuiet = output === 'part' && alone.length === 0;
		return isQuiet ? [{ json: { parts: [], text: '' }, pairedItem }] : alone;
	}
	const options = readMessageOptions(field);
	const digest = combinedDigest(distinct, options);
	const json: IDataObject =
		output === 'part'
			? { parts: distinct.map((one) => ({ ...one })), text: escapeText(digest.summary) }
			: messageWriters[output].write(digest, options);
	return [{ json, pairedItem }, ...alone];
}

/** Returns the title of a report that failed; its place distinguishes it from others. */
function titleOf(context: IExecuteFunctions, itemIndex: number, place: string): string {
	const { name } = context.getNode();
	const placed = (title: string) => `${title}${place && ` (${place})`}`;
	try {
		return placed(textOf(context.getNodeParameter('messageTitle', itemIndex, '')) || name);
	} catch {
		// The expression of the title may be what failed.
		return placed(name);
	}
}
