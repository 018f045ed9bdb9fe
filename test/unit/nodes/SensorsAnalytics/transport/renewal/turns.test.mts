import { obtainSession } from '../../../../../../credentials/login';
import { type Mark, type Marks, NO_MARKS, writeMark } from '../../../../../../credentials/session';
import type { Credentials } from '../../../../../../nodes/SensorsAnalytics/transport/context';
import {
	type SharedCredential,
	takeTurn,
	turnToRenew,
} from '../../../../../../nodes/SensorsAnalytics/transport/renewal';
import { Chance } from '../../../../../fuzz/harness/chance.mts';
import { VirtualTime } from '../../../../../support/virtualTime.mts';

const HOUR_MS = 3_600_000;

interface Fleet {
	seed: number;
	processes?: number;
	/** Least and most milliseconds of one access to the database. */
	storeMs?: [number, number];
	loginMs?: number;
	/** Processes find out within this number of milliseconds that the token has ended. */
	withinMs?: number;
	/** How far the clocks of the processes differ at most, milliseconds. */
	skewMs?: number;
	/** Whether one of the processes has got the token itself. */
	hasOwner?: boolean;
	/** How many processes die while they log in: the first ones that do. */
	deaths?: number;
	/** Whether n8n writes all fields as the node has read them, as n8n 1 does. */
	writesAll?: boolean;
	/** The marks at the start. */
	before?: Partial<Record<keyof Marks, Mark>>;
}

interface Outcome {
	logins: number;
	/** Milliseconds from the first refusal until all could go on. */
	tookMs: number;
	/** Milliseconds that each process waited on purpose. */
	waitedMs: number[];
}

/** Processes whose shared token 'R' ends, in virtual time. */
async function play({
	seed,
	processes = 24,
	storeMs = [5, 50],
	loginMs = 100,
	withinMs = 200,
	skewMs = 0,
	hasOwner = false,
	deaths = 0,
	writesAll = false,
	before = {},
}: Fleet): Promise<Outcome> {
	const chance = new Chance(seed);
	const time = new VirtualTime();
	let fields: Credentials = { accessToken: 'R', ...NO_MARKS };
	for (const [field, mark] of Object.entries(before)) fields[field] = writeMark('R', mark);
	let logins = 0;
	let toDie = deaths;
	const access = async () => await time.pause(chance.from(...storeMs) / 2);
	const read = async () => {
		await access();
		const seen = { ...fields };
		await access();
		return seen;
	};
	const write = async (changes: Credentials, known?: Credentials) => {
		const seen = writesAll && known ? known : await read();
		await read();
		await access();
		fields = { ...seen, ...changes };
		await access();
	};

	const waitedMs = Array.from({ length: processes }, async (_, index) => {
		const self = `process-${index}`;
		const skew = chance.from(-skewMs, skewMs);
		const now = () => time.now() + skew;
		let waited = 0;
		const shared: SharedCredential = {
			read,
			mark: async (known, marks) => {
				await write({ ...marks }, known);
				return true;
			},
		};
		await time.pause(chance.from(0, withinMs));
		await takeTurn('R', shared, {
			isOwn: hasOwner && index === 0,
			self,
			now,
			pause: async (ms: number) => {
				waited += ms;
				await time.pause(ms);
			},
			chance: () => chance.from(0, 1000) / 1000,
		});
		const known = await read();
		if (known.accessToken !== 'R') return waited;
		const mark = { accessTokenRenewal: writeMark('R', { by: self, at: now() }) };
		const marking = write(mark, known);
		logins++;
		const dies = toDie-- > 0;
		await time.pause(loginMs);
		await marking;
		if (!dies) await write({ accessToken: `T${logins}`, ...NO_MARKS });
		return waited;
	});
	const all = await time.run(waitedMs);
	return { logins, tookMs: time.now(), waitedMs: all };
}

const SEEDS = Array.from({ length: 20 }, (_, seed) => seed);

async function playAll(fleet: Omit<Fleet, 'seed'>): Promise<{ logins: number[]; tookMs: number }> {
	const outcomes: Outcome[] = [];
	for (const seed of SEEDS) outcomes.push(await play({ ...fleet, seed }));
	return {
		logins: outcomes.map(({ logins }) => logins),
		tookMs: Math.max(...outcomes.map(({ tookMs }) => tookMs)),
	};
}

