/** A proxy, a firewall or another server answers, and its words are taken for those of the service. */
import { type Attack, heldUnless } from './attack.mts';
import { HostileServer } from './support/hostileServer.mts';

const page = (title: string) =>
	`<html><head><title>${title}</title></head><body><h1>${title}</h1><hr>nginx</body></html>`;
const notFound = { timestamp: '2026-11-23T04:00:00.000+0000', error: 'Not Found', path: '/api' };
const ANSWERS: Record<string, [status: number, body: string]> = {
	'a page of a firewall': [403, page('403 Forbidden')],
	'a sign-in page of a gateway': [403, page('Sign In')],
	'a page of a proxy that wants a password of its own': [401, page('401 Authorization Required')],
	'a gateway that wants a key of its own': [401, '{"message":"No API key found in request"}'],
	'a refusal of a gateway': [403, '{"message":"Forbidden"}'],
	'a gateway without this path': [404, '{"message":"no Route matched with those values"}'],
	'a server without this path': [404, JSON.stringify({ ...notFound, status: 404 })],
	'a server without this method': [405, '{"status":405,"error":"Method Not Allowed"}'],
};
const OTHER_JSON: typeof ANSWERS = {
	'any JSON': [200, '{}'],
	"a gateway's own refusal": [200, '{"code":-1,"msg":"blocked","success":false}'],
	'a number as code': [200, '{"code":403,"msg":"blocked","data":null}'],
};
/** What only the service can know. */
const VERDICT = /account or password|doesn't have the required permission|event names/;
const ADVICE = /firewall|'Base URL'/;

const answering = async (status: number, body: string) => {
	let requests = 0;
	const hostile = await HostileServer.start((_request, response) => {
		requests++;
		response.writeHead(status);
		response.end(body);
	});
	return { hostile, sent: () => requests };
};

function tested(what: string, credential: string, [status, body]: [number, string]): Attack {
	return {
		name: `${what} passes the test of a credential, ${credential}`,
		async run() {
			const { hostile } = await answering(status, body);
			try {
				const said = await hostile.engine.testCredential(credential).then(
					() => 'it passes',
					(error: unknown) => String(error),
				);
				return heldUnless(!ADVICE.test(said) && said, VERDICT.test(said) && said);
			} finally {
				hostile.stop();
			}
		},
	};
}

/** The service takes the login, and what is in front of it the reports: no report would come. */
function behindLogin(what: string, [status, body]: [number, string]): Attack {
	return {
		name: `${what} behind a login passes the test of a credential`,
		async run() {
			const hostile = await HostileServer.start(({ url = '' }, response) => {
				const isLogin = url.includes('/auth/login');
				response.writeHead(isLogin ? 200 : status);
				response.end(isLogin ? '{"session_id":"a-token-of-the-service"}' : body);
			});
			try {
				return await hostile.engine.testCredential('account').then(
					() => 'it passes',
					() => 'held',
				);
			} finally {
				hostile.stop();
			}
		},
	};
}

/** To which the service sends who asks for a wrong path, and gateways those who aren't signed in. */
const LOGIN_PAGES: Record<
	string,
	[status: number, body: string, headers?: Record<string, string>]
> = {
	'a redirect to the sign-in page': [302, '', { location: '/login/index.html' }],
	'a redirect to a gateway': [302, '', { location: 'https://sso.example.com/cas/login' }],
	'a sign-in page': [200, page('登录')],
};

export const attacks: Attack[] = [
	...Object.entries(LOGIN_PAGES).flatMap(([what, [status, body, headers]]) =>
		['secret', 'account'].map(
			(credential): Attack => ({
				name: `${what} is a wrong secret, ${credential}`,
				async run() {
					const hostile = await HostileServer.start((_request, response) => {
						response.writeHead(status, headers);
						response.end(body);
					});
					try {
						const { error } = await hostile.run({}, credential);
						const said = `${error?.message} ${error?.description}`;
						return heldUnless(
							/rejected the/.test(said) && said,
							!/'Base URL' in the credential/.test(said) && said,
						);
					} finally {
						hostile.stop();
					}
				},
			}),
		),
	),
	...Object.entries(ANSWERS).flatMap(([what, answer]) =>
		['secret', 'account', 'key'].map((credential) => tested(what, credential, answer)),
	),
	...Object.entries(OTHER_JSON).flatMap(([what, answer]) =>
		['secret', 'key'].map((credential) => tested(what, credential, answer)),
	),
	...Object.entries({
		...ANSWERS,
		...OTHER_JSON,
		'a refusal of every token': [401, '{"error":"Unauthorized","error_type":"UNAUTHORIZED"}'],
	} as typeof ANSWERS).map(([what, answer]) => behindLogin(what, answer)),
	...Object.entries(ANSWERS).map(
		([what, [status, body]]): Attack => ({
			name: `${what} is a wrong password, for an hour`,
			async run() {
				const { hostile, sent } = await answering(status, body);
				try {
					const { error } = await hostile.run({}, 'account');
					const after = sent();
					const said = `${error?.message} ${error?.description}`;
					await hostile.run({}, 'account');
					return heldUnless(
						VERDICT.test(said) && said,
						!ADVICE.test(said) && said,
						sent() === after && 'the next run sends nothing',
					);
				} finally {
					hostile.stop();
				}
			},
		}),
	),
	...Object.entries({
		...ANSWERS,
		'a query that is too large for a proxy': [413, page('413 Request Entity Too Large')],
	} as typeof ANSWERS).map(
		([what, [status, body]]): Attack => ({
			name: `${what} is only a matter of permissions or names`,
			async run() {
				const { hostile } = await answering(status, body);
				try {
					const { error } = await hostile.run();
					const advice = error?.description ?? '';
					return heldUnless(
						status !== 413 && !ADVICE.test(advice) && advice,
						status === 413 && !/too large/.test(advice) && advice,
					);
				} finally {
					hostile.stop();
				}
			},
		}),
	),
];
