import type { KeyConnection } from './connection';

export const PROJECT_HEADER = 'sensorsdata-project';

/** What signs a request of the OpenAPI (docs/service.md, "OpenAPI"); nothing of it stands in the query. */
export function keyHeaders({ apiKey, project, actAs }: KeyConnection): { [name: string]: string } {
	return {
		'api-key': apiKey,
		[PROJECT_HEADER]: project,
		...(actAs === undefined ? {} : { 'account-id': actAs }),
	};
}
