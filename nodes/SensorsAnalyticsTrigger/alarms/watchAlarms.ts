import type { IDataObject } from 'n8n-workflow';
import { OperationalError } from 'n8n-workflow';

import { dateTimeInZone } from '../../SensorsAnalytics/dates/zone';
import { alarmsOf } from '../../SensorsAnalytics/lists/alarmsOf';
import type { Alarm } from '../../SensorsAnalytics/query/alarms';
import type { Service } from '../../SensorsAnalytics/transport/service';
import { PUBLISHED_REQUESTS_PER_SECOND } from '../../SensorsAnalytics/transport/queue';
import { type Memory, replace } from '../memory';
import { isTooEarly, MAX_WAIT_MS } from '../rarely';
import type { Watched } from '../watched';
import { begin, type Fired, follow, inOrder, type KnownAlarms } from './firings';
import type { AlarmSettings } from './settings';
import { tellAlarm } from './tell';

const SECOND_MS = 1000;
/** A project with many alarms must not take more than this part of what the service allows (T27). */
const SHARE = 10;

/** Alarms of the platform, each time that one fires (docs/trigger.md, T23 to T28). */
export function watchAlarms(service: Service, settings: AlarmSettings, now: Date): Watched {
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
				isStill: (live) => JSON.stringify(recall(live, counting)) === JSON.stringify(known),
				async ask() {
					const { alarms, requests } = await look(service, settings);
					const { fired, now: next } = known
						? follow(known, alarms)
						: { fired: [], now: begin(alarms, dateTimeInZone(now, timeZone)) };
					const askAgainAt = new Date(now.getTime() + waitAfter(requests)).toISOString();
					return {
						items: fired.map(tell),
						remember: (live) => replace(live, { counting, alarms: next, askAgainAt }),
					};
				},
			};
		},
	};
}

/** A copy: n8n watches the objects that it keeps. */
function recall(memory: Memory, counting: string): KnownAlarms | undefined {
	const { alarms } = memory;
	if (memory.counting !== counting || alarms === undefined) return undefined;
	return JSON.parse(JSON.stringify(alarms)) as KnownAlarms;
}

/** Each alarm takes a request. */
async function look(
	service: Service,
	{ alarmId }: AlarmSettings,
): Promise<{ alarms: Alarm[]; requests: number }> {
	const project = await alarmsOf(service, 0);
	const ids = alarmId === undefined ? await project.ids() : [alarmId];
	const alarms: Alarm[] = [];
	for (const id of ids) alarms.push(await project.alarm(id));
	return { alarms, requests: ids.length + (alarmId === undefined ? 1 : 0) };
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
