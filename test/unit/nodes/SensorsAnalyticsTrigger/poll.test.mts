import type { IPollFunctions } from 'n8n-workflow';

import { adviceHere, budgetOf, withinBudget } from '../../../../nodes/SensorsAnalyticsTrigger/poll';

const contextWith = (ms: unknown) =>
	({ ms, getPollBudgetMs: (): unknown => ms }) as unknown as IPollFunctions;
const never = async () => await new Promise<string>(() => undefined);

describe('T30: the time of a poll', () => {
	it.each([[undefined], [0], [-5], [NaN], [Infinity], ['36000']])('is not limited by %p', (ms) => {
		expect(budgetOf(contextWith(ms))).toBeUndefined();
	});

	it('is not limited if n8n sets no limit', async () => {
		expect(budgetOf({} as IPollFunctions)).toBeUndefined();
		expect(await withinBudget(undefined, async () => await Promise.resolve('done'))).toBe('done');
	});

	it('ends work that hangs, and its requests', async () => {
		const budget = budgetOf(contextWith(20));
		expect(budget?.ends.aborted).toBe(false);
		const error = await withinBudget(budget, never).catch((e: unknown) => e);
		expect(error).toMatchObject({
			message: expect.stringMatching(/didn't respond within n8n's poll timeout of 0 s/) as string,
			description: expect.stringMatching(/next poll tries again.*POLL_TIMEOUT/) as string,
		});
		expect(budget?.ends.aborted).toBe(true);
	});

	it('leaves what is done in time, and its errors, as they are', async () => {
		const budget = budgetOf(contextWith(60_000));
		expect(await withinBudget(budget, async () => await Promise.resolve('done'))).toBe('done');
		const failing = withinBudget(budget, async () => await Promise.reject(new Error('refused')));
		await expect(failing).rejects.toThrow('refused');
	});
});

describe('what an error of the trigger advises', () => {
	it.each([
		[
			"Wait 600 seconds. Lower 'Concurrent Items' or 'Requests per Second', or run the workflow less often.",
			'Wait 600 seconds.',
		],
		[
			"Use a shorter date range or fewer groups, or increase 'Timeout (Seconds)'. If no request succeeds, check 'Base URL' in the credential.",
			"If no request succeeds, check 'Base URL' in the credential.",
		],
		["Check 'Base URL' in the credential.", "Check 'Base URL' in the credential."],
		['', ''],
	])('%s', (description, advice) => expect(adviceHere(description)).toBe(advice));
});
