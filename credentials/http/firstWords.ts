import { withoutHidden } from './hidden';

const MAX_LENGTH = 160;

/** The beginning of a text in one line, without the tags of HTML. Linear. */
export function firstWords(text: string): string {
	const words = text.replace(/<[^<>]*>/g, ' ').replace(/[\s\p{Cc}]+/gu, ' ');
	const line = withoutHidden(words).trim();
	return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}
