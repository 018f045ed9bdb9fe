import { type Failure, mayBeDone } from '../../../../../credentials/http/answer';

const failure = (kind: Failure['kind'], more: Partial<Failure> = {}): Failure => ({
	kind,
	said: '',
	...more,
});

describe('mayBeDone', () => {
	it.each<[string, Failure, boolean]>([
		['declined for now', failure('throttled'), false],
		['refused', failure('refused'), false],
		['not signed in', failure('notSignedIn'), false],
		['another site', failure('notThisService', { status: 404 }), false],
		['a page of a broken server', failure('notThisService', { status: 500 }), true],
		['a redirect', failure('notThisService', { status: 302 }), false],
		['no route to the host', failure('unreachable', { code: 'EHOSTUNREACH' }), false],
		['never sent', failure('unreachable', { code: 'ECONNREFUSED', transient: true }), false],
		['a name that is not looked up', failure('unreachable', { code: 'EAI_AGAIN' }), false],
		['no code', failure('unreachable'), true],
		['broken with such a code', failure('failed', { code: 'ENOTFOUND' }), true],
		['an unknown host', failure('unreachable', { code: 'ENOTFOUND' }), false],
		['blocked by n8n', failure('unreachable', { code: 'N8N_BLOCKED' }), false],
		['a certificate', failure('unreachable', { code: 'CERT_HAS_EXPIRED' }), false],
		['https on a port for http', failure('unreachable', { code: 'EPROTO', speaks: 'http' }), false],
		['a broken connection', failure('unreachable', { code: 'EPROTO' }), true],
		['cut', failure('unreachable', { code: 'ECONNRESET', transient: true }), true],
		['no answer in time', failure('unreachable', { code: 'ECONNABORTED', transient: true }), true],
		['an answer cut off', failure('unreachable', { code: 'ERR_BAD_RESPONSE' }), true],
		['a gateway', failure('temporary'), true],
		['broken', failure('failed'), true],
		['too large', failure('tooLarge'), true],
	])('%s', (_case, fault, isDone) => {
		expect(mayBeDone(fault)).toBe(isDone);
	});
});
