import type { Answer } from '../http/answer';
import type { HttpRequest } from '../http/sendOnce';
import { askSigned, type TokenConnection } from '../ways';
import { probeRequest } from '../ways/access';

/** Whether the token is still accepted; the answer says. Never throws. */
export async function probe(
	httpRequest: HttpRequest,
	connection: TokenConnection,
	token: string,
): Promise<Answer> {
	return await askSigned(httpRequest, connection, probeRequest(connection.project), token);
}
