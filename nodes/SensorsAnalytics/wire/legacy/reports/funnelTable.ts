/** The newer form of a funnel's answer: `table_data` (docs/service.md, "Funnel"). */
import type { Steps } from '../../../../../credentials/http/slices';
import { mapSteps } from '../../../table/steps';
import { fromExpression } from '../../../query/fieldExpression';
import { amountIn, flagIn, isObject, type JsonObject, textIn, toNumber } from '../../../query/json';
import { UnknownForm } from '../../rows/unknownForm';
import { checkEnd, type FunnelEntry, usersIn } from '../../rows/funnel';
import { objectsOrNone, objectsOf } from '../../rows/cells';
import { type Grouping, isTime, readDate, toCell } from '../../rows/place';

const STEP = /^step_(\d+|fold)\./;
const STEP_USERS = /^step_(\d+)\.user_count$/;
/** A cell that has it filled is a subtotal. */
const SUBTOTAL = 'rollup_columns';
const END_USERS = 'step_fold.user_count';

/** About as many as one has. */
const CELLS_A_ENTRY = 30;

/** @throws UnknownForm */
export function* tableDataSteps(table: JsonObject, { fields }: Grouping): Steps<FunnelEntry[]> {
	const metas = objectsOrNone(table.column_meta_list ?? table.column_meta_lists) ?? [];
	const all = objectsOf(table.cells, "'cells'");
	const cells = all.filter((cell) => !isSubtotal(cell));
	if (cells.length === 0 && all.length > 0) throw new UnknownForm('subtotals alone');
	if (Array.isArray(table.compare_cells) && table.compare_cells.length > 0) {
		throw new UnknownForm('a comparison, which was not asked for');
	}
	const names = metas.flatMap(
		(meta) => textIn(meta, 'data_name') ?? textIn(meta, 'column_name') ?? [],
	);
	const told = new Set(names);
	yield* mapSteps(
		cells,
		(cell) => {
			for (const key of Object.keys(cell)) told.add(key);
		},
		CELLS_A_ENTRY,
	);
	const keys = [...told].filter((key) => key !== SUBTOTAL);
	const times = new Set(
		metas.flatMap((meta) =>
			/^date/i.test(textIn(meta, 'data_type') ?? '') ? (textIn(meta, 'data_name') ?? []) : [],
		),
	);
	const groups = fields.filter((field) => !isTime(field)).map((field) => columnOf(field, keys));
	const dateKey = keys.find(
		(key) => !groups.includes(key) && (key === 'date' || isTime(key) || times.has(key)),
	);
	const count = keys.reduce(
		(most, key) => Math.max(most, Number(STEP_USERS.exec(key)?.[1] ?? 0)),
		0,
	);
	const known = new Set([SUBTOTAL, ...groups, ...(dateKey === undefined ? [] : [dateKey])]);
	const read = (cell: JsonObject, index: number): FunnelEntry => {
		const name = `cell ${index + 1}`;
		checkOthers(cell, known, name);
		const entry = {
			date: readDate(dateKey === undefined ? null : cell[dateKey], name),
			group: groups.map((key) => toCell(cell[key], name)),
			isGroupTold: groups.some((key) => key in cell),
			steps: Array.from({ length: count }, (_, at) => ({
				users: usersIn(cell, [`step_${at + 1}.user_count`], `step ${at + 1} of ${name}`),
			})),
			name,
		};
		checkEnd(entry, [amountIn(cell, END_USERS)]);
		return entry;
	};
	return yield* mapSteps(cells, read, CELLS_A_ENTRY);
}

/** Of several groups or dates together: those are told by themselves, so that users would count twice. */
function isSubtotal({ [SUBTOTAL]: columns }: JsonObject): boolean {
	if (Array.isArray(columns)) return columns.length > 0;
	if (isObject(columns)) return Object.keys(columns).length > 0;
	return Boolean(columns) && flagIn({ columns }, 'columns') !== false;
}

/**
 * The column of a group field: called as it, or as its property under any event (docs/service.md,
 * "Fields").
 */
function columnOf(field: string, keys: readonly string[]): string {
	if (keys.includes(field)) return field;
	const wanted = fromExpression(field);
	if (wanted.of === 'other') throw new UnknownForm(`no column for ${field}`);
	const found = keys.filter((key) => {
		const property = fromExpression(key);
		return property.of === wanted.of && property.name === wanted.name;
	});
	if (found.length === 1) return found[0] as string;
	throw new UnknownForm(`${found.length === 0 ? 'no column' : 'several columns'} for ${field}`);
}

/** What is neither a number nor a known column may be a group that nobody names. */
function checkOthers(cell: JsonObject, known: ReadonlySet<string>, name: string): void {
	for (const [index, [key, value]] of Object.entries(cell).entries()) {
		if (known.has(key) || STEP.test(key) || value === null || typeof value === 'number') continue;
		if (typeof value === 'string' && toNumber(value) !== undefined) continue;
		throw new UnknownForm(`column ${index + 1} of ${name} is no group that was asked for`);
	}
}
