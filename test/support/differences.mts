/** Compares quietly: these tests make hundreds of thousands of comparisons. */
export class Differences {
	private readonly found: unknown[] = [];

	note(what: unknown, got: unknown, meant: unknown): void {
		if (JSON.stringify(got) !== JSON.stringify(meant)) this.found.push({ what, got, meant });
	}

	expectNone(): void {
		expect(this.found.slice(0, 5)).toEqual([]);
	}
}
