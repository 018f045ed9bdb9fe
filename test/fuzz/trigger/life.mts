/** One life of a trigger: a world, a workflow, and what happens to them. */
import { type Host, type Mood, Workflow } from './host.mts';
import type { Setting } from './oracle.mts';
import { periods } from './periods.mts';
import { settledPeriods } from './settled.mts';
import type { Watch } from './watch.mts';
import { World, type WorldPlan } from './world.mts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What happens, in minutes after the start. */
export type Incident<Edited = Setting> = { atMinutes: number } & (
	| { kind: 'edit'; change: Partial<Edited> }
	/** Saved with nothing changed in the trigger. */
	| { kind: 'republish' }
	/** n8n is down, or the workflow unpublished. */
	| { kind: 'restart'; minutes: number }
	| { kind: 'unpublish'; minutes: number }
	/** The service refuses. */
	| { kind: 'outage'; minutes: number }
	/** The service keeps everybody waiting. */
	| { kind: 'hang'; minutes: number }
);

interface Course<Edited> {
	host: Host;
	setting: Edited;
	/** When it is published, minutes after the world's start. */
	publishedAt: number;
	pollMinutes: number;
	incidents: Array<Incident<Edited>>;
}

export interface Life extends Course<Setting> {
	world: WorldPlan;
	days: number;
	/** With an API Key, where no answer says when data arrived. */
	hasKey?: boolean;
}

/** Lives the life, and returns what was wrong. */
export async function live(life: Life): Promise<string[]> {
	const world = new World(life.world);
	const watch = life.hasKey ? settledPeriods(world) : periods(world);
	return await liveThrough(life, watch, world.start, life.days * 24 * HOUR);
}

/**
 * @param begins moment at which the world begins
 * @param lasts milliseconds
 */
export async function liveThrough<Edited, Mind>(
	life: Course<Edited>,
	watch: Watch<Edited, Mind>,
	begins: number,
	lasts: number,
): Promise<string[]> {
	const workflow = new Workflow(watch, life.host, life.setting);
	let { setting } = life;
	const start = begins + life.publishedAt * MINUTE;
	const end = start + lasts;
	let downUntil = start;
	let hasBegun = false;
	let isRestart = false;
	const untils = { outage: 0, hang: 0 };
	const mood = (now: number): Mood =>
		now < untils.outage ? 'down' : now < untils.hang ? 'hangs' : 'well';
	const incidents = [...life.incidents].sort((a, b) => a.atMinutes - b.atMinutes);

	for (
		let now = start;
		now < end && workflow.failures.length === 0;
		now += life.pollMinutes * MINUTE
	) {
		while (incidents[0] && start + incidents[0].atMinutes * MINUTE <= now) {
			const incident = incidents.shift() as Incident<Edited>;
			switch (incident.kind) {
				case 'outage':
				case 'hang':
					untils[incident.kind] = Math.max(untils[incident.kind], now + incident.minutes * MINUTE);
					break;
				case 'restart':
					// A workflow that is unpublished is not published by a restart.
					isRestart ||= workflow.isPublished;
					workflow.die();
					downUntil = now + incident.minutes * MINUTE;
					break;
				case 'unpublish':
					isRestart = false;
					workflow.unpublish();
					downUntil = now + incident.minutes * MINUTE;
					break;
				case 'edit':
				case 'republish':
					setting = { ...setting, ...(incident.kind === 'edit' ? incident.change : {}) };
					// Nobody edits while n8n is down.
					isRestart = false;
					if (hasBegun && workflow.isPublished) await workflow.publish(setting, now, mood(now));
			}
		}
		await workflow.pass(now);
		if (now >= untils.hang) await workflow.letGo(now);
		if (workflow.isPublished) await workflow.tick(now, mood(now));
		else if (now >= downUntil) {
			if (isRestart) await workflow.resume(setting, now, mood(now));
			else await workflow.publish(setting, now, mood(now));
			isRestart = false;
			hasBegun = true;
		}
	}
	return workflow.failures;
}
