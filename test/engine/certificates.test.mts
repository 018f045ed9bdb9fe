/**
 * Certificates of the credential: an installation behind a gateway that only its own CA vouches for,
 * and that lets in nobody without a client certificate.
 */
import type { IDataObject } from 'n8n-workflow';

import { authority } from '../support/certificate.mts';
import { withoutWaits } from '../support/waits.mts';
import { type Mode, TestWorld } from '../support/world.mts';

type Authority = Awaited<ReturnType<typeof authority>>;
/** As n8n's form stores what is pasted into a field for secrets. */
const inOneLine = (pem: string) => pem.replace(/\r?\n/g, ' ').trim();

describe('Certificates of the credential', () => {
	let pki: Authority;
	let t: TestWorld;
	withoutWaits();

	beforeAll(async () => {
		pki = await authority();
		const { key, cert } = pki.server;
		const mutual = { requestCert: true, rejectUnauthorized: true, ca: pki.ca };
		t = await TestWorld.start({ https: { key, cert, ...mutual } });
	});
	afterAll(async () => await t.stop());
	beforeEach(() => {
		t.takeRequests();
	});

	const own = (): IDataObject => ({
		ownCertificates: true,
		caCertificate: pki.ca,
		clientCertificate: pki.client.cert,
		clientKey: pki.client.key,
	});
	const ask = async (more: IDataObject, mode: Mode = 'secret') => {
		await t.saveCredential('tls', { ...t.dataOf(mode), ...more });
		return await t.report({}, { credential: 'tls' });
	};

	it.each<Mode>(['secret', 'user', 'account', 'key'])('give the node access (%s)', async (mode) => {
		const { rows, error } = await ask(own(), mode);
		expect(error).toBeUndefined();
		expect(rows).toHaveLength(1);
	});

	it('may be in one line, as the form stores them', async () => {
		const lines = Object.fromEntries(
			Object.entries(own()).map(([key, value]) => [
				key,
				typeof value === 'string' ? inOneLine(value) : value,
			]),
		);
		expect((await ask(lines)).rows).toHaveLength(1);
	});

	it.each(['encryptedKey', 'olderKey'] as const)(
		'take a key with a passphrase (%s)',
		async (kind) => {
			for (const written of [pki.client[kind], inOneLine(pki.client[kind])]) {
				const form = { ...own(), clientKey: written, clientPassphrase: pki.client.passphrase };
				const { rows, error } = await ask(form);
				expect(error).toBeUndefined();
				expect(rows).toHaveLength(1);
			}
		},
	);

	it.each<[string, () => IDataObject, RegExp]>([
		['no CA', () => ({ ...own(), caCertificate: '' }), /certificate of https:.* can't be verified/],
		[
			'no client certificate',
			() => ({ ownCertificates: true, caCertificate: pki.ca }),
			/https:\/\/127\.0\.0\.1:\d+/,
		],
		[
			'the client certificate of a stranger',
			() => ({
				...own(),
				clientCertificate: pki.stranger.cert,
				clientKey: pki.stranger.key,
			}),
			/https:\/\/127\.0\.0\.1:\d+/,
		],
		['switched off', () => ({ ...own(), ownCertificates: false }), /can't be verified/],
	])('nothing is sent with %s', async (_name, form, message) => {
		const { rows, error } = await ask(form());
		expect(rows).toEqual([]);
		expect(error?.message).toMatch(message);
		expect(t.takeRequests()).toEqual([]);
	});

	it.each<[string, () => IDataObject, RegExp]>([
		[
			'none',
			() => ({ ownCertificates: true }),
			/^'SSL Certificates' is on, but no certificate is set\. Enter 'CA Certificate' or 'Client Certificate', or turn off 'SSL Certificates'/,
		],
		[
			'no key',
			() => ({ ...own(), clientKey: '' }),
			/^'Client Private Key' is empty, but 'Client Certificate' requires it\. Enter 'Client Private Key'/,
		],
		[
			'no certificate',
			() => ({ ...own(), clientCertificate: '' }),
			/^'Client Certificate' is empty/,
		],
		[
			'a key for the CA',
			() => ({ ...own(), caCertificate: pki.client.key }),
			/^'CA Certificate' must/,
		],
		[
			'half of it',
			() => ({ ...own(), caCertificate: pki.ca.slice(0, 200) }),
			/^'CA Certificate' must/,
		],
		[
			'a broken one',
			() => ({ ...own(), caCertificate: pki.ca.replace(/MII/, 'AAA') }),
			/^'CA Certificate' isn't a readable certificate. Check the text/,
		],
		[
			'no passphrase',
			() => ({ ...own(), clientKey: pki.client.encryptedKey }),
			/^'Client Private Key' can't be read. Check the key and 'Key Passphrase'/,
		],
		[
			"another one's key",
			() => ({ ...own(), clientKey: pki.stranger.key }),
			/^'Client Private Key' doesn't match 'Client Certificate'\. Enter a matching key and certificate\. If you enter several certificates, start with the one that belongs to the key/,
		],
		[
			'http',
			() => ({ ...own(), baseUrl: 'http://127.0.0.1:9' }),
			/^'SSL Certificates' is on, but 'Base URL' starts with http:\/\/, which uses no certificates\. Enter an https address, or turn off 'SSL Certificates'/,
		],
	])('are refused by their field: %s', async (_name, form, message) => {
		const { error } = await ask(form());
		expect(error?.message).toMatch(message);
		const reported = JSON.stringify(error, Object.getOwnPropertyNames(error ?? {}));
		for (const secret of [pki.client.key, pki.stranger.key, pki.client.passphrase])
			for (const line of secret.split('\n').filter((text) => text.length > 20))
				expect(reported).not.toContain(line);
		expect(t.takeRequests()).toEqual([]);
	});

	it('are no part of what a token is kept for, but who vouches for the server is', async () => {
		await t.saveCredential('tls', { ...t.dataOf('account'), ...own() });
		const run = async () => (await t.report({}, { credential: 'tls' })).error;
		expect(await run()).toBeUndefined();
		t.takeLogins();
		expect(await run()).toBeUndefined();
		expect(t.takeLogins()).toBe(0);
		const twice = pki.ca + pki.stranger.cert;
		await t.engine.credentials.change('tls', { caCertificate: twice });
		expect(await run()).toBeUndefined();
		expect(t.takeLogins()).toBe(1);
	});
});
