/**
 * A whole number that JavaScript's own can't hold, by its digits. In JSON that n8n writes (items,
 * keys of caches) it is a text; in a request to the service it is the number that it was.
 */
export class WholeNumber {
	constructor(readonly digits: string) {}

	toString(): string {
		return this.digits;
	}

	toJSON(): string {
		return this.digits;
	}
}

/** The number in a text of digits alone: a JavaScript number if that is exact. */
export function toWholeNumber(digits: string): number | WholeNumber {
	const number = Number(digits);
	return Number.isSafeInteger(number) ? number : new WholeNumber(digits);
}
