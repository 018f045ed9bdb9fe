import type { FastifyRequest } from 'fastify';
import { DateTime } from 'luxon';

import { Clock } from './clock.mts';
import { type AlarmRule, defaultAlarms } from './data/alarms.mts';
import { Shop } from './data/shop.mts';
import { type Account, Accounts } from './identity/accounts.mts';
import { ApiKeys } from './identity/apiKeys.mts';
import { authenticate, type Caller } from './identity/authenticate.mts';
import { Secrets } from './identity/secrets.mts';
import { type Token, Tokens } from './identity/tokens.mts';
import { defaultTraits, type Traits } from './openapi/traits.mts';
import { defaultReportTraits, type ReportTraits } from './report/traits.mts';

/** Zone of the service's times (docs/service.md, "Dates and units"). */
export const SERVICE_ZONE = 'Asia/Shanghai';

/** The state of the simulated service, and functions with which tests change it. */
export class World {
	readonly clock = new Clock();
	readonly accounts = new Accounts();
	readonly tokens = new Tokens(this.clock);
	readonly secrets = new Secrets();
	readonly apiKeys = new ApiKeys();
	/** Traits of the OpenAPI's installation. */
	readonly openapi: Traits = defaultTraits();
	/** Format of its reports under `/api/`. */
	readonly reports: ReportTraits = defaultReportTraits();
	/** Alerts of the project. */
	readonly alarms: AlarmRule[] = defaultAlarms();
	readonly projects = ['production', 'default'];
	isCaptchaOn = false;
	/** Whether events happen as time goes by; otherwise, all days are whole, also those to come. */
	isLive = false;
	/** Minutes until data from an app reach the service, which reports show by their times. */
	dataLagMinutes = 0;
	/** Logins that returned a token, by account, without browser logins. */
	readonly logins: Array<{ way: 'username' | 'password'; account: string }> = [];
	/** Attempted password logins, by account, right or wrong. */
	readonly attempts: string[] = [];
	private readonly shops = new Map<string, Shop>();

	constructor() {
		const admin = this.accounts.add({
			name: 'admin',
			password: 'admin-pw-1',
			projects: ['production'],
			isAdmin: true,
			role: 1,
		});
		const root = this.accounts.add({
			name: 'root',
			password: 'root-pw-1',
			isPlatform: true,
			isAdmin: true,
			role: 1,
		});
		const other = this.accounts.add({
			name: 'default-admin',
			password: 'default-pw-1',
			projects: ['default'],
			isAdmin: true,
			role: 1,
		});
		this.accounts.add({ name: 'analyst', password: 'analyst-pw-1', projects: ['production'] });
		this.accounts.add({
			name: 'viewer',
			password: 'viewer-pw-1',
			projects: ['production'],
			role: 3,
			events: ['$pageview'],
		});
		for (const owner of [admin, root, other]) this.secrets.renew(owner);
		for (const account of this.accounts.all()) this.apiKeys.issue(account);
	}

	shopOf(project: string): Shop {
		let shop = this.shops.get(project);
		if (!shop) {
			shop = new Shop(project, () => (this.isLive ? this.serviceTime() : undefined));
			this.shops.set(project, shop);
		}
		return shop;
	}

	authenticate(request: FastifyRequest): Caller {
		const query = request.query as Record<string, string | undefined>;
		const header = request.headers['sensorsdata-token'];
		return authenticate(
			{
				secret: query.token,
				token: Array.isArray(header) ? header[0] : header,
				project: query.project,
			},
			this,
		);
	}

	/**
	 * Logs in to the web interface, which also takes one of the user's 20 tokens (docs/service.md,
	 * "Tokens").
	 */
	browserLogin(account: string, project = 'production'): Token {
		return this.tokens.issue(this.accounts.get(account), project);
	}

	/**
	 * Ends the account's tokens; an administrator's secret changes as well (docs/service.md,
	 * "Tokens").
	 */
	changePassword(account: string, password: string): void {
		const changed = this.accounts.get(account);
		changed.password = password;
		this.tokens.endAll(changed);
		if (changed.isAdmin) this.secrets.renew(changed);
	}

	deleteAccount(account: string): void {
		this.tokens.endAll(this.accounts.get(account));
		this.accounts.delete(account);
	}

	countLogin(way: 'username' | 'password', account: string): void {
		this.logins.push({ way, account });
	}

	countAttempt(account: string): void {
		this.attempts.push(account);
	}

	/** Returns `yyyy-MM-dd HH:mm:ss` in the service's zone. */
	serviceTime(): string {
		return DateTime.fromMillis(this.clock.now(), { zone: SERVICE_ZONE }).toFormat(
			'yyyy-MM-dd HH:mm:ss',
		);
	}

	/** Returns the moment up to which data have arrived. */
	dataTime(): string {
		return DateTime.fromMillis(this.clock.now(), { zone: SERVICE_ZONE })
			.minus({ minutes: this.dataLagMinutes })
			.toFormat('yyyy-MM-dd HH:mm:ss');
	}

	/** Returns valid tokens of an account in a project, oldest first. */
	validTokens(account: string, project = 'production'): Token[] {
		return this.tokens.validOf(this.accounts.get(account) satisfies Account, project);
	}
}
