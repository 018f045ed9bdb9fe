/** Periods with an API Key, where no answer says when data arrived (docs/trigger.md, T22). */
import { KEY } from '../harness/credentials.mts';
import { indexesOf } from './calendar.mts';
import { formOf } from './context.mts';
import {
	byName,
	expect,
	hasToAsk,
	type Mind,
	played,
	type Setting,
	type Sight,
	watchedIn,
} from './oracle.mts';
import type { Watch } from './watch.mts';
import type { World } from './world.mts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** 'Settle Time (Hours)', unless said. */
const SETTLE_HOURS = 2;
const CITY = 'event.$Anything.city';

export function settledPeriods(world: World): Watch<Setting, Mind> {
	return {
		signIn: KEY,
		form: (setting) => formOf(played(world, setting), world.plan.zone, world.plan.isCount),
		watchedIn: (setting) => watchedIn(played(world, setting)),
		hasToAsk(given, mind, now) {
			const setting = played(world, given);
			const isDue = hasToAsk(world, setting, mind, now);
			const hasStates = setting.on === 'periodComplete' || mind?.seen !== undefined;
			if (!isDue || mind?.watched !== watchedIn(setting) || !hasStates) return isDue;
			// T18: only a period that settles, or is given up, is worth a request.
			const hours = Math.min(
				setting.settleHours ?? SETTLE_HOURS,
				setting.completeAfter ?? Infinity,
			);
			const { periods } = world.calendar(setting.unit);
			return periods.some(({ end }, index) => index > mind.last && end <= now - hours * HOUR);
		},
		expect(given, mind, now) {
			const setting = played(world, given);
			const expected = expect(world, setting, mind, now, sightOf(world, setting, now));
			const reported =
				setting.on === 'periodComplete' ? expected.reported.map((p) => `period ${p}`) : [];
			return { ...expected, reported };
		},
		answer: ({ body }, moment) => answer(world, body as Body, moment),
	};
}

function sightOf(world: World, { unit, isGrouped, on, settleHours }: Setting, now: number): Sight {
	const { periods } = world.calendar(unit);
	const sure = now - (settleHours ?? SETTLE_HOURS) * HOUR;
	const all = [...world.plan.groups.keys()];
	const requests = isGrouped && (on === 'periodComplete' || on === 'unusual') ? all : [0];
	const number = (at: number, group: number) => world.numberAt(unit, at, now, group);
	const resultOf = (at: number, group: number, moment: number) =>
		world.numberAt(unit, at, moment, group) ?? (world.plan.isCount ? 0 : null);
	return {
		hasArrived: (index) => (periods[index]?.end as number) <= sure,
		stands: (index, lookedAt) =>
			requests.every((group) => resultOf(index, group, now) === resultOf(index, group, lookedAt)),
		sure,
		groupsIn(indexes) {
			const sizes = new Map<number, number>();
			for (const group of all) {
				const numbers = indexes.map((at) => number(at, group)).filter((n) => n !== null);
				if (numbers.length > 0)
					sizes.set(
						group,
						numbers.reduce((sum, n) => sum + n, 0),
					);
			}
			const size = (group: number) => sizes.get(group) as number;
			// Rows come in no order: the largest group first, as pages show them.
			return [...sizes.keys()].sort((a, b) => size(b) - size(a) || byName(world, a, b));
		},
	};
}

interface Body {
	unit: 'DAY' | 'HOUR';
	from_date: string;
	to_date: string;
	by_fields?: string[];
	measures: Array<{ name: string }>;
}

/** As the contract shows it: a row for each point and group, in no order. */
function answer(world: World, body: Body, moment: number) {
	const unit = body.unit === 'DAY' ? 'day' : 'hour';
	const { isSparse, isText, groups, flags, isCount } = world.plan;
	const { periods } = world.calendar(unit);
	const isGrouped = (body.by_fields ?? []).length > 0;
	const points = indexesOf(world.calendar(unit), body.from_date, body.to_date);
	const at = (index: number, group: number) => world.numberAt(unit, index, moment, group);
	const write = (number: number | null) =>
		number === null ? (isCount ? 0 : null) : isText ? String(number) : number;
	const rows = (isGrouped ? [...groups.keys()] : [0]).flatMap((group) => {
		const isThere = points.some((index) => at(index, group) !== null);
		return points
			.filter((index) => (isSparse ? at(index, group) !== null : isThere || !isGrouped))
			.map((index) => {
				const name = periods[index]?.name as string;
				const date = `${name.slice(0, 10)} ${name.slice(11) || '00:00:00'}`;
				return [date, write(at(index, group)), ...(isGrouped ? [groups[group] ?? ''] : [])];
			});
	});
	const turn = Math.floor(moment / SECOND) % (rows.length + 1);
	return {
		code: 'SUCCESS',
		data: {
			truncated: flags.truncated,
			sampling_factor: flags.sampled ? 32 : 64,
			metadata_columns: {
				date: 'DATE',
				[body.measures[0]?.name as string]: 'DOUBLE',
				...(isGrouped ? { [CITY]: 'STRING' } : {}),
			},
			detail_rows: [...rows.slice(turn), ...rows.slice(0, turn)],
		},
	};
}
