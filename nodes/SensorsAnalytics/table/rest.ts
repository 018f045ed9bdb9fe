import { add } from './decimal';
import type { Line } from './lines';
import type { Cell } from './table';

const NAME = '(other)';

/** Groups as one, their numbers added up; what is unknown of one is unknown of all. */
export function mergeLines(lines: readonly Line[], others: readonly Line[]): Line {
	const [first] = lines as [Line];
	const isShown = new Set(lines.flatMap(({ shown }) => shown));
	const sumAt = (place: number, of: 'now' | 'before') =>
		lines.map((line) => line[of]?.[place]).reduce((a, b) => a && b && sumOf(a, b));
	const sums = (of: 'now' | 'before') => first.now.map((_cells, place) => sumAt(place, of));
	const count = first.group.length;
	const isTaken = (name: string) =>
		others.some(({ group }) => group.every((value) => value === name));
	let name = NAME;
	for (let number = 2; isTaken(name); number++) name = `${NAME} ${number}`;
	return {
		key: NAME,
		group: Array.from({ length: count }, () => name),
		now: sums('now').map((cells) => cells ?? []),
		...(first.before ? { before: sums('before') } : {}),
		shown: first.now.flatMap((_cells, place) => (isShown.has(place) ? [place] : [])),
	};
}

function sumOf(a: readonly Cell[], b: readonly Cell[]): Cell[] {
	return a.map((value, index) => {
		const other = b[index];
		return typeof value === 'number' && typeof other === 'number' ? add(value, other) : null;
	});
}
