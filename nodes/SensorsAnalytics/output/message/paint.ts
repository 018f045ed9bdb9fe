import type { Amount } from '../../table/decimal';
import { compareAmounts } from '../../table/decimal';
import type { Limits } from './options';

/** How a cell looks, where the target can show it. */
export interface Paint {
	/** By the limits that the user set. */
	tone?: 'good' | 'bad';
	/** From 0 to 1: darker for more. */
	shade?: number;
}

/** In front of a number: seen in every target, and without telling colours apart. */
const SIGNS = { good: '🟢', bad: '🔴' };

/** On which side of the limits a number is. */
export function toneOf(value: Amount | null, limits: Limits): Paint['tone'] {
	const { green, red } = limits;
	if (value === null) return undefined;
	const isLessGood = green !== undefined && red !== undefined && green < red;
	const isBeyond = (limit: number, isUp: boolean) =>
		compareAmounts(value, limit) * (isUp ? 1 : -1) >= 0;
	if (red !== undefined && isBeyond(red, isLessGood)) return 'bad';
	return green !== undefined && isBeyond(green, !isLessGood) ? 'good' : undefined;
}

export function signed(text: string, { tone }: Paint): string {
	return tone ? `${SIGNS[tone]} ${text}` : text;
}
