import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { part } from '../../credentials/part';
import { combineItems, combineOf } from './actions/combined';
import { describeResources, describeSubtitle } from './actions/description';
import { resources, runOperation, toolItems, withProjectNotes } from './actions/router';
import { listSearch } from './catalog/search';
import { formOf, isPreview, itemRun, ItemServices } from './item';
import { areOwn, inputKeeper } from './output/present';
import { asData, isTool, toRefusal } from './output/tool';
import { labelsIn } from './params/expression';
import { KEEP_INPUT } from './params/settings';
import { cancelSignalOf } from './transport/context';
import { isNameRefusal, itemError, hidingSecrets } from './transport/errors';
import { assertPreviews, itemsWithout } from './transport/leftOut';
import type { Service } from './transport/service';
import { runSideBySide } from './transport/queue';

export class SensorsAnalytics implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sensors Analytics',
		name: 'sensorsAnalytics',
		icon: { light: 'file:sensorsAnalytics.svg', dark: 'file:sensorsAnalytics.dark.svg' },
		group: ['input'],
		version: 1,
		subtitle: describeSubtitle(resources),
		// Also that of the tool which n8n makes of the node: a trigger is no part of it.
		description:
			'Get Sensors Analytics reports as rows: events, funnels, retention, paths, users, and SQL',
		defaults: { name: 'Sensors Analytics' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'sensorsAnalyticsApi', required: true }],
		properties: describeResources(resources),
	};

	methods = { listSearch: listSearch(this.description.properties) };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const items = this.getInputData();
		const { parameters: saved } = this.getNode();
		const labelOf = labelsIn(() => describeResources(resources));
		const form = { saved, labelOf, shared: new Map<string, unknown>() };
		const services = new ItemServices(this, formOf(this, 0, form));
		const combine = items.length === 0 || isTool(this) ? undefined : combineOf(this);
		const isOne = combine !== undefined;
		if (isOne) form.shared.set('messageCombine', combine);
		const keepInput = inputKeeper();
		const workOn = async (itemIndex: number): Promise<INodeExecutionData[]> => {
			try {
				const field = formOf(this, itemIndex, form);
				const service = services.of(field);
				const run = itemRun(this, service, itemIndex, field);
				const all = await runOperation(run);
				const { leftOut } = await service.usageOf(itemIndex);
				if (isPreview(run)) assertPreviews(all, leftOut);
				const isOwn = isPreview(run) || areOwn(all);
				const found = isOwn ? all : await itemsWithout(all, leftOut);
				if (isTool(this)) return await toolItems(run, all, found);
				const keeps = run.options[KEEP_INPUT] === true && !isOne;
				if (keeps) await keepInput(found, items[itemIndex]?.json);
				return found;
			} catch (error) {
				const suggestion = await suggestionFor(services.shared, itemIndex, error);
				const placed = itemError(this.getNode(), itemIndex, error, suggestion);
				const failure = await hidingSecrets(this, itemIndex, placed);
				// Who stops an execution waits for no further items.
				if (cancelSignalOf(this)?.aborted) throw failure;
				if (isTool(this)) {
					const refusal = asData(toRefusal(failure));
					const json = await withProjectNotes(services.shared, itemIndex, this, refusal);
					return [{ json, pairedItem: { item: itemIndex } }];
				}
				if (!this.continueOnFail()) throw failure;
				// The item's own fields tell which one it was. To items for the error output n8n adds them
				// itself: it knows those by having no other keys. An `error` beside `json` would make it
				// drop the fields in both cases.
				const isRouted = this.getNode().onError === 'continueErrorOutput';
				const fields = isRouted ? {} : items[itemIndex]?.json;
				// An item has no description, where the error shows the suggestion.
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
			return [await combineItems(this, formOf(this, 0, form), items, perItem)];
		}
		// `flat` takes as long for a large report as it takes to make its items.
		return [perItem.length === 1 ? (perItem[0] ?? []) : perItem.flat()];
	}
}

/** A name that may have been meant, where the service refused one. */
async function suggestionFor(
	service: Service,
	itemIndex: number,
	error: unknown,
): Promise<string | undefined> {
	if (!isNameRefusal(error)) return undefined;
	const { suggestNames } = await part(async () => await import('./reports/names'));
	return await suggestNames(service, itemIndex, error);
}
