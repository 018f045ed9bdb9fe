import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Failure } from '../http/answer';
import type { Explanation } from '../http/explain';
import { explainNoAnswer } from '../http/explain';
import { redactorOf } from '../http/redact';
import { type HttpRequest, sendOnce } from '../http/sendOnce';
import { loginOf, secretOf, type TokenConnection } from '../ways';
import { explainProject, refusesProject } from '../ways/access';
import { documentedDetails } from './details';
import { identityOf } from './identity';
import type { Session } from './session';

/** What an HTTP header takes. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/;
const GATEWAY_TIMEOUT = 504;
/** Faults before there was a connection. */
const NEVER_SENT = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH)$/;
const CAPTCHA = /captcha|verification code|验证码/i;
const DISABLED = /disabled|locked|frozen|suspended|停用|禁用|锁定|冻结/i;

/** A login that did not give a token. `message` is for people; it holds no secret. */
export class SignInError extends UserError {
	constructor(
		readonly explanation: Explanation,
		/** What came instead of a token. */
		readonly failure: Failure,
	) {
		super(`${explanation.message}. ${explanation.description}`);
		this.name = 'SignInError';
	}

	/** True when asking again with the same secret or password can't help, and may lock the account. */
	get isRefusal(): boolean {
		return this.failure.kind === 'refused' || this.failure.kind === 'notSignedIn';
	}

	/** Whether the service may have made a token that did not arrive. */
	get mayHaveGivenToken(): boolean {
		const { kind, status = 0, code = '', transient } = this.failure;
		switch (kind) {
			case 'unreachable':
				return transient === true && !NEVER_SENT.test(code);
			case 'temporary':
				return status === GATEWAY_TIMEOUT;
			case 'notThisService':
			case 'tooLarge':
				return status < 300;
			default:
				return kind === 'failed';
		}
	}
}

/** For a login that is not tried: see restraint.ts. */
export function waitingError({ until, reason }: { until: Date; reason: string }): SignInError {
	const said = `no login before ${until.toISOString().slice(0, 19)}Z, as the last ones did not help: ${reason}`;
	return new SignInError(
		{
			message: `Sensors Analytics was asked for too many tokens in vain: ${said}`,
			description:
				"Each login may end a session of the account's owner, so there are pauses between them. Check that the account may open the project, and that nothing between n8n and the service answers for it. 'Test' in the credential logs in at once.",
		},
		{ kind: 'refused', said },
	);
}

/**
 * Gets a user access token: one request, no retry.
 *
 * Source: docs/service.md, "Login".
 * @throws SignInError
 */
export async function signIn(
	httpRequest: HttpRequest,
	connection: TokenConnection,
): Promise<Session> {
	const request = loginOf(connection).request(connection);
	const answer = await sendOnce(httpRequest, connection, request, [secretOf(connection)]);
	if (answer.kind !== 'success') {
		throw new SignInError(explainRefusal(answer, connection), answer);
	}
	const { token, details } = readLogin(answer.body, connection);
	return {
		token,
		identity: identityOf(connection),
		issuedAt: new Date().toISOString(),
		validityMinutes: connection.validityMinutes,
		details,
	};
}

function readLogin(
	body: unknown,
	connection: TokenConnection,
): { token: string; details: IDataObject } {
	const { tokenField } = loginOf(connection);
	const fields = typeof body === 'object' && body !== null ? (body as IDataObject) : {};
	const token = fields[tokenField];
	if (typeof token !== 'string' || !TOKEN.test(token)) {
		const failure: Failure = {
			kind: 'notThisService',
			status: 200,
			said: `a login answer without '${tokenField}'`,
		};
		throw new SignInError(explainNoAnswer(failure, connection.baseUrl), failure);
	}
	// Also a password that is too short to be taken out of an answer.
	const { isClean } = redactorOf([secretOf(connection)]);
	return { token, details: documentedDetails(fields, isClean) };
}

function explainRefusal(failure: Failure, connection: TokenConnection): Explanation {
	if (failure.kind !== 'refused' && failure.kind !== 'notSignedIn') {
		return explainNoAnswer(failure, connection.baseUrl);
	}
	const trace = failure.requestId ? ` (request ID ${failure.requestId})` : '';
	const said = `${failure.said}${trace}`;
	if (CAPTCHA.test(failure.said)) {
		return {
			message: `Sensors Analytics asks for a verification code at password logins: ${said}`,
			description:
				"Set 'Authentication' to API Secret or to User Token via API Secret, which need no code",
		};
	}
	if (DISABLED.test(failure.said)) {
		return {
			message: `The account can't log in: ${said}`,
			description: 'Ask the administrator of the project to enable the account',
		};
	}
	if (refusesProject(failure)) return explainProject(failure, connection.project);
	return loginOf(connection).explainRefusal(failure, connection, said);
}
