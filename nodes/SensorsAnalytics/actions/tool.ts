import type { INodeExecutionData } from 'n8n-workflow';

import type { ItemRun } from '../item';
import { asData, toListAnswer } from '../output/tool';
import { readLimit } from '../params/list';

const NOTHING = 'Nothing was found. Ask with other words, dates or conditions';

/** What an operation gives, as one answer of a tool. Files go as they are: n8n tells models of none. */
export function toolItems(run: ItemRun, items: INodeExecutionData[]): INodeExecutionData[] {
	if (items.some(({ binary }) => binary !== undefined)) return items;
	const objects = items.map(({ json }) => json);
	const [only] = objects;
	const answer =
		objects.length === 1 && only
			? only
			: objects.length === 0
				? { found: 0, advice: NOTHING }
				: toListAnswer(objects, { limit: readLimit(run.field) });
	return [{ json: asData(answer), pairedItem: { item: run.itemIndex } }];
}
