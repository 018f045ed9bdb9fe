import { type ICredentialDataDecryptedObject, type INodeProperties, UserError } from 'n8n-workflow';

import { parseAddress } from '../address';
import { certificateFields, readCertificates } from '../certificates';
import type { Answer } from '../http/answer';
import { type HttpRequest, sendOnce, type ServiceRequest } from '../http/request';
import { assertUsage, usageFields } from '../usage';
import { account } from './account';
import { apiKey } from './apiKey';
import { apiSecret } from './apiSecret';
import { userToken } from './userToken';
import { type Login, textIn, type Way } from './way';

/** The ways to authenticate, in the order of the form: a new one is a file here, and its name in this list. */
export const WAYS = [apiSecret, userToken, account, apiKey] as const;

type KnownWay = (typeof WAYS)[number];
/** What was filled in in a credential, read by its way. */
export type Connection = ReturnType<KnownWay['read']>;
/** One whose requests are signed by a token. */
export type TokenConnection = ReturnType<Extract<KnownWay, { login: object }>['read']>;

/** The way that a connection was read by. */
export function wayOf({ mode }: Pick<Connection, 'mode'>): Way<Connection> {
	return WAYS.find((way) => way.mode === mode) as Way<Connection>;
}

export function hasToken(connection: Connection): connection is TokenConnection {
	return wayOf(connection).login !== undefined;
}

export function loginOf(connection: TokenConnection): Login<TokenConnection> {
	return wayOf(connection).login as Login<TokenConnection>;
}

/** What the connection signs in by: an API secret, a key or a password. */
export function secretOf(connection: Connection): string {
	return wayOf(connection).secretOf(connection);
}

/** Of credentials as n8n decrypted them: planning, sending and signing a request all read the same. */
const connections = new WeakMap<ICredentialDataDecryptedObject, Connection>();

/**
 * Reads what was filled in in the credential into plain typed data.
 * @throws UserError that names the field as the form shows it
 */
export function readConnection(filledIn: ICredentialDataDecryptedObject): Connection {
	const known = connections.get(filledIn);
	if (known) return known;
	const connection = connectionIn(filledIn);
	connections.set(filledIn, connection);
	return connection;
}

function connectionIn(filledIn: ICredentialDataDecryptedObject): Connection {
	const address = parseAddress(textIn(filledIn, 'baseUrl'));
	const project = textIn(filledIn, 'project') || address.project;
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
	assertUsage(filledIn);
	const skipCertificateCheck = filledIn.ignoreSslIssues === true;
	const { baseUrl } = address;
	const certificates = readCertificates(filledIn, baseUrl);
	const endpoint = { baseUrl, project, skipCertificateCheck };
	return way.read(filledIn, { ...endpoint, ...(certificates ? { certificates } : {}) });
}

/**
 * Sends a request of our own, signed as the way signs. Never throws.
 * @param token the user's, where the way has one
 */
export async function askSigned(
	httpRequest: HttpRequest,
	connection: Connection,
	request: ServiceRequest,
	token = '',
): Promise<Answer> {
	const { query, headers } = wayOf(connection).signature(connection, token);
	const signed = {
		...request,
		query: { ...request.query, ...query },
		headers: { ...request.headers, ...headers },
	};
	// A server that got the secret at the login may repeat it later.
	return await sendOnce(httpRequest, connection, signed, [token, secretOf(connection)]);
}

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
