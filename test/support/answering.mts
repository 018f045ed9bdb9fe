import type { ServiceRequest } from '../../credentials/http/request';

/** Returns a service that gives the answers in turn, the last one again, and its requests. */
export function answering(...answers: unknown[]) {
	const requests: ServiceRequest[] = [];
	const ask = async (request: ServiceRequest): Promise<unknown> => {
		requests.push(request);
		return await Promise.resolve(answers[Math.min(requests.length, answers.length) - 1]);
	};
	return { ask, requests };
}
