import { withoutHidden } from '../hidden';

const MAX_LENGTH = 160;

/** The beginning of a text in one line, without the tags of HTML. Linear. */
export function firstWords(text: string): string {
	const spaced = text.replace(/<[^<>]*>/g, ' ').replace(/\p{Cc}/gu, ' ');
	const line = withoutHidden(spaced).replace(/\s+/g, ' ').trim();
	return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}
