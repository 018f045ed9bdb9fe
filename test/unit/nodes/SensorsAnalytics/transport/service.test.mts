import type { IHttpRequestOptions } from 'n8n-workflow';
import { takeSignal } from '../../../../../credentials/http/request';
import { mayHaveEnded, noteLost, SignInError } from '../../../../../credentials/login';
import { identityOf, type Session, toStoredFields } from '../../../../../credentials/session';
import { readConnection, type TokenConnection } from '../../../../../credentials/ways';
import type { ServiceContext } from '../../../../../nodes/SensorsAnalytics/transport/context';
import { DEFAULT_SETTINGS } from '../../../../../nodes/SensorsAnalytics/transport/settings';
import { Service } from '../../../../../nodes/SensorsAnalytics/transport/service';
import { ROWS } from '../../../../../nodes/SensorsAnalytics/transport/stream';
import { account, service as at } from '../../../../support/credentialForms.mts';

const mockWaits: number[] = [];
let mockOnWait = () => {};
jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async (ms: number) => {
		mockWaits.push(ms);
		mockOnWait();
	},
}));

type Fields = { [field: string]: unknown };
type Reply = [status: number, body: unknown, headers?: object];

const REQUEST = { path: '/api/x' };
const SETTINGS = { ...DEFAULT_SETTINGS, requestsPerSecond: 0 };
const SECRET = { ...at, authentication: 'apiSecret', apiSecret: 's3cret-value' };
const ENDED: Reply = [401, { error: 'token expired' }];
let accounts = 0;

/** A credential of an account of its own, with a token that is stored. */
function accountWith(token: string): { form: Fields; identity: string } {
	const form = { ...account, password: 'a long password', accountName: `ann${++accounts}` };
	const identity = identityOf(readConnection(form) as TokenConnection);
	const session: Session = {
		token,
		identity,
		issuedAt: new Date().toISOString(),
		validityMinutes: 30,
		details: {},
	};
	return { form: { ...form, ...toStoredFields(session) }, identity };
}

interface Sent {
	url: string;
	timeout?: number;
	token: unknown;
	signal: unknown;
}

/**
 * n8n as a node sees it. `answer` gives a reply, or throws as n8n's helper does; it may put a new
 * session into the credential that it is given, as n8n does.
 */
function n8n(form: Fields, answer: (data: Fields, count: number) => Reply | Promise<Reply>) {
	const sent: Sent[] = [];
	const marks: unknown[] = [];
	const stored = { ...form };
	const control = new AbortController();
	const logins: string[] = [];
	const timeouts: unknown[] = [];
	const context = {
		getExecutionId: () => undefined as string | undefined,
		getNode: () => ({ name: 'Report', parameters: {} }),
		getCredentials: async () => ({ ...stored }),
		getExecutionCancelSignal: () => control.signal,
		helpers: {
			async httpRequest({ url, timeout }: { url: string; timeout?: number }) {
				logins.push(url);
				timeouts.push(timeout);
				const [statusCode, body] = await answer({}, logins.length);
				return { statusCode, headers: {}, body: JSON.stringify(body) };
			},
			async httpRequestWithAuthentication(
				this: unknown,
				_type: string,
				options: IHttpRequestOptions,
				{ credentialsDecrypted: { data } }: { credentialsDecrypted: { data: Fields } },
			) {
				expect(this).toBe(context);
				if (data.marksToStore !== undefined) {
					marks.push(data.marksToStore);
					throw new Error('nothing is sent');
				}
				const { url, timeout } = options;
				const { abortSignal: signal } = takeSignal(options);
				sent.push({ url, timeout, token: data.accessToken, signal } as Sent);
				const [statusCode, body, headers = {}] = await answer(data, sent.length);
				const text = typeof body === 'string' ? body : JSON.stringify(body);
				return { statusCode, headers, body: text };
			},
		},
	};
	const of = (settings = SETTINGS) => new Service(context as unknown as ServiceContext, settings);
	return { context, control, logins, marks, of, sent, service: of(), stored, timeouts };
}

beforeEach(() => {
	mockWaits.splice(0);
	mockOnWait = () => {};
});

