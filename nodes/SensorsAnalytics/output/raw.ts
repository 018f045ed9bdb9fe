import type { IDataObject } from 'n8n-workflow';
import { OperationalError } from 'n8n-workflow';

/**
 * The answer as it came, one object each; a list gives one per element.
 * @throws OperationalError for what n8n can't pass on as items
 */
export function toRawObjects(answer: unknown): IDataObject[] {
	const isList = Array.isArray(answer);
	const list: unknown[] = isList ? answer : [answer];
	return list.map((element, index) => {
		if (typeof element === 'object' && element !== null && !Array.isArray(element)) {
			return element as IDataObject;
		}
		const place = isList ? `Element ${index + 1} of the answer` : 'The answer';
		throw new OperationalError(`${place} is no JSON object but ${kindOf(element)}`, {
			description: "Check 'Base URL' in the credential: this does not look like Sensors Analytics.",
		});
	});
}

/** What it is, not what it says: it may repeat a secret. */
function kindOf(element: unknown): string {
	if (element === null || element === undefined) return 'null';
	if (Array.isArray(element)) return 'a list';
	return typeof element === 'string' ? 'a text' : `a ${typeof element}`;
}

/** A request as it can stand in an item: numbers that n8n can't hold are text. */
export function toItemJson(body: unknown): IDataObject {
	return JSON.parse(JSON.stringify(body)) as IDataObject;
}
