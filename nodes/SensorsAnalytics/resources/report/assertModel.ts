import { UserError } from 'n8n-workflow';

import { JSON_LABEL } from '../../form/pastedJson';
import { modelOf } from '../../paste';
import type { JsonObject } from '../../query/json';
import type { ReportModelName } from '../../query/queries';
import { reportModels } from './models';

/** @throws UserError for the query of another model, with the operation that it belongs to */
export function assertModel(payload: JsonObject, wanted: ReportModelName): void {
	const found = modelOf(payload);
	if (found === undefined || found === wanted) return;
	const { name, action = '' } = reportModels[found].option;
	throw new UserError(
		`'${JSON_LABEL}' is the query of ${action.replace(/^Get /, '')}. Choose the 'Operation' ${name} for it`,
	);
}
