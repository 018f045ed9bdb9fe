import type { Digest } from './digest';

const BLOCKS = '▁▂▃▄▅▆▇█';
const MIN_POINTS = 3;
const MAX_POINTS = 31;
const MAX_LINES = 3;

/**
 * Numbers over time as a line of blocks, the lowest and the highest of them beside it, for
 * targets that draw no charts: `▁▃█ orders (12–340)`. Not escaped yet.
 */
export function sparklines({ chart }: Pick<Digest, 'chart'>): string[] {
	if (chart?.kind !== 'line') return [];
	return chart.series
		.filter(({ isPrevious }) => !isPrevious)
		.slice(0, MAX_LINES)
		.flatMap(({ name, values }) => {
			const shown = values.slice(-MAX_POINTS);
			const known = shown.filter((value) => value !== null);
			if (known.length < MIN_POINTS) return [];
			const [low, high] = [Math.min(...known), Math.max(...known)];
			const range = `${chart.write(low)}–${chart.write(high)}`;
			return [`${heightsOf(shown, low, high)} ${name} (${range})`];
		});
}

function heightsOf(values: ReadonlyArray<number | null>, low: number, high: number): string {
	const top = BLOCKS.length - 1;
	return values
		.map((value) => {
			if (value === null) return ' ';
			// In halves: the distance of two large numbers may be too large for one.
			const part = high === low ? 0 : (value / 2 - low / 2) / (high / 2 - low / 2);
			return BLOCKS[Math.round(part * top)];
		})
		.join('');
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of blocks, to an eighth of one; what is not nothing is seen. */
export function blocksOf(part: number, length: number): string {
	const eighths = part > 0 ? Math.max(1, Math.round(part * length * 8)) : 0;
	return '█'.repeat(Math.floor(eighths / 8)) + (EIGHTHS[eighths % 8] as string);
}
