/** An answer that declines a request (flat format: docs/service.md, "Refusals"). */
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

/** Status and body: docs/service.md, "Refusals". */
export const unauthorized = (message: string) =>
	new Refusal(401, message, { error_type: 'UNAUTHORIZED' });

export const badRequest = (message: string) =>
	new Refusal(400, message, { error_type: 'BAD_REQUEST' });
