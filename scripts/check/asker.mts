/**
 * Sends requests to an installation: signed, slowly, and not too often. It shares no code with the
 * node.
 */

export type Credential =
	| { kind: 'secret'; secret: string }
	| { kind: 'user'; secret: string; user: string }
	| { kind: 'account'; account: string; password: string; isPlatform: boolean }
	| { kind: 'key'; key: string; actAs?: string };

export interface Target {
	/** Without a trailing slash. */
	baseUrl: string;
	project: string;
	credential: Credential;
}

export interface Question {
	method?: 'GET' | 'POST';
	path: string;
	/** The path for the report, if it contains an ID. */
	reported?: string;
	query?: Record<string, string>;
	body?: object;
	form?: Record<string, string>;
	/** Not signed, or signed with an unknown secret. */
	as?: 'nobody' | 'stranger';
}

export interface Answer {
	/** 0 if there is no answer. */
	status: number;
	/** JSON, HTML, text, or nothing. */
	kind: 'json' | 'html' | 'text' | 'empty' | 'none';
	text: string;
	json?: unknown;
	isRedirect: boolean;
	/** Why there is no answer, as a code of Node.js. */
	fault?: string;
}

export interface Pace {
	most: number;
	pauseMs: number;
	wait(ms: number): Promise<void>;
}

export const PACE: Pace = {
	most: 60,
	pauseMs: 1000,
	wait: async (ms) => await new Promise((resolve) => setTimeout(resolve, ms)),
};

const TIMEOUT_MS = 120_000;
const MOST_BYTES = 20_000_000;
const NO_ANSWER = { status: 0, kind: 'none', text: '', isRedirect: false } as const;

interface Texts {
	[key: string]: string | undefined;
}

export class Asker {
	count = 0;
	private token = '';

	constructor(
		readonly target: Target,
		private readonly pace: Pace,
	) {}

	get isFull(): boolean {
		return this.count >= this.pace.most;
	}

	/** Returns the secrets, which no output may contain. */
	get secrets(): string[] {
		const { secret = '', key = '', password = '' } = this.target.credential as Texts;
		return [secret, key, password, this.token].filter((text) => text !== '');
	}

	/** Returns names that must not be a word of any output. */
	get places(): string[] {
		const { credential, project, baseUrl } = this.target;
		const { user = '', account = '' } = credential as Texts;
		return [project, new URL(baseUrl).hostname, user, account].filter((text) => text !== '');
	}

	/** Gets a token, for the two ways that have one. @returns the answer, unless it succeeded */
	async signIn(): Promise<Answer | undefined> {
		const { credential, project } = this.target;
		if (credential.kind === 'secret' || credential.kind === 'key') return undefined;
		const isUser = credential.kind === 'user';
		const answer = await this.ask(
			isUser
				? {
						path: '/api/auth/login',
						query: { token: credential.secret, project },
						body: { username: credential.user, expired_interval: 30 },
						as: 'nobody',
					}
				: {
						path: '/api/v2/auth/login',
						query: { project, ...(credential.isPlatform ? { is_global: 'true' } : {}) },
						body: {
							account_name: credential.account,
							password: credential.password,
							expired_interval: 30,
						},
						as: 'nobody',
					},
		);
		const token = (answer.json as Record<string, unknown> | undefined)?.[
			isUser ? 'token' : 'session_id'
		];
		if (answer.status !== 200 || typeof token !== 'string') return answer;
		this.token = token;
		return undefined;
	}

	async ask(question: Question): Promise<Answer> {
		if (this.isFull) throw new Error(`More than ${this.pace.most} questions`);
		if (this.count > 0) await this.pace.wait(this.pace.pauseMs);
		this.count++;
		const { baseUrl } = this.target;
		const { method = 'POST', path, body, form } = question;
		const { query, headers } = this.signed(question);
		const url = new URL(baseUrl + path);
		for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
		const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
		const sent = form ? new URLSearchParams(form).toString() : body && JSON.stringify(body);
		try {
			const response = await fetch(url, {
				method,
				headers: {
					accept: 'application/json',
					...(sent === undefined ? {} : { 'content-type': type }),
					...headers,
				},
				...(sent === undefined ? {} : { body: sent }),
				redirect: 'manual',
				signal: AbortSignal.timeout(TIMEOUT_MS),
			});
			return read(response.status, await textOf(response));
		} catch (error) {
			const { code, name } = ((error as Error).cause ?? error) as { code?: string; name?: string };
			return { ...NO_ANSWER, fault: code ?? name ?? 'unknown' };
		}
	}

	private signed({ query = {}, as }: Question): {
		query: Record<string, string>;
		headers: Record<string, string>;
	} {
		const { credential, project } = this.target;
		const isStranger = as === 'stranger';
		if (as === 'nobody') return { query, headers: {} };
		switch (credential.kind) {
			case 'key': {
				const key = isStranger ? `#K-${'0'.repeat(32)}` : credential.key;
				const other: Record<string, string> = credential.actAs
					? { 'account-id': credential.actAs }
					: {};
				return { query, headers: { 'api-key': key, 'sensorsdata-project': project, ...other } };
			}
			case 'secret': {
				const token = isStranger ? '0'.repeat(64) : credential.secret;
				return { query: { ...query, project, token }, headers: {} };
			}
			default: {
				const token = isStranger ? '0'.repeat(64) : this.token;
				return { query: { ...query, project }, headers: { 'sensorsdata-token': token } };
			}
		}
	}
}

async function textOf(response: Response): Promise<string> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	const reader = response.body?.getReader();
	for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
		chunks.push(part.value);
		size += part.value.length;
		if (size > MOST_BYTES) await reader?.cancel();
	}
	return Buffer.concat(chunks).toString('utf8');
}

function read(status: number, text: string): Answer {
	const isRedirect = status >= 300 && status < 400;
	const start = text.trimStart();
	const shared = { status, text, isRedirect };
	if (start === '') return { ...shared, kind: 'empty' };
	if (start.startsWith('<')) return { ...shared, kind: 'html' };
	try {
		return { ...shared, kind: 'json', json: JSON.parse(text) as unknown };
	} catch {
		return { ...shared, kind: 'text' };
	}
}
