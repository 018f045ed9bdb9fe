import type {
	IAuthenticate,
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { loadCode } from './process';
import { credentialFields } from './ways';
import { testRequest } from './ways/way';

/** Loads the code that prepares and signs requests, which the form doesn't need. */
const signing = async () => await loadCode(async () => await import('./sign'));

export class SensorsAnalyticsApi implements ICredentialType {
	name = 'sensorsAnalyticsApi';

	displayName = 'Sensors Analytics API';

	icon: Icon = {
		light: 'file:../nodes/SensorsAnalytics/sensorsAnalytics.svg',
		dark: 'file:../nodes/SensorsAnalytics/sensorsAnalytics.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-sensors-analytics/n8n-nodes-sensors-analytics#credentials';

	httpRequestNode = {
		name: 'Sensors Analytics',
		docsUrl:
			'https://github.com/n8n-nodes-sensors-analytics/n8n-nodes-sensors-analytics#any-other-call',
		apiBaseUrlPlaceholder: 'https://sensors.example.com/api/',
	};

	properties: INodeProperties[] = credentialFields;

	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		const ask = async (options: IHttpRequestOptions) => await this.helpers.httpRequest(options);
		const { prepareSession, withFaultKept } = await signing();
		return await withFaultKept(credentials, async () => await prepareSession(ask, credentials));
	}

	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		const { signRequest, withFaultKept } = await signing();
		return await withFaultKept(credentials, () => signRequest(credentials, requestOptions));
	};

	test: ICredentialTestRequest = testRequest;
}
