import { isObject, type JsonObject } from '../../query/json';
import { UnknownForm } from '../rows/unknownForm';

/**
 * What stands in the envelope of an answer (docs/service.md, "OpenAPI").
 * @throws UnknownForm for an answer without it
 */
export function dataOf(answer: unknown): JsonObject {
	if (isObject(answer) && isObject(answer.data)) return answer.data;
	throw new UnknownForm("there is no object 'data' in it");
}
