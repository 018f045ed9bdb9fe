import type { IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import type { Endpoint } from '../ways/way';
import { parseUrl } from './address';

/** As the HTTP Request node of older versions calls them. */
interface OlderOptions {
	uri?: string;
	rejectUnauthorized?: boolean;
	/** Of the node's own certificates. */
	agentOptions?: { ca?: unknown; rejectUnauthorized?: boolean };
}

/** How often an address may be decoded on its way through proxies. */
const MAX_DECODINGS = 3;
const WAY_OUT = /(^|[\\/])\.\.(;[^\\/]*)?([\\/]|$)/;

/**
 * The address that a request goes to; a path is one of the credential's installation.
 * @throws UserError when it is not within the credential's base URL
 */
export function toTarget(options: IHttpRequestOptions, connection: Endpoint): URL {
	const given = options.url ?? (options as OlderOptions).uri ?? '';
	const url = parseUrl(given.startsWith('/') ? connection.baseUrl + given : given);
	const base = new URL(connection.baseUrl);
	if (url === undefined || !isSameOrigin(url, base)) {
		throw refusal(`to '${url?.origin ?? 'an invalid address'}'`, base.origin);
	}
	if (!isWithin(url.pathname, base.pathname)) {
		throw refusal(`to the path '${url.pathname.slice(0, 80)}'`, connection.baseUrl);
	}
	return url;
}

/**
 * Whether a request goes straight to its address, in a connection as the credential wants it.
 * @throws UserError with what the node has to leave to the credential
 */
export function assertDirect(
	options: IHttpRequestOptions,
	url: URL,
	{ skipCertificateCheck }: Endpoint,
): void {
	const isHost = (name: string) => name.trim().toLowerCase() === 'host';
	// A request may have several in different spellings, of which n8n sends the last one.
	const other = Object.entries(options.headers ?? {}).find(
		([name, value]) => isHost(name) && String(value).toLowerCase() !== url.host,
	);
	if (other) throw refusal(`with the header 'Host: ${String(other[1]).slice(0, 80)}'`, url.host);

	const { rejectUnauthorized, agentOptions } = options as OlderOptions;
	const isUnchecked =
		options.skipSslCertificateValidation === true ||
		rejectUnauthorized === false ||
		agentOptions?.rejectUnauthorized === false;
	if (isUnchecked && !skipCertificateCheck) {
		throw new UserError(
			"The request is to be sent whatever certificate the server shows, but the credential wants it checked: its secret, key or token is not sent. Switch 'Ignore SSL Issues (Insecure)' off in the node, or on in the credential",
		);
	}
	const reading = whyProxyReads(url, skipCertificateCheck, agentOptions?.ca !== undefined);
	if (options.proxy && reading) {
		throw new UserError(
			`The request goes through a proxy of the node ${reading}: the proxy would read the credential's secret, key or token. Remove 'Proxy' from the node, or use an https address with a certificate that n8n itself can check as the credential's 'Base URL'`,
		);
	}
}

/** Why a proxy that the node has chosen could read what is sent through it, if it could. */
function whyProxyReads(url: URL, isUnchecked: boolean, hasOwnCa: boolean): string | undefined {
	if (url.protocol === 'http:') return 'without encryption';
	if (isUnchecked) return "while the credential has 'Ignore SSL Issues (Insecure)' switched on";
	// Whoever chose the proxy chose who vouches for it, too.
	return hasOwnCa ? 'with a CA of the node, which may vouch for the proxy' : undefined;
}

/** Scheme, host and port; only from http to https they may differ. */
function isSameOrigin(url: URL, base: URL): boolean {
	const isUpgrade = base.protocol === 'http:' && url.protocol === 'https:';
	return (
		url.hostname === base.hostname &&
		url.port === base.port &&
		(url.protocol === base.protocol || isUpgrade)
	);
}

/** Whether a path lies below a prefix, for every server and proxy that reads it. */
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
		`The request goes ${where}, but the credential is for '${expected}': its secret, key or token is not sent there. Use an address that starts with the credential's 'Base URL'`,
	);
}
