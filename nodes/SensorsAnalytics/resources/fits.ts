import { OperationalError } from 'n8n-workflow';

/** What takes half a gigabyte as items. */
export const MAX_VALUES = 10_000_000;
export const MORE_VALUES = `more than ${MAX_VALUES / 1e6} million values`;

/**
 * That a result would fill the memory, in the words of all results.
 * @param fault how much there is of it
 * @param advice what to do
 */
export function doesNotFit(what: string, fault: string, advice: string): OperationalError {
	return new OperationalError(`${what} does not fit into items: ${fault}`, { description: advice });
}
