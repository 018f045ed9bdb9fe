// The original function is kept, because a test may change the clock of the node, which is
// separate.
const systemNow = Date.now.bind(Date);

/** The clock of the simulated service. Tests change it; no other code here uses the system's. */
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

	/** Sets it to the given moment. */
	set(moment: Date): void {
		this.offsetMs = moment.getTime() - systemNow();
	}
}
