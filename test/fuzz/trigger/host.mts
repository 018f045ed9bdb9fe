/**
 * A workflow in n8n, as n8n's own code treats it (active-workflows, poll-trigger-executor, the
 * execution context of polls): memory is loaded when the workflow is published or n8n starts, kept
 * alive between polls, and stored with an event or at the end of publishing. In the durable way
 * (n8n 2 with its scheduler) each poll gets a copy of what is stored, and its changes are stored
 * behind each poll that still holds its lease.
 *
 * Beside the node's memory goes what the rules remember, through the same copies and losses.
 */
import { poll } from '../../../nodes/SensorsAnalyticsTrigger/poll.ts';
import { contextOf } from './context.mts';
import { inOwnTime } from './ownTime.mts';
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
	hasAsked: boolean;
	/** Told by the next one that asks that it belongs to the past. */
	isPast: boolean;
	done?: Promise<void>;
	release?: () => void;
	parked?: { promise: Promise<void>; resolve: () => void };
}

export type Host = 'n8n 1' | 'n8n 2' | 'durable';
export type Mood = 'well' | 'down' | 'hangs';

const copy = <Mind,>(memory: Memory<Mind>) => JSON.parse(JSON.stringify(memory)) as Memory<Mind>;
const LEASE_MS = 5 * 60_000;
let lives = 0;

export class Workflow<Setting, Mind> {
	readonly failures: string[] = [];
	/** What was told of which watch, for relations that need no oracle. */
	private readonly told = new Map<string, Set<string>>();
	private readonly id = `life ${++lives}`;
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
		// Changed back to what was told before: it begins anew (docs/trigger.md, T7).
		if (watched !== this.watch.watchedIn(this.setting)) this.told.delete(watched);
		this.setting = setting;
		this.publication++;
		this.live = copy(this.stored);
		this.isPublished = true;
		const last = await this.start(now, mood === 'hangs' ? 'well' : mood);
		if (last === 'failed') {
			// n8n tells the error, and does not activate the workflow; it tries again later.
			this.isPublished = false;
			return;
		}
		this.stored = copy(this.live);
	}

	unpublish(): void {
		this.isPublished = false;
		this.publication++;
	}

	/** n8n dies: what waits never comes back. */
	die(): void {
		this.unpublish();
		this.waiting = [];
	}

	async tick(now: number, mood: Mood): Promise<void> {
		if (!this.isPublished) return;
		if (this.host === 'durable') {
			if (this.waiting.some(({ startedAt }) => now - startedAt < LEASE_MS)) return;
			this.live = copy(this.stored);
		}
		await this.start(now, mood);
	}

	/** The service answers what hangs. */
	async letGo(now: number): Promise<void> {
		for (const one of [...this.waiting]) {
			one.release?.();
			await this.settleOrPark(one);
		}
		if (this.waiting.length > 0) await this.letGo(now);
	}

	private async start(now: number, mood: Mood): Promise<'failed' | 'fine'> {
		const one: Poll<Setting, Mind> = {
			memory: this.live,
			startedAt: now,
			setting: this.setting,
			publication: this.publication,
			hasAsked: false,
			isPast: false,
		};
		const { memory, setting } = one;
		const isBusy = this.waiting.some((other) => other.memory === memory && !other.isPast);
		if (!isBusy) for (const other of this.waiting) other.isPast = true;
		const isDue = !isBusy && this.watch.hasToAsk(setting, memory.mind.now, now);
		const context = contextOf(
			this.id,
			this.watch.form(setting),
			this.watch.signIn,
			() => memory.node,
			async (sent) => {
				one.hasAsked = true;
				const asked = ask(this.watch.answer(sent, now), mood);
				one.release = asked.release;
				if (mood === 'hangs') one.parked?.resolve();
				return await asked.answer;
			},
		);
		let outcome: 'failed' | 'fine' = 'fine';
		this.waiting.push(one);
		one.parked = withResolvers<void>();
		one.done = inOwnTime(async () => await poll(context, new Date(now))).then(
			(output) => this.judge(one, output?.[0]?.map(({ json }) => json) ?? [], mood),
			(error: Error) => {
				outcome = 'failed';
				this.leave(one);
				if (mood !== 'down') this.fail(one, `an error: ${error.stack}`);
			},
		);
		await this.settleOrPark(one);
		if (one.hasAsked !== isDue)
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
		const { memory, setting, startedAt } = one;
		if (!one.hasAsked || one.isPast) {
			if (items.length > 0) this.fail(one, `told without a right to: ${JSON.stringify(items)}`);
			return;
		}
		if (mood === 'down') this.fail(one, 'took an outage for an answer');
		const expected = this.watch.expect(setting, memory.mind.now, startedAt);
		if (JSON.stringify(items) !== JSON.stringify(expected.items)) {
			const [was, wanted] = [items, expected.items].map((list) => JSON.stringify(list));
			this.fail(one, `told ${was}, not ${wanted}; remembered: ${JSON.stringify(memory.mind.now)}`);
		}
		const isCurrent = one.publication === this.publication;
		this.relate(one, expected.told, isCurrent || this.host === 'n8n 1');
		memory.mind.now = expected.mind;
		if (this.host === 'durable') {
			if (isCurrent) this.stored = copy(memory);
		} else if (items.length > 0 && (isCurrent || this.host === 'n8n 1')) {
			this.stored = copy(memory);
		}
	}

	/**
	 * Nothing twice, whatever the rules remember, unless the watch was changed.
	 * @param isKept whether n8n keeps what the poll remembers (docs/trigger.md, T8)
	 */
	private relate(one: Poll<Setting, Mind>, told: string[], isKept: boolean): void {
		const watch = this.watch.watchedIn(one.setting);
		const known = this.told.get(watch) ?? new Set<string>();
		for (const name of told) {
			if (known.has(name)) this.fail(one, `told ${name} twice`);
			if (isKept) known.add(name);
		}
		this.told.set(watch, known);
	}

	private fail({ startedAt }: Poll<Setting, Mind>, what: string): void {
		this.failures.push(`${new Date(startedAt).toISOString()}: ${what}`);
	}
}
