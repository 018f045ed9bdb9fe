/**
 * A model without any knowledge of the project: it takes words from the question, looks for them,
 * takes the first hit, asks, and after an error does what the error says.
 */
import { DateTime } from 'luxon';

import { Answer } from './answer.mts';
import { type Fact, type Find, MEANINGS, type Question } from './questions.mts';
import { daysOf } from './truth.mts';

export interface Call {
	tool: string;
	args: Record<string, unknown>;
}

/** A call of a tool, and what the tool said. */
export interface ToolResult extends Call {
	text: string;
}

export type Turn = { call: Call } | { answer: string };

interface Hit {
	name: string;
	/** An event that has it, for a property. */
	event: string;
}

/** Returns the next step after a number of calls. */
export function nextTurn(question: Question, reported: readonly ToolResult[]): Turn {
	const hits: Hit[] = [];
	let at = 0;
	for (const find of question.finds) {
		const found = reported[at++];
		if (!found) return { call: callFor(find) };
		const hit = firstHit(found.text);
		if (typeof hit === 'string') return { answer: `This can't be answered: ${hit}` };
		hits.push(hit);
	}
	const answers: Answer[] = [];
	for (const { tool, query } of question.asks) {
		const call = { tool, args: { query: filledIn(query, hits) } };
		let said = reported[at++];
		if (!said) return { call };
		const correction = read(said.text) ? undefined : correctionOf(said.text);
		if (correction) {
			said = reported[at++];
			if (!said) {
				const text = JSON.stringify(call.args.query).replaceAll(...correction);
				return { call: { tool, args: { query: JSON.parse(text) as unknown } } };
			}
		}
		const answer = read(said.text);
		if (!answer) return { answer: `This can't be answered: ${said.text}` };
		answers.push(answer);
	}
	return { answer: writeFacts(question.tell(answers)) };
}

function callFor({ what, word }: Find): Call {
	return {
		tool: what === 'event' ? 'Find events' : 'Find properties',
		args: { search: MEANINGS[word.toLowerCase()] ?? word },
	};
}

interface Found {
	columns?: string[];
	rows?: unknown[][];
	advice?: string;
}

/** The first entry; or what is said where there is none. */
function firstHit(text: string): Hit | string {
	const reported = parsed(text);
	const found = (Array.isArray(reported) ? (reported as unknown[])[0] : reported) as Found;
	const [row] = found?.rows ?? [];
	if (!row) return found?.advice ?? text;
	const cell = (column: string) => row[found.columns?.indexOf(column) ?? -1];
	const events = cell('events') as string[] | null | undefined;
	return { name: String(cell('name')), event: events?.[0] ?? '' };
}

function filledIn(query: unknown, hits: readonly Hit[]): unknown {
	const [from, to] = daysOf('the week before', DateTime.now());
	const text = JSON.stringify(query)
		.replaceAll(/\$(\d)(\.event)?/g, (_all, index: string, ofEvent?: string) => {
			const hit = hits[Number(index) - 1];
			return (ofEvent ? hit?.event : hit?.name) ?? '';
		})
		.replaceAll('$week before', `${from}..${to}`);
	return JSON.parse(text) as unknown;
}

function read(text: string): Answer | undefined {
	const reported = parsed(text);
	const answer = (Array.isArray(reported) ? (reported as unknown[])[0] : reported) as
		| { columns?: string[]; rows?: [] }
		| undefined;
	if (!answer?.columns || !answer.rows) return undefined;
	return new Answer({ columns: answer.columns, rows: answer.rows });
}

/** The name that an error quotes, and the first one that it offers instead. */
function correctionOf(text: string): [string, string] | undefined {
	const [, wrong, right] =
		/'([^']+)': did you mean ([^?\s,]+)\?/.exec(text) ??
		/called '([^']+)'\. (?:Nearest:|Did you mean) ([^\s,?]+)/.exec(text) ??
		/'([^']+)' is the display name of (\S+?)[.,\s]/.exec(text) ??
		[];
	return wrong !== undefined && right !== undefined ? [wrong, right] : undefined;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function writeFacts(facts: readonly Fact[]): string {
	return facts.map((fact) => (typeof fact === 'number' ? String(fact) : `${fact}:`)).join(' ');
}
