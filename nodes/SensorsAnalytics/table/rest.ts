import type { Steps } from '../../../credentials/http/slices';
import { addUpCells } from './grid';
import type { Line } from './lines';
import type { Cell } from './table';

const NAME = '(other)';

/** Groups as one, their numbers added up; what is unknown of one is unknown of all. A period a step. */
export function* mergeSteps(lines: readonly Line[], others: readonly Line[]): Steps<Line> {
	const [first] = lines as [Line];
	const isShown = new Set(lines.flatMap(({ shown }) => shown));
	const sumAt = (place: number, of: 'now' | 'before') =>
		lines.map((line) => line[of]?.[place]).reduce((a, b) => a && b && sumOf(a, b));
	const sums = function* (of: 'now' | 'before') {
		const found: Array<readonly Cell[] | undefined> = [];
		for (let place = 0; place < first.now.length; place++) {
			found.push(sumAt(place, of));
			yield;
		}
		return found;
	};
	const count = first.group.length;
	const isTaken = (name: string) =>
		others.some(({ group }) => group.every((value) => value === name));
	let name = NAME;
	for (let number = 2; isTaken(name); number++) name = `${NAME} ${number}`;
	const now = yield* sums('now');
	return {
		key: NAME,
		group: Array.from({ length: count }, () => name),
		now: now.map((cells) => cells ?? []),
		...(first.before ? { before: yield* sums('before') } : {}),
		shown: first.now.flatMap((_cells, place) => (isShown.has(place) ? [place] : [])),
	};
}

function sumOf(a: readonly Cell[], b: readonly Cell[]): Cell[] {
	return a.map((value, index) => {
		const other = b[index] ?? null;
		return value === null || other === null ? null : addUpCells([value, other]);
	});
}
