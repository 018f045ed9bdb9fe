import type { INode } from 'n8n-workflow';

import type { Failure } from '../../../../../../credentials/http/answer';
import { SignInError } from '../../../../../../credentials/login';
import { readConnection } from '../../../../../../credentials/ways';
import {
	answerError,
	findSignInFault,
	isOfRequest,
	itemError,
	signInError,
} from '../../../../../../nodes/SensorsAnalytics/transport/errors';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { account, service, user } from '../../../../../support/credentialForms.mts';

const node = { name: 'Report', parameters: {} } as unknown as INode;
const secret = { ...service, authentication: 'apiSecret', apiSecret: 's3' };
const resultOf = (failure: Failure, form: typeof secret | typeof user | typeof account) =>
	answerError(node, 0, failure, readConnection(form), { isResend: false }).message;

describe('answerError distinguishes the project, the secret, the token and the query', () => {
	const said = 'project does not exist';

	it.each([
		['mode 1', secret],
		['mode 2', user],
		['mode 3', account],
	])('a project that does not exist, %s', (_mode, form) => {
		const title = `Sensors Analytics rejected the project 'shop': ${said}`;
		expect(resultOf({ kind: 'notSignedIn', status: 401, said }, form)).toBe(title);
		expect(resultOf({ kind: 'refused', status: 400, said }, form)).toBe(title);
	});

	it('an event that does not exist is not blamed on the project', () => {
		const failure: Failure = { kind: 'refused', status: 400, said: 'the event "x" is unknown' };
		expect(resultOf(failure, secret)).toMatch(
			/^Sensors Analytics rejected the request: the event "x" is unknown/,
		);
	});

	it.each(['mayBeSignedOut', 'isOfPermission'])('a token that may have ended: %s', (sign) => {
		const failure: Failure = { kind: 'refused', status: 403, said: 'no permission', [sign]: true };
		const adviceTo = (form: typeof user | typeof secret) =>
			answerError(node, 0, failure, readConnection(form), { isResend: false }).description;
		const advice = "the access token may have ended: turn on 'Request New Token'";
		expect(adviceTo(user)).toContain(advice);
		expect(adviceTo(secret)).not.toContain(advice);
	});

	it('a refused token is not called a secret', () => {
		const failure: Failure = { kind: 'notSignedIn', status: 401, said: 'no access permission' };
		expect(resultOf(failure, user)).toMatch(
			/^Sensors Analytics rejected the access token: no access permission/,
		);
		expect(resultOf(failure, secret)).toMatch(
			/^Sensors Analytics rejected the project or API secret/,
		);
	});
});

const DOUBTFUL = { isResend: false, isDoubtful: true };
const KEY = { ...service, authentication: 'apiKey', apiKey: `#K-${'a1B2'.repeat(8)}` };
const errorOf = (
	failure: Failure,
	form: object = secret,
	how: { isResend: boolean; isDoubtful?: boolean } = { isResend: false },
) => answerError(node, 4, failure, readConnection(form as never), how);

