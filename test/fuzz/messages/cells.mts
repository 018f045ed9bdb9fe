/** What is wrong with a cell's text, as numbers are written in en-US. */
export function faultOf(
	text: string,
	given: unknown,
	percent: unknown,
	isFraction = false,
): string | undefined {
	// A formula in the format of a percentage is written as one.
	const isPercent = isFraction && /^-?[\d,.]+%/.test(text);
	const value = isPercent && typeof given === 'number' ? given * 100 : given;
	if (value === null) return /\d/.test(text) ? 'for no number' : undefined;
	// A text is shown as it came (F5); a number beyond 2^53 with all its digits (F6).
	if (typeof value === 'string') {
		if (!/^-?\d+$/.test(value)) return text === value ? undefined : `for the text ${value}`;
		const shown = /^-?[\d,]+/.exec(text)?.[0].replaceAll(',', '');
		return shown === value ? undefined : `for ${value}`;
	}
	if (typeof value !== 'number') return undefined;
	const number = /^-?[\d,]+(?:\.\d+)?/.exec(text)?.[0];
	const read = Number(number?.replaceAll(',', ''));
	const isNear = number !== undefined && Math.abs(read - value) <= 0.005 + Math.abs(value) * 1e-12;
	if (!isNear) return `for ${value}`;
	if (number.startsWith('-') && read === 0) return `for ${value}: a negative nothing`;
	if (read === 0 && value !== 0) return `for ${value}: not nothing`;
	const change = /([▲▼=]?)\s*([+-]?[\d,]+(?:\.\d+)?)%/.exec(text.slice(number.length));
	if (typeof percent !== 'number') return change ? 'with a change of nothing' : undefined;
	if (!change) return `without the change of ${percent}%`;
	const [, arrow = '', written = ''] = change;
	const size = Math.abs(Number(written.replaceAll(',', '')));
	if (Math.abs(size - Math.abs(percent)) > 0.051) return `with another change than ${percent}%`;
	if (size === 0 && /[▲▼]/.test(arrow)) return 'with an arrow for no change';
	// Without arrows, a sign has the direction.
	const way = arrow === '' ? written[0] : arrow;
	const isRight = percent > 0 ? ['▲', '+'] : ['▼', '-'];
	if (size > 0 && !isRight.includes(way ?? '')) return 'with a wrong arrow';
	return undefined;
}
