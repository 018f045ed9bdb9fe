/** Runs the node on a case, and keeps what the service told it. */
import { writeAnswer } from './answer.mts';
import type { Case } from './case.mts';
import { formOf } from './form.mts';
import { type Outcome, runNode } from './node.mts';
import { writeOpenapiAnswer } from './openapiAnswer.mts';
import { BadRequest, readOpenapiRequest, readRequest, readSessionRequest } from './request.mts';
import { tell, type Told } from './tell.mts';

export interface Served extends Outcome {
	told: Told[];
	/** Why the service did not take a request. */
	refusals: string[];
}

/** @param output another than the case's */
export async function serve(given: Case, output: string = given.output): Promise<Served> {
	const told: Told[] = [];
	const refusals: string[] = [];
	const at = { now: Date.parse(given.now), zone: given.isZoneOption ? 'UTC' : given.zone };
	const { hasKey = false, session } = given;
	const situation = { ...at, hasKey, isOfSessions: session !== undefined };
	const outcome = await runNode(formOf(given, output), situation, (body) => {
		try {
			const request = session
				? readSessionRequest(body, session.endsAtMidnight)
				: hasKey
					? readOpenapiRequest(body)
					: readRequest(body);
			const answer = tell(given, request);
			told.push(answer);
			return hasKey
				? writeOpenapiAnswer(answer, given.habits, request)
				: writeAnswer(answer, given.habits, request.fields, request.isWhole);
		} catch (fault) {
			refusals.push((fault as Error).message);
			if (!(fault instanceof BadRequest)) throw fault;
			return { error: fault.message };
		}
	});
	return { ...outcome, told, refusals };
}
