/** Whether an answer in words has the right facts. */
import type { Fact, Question } from './questions.mts';
import type { Truth } from './truth.mts';

const UNANSWERED =
	/can(?:'|’|no)t|can not|no (?:such )?(?:data|event|propert)|not (?:possible|available|tracked)|无法|没有/i;

/**
 * What is wrong with an answer; nothing, if it is right.
 * @param rounded part of themselves by which numbers may be off
 */
export function faultOf(
	{ truth }: Question,
	right: Truth,
	answer: string,
	rounded = 0,
): string | undefined {
	if (!truth) return UNANSWERED.test(answer) ? undefined : `answered: ${answer}`;
	const facts = truth(right);
	const missing = facts.filter((fact) => !states(answer, fact, rounded));
	if (facts.length > 0 && missing.length === 0) return undefined;
	return `lacks ${missing.join(', ')}: ${answer}`;
}

function states(answer: string, fact: Fact, rounded: number): boolean {
	if (typeof fact === 'string') return answer.includes(fact);
	const numbers = answer.replaceAll(/(?<=\d),(?=\d{3})/g, '').match(/-?\d+(?:\.\d+)?/g) ?? [];
	return numbers.some(
		(number) => Math.abs(Number(number) - fact) <= Math.max(0.0051, Math.abs(fact) * rounded),
	);
}
