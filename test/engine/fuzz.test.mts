import { judge } from '../fuzz/report/judge.mts';
import { regressions } from '../fuzz/report/regressions.mts';
import { runCases } from '../fuzz/report/run.mts';

/** The same ones every time; `npm run fuzz` draws others. */
const SEED = 20_261_121;
const CASES = 500;

describe('Get Event Report, judged by docs/calendar.md', () => {
	it(`${CASES} cases from seed ${SEED}`, async () => {
		const { shown, failures, refused } = await runCases(CASES, SEED, 3);
		expect(shown).toEqual([]);
		expect(failures).toBe(0);
		expect(refused).toBeLessThan(CASES / 5);
	});

	it.each(regressions)('$what', async ({ given }) => {
		expect((await judge(given)).faults).toEqual([]);
	});
});
