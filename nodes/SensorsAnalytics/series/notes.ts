import { daysIn } from '../dates/comparison';
import type { Period } from '../dates/expected';
import { unitName } from '../dates/units';
import { TOTAL } from '../query/eventQuery';
import type { Note } from '../table/table';
import type { Series } from './series';
import { isWhole } from './side';
import type { Sides } from './sides';

/** Nothing is left of a report of which only whole periods count. */
export function noWholePeriod(unit: string): Note {
	const name = unitName(unit);
	return { kind: 'noWholePeriod', unit: name === TOTAL ? 'day' : name || 'period' };
}

/**
 * What readers have to know to take the numbers for what they are.
 * @param shown places of the periods that have rows
 */
export function notesOf(
	{ range, columns, wholeUnit, hasTotals }: Series,
	{ now, compared, hasOwnTotals }: Sides,
	shown: readonly number[],
	partial: readonly string[],
): Note[] {
	const nameOf = (place: number) => now.periods[place]?.name ?? '';
	const notes: Note[] = [];
	if (partial.length > 0) notes.push({ kind: 'partial', periods: partial });
	if (wholeUnit !== undefined && !now.periods.some(isWhole)) notes.push(noWholePeriod(wholeUnit));
	if (hasOwnTotals && hasTotals && columns.measures.some(({ canAddUp }) => canAddUp !== true))
		notes.push({ kind: 'hoursNotTotalled' });
	if (compared) {
		const { comparison, before, pairs, totalPair } = compared;
		const isTotal = columns.date === undefined;
		const alone = shown.filter((place) => pairs[place]?.partner === undefined);
		if (alone.length > 0) notes.push({ kind: 'noPartner', periods: alone.map(nameOf) });
		const used = new Set(shown.map((place) => pairs[place]?.partner));
		// Partners of hours that are left out are left out, too.
		const left = new Set(
			pairs.flatMap(({ partner }, place) =>
				wholeUnit !== undefined && !isWhole(now.periods[place] as Period) ? [partner] : [],
			),
		);
		const others = before.periods.flatMap(({ name }, place) =>
			before.isLive[place] && !used.has(place) && !left.has(place) ? [name] : [],
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
