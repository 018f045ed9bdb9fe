/** Whether what came out is what had to come of an answer. */
import type { Outcome } from '../harness/node.mts';
import type { Case } from './cases.mts';
import { differ, judgeOutput } from './judge.mts';
import { REFUSAL } from './openapiOddities.mts';
import type { Expected } from './oracle.mts';
import { asItem } from './service.mts';

/** Forms in which nothing may go on that is not understood. */
const MESSAGES = ['slack', 'markdown', 'feishu', 'html', 'agent'];
const UNKNOWN = 'has an unexpected structure';

/** What came from the service. */
export interface Came {
	/** As it came. */
	answer: unknown;
	/** None for an unknown form. */
	expected: Expected | undefined;
	/** The service computed nothing. */
	isRefusal: boolean;
}

/** @returns what is wrong, or nothing */
export function judgeOutcome(one: Case, outcome: Outcome, came: Came): string | undefined {
	const { items, hints, error } = outcome;
	const { expected, isRefusal } = came;
	if (isRefusal) {
		const isTold = error?.includes(REFUSAL) && !error.includes(UNKNOWN);
		return isTold ? undefined : `a refusal is not told: ${error ?? JSON.stringify(items)}`;
	}
	if (one.output === 'raw') return error ?? differ('raw', items, [asItem(came.answer)]);
	const isUnknown = isSaidUnknown(outcome);
	if (!expected || (expected.mayBeUnknown && isUnknown)) {
		if (MESSAGES.includes(one.output)) {
			return error !== undefined && isUnknown
				? undefined
				: `an unknown form went on: ${error ?? JSON.stringify(items)}`;
		}
		if (error !== undefined) return error;
		if (!isUnknown) return `no hint at an unknown form: ${JSON.stringify(items)}`;
		return differ('unknown form', items, [asItem(came.answer)]);
	}
	if (error !== undefined) return error;
	if (hints.some((hint) => hint.includes('unexpected structure'))) return hints.join();
	return judgeHints(hints, expected) ?? judgeOutput(one.output, items, expected);
}

export function isSaidUnknown({ hints, error }: Outcome): boolean {
	return [...hints, error ?? ''].some((text) => text.includes(UNKNOWN));
}

function judgeHints(hints: string[], { isTruncated = false, isSampled = false }: Expected) {
	const isTold = (words: RegExp) => hints.some((hint) => words.test(hint));
	return (
		differ('a hint that it is cut', isTold(/left out|truncat/), isTruncated) ??
		differ('a hint at a sample', isTold(/sample/), isSampled)
	);
}
