import { type IHttpRequestOptions, UserError } from 'n8n-workflow';

import { quoted } from './http/redact';
import type { Endpoint } from './ways/way';

/** Address of the service: origin and optional path prefix, without a trailing slash. */
interface ServiceAddress {
	baseUrl: string;
	/** The `project` parameter of a pasted browser address. */
	project?: string;
}

// First path segments of the web interface and of the API. The segments before them are the
// installation's prefix; the segments after them belong to one page or one call.
const KNOWN_SEGMENTS = new Set([
	'api',
	'addiction',
	'bookmark',
	'dashboard',
	'dashboards',
	'funnel',
	'index.html',
	'login',
	'login.html',
	'retention',
	'segmentation',
	'web',
]);

/** A gateway's prefix may contain these words, too. */
const AMBIGUOUS = /^(api|web)$/;
/** What else follows them in an address of the service. */
const CALL =
	/^(v\d+|auth|sql|events?|funnels|retentions|addictions|users?|property|bookmarks|data_source|log)$/;

/** Corrects what people paste: a trailing slash, `/api`, or the URL of a page (docs/service.md). */
export function parseAddress(typed: string): ServiceAddress {
	const text = typed.trim();
	if (text === '') {
		throw new UserError(
			"'Base URL' is empty. Enter the address of your Sensors Analytics, for example https://sensors.example.com",
		);
	}
	if (!/^https?:\/\//i.test(text)) {
		throw new UserError(
			"'Base URL' must start with https:// or http://, for example https://sensors.example.com:8107",
		);
	}
	const url = parseUrl(text);
	if (url === undefined) {
		throw new UserError(
			"'Base URL' is not a valid address. Enter scheme, host and, if needed, port, for example https://sensors.example.com:8107",
		);
	}
	if (url.username !== '' || url.password !== '') {
		throw new UserError(
			"'Base URL' contains a user name or password, which the node doesn't send. Remove the part before @",
		);
	}
	const inFragment = new URLSearchParams(url.hash.split('?')[1] ?? '');
	const project = url.searchParams.get('project') ?? inFragment.get('project') ?? undefined;
	return { baseUrl: url.origin + prefixOf(url), project: project || undefined };
}

function parseUrl(text: string): URL | undefined {
	try {
		return new URL(text);
	} catch {
		return undefined;
	}
}

function prefixOf(url: URL): string {
	const segments = url.pathname.split('/').filter(Boolean);
	// An address with parameters was copied from a browser: its path is a page, not a prefix.
	const isPage = url.search !== '' || url.hash !== '';
	const names = segments.map((segment) => segment.toLowerCase());
	const known = names.findIndex((name, index) => {
		const next = names[index + 1] ?? 'api';
		const isService =
			isPage || !AMBIGUOUS.test(name) || CALL.test(next) || KNOWN_SEGMENTS.has(next);
		return KNOWN_SEGMENTS.has(name) && isService;
	});
	if (known >= 0)
		return segments
			.slice(0, known)
			.map((segment) => `/${segment}`)
			.join('');
	return isPage ? '' : segments.map((segment) => `/${segment}`).join('');
}

/** Options in the names that older versions of the HTTP Request node use. */
interface OlderOptions {
	uri?: string;
	rejectUnauthorized?: boolean;
	/** Certificates that the node itself sets. */
	agentOptions?: { [name: string]: unknown };
}

/**
 * The options of a connection that n8n's nodes set. Others could lead it to another host, port or
 * socket, or accept the certificate of another host.
 */
const CONNECTION_OPTIONS = ['ca', 'cert', 'key', 'passphrase', 'rejectUnauthorized'];

/** A proxy on the way may decode a path this often. */
const MAX_DECODINGS = 3;
const WAY_OUT = /(^|[\\/])\.\.(;[^\\/]*)?([\\/]|$)/;