describe('call', () => {
	it('returns the JSON of the answer', async () => {
		const { service, sent } = n8n(SECRET, () => [200, { rows: [1] }]);
		expect(service.hasAnswered).toBe(false);
		expect(await service.call(0, REQUEST)).toEqual({ rows: [1] });
		expect(service.hasAnswered).toBe(true);
		expect(sent).toEqual([
			{ url: '/api/x', timeout: 300_000, token: undefined, signal: expect.any(AbortSignal) },
		]);
		expect(await service.connectionOf(0)).toEqual(readConnection(SECRET));
	});

	it('throws a refusal with its item, at once, without the secret', async () => {
		const { service, sent } = n8n(SECRET, () => [400, { error: 'no event s3cret-value' }]);
		await expect(service.call(3, REQUEST)).rejects.toMatchObject({
			message: 'Sensors Analytics rejected the request: no event ***',
			context: { itemIndex: 3 },
		});
		expect(sent).toHaveLength(1);
		expect(mockWaits).toEqual([]);
	});

	it('is reported unchanged: no second refusal, nothing about a login', async () => {
		const { service } = n8n(SECRET, () => [200, {}]);
		expect(await service.exchange(0, REQUEST)).toEqual({
			answer: { kind: 'success', body: {} },
			connection: readConnection(SECRET),
			hasSignedIn: false,
			isResend: false,
		});
	});

	it('a second request of an item is not sent if the credential was edited, but with its new token', async () => {
		const { service, sent, stored } = n8n({ ...SECRET }, () => [200, {}]);
		await service.call(0, REQUEST);
		Object.assign(stored, { accessToken: 'another' });
		await service.call(0, REQUEST);
		Object.assign(stored, { project: 'another' });
		await expect(service.call(0, REQUEST)).rejects.toThrow(
			'The credential was changed while the node used it. Run the node again',
		);
		await expect(service.call(0, REQUEST)).rejects.toThrow('was changed');
		expect(sent).toHaveLength(2);
		// Other items may have another project, by an expression in the credential.
		await expect(service.call(1, REQUEST)).resolves.toEqual({});
	});

	it('a request with a refused secret is not repeated', async () => {
		const { service, sent } = n8n(SECRET, () => [401, { error: 'no' }]);
		await expect(service.call(0, REQUEST)).rejects.toThrow(
			'Sensors Analytics rejected the API secret: no',
		);
		expect(sent).toHaveLength(1);
	});

	it('repeats the request after temporary faults, a limited number of times, with waits in between', async () => {
		const busy: Reply = [503, { error: 'busy' }];
		const once = n8n(SECRET, (_data, count) => (count < 3 ? busy : [200, {}]));
		expect(await once.service.call(0, REQUEST)).toEqual({});
		expect(once.sent).toHaveLength(3);
		expect(mockWaits.length).toBeGreaterThan(2);
		const never = n8n(SECRET, () => busy);
		await expect(never.of({ ...SETTINGS, retries: 2 }).call(0, REQUEST)).rejects.toThrow('busy');
		expect(never.sent).toHaveLength(3);
	});

	it('does not repeat what may have started work, and says so', async () => {
		const { service, sent } = n8n(SECRET, () => [503, { error: 'busy' }]);
		const error = await service.call(0, { ...REQUEST, startsWork: true }).catch((one) => one);
		expect(sent).toHaveLength(1);
		expect((error as { description: string }).description).toMatch(
			/Try again later\. If this continues, contact your Sensors Analytics administrator\. The node didn't send the request again, because the task may have started\. Check for the task in Sensors Analytics before you run the node again\./,
		);
		const other = await service.call(0, REQUEST).catch((one) => one);
		expect((other as { description: string }).description).not.toMatch(
			/Try again later\. If this continues, contact your Sensors Analytics administrator\. The node didn't send the request again, because the task may have started\. Check for the task in Sensors Analytics before you run the node again\./,
		);
	});

	it('repeats what was declined before it started', async () => {
		const { service, sent } = n8n(SECRET, () => [429, { error: 'slow down' }]);
		const error = await service.call(0, { ...REQUEST, startsWork: true }).catch((one) => one);
		expect(sent).toHaveLength(4);
		expect((error as { description: string }).description).not.toMatch(
			/Try again later\. If this continues, contact your Sensors Analytics administrator\. The node didn't send the request again, because the task may have started\. Check for the task in Sensors Analytics before you run the node again\./,
		);
	});

	it('reports a network fault', async () => {
		const { service, sent } = n8n(SECRET, () => {
			throw Object.assign(new Error('x'), { code: 'ENOTFOUND' });
		});
		await expect(service.call(0, REQUEST)).rejects.toThrow(/the host name is unknown/);
		expect(service.hasAnswered).toBe(false);
		expect(sent).toHaveLength(1);
	});

	it('ends with the execution: no other try, no wait', async () => {
		const { control, service, sent } = n8n(SECRET, () => {
			control.abort();
			return [503, { error: 'busy' }];
		});
		await expect(service.call(0, REQUEST)).rejects.toThrow('the execution was canceled');
		expect(sent).toHaveLength(1);
		expect(mockWaits).toEqual([]);
	});

	it('ends in the middle of a wait', async () => {
		const { control, service, sent } = n8n(SECRET, () => [503, { error: 'busy' }]);
		mockOnWait = () => control.abort();
		await expect(service.call(0, REQUEST)).rejects.toThrow('busy');
		expect(sent).toHaveLength(1);
		expect(mockWaits).toHaveLength(1);
	});

	it('a context without a signal is one that is never cancelled', async () => {
		const { context, of } = n8n(SECRET, () => [200, {}]);
		delete (context as { getExecutionCancelSignal?: unknown }).getExecutionCancelSignal;
		expect(await of().call(0, REQUEST)).toEqual({});
	});
});

