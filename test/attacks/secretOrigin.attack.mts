/** A secret goes to one origin and nowhere else: redirects, other ports, paths, proxies. */
import type { IHttpRequestOptions } from 'n8n-workflow';

import { identityOf } from '../../credentials/session.ts';
import { signRequest } from '../../credentials/sign.ts';
import { CREDENTIAL_TYPE } from '../support/engine.mts';
import { type Attack, heldUnless } from './attack.mts';
import { HostileServer } from './support/hostileServer.mts';

const SECRET = HostileServer.secret;
const STATUSES = [301, 302, 303, 307, 308];

/** Options of the HTTP Request node as its versions set them. */
const FOLLOWING = {
	'as the HTTP Request node does by default': {
		followRedirect: true,
		followAllRedirects: true,
		rejectUnauthorized: true,
		sendCredentialsOnCrossOriginRedirect: true,
	},
	'as the HTTP Request node 4.4 does': {
		followRedirect: true,
		followAllRedirects: true,
		rejectUnauthorized: true,
		sendCredentialsOnCrossOriginRedirect: false,
	},
};

/** A redirect to another port, with a token in the header or the secret in the query. */
function redirect(name: string, helper: 'older' | 'newer', options: object): Attack {
	return {
		name: `a redirect, ${name}`,
		async run() {
			const thief = await HostileServer.start((_, response) => response.end('{}'));
			const token = 'a-token-of-somebody';
			const service = await HostileServer.start(() => undefined);
			await service.save('account', {
				baseUrl: service.url,
				project: 'production',
				authentication: 'accountPassword',
				accountName: 'analyst',
				password: HostileServer.password,
				...storedToken(service.url, token),
			});
			try {
				for (const credential of ['account', 'secret', 'key']) {
					const context = service.engine.pollContext({}, {}, { credential });
					for (const status of STATUSES) {
						service.react((request, response) => {
							const location = `${thief.url}${request.url}`;
							response.writeHead(status, { location }).end();
						});
						const url = `${service.url}/api/events/all`;
						const call =
							helper === 'older'
								? context.helpers.requestWithAuthentication.call(context, CREDENTIAL_TYPE, {
										uri: url,
										method: 'GET',
										...options,
									})
								: context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL_TYPE, {
										url,
										method: 'GET',
									});
						await call.catch(() => undefined);
					}
				}
				return heldUnless(
					thief.received.length > 0 && `${thief.received.length} requests went on to another port`,
				);
			} finally {
				thief.stop();
				service.stop();
			}
		},
	};
}

function storedToken(baseUrl: string, accessToken: string): object {
	const identity = identityOf({
		mode: 'accountPassword',
		baseUrl,
		project: 'production',
		skipCertificateCheck: false,
		accountName: 'analyst',
		password: HostileServer.password,
		isPlatformAccount: false,
		validityMinutes: 30,
	});
	return { accessToken, accessTokenIdentity: identity };
}

/** That the credential has 'Ignore SSL Issues' switched on; no option of a request. */
const IGNORED = Symbol('ignored');
const UNCHECKED = { [IGNORED]: true };

const WAYS: Array<{ authentication: string; [field: string]: string }> = [
	{ authentication: 'apiSecret', apiSecret: SECRET },
	{ authentication: 'apiKey', apiKey: HostileServer.key },
];

function holdsSecret(text: string): boolean {
	return text.includes(SECRET) || text.includes(HostileServer.key);
}

/** A request that is to be signed for a place that is not the credential's. */
function elsewhere(name: string, baseUrl: string, options: object): Attack {
	return {
		name,
		async run() {
			const { [IGNORED]: ignoreSslIssues, ...request } = options as { [IGNORED]?: boolean };
			const got = WAYS.map((way) => {
				const credential = {
					...{ baseUrl, project: 'production', ...way },
					...(ignoreSslIssues ? { ignoreSslIssues } : {}),
				};
				let signed: IHttpRequestOptions;
				try {
					signed = signRequest(credential, request as IHttpRequestOptions);
				} catch (error) {
					return (
						(holdsSecret(String(error)) && 'the secret, in the error') ||
						(!/didn't send the request|could read the credential/.test(String(error)) &&
							`it threw ${String(error)}`)
					);
				}
				return `signed for ${signed.url} by ${way.authentication}`;
			});
			return heldUnless(...got);
		},
	};
}

/** n8n reads a stored text that begins with `=` as an expression, whoever wrote it. */
function expressionAsToken(token: string): Attack {
	return {
		name: `a token that is an expression of n8n: ${token}`,
		async run() {
			const sent: string[] = [];
			const service = await HostileServer.start((request, response) => {
				sent.push(String(request.headers['sensorsdata-token'] ?? ''));
				response.setHeader('content-type', 'application/json');
				response.end(request.url?.includes('login') ? JSON.stringify({ session_id: token }) : '{}');
			});
			try {
				const { error } = await service.run({}, 'account');
				const again = await service.run({}, 'account');
				const texts = `${error?.message} ${error?.description} ${again.error?.message}`;
				return heldUnless(
					error === undefined && 'it was taken for a token',
					sent.some((one) => one !== '') && `the service was sent ${sent.join(' ')}`,
					texts.includes(token) && 'it is in the error',
				);
			} finally {
				service.stop();
			}
		},
	};
}

