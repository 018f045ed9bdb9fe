import { withoutHidden } from '../../../../credentials/http/hidden';

/** Ends of lines, and other characters that only move on. */
const SPACES = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/**
 * A text from data as one line without characters that nobody sees, and that turn, hide or end what
 * stands around them, or tell a model something else.
 */
export function clean(text: string): string {
	return withoutHidden(text.replace(SPACES, ' '));
}
