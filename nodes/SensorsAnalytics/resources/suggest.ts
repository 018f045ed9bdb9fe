import { NodeApiError } from 'n8n-workflow';

import { ANY_EVENT } from '../query/eventQuery';
import { suggestion } from '../query/similarNames';
import { REFUSED } from '../transport/errors';
import type { Service } from '../transport/service';
import { type Catalog, catalogOf } from '../lists/catalogOf';

/** Names in quotation marks, as the service writes them. */
const QUOTED = /"([^"\s]{1,200})"/g;
const BAD_REQUEST = '400';

/**
 * Names like the ones that a refusal quotes, from the project's lists. Asks for the lists only
 * where there is such a refusal, once in a run.
 * @returns undefined where there is nothing to suggest, or the lists can't be had
 */
export async function suggestNames(
	service: Service,
	itemIndex: number,
	error: unknown,
): Promise<string | undefined> {
	if (!isNameRefusal(error)) return undefined;
	const names = [...error.message.matchAll(QUOTED)].map(([, name]) => name as string);
	try {
		const catalog = await catalogOf(service, itemIndex);
		for (const name of names) {
			const found = await suggestFor(catalog, name);
			if (found) return found;
		}
	} catch {
		// The refusal itself is what counts; lists may be forbidden.
		return undefined;
	}
	return undefined;
}

/** Whether the service refused a request, maybe for a name. */
export function isNameRefusal(error: unknown): error is NodeApiError {
	if (!(error instanceof NodeApiError) || error.httpCode !== BAD_REQUEST) return false;
	// A login that was refused is no question of names in the project.
	return error.message.startsWith(REFUSED);
}

async function suggestFor(catalog: Catalog, name: string): Promise<string | undefined> {
	const [scope, ...rest] = name.split('.');
	if (scope === 'user' && rest.length > 0) {
		return suggestion(rest.join('.'), await catalog.userProperties());
	}
	const events = await catalog.events();
	if (scope !== 'event' || rest.length < 2) return suggestion(name, events);
	const [event = '', ...property] = rest;
	const wrongEvent = event === ANY_EVENT ? undefined : suggestion(event, events);
	if (wrongEvent) return wrongEvent;
	const owners = event === ANY_EVENT ? events.map((one) => one.name) : [event];
	return suggestion(property.join('.'), await catalog.eventProperties(owners));
}
