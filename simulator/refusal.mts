/** An answer by which the service declines a request (flat form: field notes 4.2, 4.4). */
export class Refusal extends Error {
	constructor(
		readonly status: number,
		message: string,
		readonly extra: Record<string, unknown> = {},
	) {
		super(message);
	}

	get body(): Record<string, unknown> {
		return { error: this.message, ...this.extra };
	}
}

/** Spec 7 leaves the form open; field notes 3.3 (a) give status and body. */
export const unauthorized = (message: string) =>
	new Refusal(401, message, { error_type: 'UNAUTHORIZED' });

export const badRequest = (message: string) =>
	new Refusal(400, message, { error_type: 'BAD_REQUEST' });
