/**
 * A workflow in n8n, as n8n's own code treats it (active-workflows, poll-trigger-executor, the
 * execution context of polls): memory is loaded when the workflow is published or n8n starts, kept
 * alive between polls, and stored with an event or at the end of publishing. With the scheduler of
 * n8n 2 each poll gets a copy of what is stored, which is stored with an event, or at the end of
 * publishing; with its durable cursors, too, it is stored behind each poll, but for a poll of
 * publishing that reports nothing. The scheduler does not poll when n8n starts. A poll that takes
 * longer than its budget is given up (poll-trigger-task-handler).
 *
 * What the rules remember goes along with the node's memory, through the same copies and losses.
 */
import { poll } from '../../../nodes/SensorsAnalyticsTrigger/poll.ts';
import { withoutWaits } from '../../support/waits.mts';
import { contextOf } from './context.mts';
import { ask, withResolvers } from './service.mts';
import type { Watch } from './watch.mts';

interface Memory<Mind> {
	node: object;
	mind: { now?: Mind };
}

interface Poll<Setting, Mind> {
	memory: Memory<Mind>;
	startedAt: number;
	setting: Setting;
	/** Number of the publication that it belongs to. */
	publication: number;
	hasRequested: boolean;
	/** What counts for it, and what n8n had stored of it, as text. */
	mind?: Mind;
	stored: string;
	/** Of publishing, in front of the scheduled ones. */
	isFirst: boolean;
	/** Ends its time; none where it has as much as it needs. */
	budget?: AbortController;
	isLate: boolean;
	/** The next poll sets it if this one belongs to the past. */
	isPast: boolean;
	done?: Promise<void>;
	release?: () => void;
	parked?: { promise: Promise<void>; resolve: () => void };
}

export type Host = 'n8n 1' | 'n8n 2' | 'scheduler' | 'durable';
export const HOSTS: Host[] = ['n8n 1', 'n8n 2', 'scheduler', 'durable'];
export type Mood = 'well' | 'down' | 'hangs';

const copy = <Mind,>(memory: Memory<Mind>) => JSON.parse(JSON.stringify(memory)) as Memory<Mind>;
const textOf = (mind: unknown) => JSON.stringify(mind ?? null);
/** Milliseconds that n8n gives a poll; n8n 1 does not say. */
const BUDGETS: Record<Host, number | undefined> = {
	'n8n 1': undefined,
	'n8n 2': 300_000,
	scheduler: 36_000,
	durable: 36_000,
};
let processes = 0;
withoutWaits();

/** Does work, and hands over what ends the time that it takes for itself by then. */
function withBudget<Result>(work: () => Result): [Result, AbortController | undefined] {
	let budget: AbortController | undefined;
	const { timeout } = AbortSignal;
	AbortSignal.timeout = () => {
		budget = new AbortController();
		return budget.signal;
	};
	try {
		return [work(), budget];
	} finally {
		AbortSignal.timeout = timeout;
	}
}

export class Workflow<Setting, Mind> {
	readonly failures: string[] = [];
	/** What each watch has reported, for relations that need no oracle. */
	private readonly reported = new Map<string, Set<string>>();
	/** Another one in another process, of which nothing is left when it dies. */
	private id = `life ${++processes}`;
	/** What the process has seen since n8n stored what is remembered (docs/trigger.md, T15), as text. */
	private process?: { stored: string; now: string };
	private stored: Memory<Mind> = { node: {}, mind: {} };
	private live: Memory<Mind> = copy(this.stored);
	private waiting: Array<Poll<Setting, Mind>> = [];
	private publication = 0;
	isPublished = false;

	constructor(
		private readonly watch: Watch<Setting, Mind>,
		private readonly host: Host,
		private setting: Setting,
	) {}

	/** Publishing, an edit, or a start of n8n: memory comes from the store; n8n polls once. */
	async publish(setting: Setting, now: number, mood: Mood): Promise<void> {
		const watched = this.watch.watchedIn(setting);
		// Changed back to a condition from before: it begins again (docs/trigger.md, T7).
		if (watched !== this.watch.watchedIn(this.setting)) this.reported.delete(watched);
		this.setting = setting;
		this.publication++;
		this.live = copy(this.stored);
		this.isPublished = true;
		const last = await this.start(now, mood === 'hangs' ? 'well' : mood, true);
		if (last === 'failed') {
			// n8n shows the error, and doesn't activate the workflow; it tries again later.
			this.isPublished = false;
			return;
		}
		if (this.host !== 'durable') this.stored = copy(this.live);
	}

	/** n8n is back after a restart. */
	async resume(setting: Setting, now: number, mood: Mood): Promise<void> {
		if (!this.isScheduled) return await this.publish(setting, now, mood);
		this.publication++;
		this.isPublished = true;
	}

	private get isScheduled(): boolean {
		return this.host === 'scheduler' || this.host === 'durable';
	}

	unpublish(): void {
		this.isPublished = false;
		this.publication++;
	}

	/** n8n dies: what waits never comes back. */
	die(): void {
		this.unpublish();
		this.waiting = [];
		this.process = undefined;
		this.id = `life ${++processes}`;
	}

	async tick(now: number, mood: Mood): Promise<void> {
		if (!this.isPublished) return;
		if (this.isScheduled) {
			if (this.waiting.length > 0) return;
			this.live = copy(this.stored);
		}
		await this.start(now, mood, false);
	}

