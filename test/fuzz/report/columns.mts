/** The keys of a result (R6 of docs/calendar.md). */
import type { Case } from './case.mts';

export const PARTS = ['', '_previous', '_change', '_change_percent'] as const;

export interface Keys {
	groups: string[];
	/** Of each measure: itself, previous, change, change in percent; the first alone uncompared. */
	measures: string[][];
}

export function keysOf({ groups, measures, output }: Case, isCompared: boolean): Keys {
	const isSummary = output === 'summary';
	const taken = new Set(['date', 'meta', '_truncated', '_sampled', '_partial']);
	if (isCompared) taken.add('date_previous');
	if (isSummary) for (const name of ['from', 'to']) taken.add(name);
	const free = (name: string): string => {
		let key = name;
		for (let count = 2; taken.has(key); count++) key = `${name}_${count}`;
		taken.add(key);
		return key;
	};
	const groupKeys = isSummary ? [] : groups.map(free);
	const names = measures.map(({ name }) => free(name));
	const keys = names.map((name) =>
		isCompared ? [name, ...PARTS.slice(1).map((part) => free(name + part))] : [name],
	);
	return { groups: groupKeys, measures: keys };
}

/** What a report can be ordered by; a summary by its groups, too, which changes nothing (O5). */
export function orderKeysOf(given: Case): string[] {
	const { groups, measures } = keysOf(given, isCompared(given));
	return [...(given.output === 'summary' ? given.groups : groups), ...measures.flat()];
}

const isCompared = ({ compare, pasted }: Case) =>
	compare.preset === 'asPasted' ? pasted?.compareFrom !== undefined : compare.preset !== 'none';
