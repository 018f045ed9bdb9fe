import type { IDataObject } from 'n8n-workflow';

import type { Memory } from './memory';

/** What a trigger waits for, whatever its kind. */
export interface Watched {
	/** What a run by hand shows (docs/trigger.md, T21, T28). */
	example(): Promise<IDataObject[]>;
	/** None where there is nothing to ask for now (T18, T27). */
	question(memory: Memory): Question | undefined;
}

/** What a poll asks. */
export interface Question {
	ask(): Promise<Told>;
	/** Whether a memory is still the one that led to the question. */
	isStill(memory: Memory): boolean;
}

export interface Told {
	items: IDataObject[];
	remember(memory: Memory): void;
}
