import { judge } from '../fuzz/report/judge.mts';
import { regressions } from '../fuzz/report/regressions.mts';
import { CASES as ALL, runCases, SEED } from '../fuzz/report/run.mts';
import { isLong } from '../support/extent.mts';

/** `npm run fuzz -- mutants` runs all of them, without a mutant, too. */
const CASES = isLong ? ALL : ALL / 4;

describe('Get Event Report, judged by docs/calendar.md', () => {
	it(`${CASES} cases from seed ${SEED}`, async () => {
		const { shown, failures, refused } = await runCases(CASES, SEED, 3);
		// Behind the faults stands the case, to be kept in regressions.jsonl.
		const words = shown.map(({ faults, small }) => [...faults, JSON.stringify(small)].join('\n'));
		expect(words).toEqual([]);
		expect(failures).toBe(0);
		expect(refused).toBeLessThan(CASES / 5);
	});

	it.each(regressions)('$what', async ({ given }) => {
		expect((await judge(given)).faults).toEqual([]);
	});
});
