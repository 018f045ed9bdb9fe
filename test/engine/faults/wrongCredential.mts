import type { Scenario } from './scenario.mts';
import type { TestWorld } from '../../support/world.mts';

const answer = (status: number, body: string | object, type = 'application/json') => ({
	answer: {
		status,
		body: typeof body === 'string' ? body : JSON.stringify(body),
		headers: { 'content-type': type },
	},
});
const change =
	(mode: 'secret' | 'user' | 'account', fields: { [field: string]: string }) =>
	async (t: TestWorld) =>
		await t.engine.credentials.change(mode, fields);
/** The address of the simulator in the other scheme. */
const inOtherScheme =
	(mode: 'secret' | 'user' | 'account') =>
	async (t: TestWorld): Promise<void> => {
		const { host, protocol } = new URL(t.simulator.url);
		const baseUrl = `${protocol === 'http:' ? 'https' : 'http'}://${host}`;
		await t.engine.credentials.change(mode, { baseUrl });
	};

const LOGIN = /\/auth\/login/;
const NO_PROJECT = { error: 'project does not exist', error_type: 'BAD_REQUEST' };
const OPENAPI_KEY = `#K-${'a1B2'.repeat(8)}`;
const silent = { requests: 0, logins: 0 };
const once = { requests: 1, logins: 0 };

const ANSWERS_HTTP =
	/^The server at 127\.0\.0\.1:(\d+) uses HTTP, but 'Base URL' starts with https. Change 'Base URL' in the credential to http:\/\/127\.0\.0\.1:\1\. /;
const ANSWERS_HTTPS =
	/^The server at 127\.0\.0\.1:(\d+) uses HTTPS, but 'Base URL' starts with http. Change 'Base URL' in the credential to https:\/\/127\.0\.0\.1:\1\. /;
const OPENAPI =
	/'API Secret' contains an OpenAPI key \(#K-…\).*Set 'Authentication' to API Key \(OpenAPI\).*View API Secret/;

/** What was filled in wrong in the credential, and who can notice it. */
export const wrongCredential: Scenario[] = [
	{
		name: 'https entered, the port uses http',
		mode: 'secret',
		isWarm: false,
		prepare: inOtherScheme('secret'),
		expect: { sees: ANSWERS_HTTP, todo: 'httpPort', ...silent },
	},
	{
		name: 'https entered, the port uses http (sign-in)',
		isWarm: false,
		prepare: inOtherScheme('account'),
		expect: { sees: ANSWERS_HTTP, todo: 'httpPort', ...silent },
	},
	{
		name: 'http entered, the port uses https and cuts the connection',
		mode: 'secret',
		isWarm: false,
		isSecure: true,
		prepare: inOtherScheme('secret'),
		options: { retries: 1 },
		expect: {
			sees: /can't be reached.*In the credential, check the host and port in 'Base URL'\. Also check that n8n can reach the host \(network, firewall, proxy\)/,
			todo: 'https',
			...silent,
		},
	},
	{
		name: 'http entered, the port uses https and says so',
		mode: 'secret',
		reaction: answer(
			400,
			'<h1>400 Bad Request</h1><center>The plain HTTP request was sent to HTTPS port</center>',
			'text/html',
		),
		expect: { sees: ANSWERS_HTTPS, todo: 'httpsPort', ...once },
	},
	{
		name: 'http entered, the port uses https and says so (sign-in)',
		mode: 'user',
		isWarm: false,
		path: LOGIN,
		reaction: answer(400, 'Client sent an HTTP request to an HTTPS server.\n', 'text/plain'),
		expect: { sees: ANSWERS_HTTPS, todo: 'httpsPort', ...once },
	},
	{
		name: 'http entered, redirected to https (sign-in)',
		mode: 'user',
		isWarm: false,
		path: LOGIN,
		reaction: {
			answer: { status: 301, headers: { location: 'https://127.0.0.1/api/auth/login?token=x' } },
		},
		expect: {
			sees: /^http:.* redirects to HTTPS. Change 'Base URL' in the credential to https:\/\/127\.0\.0\.1\. /,
			todo: 'noRedirects',
			...once,
		},
	},
	{
		name: 'Wrong project (secret mode): 401',
		mode: 'secret',
		prepare: change('secret', { project: 'shop' }),
		expect: {
			sees: /Sensors Analytics rejected the project 'shop': There is no project "shop" \(UNAUTHORIZED\).*Check 'Project'/,
			todo: 'project',
			...once,
		},
	},
	{
		name: 'Wrong project (secret mode): 400',
		mode: 'secret',
		reaction: answer(400, NO_PROJECT),
		expect: {
			sees: /Sensors Analytics rejected the project 'production': project does not exist \(BAD_REQUEST\).*Check 'Project'/,
			todo: 'project',
			...once,
		},
	},
	{
		name: 'Wrong project (user token mode)',
		mode: 'user',
		isWarm: false,
		prepare: change('user', { project: 'shop' }),
		expect: {
			sees: /Sensors Analytics rejected the project 'shop': There is no project "shop" \(UNAUTHORIZED\).*Check 'Project'/,
			todo: 'project',
			...once,
		},
	},
	{
		name: 'Wrong project (account): 400 at sign-in',
		isWarm: false,
		path: LOGIN,
		reaction: answer(400, NO_PROJECT),
		expect: {
			sees: /Sensors Analytics rejected the project 'production': project does not exist \(BAD_REQUEST\).*Check 'Project'/,
			todo: 'project',
			...once,
		},
	},
	{
		name: 'Project not visible, or secret invalid: 401',
		mode: 'secret',
		reaction: answer(401, { error: 'no access permission', error_type: 'UNAUTHORIZED' }),
		expect: {
			sees: /^Sensors Analytics rejected the project or API secret: no access permission.*'API Secret' and 'Project'/,
			todo: 'secret',
			...once,
		},
	},
	{
		name: 'OpenAPI key used as API secret',
		mode: 'secret',
		isWarm: false,
		prepare: change('secret', { apiSecret: OPENAPI_KEY }),
		expect: { sees: OPENAPI, todo: 'notTheKey', ...silent },
	},
	{
		name: 'OpenAPI key used as API secret (user token mode)',
		mode: 'user',
		isWarm: false,
		prepare: change('user', { apiSecret: OPENAPI_KEY }),
		expect: { sees: OPENAPI, todo: 'notTheKey', ...silent },
	},
	{
		name: 'Data import token used as API secret',
		mode: 'secret',
		isWarm: false,
		prepare: change('secret', { apiSecret: 'import-0123456789abcdef' }),
		expect: {
			sees: /Sensors Analytics rejected the project or API secret: The API secret is wrong or gives no access to this project/,
			todo: 'secret',
			...once,
		},
	},
];
