import { judge } from '../fuzz/report/judge.mts';
import { regressions } from '../fuzz/report/regressions.mts';
import { CASES, runCases, SEED } from '../fuzz/report/run.mts';

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
