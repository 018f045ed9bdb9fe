import { type ICredentialDataDecryptedObject, type INodeProperties, UserError } from 'n8n-workflow';

import { parseAddress } from '../address';
import { certificateFields, readCertificates } from '../certificates';
import type { Answer } from '../http/answer';
import { type HttpRequest, sendOnce, type ServiceRequest } from '../http/request';
import { credentialText, type Login, readSwitch, readUsage, usageFields, type Way } from './way';
import { account } from './account';
import { apiKey } from './apiKey';
import { apiSecret } from './apiSecret';
import { userToken } from './userToken';

/** The ways to authenticate, in the order of the form. A new one is a file and an entry here. */
export const WAYS = [apiSecret, userToken, account, apiKey] as const;

type KnownWay = (typeof WAYS)[number];
export type Connection = ReturnType<KnownWay['read']>;
export type TokenConnection = ReturnType<Extract<KnownWay, { login: object }>['read']>;

export function wayOf({ mode }: Pick<Connection, 'mode'>): Way<Connection> {
	return WAYS.find((way) => way.mode === mode) as Way<Connection>;
}

export function hasToken(connection: Connection): connection is TokenConnection {
	return wayOf(connection).login !== undefined;
}

export function loginOf(connection: TokenConnection): Login<TokenConnection> {
	return wayOf(connection).login as Login<TokenConnection>;
}

export function secretOf(connection: Connection): string {
	return wayOf(connection).secretOf(connection);
}

/** Connections by n8n's decrypted credentials: several steps of a request read the same object. */
const connections = new WeakMap<ICredentialDataDecryptedObject, Connection>();

/** Reads the fields of a credential into typed data. */
export function readConnection(credential: ICredentialDataDecryptedObject): Connection {
	const known = connections.get(credential);
	if (known) return known;
	const filledIn = { ...credential };
	for (const { type, name, displayName } of credentialFields) {
		if (type === 'boolean')
			filledIn[name] = readSwitch(filledIn[name] ?? false, `'${displayName}'`);
	}
	const address = parseAddress(credentialText(filledIn, 'baseUrl'));
	const project = credentialText(filledIn, 'project') || address.project;
	if (!project) {
		throw new UserError(
			"'Project' is empty. Enter the English name of the project: the value of project= in the URL when the project is open",
		);
	}
	const way = WAYS.find(({ mode }) => mode === filledIn.authentication);
	if (way === undefined) {
		const labels = WAYS.map(({ label }) => label).join(', ');
		throw new UserError(`'Authentication' must be one of ${labels}`);
	}
	readUsage(filledIn);
	const skipCertificateCheck = filledIn.ignoreSslIssues === true;
	const { baseUrl } = address;
	const certificates = readCertificates(filledIn, baseUrl);
	const endpoint = { baseUrl, project, skipCertificateCheck };
	const connection = way.read(filledIn, { ...endpoint, ...(certificates ? { certificates } : {}) });
	connections.set(credential, connection);
	return connection;
}

/** Sends a request of this package, signed by the connection's way. Never throws. */
export async function askSigned(
	httpRequest: HttpRequest,
	connection: Connection,
	request: ServiceRequest,
	token = '',
	timeoutMs?: number,
): Promise<Answer> {
	const { query, headers } = wayOf(connection).signature(connection, token);
	const signed = {
		...request,
		query: { ...request.query, ...query },
		headers: { ...request.headers, ...headers },
	};
	// A server that received the secret at the login may repeat it later.
	const secrets = [token, secretOf(connection)];
	return await sendOnce(httpRequest, connection, signed, secrets, timeoutMs);
}

export const credentialFields: INodeProperties[] = [
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. https://sensors.example.com',
		description:
			"URL that you use to open Sensors Analytics. You can paste the full URL from the browser's address bar. If 'Project' is empty, the node takes the project from this URL.",
	},
	{
		displayName: 'Project',
		name: 'project',
		type: 'string',
		default: '',
		placeholder: 'e.g. production',
		description:
			'English name of the project: the value of project= in the URL when the project is open',
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
	...certificateFields,
	...usageFields,
	storedField('Access Token', 'accessToken', { expirable: true }),
	storedField('Access Token Identity', 'accessTokenIdentity'),
	storedField('Access Token Details', 'accessTokenDetails'),
	storedField('Access Token Claim', 'accessTokenClaim'),
	storedField('Access Token Renewal', 'accessTokenRenewal'),
];

function storedField(
	displayName: string,
	name: string,
	options?: INodeProperties['typeOptions'],
): INodeProperties {
	const typeOptions = { ...options, password: true };
	return { displayName, name, type: 'hidden', typeOptions, default: '' };
}

/** Returns each field once, at its last use, so that the fields of one way keep their order. */
function fieldsOfWays(): INodeProperties[] {
	const all = WAYS.flatMap(({ fields }) => fields);
	return all
		.filter((field, index) => all.lastIndexOf(field) === index)
		.map((field) => {
			const modes = WAYS.filter(({ fields }) => fields.includes(field)).map(({ mode }) => mode);
			return { ...field, displayOptions: { show: { authentication: modes } } };
		});
}
