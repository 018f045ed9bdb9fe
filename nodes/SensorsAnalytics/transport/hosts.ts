import type { Answer } from '../../../credentials/http/answer';
import { isByteStream } from '../../../credentials/http/byteStream';
import { type Connection, wayOf } from '../../../credentials/ways';
import type { Generation } from '../../../credentials/ways/way';
import { HostQueue } from './hostQueue';
import type { Pace } from './pace';
import { MAX_AT_ONCE, type ServiceSettings } from './settings';

const SECOND_MS = 1000;
const MAX_KEPT = 200;
/** Whether the requests per second are counted for all runs together. */
const IS_PACED_TOGETHER: Record<Generation, boolean> = { legacy: false, openapi: true };
const queues = new Map<string, HostQueue>();

/**
 * A request in its turn (docs/service.md, "Limits"). So many at once are for all runs of this
 * process and one host together. So many per second are, too, for the OpenAPI; for the API under
 * `/api/` each run has its own pace.
 * @param pace of the run
 * @param send its answer may be a stream: the request then ends with it
 */
export async function inTurn(
	connection: Connection,
	{ keyRequestsPerSecond: perSecond }: ServiceSettings,
	pace: Pace,
	cancelled: AbortSignal | undefined,
	send: () => Promise<Answer>,
): Promise<Answer> {
	const isPacedHere = IS_PACED_TOGETHER[wayOf(connection).generation];
	if (!isPacedHere) await pace.turn(cancelled);
	const gapMs = isPacedHere && perSecond > 0 ? SECOND_MS / perSecond : 0;
	const leave = await queueOf(connection).enter(pace, gapMs, cancelled);
	let answer: Answer | undefined;
	try {
		answer = await send();
		return answer;
	} finally {
		const body = answer?.kind === 'success' ? answer.body : undefined;
		// Its limits end a stream in any case: see guard.
		if (isByteStream(body) && body.closed !== true) body.on('close', leave);
		else leave();
	}
}

/** The generations have limits of their own. */
function queueOf(connection: Connection): HostQueue {
	const key = `${wayOf(connection).generation} ${new URL(connection.baseUrl).host}`;
	const known = queues.get(key);
	if (known) return known;
	for (const [other, queue] of queues) {
		if (queues.size < MAX_KEPT) break;
		if (queue.isIdle) queues.delete(other);
	}
	const queue = new HostQueue(MAX_AT_ONCE);
	queues.set(key, queue);
	return queue;
}
