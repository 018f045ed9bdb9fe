import type { IDataObject } from 'n8n-workflow';
import { OperationalError } from 'n8n-workflow';

/**
 * The answer as it came, one object each; a list gives one per element.
 * @throws OperationalError for what n8n can't pass on as items
 */
export function toRawObjects(answer: unknown): IDataObject[] {
	const list: unknown[] = Array.isArray(answer) ? answer : [answer];
	return list.map((element) => {
		if (typeof element === 'object' && element !== null && !Array.isArray(element)) {
			return element as IDataObject;
		}
		throw new OperationalError(
			`The answer is no JSON object but ${JSON.stringify(element).slice(0, 80)}`,
			{
				description:
					"Check 'Base URL' in the credential: this does not look like Sensors Analytics.",
			},
		);
	});
}

/** A request as it can stand in an item: numbers that n8n can't hold are text. */
export function toItemJson(body: unknown): IDataObject {
	return JSON.parse(JSON.stringify(body)) as IDataObject;
}
