/** Shortens a text to so many characters, and says so by its end. */
export function cut(text: string, length: number): string {
	if (text.length <= length) return text;
	// A character of two units isn't parted.
	return `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Shortens a text to so many columns, of which Chinese, Japanese and Korean characters take two. */
export function cutToWidth(text: string, width: number): string {
	if (widthOf(text) <= width) return text;
	let kept = '';
	for (const char of text) {
		if (widthOf(kept + char) > width - 1) break;
		kept += char;
	}
	return `${kept}…`;
}

function widthOf(text: string): number {
	let width = 0;
	for (const char of text) width += (char.codePointAt(0) as number) > 0x2e7f ? 2 : 1;
	return width;
}

/** Shortened texts that still differ where the texts did: `Long na…`, `Long n… 2`. */
export function cutApart(texts: readonly string[], length: number): string[] {
	const taken = new Set<string>();
	/** Where to go on counting: thousands of texts may begin alike. */
	const numbers = new Map<string, number>();
	return texts.map((text) => {
		const short = cut(text, length);
		let label = short;
		let next = numbers.get(short) ?? 2;
		for (; taken.has(label); next++) {
			const end = ` ${next}`;
			label = `${cut(text, length - end.length)}${end}`;
		}
		numbers.set(short, next);
		taken.add(label);
		return label;
	});
}

/** The most leading entries that a target takes, as the measure of what it takes. */
export function countThatFits<T>(entries: readonly T[], fits: (some: T[]) => boolean): number {
	let [low, high] = [0, entries.length];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (fits(entries.slice(0, middle))) low = middle;
		else high = middle - 1;
	}
	return low;
}
