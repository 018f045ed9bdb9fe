import type { IDataObject } from 'n8n-workflow';

const MAX_TEXT = 1000;
const MAX_EVENTS = 10_000;

/**
 * The documented fields of a login's answer, without the token (docs/service.md, "Login"). What
 * else comes is not handed out: it may be anything, such as an echo of the request.
 * @param isClean whether a text may be handed out
 */
export function documentedDetails(
	answer: IDataObject,
	isClean: (text: string) => boolean = () => true,
): IDataObject {
	const details: IDataObject = {};
	const isShown = (value: unknown): value is string | number =>
		isPlain(value) && isClean(String(value));
	for (const field of ['role', 'user_id', 'username', 'account_name', 'account_id']) {
		const value = answer[field];
		if (isShown(value)) details[field] = value;
	}
	const permission = answer.event_permission;
	if (typeof permission === 'object' && permission !== null) {
		const { type, events } = permission as IDataObject;
		details.event_permission = {
			...(isShown(type) ? { type } : {}),
			...(Array.isArray(events) ? { events: documentedEvents(events).filter(isShown) } : {}),
		};
	}
	return details;
}

/** The form of an entry is not documented (docs/service.md, "Login"): names are handed out. */
function documentedEvents(events: unknown[]): string[] {
	return events
		.slice(0, MAX_EVENTS)
		.filter((event): event is string => typeof event === 'string' && isPlain(event));
}

function isPlain(value: unknown): value is string | number {
	return typeof value === 'number' || (typeof value === 'string' && value.length <= MAX_TEXT);
}
