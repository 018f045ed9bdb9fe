import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Reply } from './answer';

/** One request to the service; `path` starts with /api. */
export interface ServiceRequest {
	/** POST if left out. */
	method?: 'GET' | 'POST';
	path: string;
	query?: { [name: string]: string };
	headers?: { [name: string]: string };
	/** JSON body. */
	body?: object;
	/** Fields of a form, in place of a JSON body. */
	form?: { [name: string]: string };
}

/**
 * Options that hand every answer back as it comes: no redirect followed, no status thrown, no body
 * held or parsed, so that one place can decide what it means, and how much is read.
 */
export function toHttpOptions(request: ServiceRequest, baseUrl = ''): IHttpRequestOptions {
	const { method = 'POST', path, query, headers, body, form } = request;
	const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
	const text = form ? new URLSearchParams(form).toString() : JSON.stringify(body);
	return {
		method,
		url: baseUrl + path,
		qs: { ...query },
		headers: {
			...(text === undefined ? {} : { 'Content-Type': type }),
			Accept: 'application/json',
			...headers,
		},
		...(text === undefined ? {} : { body: text }),
		encoding: 'stream',
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
