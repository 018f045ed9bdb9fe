import { toldTooOften } from '../../dates/points';
import type { Table } from '../../table/table';
import { UnknownForm } from '../../wire/rows/unknownForm';

/** @throws UnknownForm for a point in time that is told again: one of both would get lost */
export function assertPoints({ points }: Pick<Table, 'points'>, timeZone: string): void {
	const again = toldTooOften(points, timeZone);
	if (again === undefined) return;
	throw new UnknownForm(
		`${again.replace('T', ' ')} comes more often than the clocks in ${timeZone} show it. If the project has another time zone, choose that one in the options`,
	);
}