describe('applySettings', () => {
	it('gives an item its own timeout and retries, and leaves the others as they are', async () => {
		const { service, sent } = n8n(SECRET, () => [503, {}]);
		service.applySettings(1, { ...SETTINGS, timeoutMs: 5, retries: SETTINGS.retries + 1 });
		for (const item of [0, 1])
			await expect(service.call(item, REQUEST)).rejects.toThrow(/Sensors Analytics/);
		const { timeoutMs, retries } = SETTINGS;
		expect(sent.map(({ timeout }) => timeout)).toEqual([
			...Array.from({ length: retries + 1 }, () => timeoutMs),
			...Array.from({ length: retries + 2 }, () => 5),
		]);
	});
});

describe('An optional request', () => {
	const request = { ...REQUEST, isOptional: true };
	/** Timeouts of the requests of a call that fails. */
	const timeouts = async (headers: object, own = SETTINGS) => {
		const { service, sent } = n8n(SECRET, () => [503, {}, headers]);
		service.applySettings(0, own);
		await expect(service.call(0, request)).rejects.toThrow(/Sensors Analytics/);
		return sent.map(({ timeout }) => timeout);
	};

	it('is repeated once, and both requests with their pause take a minute at most', async () => {
		const [first, second, ...others] = await timeouts({ 'retry-after': '20' });
		expect([first, others]).toEqual([60_000, []]);
		expect(second).toBeGreaterThan(35_000);
		expect(second).toBeLessThanOrEqual(40_000);
		expect(mockWaits.reduce((sum, ms) => sum + ms, 0)).toBe(20_000);
	});

	it('is sent once if the pause is longer, or the item has no retries', async () => {
		expect(await timeouts({ 'retry-after': '60' })).toEqual([60_000]);
		expect(await timeouts({}, { ...SETTINGS, timeoutMs: 5 })).toEqual([5]);
		expect(await timeouts({}, { ...SETTINGS, retries: 0 })).toEqual([60_000]);
		expect(mockWaits).toEqual([]);
	});

	it('has its result if the second request has it', async () => {
		const { service } = n8n(SECRET, (_data, count) => (count === 1 ? [429, {}] : [200, { count }]));
		expect(await service.call(0, request)).toEqual({ count: 2 });
	});
});

