import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { ItemRun } from '../item';
import { addHint } from '../output/meta';
import { asData, isWorded, toListAnswer } from '../output/tool';
import { DEFAULT_CHARACTERS } from '../output/limits';
import { wideComma } from '../params/condition';
import { readLimit } from '../params/list';
import type { Service } from '../transport/service';
import { resources } from './description';
import { reportResource } from './report';
import { savedReportResource } from './savedReport';

/** Choice that n8n itself adds to the lists Resource and Operation. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

/**
 * Runs the selected operation for one item.
 * @returns the resulting items
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
 * Returns the result of an operation as one answer of a tool. Files stay unchanged, because n8n
 * doesn't pass them to models.
 * @param made items as the operation made them
 * @param items items without the properties that the credential leaves out
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
	// The length of a message depends on its target, that of a table on the report, and that of an
	// event on the user.
	const isReport =
		resource === reportResource.option.value || resource === savedReportResource.option.value;
	const isWhole = isReport && !UNBOUND.has(String(run.field('output')));
	const isAlone = objects.length === 1 && (isWhole || isWorded(only ?? {}) || isShort(only));
	const answer =
		isAlone && only
			? only
			: objects.length === 0
				? { found: 0, advice: NOTHING }
				: toListAnswer(objects, {
						isCatalog: isCatalog(run),
						limit: readLimit(run.field) ?? (run.options.limit as number | undefined),
					});
	const isOwn = !isAlone || isWhole || made.every(({ json }) => isWorded(json));
	const cleaned = asData(answer, isOwn);
	const json = await withProjectNotes(service, itemIndex, context, cleaned);
	return [{ json, pairedItem: { item: itemIndex } }];
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
export async function withProjectNotes(
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
