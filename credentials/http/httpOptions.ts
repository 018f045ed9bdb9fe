import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Reply } from './answer';

/** One request to the service; `path` starts with /api. */
export interface ServiceRequest {
	path: string;
	query?: { [name: string]: string };
	headers?: { [name: string]: string };
	/** JSON body. */
	body: object;
}

/**
 * Options that hand every answer back as it came: no redirect followed, no status thrown, no body
 * parsed, so that one place can decide what it means.
 */
export function toHttpOptions(request: ServiceRequest, baseUrl = ''): IHttpRequestOptions {
	return {
		method: 'POST',
		url: baseUrl + request.path,
		qs: { ...request.query },
		headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...request.headers },
		body: JSON.stringify(request.body),
		encoding: 'arraybuffer',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};
}

/** The answer of n8n's request helper as plain data. */
export function toReply(response: IN8nHttpFullResponse): Reply {
	return { status: response.statusCode, headers: response.headers, body: response.body };
}