describe('callOnce', () => {
	it('sends one request for all items, concurrent or one after another', async () => {
		const { service, sent } = n8n(SECRET, (_data, count) => [200, { count }]);
		const both = [service.callOnce(0, REQUEST), service.callOnce(1, REQUEST)];
		expect(await Promise.all(both)).toEqual([{ count: 1 }, { count: 1 }]);
		expect(await service.callOnce(2, REQUEST)).toEqual({ count: 1 });
		expect(await service.callOnce(0, { path: '/api/y' })).toEqual({ count: 2 });
		expect(sent).toHaveLength(2);
	});

	it('sends a separate request with another credential', async () => {
		const { service, sent, stored } = n8n(SECRET, () => [200, {}]);
		await service.callOnce(0, REQUEST);
		stored.project = 'other';
		await service.callOnce(1, REQUEST);
		expect(sent).toHaveLength(2);
	});

	it('reads the credential once for each request and what is planned for it', async () => {
		const { context, service, stored } = n8n(SECRET, () => [200, {}]);
		const read = jest.spyOn(context, 'getCredentials');
		await service.connectionOf(0);
		await service.call(0, REQUEST);
		stored.leftOutProperties = 'phone';
		expect(await service.usageOf(0)).toMatchObject({ leftOut: new Set() });
		expect(read).toHaveBeenCalledTimes(1);
		await service.call(0, REQUEST);
		expect(await service.usageOf(0)).toMatchObject({ leftOut: new Set(['phone']) });
		expect(await service.usageOf(1)).toMatchObject({ leftOut: new Set(['phone']) });
		expect(read).toHaveBeenCalledTimes(3);
	});

	it('keeps the credentials of some items only', async () => {
		const { context, service } = n8n(SECRET, () => [200, {}]);
		const read = jest.spyOn(context, 'getCredentials');
		for (let item = 0; item <= 100; item++) await service.connectionOf(item);
		await service.connectionOf(100);
		expect(read).toHaveBeenCalledTimes(101);
		await service.connectionOf(0);
		expect(read).toHaveBeenCalledTimes(102);
	});

	it('a failure is not kept', async () => {
		const { service } = n8n(SECRET, (_data, count) => (count < 2 ? [400, {}] : [200, { count }]));
		await expect(service.callOnce(0, REQUEST)).rejects.toThrow();
		expect(await service.callOnce(0, REQUEST)).toEqual({ count: 2 });
	});
});

describe('open', () => {
	const requestedBy = (sql: string) => ({ ...REQUEST, form: { sql } });

	it('hands on what has come, with limits and secrets', async () => {
		const { service } = n8n(accountWith('a-long-token').form, () => [200, '{"a":1}\n']);
		const opened = await service.open(0, requestedBy('select'), ROWS);
		expect(opened).toMatchObject({
			limits: ROWS.limits(300_000),
			secrets: ['a-long-token', 'a long password'],
		});
		expect(opened.itemFault(new Error('disk full'))).toMatchObject({
			message: 'disk full',
			context: { itemIndex: 0 },
		});
	});

	it('needs nothing that may fail once the answer has begun', async () => {
		const { context, service } = n8n(accountWith('a-long-token').form, () => {
			jest.spyOn(context, 'getCredentials').mockRejectedValue(new Error('database'));
			return [200, '{"a":1}\n'];
		});
		expect((await service.open(0, requestedBy('select'), ROWS)).secrets).toContain('a-long-token');
	});

	it('a refusal', async () => {
		const { service } = n8n(SECRET, () => [400, { error: 'no' }]);
		await expect(service.open(2, requestedBy('select'), ROWS)).rejects.toMatchObject({
			message: 'Sensors Analytics rejected the request: no',
			context: { itemIndex: 2 },
		});
	});

	it('says that a line may be a row only where the query may have such a column', async () => {
		const hint = /rename the column 'error' in 'SQL'/;
		for (const [sql, isLikely] of [
			['select error from t', true],
			['select ERROR from t', true],
			['select errors from t', false],
		] as const) {
			const { service } = n8n(SECRET, () => [200, '{}']);
			const { fault } = await service.open(0, requestedBy(sql), ROWS);
			const { description } = fault({ kind: 'refused', said: 'no', isLine: true });
			expect(hint.test(description ?? '')).toBe(isLikely);
			const other = fault({ kind: 'refused', said: 'no' }).description ?? '';
			expect(hint.test(other)).toBe(false);
		}
		const { service } = n8n(SECRET, () => [200, '{}']);
		const { fault } = await service.open(0, REQUEST, ROWS);
		expect(fault({ kind: 'refused', said: 'no', isLine: true }).description).not.toMatch(hint);
	});
});

