const MAX_LENGTH = 160;

/** The beginning of a text in one line, without the tags of HTML. Linear. */
export function firstWords(text: string): string {
	const line = text
		.replace(/<[^<>]*>/g, ' ')
		.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
		.trim();
	return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}
