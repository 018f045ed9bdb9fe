/** Sends all questions, judges the answers, and makes the table and the report. */
import Table from 'cli-table3';

import type { Answer, Pace, Question, Target } from './asker.mts';
import { Asker, PACE } from './asker.mts';
import { legacySteps } from './legacy.mts';
import { openapiSteps } from './openapi.mts';
import { Scrubber } from './scrub.mts';
import type { About, Fact, Step } from './step.mts';
import { addDays, isFine, looks, objectIn } from './step.mts';

export interface Line {
	under: string;
	mark: string;
	fact: string;
	seen: string;
	/** `unreported` if the answer doesn't show it, or there was none. */
	result: 'agrees' | 'differs' | 'unreported';
	/** What the node does in that case. */
	otherwise?: string;
}

/** The attachment of an issue, which contains nothing about the project. */
export interface Report {
	about: string;
	way: string;
	generation: 'legacy' | 'openapi';
	questions: number;
	/** Why no further questions were sent, if so. */
	ended?: string;
	facts: Line[];
	answers: Array<{ method: string; path: string; status: number; kind: string; body?: unknown }>;
}

const ABOUT =
	'Report of npm run check. Every name, value and number of the project is replaced; the same ones are replaced alike.';
const BEIJING_MS = 8 * 3_600_000;
/** More of a text shows nothing new. */
const LONGEST_TEXT = 4000;

function stepsFor({ credential }: Target): readonly Step[] {
	return credential.kind === 'key' ? openapiSteps : legacySteps;
}

/** Returns the maximum number of questions, including a login. */
export function countFor(target: Target): number {
	const { kind } = target.credential;
	return stepsFor(target).length + (kind === 'user' || kind === 'account' ? 1 : 0);
}

/** @throws Error if the report would reveal something about the project */
export async function check(target: Target, pace: Pace = PACE, now = new Date()): Promise<Report> {
	const asker = new Asker(target, pace);
	const scrubber = new Scrubber(asker.secrets, asker.places);
	const today = new Date(now.getTime() + BEIJING_MS).toISOString().slice(0, 10);
	scrubber.keepDates(Array.from({ length: 100 }, (_, index) => addDays(today, 5 - index)));
	const about: About = { today, now, events: [], properties: [] };
	const report: Report = {
		about: ABOUT,
		way: target.credential.kind,
		generation: target.credential.kind === 'key' ? 'openapi' : 'legacy',
		questions: 0,
		facts: [],
		answers: [],
	};

	const refused = await asker.signIn();
	if (refused) {
		report.ended = `The login was not answered with a token: ${looks(refused)}`;
		note(report, { path: '/login' }, refused, scrubber);
	}
	for (const step of stepsFor(target)) {
		const question = report.ended === undefined ? step.question(about) : undefined;
		if (question === undefined || asker.isFull) {
			const seen = report.ended === undefined ? 'nothing to ask about' : 'not asked';
			report.facts.push(...step.facts.map((fact) => lineOf(fact, { seen })));
			continue;
		}
		const answer = await asker.ask(question);
		step.note?.(answer, about);
		scrubber.learn('event', about.events);
		scrubber.learn('property', about.properties);
		const findings = step.facts.map((fact) => ({ fact, finding: fact.judge(answer, about) }));
		report.facts.push(...findings.map(({ fact, finding }) => lineOf(fact, finding)));
		note(report, question, answer, scrubber);
		if (step.isGate && !isAnswered(answer)) report.ended = whyEnded(answer);
	}
	report.questions = asker.count;
	scrubber.assertClean(JSON.stringify(report.answers.map(({ body }) => body)));
	const reported = [report.ended ?? '', ...report.facts.map(({ seen }) => seen)].join('\n');
	new Scrubber(asker.secrets, asker.places).assertClean(reported);
	return report;
}

function isAnswered(answer: Answer): boolean {
	const { code, error } = objectIn(answer.json);
	return isFine(answer) && error === undefined && (code === undefined || code === 'SUCCESS');
}

function whyEnded(answer: Answer): string {
	const { kind, status, isRedirect } = answer;
	const then =
		kind === 'none'
			? 'Nothing answers at the base URL: check host and port, such as 8107'
			: kind === 'json'
				? status === 401 || status === 403
					? 'The project or the credential was refused'
					: 'The first request was rejected'
				: isRedirect || kind === 'html'
					? 'What answers is a web page or a proxy, and not the API: check the base URL, and that nothing in between asks for a login'
					: 'What answers is not the API';
	return `${then} (${looks(answer)}).`;
}

function lineOf(
	{ under, mark, fact, otherwise }: Fact,
	{ seen, agrees }: { seen: string; agrees?: boolean },
): Line {
	const line = { under, mark, fact, seen };
	if (agrees === undefined) return { ...line, result: 'unreported' };
	return agrees ? { ...line, result: 'agrees' } : { ...line, result: 'differs', otherwise };
}

function note(
	{ answers }: Report,
	{ method = 'POST', path, reported }: Question,
	answer: Answer,
	scrubber: Scrubber,
): void {
	const { status, kind, json, text } = answer;
	const body =
		kind === 'json'
			? scrubber.value(json)
			: kind === 'text' || kind === 'html'
				? linesOf(text, scrubber)
				: undefined;
	answers.push({
		method,
		path: reported ?? path,
		status,
		kind,
		...(body === undefined ? {} : { body }),
	});
}

/** Lines of JSON stay lines of JSON. */
function linesOf(text: string, scrubber: Scrubber): string {
	return text
		.slice(0, LONGEST_TEXT)
		.split('\n')
		.slice(0, 20)
		.map((line) => {
			try {
				return JSON.stringify(scrubber.value(JSON.parse(line)));
			} catch {
				return scrubber.line(line);
			}
		})
		.join('\n');
}

const SIGNS = { agrees: 'yes', differs: 'NO', unreported: '?' };

/** Sources of a fact (docs/service.md). */
const MARKS =
	"● vendor's API documentation, ◐ other pages of the vendor, ○ programs of others, ? assumption; digits of times are masked";

/** Returns the table, and below it what differs and what the node does then. */
export function tableOf({ facts, ended, questions }: Report): string {
	const table = new Table({
		head: ['Fact', 'Seen', 'Agrees'],
		colWidths: [64, 40, 8],
		wordWrap: true,
		style: { head: [], border: [] },
	});
	for (const { under, mark, fact, seen, result } of facts)
		table.push([`${mark} ${under}: ${fact}`, seen, SIGNS[result]]);
	const differing = facts.filter(({ result }) => result === 'differs');
	const count = (wanted: Line['result']) => facts.filter(({ result }) => result === wanted).length;
	return [
		...(ended === undefined ? [] : [ended, '']),
		table.toString(),
		MARKS,
		'',
		`${questions} requests: ${count('agrees')} facts agree, ${differing.length} differ, ${count('unreported')} couldn't be checked.`,
		...differing.map(
			({ fact, seen, otherwise }) =>
				`\n- ${fact}\n  Seen: ${seen}. How the node handles it: ${otherwise}`,
		),
	].join('\n');
}
