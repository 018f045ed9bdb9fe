import type { IHttpRequestHelper, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Certificates } from '../certificates';
import type { Answer, Reply } from './answer';
import { answerSteps, isDecided, readAnswer, readCut, readNetworkFault } from './answer';
import type { ByteStream, ResponseLimits } from './body';
import {
	causeOf,
	countedChunks,
	guard,
	isByteStream,
	LimitExceeded,
	limitsOfHeld,
	REFUSAL_BYTES,
	stop,
} from './body';
import { writeJson } from './json';
import { noteSent } from './redact';
import { betweenPieces, inSlices } from './slices';

/** One request to the service; `path` starts with /api. */
export interface ServiceRequest {
	/** Default: POST. */
	method?: 'GET' | 'POST';
	path: string;
	query?: { [name: string]: string };
	headers?: { [name: string]: string };
	body?: object;
	/** Fields of a form, instead of a JSON body. */
	form?: { [name: string]: string };
	/** Request to send instead if the service has no such address: versions differ. */
	elsewhere?: ServiceRequest;
	/** Whether a second request would start the work again; it isn't repeated automatically. */
	startsWork?: boolean;
	/** Whether the answer has states that a task of the node changes, so that it serves only one run. */
	hasStates?: boolean;
	/** Whether the result is useful without it: it is repeated once at most, and the wait is short. */
	isOptional?: boolean;
}

/**
 * n8n returns every answer unchanged: no redirect is followed, no status throws, and no body is
 * held. credentials/http/answer.ts then decides what it means and how much is read.
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

/** By then, n8n's helper has ended each request that can time out. */
const GRACE_MS = 1000;

/**
 * Ends a request on demand, or if its response doesn't start in time: n8n's helper waits without
 * end if the server switches to another protocol (status 101).
 */
export class RequestEnd {
	private readonly control = new AbortController();
	private isLate = false;
	private timer?: AbortSignal;
	readonly cancel = () => this.control.abort();
	private readonly end = () => {
		this.isLate = true;
		this.cancel();
	};

	/** @param other ends the request as well */
	constructor(
		private readonly limits: ResponseLimits,
		private readonly other?: AbortSignal,
	) {}

	/** Returns the signal of a request that is sent now. @param of also ends the request */
	start(of?: AbortSignal): AbortSignal {
		this.timer = AbortSignal.timeout(Math.ceil(this.limits.silenceMs) + GRACE_MS);
		this.timer.addEventListener('abort', this.end);
		const signals = [this.control.signal, this.other, of];
		return AbortSignal.any(signals.filter((signal) => signal !== undefined));
	}

	/** Awaits the response. @throws LimitExceeded if it doesn't start in time */
	async response<Result>(sent: Promise<Result>): Promise<Result> {
		try {
			return await sent;
		} catch (error) {
			throw this.isLate ? new LimitExceeded('silenceMs', this.limits) : error;
		} finally {
			this.timer?.removeEventListener('abort', this.end);
		}
	}
}

/** Holds the end of a request until it is signed: n8n first sets the signal of the execution. */
const OWN_END = 'ownEnd';

/** Returns options of a request that this ends as well. */
export function withOwnEnd(options: IHttpRequestOptions, end: RequestEnd): IHttpRequestOptions {
	return Object.assign({}, options, { [OWN_END]: end });
}

/** Returns the signal of a request that is sent now, if it has an end of its own. */
export function takeSignal(options: IHttpRequestOptions): Partial<IHttpRequestOptions> {
	const { [OWN_END]: end } = options as { [OWN_END]?: RequestEnd };
	return end ? { abortSignal: end.start(options.abortSignal as AbortSignal | undefined) } : {};
}

/** Reads an answer whose body is a stream, within its limits. Never throws. */
export async function readReply(
	reply: Reply,
	limits: ResponseLimits,
	secrets: readonly string[],
): Promise<Answer> {
	const { body, status, cancel = () => undefined } = reply;
	if (!isByteStream(body)) return readAnswer(reply, secrets);
	guard(body, limits, cancel);
	if (isDecided(reply)) {
		stop(body);
		return readAnswer({ ...reply, body: '' }, secrets);
	}
	const isFine = status >= 200 && status < 300;
	try {
		const { bytes, isCut } = await collect(body, isFine ? Infinity : REFUSAL_BYTES);
		if (isCut) stop(body);
		return await inSlices(answerSteps({ ...reply, body: bytes, isCut }, secrets));
	} catch (error) {
		return readCut(causeOf(body, error));
	}
}

async function collect(
	stream: ByteStream,
	most: number,
): Promise<{ bytes: Uint8Array; isCut: boolean }> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	for await (const chunk of countedChunks(stream)) {
		chunks.push(chunk);
		size += chunk.length;
		if (size > most) break;
	}
	const pauseIfLong = betweenPieces();
	const bytes = Buffer.concat(chunks, Math.min(size, most));
	await pauseIfLong();
	return { bytes, isCut: size > most };
}

/** n8n's request helper without credentials, as preAuthentication receives it. */
export type HttpRequest = IHttpRequestHelper['helpers']['httpRequest'];

/** Logins and probes are quick; nobody should wait minutes for the first request. */
const TIMEOUT_MS = 60_000;

/** Sends a request that contains its own signature; a minute without data ends it. Never throws. */
export async function sendOnce(
	httpRequest: HttpRequest,
	service: { baseUrl: string; skipCertificateCheck: boolean; certificates?: Certificates },
	request: ServiceRequest,
	secrets: readonly string[],
	timeoutMs = TIMEOUT_MS,
): Promise<Answer> {
	noteSent(secrets, service.baseUrl);
	const timeout = Math.min(timeoutMs, TIMEOUT_MS);
	const limits = limitsOfHeld(timeout);
	const end = new RequestEnd(limits);
	try {
		const { statusCode, headers, body } = (await end.response(
			httpRequest({
				...toHttpOptions(request, service.baseUrl),
				skipSslCertificateValidation: service.skipCertificateCheck,
				...(service.certificates ? { agentOptions: service.certificates } : {}),
				timeout,
				abortSignal: end.start(),
			}),
		)) as IN8nHttpFullResponse;
		const reply = { status: statusCode, headers, body, cancel: end.cancel };
		return await readReply(reply, limits, secrets);
	} catch (error) {
		return readNetworkFault(error);
	}
}