describe('answerError says what was wrong and what to do', () => {
	it('a refusal, with code and request ID', () => {
		const error = errorOf({
			kind: 'refused',
			status: 400,
			said: 'measures.0.field: is wrong',
			code: 'SA-D-32-19',
			requestId: 'r1',
		});
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error.message).toBe(
			"Sensors Analytics rejected the request: 'Property' of measure 1: is wrong (SA-D-32-19)",
		);
		expect(error.description).toBe(
			"Check event names, properties, and dates. Use the exact names from project 'shop'. Request ID: r1.",
		);
		expect(error.httpCode).toBe('400');
		expect(error.context.itemIndex).toBe(4);
	});

	it.each([
		[403, 'no'],
		[400, 'no Permission for it'],
		[400, '没有权限'],
	])('a permission: status %s, %s', (status, said) => {
		const error = errorOf({ kind: 'refused', status, said, requestId: 'r1' });
		expect(error.message).toBe(`Sensors Analytics rejected the request: ${said}`);
		expect(error.description).toBe(
			"The credential's account doesn't have the required permission. Ask an administrator of project 'shop' to grant it. Request ID: r1.",
		);
	});

	it('a token, once and twice', () => {
		const failure: Failure = { kind: 'notSignedIn', status: 401, said: 'ended' };
		const description =
			"Check that the account has access to project 'shop', and that 'Base URL' points directly to Sensors Analytics.";
		expect(errorOf(failure, user)).toMatchObject({
			message: 'Sensors Analytics rejected the access token: ended',
			description,
		});
		expect(errorOf(failure, user, { isResend: true })).toMatchObject({
			message:
				'Sensors Analytics rejected the access token, and then rejected the renewed token: ended',
			description,
		});
	});

	it('a key', () => {
		const error = errorOf({ kind: 'notSignedIn', status: 401, said: 'ended', code: 'X' }, KEY);
		expect(error.message).toBe('Sensors Analytics rejected the API key: ended');
	});

	it.each([
		['refused', { status: 403 }, true],
		['throttled', { status: 429 }, true],
		['temporary', { status: 503 }, true],
		['failed', { status: 500 }, true],
		['notThisService', { status: 200 }, true],
		['tooLarge', { status: 200 }, true],
		['unreachable', { code: 'ECONNRESET' }, true],
		['unreachable', { code: 'ERR_CANCELED' }, false],
		['refused', { status: 403, mayBeSignedOut: true }, true],
		['notSignedIn', { status: 401 }, false],
	] as const)('a request that was %s %p can be done without: %p', (kind, of, can) => {
		expect(isOfRequest(errorOf({ kind, said: 'x', ...of }))).toBe(can);
	});

	it('no answer at all', () => {
		const error = errorOf({ kind: 'unreachable', said: 'x', code: 'ENOTFOUND' });
		expect(error.message).toMatch(/reached at https:\/\/example.com: the host name is unknown$/);
		expect(error.httpCode).toBeNull();
	});

	it('a line that may be a row, and work that may have been started', () => {
		const row = " If this is a row of the result, rename the column 'error' in 'SQL' with AS.";
		const started =
			" The node didn't send the request again, because the task may have started. Check for the task in Sensors Analytics before you run the node again.";
		const failure: Failure = { kind: 'refused', status: 400, said: 'no' };
		const plain = String(errorOf(failure).description);
		expect(errorOf({ ...failure, isLine: true }).description).toBe(`${plain}${row}`);
		expect(errorOf(failure, secret, DOUBTFUL).description).toBe(`${plain}${started}`);
	});

	it('a module that is missing, with a key alone; nothing was started there', () => {
		const missing: Failure = { kind: 'refused', status: 404, said: 'no handler found' };
		const error = errorOf(missing, KEY, DOUBTFUL);
		expect(error.context.isModuleMissing).toBe(true);
		expect(error.message).toBe(
			"The required Sensors Analytics module isn't available: no handler found",
		);
		expect(error.description).not.toMatch(/Whether it was started/);
		expect(errorOf(missing, secret).context).not.toHaveProperty('isModuleMissing');
		expect(errorOf(missing, secret).message).toMatch(
			/Sensors Analytics rejected the request: no handler found/,
		);
	});

	it('a password in the form of the node is not recorded', () => {
		const typed = { ...node, parameters: { password: 'typed', other: 1 } } as unknown as INode;
		const failure: Failure = { kind: 'refused', status: 400, said: 'no' };
		const error = answerError(typed, 0, failure, readConnection(secret), { isResend: false });
		expect(error.node.parameters).toEqual({ other: 1 });
		expect(typed.parameters).toEqual({ password: 'typed', other: 1 });
		expect(itemError(typed, 0, new Error('x')).node.parameters).toEqual({ other: 1 });
	});
});

