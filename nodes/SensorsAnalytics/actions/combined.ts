import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { messageWriters } from '../output/message';
import {
	type MessagePart,
	assertFew,
	combinedDigest,
	failedPart,
	partsIn,
} from '../output/message/part';
import { formsThatTake } from '../output/message/forms';
import { escapeText } from '../output/message/text';
import { isMessage, type OutputForm } from '../output/message/forms';
import { IN_INPUT_ORDER, isCombining, readMessageOptions } from '../params/message';
import { type ReadField, textOf } from '../params/read';

/** Returns how the reports of all items are combined, if at all; message parts always are. */
export function combineOf(context: IExecuteFunctions): unknown {
	const output = context.getNodeParameter('output', 0, '') as OutputForm;
	const chosen: unknown = context.getNodeParameter('messageCombine', 0, '');
	if (output === 'part') return chosen;
	if (!isMessage(output) || !formsThatTake('combine').includes(output)) return undefined;
	if (isCombining(chosen)) return chosen;
	const hasParts = context.getInputData().some(({ json }) => partsIn(json).length > 0);
	return hasParts ? IN_INPUT_ORDER : undefined;
}

/**
 * Returns one item for all reports: those of previous nodes, in the order of the items, each
 * followed by this node's. A failed one is named; items for the error output stay separate.
 */
export async function combineItems(
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
		if (typeof json.error === 'string') parts.push(failedPart(placeOf(index), json.error));
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
	const distinct = withoutTwins(parts);
	const pairedItem = items.map((_item, item) => ({ item }));
	if (distinct.length === 0) {
		// n8n doesn't run a node whose input has no items, so a chain would end at the first report
		// without a message.
		const isQuiet = output === 'part' && alone.length === 0;
		return isQuiet ? [{ json: { parts: [], text: '' }, pairedItem }] : alone;
	}
	const digest = combinedDigest(distinct, readMessageOptions(field));
	const json: IDataObject =
		output === 'part'
			? { parts: distinct.map((one) => ({ ...one })), text: escapeText(digest.summary) }
			: messageWriters[output].write(digest, readMessageOptions(field));
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

/** Removes duplicates: several items may bring the same parts. */
function withoutTwins(parts: readonly MessagePart[]): MessagePart[] {
	const known = new Set<string>();
	return parts.filter((one) => {
		const key = JSON.stringify(one);
		return !known.has(key) && known.add(key);
	});
}