export const attacks: Attack[] = [
	...["={{'A'+(6*7)}}", '={{7*7}}', '=token-that-begins-so'].map(expressionAsToken),
	...Object.entries(FOLLOWING).map(([name, options]) => redirect(name, 'older', options)),
	redirect("by n8n's newer request helper", 'newer', {}),
	elsewhere('another host', 'https://sa.example', { url: 'https://thief.example/api/x' }),
	elsewhere('another port', 'https://sa.example', { url: 'https://sa.example:8443/api/x' }),
	elsewhere('http in place of https', 'https://sa.example', { url: 'http://sa.example/api/x' }),
	elsewhere('https on the port of http', 'http://sa.example', {
		url: 'https://sa.example:80/api/x',
	}),
	elsewhere('a host that begins alike', 'https://sa.example', {
		url: 'https://sa.example.thief.example/api/x',
	}),
	elsewhere('the host as a user name', 'https://sa.example', {
		url: 'https://sa.example@thief.example/api/x',
	}),
	elsewhere('a backslash in the host', 'https://sa.example', {
		url: 'https://thief.example\\@sa.example/api/x',
	}),
	elsewhere('the older name of the address', 'https://sa.example', {
		uri: 'https://thief.example/api/x',
	}),
	elsewhere('another installation below the same host', 'https://sa.example/one', {
		url: 'https://sa.example/two/api/x',
	}),
	elsewhere('a path that begins alike', 'https://sa.example/one', {
		url: 'https://sa.example/one-more/api/x',
	}),
	...['/../two/api/x', '/%2e%2e/two', '/..%2ftwo', '/..%5ctwo', '/..;/two', '/%252e%252e/two'].map(
		(path) => elsewhere(`out of the prefix by ${path}`, 'https://sa.example/one', { url: path }),
	),
	elsewhere('out of the prefix by what can not be decoded', 'https://sa.example/one', {
		url: '/..%2ftwo%ff',
	}),
	elsewhere('another virtual host by a header', 'https://sa.example', {
		url: '/api/x',
		headers: { hOsT: 'thief.example' },
	}),
	...[
		{ host: 'sa.example', Host: 'thief.example' },
		{ Host: 'sa.example', HOST: 'thief.example' },
		{ 'host ': 'thief.example' },
		{ Host: 'sa.example', '\thost': 'thief.example' },
		{ common: { Host: 'thief.example' } },
		{ get: { Host: 'thief.example' } },
	].map((headers) =>
		elsewhere(`another virtual host by ${JSON.stringify(headers)}`, 'https://sa.example', {
			url: '/api/x',
			headers,
		}),
	),
	...[
		{ host: 'thief.example' },
		{ port: 8443 },
		{ socketPath: '/run/thief.sock' },
		{ path: '/run/thief.sock' },
		{ servername: 'thief.example' },
		{ lookup: () => undefined },
	].map((agentOptions) =>
		elsewhere(
			`another way by the agent's ${Object.keys(agentOptions).join()}`,
			'https://sa.example',
			{ url: '/api/x', agentOptions },
		),
	),
	elsewhere("a proxy that the workflow's own authority vouches for", 'https://sa.example', {
		...{ url: '/api/x', proxy: 'http://thief.example:8080' },
		agentOptions: { ca: '-----BEGIN CERTIFICATE-----' },
	}),
	elsewhere('a certificate that nobody checks, by options of the agent', 'https://sa.example', {
		url: '/api/x',
		agentOptions: { rejectUnauthorized: false },
	}),
	elsewhere('a proxy that shows any certificate', 'https://sa.example', {
		...{ url: '/api/x', proxy: 'http://thief.example:8080' },
		...UNCHECKED,
	}),
	elsewhere('a certificate that nobody checks', 'https://sa.example', {
		url: '/api/x',
		rejectUnauthorized: false,
	}),
	elsewhere('a certificate that nobody checks, in the newer helper', 'https://sa.example', {
		url: '/api/x',
		skipSslCertificateValidation: true,
	}),
	elsewhere('a proxy of the workflow that reads along', 'http://sa.example', {
		url: '/api/x',
		proxy: 'http://thief.example:8080',
	}),
	{
		name: 'a token that was got from whoever answered, with a checked certificate later',
		async run() {
			const connection = {
				mode: 'userToken' as const,
				baseUrl: 'https://sa.example',
				project: 'production',
				apiSecret: SECRET,
				userName: 'analyst',
				validityMinutes: 30,
			};
			const [checked, unchecked] = [false, true].map((skipCertificateCheck) =>
				identityOf({ ...connection, skipCertificateCheck }),
			);
			return heldUnless(checked === unchecked && 'both are one identity');
		},
	},
];
