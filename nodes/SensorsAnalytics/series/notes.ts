import { daysIn } from '../dates/comparison';
import type { Note } from '../table/table';
import type { Series } from './series';
import type { Sides } from './sides';

/**
 * What readers have to know to take the numbers for what they are.
 * @param shown places of the periods that have rows
 */
export function notesOf(
	{ range, columns, isWholeOnly, hasTotals }: Series,
	{ now, compared }: Sides,
	shown: readonly number[],
	partial: readonly string[],
): Note[] {
	const nameOf = (place: number) => now.periods[place]?.name ?? '';
	const notes: Note[] = [];
	if (partial.length > 0) notes.push({ kind: 'partial', periods: partial });
	if (isWholeOnly && hasTotals && now.periods.some(({ isPartial }) => isPartial))
		notes.push({ kind: 'totalsOfAllPeriods' });
	if (compared) {
		const { comparison, before, pairs, totalPair } = compared;
		const isTotal = columns.date === undefined;
		const alone = shown.filter((place) => pairs[place]?.partner === undefined);
		if (alone.length > 0) notes.push({ kind: 'noPartner', periods: alone.map(nameOf) });
		const used = new Set(shown.map((place) => pairs[place]?.partner));
		const others = before.periods.flatMap(({ name }, place) =>
			before.isLive[place] && !used.has(place) ? [name] : [],
		);
		if (comparison.range && others.length > 0) notes.push({ kind: 'notShown', periods: others });
		const unchanged = shown.filter(
			(place) => pairs[place]?.partner !== undefined && !pairs[place]?.mayChange,
		);
		if (unchanged.length > 0 && !isTotal)
			notes.push({ kind: 'noChange', periods: unchanged.map(nameOf) });
		if (isTotal || hasTotals) {
			if (totalPair.partner !== undefined && !totalPair.mayChange)
				notes.push({ kind: 'totalNotAlike' });
			const [days, daysBefore] = [daysIn(range), comparison.range ? daysIn(comparison.range) : 0];
			if (comparison.isCustom && days !== daysBefore)
				notes.push({ kind: 'daysDiffer', days, daysBefore });
		}
	}
	const grids = [now, compared?.before].flatMap((side) =>
		side ? [side.grid, ...(side.totals ? [side.totals] : [])] : [],
	);
	if (grids.some((grid) => grid.hasUnknown())) notes.push({ kind: 'unknown' });
	return notes;
}
