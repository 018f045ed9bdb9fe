interface Kept<Value> {
	until: number;
	value: Promise<Value>;
}

/**
 * What was asked for, for a short while: a list that is searched asks again with each letter.
 * Failures are not kept.
 */
export class ShortMemory<Value> {
	private readonly kept = new Map<string, Kept<Value>>();

	/**
	 * @param most entries; the oldest one makes room
	 * @param now milliseconds
	 */
	constructor(
		private readonly milliseconds: number,
		private readonly most: number,
		private readonly now: () => number = Date.now,
	) {}

	async get(key: string, ask: () => Promise<Value>): Promise<Value> {
		const known = this.kept.get(key);
		if (known && known.until > this.now()) return await known.value;
		this.kept.delete(key);
		const entry = { until: this.now() + this.milliseconds, value: ask() };
		this.kept.set(key, entry);
		entry.value.catch(() => {
			if (this.kept.get(key) === entry) this.kept.delete(key);
		});
		if (this.kept.size > this.most) {
			const [oldest] = this.kept.keys();
			this.kept.delete(oldest as string);
		}
		return await entry.value;
	}
}
