import { nameColumns } from '../../../query/columns';
import { type EventQuery, TOTAL } from '../../../query/eventQuery';
import { blockRows, listRows, type RowSet } from '../../../table/rowSet';
import type { Cell, Table } from '../../../table/table';
import { ALL_DATES, toCell } from '../../rows/place';
import { UnknownForm } from '../../rows/unknownForm';
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

/** What is told of a group. */
interface Block {
	group: Cell[];
	/** Its measures by point in time; totals have one without a name. */
	at: Map<string, Cell[]>;
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
	const blocksOf = (list: unknown[][], at: Places | undefined) =>
		at ? largestFirst(readBlocks(list, at, hasTimeOfDay), sizeOf) : [];
	const blocks = blocksOf(details, places && { ...places, date: date && places.date });
	const totalBlocks = date
		? told && blocksOf(told, places && { ...places, date: undefined })
		: blocks;
	const totals = totalBlocks?.map(({ group, at }) => [...group, ...[...at.values()].flat()]);
	const points = date ? [...new Set(blocks.flatMap(({ at }) => [...at.keys()]))].sort() : [];
	const count = blocks.length;
	return {
		columns: [...(date ? [date] : []), ...groups, ...measures],
		rows: date ? toRows(blocks, points) : listRows(totals ?? []),
		points,
		...(totals ? { totals } : {}),
		...(facts.isTruncated
			? { isCutByRows: true }
			: { groupCount: { returned: count, total: count } }),
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

/** Groups of rows, without those that are totals of all dates or of all groups. */
function readBlocks(
	list: unknown[][],
	{ date, groups, measures }: Places,
	hasTimeOfDay: boolean,
): Block[] {
	const blocks = new Map<string, Block>();
	for (const [index, cells] of list.entries()) {
		if (isTotalOfGroups(cells, groups)) continue;
		if (date !== undefined && cells[date] === ALL_DATES) continue;
		const name = `row ${index + 1}`;
		const point =
			date === undefined ? '' : readTime(cells[date], `the date of ${name}`, hasTimeOfDay);
		const group = groups.map((place) => toCell(cells[place], name));
		const key = JSON.stringify(group);
		const block = blocks.get(key) ?? { group, at: new Map<string, Cell[]>() };
		if (block.at.has(point)) throw new UnknownForm(`two rows for the same: ${name} is the second`);
		block.at.set(
			point,
			measures.map((place) => readNumber(cells[place], name)),
		);
		blocks.set(key, block);
	}
	return [...blocks.values()];
}

/** Of the first measure, at all points. */
function sizeOf({ at }: Block): number {
	let size = 0;
	for (const [first] of at.values()) if (typeof first === 'number') size += first;
	return size;
}

function toRows(blocks: readonly Block[], points: readonly string[]): RowSet {
	const groups = blocks.map(({ group, at }) => ({
		group,
		values: points.map((point) => at.get(point)),
	}));
	const isSparse = blocks.some(({ at }) => at.size < points.length);
	return blockRows({ points, groups, ...(isSparse ? { isSparse } : {}) });
}
