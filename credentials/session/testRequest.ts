import type { ICredentialTestRequest } from 'n8n-workflow';

import { PROBE_PATH } from '../ways/access';
import { TEST_MARK } from './signRequest';

/**
 * The credential test. Its mark makes signRequest ask for a look at the sign-in, in which
 * prepareSession says in plain words what is wrong; the request itself then only has to pass. n8n
 * would hold an answer to it without a limit: to HEAD there is none.
 */
export const testRequest: ICredentialTestRequest = {
	request: {
		method: 'HEAD',
		url: PROBE_PATH,
		headers: { [TEST_MARK]: 'yes' },
		ignoreHttpStatusErrors: true,
	},
};
