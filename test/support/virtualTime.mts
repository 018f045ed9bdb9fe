/** A clock that jumps to whatever is due next, as soon as nothing else is to be done. */
export class VirtualTime {
	private ms = 0;
	private due: Array<{ at: number; go: () => void }> = [];

	readonly now = (): number => this.ms;

	readonly pause = async (ms: number): Promise<void> => {
		await new Promise<void>((go) => this.due.push({ at: this.ms + Math.max(0, ms), go }));
	};

	/** Runs until all have ended. */
	async run<T>(tasks: Array<Promise<T>>): Promise<T[]> {
		let isOver = false;
		const all = Promise.all(tasks).finally(() => (isOver = true));
		all.catch(() => undefined);
		for (;;) {
			// All that can go on without a wait goes on first.
			await new Promise((resolve) => setImmediate(resolve));
			if (isOver) return await all;
			const next = this.due.reduce((a, b) => (b.at < a.at ? b : a), { at: Infinity, go: () => {} });
			if (next.at === Infinity) throw new Error('Everybody waits for something that never comes');
			this.due.splice(this.due.indexOf(next), 1);
			this.ms = next.at;
			next.go();
		}
	}
}
