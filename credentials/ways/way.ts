import { type ICredentialDataDecryptedObject, type INodeProperties, UserError } from 'n8n-workflow';

import type { Certificates } from '../certificates';
import type { Answer, Failure } from '../http/answer';
import type { Explanation } from '../http/explain';
import type { ServiceRequest } from '../http/request';

/** Where requests go to, whoever signs them. */
export interface Endpoint {
	/** Origin and path prefix, without a trailing slash. */
	baseUrl: string;
	/** English name of the project. */
	project: string;
	skipCertificateCheck: boolean;
	/** Beside those that n8n itself trusts. */
	certificates?: Certificates;
}

/** The same place for somebody else. */
export function endpointOf(connection: Endpoint): Endpoint {
	const { baseUrl, project, skipCertificateCheck, certificates } = connection;
	return { baseUrl, project, skipCertificateCheck, ...(certificates ? { certificates } : {}) };
}

/** Generations of the API: each has paths, answers and limits of its own (docs/service.md). */
export type Generation = 'legacy' | 'openapi';

/** Names in a signature that are defaults: a project that the request names itself stays. */
export const PROJECT_PARAMETER = 'project';
export const PROJECT_HEADER = 'sensorsdata-project';

/** What is added to a request to sign it. */
export interface Signature {
	query?: { [name: string]: string };
	headers?: { [name: Lowercase<string>]: string };
}

/** Sends a request that is signed already; never throws. */
export type SendSigned = (request: ServiceRequest) => Promise<Answer>;

/** What was filled in, as a way reads it. */
interface KnownEndpoint extends Endpoint {
	mode: string;
}

interface AnyWay<Connection extends KnownEndpoint> {
	/** Value of the field 'Authentication' in stored credentials. */
	mode: Connection['mode'];
	/** How the form calls it. */
	label: string;
	description: string;
	/** The fields of the form that belong to it; several ways may share one. */
	fields: INodeProperties[];
	generation: Generation;
	/** @throws UserError that names the field as the form shows it */
	read(filledIn: ICredentialDataDecryptedObject, endpoint: Endpoint): Connection;
	/** What it signs in by: nothing that comes from a server may repeat it. */
	secretOf(connection: Connection): string;
	/** @param token only of a way with a login */
	signature(connection: Connection, token: string): Signature;
	/** Words for an answer that refuses the sign-in. @param isResend whether the token was just renewed */
	explainRefusal(failure: Failure, connection: Connection, isResend: boolean): Explanation;
}

/** A way whose secret travels with every request. */
export interface DirectWay<Connection extends KnownEndpoint> extends AnyWay<Connection> {
	login?: undefined;
	/** For the credential test. @throws UserError that says in plain words what is wrong */
	test(ask: SendSigned, connection: Connection): Promise<void>;
}

/** A way whose requests are signed by a token, which has to be got and may end. */
export interface TokenWay<Connection extends KnownEndpoint> extends AnyWay<Connection> {
	login: Login<Connection>;
	/** The test of the credential tries the stored token, or gets one: see prepareSession. */
	test?: undefined;
}

export type Way<Connection extends KnownEndpoint> = DirectWay<Connection> | TokenWay<Connection>;

/** How a token is got (docs/service.md, "Login"). */
export interface Login<Connection> {
	/** Name of the token in the answer. */
	tokenField: string;
	request(connection: Connection): ServiceRequest;
	/** Everything beside the endpoint that a token belongs to: change it, and the token is not sent again. */
	ownerOf(connection: Connection): unknown[];
	/**
	 * Words for a login that was declined for another reason than the project.
	 * @param said behind a colon, what the service said; with the ID of the request
	 */
	explainRefusal(failure: Failure, connection: Connection, said: string): Explanation;
}

/** A field of the credential, without blanks at its ends. */
export function textIn(filledIn: ICredentialDataDecryptedObject, field: string): string {
	return String(filledIn[field] ?? '').trim();
}

/** @throws UserError that names the field */
export function required(value: string, label: string): string {
	if (value === '') throw new UserError(`'${label}' is empty. Enter a value`);
	return value;
}
