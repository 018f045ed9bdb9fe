import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import {
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type IDataObject,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeProperties,
	ICredentialsHelper,
	NodeHelpers,
} from 'n8n-workflow';
import { Cipher } from 'n8n-core';

const KEY = 'only-for-tests';
// n8n-core's own copy: several versions of the container may be installed.
const { Container } = createRequire(join(process.cwd(), 'node_modules/n8n-core/package.json'))(
	'@n8n/di',
) as {
	Container: { get(type: typeof Cipher): Cipher };
};

/** A stored credential: its type, and its data as encrypted text. */
export interface CredentialRow {
	type: string;
	data: string;
}

type MaybeLater<T> = T | Promise<T>;

/** Where credentials are stored: in memory, or where several processes find them. */
export interface CredentialRows {
	get(id: string): MaybeLater<CredentialRow | undefined>;
	set(id: string, row: CredentialRow): unknown;
}

/** Credentials as files in a folder, which several processes can share as they share a database. */
export class CredentialFiles implements CredentialRows {
	constructor(private readonly folder: string) {}

	get(id: string): CredentialRow | undefined {
		try {
			return JSON.parse(readFileSync(join(this.folder, id), 'utf8')) as CredentialRow;
		} catch {
			return undefined;
		}
	}

	set(id: string, row: CredentialRow): void {
		// Renaming makes the change at once, as a database does.
		const draft = join(this.folder, `${id}.${process.pid}.${Math.random()}`);
		writeFileSync(draft, JSON.stringify(row));
		renameSync(draft, join(this.folder, id));
	}
}

/** Rows that take as long as those of a database: each access a time of chance, in milliseconds. */
export class SlowRows implements CredentialRows {
	constructor(
		private readonly rows: CredentialRows,
		private readonly leastMs: number,
		private readonly mostMs: number,
	) {}

	async get(id: string): Promise<CredentialRow | undefined> {
		await this.access();
		const row = await this.rows.get(id);
		await this.access();
		return row;
	}

	async set(id: string, row: CredentialRow): Promise<void> {
		await this.access();
		await this.rows.set(id, row);
		await this.access();
	}

	/** Half of an access: the row is read or written somewhere in it. */
	private async access(): Promise<void> {
		const ms = this.leastMs + Math.random() * (this.mostMs - this.leastMs);
		await delay(ms / 2);
	}
}

/**
 * Stored credentials, handled as n8n's own helper does it: kept encrypted, read again for every
 * use, preAuthentication run when the expirable property is empty or its value has been refused,
 * and what comes back of it stored with what was there.
 */
export class CredentialStore extends ICredentialsHelper {
	private readonly cipher = Container.get(Cipher);
	/** How often data were written by preAuthentication. */
	writes = 0;
	/** Whether it writes as n8n 1 does: all that the node has read, over what is stored by now. */
	writesAll = false;

	constructor(
		private readonly types: Record<string, ICredentialType>,
		private readonly rows: CredentialRows = new Map<string, CredentialRow>(),
	) {
		super();
	}

	async save(id: string, type: string, data: IDataObject): Promise<void> {
		await this.rows.set(id, { type, data: await this.cipher.encryptV2(data, KEY) });
	}

	async read(id: string): Promise<ICredentialDataDecryptedObject> {
		const text = await this.cipher.decryptV2((await this.rowOf(id)).data, KEY);
		return JSON.parse(text) as ICredentialDataDecryptedObject;
	}

	/** The stored text, as n8n's database would have it. */
	async readEncrypted(id: string): Promise<string> {
		return (await this.rowOf(id)).data;
	}

	async change(id: string, changes: IDataObject): Promise<void> {
		await this.save(id, (await this.rowOf(id)).type, {
			...(await this.read(id)),
			...changes,
		} as IDataObject);
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.typeOf(typeName);
		if (typeof authenticate !== 'function')
			throw new Error('This store knows the function form only');
		return await authenticate(credentials, options);
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const type = this.typeOf(typeName);
		const expirable = type.properties.find(
			(property) => property.type === 'hidden' && property.typeOptions?.expirable === true,
		);
		if (!expirable || !type.preAuthentication) return undefined;
		const isTest = node.parameters.temp === '';
		if (credentials[expirable.name] !== '' && !credentialsExpired && !isTest) return undefined;

		const output = await type.preAuthentication.call(helpers, credentials);
		if (output[expirable.name] === undefined) return undefined;
		const details = node.credentials?.[typeName];
		if (!details) return undefined;
		const stored = this.writesAll ? credentials : await this.read(details.id ?? '');
		await this.updateCredentials(details, typeName, {
			...stored,
			...output,
		} as ICredentialDataDecryptedObject);
		this.writes++;
		return Object.assign(credentials, output);
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(): Promise<never> {
		throw new Error('Nodes get their credentials decrypted');
	}

	/** Declared properties with their defaults, as n8n hands them to nodes. */
	async getDecrypted(
		_additionalData: unknown,
		details: INodeCredentialsDetails,
		type: string,
	): Promise<ICredentialDataDecryptedObject> {
		const stored = await this.read(details.id ?? '');
		return NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			stored as never,
			true,
			false,
			null,
			null,
		) as unknown as ICredentialDataDecryptedObject;
	}

	async updateCredentials(
		details: INodeCredentialsDetails,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		// n8n reads the row once more, and then writes all of it.
		await this.rowOf(details.id ?? '');
		await this.save(details.id ?? '', type, data as unknown as IDataObject);
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		throw new Error('There is no OAuth in here');
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.typeOf(type).properties;
	}

	private async rowOf(id: string): Promise<CredentialRow> {
		const row = await this.rows.get(id);
		if (!row) throw new Error(`No credential '${id}'`);
		return row;
	}

	private typeOf(name: string): ICredentialType {
		const type = this.types[name];
		if (!type) throw new Error(`No credential type '${name}'`);
		return type;
	}
}
