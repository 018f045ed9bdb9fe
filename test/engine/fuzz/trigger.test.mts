import { lightLives, lives, settledLives } from '../../fuzz/trigger/arbitrary.mts';
import { liveAlarms, liveWeeks } from '../../fuzz/trigger/run.mts';
import { isLong, seed } from '../../support/extent.mts';

/** Of each kind some: `npm run fuzz -- trigger` lives more in CI, from the same seed on. */
const ALARM_LIVES = isLong ? 1000 : 5;

it.each([
	['of days and hours', lives, isLong ? 1000 : 2],
	['of days that are polled rarely', lightLives, isLong ? 1000 : 8],
	['with an API Key', settledLives, isLong ? 1000 : 8],
])(
	'lives by the rules of docs/trigger.md: weeks %s',
	async (_what, kind, weeks) => {
		const atOnce = isLong ? undefined : 2;
		expect(await liveWeeks(weeks, seed, kind, atOnce)).toBeGreaterThanOrEqual(weeks);
	},
	600_000,
);

it(`lives ${ALARM_LIVES} times with alarms by the rules of docs/trigger.md`, async () => {
	await liveAlarms(ALARM_LIVES, seed);
}, 600_000);
