/** Lives of a trigger on alarms, by chance. */
import * as fc from 'fast-check';

import { type Host, HOSTS } from '../host.mts';
import { type Incident, liveThrough } from '../life.mts';
import { alarms, type AlarmSetting } from './oracle.mts';
import { type AlarmPlan, type AlarmsPlan, AlarmsWorld } from './world.mts';

const MINUTE = 60_000;
const POLLS = 80;

interface AlarmLife {
	host: Host;
	plan: AlarmsPlan;
	setting: AlarmSetting;
	publishedAt: number;
	pollMinutes: number;
	incidents: Array<Incident<AlarmSetting>>;
}

/** Few moments, so that some fall together. */
const momentIn = (minutes: number) =>
	fc.integer({ min: -20, max: 40 }).map((n) => Math.round((n / 40) * minutes));

const soon = (minutes: number) =>
	fc.option(fc.integer({ min: 0, max: Math.round(minutes / 4) }), { nil: undefined, freq: 3 });

function alarmIn(minutes: number): fc.Arbitrary<AlarmPlan> {
	return fc.record({
		from: fc.oneof(
			{ weight: 3, arbitrary: fc.constant(-Infinity) },
			{ weight: 1, arbitrary: fc.integer({ min: 1, max: minutes }) },
		),
		until: fc.option(fc.integer({ min: 1, max: minutes }), { nil: undefined, freq: 6 }),
		away: fc.option(
			fc.record({
				from: fc.integer({ min: 1, max: minutes }),
				minutes: fc.integer({ min: 1, max: Math.round(minutes / 3) }),
			}),
			{ nil: undefined, freq: 2 },
		),
		records: fc.array(
			fc.record({
				at: momentIn(minutes),
				about: fc.constantFrom(0, 0, 5, 60),
				group: fc.constantFrom('', 'a', 'b'),
				rule: fc.constantFrom('x', 'x', 'y'),
				value: fc.integer({ min: 0, max: 99 }),
				late: fc.oneof(
					{ weight: 3, arbitrary: fc.constant(0) },
					{ weight: 1, arbitrary: fc.integer({ min: 1, max: Math.round(minutes / 3) }) },
				),
				correctedAfter: soon(minutes),
				removedAfter: soon(minutes),
			}),
			{ maxLength: 14 },
		),
	});
}

function settingFor(count: number): fc.Arbitrary<AlarmSetting> {
	const one = fc.record({ alarm: fc.integer({ min: 0, max: count - 1 }) });
	return fc.oneof(
		{ weight: 3, arbitrary: fc.constant({ alarm: undefined }) },
		{ weight: 2, arbitrary: one },
	);
}

function incidentsIn(minutes: number, count: number): fc.Arbitrary<Array<Incident<AlarmSetting>>> {
	const at = { atMinutes: fc.integer({ min: 0, max: minutes }) };
	const long = { minutes: fc.integer({ min: 1, max: Math.round(minutes / 3) }) };
	const kinds = ['restart', 'unpublish', 'outage', 'hang'] as const;
	return fc.array(
		fc.oneof(
			...kinds.map((kind) => fc.record({ ...at, ...long, kind: fc.constant(kind) })),
			fc.record({ ...at, kind: fc.constant('republish' as const) }),
			fc.record({ ...at, kind: fc.constant('edit' as const), change: settingFor(count) }),
		),
		{ maxLength: 6 },
	);
}

export const alarmLives: fc.Arbitrary<AlarmLife> = fc
	.record({
		// Shorter than what many alarms take, and longer; seconds behind a minute, too.
		pollMinutes: fc.constantFrom(1 / 6, 1, 1, 7, 60),
		count: fc.oneof(
			{ weight: 4, arbitrary: fc.integer({ min: 1, max: 5 }) },
			{ weight: 1, arbitrary: fc.constant(25) },
		),
	})
	.chain(({ pollMinutes, count }) => {
		const minutes = Math.max(10, Math.round(pollMinutes * POLLS));
		return fc.record({
			host: fc.constantFrom(...HOSTS),
			plan: fc.record({
				zone: fc.constantFrom('Asia/Shanghai', 'UTC', 'Asia/Kolkata'),
				start: fc.constantFrom('2026-05-11T08:30', '2026-12-31T20:00'),
				alarms: fc.array(alarmIn(minutes), { minLength: count, maxLength: count }),
				firstId: fc.constantFrom(1, 8, 98),
			}),
			setting: settingFor(count),
			publishedAt: fc.integer({ min: 0, max: Math.round(minutes / 4) }),
			pollMinutes: fc.constant(pollMinutes),
			incidents: incidentsIn(minutes, count),
		});
	});

/** Lives the life, and returns what was wrong. */
export async function liveWithAlarms(life: AlarmLife): Promise<string[]> {
	const world = new AlarmsWorld(life.plan);
	const lasts = life.pollMinutes * POLLS * MINUTE;
	return await liveThrough(life, alarms(world), world.start, lasts);
}
