/** Lives by chance. */
import * as fc from 'fast-check';

import { HOSTS } from './host.mts';
import type { Incident, Life } from './life.mts';
import type { Setting } from './oracle.mts';
import type { WorldPlan } from './world.mts';

/** Zones with days before a change of their clocks, and one day like any other. */
const PLACES = [
	{ zone: 'Asia/Shanghai', start: '2026-05-11' },
	{ zone: 'Europe/Berlin', start: '2026-03-24' },
	{ zone: 'Europe/Berlin', start: '2026-10-20' },
	{ zone: 'America/New_York', start: '2026-03-04' },
	{ zone: 'America/New_York', start: '2026-10-28' },
	{ zone: 'America/Havana', start: '2026-03-05' },
	{ zone: 'America/Havana', start: '2026-10-29' },
];
const number = fc.oneof(
	{ weight: 8, arbitrary: fc.constantFrom(100, 107, 110, 120, 80, 90, 95, 200, 40) },
	{ weight: 2, arbitrary: fc.constantFrom(0, 1, 500) },
	{ weight: 1, arbitrary: fc.constant(null) },
);
const SPECIAL_DAYS = [
	{ from: '2026-05-10', to: '2026-05-13' },
	{ from: '2026-03-01', to: '2026-03-27' },
	{ from: '2026-10-24', to: '2026-10-24' },
];
/** Mostly what is usual. */
const calmNumber = fc.oneof(
	{ weight: 20, arbitrary: fc.integer({ min: 96, max: 106 }) },
	{ weight: 2, arbitrary: fc.constantFrom(40, 55, 70, 150, 240) },
	{ weight: 1, arbitrary: fc.constantFrom(0, null) },
);
const hours = (max: number) => fc.integer({ min: 1, max });

const settings: fc.Arbitrary<Setting> = fc.record({
	on: fc.constantFrom('periodComplete', 'threshold', 'change', 'unusual'),
	unit: fc.constantFrom('day', 'hour'),
	isGrouped: fc.boolean(),
	side: fc.constantFrom('above', 'below'),
	threshold: fc.constantFrom(0, 90, 100, 110),
	direction: fc.constantFrom('up', 'down', 'either'),
	percent: fc.constantFrom(0, 7, 10, 20, 50),
	comparedWith: fc.constantFrom('lastWeek', 'before'),
	unusualSide: fc.constantFrom('either', 'either', 'above', 'below'),
	specialDays: fc.option(fc.constantFrom(...SPECIAL_DAYS), { nil: undefined, freq: 1 }),
	catchUp: fc.constantFrom(1, 2, 5, 31, 31, 31),
	startsWithLast: fc.boolean(),
	completeAfter: fc.option(fc.constantFrom(1, 6, 24, 48), { nil: undefined, freq: 3 }),
});

function worlds(): fc.Arbitrary<WorldPlan> {
	return fc
		.record({
			place: fc.constantFrom(...PLACES),
			numbers: fc.oneof(
				fc.array(number, { minLength: 1, maxLength: 23 }),
				fc.array(calmNumber, { minLength: 1, maxLength: 60 }),
			),
			isCount: fc.boolean(),
			arrival: fc.oneof(
				fc.record({
					kind: fc.constant('stream' as const),
					lagMinutes: fc.oneof(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 5000 })),
				}),
				fc.record({
					kind: fc.constant('daily' as const),
					atMinutes: fc.integer({ min: 1, max: 1400 }),
				}),
			),
			deadAfterHours: fc.option(hours(500), { nil: undefined, freq: 3 }),
			noticeable: fc.oneof(
				{ weight: 4, arbitrary: fc.constantFrom(0, 0, 5, 90, 600) },
				{ weight: 1, arbitrary: fc.constant('stuck' as const) },
			),
			corrections: fc.array(
				fc.record({
					period: fc.integer({ min: -10, max: 60 }),
					afterHours: fc.integer({ min: 0, max: 100 }),
					number,
				}),
				{ maxLength: 8 },
			),
			isSparse: fc.boolean(),
			isText: fc.boolean(),
			groups: fc.constantFrom<string[][]>(['Beijing'], ['Shanghai', 'Beijing'], ['', 'b', '3']),
			flags: fc.record({ truncated: fc.boolean(), sampled: fc.boolean() }),
		})
		.map(({ place, ...rest }) => ({ ...place, ...rest }));
}