describe('takeTurn: 24 processes whose token ends at once', () => {
	it.each<[string, Omit<Fleet, 'seed'>]>([
		['a database of 5 to 50 ms', {}],
		['a quick database', { storeMs: [0, 3] }],
		['a slow database', { storeMs: [20, 200] }],
		['a login of 5 ms', { loginMs: 5 }],
		['a login of 5 s', { loginMs: 5_000 }],
		['they find out within 5 s', { withinMs: 5_000 }],
		['their clocks differ by 3 s', { skewMs: 3_000 }],
		['n8n 1, which writes all fields', { writesAll: true }],
		['a mark of a dead one, an hour old', { before: deadMark(-HOUR_MS) }],
		['one has got the token itself', { hasOwner: true }],
		['one has got it itself, within 2 s', { hasOwner: true, loginMs: 2_000, withinMs: 2_000 }],
		['n8n 1, one has got the token itself', { writesAll: true, hasOwner: true }],
	])('one login: %s', async (_case, fleet) => {
		const { logins, tookMs } = await playAll(fleet);
		expect(logins).toEqual(SEEDS.map(() => 1));
		expect(tookMs).toBeLessThan(10_000);
	});

	it.each<[string, Omit<Fleet, 'seed'>]>([
		['one has got it itself, the login takes 2 s', { hasOwner: true, loginMs: 2_000 }],
		['the one that logs in dies', { deaths: 1 }],
		['a mark of a dead one, from the future', { before: deadMark(HOUR_MS) }],
	])('2 logins at most: %s', async (_case, fleet) => {
		const { logins, tookMs } = await playAll(fleet);
		expect(Math.max(...logins)).toBeLessThanOrEqual(2);
		// Nobody waits much longer than it takes to find out that a process is dead.
		expect(tookMs).toBeLessThan(16_000);
	});

	it('nobody waits forever, whatever dies', async () => {
		const { tookMs } = await play({ seed: 1, deaths: 24 });
		expect(tookMs).toBeLessThan(35_000);
	});
});

describe('takeTurn: a process alone', () => {
	it.each<[string, [number, number], number]>([
		['a quick database', [0, 2], 50],
		['a database of 6 ms', [6, 6], 3 * 24],
		['a database of 25 ms', [25, 25], 3 * 100],
	])('%s', async (_case, storeMs, expected) => {
		const { logins, waitedMs } = await play({ seed: 1, processes: 1, storeMs });
		expect({ logins, waitedMs }).toEqual({ logins: 1, waitedMs: [expected] });
	});

	it('does not wait where marks cannot be stored', async () => {
		const pause = jest.fn();
		const read = async () => ({ accessToken: 'R' });
		await takeTurn('R', { read, mark: async () => false }, { pause });
		expect(pause).not.toHaveBeenCalled();
	});
});

describe('turnToRenew', () => {
	const shared = { read: jest.fn(async () => ({ accessToken: 'R' })), mark: jest.fn() };

	const got = async (identity: string, token: string, refusedToken?: string) => {
		const session = { identity, token, issuedAt: '', validityMinutes: 30, details: {} };
		await obtainSession({ identity, refusedToken }, async () => session);
	};
	beforeEach(() => jest.clearAllMocks());

	it('comes at once for a token that this process got itself, if no other one renews it', async () => {
		await got('me', 'R');
		await turnToRenew('me', 'R', shared);
		expect(shared.read).toHaveBeenCalledTimes(1);
		expect(shared.mark).not.toHaveBeenCalled();
	});

	it('comes at once for a token that this process has replaced, nothing read', async () => {
		await got('we', 'R');
		await got('we', 'S', 'R');
		await turnToRenew('we', 'R', shared);
		expect(shared.read).not.toHaveBeenCalled();
	});

	it('a credential that the first execution could not read fails no other one', async () => {
		shared.read.mockImplementationOnce(async () => await Promise.reject(new Error('changed')));
		await Promise.all([turnToRenew('y', 'R', shared), turnToRenew('y', 'R', shared)]);
		expect(shared.mark).not.toHaveBeenCalled();
	});

	it('is one for all executions of a process; a cancelled one does not wait for it', async () => {
		let release = (_stored: boolean) => {};
		shared.mark.mockImplementation(
			async () => await new Promise<boolean>((resolve) => (release = resolve)),
		);
		const cancelled = new AbortController();
		const turns = [turnToRenew('x', 'R', shared), turnToRenew('x', 'R', shared)];
		const third = turnToRenew('x', 'R', shared, cancelled.signal);
		await new Promise((resolve) => setImmediate(resolve));
		cancelled.abort();
		await third;
		await turnToRenew('x', 'R', shared, cancelled.signal);
		release(false);
		await Promise.all(turns);
		expect(shared.mark).toHaveBeenCalledTimes(1);
	});
});

function deadMark(at: number): Fleet['before'] {
	return { accessTokenClaim: { by: 'dead', at }, accessTokenRenewal: { by: 'dead', at } };
}
