/** A question, and what the answer shows about the facts of docs/service.md. */
import type { Answer, Question } from './asker.mts';
import { knownWords } from './scrub.mts';

export interface Finding {
	/** Only words of the service and of this program. */
	seen: string;
	/** undefined if the answer doesn't show it. */
	agrees?: boolean;
}

export interface Fact {
	/** Heading of docs/service.md. */
	under: string;
	/** Its mark in docs/service.md. */
	mark: '●' | '◐' | '○' | '?';
	fact: string;
	/** What the node does if the fact is wrong. */
	otherwise: string;
	judge(answer: Answer, about: About): Finding;
}

export interface Step {
	/** Whether no further question is useful if this one is refused. */
	isGate?: boolean;
	/** Returns undefined if the project has nothing to ask about. */
	question(about: About): Question | undefined;
	/** Records what later questions need. */
	note?(answer: Answer, about: About): void;
	facts: Fact[];
}

/** What the check has learned about the project; none of it is printed. */
export interface About {
	/** In the zone UTC+8. */
	today: string;
	now: Date;
	events: string[];
	properties: string[];
	/** The most frequent of the first events. */
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

/** Describes an unexpected answer. */
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

/** Judges a report's answer, or describes it if it isn't one. */
export function whenFine(answer: Answer, judge: (json: unknown) => Finding): Finding {
	return isFine(answer) ? judge(answer.json) : { seen: looks(answer) };
}

/** Returns the date `yyyy-MM-dd` a number of days later. */
export function addDays(day: string, days: number): string {
	return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** 1 is Monday. */
export function weekday(day: string): number {
	return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

export const MIDNIGHT = /^\d{4}-\d{2}-\d{2} 00:00:00$/;

/** Returns the format of texts for points in time. */
export function shapeOf(text: unknown): string {
	if (typeof text !== 'string') return typeof text;
	return text
		.replace(/\d/g, '9')
		.replace(/[^9:. TZ+-]/g, 'x')
		.slice(0, 40);
}
