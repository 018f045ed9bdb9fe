import type { ICredentialTestRequest } from 'n8n-workflow';

import { TEST_MARK } from './signRequest';

/**
 * The credential test. Its mark makes signRequest ask for a look at the sign-in, in which
 * prepareSession says in plain words what is wrong; the request itself then only has to pass.
 */
export const testRequest: ICredentialTestRequest = {
	request: {
		method: 'POST',
		url: '/api/events/report',
		headers: { [TEST_MARK]: 'yes', 'Content-Type': 'application/json' },
		body: {
			measures: [{ event_name: '$Anything', aggregator: 'general' }],
			unit: 'day',
			from_date: '={{ $today.minus({ days: 1 }).toFormat("yyyy-MM-dd") }}',
			to_date: '={{ $today.minus({ days: 1 }).toFormat("yyyy-MM-dd") }}',
			use_cache: true,
		},
		ignoreHttpStatusErrors: true,
	},
};
