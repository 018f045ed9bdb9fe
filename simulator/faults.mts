import type { FastifyReply, FastifyRequest } from 'fastify';

/** What happens to a request instead of, or before, the correct answer. */
export type Reaction =
	/**
	 * Returns this answer; a function gets the body of the request and returns that of the answer.
	 */
	| {
			answer: {
				status?: number;
				body?: string | object | Buffer | ((requested: unknown) => object);
				headers?: Record<string, string>;
			};
	  }
	/** Cuts the connection without an answer. */
	| { cut: true }
	/** Starts an answer that promises more than it sends before the connection is cut. */
	| { truncate: string }
	/** Delays the correct answer by milliseconds. */
	| { delayMs: number }
	/** Does something else first, and then returns the correct answer. */
	| { before: () => Promise<void> | void };

interface Fault {
	/** Path of the requests; default: all. */
	path?: RegExp;
	/** Number of affected requests; default: all. */
	times?: number;
	reaction: Reaction;
}

/** Pending faults; a request gets the first one that matches. */
export class Faults {
	private readonly pending: Array<Fault & { left: number }> = [];

	add(fault: Fault): void {
		this.pending.push({ ...fault, left: fault.times ?? Infinity });
	}

	clear(): void {
		this.pending.length = 0;
	}

	/** Applies the fault that matches the request, if any. */
	async apply(request: FastifyRequest, reply: FastifyReply): Promise<void> {
		const path = request.url.split('?')[0] as string;
		const fault = this.pending.find(
			({ path: wanted, left }) => left > 0 && (wanted?.test(path) ?? true),
		);
		if (!fault) return;
		fault.left--;
		await react(fault.reaction, request, reply);
	}
}

async function react(
	reaction: Reaction,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<void> {
	if ('answer' in reaction) {
		const { status = 200, body = '', headers = {} } = reaction.answer;
		await reply
			.status(status)
			.headers(headers)
			.send(
				typeof body === 'function' ? (body as (requested: unknown) => object)(request.body) : body,
			);
	} else if ('cut' in reaction) {
		reply.hijack();
		request.raw.socket.destroy();
	} else if ('truncate' in reaction) {
		reply.hijack();
		reply.raw.writeHead(200, {
			'content-type': 'application/json',
			'content-length': String(Buffer.byteLength(reaction.truncate) + 1000),
		});
		reply.raw.write(reaction.truncate, () => request.raw.socket.destroy());
	} else if ('delayMs' in reaction) {
		await new Promise((resolve) => setTimeout(resolve, reaction.delayMs));
	} else {
		await reaction.before();
	}
}
