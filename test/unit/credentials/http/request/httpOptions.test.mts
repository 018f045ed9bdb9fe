import type { IHttpRequestOptions } from 'n8n-workflow';

import { LimitExceeded } from '../../../../../credentials/http/body';
import {
	RequestEnd,
	takeSignal,
	toHttpOptions,
	withOwnEnd,
} from '../../../../../credentials/http/request';

describe('toHttpOptions', () => {
	const ALWAYS = {
		encoding: 'stream',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		sendCredentialsOnCrossOriginRedirect: false,
	};

	it('JSON, by POST', () => {
		const query = { project: 'shop' };
		const options = toHttpOptions({ path: '/api/x', query, body: { a: 1 } }, 'https://sa.example');
		expect(options).toEqual({
			method: 'POST',
			url: 'https://sa.example/api/x',
			qs: { project: 'shop' },
			headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
			body: '{"a":1}',
			...ALWAYS,
		});
		expect(options.qs).not.toBe(query);
	});

	it('a form', () => {
		expect(toHttpOptions({ path: '/api/x', form: { q: 'a b&c' } })).toEqual({
			method: 'POST',
			url: '/api/x',
			qs: {},
			headers: {
				'Content-Type': 'application/x-www-form-urlencoded',
				Accept: 'application/json',
			},
			body: 'q=a+b%26c',
			...ALWAYS,
		});
	});

	it('nothing, with headers of its own', () => {
		const headers = { Accept: '*/*', other: 'x' };
		expect(toHttpOptions({ method: 'GET', path: '/api/x', headers })).toEqual({
			method: 'GET',
			url: '/api/x',
			qs: {},
			headers,
			...ALWAYS,
		});
	});
});

describe('the end of a request', () => {
	const options: IHttpRequestOptions = { url: '/' };
	const limits = { bytes: 1, silenceMs: 20.5, wholeMs: 40 };
	/** Lets the time of each request pass at once. */
	const pass = () => {
		const { timeout } = AbortSignal;
		const given: number[] = [];
		AbortSignal.timeout = (ms) => {
			given.push(ms);
			return timeout.call(AbortSignal, 1);
		};
		return { given, restore: () => Object.assign(AbortSignal, { timeout }) };
	};
	/** A request that n8n's helper answers only if its signal ends it. */
	const hung = async (signal?: AbortSignal) =>
		await new Promise((_, reject) => {
			signal?.addEventListener('abort', () => reject(new Error('canceled')));
		});

	it('nothing without one of its own', () => {
		expect(takeSignal({ ...options, abortSignal: AbortSignal.abort() })).toEqual({});
	});

	it.each(['own', 'poll', 'execution'] as const)('that of %s', (which) => {
		const execution = new AbortController();
		const poll = new AbortController();
		const end = new RequestEnd(limits, poll.signal);
		const given = withOwnEnd(options, end);
		expect(given).not.toBe(options);
		expect(options).toEqual({ url: '/' });
		const all = { ...given, abortSignal: execution.signal } as IHttpRequestOptions;
		const signal = takeSignal(all).abortSignal as AbortSignal;
		expect(signal.aborted).toBe(false);
		if (which === 'own') end.cancel();
		else (which === 'poll' ? poll : execution).abort();
		expect(signal.aborted).toBe(true);
	});

	it('if no response starts in time', async () => {
		const { given, restore } = pass();
		try {
			const end = new RequestEnd(limits);
			const sent = hung(takeSignal(withOwnEnd(options, end)).abortSignal as AbortSignal);
			await expect(end.response(sent)).rejects.toEqual(new LimitExceeded('silenceMs', limits));
			expect(given).toEqual([1021]);
		} finally {
			restore();
		}
	});

	it('not once a response has started, and not for another fault', async () => {
		const { restore } = pass();
		try {
			const end = new RequestEnd(limits);
			const signal = end.start();
			expect(await end.response(Promise.resolve(1))).toBe(1);
			await new Promise((resolve) => setTimeout(resolve, 20));
			expect(signal.aborted).toBe(false);
			await expect(new RequestEnd(limits).response(Promise.reject(new Error('x')))).rejects.toThrow(
				'x',
			);
		} finally {
			restore();
		}
	});
});
