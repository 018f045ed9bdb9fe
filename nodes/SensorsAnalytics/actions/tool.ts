import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { ItemRun } from '../item';
import { asData, isWorded, toListAnswer } from '../output/tool';
import { readLimit } from '../params/list';
import type { Service } from '../transport/service';

const NOTHING = 'Nothing was found. Ask with other words, dates or conditions';

/**
 * What an operation gives, as one answer of a tool. Files go as they are: n8n tells models of none.
 * @param made as the operation has made them
 * @param items without what the credential leaves out
 */
export async function toolItems(
	run: ItemRun,
	made: readonly INodeExecutionData[],
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	if (items.some(({ binary }) => binary !== undefined)) return items;
	const { service, itemIndex, context } = run;
	const objects = items.map(({ json }) => json);
	const [only] = objects;
	const answer =
		objects.length === 1 && only
			? only
			: objects.length === 0
				? { found: 0, advice: NOTHING }
				: toListAnswer(objects, {
						limit: readLimit(run.field) ?? (run.options.limit as number | undefined),
					});
	const isOwn = objects.length !== 1 || made.every(({ json }) => isWorded(json));
	const cleaned = asData(answer, isOwn);
	const json = await withProjectNotes(service, itemIndex, context, cleaned);
	return [{ json, pairedItem: { item: itemIndex } }];
}

/** Executions whose model has read the notes of a credential; the last ones. */
const withNotes = new Set<string>();
const MOST_WITH_NOTES = 1000;

/** The first answer of an execution has the notes that the credential holds for models. */
export async function withProjectNotes(
	service: Service,
	itemIndex: number,
	context: IExecuteFunctions,
	answer: IDataObject,
): Promise<IDataObject> {
	// Without a credential that can be read, the error is what counts.
	const usage = await service.usageOf(itemIndex).catch(() => undefined);
	if (!usage || usage.notes === '') return answer;
	const execution = context.getExecutionId();
	const key = `${execution} ${usage.notes}`;
	if (execution && withNotes.has(key)) return answer;
	withNotes.add(key);
	if (withNotes.size > MOST_WITH_NOTES) withNotes.delete([...withNotes][0] as string);
	return { project: usage.notes, ...('project' in answer ? { object: answer } : answer) };
}
