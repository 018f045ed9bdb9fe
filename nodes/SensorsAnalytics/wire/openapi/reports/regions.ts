import { toNumber } from '../../../query/json';
import { UnknownForm } from '../../rows/unknownForm';

const [LONGEST, PARTS] = [80, 2];
const ENDLESS = ['', '∞', 'inf', 'infinity'];

/**
 * The limits in `[1, 3)`; those of a region without an end are null. The text of the last region
 * is not documented, so that several are understood.
 * @param place for errors
 * @throws UnknownForm for what is no region, or has a limit that belongs to the other side
 */
export function readRegion(
	text: unknown,
	place: string,
): { from: number | null; to: number | null } {
	if (typeof text === 'string' && text.length <= LONGEST) {
		const plain = text.trim();
		const [opens, closes] = [plain.at(0), plain.at(-1)];
		const parts = plain.slice(1, -1).split(',');
		if (parts.length === PARTS && '[('.includes(opens ?? ' ') && ')]'.includes(closes ?? ' ')) {
			const from = readLimit(parts[0] ?? '', -1);
			const to = readLimit(parts[1] ?? '', 1);
			const isStart = from === null || opens === '[';
			const isEnd = to === null || closes === ')';
			if (from !== undefined && to !== undefined && isStart && isEnd) return { from, to };
		}
	}
	throw new UnknownForm(`${place} is no region such as [1, 3)`);
}

/** Undefined for what is none; null for none on that side. */
function readLimit(text: string, side: 1 | -1): number | null | undefined {
	const plain = text.trim().replace(/^\+/, '');
	const endless = side < 0 ? plain.replace(/^-/, '') : plain;
	if (ENDLESS.includes(endless.toLowerCase()) && (side > 0 || plain !== endless || plain === '')) {
		return null;
	}
	const number = toNumber(plain);
	// The largest numbers of the service stand for no end.
	return number !== undefined && number * side > Number.MAX_SAFE_INTEGER ? null : number;
}
