import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Reply } from './answer';
import { writeJson } from './exactJson';

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
	/** What is asked in its place where the service has no such address: versions differ. */
	elsewhere?: ServiceRequest;
	/** Whether it starts work that a second one would start again: it is not repeated blindly. */
	startsWork?: boolean;
}

/**
 * Options that hand every answer back as it comes: no redirect followed, no status thrown, no body
 * held or parsed, so that one place can decide what it means, and how much is read.
 */
export function toHttpOptions(request: ServiceRequest, baseUrl = ''): IHttpRequestOptions {
	const { method = 'POST', path, query, headers, body, form } = request;
	const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
	const text = form ? new URLSearchParams(form).toString() : writeJson(body);
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

/**
 * The answer of n8n's request helper as plain data.
 * @param cancel ends the request
 */
export function toReply(response: IN8nHttpFullResponse, cancel: () => void): Reply {
	return { status: response.statusCode, headers: response.headers, body: response.body, cancel };
}

/**
 * Where the signal of a request waits until it is signed: n8n puts the one of the execution into
 * its place before.
 */
const OWN_SIGNAL = 'ownAbortSignal';

/** Options of a request that ends with the signal as well. */
export function withOwnSignal(
	options: IHttpRequestOptions,
	signal: AbortSignal,
): IHttpRequestOptions {
	return Object.assign({}, options, { [OWN_SIGNAL]: signal });
}

/** The signal that a signed request ends with: the execution's, its own, or both. */
export function takeSignal(options: IHttpRequestOptions): Partial<IHttpRequestOptions> {
	const { [OWN_SIGNAL]: own } = options as { [OWN_SIGNAL]?: AbortSignal };
	if (own === undefined) return {};
	const of = options.abortSignal as AbortSignal | undefined;
	return { abortSignal: of ? AbortSignal.any([of, own]) : own };
}
