import { createHash } from 'crypto';

import type { Alarm, Firing } from '../../SensorsAnalytics/query/alarms';

/** What is remembered of one alarm. Moments are texts that sort as times do. */
export interface Known {
	/** Nothing older is told any more; '' where it has not fired yet. */
	moment: string;
	/** Marks of what fired at this moment and is told. */
	told: string[];
}

/** What is remembered of the alarms (docs/trigger.md, T24, T25). */
export interface KnownAlarms {
	/** When it began, on the project's clocks: what an alarm that was not there then counts from. */
	since: string;
	byId: { [id: string]: Known };
}

/** An alarm and a time that it fired. */
export interface Fired {
	alarm: Alarm;
	firing: Firing;
}

/** What is remembered at first: what has fired so far does not count (T24). */
export function begin(alarms: readonly Alarm[], since: string): KnownAlarms {
	const byId = Object.fromEntries(alarms.map((alarm) => [alarm.id, asSeen(alarm)]));
	return { since, byId };
}

/**
 * What has fired since, in the order of its moments, and what is to be remembered then. Memory moves
 * forward only: a firing of the past is told no more, whether it is a late one, or an older one that
 * shows again because a newer one was removed (T25).
 */
export function follow(
	known: KnownAlarms,
	alarms: readonly Alarm[],
): { fired: Fired[]; now: KnownAlarms } {
	const byId = { ...known.byId };
	const fired: Fired[] = [];
	for (const alarm of alarms) {
		const { id, newest } = alarm;
		const before = known.byId[id];
		const { moment, told } = before ?? { moment: known.since, told: [] };
		if (newest && isNew(newest, moment, told)) {
			fired.push({ alarm, firing: newest });
			const atOnce = newest.moment === moment ? told : [];
			byId[id] = { moment: newest.moment, told: [...atOnce, markOf(newest)] };
		} else {
			byId[id] = before ?? asSeen(alarm);
		}
	}
	return { fired: inOrder(fired), now: { since: known.since, byId } };
}

/** By their moments; what fired at once, by the numbers of the alarms. */
export function inOrder(fired: readonly Fired[]): Fired[] {
	return [...fired].sort(({ alarm: a, firing: one }, { alarm: b, firing: other }) => {
		if (one.moment === other.moment) return Number(a.id) - Number(b.id);
		return one.moment < other.moment ? -1 : 1;
	});
}

function isNew(firing: Firing, moment: string, told: readonly string[]): boolean {
	if (firing.moment !== moment) return firing.moment > moment;
	return !told.includes(markOf(firing));
}

function asSeen({ newest }: Alarm): Known {
	return newest ? { moment: newest.moment, told: [markOf(newest)] } : { moment: '', told: [] };
}

/**
 * What tells firings of one moment apart: the group and the rule. Not the numbers: a corrected one is
 * no new firing. As a hash, so that nothing of a group is kept.
 */
function markOf(firing: Firing): string {
	const { alarmTime, executeTime, groupField, group, comparison, reference, valueType } = firing;
	const parts = [alarmTime, executeTime, groupField, group, comparison, reference, valueType];
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16);
}
