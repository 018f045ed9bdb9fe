import { type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { combineItems, combineOf } from './actions/combined';
import { describeResources } from './actions/description';
import { runOperation, toolItems, withProjectNotes } from './actions/router';
import { formOf, isPreview, itemRun, ItemServices } from './item';
import { areOwn, inputKeeper } from './output/present';
import { asData, isTool, toRefusal } from './output/tool';
import { labelsIn } from './params/expression';
import { KEEP_INPUT } from './params/settings';
import { suggestNames } from './reports/names';
import { cancelSignalOf } from './transport/context';
import { isNameRefusal, itemError, hidingSecrets } from './transport/errors';
import { assertPreviews, itemsWithout } from './transport/leftOut';
import type { Service } from './transport/service';
import { runSideBySide } from './transport/queue';

/** Runs the node for all of its items. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = context.getInputData();
	const { parameters: saved } = context.getNode();
	const labelOf = labelsIn(() => describeResources());
	const form = { saved, labelOf, shared: new Map<string, unknown>() };
	const services = new ItemServices(context, formOf(context, 0, form));
	const combine = items.length === 0 || isTool(context) ? undefined : combineOf(context);
	const isOne = combine !== undefined;
	if (isOne) form.shared.set('messageCombine', combine);
	const keepInput = inputKeeper();
	const workOn = async (itemIndex: number): Promise<INodeExecutionData[]> => {
		try {
			const field = formOf(context, itemIndex, form);
			const service = services.of(field);
			const run = itemRun(context, service, itemIndex, field);
			const all = await runOperation(run);
			const { leftOut } = await service.usageOf(itemIndex);
			if (isPreview(run)) assertPreviews(all, leftOut);
			const isOwn = isPreview(run) || areOwn(all);
			const found = isOwn ? all : await itemsWithout(all, leftOut);
			if (isTool(context)) return await toolItems(run, all, found);
			const keeps = run.options[KEEP_INPUT] === true && !isOne;
			if (keeps) await keepInput(found, items[itemIndex]?.json);
			return found;
		} catch (error) {
			const suggestion = await suggestionFor(services.shared, itemIndex, error);
			const placed = itemError(context.getNode(), itemIndex, error, suggestion);
			const failure = await hidingSecrets(context, itemIndex, placed);
			// When the user stops an execution, no further items are processed.
			if (cancelSignalOf(context)?.aborted) throw failure;
			if (isTool(context)) {
				const refusal = asData(toRefusal(failure));
				const json = await withProjectNotes(services.shared, itemIndex, context, refusal);
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
		services.settings.itemsAtOnce,
		workOn,
		() => services.hasAnswered,
	);
	if (isOne) {
		return [await combineItems(context, formOf(context, 0, form), items, perItem)];
	}
	// For a large report, `flat` takes as long as making its items.
	return [perItem.length === 1 ? (perItem[0] ?? []) : perItem.flat()];
}

/** Returns a name that may be meant, if the service refused one. */
async function suggestionFor(
	service: Service,
	itemIndex: number,
	error: unknown,
): Promise<string | undefined> {
	if (!isNameRefusal(error)) return undefined;
	return await suggestNames(service, itemIndex, error);
}
