import type { World } from '../world.mts';

/** State of a task at its last poll. */
type Progress = 'new' | 'running' | 'done' | 'failed';

/** Work in the background, which progresses at each poll. */
export class Task {
	readonly createdAt: number;
	endedAt: number | undefined;
	private looks = 0;
	private last: Progress = 'new';

	constructor(
		readonly id: number,
		private readonly world: World,
		/** Why it finally fails; undefined if it succeeds. */
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

	/** Returns the progress without progressing. */
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