describe('a token that is refused', () => {
	it('is renewed once, before the request; other processes see it', async () => {
		const { form, identity } = accountWith('old-token-1');
		const { service, sent, stored, marks } = n8n(form, (data, count) => {
			if (count === 1) return ENDED;
			expect(data).toMatchObject({ accessToken: '', refusedAccessToken: 'old-token-1' });
			Object.assign(data, { accessToken: 'new-token-1', accessTokenIdentity: identity });
			Object.assign(stored, { accessToken: 'new-token-1' });
			return [200, { fine: true }];
		});
		const exchange = await service.exchange(0, REQUEST);
		expect(exchange).toMatchObject({
			answer: { kind: 'success' },
			session: { token: 'new-token-1' },
			hasSignedIn: true,
			isResend: true,
		});
		expect(sent).toHaveLength(2);
		// Marks can't be stored here: nobody is waited for. They are not taken back: it worked.
		expect(marks).not.toContainEqual({ accessTokenClaim: '', accessTokenRenewal: '' });
		expect(marks.length).toBeGreaterThan(0);
	});

	it('is not renewed a second time: the second refusal is reported', async () => {
		const { form, identity } = accountWith('old-token-2');
		const { service, sent } = n8n(form, (data, count) => {
			const session = { accessToken: 'new-token-2', accessTokenIdentity: identity };
			if (count === 2) Object.assign(data, session);
			return ENDED;
		});
		await expect(service.call(0, REQUEST)).rejects.toThrow(
			'Sensors Analytics rejected the access token, and then rejected the renewed token: token expired',
		);
		expect(sent).toHaveLength(2);
	});

	it('that somebody else has replaced meanwhile: theirs is used, without a login', async () => {
		const { form } = accountWith('old-token-3');
		const { service, sent, stored } = n8n(form, (data) => {
			stored.accessToken = 'their-token-3';
			return data.accessToken === 'their-token-3' ? [200, {}] : ENDED;
		});
		const exchange = await service.exchange(0, REQUEST);
		expect(exchange).toMatchObject({
			session: { token: 'their-token-3' },
			hasSignedIn: false,
			isResend: true,
		});
		expect(sent.map(({ token }) => token)).toEqual(['old-token-3', 'their-token-3']);
	});

	it('is not sent again with the next request of the item', async () => {
		const { form, identity } = accountWith('old-token-20');
		const { service, sent, stored } = n8n(form, (data) => {
			if ([undefined, 'old-token-20'].includes(data.accessToken as undefined)) return ENDED;
			Object.assign(data, { accessToken: 'new-token-20', accessTokenIdentity: identity });
			Object.assign(stored, { accessToken: 'new-token-20' });
			return [200, {}];
		});
		for (let i = 0; i < 3; i++) await service.call(0, REQUEST);
		const tokens = sent.map(({ token }) => token);
		expect(tokens).toEqual(['old-token-20', '', 'new-token-20', 'new-token-20']);
	});

	it('that somebody else has replaced is replaced during a pause of the logins, too', async () => {
		const { form, identity } = accountWith('old-token-21');
		for (let i = 0; i < 2; i++) noteLost(identity, 'lost');
		let isReplaced = false;
		const { service, sent, stored } = n8n(form, ({ accessToken }) => {
			if (isReplaced) stored.accessToken = 'their-token-21';
			return accessToken === 'their-token-21' ? [200, {}] : ENDED;
		});
		await expect(service.call(0, REQUEST)).rejects.toThrow(/rejected the renewed token/);
		expect(sent).toHaveLength(1);
		isReplaced = true;
		expect(await service.call(0, REQUEST)).toEqual({});
		expect(sent).toHaveLength(3);
	});

	it('one of somebody else that is refused as well: then a login', async () => {
		const { form, identity } = accountWith('old-token-4');
		const { service, sent, stored } = n8n(form, (data) => {
			if (data.accessToken === '') {
				Object.assign(data, { accessToken: 'own-token-4', accessTokenIdentity: identity });
				return [200, {}];
			}
			stored.accessToken = 'their-token-4';
			return ENDED;
		});
		const exchange = await service.exchange(0, REQUEST);
		expect(exchange).toMatchObject({ session: { token: 'own-token-4' }, hasSignedIn: true });
		expect(sent.map(({ token }) => token)).toEqual(['old-token-4', 'their-token-4', '']);
	});

	it('reports a failed login, and other processes see that nobody renews', async () => {
		const { form } = accountWith('old-token-5');
		const failure = { kind: 'refused', status: 400, said: 'wrong' } as const;
		const refusal = new SignInError({ message: 'Password refused', description: 'Check' }, failure);
		const { service, sent, marks } = n8n(form, (data) => {
			if (data.accessToken !== '') return ENDED;
			throw new Error('outer', { cause: refusal });
		});
		await expect(service.call(0, REQUEST)).rejects.toThrow('Password refused');
		expect(sent).toHaveLength(2);
		expect(marks.at(-1)).toEqual({ accessTokenClaim: '', accessTokenRenewal: '' });
	});

	it('that somebody else replaces again and again: at the third refusal it is enough', async () => {
		const { form } = accountWith('old-token-10');
		let count = 0;
		const { service, sent, stored } = n8n(form, () => {
			stored.accessToken = `their-token-10-${++count}`;
			return ENDED;
		});
		expect(await service.exchange(0, REQUEST)).toMatchObject({ hasSignedIn: false });
		expect(sent).toHaveLength(3);
	});

	it('is tried with another request, which is as patient as the first one', async () => {
		const { form } = accountWith('good-token-11');
		const { service, sent, logins } = n8n(form, ({ accessToken }, count) => {
			if (accessToken === undefined) return count < 2 ? [429, { error: 'slow down' }] : [200, {}];
			return count < 2 ? [400, { code: 'SA-D-12-2', message: 'no' }] : [200, { fine: true }];
		});
		expect(await service.call(0, REQUEST)).toEqual({ fine: true });
		expect([sent.length, logins.length]).toEqual([2, 2]);
	});

	it('of an item: no login follows if the execution is canceled during its test', async () => {
		const { form } = accountWith('');
		const connection = readConnection(form as never) as TokenConnection;
		const { control, service, logins } = n8n(form, (_data, count) => {
			if (count === 1) return [200, { session_id: 'token-of-the-item' }];
			control.abort();
			return ENDED;
		});
		await service.sessionOf(0, connection, false);
		await expect(service.sessionOf(0, connection, false)).rejects.toThrow();
		await new Promise((resolve) => setTimeout(resolve, 20));
		expect(logins.map((url) => url.split('/').at(-1))).toEqual(['login', 'report']);
	});

	it('is not renewed where permission is lacking', async () => {
		const { form } = accountWith('good-token-6');
		const { service, sent } = n8n(form, () => [403, { error: 'no permission' }]);
		await expect(service.call(0, REQUEST)).rejects.toThrow(/no permission/);
		expect(sent).toHaveLength(1);
	});

	it('is not renewed in an execution that is cancelled', async () => {
		const { form } = accountWith('old-token-7');
		const { control, service, sent } = n8n(form, () => {
			control.abort();
			return ENDED;
		});
		const { isResend } = await service.exchange(0, REQUEST);
		expect(isResend).toBe(false);
		expect(sent).toHaveLength(1);
	});

	it('a person may want a new one: it is got before the request', async () => {
		const { form, identity } = accountWith('good-token-8');
		const { service, sent } = n8n(form, (data) => {
			expect(data).toMatchObject({ accessToken: '', newTokenSince: expect.any(Number) });
			Object.assign(data, { accessToken: 'new-token-8', accessTokenIdentity: identity });
			return [200, {}];
		});
		const exchange = await service.exchange(0, REQUEST, { isNewTokenRequested: true });
		expect(exchange).toMatchObject({ hasSignedIn: true, isResend: false });
		expect(sent).toHaveLength(1);
	});

	it('the one that holds is kept, and its use is noted', async () => {
		for (const [reply, isNoted] of [
			[[200, {}], true],
			[[400, { error: 'no' }], false],
		] as Array<[Reply, boolean]>) {
			const token = `good-token-${++accounts}`;
			const { form, identity } = accountWith(token);
			const { service } = n8n(form, () => reply);
			const exchange = await service.exchange(0, REQUEST);
			expect(exchange).toMatchObject({ hasSignedIn: false, session: { token } });
			const session = { token, identity, issuedAt: '', validityMinutes: 30, details: {} };
			expect(mayHaveEnded(session)).toBe(!isNoted);
		}
	});
});

