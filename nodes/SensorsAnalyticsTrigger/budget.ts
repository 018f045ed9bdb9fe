import type { IPollFunctions } from 'n8n-workflow';
import { OperationalError } from 'n8n-workflow';

const SECOND_MS = 1000;

/** Milliseconds after which n8n gives a poll up; undefined where it never does (docs/trigger.md, T30). */
export function budgetOf(context: IPollFunctions): number | undefined {
	const { getPollBudgetMs } = context as { getPollBudgetMs?: () => unknown };
	const ms = typeof getPollBudgetMs === 'function' ? getPollBudgetMs.call(context) : undefined;
	return typeof ms === 'number' && ms > 0 && Number.isFinite(ms) ? ms : undefined;
}

/**
 * Work that ends in time: n8n keeps nothing of a poll that it has given up, and such a poll must
 * not go on asking beside the next one.
 * @param work gets a signal that ends its requests
 * @throws OperationalError when the time is over
 */
export async function within<Result>(
	budgetMs: number | undefined,
	work: (ends?: AbortSignal) => Promise<Result>,
): Promise<Result> {
	if (budgetMs === undefined) return await work();
	const ends = AbortSignal.timeout(budgetMs);
	let end = () => {};
	const late = new Promise<never>((_resolve, reject) => {
		end = () => reject(tooSlow(budgetMs));
		ends.addEventListener('abort', end, { once: true });
	});
	try {
		return await Promise.race([work(ends), late]);
	} finally {
		ends.removeEventListener('abort', end);
	}
}

function tooSlow(budgetMs: number): OperationalError {
	const seconds = Math.round(budgetMs / SECOND_MS);
	return new OperationalError(
		`Sensors Analytics did not answer within the ${seconds} s that n8n gives a poll`,
		{
			description:
				"Nothing is lost: the next poll asks again. If it stays, ask for less (fewer fields in 'Group By', a smaller number in the option 'Most Periods to Catch Up'), or have the administrator of n8n raise N8N_SCHEDULER_POLL_TIMEOUT and N8N_SCHEDULER_LEASE_DURATION.",
		},
	);
}
