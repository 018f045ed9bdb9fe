/** One life of a trigger: a world, a workflow, and what happens to them. */
import { type Host, type Mood, Workflow } from './host.mts';
import type { Setting } from './oracle.mts';
import { World, type WorldPlan } from './world.mts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** What happens, so many minutes after the start. */
export type Incident = { atMinutes: number } & (
	| { kind: 'edit'; change: Partial<Setting> }
	/** Saved with nothing changed in the trigger. */
	| { kind: 'publishAnew' }
	/** n8n is down, or the workflow unpublished. */
	| { kind: 'restart'; minutes: number }
	| { kind: 'unpublish'; minutes: number }
	/** The service refuses. */
	| { kind: 'outage'; minutes: number }
	/** The service keeps everybody waiting. */
	| { kind: 'hang'; minutes: number }
);

export interface Life {
	host: Host;
	world: WorldPlan;
	setting: Setting;
	/** When it is published, minutes after the world's start. */
	publishedAt: number;
	days: number;
	pollMinutes: number;
	incidents: Incident[];
}

/** Lives it, and tells what was wrong. */
export async function live(life: Life): Promise<string[]> {
	const world = new World(life.world);
	const workflow = new Workflow(world, life.host, life.setting);
	let { setting } = life;
	const start = world.start + life.publishedAt * MINUTE;
	const end = start + life.days * 24 * HOUR;
	let downUntil = start;
	let hasBegun = false;
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
			const incident = incidents.shift() as Incident;
			switch (incident.kind) {
				case 'outage':
				case 'hang':
					untils[incident.kind] = Math.max(untils[incident.kind], now + incident.minutes * MINUTE);
					break;
				case 'restart':
					workflow.die();
					downUntil = now + incident.minutes * MINUTE;
					break;
				case 'unpublish':
					workflow.unpublish();
					downUntil = now + incident.minutes * MINUTE;
					break;
				case 'edit':
				case 'publishAnew':
					setting = { ...setting, ...(incident.kind === 'edit' ? incident.change : {}) };
					if (hasBegun && workflow.isPublished) await workflow.publish(setting, now, mood(now));
			}
		}
		if (now >= untils.hang) await workflow.letGo(now);
		if (workflow.isPublished) await workflow.tick(now, mood(now));
		else if (now >= downUntil) {
			await workflow.publish(setting, now, mood(now));
			hasBegun = true;
		}
	}
	return workflow.failures;
}
