import { liveAlarms, liveWeeks } from '../../fuzz/trigger/run.mts';

const isLong = process.env.TEST_EXTENT === 'long';
const WEEKS = isLong ? 1000 : 30;
const ALARM_LIVES = isLong ? 1000 : 30;
/** Other lives with every run; a failure names its seed. */
const seed = Date.now() % 1_000_000_000;

it(`lives ${WEEKS} weeks by the rules of docs/trigger.md`, async () => {
	expect(await liveWeeks(WEEKS, seed)).toBeGreaterThanOrEqual(WEEKS);
}, 600_000);

it(`lives ${ALARM_LIVES} times with alarms by the rules of docs/trigger.md`, async () => {
	await liveAlarms(ALARM_LIVES, seed);
}, 600_000);
