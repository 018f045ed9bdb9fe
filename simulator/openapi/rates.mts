import type { Traits } from './traits.mts';

/** Returns a rate in the installation's format: a ratio with 4 decimals, or a percentage with 2. */
export function rate(part: number, whole: number, { rates }: Traits): number {
	const share = whole === 0 ? 0 : part / whole;
	return rates === 'ratio' ? Math.round(share * 1e4) / 1e4 : Math.round(share * 1e4) / 100;
}