function incidentsIn(days: number, first: Setting): fc.Arbitrary<Incident[]> {
	const at = { atMinutes: fc.integer({ min: 0, max: days * 24 * 60 }) };
	const short = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 3000 }));
	const change = settings.chain((other) =>
		fc
			.subarray(Object.keys(other) as Array<keyof Setting>, { maxLength: 2 })
			.map((keys) => Object.fromEntries(keys.map((key) => [key, other[key]])) as Partial<Setting>),
	);
	const one: fc.Arbitrary<Incident> = fc.oneof(
		fc.record({ ...at, kind: fc.constant('edit' as const), change }),
		fc.record({ ...at, kind: fc.constant('republish' as const) }),
		fc.record({ ...at, kind: fc.constant('restart' as const), minutes: short }),
		fc.record({ ...at, kind: fc.constant('unpublish' as const), minutes: short }),
		fc.record({ ...at, kind: fc.constant('outage' as const), minutes: short }),
		fc.record({ ...at, kind: fc.constant('hang' as const), minutes: short }),
	);
	const thereAndBack = fc
		.record({ ...at, change, minutes: short })
		.map(({ atMinutes, minutes, change }): Incident[] => [
			{ atMinutes, kind: 'edit', change },
			{ atMinutes: atMinutes + minutes, kind: 'edit', change: first },
		]);
	return fc
		.array(
			fc.oneof(
				{ weight: 6, arbitrary: one.map((incident) => [incident]) },
				{ weight: 1, arbitrary: thereAndBack },
			),
			{ maxLength: 6 },
		)
		.map((lists) => lists.flat());
}

/** Poll times, in minutes. */
const POLLS = { day: [60, 240, 360, 417], hour: [20, 60, 97, 120, 180] };

export const lives: fc.Arbitrary<Life> = settings.chain((setting) =>
	livesOf(setting, POLLS[setting.unit]),
);

/** Of days, polled a few times each: many weeks of them take seconds. */
export const lightLives: fc.Arbitrary<Life> = settings.chain((setting) =>
	livesOf({ ...setting, unit: 'day' }, POLLS.day.slice(1)),
);

function livesOf(setting: Setting, polls: readonly number[]): fc.Arbitrary<Life> {
	const days = setting.unit === 'day' ? 28 : 7;
	return fc.record({
		host: fc.constantFrom(...HOSTS),
		world: worlds(),
		setting: fc.constant(setting),
		publishedAt: fc.integer({ min: 0, max: 3000 }),
		days: fc.constant(days),
		pollMinutes: fc.constantFrom(...polls),
		incidents: incidentsIn(days, setting),
	});
}

/** With an API Key: numbers of finished periods move for hours, or between two answers. */
export const settledLives: fc.Arbitrary<Life> = fc
	.tuple(
		fc.oneof(lives, lightLives),
		fc.option(fc.constantFrom(0, 1, 2, 9), { nil: undefined, freq: 2 }),
		fc.array(
			fc.record({
				period: fc.integer({ min: -2, max: 60 }),
				group: fc.constantFrom(0, 0, 1),
				hours: fc.constantFrom(0.5, 3, 3, 12, 50),
			}),
			{ maxLength: 12 },
		),
	)
	.map(([life, settleHours, drips]) => {
		const quarter = 1 / 240;
		const corrections = life.world.corrections.map((one) => ({
			...one,
			afterHours: one.afterHours + quarter,
		}));
		return {
			...life,
			hasKey: true,
			setting: { ...life.setting, settleHours },
			world: { ...life.world, drips, corrections },
		};
	});
