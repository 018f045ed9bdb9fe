/** Answers of the OpenAPI that nobody may read. */
import type { Case } from './cases.mts';
import { startsOf } from './facts.mts';
import { type Json, nameOf, type Table } from './openapiAnswer.mts';
import { asksDates, isLayer, tellsDates, type Told } from './openapiLines.mts';

const MANY = 1e30;

/**
 * Makes the table odd in place.
 * @returns false where this oddity has no place in it
 */
export function makeTableOdd(table: Table, told: Told, one: Case): boolean {
	const { columns, rows } = table;
	const { keyOddity, shape, size } = one;
	// A line that must come out; of others the node need not read anything.
	const at = told.lines.findIndex((fact) => !isLayer(fact) && isShown(one, fact.date));
	const row = rows[at];
	if (!row) return false;
	const put = (name: string, value: unknown) => {
		const place = columns.findIndex((column) => column.name === name);
		if (place >= 0) row[place] = value;
		return place >= 0;
	};
	const add = (name: string, cell: unknown) => {
		columns.push({ name, type: 'STRING' });
		for (const cells of rows) cells.push(cell);
		return true;
	};
	const pick = (names: string[]) =>
		names.length === 0 ? '' : (names[(shape.order[1] as number) % names.length] as string);
	switch (keyOddity) {
		case 'twice':
			return rows.push([...row]) > 0;
		case 'noColumn':
			return remove(table, pick(needed(one)));
		case 'nullCount':
			// Null is a period that has not come.
			return put(one.model === 'retention' ? 'initial_user' : pick(sureCounts(one)), null);
		case 'noNumber':
			return put(pick(sureCounts(one)), 'many');
		case 'negative':
			return put(pick(counts(one)), -1);
		case 'objectCount':
			return put(pick(counts(one)), { a: 1 });
		case 'objectValue':
			return put(pick(groups(one)), { a: 1 });
		case 'shortRow':
			return row.pop() !== undefined;
		case 'longRow':
			return row.push(1) > 0;
		case 'noList':
			rows[at] = 5 as unknown as unknown[];
			return true;
		case 'strangeGroup':
			return add('user.channel', 'search');
		case 'tooMany':
			return tooMany(one, put);
		case 'otherEnd':
			return put('completion_converted_user', MANY);
		case 'moreSteps':
			return one.model === 'funnel' && add(`convert_user_step_${size}`, 0);
		case 'noDate': {
			if (!tellsDates(one)) return false;
			const name = one.model === 'distribution' ? 'by_value' : 'date';
			return put(name, pick(['San Francisco', '2024-02-31']));
		}
		case 'region':
			return one.model === 'distribution' && put(`bucket_region_${pick(numbers(one))}`, 'many');
		case 'regionTwice':
			return regionTwice(table, one);
		default:
			return false;
	}
}

function isShown(one: Case, date: string | null): boolean {
	return (date !== null) === tellsDates(one);
}

function tooMany(one: Case, put: (name: string, value: unknown) => boolean): boolean {
	if (one.model === 'retention') return put('retention_user_date_period_0', MANY);
	if (one.model === 'distribution') return put('addiction_user_bucket_1', MANY);
	if (one.model !== 'funnel') return false;
	// The last step, and how many came to the end, are the same.
	if (one.size === 2) put('completion_converted_user', MANY);
	return put('convert_user_step_1', MANY);
}

function regionTwice({ columns, rows }: Table, { model }: Case): boolean {
	if (model !== 'distribution') return false;
	const at = (name: string) => columns.findIndex((column) => column.name === name);
	const [first, second] = [at('bucket_region_1'), at('bucket_region_2')];
	for (const row of rows) row[second] = row[first];
	return true;
}

function remove({ columns, rows }: Table, name: string): boolean {
	const place = columns.findIndex((column) => column.name === name);
	if (place < 0) return false;
	columns.splice(place, 1);
	for (const row of rows) row.splice(place, 1);
	return true;
}

/** The last period may be left out where nobody has come to it: no document says that it is not. */
function periodNumbers({ size }: Case, hasLast: boolean): string[] {
	return Array.from(
		{ length: size + (hasLast ? 1 : 0) },
		(_, n) => `retention_user_date_period_${n}`,
	);
}

const numbers = (one: Case) => startsOf(one).map((_start, index) => String(index + 1));

/** Columns of users. */
function counts(one: Case, hasLast = true): string[] {
	const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
	switch (one.model) {
		case 'userProperties':
			return ['value'];
		case 'retention':
			return ['initial_user', ...periodNumbers(one, hasLast)];
		case 'distribution':
			return ['total_user', ...numbers(one).map((n) => `addiction_user_bucket_${n}`)];
		case 'funnel':
			return ['total_user', ...upTo(one.size - 1).map((n) => `convert_user_step_${n}`)];
	}
}

/** Users by property are told as a number of any kind: null, or a text (F5 of docs/calendar.md). */
const sureCounts = (one: Case) => (one.model === 'userProperties' ? [] : counts(one));

function groups(one: Case): string[] {
	if (one.model === 'distribution') return one.fields.length > 0 ? ['by_value'] : [];
	return one.fields.map((field) => nameOf(field, one));
}

/** Columns without which nobody knows a number. */
function needed(one: Case): string[] {
	const places = one.model === 'distribution' ? ['by_value'] : groups(one);
	const isDated = one.model !== 'distribution' && asksDates(one);
	const edges = one.model === 'distribution' ? numbers(one).map((n) => `bucket_region_${n}`) : [];
	return [...counts(one, false), ...places, ...(isDated ? ['date'] : []), ...edges];
}

/** @returns the envelope made odd, or none where this oddity has no place in it */
export function oddEnvelope(envelope: Json, { keyOddity }: Case): Json | undefined {
	const { code, request_id, data } = envelope;
	const { detail_rows: rows, metadata_columns: names, column_infos: infos, ...rest } = data as Json;
	switch (keyOddity) {
		// No `detail_rows` are not drawn: lists without anything are left out elsewhere (docs/service.md,
		// "OpenAPI": values of properties), and no document says that these are not.
		case 'noTable':
			if ((rows as unknown[]).length === 0) return undefined;
			return { code, request_id, data: { ...rest, detail_rows: rows } };
		case 'noData':
			return { code, request_id };
		case 'sameName': {
			const list = infos as Json[] | undefined;
			if (!list || (rows as unknown[]).length === 0) return undefined;
			const more = (rows as unknown[][]).map((row) => [...row, 77]);
			const again = { ...list.find(({ data_type: type }) => type === 'LONG') };
			const column_infos = [...list, again];
			return {
				code,
				request_id,
				data: { ...rest, metadata_columns: names, column_infos, detail_rows: more },
			};
		}
		default:
			return undefined;
	}
}

/** An envelope that says that nothing was computed. */
export function refusalOf(envelope: Json, { keyOddity, shape }: Case): Json | undefined {
	if (keyOddity !== 'refused') return undefined;
	const code = REFUSAL;
	const error_info = { code, description: 'The event is no longer valid', error_causes: [] };
	const failed = { code, message: 'failed', request_id: '1'.repeat(32), error_info };
	const flat = { error: `The event is no longer valid (${code})`, error_type: 'BAD_REQUEST' };
	return [failed, { ...failed, data: envelope.data }, flat][(shape.order[1] as number) % 3];
}

/** Stands in each of them. */
export const REFUSAL = 'SA-D-32-19';
