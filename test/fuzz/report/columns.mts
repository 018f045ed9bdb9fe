/** The keys of a result (R6 of docs/calendar.md). */
import type { Case } from './case.mts';

export const PARTS = ['', '_previous', '_change', '_change_percent'] as const;

export interface Keys {
	groups: string[];
	/** Of each measure: itself, previous, change, change in percent; the first alone uncompared. */
	measures: string[][];
}

export function keysOf({ groups, measures, unit, output }: Case, isCompared: boolean): Keys {
	const isSummary = output === 'summary';
	const names = isSummary ? [] : groups;
	const taken = new Set(['_truncated', '_sampled', '_partial', ...names]);
	if (unit !== 'total' && !isSummary) taken.add('date');
	if (isCompared) taken.add('date_previous');
	for (const { name } of measures) taken.add(name);
	const free = (name: string): string => {
		let key = name;
		for (let count = 2; taken.has(key); count++) key = `${name}_${count}`;
		taken.add(key);
		return key;
	};
	const keys = measures.map(({ name }) =>
		isCompared ? [name, ...PARTS.slice(1).map((part) => free(name + part))] : [name],
	);
	return { groups: [...names], measures: keys };
}
