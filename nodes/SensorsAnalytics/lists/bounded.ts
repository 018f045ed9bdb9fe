import { OperationalError } from 'n8n-workflow';

import type { Ask } from '../wire/wire';

/** As many as one answer may have. */
const MAX_VALUES = 10_000_000;
/** Characters; of saved reports they are JSON, and become values. */
const MAX_TEXT = 32 * 1024 * 1024;
/** At three in a second, ten minutes. */
const MAX_REQUESTS = 2000;

/**
 * Asks for a list that takes several requests, whose answers are held together: bounded together, as
 * each answer is by itself.
 * @throws OperationalError for more than fits into memory, or than can be waited for
 */
export function bounded(ask: Ask): Ask {
	const known = new WeakSet<object>();
	let requests = 0;
	let values = 0;
	let text = 0;
	return async (request) => {
		const answer = await ask(request);
		// One that was kept is no further one.
		if (typeof answer !== 'object' || answer === null || known.has(answer)) return answer;
		known.add(answer);
		const size = sizeOf(answer);
		values += size.values;
		text += size.text;
		const fault =
			++requests > MAX_REQUESTS
				? `more than ${MAX_REQUESTS} requests`
				: values > MAX_VALUES
					? `more than ${MAX_VALUES / 1e6} million values`
					: text > MAX_TEXT
						? `more than ${MAX_TEXT / 1024 / 1024} MB of text`
						: undefined;
		if (fault === undefined) return answer;
		throw new OperationalError(`The list of Sensors Analytics takes ${fault}`, {
			description:
				'No project should have as much. Choose a part of it in the form, or type a name or an ID in place of choosing it; if it stays, ask the administrator of your Sensors Analytics.',
		});
	};
}

/** What JSON holds, however deep. */
function sizeOf(answer: object): { values: number; text: number } {
	const left: unknown[] = [answer];
	let [values, text] = [0, 0];
	while (left.length > 0) {
		const value = left.pop();
		values++;
		if (typeof value === 'string') text += value.length;
		if (typeof value !== 'object' || value === null) continue;
		const inner: unknown[] = Array.isArray(value) ? value : Object.values(value);
		for (const one of inner) left.push(one);
	}
	return { values, text };
}
