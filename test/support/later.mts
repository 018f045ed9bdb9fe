/** Sets the clock of this process ahead. Returns what sets it back. */
export function later(minutes: number): () => void {
	const { Date: real } = globalThis;
	const now = () => real.now() + minutes * 60_000;
	const ahead = new Proxy(real, {
		construct: (target, given: []) => Reflect.construct(target, given.length > 0 ? given : [now()]),
		get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
	});
	Object.assign(globalThis, { Date: ahead });
	return () => Object.assign(globalThis, { Date: real });
}
