import { createHash, createPrivateKey, X509Certificate } from 'crypto';

import { type ICredentialDataDecryptedObject, type INodeProperties, UserError } from 'n8n-workflow';

/** Certificates of a TLS connection, in addition to those that n8n trusts; PEM. */
export interface Certificates {
	ca?: string;
	cert?: string;
	key?: string;
	passphrase?: string;
}

const LABELS = {
	caCertificate: 'CA Certificate',
	clientCertificate: 'Client Certificate',
	clientKey: 'Client Private Key',
	clientPassphrase: 'Key Passphrase',
};
type Name = keyof typeof LABELS;

const ENCRYPTED = 'ENCRYPTED PRIVATE KEY';
const KEY_KINDS = ['PRIVATE KEY', ENCRYPTED, 'RSA PRIVATE KEY', 'EC PRIVATE KEY'];

const SWITCH = 'ownCertificates';
const SWITCH_LABEL = 'SSL Certificates';

function pemField(name: Name, placeholder: string, description: string): INodeProperties {
	return {
		displayName: LABELS[name],
		name,
		type: 'string',
		typeOptions: { password: true },
		default: '',
		placeholder,
		description,
		displayOptions: { show: { [SWITCH]: [true] } },
	};
}

export const certificateFields: INodeProperties[] = [
	{
		displayName: SWITCH_LABEL,
		name: SWITCH,
		type: 'boolean',
		default: false,
		description:
			"Whether to use your company's own certificates. Turn this on only if your IT department says that your Sensors Analytics installation requires them. Paste the text of each .pem or .crt file (open it in a text editor). This is safer than 'Ignore SSL Issues (Insecure)'. Requires n8n 2. n8n 1 ignores these certificates.",
	},
	pemField(
		'caCertificate',
		'-----BEGIN CERTIFICATE-----',
		"Your company's root certificate, as PEM text, for a server whose certificate n8n doesn't trust. Replaces the certificate authorities that n8n trusts. You can paste several certificates, one after another.",
	),
	pemField(
		'clientCertificate',
		'-----BEGIN CERTIFICATE-----',
		'Certificate that identifies n8n to the server, as PEM text, if the server requires one. If you were given intermediate certificates, paste them after it.',
	),
	pemField('clientKey', '-----BEGIN PRIVATE KEY-----', 'Private key of the client certificate'),
	pemField(
		'clientPassphrase',
		'',
		'Passphrase of the private key. Only required if the key is encrypted.',
	),
];

/** Returns the certificates of a credential, if they are switched on; errors don't repeat them. */
export function readCertificates(
	filledIn: ICredentialDataDecryptedObject,
	baseUrl: string,
): Certificates | undefined {
	if (filledIn[SWITCH] !== true) return undefined;
	const ca = readPems(filledIn, 'caCertificate', ['CERTIFICATE']);
	const cert = readPems(filledIn, 'clientCertificate', ['CERTIFICATE']);
	const key = readPems(filledIn, 'clientKey', KEY_KINDS);
	const passphrase = String(filledIn.clientPassphrase ?? '') || undefined;
	if (ca === undefined && cert === undefined && key === undefined) {
		throw new UserError(
			`'${SWITCH_LABEL}' is on, but no certificate is set. Enter '${LABELS.caCertificate}' or '${LABELS.clientCertificate}', or turn off '${SWITCH_LABEL}'`,
		);
	}
	if ((cert === undefined) !== (key === undefined)) {
		const [missing, there] =
			cert === undefined
				? [LABELS.clientCertificate, LABELS.clientKey]
				: [LABELS.clientKey, LABELS.clientCertificate];
		throw new UserError(`'${missing}' is empty, but '${there}' requires it. Enter '${missing}'`);
	}
	if (!baseUrl.startsWith('https:')) {
		throw new UserError(
			`'${SWITCH_LABEL}' is on, but 'Base URL' starts with http://, which uses no certificates. Enter an https address, or turn off '${SWITCH_LABEL}'`,
		);
	}
	const certificates = { ca, cert, key, passphrase };
	assertFits(certificates);
	return certificates;
}

