/** Characters that nobody sees, and that turn, hide or end what stands around them. */

/** Ends of lines, and other characters that only move on. */
const SPACES = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/** Control characters; marks that turn the direction of writing; tags; halves of characters. */
const HIDDEN =
	/[\p{Cc}\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]|\p{Cs}/gu;

/**
 * A text from data as one line without characters that nobody sees. Joiners stay, as emoji and
 * some scripts need them.
 */
export function clean(text: string): string {
	return text.replace(SPACES, ' ').replace(HIDDEN, '');
}
