import { isDeepStrictEqual } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import type { Reaction } from '../../../simulator/faults.mts';
import type { NodeRun, RunNodeOptions } from '../../support/engine.mts';
import { selfSigned } from '../../support/certificate.mts';
import { type Mode, TestWorld } from '../../support/world.mts';
import { TODO } from './todo.mts';

/** What the user sees: a number of items, or an error that says what happened and what to do. */
type Expected = { sees: number } | { sees: RegExp; todo: keyof typeof TODO };

/** One thing that goes wrong, and what has to come of it. */
export interface Scenario {
	name: string;
	/** `account` if left out. */
	mode?: Mode;
	/** Whether a report has been got before (with a login, where there is one); true if left out. */
	isWarm?: boolean;
	/** Whether the service is reached by https alone, with a certificate that nobody vouches for. */
	isSecure?: boolean;
	/** What happens to requests to the report (or to the given path). */
	reaction?: Reaction;
	path?: RegExp;
	/** How many requests it hits; 1 if left out. */
	times?: number;
	/** What else goes wrong. */
	prepare?(t: TestWorld): Promise<void> | void;
	form?: IDataObject;
	/** In place of the report: this SQL. */
	sql?: string;
	options?: IDataObject;
	run?: RunNodeOptions;
	expect: Expected & {
		/** The first item. */
		first?: IDataObject;
		requests: number;
		logins: number;
		/** Password logins that the service refused. */
		refusedAttempts?: number;
	};
}

export interface Outcome {
	sees: string;
	requests: number;
	logins: number;
	/** What differs from what was expected. */
	wrong: string[];
	/** Where a secret, password or token was found. */
	leaks: string[];
}

const REPORT = /\/api\/events\/report/;

/**
 * Plays a scenario in a world of its own.
 * @param texts everything else in which nothing may leak, such as the log
 */
export async function play(
	scenario: Scenario,
	inspect: (run: NodeRun) => Record<string, string>,
): Promise<Outcome> {
	const t = await TestWorld.start(scenario.isSecure ? { https: await selfSigned() } : {});
	try {
		const {
			mode = 'account',
			isWarm = true,
			times = 1,
			path = REPORT,
			form = {},
			options = {},
		} = scenario;
		const { sql } = scenario;
		const keys = t.world.accounts.all().map(({ name }) => t.world.apiKeys.of(name));
		const ask = async (given: IDataObject, settings: IDataObject, more: RunNodeOptions = {}) => {
			const sent = { ...given, options: { requestsPerSecond: 0, ...settings } };
			const run = { credential: mode, ...more };
			return sql === undefined
				? await t.report(sent, run)
				: await t.operation('sqlQuery', 'runSqlQuery', { sql, ...sent }, run);
		};
		if (isWarm) {
			const { error } = await ask({}, {});
			if (error) throw new Error(`${scenario.name}: not warm: ${error.message}`);
		}
		await scenario.prepare?.(t);
		if (scenario.reaction) t.simulator.faults.add({ path, times, reaction: scenario.reaction });
		t.takeRequests();
		t.takeLogins();
		const attemptsBefore = t.world.attempts.length;

		const run = await ask(form, options, scenario.run);

		const requests = t.takeRequests().length;
		const refusedAttempts =
			t.world.attempts.length -
			attemptsBefore -
			t.world.logins.filter(({ way }) => way === 'password').length;
		const logins = t.takeLogins();
		const { error, rows } = run;
		const sees = error
			? [error.message, error.description].filter(Boolean).join('. ')
			: describeRows(rows);
		const { expect } = scenario;
		const wrong: string[] = [];
		if (
			typeof expect.sees === 'number'
				? error !== undefined || rows.length !== expect.sees
				: !expect.sees.test(sees)
		) {
			wrong.push(`sees, expected ${String(expect.sees)}`);
		}
		if ('todo' in expect && !sees.includes(TODO[expect.todo]))
			wrong.push(`does not say ${TODO[expect.todo]}`);
		if (expect.first && !isDeepStrictEqual(rows[0], expect.first))
			wrong.push(`first item ${JSON.stringify(rows[0])}`);
		if (requests !== expect.requests) wrong.push(`requests, expected ${expect.requests}`);
		if (logins !== expect.logins) wrong.push(`logins, expected ${expect.logins}`);
		if (refusedAttempts !== (expect.refusedAttempts ?? 0))
			wrong.push(`${refusedAttempts} refused attempts`);

		const secrets = [
			...t.world.tokens.everIssued,
			...['admin', 'root'].map((name) => t.world.secrets.of(name)),
			...keys,
			...(await secretsOf(t, mode)),
		];
		const leaks = Object.entries(inspect(run))
			.filter(([, text]) =>
				secrets.some(
					(secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)),
				),
			)
			.map(([place]) => place);
		return { sees, requests, logins, wrong, leaks };
	} finally {
		t.simulator.faults.clear();
		await t.stop();
	}
}

async function secretsOf(t: TestWorld, mode: Mode): Promise<string[]> {
	const { apiSecret, password, accessToken, apiKey } = await t.engine.credentials.read(mode);
	return [apiSecret, password, accessToken, apiKey].filter(
		(value): value is string => typeof value === 'string' && value !== '',
	);
}

function describeRows(rows: IDataObject[]): string {
	const errors = rows.map(({ error }) => error).filter(Boolean);
	return errors.length > 0
		? `${errors.length} of ${rows.length} items failed. The first error: ${String(errors[0])}`
		: `${rows.length} item${rows.length === 1 ? '' : 's'}`;
}
