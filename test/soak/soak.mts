import { log, takeLog } from '../engine/faults/log.mts';

import { isDeepStrictEqual } from 'node:util';

import type { IDataObject } from 'n8n-workflow';

import { Chance } from '../fuzz/harness/chance.mts';
import type { NodeRun } from '../support/engine.mts';
import { groupBy, measures, TestWorld } from '../support/world.mts';
import { late, type Mishap, mended, mishaps } from './mishaps.mts';

const REPORT = /\/api\/events\/report/;
const HOUR_MS = 3_600_000;
const VALIDITY_MS = HOUR_MS / 2;
/** A run that takes longer hangs. */
const HANGS_AFTER_MS = 60_000;
const MODES = ['account', 'account', 'user', 'secret'] as const;
const FORMS: IDataObject[] = [
	{ measures: measures({ eventName: 'PayOrder' }) },
	{ measures: measures({ eventName: 'PayOrder', aggregator: 'unique' }), groupBy: groupBy('city') },
	{ measures: measures({ eventName: 'SignUp' }, { eventName: 'PayOrder' }), output: 'wide' },
];
const DATES = { dateRange: 'custom', fromDate: '2026-11-01', toDate: '2026-11-03' };
const LATE_PER_MILLE = 2;

interface Tally {
	runs: number;
	/** Runs that were meant to fail, and did with the right words. */
	reported: number;
	/** Times that a token was wanted and none was alive, or that a living one was refused. */
	ends: number;
	logins: number;
	wrong: string[];
	leaks: string[];
	hangs: number;
}

/** Runs under faults from a seed. What comes of each is known beforehand. */
export class Soak {
	readonly tally: Tally = {
		runs: 0,
		reported: 0,
		ends: 0,
		logins: 0,
		wrong: [],
		leaks: [],
		hangs: 0,
	};
	private readonly chance: Chance;
	private readonly expected = new Map<IDataObject, IDataObject[]>();

	private constructor(
		private readonly t: TestWorld,
		seed: number,
	) {
		this.chance = new Chance(seed);
	}

	static async start(seed: number): Promise<Soak> {
		const t = await TestWorld.start();
		const soak = new Soak(t, seed);
		for (const form of FORMS) {
			const { rows, error } = await t.report({ ...DATES, ...form });
			if (error || rows.length === 0) throw new Error(`No report to begin with: ${error?.message}`);
			soak.expected.set(form, rows);
		}
		for (const mode of MODES) await t.report({}, { credential: mode });
		t.takeLogins();
		takeLog();
		return soak;
	}

	async stop(): Promise<void> {
		await this.t.stop();
	}

	/** One run, or now and then many side by side. */
	async step(): Promise<void> {
		await this.move();
		const mode = this.chance.pick(MODES);
		const isBurst = this.chance.percent(2);
		const mishap = this.pickMishap(isBurst);
		const isEnded = mode !== 'secret' && !(await this.isAlive(mode));
		// A refusal of the token hits a report that is sent, as does everything else.
		const refusesToken = mishap?.refusesToken === true && mode !== 'secret';
		this.apply(mishap);
		const count = isBurst ? this.chance.from(5, 20) : 1;
		const form = this.chance.pick(FORMS);
		const items = this.chance.percent(10) ? this.chance.from(2, 4) : 1;
		// With several items a fault hits some of the requests, which may be tried again in vain or not.
		const isClear = items === 1;
		const error =
			mode === 'secret' && mishap?.refusesToken
				? /rejected|returned a sign-in page|didn't return a Sensors Analytics API response \(status 401\)/
				: mishap?.error;
		const runs = await Promise.all(
			Array.from({ length: count }, async () => await this.run(mode, form, items, mishap?.timeout)),
		);
		this.t.simulator.faults.clear();
		for (const run of runs) {
			if (run) this.judge(run, { form, items, error, isClear, mode });
			else this.tally.hangs++;
		}
		this.tally.runs += count;
		const logins = this.t.takeLogins();
		// A request that is refused for another reason does not show that the token has ended: then
		// that shows with the next item or run.
		const mayShowLater = isEnded && mishap?.error !== undefined;
		const isRefusedAlive = refusesToken && !isEnded;
		const ends = mayShowLater || isRefusedAlive ? Math.min(logins, 1) : Number(isEnded);
		this.tally.ends += ends;
		this.tally.logins += logins;
		if (logins !== ends) {
			this.tally.wrong.push(
				`${logins} logins for ${ends} ends (${mode}, ${JSON.stringify(mishap)})`,
			);
		}
		await this.searchLeaks(runs);
		this.t.takeRequests();
	}

