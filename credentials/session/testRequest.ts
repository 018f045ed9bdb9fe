import type { ICredentialTestRequest } from 'n8n-workflow';

import { PROBE_PATH, probeBody } from './probe';
import { TEST_MARK } from './signRequest';

/**
 * The credential test. Its mark makes signRequest ask for a look at the sign-in, in which
 * prepareSession says in plain words what is wrong; the request itself then only has to pass.
 */
export const testRequest: ICredentialTestRequest = {
	request: {
		method: 'POST',
		url: PROBE_PATH,
		headers: { [TEST_MARK]: 'yes', 'Content-Type': 'application/json' },
		body: probeBody('={{ $today.minus({ days: 1 }).toFormat("yyyy-MM-dd") }}'),
		ignoreHttpStatusErrors: true,
	},
};