/** Returns the URL of a request, which must be within the credential's base URL. */
export function toTarget(options: IHttpRequestOptions, connection: Endpoint): URL {
	const typed = options.url ?? (options as OlderOptions).uri ?? '';
	const url = parseUrl(typed.startsWith('/') ? connection.baseUrl + typed : typed);
	const base = new URL(connection.baseUrl);
	if (url === undefined || !isSameOrigin(url, base)) {
		throw refusal(`to '${url?.origin ?? 'an invalid address'}'`, base.origin);
	}
	if (!isWithin(url.pathname, base.pathname)) {
		throw refusal(`to the path ${quoted(url.pathname)}`, connection.baseUrl);
	}
	return url;
}

/** Checks that a request goes straight to its URL, as the credential configures the connection. */
export function assertDirect(
	options: IHttpRequestOptions,
	url: URL,
	{ skipCertificateCheck }: Endpoint,
): void {
	// A request may have several Host headers in different spellings; n8n sends the last one.
	for (const [name, value] of Object.entries(options.headers ?? {})) {
		if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
			// n8n would send its entries as headers of their own.
			throw new UserError(
				`The header ${quoted(name)} is an object, so n8n didn't send the request. Enter a text for each header`,
			);
		}
		if (name.trim().toLowerCase() === 'host' && String(value).toLowerCase() !== url.host)
			throw refusal(`with the header ${quoted(`Host: ${String(value)}`)}`, url.host);
	}

	const { rejectUnauthorized, agentOptions } = options as OlderOptions;
	const other = Object.keys(agentOptions ?? {}).find((name) => !CONNECTION_OPTIONS.includes(name));
	if (other !== undefined) {
		throw new UserError(
			`The node sets the connection option ${quoted(other)}, which could lead the request to another server, so n8n didn't send the request. Remove the option from the node`,
		);
	}
	const isUnchecked =
		options.skipSslCertificateValidation === true ||
		rejectUnauthorized === false ||
		agentOptions?.rejectUnauthorized === false;
	if (isUnchecked && !skipCertificateCheck) {
		throw new UserError(
			"The node ignores SSL issues, but the credential requires a valid certificate, so n8n didn't send the request. Turn off 'Ignore SSL Issues (Insecure)' in the node, or turn it on in the credential",
		);
	}
	if (!options.proxy) return;
	const reading = whyProxyReads(url, skipCertificateCheck, agentOptions?.ca !== undefined);
	if (reading) {
		throw new UserError(
			`The node uses a proxy ${reading}, so the proxy could read the credential's secret, key, or token. Remove 'Proxy' from the node, or set the credential's 'Base URL' to an https address whose certificate n8n can verify`,
		);
	}
}

/** Returns why a proxy that the node chose could read the request, or undefined if it couldn't. */
function whyProxyReads(url: URL, isUnchecked: boolean, hasOwnCa: boolean): string | undefined {
	if (url.protocol === 'http:') return 'without encryption';
	if (isUnchecked) return "while 'Ignore SSL Issues (Insecure)' is on in the credential";
	// Who chose the proxy also chose the CA that vouches for it.
	return hasOwnCa
		? 'with its own CA, which may have signed a certificate for the proxy'
		: undefined;
}

/** Compares scheme, host and port; the scheme may change only from http to https. */
function isSameOrigin(url: URL, base: URL): boolean {
	const isUpgrade = base.protocol === 'http:' && url.protocol === 'https:';
	return (
		url.hostname === base.hostname &&
		url.port === base.port &&
		(url.protocol === base.protocol || isUpgrade)
	);
}

/** Whether a path is below a prefix for every server and proxy, however often they decode it. */
function isWithin(path: string, prefix: string): boolean {
	if (prefix === '/') return true;
	if (path !== prefix && !path.startsWith(`${prefix}/`)) return false;
	let read = path;
	for (let i = 0; i <= MAX_DECODINGS; i++) {
		if (WAY_OUT.test(read)) return false;
		try {
			read = decodeURIComponent(read);
		} catch {
			return false;
		}
	}
	return true;
}

function refusal(where: string, expected: string): UserError {
	return new UserError(
		`The request goes ${where}, but the credential is for '${expected}', so n8n didn't send the request. Use an address that starts with the credential's 'Base URL'`,
	);
}