	/** Tokens end, others come, clocks move. */
	private async move(): Promise<void> {
		const { chance, t } = this;
		const { world } = t;
		switch (chance.from(1, 40)) {
			case 1:
				return world.tokens.endAll(world.accounts.get('analyst'));
			case 2:
				for (let i = 0; i < 20; i++) world.browserLogin('analyst');
				return;
			case 3:
				return world.clock.advance(VALIDITY_MS + 60_000);
			case 4:
				return world.clock.advance(chance.from(-2 * HOUR_MS, VALIDITY_MS / 2));
			case 5:
				// The node's own clock: set forward or back.
				return moveClock(chance.from(-3 * HOUR_MS, 3 * HOUR_MS));
			case 6:
				// Another process has got a token.
				return await t.engine.credentials.change('account', {
					accessToken: world.browserLogin('analyst').value,
				});
		}
	}

	private pickMishap(isBurst: boolean): Mishap | undefined {
		if (this.chance.percent(40)) return undefined;
		if (isBurst) return this.chance.pick(mended);
		return this.chance.from(1, 1000) <= LATE_PER_MILLE ? late : this.chance.pick(mishaps);
	}

	private apply(mishap: Mishap | undefined): void {
		for (const reaction of mishap?.reactions ?? []) {
			this.t.simulator.faults.add({ path: mishap?.path ?? REPORT, times: 1, reaction });
		}
	}

	private async isAlive(mode: string): Promise<boolean> {
		const { accessToken } = await this.t.engine.credentials.read(mode);
		return this.t.world.tokens.findValid(String(accessToken)) !== undefined;
	}

	private async run(
		credential: string,
		form: IDataObject,
		items: number,
		timeout?: number,
	): Promise<NodeRun | undefined> {
		let timer: NodeJS.Timeout | undefined;
		const hangs = new Promise<undefined>((resolve) => {
			timer = setTimeout(resolve, HANGS_AFTER_MS, undefined);
		});
		const options = timeout === undefined ? {} : { timeout };
		const running = this.t.report(
			{ ...DATES, ...form, options },
			{ credential, items: Array.from({ length: items }, () => ({})) },
		);
		try {
			return await Promise.race([running, hangs]);
		} finally {
			clearTimeout(timer);
		}
	}

	private judge(
		{ rows, error }: NodeRun,
		meant: { form: IDataObject; items: number; error?: RegExp; isClear: boolean; mode: string },
	): void {
		const expected = this.expected.get(meant.form) as IDataObject[];
		if (meant.error) {
			const said = [error?.message, error?.description].join('. ');
			if (error && meant.error.test(said)) this.tally.reported++;
			else if (meant.isClear)
				this.tally.wrong.push(`${meant.mode}: ${said} instead of ${meant.error}`);
			return;
		}
		const all = Array.from({ length: meant.items }, () => expected).flat();
		if (error) this.tally.wrong.push(`${meant.mode}: ${error.message}`);
		else if (!isDeepStrictEqual(rows, all)) {
			this.tally.wrong.push(`${meant.mode}: ${JSON.stringify(rows).slice(0, 300)}`);
		}
	}

	private async searchLeaks(runs: Array<NodeRun | undefined>): Promise<void> {
		const { world, engine } = this.t;
		const secrets = [
			'analyst-pw-1',
			world.secrets.of('admin'),
			...world.tokens.everIssued,
			...(await Promise.all(
				['account', 'user'].map(async (id) =>
					String((await engine.credentials.read(id)).accessToken),
				),
			)),
		];
		const text = takeLog() + JSON.stringify(runs.map((run) => run?.run));
		for (const secret of secrets) {
			if (text.includes(secret)) this.tally.leaks.push(secret);
		}
		// Of all tokens those of the last runs are looked for: what is kept here must not grow.
		world.tokens.everIssued.splice(0, world.tokens.everIssued.length - 60);
	}

	/** Whether a leak would be found. */
	async findsLeaks(): Promise<boolean> {
		log(`sent ${this.t.world.tokens.everIssued[0]}`);
		await this.searchLeaks([]);
		return this.tally.leaks.splice(0).length > 0;
	}
}

const systemNow = Date.now.bind(Date);
function moveClock(offsetMs: number): void {
	Date.now = () => systemNow() + offsetMs;
}
