/** Which of http and https a port speaks, where the other one was typed. */
export type Scheme = 'http' | 'https';

/** OpenSSL's words for an answer without encryption, in codes and in messages. */
const NOT_ENCRYPTED = /wrong[ _]version[ _]number|packet[ _]length[ _]too[ _]long/i;
const NO_HTTP = /^HPE_/;
/** nginx, Apache, Go, Tomcat. */
const WANTS_ENCRYPTION =
	/plain HTTP request was sent to HTTPS port|speaking plain HTTP to an SSL-enabled server port|sent an HTTP request to an HTTPS server|combination of host and port requires TLS/i;
/** Types of TLS records (RFC 8446, 5.1): change of cipher, alert, handshake, data. */
const RECORD_TYPES = { first: 20, last: 23 };
const TLS_MAJOR = 3;
/** Scheme, host, port and path. */
const ADDRESS = /^(https?):\/\/(\[[^\]]*\]|[^/:]+)(:\d+)?(\/.*)?$/i;
const DEFAULT_PORTS = { http: ':80', https: ':443' };

/** @param fault one of the errors that a request without an answer ended with */
export function schemeOfFault(fault: { [key: string]: unknown }): Scheme | undefined {
	const { code, message, rawPacket } = fault;
	if (NOT_ENCRYPTED.test(`${String(code)} ${String(message)}`)) return 'http';
	return NO_HTTP.test(String(code)) && isTlsRecord(rawPacket) ? 'https' : undefined;
}

/** @param text the answer of a server, from which a port for https alone is told */
export function schemeOfAnswer(status: number, text: string): Scheme | undefined {
	return status === 400 && WANTS_ENCRYPTION.test(text) ? 'https' : undefined;
}

/** The same host and port in the other scheme; undefined if that is the one already typed. */
export function inScheme(baseUrl: string, scheme: Scheme): string | undefined {
	const [, typed, host, port, path = ''] = ADDRESS.exec(baseUrl) ?? [];
	if (typed === undefined || typed === scheme) return undefined;
	// A port that is left out is that of the scheme.
	return `${scheme}://${host}${port ?? DEFAULT_PORTS[typed as Scheme]}${path}`;
}

/** The base URL in https, where a redirect from http leads to https at the same host. */
export function sentToHttps(location: string | undefined, baseUrl: string): string | undefined {
	const [, from, host, , prefix = ''] = ADDRESS.exec(baseUrl) ?? [];
	const [, to, newHost, port = ''] = ADDRESS.exec(location ?? '') ?? [];
	const isSameHost = host !== undefined && host === newHost?.toLowerCase();
	return from === 'http' && to?.toLowerCase() === 'https' && isSameHost
		? `https://${host}${port}${prefix}`
		: undefined;
}

function isTlsRecord(bytes: unknown): boolean {
	if (!(bytes instanceof Uint8Array)) return false;
	const [type = 0, major] = bytes;
	return type >= RECORD_TYPES.first && type <= RECORD_TYPES.last && major === TLS_MAJOR;
}
