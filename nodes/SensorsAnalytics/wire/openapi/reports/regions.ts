import { toNumber } from '../../../query/json';
import { UnknownForm } from '../../rows/unknownForm';

const [LONGEST, PARTS] = [80, 2];
const ENDLESS = ['', '∞', '+∞', '-∞', 'inf', '+inf', '-inf', 'infinity', '+infinity', '-infinity'];

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
			const [from, to] = parts.map(readLimit) as [Limit, Limit];
			const isStart = from === null || (from !== undefined && opens === '[');
			const isEnd = to === null || (to !== undefined && closes === ')');
			if (isStart && isEnd) return { from: from as number | null, to: to as number | null };
		}
	}
	throw new UnknownForm(`${place} is no region such as [1, 3)`);
}

/** Undefined for what is none; null for none. */
type Limit = number | null | undefined;

function readLimit(text: string): Limit {
	const plain = text.trim().replace(/^\+(?=\d)/, '');
	if (ENDLESS.includes(plain.toLowerCase())) return null;
	const number = toNumber(plain);
	// The largest numbers of the service stand for no end.
	return number !== undefined && Math.abs(number) > Number.MAX_SAFE_INTEGER ? null : number;
}
