import type { IPollFunctions } from 'n8n-workflow';
import { OperationalError } from 'n8n-workflow';

const SECOND_MS = 1000;

/** The time that n8n gives a poll (docs/trigger.md, T30). */
export interface Budget {
	ms: number;
	/** Aborts when it is over. */
	ends: AbortSignal;
}

/** From now on; undefined where n8n never gives a poll up. */
export function budgetOf(context: IPollFunctions): Budget | undefined {
	const { getPollBudgetMs } = context as { getPollBudgetMs?: () => unknown };
	const ms = typeof getPollBudgetMs === 'function' ? getPollBudgetMs.call(context) : undefined;
	if (typeof ms !== 'number' || !(ms > 0) || !Number.isFinite(ms)) return undefined;
	return { ms, ends: AbortSignal.timeout(Math.ceil(ms)) };
}

/**
 * Work that ends in time, whatever hangs: n8n keeps nothing of a poll that it has given up, and such
 * a poll must not go on beside the next one.
 * @throws OperationalError when the time is over
 */
export async function within<Result>(
	budget: Budget | undefined,
	work: () => Promise<Result>,
): Promise<Result> {
	if (budget === undefined) return await work();
	const { ms, ends } = budget;
	let end = () => {};
	const late = new Promise<never>((_resolve, reject) => {
		end = () => reject(tooSlow(ms));
		ends.addEventListener('abort', end, { once: true });
	});
	try {
		return await Promise.race([work(), late]);
	} finally {
		ends.removeEventListener('abort', end);
	}
}

function tooSlow(ms: number): OperationalError {
	const seconds = Math.round(ms / SECOND_MS);
	return new OperationalError(
		`Sensors Analytics did not answer within the ${seconds} s that n8n gives a poll`,
		{
			description:
				"Nothing is lost: the next poll asks again. If it stays, ask for less (fewer fields in 'Group By', a smaller number in the option 'Most Periods to Catch Up'), or have the administrator of n8n raise N8N_SCHEDULER_POLL_TIMEOUT and N8N_SCHEDULER_LEASE_DURATION.",
		},
	);
}
