import type { FastifyReply, FastifyRequest } from 'fastify';

/** What happens to a request instead of, or before, the right answer. */
export type Reaction =
	/** This answer; of a function, the body for the body of the request. */
	| {
			answer: {
				status?: number;
				body?: string | object | Buffer | ((asked: unknown) => object);
				headers?: Record<string, string>;
			};
	  }
	/** The connection is cut without an answer. */
	| { cut: true }
	/** The answer begins, promising more than comes before the connection is cut. */
	| { truncate: string }
	/** The right answer, so many milliseconds late. */
	| { delayMs: number }
	/** Something happens elsewhere first; then the right answer. */
	| { before: () => Promise<void> | void };

export interface Fault {
	/** Path of the requests; all if left out. */
	path?: RegExp;
	/** How many requests it hits; all if left out. */
	times?: number;
	reaction: Reaction;
}

/** Faults to come; the first one that fits a request hits it. */
export class Faults {
	private readonly pending: Array<Fault & { left: number }> = [];

	add(fault: Fault): void {
		this.pending.push({ ...fault, left: fault.times ?? Infinity });
	}

	clear(): void {
		this.pending.length = 0;
	}

	/** Applies the fault that fits the request, if any. */
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
			.send(typeof body === 'function' ? (body as (asked: unknown) => object)(request.body) : body);
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
