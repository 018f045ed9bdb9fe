import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';

const STOP_MS = 10_000;
const POLL_MS = 250;

/** A program that runs until it is stopped, with what it prints. */
export class Background {
	private readonly child: ChildProcess;
	private log = '';

	constructor(
		private readonly name: string,
		command: string,
		args: readonly string[],
		options: Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid' | 'detached'>,
	) {
		this.child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
		for (const stream of [this.child.stdout, this.child.stderr]) {
			stream?.on('data', (chunk: Buffer) => {
				this.log += chunk.toString();
			});
		}
		this.child.on('error', (error) => {
			this.log += `\n${error.message}`;
		});
	}

	/** What it has printed so far. */
	get output(): string {
		return this.log;
	}

	get pid(): number {
		return this.child.pid as number;
	}

	get isRunning(): boolean {
		return this.child.pid !== undefined && !this.hasEnded;
	}

	/** Resolves when `isReady` says so; an early end or a deadline is an error with the log in it. */
	async ready(isReady: () => Promise<boolean>, deadlineMs: number): Promise<void> {
		const deadline = Date.now() + deadlineMs;
		while (Date.now() < deadline && this.isRunning) {
			if (await isReady().catch(() => false)) return;
			await new Promise((resolve) => setTimeout(resolve, POLL_MS));
		}
		const what = this.isRunning ? `is not ready after ${deadlineMs / 1000} s` : 'has ended';
		throw new Error(`${this.name} ${what}:\n${this.log.slice(-3000)}`);
	}

	/** Ends it in an orderly way; by force where that takes too long. */
	async stop(): Promise<void> {
		if (!this.isRunning) return;
		const ended = this.ended();
		this.child.kill('SIGTERM');
		const timer = setTimeout(() => this.child.kill('SIGKILL'), STOP_MS);
		await ended;
		clearTimeout(timer);
	}

	/** Ctrl+C: for it and all that it has started. It needs a group of its own (`detached`). */
	async interrupt(): Promise<void> {
		if (!this.isRunning) return;
		const ended = this.ended();
		process.kill(-(this.child.pid as number), 'SIGINT');
		const timer = setTimeout(() => process.kill(-(this.child.pid as number), 'SIGKILL'), STOP_MS);
		await ended;
		clearTimeout(timer);
	}

	/** Ends it as a crash would. */
	async kill(): Promise<void> {
		if (!this.isRunning) return;
		const ended = this.ended();
		this.child.kill('SIGKILL');
		await ended;
	}

	private get hasEnded(): boolean {
		return this.child.exitCode !== null || this.child.signalCode !== null;
	}

	private async ended(): Promise<void> {
		await new Promise<void>((resolve) => this.child.once('exit', () => resolve()));
	}
}
