import { sendOnce } from '../../../../../credentials/http/request';

const SERVICE = { baseUrl: 'https://sa.example', skipCertificateCheck: false };
const REQUEST = { path: '/api/x', body: { a: 1 } };
type Options = { [key: string]: unknown };

describe('sendOnce', () => {
	it('sends once, and returns the result without a secret', async () => {
		const sent: Options[] = [];
		const httpRequest = async (options: Options) => {
			sent.push(options);
			return { statusCode: 400, headers: {}, body: '{"error":"no long-secret"}' };
		};
		const answer = await sendOnce(httpRequest as never, SERVICE, REQUEST, ['long-secret']);
		expect(answer).toMatchObject({ kind: 'refused', status: 400, said: 'no ***' });
		expect(sent).toMatchObject([
			{
				url: 'https://sa.example/api/x',
				body: '{"a":1}',
				skipSslCertificateValidation: false,
				timeout: 60_000,
				abortSignal: { aborted: false },
			},
		]);
		await sendOnce(httpRequest as never, { ...SERVICE, skipCertificateCheck: true }, REQUEST, []);
		expect(sent[1]?.skipSslCertificateValidation).toBe(true);
	});

	it('a fault of the network is an answer, too', async () => {
		const httpRequest = async () => {
			throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
		};
		const answer = await sendOnce(httpRequest as never, SERVICE, REQUEST, []);
		expect(answer).toMatchObject({ kind: 'unreachable', code: 'ECONNREFUSED', transient: true });
	});

	it('a response that never starts, as after status 101, is a timeout', async () => {
		const { timeout } = AbortSignal;
		AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / 61_000);
		try {
			const httpRequest = async ({ abortSignal }: { abortSignal: AbortSignal }) =>
				await new Promise((_, reject) => {
					abortSignal.addEventListener('abort', () => reject(new Error('canceled')));
				});
			const answer = await sendOnce(httpRequest as never, SERVICE, REQUEST, []);
			expect(answer).toMatchObject({ kind: 'unreachable', code: 'ETIMEDOUT', transient: true });
		} finally {
			Object.assign(AbortSignal, { timeout });
		}
	});
});