	/** Time passes for polls that wait. */
	async pass(now: number): Promise<void> {
		for (const one of [...this.waiting]) {
			if (!one.budget || now - one.startedAt < (BUDGETS[this.host] as number)) continue;
			one.isLate = true;
			one.budget.abort();
			await Promise.race([one.done, new Promise((resolve) => setImmediate(resolve))]);
			if (this.waiting.includes(one)) this.fail(one, 'goes on behind its time');
			// Whatever is answered then comes too late.
			one.release?.();
		}
	}

	/** The service answers what hangs. */
	async letGo(now: number): Promise<void> {
		for (const one of [...this.waiting]) {
			one.release?.();
			await this.settleOrPark(one);
		}
		if (this.waiting.length > 0) await this.letGo(now);
	}

	private async start(now: number, mood: Mood, isFirst: boolean): Promise<'failed' | 'fine'> {
		const stored = textOf(this.live.mind.now);
		const isSince = this.process?.stored === stored;
		const one: Poll<Setting, Mind> = {
			memory: this.live,
			startedAt: now,
			setting: this.setting,
			publication: this.publication,
			hasRequested: false,
			isPast: false,
			mind: isSince ? (JSON.parse(this.process?.now as string) as Mind) : this.live.mind.now,
			stored,
			isFirst,
			isLate: false,
		};
		const { memory, setting } = one;
		const isBusy = this.waiting.some((other) => other.memory === memory && !other.isPast);
		if (!isBusy) for (const other of this.waiting) other.isPast = true;
		const isDue = !isBusy && this.watch.hasToAsk(setting, one.mind, now);
		const context = contextOf(
			this.id,
			this.watch.form(setting),
			this.watch.signIn,
			() => memory.node,
			async (sent) => {
				one.hasRequested = true;
				const request = ask(this.watch.answer(sent, now), mood);
				one.release = request.release;
				if (mood === 'hangs') one.parked?.resolve();
				return await request.answer;
			},
			BUDGETS[this.host],
		);
		let outcome: 'failed' | 'fine' = 'fine';
		this.waiting.push(one);
		one.parked = withResolvers<void>();
		const [polled, budget] = withBudget(async () => await poll(context, new Date(now)));
		one.budget = budget;
		one.done = polled.then(
			(output) => this.judge(one, output?.[0]?.map(({ json }) => json) ?? [], mood),
			(error: Error) => {
				outcome = 'failed';
				this.leave(one);
				if (mood !== 'down' && !one.isLate) this.fail(one, `an error: ${error.stack}`);
			},
		);
		await this.settleOrPark(one);
		if (one.hasRequested !== isDue)
			this.fail(
				one,
				isDue ? 'did not ask' : `asked${isBusy ? ' beside another one' : ' for nothing'}`,
			);
		return outcome;
	}

	private async settleOrPark(one: Poll<Setting, Mind>): Promise<void> {
		await Promise.race([one.done, one.parked?.promise]);
		one.parked = withResolvers<void>();
	}

	private leave(one: Poll<Setting, Mind>): void {
		this.waiting = this.waiting.filter((other) => other !== one);
	}

	/** A poll has come back without an error. */
	private judge(one: Poll<Setting, Mind>, items: object[], mood: Mood): void {
		// Of a process that has died meanwhile.
		if (!this.waiting.includes(one)) return;
		this.leave(one);
		const { memory, setting, startedAt, mind } = one;
		if (one.isLate) this.fail(one, 'came to an end behind its time');
		if (!one.hasRequested || one.isPast) {
			if (items.length > 0) this.fail(one, `told without a right to: ${JSON.stringify(items)}`);
			return;
		}
		if (mood === 'down') this.fail(one, 'took an outage for an answer');
		const expected = this.watch.expect(setting, mind, startedAt);
		if (JSON.stringify(items) !== JSON.stringify(expected.items)) {
			const [was, wanted] = [items, expected.items].map((list) => JSON.stringify(list));
			this.fail(one, `told ${was}, not ${wanted}; remembered: ${JSON.stringify(mind)}`);
		}
		const isCurrent = one.publication === this.publication;
		this.relate(one, expected.reported, isCurrent || this.host === 'n8n 1');
		memory.mind.now = expected.mind;
		const { process, host } = this;
		const since = process?.now === one.stored ? process.stored : one.stored;
		// T15: n8n has to remember what was reported.
		this.process = items.length > 0 ? undefined : { stored: since, now: textOf(expected.mind) };
		const isBehindEach = host === 'durable' && !one.isFirst;
		if (!(items.length > 0 || isBehindEach)) return;
		if (isCurrent || host === 'n8n 1') this.stored = copy(memory);
	}

	/**
	 * Nothing twice, whatever the rules remember, unless the watch was changed.
	 * @param isKept whether n8n keeps what the poll remembers (docs/trigger.md, T8)
	 */
	private relate(one: Poll<Setting, Mind>, reported: string[], isKept: boolean): void {
		const watch = this.watch.watchedIn(one.setting);
		const known = this.reported.get(watch) ?? new Set<string>();
		for (const name of reported) {
			if (known.has(name)) this.fail(one, `told ${name} twice`);
			if (isKept) known.add(name);
		}
		this.reported.set(watch, known);
	}

	private fail({ startedAt }: Poll<Setting, Mind>, what: string): void {
		this.failures.push(`${new Date(startedAt).toISOString()}: ${what}`);
	}
}
