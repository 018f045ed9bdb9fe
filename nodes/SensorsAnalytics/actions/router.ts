import type { INodeExecutionData } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { ItemRun, Resource } from '../item';
import { addHint } from '../output/meta';
import { wideComma } from '../params/condition';
import { accessToken } from './accessToken';
import { event, property } from './catalog';
import { dataset } from './dataset';
import { report } from './report';
import { dashboard, savedReport } from './savedReport';
import { sqlQuery } from './sql';
import { user } from './user';
import { userGroup } from './userGroup';

/** What n8n itself adds to the lists Resource and Operation. */
const CUSTOM_API_CALL = '__CUSTOM_API_CALL__';

/** In the order of the list: what people come for first. */
export const resources: readonly Resource[] = [
	report,
	savedReport,
	dashboard,
	sqlQuery,
	event,
	property,
	dataset,
	user,
	userGroup,
	accessToken,
];

/**
 * Does what was chosen for one item.
 * @returns the items that come of it
 */
export async function runOperation(run: ItemRun): Promise<INodeExecutionData[]> {
	const resource = run.context.getNodeParameter('resource', run.itemIndex);
	const name = run.context.getNodeParameter('operation', run.itemIndex, '');
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
			`The 'Resource' '${String(resource)}' has no 'Operation' '${String(name)}'. Choose another operation`,
		);
	}
	addHint(run.context, wideComma(operation.fields, run.field));
	return await operation.execute(run);
}
