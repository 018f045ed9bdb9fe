/**
 * From now on it is that moment for all that reads the clock of the process, as the node does.
 * @param now milliseconds since 1970
 * @returns what sets it back
 */
export function setClock(now: number): () => void {
	const real = globalThis.Date;
	globalThis.Date = new Proxy(real, {
		construct: (target, args) =>
			Reflect.construct(target, args.length === 0 ? [now] : args) as Date,
		get: (target, key) => (key === 'now' ? () => now : Reflect.get(target, key)),
	});
	return () => {
		globalThis.Date = real;
	};
}
