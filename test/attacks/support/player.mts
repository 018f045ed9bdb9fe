import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import {
	type Attack,
	DEFAULT_MEGABYTES,
	DEFAULT_SECONDS,
	OUT_OF_MEMORY,
	type Outcome,
	type ToRunner,
} from '../attack.mts';
import { waitedMs } from './blocks.mts';

const CHILD = fileURLToPath(new URL('../child.mts', import.meta.url));
/** For what the process needs before the first attack: n8n-core, the package. */
const START_SECONDS = 60;
const BASE_MEGABYTES = 600;
const COMPLAINT_CHARACTERS = 2000;

/**
 * Plays attacks of one file in a process, and starts another process after an attack has harmed it.
 */
export class Player {
	/** Processes that were started. */
	static starts = 0;
	private child?: ChildProcess;
	private isClean = true;
	private complaint = '';

	/** @param attacks all that it may play */
	constructor(
		private readonly file: string,
		private readonly attacks: Attack[],
	) {}

	async play(attack: Attack): Promise<Outcome> {
		const { seconds = DEFAULT_SECONDS, megabytes = DEFAULT_MEGABYTES, isAlone } = attack;
		if (isAlone && !this.isClean) await this.end();
		const child = (this.child ??= await this.start());
		const startedAt = performance.now();
		child.send(attack.name);
		const message = await within(child, seconds);
		if (message !== null && typeof message === 'object' && 'ended' in message) {
			this.isClean = message.isClean;
			return message.ended;
		}
		await this.end();
		const isFull = message === OUT_OF_MEMORY;
		const words = this.complaint.trim().split('\n').slice(-12).join(' | ');
		return {
			name: attack.name,
			result:
				message === 'late'
					? `it stopped the process for ${seconds} s`
					: isFull
						? `it took more than ${megabytes} MB`
						: `it ended the process (${String(message)}): ${words}`,
			milliseconds: performance.now() - startedAt,
			blockMs: 0,
			megabytes: isFull ? megabytes : 0,
		};
	}

	async end(): Promise<void> {
		const child = this.child;
		this.child = undefined;
		if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
		const exit = new Promise((resolve) => child.on('exit', resolve));
		child.kill('SIGKILL');
		await exit;
	}

	private async start(): Promise<ChildProcess> {
		this.complaint = '';
		Player.starts++;
		const bounds = this.attacks.map(({ megabytes = DEFAULT_MEGABYTES }) => megabytes);
		const heap = BASE_MEGABYTES + Math.max(...bounds);
		const child = fork(CHILD, [this.file], {
			execArgv: ['--import', 'tsx', `--max-old-space-size=${heap}`],
			stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
		});
		child.stderr?.on('data', (chunk) => {
			this.complaint = `${this.complaint}${chunk}`.slice(-COMPLAINT_CHARACTERS);
		});
		const message = await within(child, START_SECONDS);
		if (message === null || typeof message !== 'object') {
			child.kill('SIGKILL');
			throw new Error(`${this.file} cannot be played (${String(message)}): ${this.complaint}`);
		}
		this.isClean = true;
		return child;
	}
}

/**
 * The next report of the process, its exit code if it ends before, or 'late'. A busy machine makes a
 * process wait for a processor: this time is added.
 */
async function within(
	child: ChildProcess,
	seconds: number,
): Promise<ToRunner | number | null | 'late'> {
	return await new Promise((resolve) => {
		const waited = () => waitedMs(child.pid ?? 0);
		const over = performance.now() + seconds * 1000 - waited();
		let clock: NodeJS.Timeout;
		const look = () => {
			const left = over + waited() - performance.now();
			if (left > 0) clock = setTimeout(look, left);
			else end('late');
		};
		const end = (what: ToRunner | number | null | 'late') => {
			clearTimeout(clock);
			child.off('message', end);
			child.off('exit', end);
			resolve(what);
		};
		look();
		child.on('message', end);
		child.on('exit', end);
	});
}
