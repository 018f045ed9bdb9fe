import { isObject, type JsonObject } from '../../query/json';
import { UnknownForm } from '../rows/unknownForm';

/** Anything else is a failure, whatever the status (docs/service.md, "OpenAPI"). */
const SUCCESS = 'SUCCESS';

/**
 * What an answer is about, out of its envelope `{code, data, …}`.
 * @param subject of the answer, for errors; a report if left out
 * @throws UnknownForm for an answer without one
 */
export function dataOf(answer: unknown, subject?: string): JsonObject {
	if (!isObject(answer)) throw new UnknownForm('no object', subject);
	if (answer.code !== SUCCESS) throw new UnknownForm(`no 'code' that says ${SUCCESS}`, subject);
	if (!isObject(answer.data)) throw new UnknownForm("no 'data'", subject);
	return answer.data;
}
