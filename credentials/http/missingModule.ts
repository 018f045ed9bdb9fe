import type { Failure } from './answer';

/** docs/service.md, "OpenAPI". */
const MISSING_CODES = new Set(['COMMON-R-28-2', 'INTERNAL_SERVER_ERROR']);

/** Whether a refusal of the OpenAPI means that nothing is installed that could answer. */
export function isModuleMissing({ kind, status, code = '' }: Failure): boolean {
	if (kind !== 'failed' && kind !== 'refused' && kind !== 'notThisService') return false;
	return status === 404 || MISSING_CODES.has(code);
}
