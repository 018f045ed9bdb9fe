import type { Failure } from '../../../../credentials/http/answer';
import { credentialUses, prepareSession } from '../../../../credentials/sign';
import { readConnection } from '../../../../credentials/ways';
import type { KeyConnection } from '../../../../credentials/ways/apiKey';
import { apiKey as way } from '../../../../credentials/ways/apiKey';

const KEY = `#K-${'a1B2'.repeat(8)}`;
const form = { baseUrl: 'https://sa.example', project: 'shop', authentication: 'apiKey' };
const words = (fields: object): string => {
	try {
		readConnection({ ...form, ...fields });
		return 'read';
	} catch (error) {
		return (error as Error).message;
	}
};

describe('a key of the OpenAPI', () => {
	it('is read, trimmed', () => {
		expect(readConnection({ ...form, apiKey: ` ${KEY}\n` })).toEqual({
			baseUrl: 'https://sa.example',
			project: 'shop',
			skipCertificateCheck: false,
			mode: 'apiKey',
			apiKey: KEY,
		});
		expect(readConnection({ ...form, apiKey: KEY, actAs: ' 1001 ' })).toMatchObject({
			actAs: '1001',
		});
	});

	it.each([
		['nothing', '', /^'API Key' is empty. Enter an OpenAPI key$/],
		['an API secret', 'a-secret-of-the-project-0123456789', /set 'Authentication' to API Secret/],
		[
			'a part of it',
			KEY.slice(0, -1),
			/^'API Key' has 34 characters, but an OpenAPI key has 35 \(#K-…\)\. Copy the whole key, without any other text/,
		],
		[
			'two of them',
			KEY + KEY,
			/'API Key' has 70 characters, but an OpenAPI key has 35 \(#K-…\)\. Copy the whole key, without any other text/,
		],
		['what no header takes', `#K-${'城'.repeat(32)}`, /has 35|holds/],
	])('%s is not a key, and is not repeated', (_name, apiKey, expected) => {
		const said = words({ apiKey });
		expect(said).toMatch(expected);
		if (apiKey !== '') expect(said).not.toContain(apiKey.slice(3));
	});

	it('takes the English name of the project, and the ID of an account', () => {
		expect(words({ apiKey: KEY, project: '生产' })).toMatch(
			/'Project' isn't the English name of a project: '生产'\. Enter the value of project= in the URL/,
		);
		expect(words({ apiKey: KEY, actAs: '1\r\nx: y' })).toMatch(
			/^'Account ID to Act As' isn't a valid account ID\. Enter the ID of an account, which usually consists of digits/,
		);
	});

	it('is recognized if it was typed as API secret', () => {
		for (const authentication of ['apiSecret', 'userToken'])
			expect(words({ authentication, apiSecret: KEY, userName: 'ann' })).toMatch(
				/^'API Secret' contains an OpenAPI key \(#K-…\)\. Set 'Authentication' to API Key \(OpenAPI\) and enter the key there, or enter the API secret\. Administrators can find the secret under Project Settings > Basic Settings > View API Secret \(version 3\.0 and later\), System Settings > Project Settings \(2\.2 to 2\.5\), or Basic Settings > API_SECRET \(earlier than 2\.2\)/,
			);
	});
});

const WHO = 'get-by-api-key';
const VERSIONS = 'product/versions';
const EVENTS = 'events/all';
const OK = { status: 200, body: { code: 'SUCCESS', data: {} } };
const NOT_INSTALLED = { status: 500, body: { code: 'COMMON-R-28-2', message: 'no service' } };
const NO_MODULE = { status: 500, body: { code: 'INTERNAL_SERVER_ERROR' } };
const NOT_FOUND = { status: 404, body: '<h1>Not Found</h1>' };
/** What a gateway answers for a path that it doesn't offer. */
const GATEWAY = { status: 200, body: {} };
const UNAUTHORIZED = { status: 401, body: { error: 'no access', error_type: 'UNAUTHORIZED' } };

type Given = { status: number; body: unknown; headers?: object };

/** The credential test against a service that answers by the end of the path. */
async function testing(answers: { [end: string]: Given }, more: object = {}) {
	const sent: Array<{ url: string; headers: object }> = [];
	const httpRequest = async (options: { url: string; headers: object }) => {
		sent.push(options);
		const [, answer] = Object.entries(answers).find(([end]) => options.url.endsWith(end)) ?? [];
		const { status, body, headers = {} } = (answer ?? OK) as Given;
		const text = typeof body === 'string' ? body : JSON.stringify(body);
		return { statusCode: status, headers, body: text };
	};
	const credential = {
		baseUrl: 'https://sa.example',
		project: 'shop',
		authentication: 'apiKey',
		apiKey: KEY,
		...more,
	};
	credentialUses.set(credential, 'testing');
	let message = 'passed';
	try {
		expect(await prepareSession(httpRequest as never, credential)).toEqual({});
	} catch (error) {
		({ message } = error as Error);
	}
	expect(credentialUses.get(credential)).toBe('tested');
	expect(message).not.toContain(KEY);
	return {
		message,
		sent,
		paths: sent.map(({ url }) => [WHO, VERSIONS, EVENTS].find((end) => url.endsWith(end))),
	};
}

describe('the credential test with a key', () => {
	it('requests the owner, then the project', async () => {
		const { message, paths, sent } = await testing({}, { actAs: '7' });
		expect([message, paths]).toEqual(['passed', [WHO, EVENTS]]);
		for (const { headers } of sent)
			expect(headers).toMatchObject({
				'api-key': KEY,
				'sensorsdata-project': 'shop',
				'account-id': '7',
			});
	});

	it.each([
		['who it is', { [WHO]: NOT_INSTALLED }, [WHO, VERSIONS, EVENTS]],
		['who it is (404)', { [WHO]: NOT_FOUND }, [WHO, VERSIONS, EVENTS]],
		['the portal', { [WHO]: NO_MODULE, [VERSIONS]: NO_MODULE }, [WHO, VERSIONS, EVENTS]],
		['who it is (a gateway)', { [WHO]: GATEWAY, [VERSIONS]: GATEWAY }, [WHO, VERSIONS, EVENTS]],
		['the lists', { [EVENTS]: NOT_INSTALLED }, [WHO, EVENTS]],
	])('continues if the installation lacks %s', async (_name, answers, expected) => {
		const { message, paths } = await testing(answers);
		expect([message, paths]).toEqual(['passed', expected]);
	});

	it('fails if nothing answers', async () => {
		const { message } = await testing({
			[WHO]: NOT_FOUND,
			[VERSIONS]: NOT_FOUND,
			[EVENTS]: NOT_FOUND,
		});
		expect(message).toMatch(
			/^https:\/\/sa\.example didn't return an OpenAPI response \(status 404\): Not Found\. Check 'Base URL'\. If 'Base URL' is correct, this version of Sensors Analytics doesn't have OpenAPI\. Choose a different option for 'Authentication'/,
		);
	});

	it.each([WHO, EVENTS])('explains a refusal of %s', async (end) => {
		const { message } = await testing({ [end]: UNAUTHORIZED });
		expect(message).toMatch(
			/^Sensors Analytics rejected the API key: no access\. Check 'API Key' and 'Project'.*'shop'/,
		);
		expect(message).not.toContain('Account ID');
		const other = await testing({ [end]: UNAUTHORIZED }, { actAs: '7' });
		expect(other.message).toMatch(
			/Check 'API Key' and 'Project' in the credential\. The key might be wrong, expired, or deleted\. The key's account might not have access to project 'shop', or the license quota might be exhausted\. Only an administrator's key can act as another account\. Check 'Account ID to Act As'\./,
		);
	});

	it('explains a missing project, a sign-in page, and a service that is down', async () => {
		const unknown = {
			status: 400,
			body: { error: 'project does not exist', error_type: 'BAD_REQUEST' },
		};
		expect((await testing({ [EVENTS]: unknown })).message).toMatch(
			/^Sensors Analytics rejected the project 'shop': project does not exist \(BAD_REQUEST\)\. Check 'Project' in the credential\. Enter the English name of the project: the value of project= in the URL when the project is open\./,
		);
		const page = { status: 302, body: '', headers: { location: '/login/index.html' } };
		expect((await testing({ [WHO]: page })).message).toMatch(
			/^https:\/\/sa\.example returned a sign-in page instead of an API response: redirect to \/login\/index\.html\. Check 'Base URL' in the credential: a wrong path, or a single sign-on \(SSO\) gateway in front of Sensors Analytics, leads to a sign-in page\. If 'Base URL' is correct, the installation might be older than version 2\.5\. Choose a different option for 'Authentication'\./,
		);
		const down = { status: 503, body: {} };
		expect((await testing({ [WHO]: down })).message).toMatch(
			/Sensors Analytics is temporarily unavailable \(status 503\): status 503, no reason given\. Try again later\. If this continues, contact your Sensors Analytics administrator\./,
		);
	});

	it('accepts a missing permission as an accepted key', async () => {
		const denied = { status: 403, body: { code: 'SA-D-24-2', message: 'No permission' } };
		expect((await testing({ [EVENTS]: denied })).message).toBe('passed');
	});

	it('repeats no key that a service echoes', async () => {
		const echo = { status: 401, body: { error: `bad key ${KEY}`, error_type: 'UNAUTHORIZED' } };
		expect((await testing({ [WHO]: echo })).message).toMatch(/bad key \*\*\*/);
	});
});

it('without a test, a key causes no request', async () => {
	const never = () => {
		throw new Error('asked');
	};
	const credential = {
		baseUrl: 'https://sa.example',
		project: 'shop',
		authentication: 'apiKey',
		apiKey: KEY,
	};
	expect(await prepareSession(never as never, credential)).toEqual({});
});

const connection: KeyConnection = {
	mode: 'apiKey',
	apiKey: KEY,
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
		const { message, description } = way.explainRefusal(
			failure({ requestId: 'r-1' }),
			connection,
			false,
		);
		expect(message).toBe('Sensors Analytics rejected the API key: no');
		expect(description).toMatch(/^Check 'API Key' and 'Project'.*'shop'.*Request ID: r-1\.$/);
		expect(description).not.toMatch(/Act As/);
	});

	it('name the other account, where there is one', () => {
		const { description } = way.explainRefusal(failure({}), { ...connection, actAs: '7' }, false);
		expect(description).toMatch(
			/Check 'API Key' and 'Project' in the credential\. The key might be wrong, expired, or deleted\. The key's account might not have access to project 'shop', or the license quota might be exhausted\. Only an administrator's key can act as another account\. Check 'Account ID to Act As'\./,
		);
	});

	it('name the project alone where it is not there', () => {
		const { message } = way.explainRefusal(
			failure({ said: 'project does not exist' }),
			connection,
			false,
		);
		expect(message).toBe(
			"Sensors Analytics rejected the project 'shop': project does not exist (UNAUTHORIZED)",
		);
	});

	it.each([200, 302])('do not read a page with status %d as an answer of the OpenAPI', (status) => {
		const { message } = way.explainRefusal(failure({ status, code: undefined }), connection, false);
		expect(message).toMatch(
			/^https:\/\/sa\.example returned a sign-in page instead of an API response: no/,
		);
	});
});
