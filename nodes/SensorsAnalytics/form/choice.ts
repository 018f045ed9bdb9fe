import { UserError } from 'n8n-workflow';

import { textOf } from './reading';

const MOST_SHOWN = 100;

/**
 * What was chosen of a list, which an expression may give as well.
 * @param label the field as the error calls it, in quotation marks
 * @throws UserError that names the field and what it can be
 */
export function readOneOf<Choice extends string>(
	given: unknown,
	choices: readonly Choice[],
	label: string,
): Choice {
	const text = textOf(given);
	const found = choices.find((choice) => choice === text);
	if (found !== undefined) return found;
	throw noChoice(text, choices, label);
}

/** That there is no such choice, in the words of all fields and of queries in JSON. */
export function noChoice(text: string, choices: readonly string[], label: string): UserError {
	const fault = text === '' ? 'is empty' : `can't be '${text.slice(0, MOST_SHOWN)}'`;
	return new UserError(`${label} ${fault}. It must be one of: ${choices.join(', ')}`);
}
