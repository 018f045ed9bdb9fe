/** Answers that nobody may read. */
import type { Case } from './cases.mts';
import { LAYER } from './service.mts';

type Json = { [key: string]: unknown };
/** More than anybody tells. */
const MANY = 1e30;
const isLayer = (row: Json) => JSON.stringify(row).includes(LAYER);

/**
 * Makes the answer odd in place.
 * @returns false where this oddity has no place in it
 */
export function makeOdd(answer: Json, one: Case): boolean {
	if (one.oddity === undefined) return false;
	const table = answer.table_data as Json | undefined;
	if (table) return oddTable(table, one);
	const key = one.model === 'funnel' ? 'funnel_detail' : 'rows';
	const rows = answer[key] as Json[];
	if (one.oddity === 'noRows') return delete answer[key];
	const row = rows[0];
	if (!row) return false;
	if (one.oddity === 'noObject') {
		rows[0] = 5 as unknown as Json;
		return true;
	}
	return oddAny(rows, row, one) || oddCounts(row, one);
}

function oddAny(rows: Json[], row: Json, { oddity, fields, model }: Case): boolean {
	const isGrouped = fields.length > 0;
	switch (oddity) {
		case 'twice': {
			const own = rows.find((candidate) => !isLayer(candidate));
			if (!own) return false;
			rows.push({ ...own });
			return true;
		}
		case 'noDate':
			if (isGrouped || model === 'userProperties') return false;
			row['date' in row ? 'date' : 'by_value'] = 'San Francisco';
			return true;
		case 'moreValues':
			delete row.by_value;
			row.by_values = [...fields.map(() => '2026-11-01'), '2026-11-02', 'x'].slice(
				isGrouped ? 1 : 0,
			);
			if (isGrouped) row.by_values = [...(row.by_values as unknown[]), 'y'];
			return true;
		case 'objectValue':
			if (!isGrouped) return false;
			delete row.by_value;
			row.by_values = fields.map(() => ({ a: 1 }));
			return true;
		case 'noCells':
			return delete row[
				model === 'funnel' ? 'steps' : model === 'userProperties' ? 'values' : 'cells'
			];
		default:
			return false;
	}
}

function oddCounts(row: Json, { oddity, model, shape }: Case): boolean {
	if (model === 'userProperties') return false;
	if (model === 'funnel') return oddSteps(row, row.steps as Json[], oddity, shape.users);
	switch (oddity) {
		case 'noTotal':
			return delete row.total_people;
		case 'negative':
			row.total_people = -1;
			return true;
		case 'noNumber':
			row.total_people = 'many';
			return true;
		case 'tooMany': {
			const cell = (row.cells as Array<Json | null>).find(
				(one) => one !== null && typeof one.people !== 'undefined' && one.people !== null,
			);
			if (!cell) return false;
			cell.people = MANY;
			return true;
		}
		default:
			return false;
	}
}

function oddSteps(row: Json, steps: Json[], oddity: Case['oddity'], users: string): boolean {
	const [first, second] = steps as [Json, Json];
	switch (oddity) {
		case 'noTotal':
			return delete first[users];
		case 'negative':
			first[users] = -1;
			return true;
		case 'noNumber':
			first[users] = 'many';
			return true;
		case 'grows':
			second[users] = MANY;
			delete row.completion_converted_user;
			return true;
		case 'twoCounts':
			first[users === 'people' ? 'user_count' : 'people'] = MANY;
			return true;
		case 'otherEnd':
			row.completion_converted_user = MANY;
			return true;
		case 'moreSteps':
			steps.push({ [users]: 0 });
			delete row.completion_converted_user;
			return true;
		default:
			return false;
	}
}

function oddTable(table: Json, one: Case): boolean {
	const cells = table.cells as Json[];
	const { oddity, fields, size } = one;
	if (oddity === 'noRows') return delete table.cells;
	if (oddity === 'comparison') {
		table.compare_cells = [{}];
		return true;
	}
	const [cell] = cells;
	if (!cell) return false;
	const names = (table.column_meta_list as Json[]).map(({ data_name: name }) => String(name));
	switch (oddity) {
		case 'twice': {
			const own = cells.find((candidate) => !isLayer(candidate));
			if (!own) return false;
			cells.push({ ...own });
			return true;
		}
		case 'noObject':
			cells[0] = 5 as unknown as Json;
			return true;
		case 'noDate':
			cell[names[0] as string] = 'San Francisco';
			return true;
		case 'objectValue':
			if (fields.length === 0) return false;
			cell[names[1] as string] = { a: 1 };
			return true;
		case 'noColumn': {
			if (fields.length === 0) return false;
			table.column_meta_list = [];
			const gone = names[1] as string;
			for (const other of cells) delete other[gone];
			return true;
		}
		case 'strangeColumn':
			cell.channel = 'search';
			return true;
		case 'noTotal':
			return delete cell['step_1.user_count'];
		case 'noNumber':
			cell['step_1.user_count'] = 'many';
			return true;
		case 'negative':
			cell['step_1.user_count'] = -1;
			return true;
		case 'grows':
			cell['step_2.user_count'] = MANY;
			delete cell['step_fold.user_count'];
			return true;
		case 'otherEnd':
			cell['step_fold.user_count'] = MANY;
			return true;
		case 'moreSteps':
			cell[`step_${size + 1}.user_count`] = 0;
			return true;
		default:
			return false;
	}
}
