/** The newer form of a funnel's answer: `table_data` (docs/service.md, "Funnel"). */
import { fromExpression } from '../../../query/fieldExpression';
import { amountIn, type JsonObject, textIn, toNumber } from '../../../query/json';
import { UnknownForm } from '../../rows/unknownForm';
import { checkEnd, type FunnelEntry, usersIn } from '../../rows/funnel';
import { objectsOrNone, objectsOf } from '../../rows/cells';
import { type Grouping, isTime, readDate, toCell } from '../../rows/place';

const STEP = /^step_(\d+|fold)\./;
const STEP_USERS = /^step_(\d+)\.user_count$/;
const END_USERS = 'step_fold.user_count';

/** @throws UnknownForm */
export function readTableData(table: JsonObject, { fields }: Grouping): FunnelEntry[] {
	const metas = objectsOrNone(table.column_meta_list ?? table.column_meta_lists) ?? [];
	const cells = objectsOf(table.cells, "'cells'");
	if (Array.isArray(table.compare_cells) && table.compare_cells.length > 0) {
		throw new UnknownForm('a comparison, which was not asked for');
	}
	const names = metas.flatMap(
		(meta) => textIn(meta, 'data_name') ?? textIn(meta, 'column_name') ?? [],
	);
	const keys = [...new Set([...names, ...cells.flatMap((cell) => Object.keys(cell))])];
	const times = new Set(
		metas.flatMap((meta) =>
			/^date/i.test(textIn(meta, 'data_type') ?? '') ? (textIn(meta, 'data_name') ?? []) : [],
		),
	);
	const groups = fields.filter((field) => !isTime(field)).map((field) => columnOf(field, keys));
	const dateKey = keys.find(
		(key) => !groups.includes(key) && (key === 'date' || isTime(key) || times.has(key)),
	);
	const count = Math.max(0, ...keys.map((key) => Number(STEP_USERS.exec(key)?.[1] ?? 0)));
	const known = new Set([...groups, ...(dateKey === undefined ? [] : [dateKey])]);
	return cells.map((cell, index) => {
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
	});
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
