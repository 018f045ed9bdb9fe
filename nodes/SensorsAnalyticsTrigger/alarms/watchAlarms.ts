import type { IDataObject } from 'n8n-workflow';
import { OperationalError } from 'n8n-workflow';

import { dateTimeInZone } from '../../SensorsAnalytics/dates/zone';
import { alarmsOf } from '../../SensorsAnalytics/lists/alarmsOf';
import type { Alarm } from '../../SensorsAnalytics/query/alarms';
import type { Service } from '../../SensorsAnalytics/transport/service';
import { PUBLISHED_REQUESTS_PER_SECOND } from '../../SensorsAnalytics/transport/queue';
import type { Memory } from '../memory';
import { isTooEarly, MAX_WAIT_MS } from '../rarely';
import type { Watched } from '../watched';
import { begin, type Fired, follow, inOrder, isKnownAlarms, type KnownAlarms } from './firings';
import type { AlarmSettings } from './settings';
import { tellAlarm } from './tell';

const SECOND_MS = 1000;
/** A project with many alarms must not take more than this part of what the service allows (T27). */
const SHARE = 10;
/** Each takes a request, three of which the vendor allows in a second: some three minutes. */
const MOST_ALARMS = 500;

/** Alarms of the platform, each time that one fires (docs/trigger.md, T23 to T28). */
export function watchAlarms(
	service: Service,
	settings: AlarmSettings,
	now: Date,
	budgetMs?: number,
): Watched {
	const { counting, timeZone } = settings;
	const tell = ({ alarm, firing }: Fired) => tellAlarm(alarm, firing, timeZone);
	return {
		async example() {
			const { alarms } = await look(service, settings);
			return [example(alarms, timeZone)];
		},
		question(memory) {
			const known = recall(memory, counting);
			if (known && isTooEarly(memory, now)) return undefined;
			return {
				async ask() {
					const { alarms, ids, requests, next } = await look(
						service,
						settings,
						known?.next,
						budgetMs,
					);
					const { fired, now: after } = known
						? follow(known, alarms, ids)
						: { fired: [], now: begin(alarms, dateTimeInZone(now, timeZone)) };
					const askAgainAt = new Date(now.getTime() + waitAfter(requests)).toISOString();
					const alarmsNow = next === undefined ? after : { ...after, next };
					return {
						items: fired.map(tell),
						memory: { counting, alarms: alarmsNow, askAgainAt },
					};
				},
			};
		},
	};
}

function recall({ alarms, ...memory }: Memory, counting: string): KnownAlarms | undefined {
	return memory.counting === counting && isKnownAlarms(alarms) ? alarms : undefined;
}

/**
 * Each alarm takes a request. Where they would take more than half of the time that a poll has, the
 * next poll goes on with the others.
 * @param from ID of the alarm to begin with
 */
async function look(
	service: Service,
	{ alarmId }: AlarmSettings,
	from?: string,
	budgetMs = Infinity,
): Promise<{ alarms: Alarm[]; ids: string[]; requests: number; next?: string }> {
	const project = await alarmsOf(service, 0);
	const started = Date.now();
	const all = alarmId === undefined ? await project.ids() : [alarmId];
	if (all.length > MOST_ALARMS) throw tooMany(all.length);
	const ids = inTurn(all, from);
	const alarms: Alarm[] = [];
	for (const id of ids) {
		if (alarms.length > 0 && Date.now() - started > budgetMs / 2) break;
		alarms.push(await project.alarm(id));
	}
	const requests = alarms.length + (alarmId === undefined ? 1 : 0);
	return { alarms, ids, requests, next: ids[alarms.length] };
}

/** By their numbers, from one of them on. */
function inTurn(ids: readonly string[], from = ''): string[] {
	const ordered = [...ids].sort(byNumber);
	const first = ordered.findIndex((id) => byNumber(id, from) >= 0);
	return first < 0 ? ordered : [...ordered.slice(first), ...ordered.slice(0, first)];
}

/** Numbers of up to 18 digits, which may be more than a number can hold. */
function byNumber(one: string, other: string): number {
	return one.length - other.length || (one < other ? -1 : Number(one > other));
}

function tooMany(count: number): OperationalError {
	return new OperationalError(
		`The project has ${count.toLocaleString('en-US')} alarms, more than the ${MOST_ALARMS} that 'Any Alarm' watches`,
		{ description: "Choose one in 'Alarm'. A trigger of its own watches a further one." },
	);
}

function waitAfter(requests: number): number {
	return Math.min(MAX_WAIT_MS, (SHARE * requests * SECOND_MS) / PUBLISHED_REQUESTS_PER_SECOND);
}

const BY_HAND = 'Shown because this is a run by hand';

/** The last one that fired, in place of one that fires now (T28). */
function example(alarms: readonly Alarm[], timeZone: string): IDataObject {
	const fired = alarms.flatMap((alarm) => (alarm.newest ? [{ alarm, firing: alarm.newest }] : []));
	const last = inOrder(fired).at(-1);
	const [first] = alarms;
	if (last) {
		const why = `${BY_HAND}: the last time that ${alarms.length === 1 ? 'the alarm' : 'an alarm'} fired. The workflow starts once for each time after it is published.`;
		return { ...tellAlarm(last.alarm, last.firing, timeZone), _example: why };
	}
	if (first) {
		const why = `${BY_HAND}: the alarm has not fired yet, so that it has no time, value and group. The workflow starts once for each time that it does.`;
		return { ...tellAlarm(first, undefined, timeZone), _example: why };
	}
	throw new OperationalError('There is nothing to show: the project has no alarms', {
		description:
			'Set one up in Sensors Analytics (智能预警). The workflow starts when one fires after the workflow is published.',
	});
}
