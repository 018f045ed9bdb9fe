import type { Failure } from '../../../../../credentials/http/answer';
import { isModuleMissing } from '../../../../../credentials/http/explain';

describe('isModuleMissing', () => {
	it.each<[Failure['kind'], number, string | undefined, boolean]>([
		['failed', 500, 'COMMON-R-28-2', true],
		['failed', 500, 'INTERNAL_SERVER_ERROR', true],
		['refused', 200, 'COMMON-R-28-2', true],
		['refused', 404, undefined, true],
		['notThisService', 404, undefined, true],
		['failed', 500, 'SA-R-33-12', false],
		['failed', 500, undefined, false],
		['refused', 403, 'SA-D-24-2', false],
		['temporary', 503, 'INTERNAL_SERVER_ERROR', false],
		['notSignedIn', 401, 'UNAUTHORIZED', false],
	])('%s, %s, %s: %s', (kind, status, code, expected) => {
		expect(isModuleMissing({ kind, status, code, said: '' })).toBe(expected);
	});
});
