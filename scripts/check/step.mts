/** What is asked, and what the answer says of the facts of docs/service.md. */
import type { Answer, Question } from './asker.mts';
import { knownWords } from './scrub.mts';

export interface Finding {
	/** Nothing but words of the service and of this program. */
	seen: string;
	/** undefined where the answer does not tell. */
	agrees?: boolean;
}

export interface Fact {
	/** Heading of docs/service.md. */
	under: string;
	/** Its mark there. */
	mark: '●' | '◐' | '○' | '?';
	fact: string;
	/** What the node does where it is otherwise. */
	otherwise: string;
	judge(answer: Answer, about: About): Finding;
}

export interface Step {
	/** Whether nothing else is worth asking where this is refused. */
	isGate?: boolean;
	/** undefined where the project has nothing that could be asked about. */
	question(about: About): Question | undefined;
	/** What later questions need. */
	note?(answer: Answer, about: About): void;
	facts: Fact[];
}

/** What has been learned of the project; none of it is told. */
export interface About {
	/** On the clocks of UTC+8. */
	today: string;
	now: Date;
	events: string[];
	properties: string[];
	/** The one of the first events that happened most often. */
	event?: string;
	/** Another one. */
	second?: string;
	textProperty?: string;
	numberProperty?: string;
	dashboard?: string;
	release?: string;
}

export type Json = Record<string, unknown>;

export function objectIn(value: unknown): Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value)
		? (value as Json)
		: {};
}

export function listIn(value: unknown): unknown[] {
	return Array.isArray(value) ? (value as unknown[]) : [];
}

export function isFine({ status, kind }: Answer): boolean {
	return status >= 200 && status < 300 && kind === 'json';
}

/** How an answer that was not expected looks. */
export function looks(answer: Answer): string {
	const { status, kind, fault, json } = answer;
	if (kind === 'none') return `no answer (${fault ?? 'unknown'})`;
	if (answer.isRedirect) return `status ${status}, a redirect`;
	if (kind !== 'json')
		return `status ${status}, ${kind === 'empty' ? 'no text' : kind.toUpperCase()}`;
	const { error_type: type, code } = objectIn(json);
	const info = objectIn(objectIn(json).error_info);
	const codes = [type, code, info.code].filter(
		(one) => typeof one === 'string' && one !== 'SUCCESS',
	);
	return `status ${status}, JSON${codes.length > 0 ? ` ${knownWords(codes)}` : ''}`;
}

/** The finding, or how the answer looks where it is none of a report. */
export function whenFine(answer: Answer, judge: (json: unknown) => Finding): Finding {
	return isFine(answer) ? judge(answer.json) : { seen: looks(answer) };
}

/** `yyyy-MM-dd`, so many days later. */
export function addDays(day: string, days: number): string {
	return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** 1 is Monday. */
export function weekday(day: string): number {
	return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

export const MIDNIGHT = /^\d{4}-\d{2}-\d{2} 00:00:00$/;

/** What kinds of texts stand for points in time. */
export function shapeOf(text: unknown): string {
	if (typeof text !== 'string') return typeof text;
	return text
		.replace(/\d/g, '9')
		.replace(/[^9:. TZ+-]/g, 'x')
		.slice(0, 40);
}