describe('findSignInFault', () => {
	class UserError extends Error {}
	const own = new SignInError({ message: 'm', description: 'd' }, { kind: 'refused', said: '' });

	it('our own errors, as they are or in one of n8n', () => {
		expect(findSignInFault(own)).toBe(own);
		expect(findSignInFault(new Error('outer', { cause: own }))).toBe(own);
		const other = new UserError('of another realm');
		expect(findSignInFault(other)).toBe(other);
	});

	it('what the credential has kept, for an error without a cause that has its message', () => {
		const ofOlder = { cause: undefined, message: 'm. d', messages: ['m. d'] };
		expect(findSignInFault(ofOlder, own)).toBe(own);
		expect(findSignInFault({ ...ofOlder, messages: ['another'] }, own)).toBeUndefined();
		expect(findSignInFault(ofOlder, new Error('m. d'))).toBeUndefined();
		expect(findSignInFault(ofOlder)).toBeUndefined();
	});

	it('no other', () => {
		expect(findSignInFault(new Error('x'))).toBeUndefined();
		const domain = 'Domain not allowed: This credential is restricted from accessing sa.example';
		expect(findSignInFault(new UserError(domain))).toBeUndefined();
		expect(findSignInFault(new Error('outer', { cause: new UserError(domain) }))).toBeUndefined();
		expect(findSignInFault({ name: 'x' })).toBeUndefined();
		expect(findSignInFault(Object.create(null))).toBeUndefined();
		expect(findSignInFault(new Error('outer', { cause: new Error('x') }))).toBeUndefined();
	});
});

describe('signInError', () => {
	it('with an explanation, or the message alone', () => {
		const failure: Failure = { kind: 'refused', status: 400, said: '' };
		const explanation = { message: 'What', description: 'Do' };
		expect(signInError(node, 1, { message: 'x', explanation, failure })).toMatchObject({
			message: 'What',
			description: 'Do',
			httpCode: '400',
			context: { itemIndex: 1 },
		});
		const plain = signInError(node, 1, { message: 'Just this' });
		expect(plain.message).toBe('Just this');
		expect(plain.httpCode).toBeNull();
	});
});

describe('itemError', () => {
	const api = () => errorOf({ kind: 'refused', status: 400, said: 'no' });

	it("n8n's own errors stay as they are", () => {
		const error = api();
		expect(itemError(node, 1, error)).toBe(error);
		const operation = new NodeOperationError(node, 'x');
		expect(itemError(node, 1, operation)).toBe(operation);
		expect(itemError(node, 1, operation, 'Did you mean a')).toBe(operation);
	});

	it('others get their item', () => {
		const error = itemError(node, 7, Object.assign(new Error('m'), { description: 'd' }));
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error).toMatchObject({ message: 'm', description: 'd', context: { itemIndex: 7 } });
		expect(itemError(node, 7, 'a text').message).toBe('a text');
	});

	it('a value that is nested too deep for JavaScript has words of the form', () => {
		const deeper = (level: number): number => 1 + deeper(level + 1);
		const overflow = () => {
			try {
				return deeper(0);
			} catch (error) {
				return error;
			}
		};
		expect(itemError(node, 7, overflow())).toMatchObject({
			message: 'A field has lists or objects with too many levels',
			description: expect.stringMatching(/^Check the expressions/),
		});
	});

	it('an error that only quotes those words keeps them', () => {
		const message = 'Maximum call stack size exceeded';
		expect(itemError(node, 7, new Error(message)).message).toBe(message);
	});

	it('a suggestion comes first', () => {
		const error = itemError(node, 7, api(), "Did you mean 'Order'?");
		expect(error.message).toBe('Sensors Analytics rejected the request: no');
		expect(error.description).toMatch(/^Did you mean 'Order'\? Check event names/);
		expect((error as NodeApiError).httpCode).toBe('400');
		expect(error.context.itemIndex).toBe(7);
		expect(itemError(node, 7, api(), 'It is a').description).toMatch(/^It is a\. Check event/);
	});
});
