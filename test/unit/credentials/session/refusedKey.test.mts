import type { Failure } from '../../../../credentials/http/answer';
import type { KeyConnection } from '../../../../credentials/session/connection';
import { explainKey, explainMissing } from '../../../../credentials/session/refusedKey';

const connection: KeyConnection = {
	mode: 'apiKey',
	apiKey: `#K-${'a1B2'.repeat(8)}`,
	baseUrl: 'https://sa.example',
	project: 'shop',
	skipCertificateCheck: false,
};
const failure = (more: Partial<Failure>): Failure => ({
	kind: 'notSignedIn',
	status: 401,
	code: 'UNAUTHORIZED',
	said: 'no',
	...more,
});

describe('words for a refused key', () => {
	it('name key and project, and the request', () => {
		const { message, description } = explainKey(failure({ requestId: 'r-1' }), connection);
		expect(message).toBe('API key refused: no');
		expect(description).toMatch(/^Check 'API Key' and 'Project'.*'shop'.*Request ID: r-1\.$/);
		expect(description).not.toMatch(/Act As/);
	});

	it('name the other account, where there is one', () => {
		const { description } = explainKey(failure({}), { ...connection, actAs: '7' });
		expect(description).toMatch(/check 'Account ID to Act As'/);
	});

	it('name the project alone where it is not there', () => {
		const { message } = explainKey(failure({ said: 'project does not exist' }), connection);
		expect(message).toBe("Project 'shop' refused: project does not exist (UNAUTHORIZED)");
	});

	it.each([200, 302])('take a page with status %d for no answer of the OpenAPI', (status) => {
		const { message } = explainKey(failure({ status, code: undefined }), connection);
		expect(message).toMatch(/^What answers at https:\/\/sa\.example is the page for logging in/);
	});

	it('say that a module is not there', () => {
		const { message, description } = explainMissing(
			failure({ kind: 'failed', status: 500, code: 'COMMON-R-28-2', said: 'no service' }),
		);
		expect(message).toBe(
			'Sensors Analytics has no module for this request: no service (COMMON-R-28-2)',
		);
		expect(description).toMatch(/is not installed on this Sensors Analytics/);
	});
});