/** Result of each check: undefined if the certificates fit. */
const CHECKED = new Map<string, unknown>();
const MOST_CHECKED = 100;

/** Checks each text once: decrypting a key takes time. */
function assertFits(certificates: Certificates): void {
	const print = createHash('sha256').update(JSON.stringify(certificates)).digest('hex');
	if (!CHECKED.has(print)) {
		let fault: unknown;
		try {
			assertReadable(certificates);
		} catch (error) {
			fault = error;
		}
		if (CHECKED.size >= MOST_CHECKED) CHECKED.clear();
		CHECKED.set(print, fault);
	}
	const fault = CHECKED.get(print);
	if (fault !== undefined) throw fault;
}

/** A bundle with the certificates of all public authorities has about 150. */
const MOST_CERTIFICATES = 1000;
/** Hashing a passphrase in this many rounds takes about half a second. */
const MOST_ROUNDS = 2_000_000;
/**
 * An RSA key of 4096 bits has 3,500 characters. The time to read a DSA key grows with the cube of
 * its length.
 */
const LONGEST_KEY = 4000;

function assertReadable({ ca, cert, key, passphrase }: Certificates): void {
	for (const [name, text] of [
		['caCertificate', ca],
		['clientCertificate', cert],
	] as const) {
		const parts = text?.split(/(?<=-----END CERTIFICATE-----\n)/) ?? [];
		if (parts.length > MOST_CERTIFICATES) {
			throw new UserError(
				`'${LABELS[name]}' has more than ${MOST_CERTIFICATES} certificates. Enter only those that sign the server's certificate`,
			);
		}
		for (const part of parts)
			tried(name, "isn't a readable certificate. Check the text", () => new X509Certificate(part));
	}
	if (cert !== undefined && key !== undefined) {
		const fault = `can't be read. Check the key and '${LABELS.clientPassphrase}'`;
		if (key.length > LONGEST_KEY) {
			throw new UserError(
				`'${LABELS.clientKey}' is longer than an RSA key of 4096 bits, which would stop n8n at each connection. Use an EC key, or an RSA key of at most 4096 bits`,
			);
		}
		if (!(roundsOf(key) <= MOST_ROUNDS)) {
			throw new UserError(
				`'${LABELS.clientKey}' is encrypted with more than ${MOST_ROUNDS} rounds, or in a way that the node can't read, which could stop n8n. Encrypt the key again, with fewer rounds: openssl pkcs8 -topk8`,
			);
		}
		const own = tried('clientKey', fault, () => createPrivateKey({ key, passphrase }));
		if (!new X509Certificate(cert).checkPrivateKey(own)) {
			throw new UserError(
				`'${LABELS.clientKey}' doesn't match '${LABELS.clientCertificate}'. Enter a matching key and certificate. If you enter several certificates, start with the one that belongs to the key`,
			);
		}
	}
}

/**
 * Returns the work that an encrypted key (PKCS #8) prescribes: the product of the numbers in its
 * header, which are rounds or costs, without the key length at the end. NaN if the header can't be
 * read.
 */
function roundsOf(key: string): number {
	if (!key.includes(`BEGIN ${ENCRYPTED}`)) return 1;
	const [overall] = partsIn(Buffer.from(key.replace(/-----[^-]*-----/g, ''), 'base64')) ?? [];
	const [head] = partsIn(overall?.content) ?? [];
	const numbers = numbersIn(head?.content);
	const costs = numbers.length % 2 === 0 ? numbers.slice(0, -1) : numbers;
	return costs.reduce((product, cost) => product * Math.max(1, cost), costs.length ? 1 : NaN);
}

const [INTEGER, SEQUENCE] = [0x02, 0x30];

