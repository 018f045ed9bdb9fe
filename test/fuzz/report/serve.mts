/** Runs the node on a case, and keeps what the service told it. */
import { WITH_KEY, WITH_SECRET } from '../harness/credentials.mts';
import { type Outcome, runNode, type Sent } from '../harness/node.mts';
import { toText, writeAnswer } from './answer.mts';
import type { Case } from './case.mts';
import { formOf } from './form.mts';
import { writeOpenapiAnswer } from './openapiAnswer.mts';
import { BadRequest, readOpenapiRequest, readRequest, readSessionRequest } from './request.mts';
import { tell, type Told } from './tell.mts';

export interface Served extends Outcome {
	told: Told[];
	/** Why the service did not take a request. */
	refusals: string[];
}

const OPENAPI = '/api/v3/analytics/v1/model/';

/** @param output another than the case's */
export async function serve(given: Case, output: string = given.output): Promise<Served> {
	const told: Told[] = [];
	const refusals: string[] = [];
	const { hasKey = false, session, habits } = given;
	const address = !hasKey
		? '/api/events/report'
		: `${OPENAPI}${session ? 'session' : 'segmentation'}/report`;
	const answer = ({ path, body }: Sent) => {
		if (!path.includes(address)) throw new Error(`Not a report: ${path}`);
		try {
			const sent: unknown = JSON.parse(body);
			const request = session
				? readSessionRequest(sent, session.endsAtMidnight)
				: hasKey
					? readOpenapiRequest(sent)
					: readRequest(sent);
			const own = tell(given, request);
			told.push(own);
			return toText(
				hasKey
					? writeOpenapiAnswer(own, habits, request)
					: writeAnswer(own, habits, request.fields, request.isWhole),
			);
		} catch (fault) {
			refusals.push((fault as Error).message);
			if (!(fault instanceof BadRequest)) throw fault;
			return toText({ error: fault.message });
		}
	};
	const outcome = await runNode(formOf(given, output), {
		credential: hasKey ? WITH_KEY : WITH_SECRET,
		now: Date.parse(given.now),
		zone: given.isZoneOption ? 'UTC' : given.zone,
		answer,
	});
	return { ...outcome, told, refusals };
}
