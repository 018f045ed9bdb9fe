/** Caches things by key; the one used longest ago is dropped, and made again when needed. */
export class Recent<Thing> {
	private readonly things = new Map<string, Thing>();

	constructor(
		private readonly make: (key: string) => Thing,
		private readonly most: number,
	) {}

	get(key: string): Thing {
		let thing = this.things.get(key);
		if (thing === undefined) thing = this.make(key);
		else this.things.delete(key);
		// A Map keeps the order in which keys are set.
		this.things.set(key, thing);
		if (this.things.size > this.most) {
			const [oldest] = this.things.keys();
			this.things.delete(oldest as string);
		}
		return thing;
	}

	delete(key: string): void {
		this.things.delete(key);
	}
}
