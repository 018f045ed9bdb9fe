import type { Series } from '../../series/series';
import type { Column } from '../../table/table';

/** What is counted, by aggregator; of sums and extremes the unit is that of the property. */
const COUNTED: { [aggregator: string]: string | undefined } = {
	general: 'events',
	unique: 'users',
	average: 'events per user',
	uniqCount: 'different values',
};
/** The same where sessions count. */
const OF_SESSIONS: typeof COUNTED = { ...COUNTED, general: 'times', average: 'times per user' };

/** Units of columns, in their order, as far as they are known. */
export function unitsOf(
	columns: readonly Column[],
	series: Series | undefined,
): Array<string | undefined> {
	const measured = new Map(
		(series?.columns.measures ?? []).map(({ key }, index) => {
			const measure = series?.query.measures[index];
			if (measure?.kind !== 'event') return [key, undefined];
			const counted = measure.isOfSessions ? OF_SESSIONS : COUNTED;
			return [key, counted[measure.aggregator]];
		}),
	);
	return columns.map(({ key, role, derived }) => {
		if (role !== 'measure') return undefined;
		if (derived?.as === 'percent') return '%';
		if (series) return measured.get(derived?.of ?? key);
		if (key.startsWith('percent')) return '%';
		return key.endsWith('users') ? 'users' : undefined;
	});
}
