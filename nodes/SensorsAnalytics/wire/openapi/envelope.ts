import { isObject, type JsonObject } from '../../query/json';
import { UnknownForm } from '../rows/unknownForm';

/** Anything else is a failure, whatever the status (docs/service.md, "OpenAPI"). */
const SUCCESS = 'SUCCESS';

/**
 * What an answer is about, out of its envelope `{code, data, …}`.
 * @throws UnknownForm for an answer without one
 */
export function dataOf(answer: unknown): JsonObject {
	if (!isObject(answer)) throw new UnknownForm('no object');
	if (answer.code !== SUCCESS) throw new UnknownForm(`no 'code' that says ${SUCCESS}`);
	if (!isObject(answer.data)) throw new UnknownForm("no 'data'");
	return answer.data;
}
