import { createHash, createPrivateKey, X509Certificate } from 'crypto';

import type { ICredentialDataDecryptedObject, INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

/** What an encrypted connection is made with, beside what n8n itself trusts; PEM. */
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
	clientPassphrase: 'Passphrase of the Key',
};
type Name = keyof typeof LABELS;

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
			"Whether the connection needs a CA that n8n doesn't trust, or a client certificate. Requires n8n 2. n8n 1 ignores these certificates.",
	},
	pemField(
		'caCertificate',
		'-----BEGIN CERTIFICATE-----',
		"Certificate of the CA that signed the server's certificate. Replaces the CAs that n8n trusts. You can paste several certificates, one after another.",
	),
	pemField(
		'clientCertificate',
		'-----BEGIN CERTIFICATE-----',
		'Certificate that n8n presents to the server, followed by its intermediate certificates, if any',
	),
	pemField('clientKey', '-----BEGIN PRIVATE KEY-----', 'Private key of the client certificate'),
	pemField(
		'clientPassphrase',
		'',
		'Passphrase of the private key. Only required if the key is encrypted.',
	),
];

/**
 * The certificates of a credential, or undefined where they are switched off.
 * @throws UserError that names the field, and repeats nothing of it
 */
export function readCertificates(
	filledIn: ICredentialDataDecryptedObject,
	baseUrl: string,
): Certificates | undefined {
	if (filledIn[SWITCH] !== true) return undefined;
	const ca = readPems(filledIn, 'caCertificate', 'CERTIFICATE');
	const cert = readPems(filledIn, 'clientCertificate', 'CERTIFICATE');
	const key = readPems(filledIn, 'clientKey', 'PRIVATE KEY');
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

/** What each text came to: undefined where it fits. */
const CHECKED = new Map<string, unknown>();
const MOST_CHECKED = 100;

/** A check for each text: keys that are encrypted take time. */
function assertFits(certificates: Certificates): void {
	const print = createHash('sha256').update(JSON.stringify(certificates)).digest('hex');
	if (!CHECKED.has(print)) {
		if (CHECKED.size >= MOST_CHECKED) CHECKED.clear();
		CHECKED.set(print, faultIn(certificates));
	}
	const fault = CHECKED.get(print);
	if (fault !== undefined) throw fault;
}

function faultIn(certificates: Certificates): unknown {
	try {
		assertReadable(certificates);
		return undefined;
	} catch (error) {
		return error;
	}
}

/** A bundle of all public authorities has some 150. */
const MOST_CERTIFICATES = 1000;
/** Rounds that a passphrase goes through: some half a second. */
const MOST_ROUNDS = 2_000_000;

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
		if (roundsOf(key) > MOST_ROUNDS) {
			throw new UserError(
				`'${LABELS.clientKey}' is encrypted with more than ${MOST_ROUNDS} rounds, which would stop n8n. Encrypt the key again with fewer rounds`,
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
 * The work that an encrypted key (PKCS #8) prescribes: the product of the numbers in its head, which
 * are rounds, or costs, and the length of the key at last.
 */
function roundsOf(key: string): number {
	if (!key.includes('BEGIN ENCRYPTED PRIVATE KEY')) return 1;
	const bytes = Buffer.from(key.replace(/-----[^-]*-----/g, ''), 'base64');
	const [head] = partsIn(partsIn(bytes)[0]?.content ?? bytes);
	const numbers = head ? numbersIn(head.content) : [];
	const costs = numbers.length % 2 === 0 ? numbers.slice(0, -1) : numbers;
	return costs.reduce((product, cost) => product * cost, 1);
}

const [INTEGER, SEQUENCE] = [0x02, 0x30];

function numbersIn(bytes: Buffer): number[] {
	return partsIn(bytes).flatMap(({ tag, content }) =>
		tag === SEQUENCE
			? numbersIn(content)
			: tag === INTEGER
				? [Number(`0x0${content.toString('hex')}`)]
				: [],
	);
}

/** What is written one behind the other (DER), as far as it can be read. */
function partsIn(bytes: Buffer): Array<{ tag: number; content: Buffer }> {
	const parts: Array<{ tag: number; content: Buffer }> = [];
	for (let at = 0; at + 1 < bytes.length; ) {
		const [tag = 0, short = 0] = bytes.subarray(at, at + 2);
		const more = short < 0x80 ? 0 : Math.min(short - 0x80, 4);
		const start = at + 2 + more;
		const length = more === 0 ? short : Number(`0x0${bytes.toString('hex', at + 2, start)}`);
		parts.push({ tag, content: bytes.subarray(start, start + length) });
		at = start + length;
	}
	return parts;
}

function tried<Value>(name: Name, fault: string, read: () => Value): Value {
	let value: Value | undefined;
	try {
		value = read();
	} catch {
		// The error of OpenSSL is for programmers.
	}
	if (value !== undefined) return value;
	throw new UserError(`'${LABELS[name]}' ${fault}`);
}

/** Blocks of PEM in a field. n8n's form makes one line of several, so lines are made anew. */
function readPems(
	filledIn: ICredentialDataDecryptedObject,
	name: Name,
	kind: string,
): string | undefined {
	const text = String(filledIn[name] ?? '').trim();
	if (text === '') return undefined;
	const parts = text.split('-----');
	const blocks: string[] = [];
	// Marks and what is between them alternate: text, BEGIN, body, END, text, BEGIN, …
	for (let at = 1; at + 2 < parts.length; at += 4) {
		const [begin = '', body = '', end = ''] = parts.slice(at, at + 3);
		const type = begin.replace(/^BEGIN /, '');
		if (begin !== `BEGIN ${type}` || end !== `END ${type}` || !type.endsWith(kind)) break;
		blocks.push(`-----${begin}-----\n${inLines(body)}\n-----${end}-----\n`);
	}
	// As many as there are marks: of a block that was cut off nothing is taken.
	if (blocks.length > 0 && blocks.length * 4 + 1 === parts.length) return blocks.join('');
	throw new UserError(
		`'${LABELS[name]}' must contain PEM text of type ${kind}. Paste the whole text, including the lines -----BEGIN and -----END`,
	);
}

/** The lines between the two marks; keys of older kinds have two headers in front. */
function inLines(body: string): string {
	const words = body.split(/\s+/).filter((word) => word !== '');
	const headers = words[0] === 'Proc-Type:' && words[2] === 'DEK-Info:' ? words.splice(0, 4) : [];
	const data = words.join('');
	const lines = data.match(/.{1,64}/g) ?? [];
	const [process, type, info, cipher] = headers;
	return [...(process ? [`${process} ${type}`, `${info} ${cipher}`, ''] : []), ...lines].join('\n');
}

/** What tells one set of certificates from another; nothing can be read back from it. */
export function printOf({ ca, cert }: Certificates): string {
	return createHash('sha256')
		.update(JSON.stringify([ca, cert]))
		.digest('hex');
}
