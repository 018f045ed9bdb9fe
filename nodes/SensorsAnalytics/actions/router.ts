import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { ItemRun } from '../item';
import { addHint } from '../output/meta';
import { asData, isWorded, toListAnswer } from '../output/tool';
import { DEFAULT_CHARACTERS } from '../output/limits';
import { wideComma } from '../params/condition';
import { readLimit } from '../params/list';
import type { Service } from '../transport/service';
import { report } from './report';
import { resources } from './resources';
import { savedReport } from './savedReport';

/** What n8n itself adds to the lists Resource and Operation. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

/**
 * Does what was chosen for one item.
 * @returns the items that come of it
 */
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
	if (operation === undefined) {
		throw new UserError(
			name === ''
				? `'Operation' is empty for the 'Resource' '${String(resource)}'. Choose an operation`
				: `The 'Resource' '${String(resource)}' has no 'Operation' '${String(name)}'. Choose another operation`,
		);
	}
	addHint(run.context, wideComma(operation.fields, run.field));
	return await operation.execute(run);
}

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
	const resource = run.field('resource');
	// A message has the length of its target; a table that of its report, and an event that of a user.
	const isReport = resource === report.option.value || resource === savedReport.option.value;
	const isWhole = isReport && !UNBOUND.has(String(run.field('output')));
	const isAlone = objects.length === 1 && (isWhole || isWorded(only ?? {}) || isShort(only));
	const answer =
		isAlone && only
			? only
			: objects.length === 0
				? { found: 0, advice: NOTHING }
				: toListAnswer(objects, {
						limit: readLimit(run.field) ?? (run.options.limit as number | undefined),
					});
	const isOwn = !isAlone || made.every(({ json }) => isWorded(json));
	const cleaned = asData(answer, isOwn);
	const json = await withProjectNotes(service, itemIndex, context, cleaned);
	return [{ json, pairedItem: { item: itemIndex } }];
}

/** Outputs that grow with the report. */
const UNBOUND = new Set(['rows', 'table', 'wide', 'summary', 'raw']);

function isShort(answer: IDataObject | undefined): boolean {
	return JSON.stringify(answer ?? {}).length <= DEFAULT_CHARACTERS;
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
