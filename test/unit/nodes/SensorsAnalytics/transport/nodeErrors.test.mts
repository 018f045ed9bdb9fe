import type { INode } from 'n8n-workflow';

import type { Failure } from '../../../../../credentials/http/answer';
import { readConnection } from '../../../../../credentials/session/connection';
import { answerError } from '../../../../../nodes/SensorsAnalytics/transport/nodeErrors';
import { account, service, user } from '../../../../support/credentialForms.mts';

const node = { name: 'Report', parameters: {} } as unknown as INode;
const secret = { ...service, authentication: 'apiSecret', apiSecret: 's3' };
const told = (failure: Failure, form: typeof secret | typeof user | typeof account) =>
	answerError(node, 0, failure, readConnection(form)).message;

describe('answerError tells the project from the secret, the token and the query', () => {
	const said = 'project does not exist';

	it.each([
		['mode 1', secret],
		['mode 2', user],
		['mode 3', account],
	])('a project that does not exist, %s', (_mode, form) => {
		const title = `Project 'shop' refused: ${said}`;
		expect(told({ kind: 'notSignedIn', status: 401, said }, form)).toBe(title);
		expect(told({ kind: 'refused', status: 400, said }, form)).toBe(title);
	});

	it('an event that does not exist is not blamed on the project', () => {
		const failure: Failure = { kind: 'refused', status: 400, said: 'the event "x" is unknown' };
		expect(told(failure, secret)).toMatch(/^Sensors Analytics refused the request/);
	});

	it('a token that is refused is not called a secret', () => {
		const failure: Failure = { kind: 'notSignedIn', status: 401, said: 'no access permission' };
		expect(told(failure, user)).toMatch(/^Sensors Analytics refused the token/);
		expect(told(failure, secret)).toMatch(/^Project or API secret refused/);
	});
});
