import { firstWords } from '../../../credentials/http/redact';

/** That the project has nothing of a name, in the words of all lists. */
const MOST_SHOWN = 100;

/**
 * @param what it is, such as `event`
 * @param typed its name or ID
 */
export function noneCalled(what: string, typed: string): string {
	return `There is no ${what} '${typed.slice(0, MOST_SHOWN)}' among those that the account may see`;
}

/** Names of the project in a sentence: they may be of any length there. */
export function listed(names: readonly string[]): string {
	return names.map(firstWords).join(', ');
}
