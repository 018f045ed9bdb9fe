/** What a workflow of the simulation waits for: its form, the service, and what its rules demand. */
import type { IDataObject } from 'n8n-workflow';

export interface Sent {
	path: string;
	query: Record<string, string>;
	body: unknown;
}

export interface Expectation<Mind> {
	items: object[];
	/** Names of what was reported: nothing may be reported twice. */
	reported: string[];
	mind: Mind;
}

export interface Watch<Setting, Mind> {
	/** How the credential signs in. */
	signIn: IDataObject;
	/** The form as n8n stores it. */
	form(setting: Setting): IDataObject;
	/** Another text when something else is watched (T7). */
	watchedIn(setting: Setting): string;
	/** Whether a poll has to ask, given what the rules remember. */
	hasToAsk(setting: Setting, mind: Mind | undefined, now: number): boolean;
	expect(setting: Setting, mind: Mind | undefined, now: number): Expectation<Mind>;
	/** What the service answers at a moment. */
	answer(sent: Sent, moment: number): unknown;
}
