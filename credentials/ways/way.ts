import { type ICredentialDataDecryptedObject, type INodeProperties, UserError } from 'n8n-workflow';

import type { Certificates } from '../certificates';
import type { Answer, Failure } from '../http/answer';
import type { Explanation } from '../http/explain';
import type { ServiceRequest } from '../http/request';

/** The address and project that requests go to, however they are signed. */
export interface Endpoint {
	baseUrl: string;
	project: string;
	skipCertificateCheck: boolean;
	/** Certificates in addition to those that n8n trusts. */
	certificates?: Certificates;
}

/** Returns only the endpoint of a connection, without its secrets. */
export function endpointOf(connection: Endpoint): Endpoint {
	const { baseUrl, project, skipCertificateCheck, certificates } = connection;
	return { baseUrl, project, skipCertificateCheck, ...(certificates ? { certificates } : {}) };
}

/** Generations of the API: each has its own paths, answers and limits (docs/service.md). */
export type Generation = 'legacy' | 'openapi';

/** Names in a signature that are defaults: a project that the request names stays. */
export const PROJECT_PARAMETER = 'project';
export const PROJECT_HEADER = 'sensorsdata-project';

export interface Signature {
	query?: { [name: string]: string };
	headers?: { [name: Lowercase<string>]: string };
}

/** Signs and sends a request. Never throws. */
export type SendSigned = (request: ServiceRequest) => Promise<Answer>;

/** The fields of a credential as a way reads them. */
interface KnownEndpoint extends Endpoint {
	mode: string;
}

interface AnyWay<Connection extends KnownEndpoint> {
	mode: Connection['mode'];
	label: string;
	description: string;
	fields: INodeProperties[];
	generation: Generation;
	read(filledIn: ICredentialDataDecryptedObject, endpoint: Endpoint): Connection;
	/** Returns the secret, which nothing that comes from a server may repeat. */
	secretOf(connection: Connection): string;
	/** @param token only for a way with a login */
	signature(connection: Connection, token: string): Signature;
	/** Explains why a signed request was refused; `isResend`: the token was just renewed. */
	explainRefusal(failure: Failure, connection: Connection, isResend: boolean): Explanation;
}

/** A way whose secret is sent with every request. */
export interface DirectWay<Connection extends KnownEndpoint> extends AnyWay<Connection> {
	login?: undefined;
	test(ask: SendSigned, connection: Connection): Promise<void>;
}

/** A way whose requests are signed with a token, which must be obtained and may expire. */
export interface TokenWay<Connection extends KnownEndpoint> extends AnyWay<Connection> {
	login: Login<Connection>;
	/** prepareSession tests the credential: it tries the stored token, or gets one. */
	test?: undefined;
}

export type Way<Connection extends KnownEndpoint> = DirectWay<Connection> | TokenWay<Connection>;

/** How to get a token (docs/service.md, "Login"). */
export interface Login<Connection> {
	/** Key of the token in the login's answer. */
	tokenField: string;
	request(connection: Connection): ServiceRequest;
	/** If anything besides the endpoint changes that a token belongs to, it isn't sent. */
	ownerOf(connection: Connection): unknown[];
	/**
	 * Explains a login that was refused for a reason other than those that all logins share.
	 * @param said `: ` and what the service said, with the request ID, to add to a sentence
	 */
	explainRefusal(failure: Failure, connection: Connection, said: string): Explanation;
}

export function credentialText(filledIn: ICredentialDataDecryptedObject, field: string): string {
	return String(filledIn[field] ?? '').trim();
}

export function required(value: string, label: string): string {
	if (value === '') throw new UserError(`'${label}' is empty. Enter a value`);
	return value;
}
