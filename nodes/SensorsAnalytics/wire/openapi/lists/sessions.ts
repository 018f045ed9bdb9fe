/** Definitions of sessions (docs/service.md, "OpenAPI"). */
import type { ServiceRequest } from '../../../../../credentials/http/request';
import type { CatalogEntry } from '../../../query/catalog';
import { readEntries } from '../../rows/catalogEntries';
import { dataOf } from '../envelope';
import { ANALYTICS } from '../paths';

export const sessionsRequest: ServiceRequest = {
	method: 'GET',
	path: `${ANALYTICS}/model/session/list`,
};

export function readSessions(answer: unknown): CatalogEntry[] {
	return readEntries(dataOf(answer).sessions ?? [], 'sessions');
}
