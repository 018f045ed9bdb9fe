import { type Amount, amountFrom, compareAmounts } from './decimal';
import type { Cell } from './table';

const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
/** `10`, `10~20`, `<10`, `≥20`, `20+`. */
const BUCKET = new RegExp(String.raw`^(<|<=|≤|>|>=|≥)?\s*(${NUMBER})(?:\s*~.*|\+)?$`);

/**
 * Order of a group's values, ascending (O2 of docs/calendar.md): numbers, digits as text and
 * buckets by their first number, then texts, then true, then false. Null is told apart by the
 * caller.
 */
export function compareValues(a: Cell, b: Cell): number {
	const [first, second] = [rankOf(a), rankOf(b)];
	if (first.kind !== second.kind) return first.kind - second.kind;
	const order = compareAmounts(first.number, second.number);
	if (order !== 0) return order;
	return first.text < second.text ? -1 : first.text > second.text ? 1 : 0;
}

const [NUMBERS, TEXTS, BOOLEANS] = [0, 1, 2];
/** What is below a number comes before it. */
const [BELOW, AT] = ['a', 'b'];

function rankOf(value: Cell): { kind: number; number: Amount; text: string } {
	if (typeof value === 'number') return { kind: NUMBERS, number: value, text: AT };
	if (typeof value === 'boolean') return { kind: BOOLEANS, number: value ? 0 : 1, text: '' };
	const text = String(value);
	const bucket = BUCKET.exec(text);
	if (!bucket) return { kind: TEXTS, number: 0, text };
	const [, side = '', number = ''] = bucket;
	const isBelow = side.startsWith('<') || side === '≤';
	return { kind: NUMBERS, number: amountFrom(number), text: isBelow ? BELOW : AT };
}
