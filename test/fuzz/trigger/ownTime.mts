/** Time that passes for one poll alone, while it waits on purpose (docs/trigger.md, T22). */
import { AsyncLocalStorage } from 'node:async_hooks';

import { withoutWaits } from '../../support/waits.mts';

const waited = new AsyncLocalStorage<{ ms: number }>();

withoutWaits((ms) => {
	const own = waited.getStore();
	if (own) own.ms += ms;
});

export function inOwnTime<T>(run: () => Promise<T>): Promise<T> {
	return waited.run({ ms: 0 }, run);
}

/** Milliseconds that the poll has waited up to now. */
export function ownTime(): number {
	return waited.getStore()?.ms ?? 0;
}
