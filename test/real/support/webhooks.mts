/**
 * In place of a status: nothing came in time. n8n answers a webhook never where a worker is killed
 * between storing an execution as a success and reporting it: whoever waits only learns of
 * failures.
 */
export const UNANSWERED = 0;

export interface WebhookAnswer {
	/** Of HTTP, or `UNANSWERED`. */
	status: number;
	/** Items that the workflow answered with. */
	rows: number;
	body: string;
}

interface Calls {
	times: number;
	atOnce: number;
	timeoutMs: number;
	/** Called after each answer with the number of answers so far. */
	onAnswer?: (count: number) => void;
}

/**
 * Calls a webhook many times, some side by side.
 * @returns one answer per call; one without an answer in time is `UNANSWERED`
 */
export async function callWebhook(
	url: string,
	{ times, atOnce, timeoutMs, onAnswer }: Calls,
): Promise<WebhookAnswer[]> {
	const answers: WebhookAnswer[] = [];
	let started = 0;
	const caller = async () => {
		while (started++ < times) {
			answers.push(await callOnce(url, timeoutMs));
			onAnswer?.(answers.length);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, caller));
	return answers;
}

const TRY_MS = 10_000;

/** n8n registers webhooks some seconds after it says that it is ready. */
export async function untilItAnswers(url: string, deadlineMs = 60_000): Promise<void> {
	const deadline = Date.now() + deadlineMs;
	let last: WebhookAnswer | undefined;
	while (Date.now() < deadline) {
		last = await callOnce(url, TRY_MS);
		if (last.status === 200) return;
		await new Promise((resolve) => setTimeout(resolve, 500));
	}
	throw new Error(`The webhook did not answer in time: ${last?.status} ${last?.body}`);
}

async function callOnce(url: string, timeoutMs: number): Promise<WebhookAnswer> {
	try {
		const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
		const body = await response.text();
		return { status: response.status, rows: countRows(body), body: body.slice(0, 500) };
	} catch (error) {
		if ((error as Error).name !== 'TimeoutError') throw error;
		return { status: UNANSWERED, rows: 0, body: `No answer within ${timeoutMs / 1000} s` };
	}
}

function countRows(body: string): number {
	try {
		const parsed = JSON.parse(body) as unknown;
		return Array.isArray(parsed) ? parsed.length : 0;
	} catch {
		return 0;
	}
}
