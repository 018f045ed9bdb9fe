import { nameColumns } from '../../../query/columns';
import { type EventQuery, TOTAL } from '../../../query/eventQuery';
import { blockRows, listRows, type RowSet } from '../../../table/rowSet';
import type { Cell, Table } from '../../../table/table';
import { assertDistinct } from '../../rows/distinct';
import { ALL_DATES, toCell } from '../../rows/place';
import { readNumber, readTime } from '../../rows/values';
import { largestFirst } from '../order';
import { groupPlaces, isTotalOfGroups, placeOf, readTabular, type Tabular } from '../table';
import { measureNames } from './eventNames';

/** Where the cells of a row stand. */
interface Places {
	/** None where totals are asked for. */
	date?: number;
	groups: number[];
	measures: number[];
}

interface Row {
	/** Empty for totals. */
	point: string;
	group: Cell[];
	values: Cell[];
}

const DATE = 'date';

/**
 * The table of an event report. Points that a group has no row for are left out of its block.
 * @throws UnknownForm
 */
export function readEventReport(answer: unknown, query: EventQuery): Table {
	const columns = nameColumns(query);
	const { date, groups, measures, hasTimeOfDay } = columns;
	const tabular = readTabular(answer);
	const { details, totals: told, facts } = tabular;
	const places = details.length + (told?.length ?? 0) > 0 ? placesOf(tabular, query) : undefined;
	const rowsOf = (list: unknown[][], at: Places | undefined) =>
		at ? largestFirst(readRows(list, at, hasTimeOfDay), ({ values: [size = null] }) => size) : [];
	const rows = rowsOf(details, places && { ...places, date: date && places.date });
	const totalRows = date ? told && rowsOf(told, places && { ...places, date: undefined }) : rows;
	const totals = totalRows?.map(({ group, values }) => [...group, ...values]);
	const points = date ? [...new Set(rows.map(({ point }) => point))].sort() : [];
	return {
		columns: [...(date ? [date] : []), ...groups, ...measures],
		rows: date ? toBlocks(rows, points) : listRows(totals ?? []),
		points,
		...(totals ? { totals } : {}),
		...(facts.isTruncated ? { isCutByRows: true } : { groupCount: countGroups(rows) }),
		...facts,
	};
}

function placesOf(tabular: Tabular, query: EventQuery): Places {
	return {
		date: tabular.places.get(DATE) ?? (query.unit === TOTAL ? undefined : placeOf(tabular, DATE)),
		groups: groupPlaces(
			tabular,
			query.groupBy.map(({ property }) => property),
		),
		measures: measureNames(query).map((name) => placeOf(tabular, name)),
	};
}

/** Rows without those that are totals of all dates or of all groups. */
function readRows(list: unknown[][], { date, groups, measures }: Places, hasTimeOfDay: boolean) {
	const rows = list.flatMap((cells, index): Row[] => {
		if (isTotalOfGroups(cells, groups)) return [];
		if (date !== undefined && cells[date] === ALL_DATES) return [];
		const name = `row ${index + 1}`;
		return [
			{
				point: date === undefined ? '' : readTime(cells[date], `the date of ${name}`, hasTimeOfDay),
				group: groups.map((place) => toCell(cells[place], name)),
				values: measures.map((place) => readNumber(cells[place], name)),
			},
		];
	});
	assertDistinct(
		rows.map(({ point, group }) => [point, ...group]),
		'rows',
	);
	return rows;
}

function countGroups(rows: readonly Row[]): Table['groupCount'] {
	const count = new Set(rows.map(({ group }) => JSON.stringify(group))).size;
	return { returned: count, total: count };
}

function toBlocks(rows: readonly Row[], points: readonly string[]): RowSet {
	const places = new Map(points.map((point, index) => [point, index]));
	const blocks = new Map<string, { group: Cell[]; values: Array<Cell[] | undefined> }>();
	for (const { point, group, values } of rows) {
		const key = JSON.stringify(group);
		const block = blocks.get(key) ?? { group, values: points.map(() => undefined) };
		blocks.set(key, block);
		block.values[places.get(point) as number] = values;
	}
	const isSparse = rows.length < blocks.size * points.length;
	return blockRows({ points, groups: [...blocks.values()], ...(isSparse ? { isSparse } : {}) });
}
