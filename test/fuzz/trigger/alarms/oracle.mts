/** What a poll has to do, by T23 to T28 of docs/trigger.md. Shares nothing with the node. */
import { DateTime } from 'luxon';

import { KEY } from '../../harness/credentials.mts';
import type { Expectation, Watch } from '../watch.mts';
import type { AlarmsWorld, Shown } from './world.mts';

export interface AlarmSetting {
	/** Index of the alarm; any if left out. */
	alarm?: number;
}

/** What the rules remember, in milliseconds. */
interface AlarmMind {
	watched: string;
	began: number;
	/** By alarm: the last moment that counts, and all that was ever seen of it. */
	alarms: Record<string, { last: number; names: string[] }>;
	notBefore: number;
}

const SECOND = 1000;
const TEN_MINUTES = 600 * SECOND;

export function alarms(world: AlarmsWorld): Watch<AlarmSetting, AlarmMind> {
	const { zone, firstId } = world.plan;
	const idOf = ({ alarm }: AlarmSetting) => (alarm === undefined ? 'any' : String(alarm + firstId));
	const label = (moment: number) =>
		DateTime.fromMillis(moment, { zone }).toFormat("yyyy-MM-dd'T'HH:mm:ssZZ");
	const changeOf = (value: number) => Math.round((value - 10) * 1000) / 100;
	const textOf = (id: number, group: string, value: number, about: number) => {
		const change = changeOf(value);
		const sign = change > 0 ? '+' : '';
		const time = DateTime.fromMillis(about, { zone }).toFormat('yyyy-MM-dd HH:mm');
		const shown = (number: number) => number.toLocaleString('en-US');
		return `Alarm ${id}${group && ` (${group})`}: ${shown(value)}, compared with 10 (${sign}${shown(change)}%), ${time}`;
	};
	const nameOf = ({ id, executed, about, group, rule }: Shown) =>
		`${id} ${executed} ${about} ${group} ${rule}`;
	const item = ({ id, executed, about, group, rule, value }: Shown) => ({
		alarm_id: String(id),
		alarm: `Alarm ${id}`,
		alarm_time: label(about),
		execute_time: label(executed),
		value,
		compared_value: 10,
		change_percent: changeOf(value),
		comparison: 'less',
		reference: rule,
		value_type: 'value',
		group_by: group === '' ? null : 'event.$Anything.city',
		group: group === '' ? null : group,
		unit: 'hour',
		receivers: [],
		text: textOf(id, group, value, about),
	});

	function expect(
		setting: AlarmSetting,
		mind: AlarmMind | undefined,
		now: number,
	): Expectation<AlarmMind> {
		const watched = idOf(setting);
		const isFirst = mind?.watched !== watched;
		const known: AlarmMind = isFirst ? { watched, began: now, alarms: {}, notBefore: 0 } : mind;
		const ids = watched === 'any' ? world.idsAt(now) : [Number(watched)];
		const after: AlarmMind['alarms'] = JSON.parse(JSON.stringify(known.alarms));
		const reported: Shown[] = [];
		for (const id of ids) {
			const shown = world.newestAt(id, now);
			const before = known.alarms[id];
			const name = shown && nameOf(shown);
			if (shown && !isFirst) {
				// T24: one that was not there counts from the beginning on.
				const last = before?.last ?? known.began;
				const isNews =
					shown.executed > last ||
					(shown.executed === last && !before?.names.includes(name as string));
				if (isNews) reported.push(shown);
			}
			after[id] = {
				last: Math.max(before?.last ?? -Infinity, shown?.executed ?? -Infinity, 0),
				names: [...new Set([...(before?.names ?? []), ...(name === undefined ? [] : [name])])],
			};
		}
		reported.sort((a, b) => a.executed - b.executed || a.id - b.id);
		const requests = ids.length + (watched === 'any' ? 1 : 0);
		const notBefore = now + Math.min(TEN_MINUTES, (10 * requests * SECOND) / 3);
		return {
			items: reported.map(item),
			reported: reported.map(nameOf),
			mind: { watched, began: known.began, alarms: after, notBefore },
		};
	}

	return {
		signIn: KEY,
		form: (setting) => ({
			triggerOn: 'alarm',
			alarm: { __rl: true, mode: 'list', value: idOf(setting) },
			options: { timeZone: zone },
		}),
		watchedIn: idOf,
		hasToAsk: (setting, mind, now) => mind?.watched !== idOf(setting) || now >= mind.notBefore,
		expect,
		answer: (sent, moment) => world.answer(sent, moment),
	};
}