function numbersIn(bytes?: Uint8Array): number[] {
	return (partsIn(bytes) ?? []).flatMap(({ tag, content }) => {
		if (tag === SEQUENCE) return partsIn(content) === undefined ? [NaN] : numbersIn(content);
		return tag === INTEGER ? [numberOf(content)] : [];
	});
}

/** Returns the DER elements, if the bytes are DER: OpenSSL also reads some that aren't. */
function partsIn(
	bytes: Uint8Array = new Uint8Array(),
): Array<{ tag: number; content: Uint8Array }> | undefined {
	const parts: Array<{ tag: number; content: Uint8Array }> = [];
	for (let at = 0; at < bytes.length; ) {
		const [tag = 0, short = 0x80, first] = bytes.subarray(at, at + 3);
		const start = at + 2 + Math.max(0, short - 0x80);
		const length = short < 0x80 ? short : numberOf(bytes.subarray(at + 2, start));
		if (short === 0x80 || (short > 0x80 && first === 0) || !(start + length <= bytes.length))
			return undefined;
		parts.push({ tag, content: bytes.subarray(start, start + length) });
		at = start + length;
	}
	return parts;
}

function numberOf(bytes: Uint8Array): number {
	return Number(`0x0${Buffer.from(bytes).toString('hex')}`);
}

function tried<Value>(name: Name, fault: string, read: () => Value): Value {
	let value: Value | undefined;
	try {
		value = read();
	} catch {
		// The error of OpenSSL is for programmers, so it isn't passed on.
	}
	if (value !== undefined) return value;
	throw new UserError(`'${LABELS[name]}' ${fault}`);
}

/** Returns the PEM blocks of a field. n8n's form joins lines, so the lines are broken again. */
function readPems(
	filledIn: ICredentialDataDecryptedObject,
	name: Name,
	kinds: string[],
): string | undefined {
	const text = String(filledIn[name] ?? '').trim();
	if (text === '') return undefined;
	const parts = text.split('-----');
	const blocks: string[] = [];
	// Markers and the text between them alternate: text, BEGIN, body, END, text, BEGIN, …
	for (let at = 1; at + 2 < parts.length; at += 4) {
		const [begin = '', body = '', end = ''] = parts.slice(at, at + 3);
		const type = begin.replace(/^BEGIN /, '');
		if (begin !== `BEGIN ${type}` || end !== `END ${type}` || !kinds.includes(type)) break;
		blocks.push(`-----${begin}-----\n${inLines(body, type)}\n-----${end}-----\n`);
	}
	// The field is refused if it has a marker that belongs to no complete block.
	const isWhole = blocks.length > 0 && blocks.length * 4 + 1 === parts.length;
	if (isWhole && (kinds !== KEY_KINDS || blocks.length === 1)) return blocks.join('');
	const what = kinds === KEY_KINDS ? 'one PEM text' : 'PEM text';
	throw new UserError(
		`'${LABELS[name]}' must contain ${what} of type ${kinds.join(', ')}. Paste the whole text, including the lines -----BEGIN and -----END`,
	);
}

/** Breaks the body between two markers into lines; keys of older kinds start with two headers. */
function inLines(body: string, kind: string): string {
	const words = body.split(/\s+/).filter((word) => word !== '');
	const isOlder = kind !== ENCRYPTED && words[0] === 'Proc-Type:' && words[2] === 'DEK-Info:';
	const headers = isOlder ? words.splice(0, 4) : [];
	const data = words.join('');
	const lines = data.match(/.{1,64}/g) ?? [];
	const [process, type, info, cipher] = headers;
	return [...(process ? [`${process} ${type}`, `${info} ${cipher}`, ''] : []), ...lines].join('\n');
}

/** Returns a hash that identifies a set of certificates; nothing can be read back from it. */
export function printOf({ ca, cert }: Certificates): string {
	return createHash('sha256')
		.update(JSON.stringify([ca, cert]))
		.digest('hex');
}
