import { randomBytes } from 'node:crypto';

import type { Clock } from '../clock.mts';
import type { Account } from './accounts.mts';

/** Simultaneously valid access tokens per user (docs/service.md, "Tokens"). */
const MAX_VALID_TOKENS = 20;
/** docs/service.md, "Tokens". */
export const DEFAULT_VALIDITY_MINUTES = 30;
/** 180 days (docs/service.md, "Tokens"). */
export const MAX_VALIDITY_MINUTES = 259_200;

const MINUTE_MS = 60_000;

export interface Token {
	value: string;
	account: Account;
	project: string;
	issuedAt: number;
	lastUsedAt: number;
	validityMinutes: number;
	/** Order of issue; two tokens can have the same time. */
	serial: number;
}

/** The lifetime of access tokens (docs/service.md, "Tokens"). */
export class Tokens {
	private readonly byValue = new Map<string, Token>();
	/** Values of all tokens that were ever issued. */
	readonly everIssued: string[] = [];
	private serial = 0;

	constructor(private readonly clock: Clock) {}

	/** Issues a new token; the user's oldest one ends if there would be more than 20. */
	issue(account: Account, project: string, validityMinutes = DEFAULT_VALIDITY_MINUTES): Token {
		const now = this.clock.now();
		const valid = this.validOf(account, project);
		while (valid.length >= MAX_VALID_TOKENS) {
			const oldest = valid.shift() as Token;
			this.byValue.delete(oldest.value);
		}
		const token: Token = {
			value: randomBytes(32).toString('hex'),
			account,
			project,
			issuedAt: now,
			lastUsedAt: now,
			validityMinutes,
			serial: this.serial++,
		};
		account.lastRequestAt = now;
		this.byValue.set(token.value, token);
		this.everIssued.push(token.value);
		return token;
	}

	/** Returns the token if it is valid; this doesn't count as its use. */
	findValid(value: string): Token | undefined {
		const token = this.byValue.get(value);
		return token && this.isAlive(token) ? token : undefined;
	}

	/** Records a request with this token, which restarts its validity. */
	use(token: Token): void {
		token.lastUsedAt = this.clock.now();
		token.account.lastRequestAt = this.clock.now();
	}

	/** Valid tokens of a user in a project, oldest first. */
	validOf(account: Account, project: string): Token[] {
		return [...this.byValue.values()]
			.filter(
				(token) => token.account === account && token.project === project && this.isAlive(token),
			)
			.sort((a, b) => a.serial - b.serial);
	}

	/** Ends all tokens of the account (password change, deletion). */
	endAll(account: Account): void {
		for (const token of this.byValue.values()) {
			if (token.account === account) this.byValue.delete(token.value);
		}
	}

	private isAlive(token: Token): boolean {
		const lastUse = Math.max(token.lastUsedAt, token.account.lastRequestAt);
		return this.clock.now() <= lastUse + token.validityMinutes * MINUTE_MS;
	}
}
