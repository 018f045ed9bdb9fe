// Kept from the start: a test may move the clock of the node, which is another one.
const systemNow = Date.now.bind(Date);

/** Time as the simulated service sees it. Tests move it; nothing else in here asks the system. */
export class Clock {
	private offsetMs = 0;

	/** Milliseconds since 1970. */
	now(): number {
		return systemNow() + this.offsetMs;
	}

	/** Moves the time forward (or back, with a negative number). */
	advance(ms: number): void {
		this.offsetMs += ms;
	}

	/** Makes it the given moment. */
	set(moment: Date): void {
		this.offsetMs = moment.getTime() - systemNow();
	}
}
