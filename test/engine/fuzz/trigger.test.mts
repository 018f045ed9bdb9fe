import { liveWeeks } from '../../fuzz/trigger/run.mts';

const WEEKS = process.env.TEST_EXTENT === 'long' ? 1000 : 30;
/** Other lives with every run; a failure names its seed. */
const seed = Date.now() % 1_000_000_000;

it(`lives ${WEEKS} weeks by the rules of docs/trigger.md`, async () => {
	expect(await liveWeeks(WEEKS, seed)).toBeGreaterThanOrEqual(WEEKS);
}, 600_000);
