import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { parseAddress } from './address';
import { readActAs, readKey, readProjectHeader } from './apiKey';
import { readSecret } from './apiSecret';

/** Maximum and default of `expired_interval`, in minutes (docs/service.md, "Tokens"). */
export const MAX_VALIDITY_MINUTES = 259_200;
export const DEFAULT_VALIDITY_MINUTES = 30;

interface Service {
	/** Origin and path prefix, without a trailing slash. */
	baseUrl: string;
	/** English name of the project. */
	project: string;
	skipCertificateCheck: boolean;
}

/** docs/service.md, "API secret": the project secret travels with every request. */
export interface SecretConnection extends Service {
	mode: 'apiSecret';
	apiSecret: string;
}

/**
 * docs/service.md, "OpenAPI": a key of an account travels with every request; there is no token.
 */
export interface KeyConnection extends Service {
	mode: 'apiKey';
	apiKey: string;
	/** ID of another account whose permissions count; for keys of administrators. */
	actAs?: string;
}

/** docs/service.md, "Login": a user's token, issued by the project secret. */
export interface UserTokenConnection extends Service {
	mode: 'userToken';
	apiSecret: string;
	userName: string;
	validityMinutes: number;
}

/** docs/service.md, "Login": a user's token, got with account name and password. */
export interface AccountConnection extends Service {
	mode: 'accountPassword';
	accountName: string;
	password: string;
	isPlatformAccount: boolean;
	validityMinutes: number;
}

export type TokenConnection = UserTokenConnection | AccountConnection;
export type Connection = SecretConnection | KeyConnection | TokenConnection;

/** Whether requests are signed by a token, which has to be got and may end. */
export function hasToken(connection: Connection): connection is TokenConnection {
	return connection.mode === 'userToken' || connection.mode === 'accountPassword';
}

/** What the connection signs in by: an API secret, a key or a password. */
export function secretOf(connection: Connection): string {
	switch (connection.mode) {
		case 'apiKey':
			return connection.apiKey;
		case 'accountPassword':
			return connection.password;
		default:
			return connection.apiSecret;
	}
}

/**
 * Reads what was filled in in the credential into plain typed data.
 * @throws UserError that names the field as the form shows it
 */
export function readConnection(filledIn: ICredentialDataDecryptedObject): Connection {
	const text = (field: string) => String(filledIn[field] ?? '').trim();
	const address = parseAddress(text('baseUrl'));
	const project = text('project') || address.project;
	if (!project) {
		throw new UserError(
			"'Project' is empty. Enter the English name of the project: the value of project= in the browser address after opening it",
		);
	}
	const service: Service = {
		baseUrl: address.baseUrl,
		project,
		skipCertificateCheck: filledIn.ignoreSslIssues === true,
	};

	switch (filledIn.authentication) {
		case 'apiSecret':
			return {
				...service,
				mode: 'apiSecret',
				apiSecret: readSecret(text('apiSecret')),
			};
		case 'apiKey': {
			const actAs = readActAs(text('actAs'));
			return {
				...service,
				project: readProjectHeader(project),
				mode: 'apiKey',
				apiKey: readKey(text('apiKey')),
				...(actAs === undefined ? {} : { actAs }),
			};
		}
		case 'userToken':
			return {
				...service,
				mode: 'userToken',
				apiSecret: readSecret(text('apiSecret')),
				userName: required(text('userName'), 'User Name'),
				validityMinutes: readValidity(filledIn.tokenValidity),
			};
		case 'accountPassword':
			return {
				...service,
				mode: 'accountPassword',
				accountName: required(text('accountName'), 'Account Name'),
				// A password may begin or end with a blank: not trimmed.
				password: required(String(filledIn.password ?? ''), 'Password'),
				isPlatformAccount: filledIn.isPlatformAccount === true,
				validityMinutes: readValidity(filledIn.tokenValidity),
			};
		default:
			throw new UserError(
				"'Authentication' must be one of API Secret, User Token via API Secret, Account and Password, API Key (OpenAPI)",
			);
	}
}

/**
 * Minutes for `expired_interval`. An empty field means the service's default.
 * @throws UserError for what is no whole number from 1 to 259200
 */
export function readValidity(typed: unknown): number {
	if (typed === undefined || typed === null || typed === '') return DEFAULT_VALIDITY_MINUTES;
	const minutes = Number(typed);
	if (!Number.isInteger(minutes) || minutes < 1 || minutes > MAX_VALIDITY_MINUTES) {
		throw new UserError(
			`'Token Validity (Minutes)' must be a whole number from 1 to ${MAX_VALIDITY_MINUTES} (180 days)`,
		);
	}
	return minutes;
}

function required(value: string, label: string): string {
	if (value === '') throw new UserError(`'${label}' is empty`);
	return value;
}
