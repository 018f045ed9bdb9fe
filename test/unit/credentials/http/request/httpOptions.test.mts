import type { IHttpRequestOptions } from 'n8n-workflow';

import { takeSignal, toHttpOptions, withOwnSignal } from '../../../../../credentials/http/request';

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

describe('the signals of a request', () => {
	const options: IHttpRequestOptions = { url: '/' };

	it('nothing without one of its own', () => {
		expect(takeSignal({ ...options, abortSignal: AbortSignal.abort() })).toEqual({});
	});

	it('its own, or both', () => {
		const own = new AbortController();
		const given = withOwnSignal(options, own.signal);
		expect(given).not.toBe(options);
		expect(options).toEqual({ url: '/' });
		expect(takeSignal(given)).toEqual({ abortSignal: own.signal });
		const other = new AbortController();
		for (const control of [own, other]) {
			const both = takeSignal({ ...given, abortSignal: other.signal } as IHttpRequestOptions);
			const signal = both.abortSignal as AbortSignal;
			if (control === own) expect(signal.aborted).toBe(false);
			control.abort();
			expect(signal.aborted).toBe(true);
		}
	});
});
