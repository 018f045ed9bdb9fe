import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { part } from '../../../credentials/part';
import { formsThatTake } from '../output/message/forms';
import { assertFew, failedPart, type MessagePart, partsIn } from '../output/message/part';
import { escapeText } from '../output/message/text';
import { isMessage, type OutputForm } from '../output/message/forms';
import { IN_INPUT_ORDER, isCombining, readMessageOptions } from '../params/message';
import { type ReadField, textOf } from '../params/read';

/**
 * How the reports of all items become one, as the form of the first item says it; undefined if they
 * do not. Parts come in to be combined, whatever the form says.
 */
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
 * One item of all reports: those of nodes before, as the items bring them, each followed by the
 * one of this node. What failed is told in its place; what goes to the error output stays alone.
 * @param perItem what came of each input item
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
	for (const [index, own] of perItem.entries()) {
		const { json = {} } = items[index] ?? {};
		for (const part of partsIn(json)) parts.push(part);
		if (typeof json.error === 'string') parts.push(failedPart('', json.error));
		for (const item of own) {
			const isFailed = typeof item.json.error === 'string';
			if (isFailed && isRouted) alone.push(item);
			else if (isFailed) parts.push(failedPart(titleOf(context, index), String(item.json.error)));
			else if (Array.isArray(item.json.parts))
				for (const part of partsIn(item.json)) parts.push(part);
			// What is no message, such as a preview of the request.
			else alone.push(item);
		}
		assertFew(parts.length);
	}
	const distinct = withoutTwins(parts);
	if (distinct.length === 0) return alone;
	const { combinedDigest, messageWriters } = await part(async () => ({
		...(await import('../output/message/combine')),
		...(await import('../output/message')),
	}));
	const digest = combinedDigest(distinct, readMessageOptions(field));
	const json: IDataObject =
		output === 'part'
			? { parts: distinct.map((one) => ({ ...one })), text: escapeText(digest.summary) }
			: messageWriters[output](digest, readMessageOptions(field));
	const pairedItem = items.map((_item, item) => ({ item }));
	return [{ json, pairedItem }, ...alone];
}

/** What a report is called that did not come. */
function titleOf(context: IExecuteFunctions, itemIndex: number): string {
	const { name } = context.getNode();
	try {
		return textOf(context.getNodeParameter('messageTitle', itemIndex, '')) || name;
	} catch {
		// The expression is what failed.
		return name;
	}
}

/** Items that bring the same parts bring them once. */
function withoutTwins(parts: readonly MessagePart[]): MessagePart[] {
	const known = new Set<string>();
	return parts.filter((one) => {
		const key = JSON.stringify(one);
		return !known.has(key) && known.add(key);
	});
}
