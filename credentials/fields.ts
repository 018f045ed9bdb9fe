import type { INodeProperties } from 'n8n-workflow';

import { WAYS } from './ways';

/** The form of the credential, and the hidden fields in which n8n keeps the token. */
export const credentialFields: INodeProperties[] = [
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://sensors.example.com',
		description:
			'The address at which you open Sensors Analytics in the browser. You can paste a whole address from there; the project is taken from it if the Project field is empty.',
	},
	{
		displayName: 'Project',
		name: 'project',
		type: 'string',
		default: '',
		placeholder: 'e.g. production',
		description:
			'English name of the project: the value of project= in the browser address after you have opened the project',
	},
	{
		displayName: 'Authentication',
		name: 'authentication',
		type: 'options',
		default: WAYS[0].mode,
		options: WAYS.map(({ label, mode, description }) => ({
			name: label,
			value: mode,
			description,
		})),
	},
	...fieldsOfWays(),
	{
		displayName: 'Ignore SSL Issues (Insecure)',
		name: 'ignoreSslIssues',
		type: 'boolean',
		default: false,
		description: 'Whether to connect even if SSL certificate validation is not possible',
	},
	{
		displayName: 'Access Token',
		name: 'accessToken',
		type: 'hidden',
		typeOptions: { expirable: true, password: true },
		default: '',
	},
	{
		displayName: 'Access Token Identity',
		name: 'accessTokenIdentity',
		type: 'hidden',
		typeOptions: { password: true },
		default: '',
	},
	{
		displayName: 'Access Token Details',
		name: 'accessTokenDetails',
		type: 'hidden',
		typeOptions: { password: true },
		default: '',
	},
	{
		displayName: 'Access Token Claim',
		name: 'accessTokenClaim',
		type: 'hidden',
		typeOptions: { password: true },
		default: '',
	},
	{
		displayName: 'Access Token Renewal',
		name: 'accessTokenRenewal',
		type: 'hidden',
		typeOptions: { password: true },
		default: '',
	},
];

/** Each once, where the last way has it that does: those of one way keep their order. */
function fieldsOfWays(): INodeProperties[] {
	const all = WAYS.flatMap(({ fields }) => fields);
	return all
		.filter((field, index) => all.lastIndexOf(field) === index)
		.map((field) => {
			const modes = WAYS.filter(({ fields }) => fields.includes(field)).map(({ mode }) => mode);
			return { ...field, displayOptions: { show: { authentication: modes } } };
		});
}
