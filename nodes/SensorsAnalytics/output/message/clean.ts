/** Characters that nobody sees, and that turn, hide or end what stands around them. */

/** Ends of lines, and other characters that only move on. */
const SPACES = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
/**
 * Control characters; marks that turn the direction of writing; fillers and hyphens that are not
 * drawn; tags; halves of characters, and what is no character, which ends a file of SVG.
 */
const HIDDEN =
	/[\p{Cc}\p{Noncharacter_Code_Point}\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u3164\uffa0\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e007f}]|\u034f|\u17b4|\u17b5|\p{Cs}/gu;

/**
 * A text from data as one line without characters that nobody sees. Joiners stay, as emoji and
 * some scripts need them.
 */
export function clean(text: string): string {
	return text.replace(SPACES, ' ').replace(HIDDEN, '');
}
