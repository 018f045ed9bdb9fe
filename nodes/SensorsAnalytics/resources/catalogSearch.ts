import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { labelOf } from '../lists/catalog';
import { MISSING } from '../output/groupLabel';
import { addHint } from '../output/hints';
import { toItems } from '../output/items';
import { clean, cut } from '../output/message/text';
import { type Findable, nearest } from '../query/search';
import type { ItemRun } from './operation';

/** So many can be read at a glance. */
const MOST_TOLD = 20;
const MOST_NEAR = 5;
const LONGEST_TOLD = 200;

/** What is looked for, in the words of the answer. */
interface Words {
	/** In the plural: events. */
	what: string;
	/** What was looked for. */
	text: string;
}

/**
 * The items found, for a model without what is not known; where there are none, what to try: a hint for people, who see that there are no
 * items, and an item for a model, to which nothing would say nothing.
 * @param all what could have been found
 */
export function giveFound<Entry extends Findable>(
	run: ItemRun,
	found: readonly IDataObject[],
	all: readonly Entry[],
	words: Words,
): INodeExecutionData[] {
	if (found.length > 0) return toItems(isTool(run) ? found.map(toldOnly) : found, run.itemIndex);
	const advice = adviceFor(all, words);
	if (isTool(run)) return toItems([{ found: 0, advice }], run.itemIndex);
	addHint(run.context, advice);
	return [];
}

function adviceFor(all: readonly Findable[], { what, text }: Words): string {
	const list = (entries: readonly Findable[]) =>
		// Among values there may be one that is none.
		entries
			.map(({ name, displayName }) => cut(clean(labelOf(displayName, name)), LONGEST_TOLD))
			.map((label) => label || MISSING)
			.join(', ');
	if (all.length === 0) {
		return `There are no ${what} that the account of the credential may see`;
	}
	const nothing = `No ${what} fit '${text}' (of ${all.length})`;
	if (all.length <= MOST_TOLD) return `${nothing}. There are: ${list(all)}`;
	const near = nearest(all, text, MOST_NEAR);
	if (near.length > 0) return `${nothing}. The nearest: ${list(near)}`;
	return `${nothing}. Try a single word, in English or Chinese, as the project may call it; an empty search lists all`;
}

/** Without what is not known: a model reads every key, and pays for it. A value may be none. */
function toldOnly(object: IDataObject): IDataObject {
	const isTold = ([key, value]: [string, unknown]) =>
		key === 'value' || (value !== null && !(Array.isArray(value) && value.length === 0));
	return Object.fromEntries(Object.entries(object).filter(isTold));
}

/** Whether a model calls the node as its tool: n8n's own copy of the node is called so. */
function isTool({ context }: ItemRun): boolean {
	return context.getNode().type.endsWith('Tool');
}
