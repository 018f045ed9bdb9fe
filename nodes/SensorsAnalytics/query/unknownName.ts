/** That the project has nothing of a name, in the words of all lists. */
const MOST_SHOWN = 100;

/**
 * @param what it is, such as `event`
 * @param typed its name or ID
 */
export function noneCalled(what: string, typed: string): string {
	return `There is no ${what} '${typed.slice(0, MOST_SHOWN)}' among those that the account may see`;
}
