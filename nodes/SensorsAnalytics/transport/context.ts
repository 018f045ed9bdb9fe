import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	INode,
	IPollFunctions,
} from 'n8n-workflow';

import { readStoredSession } from '../../../credentials/session';
import { type Connection, secretOf } from '../../../credentials/ways';

/** What sends requests: a run of the node, a list of its form, or a poll. */
export type ServiceContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export function cancelSignalOf(context: ServiceContext): AbortSignal | undefined {
	return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal?.() : undefined;
}

/** n8n copies the node at each call of getNode, and each item needs several. */
const knownTools = new WeakMap<object, boolean>();

/** n8n gives a tool's copy of the node another name. */
export function isTool(context: { getNode(): Pick<INode, 'type'> }): boolean {
	const known = knownTools.get(context) ?? context.getNode().type.endsWith('Tool');
	knownTools.set(context, known);
	return known;
}

/**
 * Whether somebody is there to correct a query: in manual executions and for models, the node also
 * sends requests to find names and values that don't exist.
 */
export function isWatched(context: Parameters<typeof isTool>[0] & { getMode(): string }): boolean {
	return context.getMode() === 'manual' || isTool(context);
}

export type Credentials = ICredentialDataDecryptedObject;

/** Returns the secrets that nothing derived from an answer may repeat. */
export function secretsOf(credentials: Credentials, connection: Connection): string[] {
	const token = readStoredSession(credentials)?.token ?? '';
	return [token, secretOf(connection)];
}

export const CREDENTIAL_TYPE = 'sensorsAnalyticsApi';

/** Sends a request that n8n signs with `data`; n8n updates `data` if it gets a new session first. */
export async function requestWith(
	context: ServiceContext,
	data: Credentials,
	options: IHttpRequestOptions,
): Promise<unknown> {
	return await context.helpers.httpRequestWithAuthentication.call(
		context,
		CREDENTIAL_TYPE,
		options,
		{ credentialsDecrypted: { id: '', name: '', type: CREDENTIAL_TYPE, data } },
	);
}
