import { randomBytes } from 'node:crypto';

import type { Account } from './accounts.mts';

/** `#K-` and 32 characters: 35 in all (docs/service.md, "OpenAPI"). */
const PREFIX = '#K-';

/**
 * OpenAPI keys: each belongs to an account and has its permissions; there is no login and no
 * session.
 */
export class ApiKeys {
	private readonly byValue = new Map<string, Account>();

	issue(account: Account): string {
		const value = PREFIX + randomBytes(16).toString('hex');
		this.byValue.set(value, account);
		return value;
	}

	find(value: string): Account | undefined {
		return this.byValue.get(value);
	}

	/** @throws for an account without a key, which is a mistake in a test and not a refusal */
	of(accountName: string): string {
		for (const [value, { name }] of this.byValue) if (name === accountName) return value;
		throw new Error(`The simulator has no API key of '${accountName}'`);
	}

	/** Revokes the account's keys. */
	revoke(accountName: string): void {
		for (const [value, { name }] of this.byValue)
			if (name === accountName) this.byValue.delete(value);
	}
}
