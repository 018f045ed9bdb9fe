/** Work that the service does in the background, in no wire format's words. */

/** How far it is. A status that nobody knows counts as `running`: it is waited for, and told. */
export type Phase = 'waiting' | 'running' | 'done' | 'failed';

export interface TaskState {
	phase: Phase;
	/** As the service calls it. */
	status: string;
	/** Why it failed, in the service's words. */
	reason?: string;
	/** As the service tells them. */
	startedAt?: string;
	endedAt?: string;
	seconds?: number;
}
