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
}

export interface Told {
	items: IDataObject[];
	/** What is remembered behind it. */
	memory: Memory;
}
