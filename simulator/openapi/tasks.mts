import type { World } from '../world.mts';

/** What became of a task when somebody looked. */
export type Progress = 'new' | 'running' | 'done' | 'failed';

/** Work in the background: it gets on each time that somebody looks. */
export class Task {
	readonly createdAt: number;
	endedAt: number | undefined;
	private looks = 0;
	private last: Progress = 'new';

	constructor(
		readonly id: number,
		private readonly world: World,
		/** Why it fails in the end; it doesn't, if left out. */
		readonly failure: string | undefined = world.openapi.tasks.failure,
	) {
		this.createdAt = world.clock.now();
	}

	look(): Progress {
		if (this.endedAt !== undefined) return this.last;
		const { looks: needed } = this.world.openapi.tasks;
		const look = this.looks++;
		if (look < needed) return (this.last = look === 0 ? 'new' : 'running');
		this.endedAt = this.world.clock.now();
		return (this.last = this.failure === undefined ? 'done' : 'failed');
	}

	/** Without getting on. */
	get progress(): Progress {
		return this.last;
	}
}

/** Tasks of one kind, by their IDs. */
export class Tasks<Kind extends Task> {
	private readonly all = new Map<number, Kind>();
	private next = 1;

	add(make: (id: number) => Kind): Kind {
		const task = make(this.next++);
		this.all.set(task.id, task);
		return task;
	}

	find(id: number): Kind | undefined {
		return this.all.get(id);
	}

	list(): Kind[] {
		return [...this.all.values()];
	}
}
