/** The service as a poll reaches it: it answers at once, refuses, or hangs until it is let go. */
type Reply = { statusCode: number; headers: Record<string, string>; body: Buffer };

interface Ask {
	/** Settles when the service answers. */
	answer: Promise<Reply>;
	/** Lets a hanging request go; it is answered with what was known when it was sent. */
	release(): void;
}

const reply = (statusCode: number, body: unknown): Reply => ({
	statusCode,
	headers: { 'content-type': 'application/json' },
	body: Buffer.from(JSON.stringify(body)),
});

/** @param body of the answer, if it answers */
export function ask(body: unknown, mood: 'well' | 'down' | 'hangs'): Ask {
	const answered =
		mood === 'down' ? reply(400, { error: 'the service is out of order' }) : reply(200, body);
	if (mood !== 'hangs') return { answer: Promise.resolve(answered), release: () => {} };
	const { promise, resolve } = withResolvers<Reply>();
	return { answer: promise, release: () => resolve(answered) };
}

export function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
	let resolve: (value: T) => void = () => {};
	const promise = new Promise<T>((done) => {
		resolve = done;
	});
	return { promise, resolve };
}
