import { setTimeout as wait } from 'node:timers/promises';

import { parse } from 'flatted';

import type { ExecutionResult, StoredFile } from './executions.mts';
import { OWNER } from './n8n.mts';

const POLL_MS = 100;
/** An execution that takes longer is asked for less often: each answer holds all of it. */
const MOST_POLL_MS = 500;
const GROWTH = 1.2;
/** Statuses of an execution that goes on. */
export const OPEN = ['new', 'running', 'waiting'];

/** The API that the editor uses, signed in as the owner. */
export class N8nApi {
	private constructor(
		private readonly url: string,
		/** Headers of a signed-in request. */
		readonly cookies: { cookie: string },
	) {}

	/** @param url of n8n, without a path */
	static async signIn(url: string): Promise<N8nApi> {
		const login = await fetch(`${url}/rest/login`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ emailOrLdapLoginId: OWNER.email, password: OWNER.password }),
		});
		if (!login.ok) throw new Error(`n8n refused the owner: ${login.status}`);
		const cookie = login.headers
			.getSetCookie()
			.map((line) => line.split(';')[0])
			.join('; ');
		return new N8nApi(url, { cookie });
	}

	/** @returns the `data` of the answer */
	async call<T>(method: string, path: string, body?: object): Promise<T> {
		const response = await fetch(`${this.url}/rest${path}`, {
			method,
			// n8n closes what is idle, and may do so just as the next request goes out.
			headers: { 'content-type': 'application/json', connection: 'close', ...this.cookies },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const text = await response.text();
		if (!response.ok)
			throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
		return (JSON.parse(text) as { data: T }).data;
	}

	/** Lets a workflow's triggers work, as the editor's button does. */
	async publish(workflowId: string): Promise<void> {
		const { versionId } = await this.call<{ versionId: string }>('GET', `/workflows/${workflowId}`);
		await this.call('POST', `/workflows/${workflowId}/activate`, { versionId });
	}

	/** Runs a workflow from the trigger of that name to its end, as the editor's button does. */
	async run(workflowId: string, trigger: string, deadlineMs = 60_000): Promise<ExecutionResult> {
		const workflowData = await this.call<object>('GET', `/workflows/${workflowId}`);
		const { executionId } = await this.call<{ executionId: string }>(
			'POST',
			`/workflows/${workflowId}/run`,
			{ workflowData, triggerToStartFrom: { name: trigger } },
		);
		let pause = POLL_MS;
		const deadline = Date.now() + deadlineMs;
		for (; Date.now() < deadline; await wait(pause)) {
			pause = Math.min(pause * GROWTH, MOST_POLL_MS);
			const { status, data } = await this.call<{ status: string; data: string }>(
				'GET',
				`/executions/${executionId}`,
			);
			// n8n 1.x may report the end before it has stored the data.
			const result = parse(data) as ExecutionResult['data'] | undefined;
			if (!OPEN.includes(status) && result !== undefined) return { data: result };
		}
		throw new Error(`The execution of ${workflowId} goes on after ${deadlineMs / 1000} s`);
	}

	/** The text of a file, as the editor's download gives it. */
	async textOf({ data, id }: StoredFile): Promise<string> {
		if (id === undefined) return Buffer.from(data, 'base64').toString();
		const query = new URLSearchParams({ id, action: 'download' });
		const response = await fetch(`${this.url}/rest/binary-data?${query}`, {
			headers: this.cookies,
		});
		if (!response.ok) throw new Error(`n8n does not give the file ${id}: ${response.status}`);
		return await response.text();
	}

	/**
	 * Executions that n8n keeps of a workflow, the newest first, 100 at most.
	 * @param status those that are wanted; all if left out
	 */
	async executions(
		workflowId: string,
		status?: readonly string[],
	): Promise<Array<{ id: string; status: string }>> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId, status }));
		const { results } = await this.call<{ results: Array<{ id: string; status: string }> }>(
			'GET',
			`/executions?filter=${filter}&limit=100`,
		);
		return results;
	}
}
