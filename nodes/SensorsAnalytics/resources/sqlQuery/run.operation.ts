import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ServiceRequest } from '../../../../credentials/http/request';
import { type FileForm, readFileForm } from '../../form/fileFields';
import { readSqlQuery, sqlFields, sqlOptionFields } from '../../form/sqlQuery';
import { toCsv } from '../../output/csv';
import { toItems } from '../../output/items';
import { withAllKeys } from '../../output/rows';
import { fileFrom, linesFrom } from '../../transport/longAnswers';
import type { Bytes } from '../../transport/stream';
import { wireFor } from '../../wire';
import type { SqlQuery } from '../../query/sqlQuery';
import { inSelectOrder } from '../../sql/selectOrder';
import type { SqlWire } from '../../wire/wire';
import { fileItem, storeCsv } from '../csvFile';
import type { ItemRun, Operation } from '../operation';
import { SqlRows } from './sqlRows';

/** SQL over the tables of events and users (docs/service.md, "SQL"). */
export const runSqlQuery: Operation = {
	option: {
		name: 'Run',
		value: 'runSqlQuery',
		action: 'Run an SQL query',
		description: 'Ask the tables of events and users by SQL',
	},
	fields: sqlFields,
	options: sqlOptionFields,
	async execute(run) {
		const { context, itemIndex, field, options } = run;
		const query = readSqlQuery(field, options, context.getTimezone());
		const isFile = field('output') === 'file';
		const { sql } = wireFor(await run.connection());
		const request = isFile && sql.csv ? sql.csv(query) : sql.rows(query);
		if (options.previewRequest === true) {
			const { path, form, body } = request;
			const sent = form ? { form } : { body: body as IDataObject };
			return toItems([{ requests: [{ method: 'POST', path, ...sent }] }], itemIndex);
		}
		if (!isFile) {
			const { rows, columns } = await readRows(run, request, sql, query);
			return toItems(withAllKeys(rows, columns), itemIndex);
		}
		const form = readFileForm(field, options, 'result.csv');
		return sql.csv
			? await toFile(run, request, form)
			: await rowsToFile(run, await readRows(run, request, sql, query), form);
	},
};

/** Rows, and the order of their columns. */
interface Result {
	rows: readonly IDataObject[];
	columns: readonly string[];
}

async function readRows(
	{ service, itemIndex }: ItemRun,
	request: ServiceRequest,
	{ readRow, csv }: SqlWire,
	query: SqlQuery,
): Promise<Result> {
	const rows = new SqlRows(readRow, csv !== undefined);
	for await (const line of linesFrom(service, itemIndex, request)) rows.add(line);
	return { rows: rows.all, columns: inSelectOrder(query.sql, rows.columns) };
}

async function toFile(
	run: ItemRun,
	request: ServiceRequest,
	form: FileForm,
): Promise<INodeExecutionData[]> {
	const store = async (bytes: Bytes) => await storeCsv(run, bytes, form);
	return fileItem(run, await fileFrom(run.service, run.itemIndex, request, store), form);
}

/** Where the service makes no file: bounded as items are. */
async function rowsToFile(
	run: ItemRun,
	{ rows, columns }: Result,
	form: FileForm,
): Promise<INodeExecutionData[]> {
	return fileItem(
		run,
		await storeCsv(run, await toCsv(rows, columns), form, { rows: rows.length }),
		form,
	);
}
