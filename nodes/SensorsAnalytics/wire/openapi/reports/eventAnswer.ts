import { atOnce, type Steps } from '../../../../../credentials/http/slices';
import { nameColumns } from '../../../query/columns';
import { type EventQuery, TOTAL } from '../../../query/eventQuery';
import { addQuickly, type Amount } from '../../../table/decimal';
import { type Blocks, blockRows, listRows, ROWS_A_STEP, type RowSet } from '../../../table/rowSet';
import type { Cell, Table } from '../../../table/table';
import { ALL_DATES, toCell } from '../../rows/place';
import { UnknownForm } from '../../rows/unknownForm';
import { readNumber, readTime } from '../../rows/values';
import { largestFirstSteps } from '../order';
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
	return atOnce(eventReportSteps(answer, query));
}

/** As readEventReport, so many rows a step. */
export function* eventReportSteps(answer: unknown, query: EventQuery): Steps<Table> {
	const columns = nameColumns(query);
	const { date, groups, measures, hasTimeOfDay } = columns;
	const tabular = readTabular(answer);
	yield;
	const { details, totals: told, facts } = tabular;
	const places = details.length + (told?.length ?? 0) > 0 ? placesOf(tabular, query) : undefined;
	const blocksOf = function* (list: unknown[][], at: Places | undefined): Steps<Block[]> {
		return at ? yield* largestFirstSteps(yield* readBlocks(list, at, hasTimeOfDay), sizeOf) : [];
	};
	const blocks = yield* blocksOf(details, places && { ...places, date: date && places.date });
	const totalBlocks = date
		? told && (yield* blocksOf(told, places && { ...places, date: undefined }))
		: blocks;
	const totals = totalBlocks?.map(({ group, at }) => [...group, ...[...at.values()].flat()]);
	yield;
	const points = date ? yield* pointsOf(blocks) : [];
	const count = blocks.length;
	return {
		columns: [...(date ? [date] : []), ...groups, ...measures],
		rows: date ? yield* toRows(blocks, points) : listRows(totals ?? []),
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
function* readBlocks(
	list: unknown[][],
	{ date, groups, measures }: Places,
	hasTimeOfDay: boolean,
): Steps<Block[]> {
	const blocks = new Map<string, Block>();
	for (const [index, cells] of list.entries()) {
		if (index % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
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
function sizeOf({ at }: Block): Amount {
	let size: Amount = 0;
	for (const [first] of at.values()) size = addQuickly(size, first ?? null);
	return size;
}

/** All points in time, in their order. */
function* pointsOf(blocks: readonly Block[]): Steps<string[]> {
	const points = new Set<string>();
	let rows = 0;
	for (const { at } of blocks) {
		for (const point of at.keys()) points.add(point);
		rows += at.size;
		if (rows < ROWS_A_STEP) continue;
		rows = 0;
		yield;
	}
	return [...points].sort();
}

function* toRows(blocks: readonly Block[], points: readonly string[]): Steps<RowSet> {
	const groups: Blocks['groups'] = [];
	const stride = Math.max(1, Math.floor(ROWS_A_STEP / Math.max(1, points.length)));
	for (const { group, at } of blocks) {
		groups.push({ group, values: points.map((point) => at.get(point)) });
		if (groups.length % stride === 0) yield;
	}
	const isSparse = blocks.some(({ at }) => at.size < points.length);
	return blockRows({ points, groups, ...(isSparse ? { isSparse } : {}) });
}