describe('a sign-in on the way to the request', () => {
	const fault = (kind: 'refused' | 'temporary', status: number) =>
		new SignInError({ message: 'What it was', description: 'Do' }, { kind, status, said: 'x' });

	it('that failed for a while is tried again like any request', async () => {
		const { form } = accountWith('');
		const { service, sent } = n8n(form, (_data, count) => {
			if (count < 2) throw fault('temporary', 503);
			return [200, {}];
		});
		expect(await service.call(0, REQUEST)).toEqual({});
		expect(sent).toHaveLength(2);
	});

	it('a token that is stored is tried, whatever was refused before', async () => {
		const { form } = accountWith('');
		const { service, stored } = n8n(form, (data) => {
			if (data.accessToken !== 'mended') throw fault('refused', 400);
			return [200, {}];
		});
		await expect(service.call(0, REQUEST)).rejects.toThrow();
		stored.accessToken = 'mended';
		expect(await service.call(0, REQUEST)).toEqual({});
	});
});

describe('sessionOf', () => {
	const wanted = () =>
		readConnection({
			...account,
			password: 'a long password',
			accountName: `bob${++accounts}`,
		}) as TokenConnection;

	it('logs in, once', async () => {
		const { service, logins } = n8n(SECRET, () => [200, { session_id: 'a-token' }]);
		const connection = wanted();
		expect(await service.sessionOf(0, connection, false)).toMatchObject({
			session: { token: 'a-token' },
			hasSignedIn: true,
		});
		expect(service.hasAnswered).toBe(true);
		expect(await service.sessionOf(0, connection, false)).toMatchObject({ hasSignedIn: false });
		expect(logins.filter((url) => url.endsWith('/auth/login'))).toHaveLength(1);
	});

	it('the probe of its token waits no longer than the item', async () => {
		const { service, timeouts } = n8n(SECRET, () => [200, { session_id: 'a-token' }]);
		const connection = wanted();
		service.applySettings(0, { ...SETTINGS, timeoutMs: 5000 });
		for (const item of [0, 0, 1]) await service.sessionOf(item, connection, false);
		expect(timeouts).toEqual([60_000, 5000, 60_000]);
	});

	it('a login that is refused is not tried again', async () => {
		const { service, logins } = n8n(SECRET, () => [400, { error: 'wrong' }]);
		const connection = wanted();
		for (let item = 0; item < 2; item++)
			await expect(service.sessionOf(item, connection, false)).rejects.toMatchObject({
				message: expect.stringMatching(
					/^Sensors Analytics rejected the account or password: wrong/,
				) as string,
				context: { itemIndex: item },
			});
		expect(logins).toHaveLength(1);
		expect(service.hasAnswered).toBe(false);
	});

	it('one that only failed is', async () => {
		const { service, logins } = n8n(SECRET, () => [503, { error: 'busy' }]);
		const connection = wanted();
		for (let item = 0; item < 2; item++)
			await expect(service.sessionOf(item, connection, false)).rejects.toThrow('busy');
		expect(logins).toHaveLength(2);
	});
});
