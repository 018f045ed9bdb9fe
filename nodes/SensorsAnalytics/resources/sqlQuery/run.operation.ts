import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { sqlFields, sqlOptionFields } from '../../form/sqlFields';
import { readSqlQuery } from '../../form/sqlQuery';
import { textOf } from '../../form/reading';
import { defuseCsv } from '../../output/defuseCsv';
import { toItems } from '../../output/items';
import { withAllKeys } from '../../output/rows';
import type { SqlQuery } from '../../query/sqlQuery';
import { fileFrom, linesFrom } from '../../transport/longAnswers';
import { writeSqlQuery } from '../../wire/legacy/writeSqlQuery';
import type { ItemRun, Operation } from '../operation';
import { SqlRows } from './sqlRows';

/** `POST /api/sql/query` (field notes 11.6). */
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
		const { context, itemIndex } = run;
		const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
		const field = (name: string) => context.getNodeParameter(name, itemIndex, '');
		const query = readSqlQuery(field, options, context.getTimezone());
		const isFile = field('output') === 'file';
		if (options.previewRequest === true) {
			const { path, form } = writeSqlQuery(query, isFile ? 'csv' : 'json');
			return toItems([{ requests: [{ method: 'POST', path, form }] }], itemIndex);
		}
		return isFile
			? await toFile(run, query, field, options.defuseFormulas === true)
			: await toRowItems(run, query);
	},
};

async function toRowItems(
	{ service, itemIndex }: ItemRun,
	query: SqlQuery,
): Promise<INodeExecutionData[]> {
	const rows = new SqlRows();
	for await (const line of linesFrom(service, itemIndex, writeSqlQuery(query, 'json')))
		rows.add(line);
	return toItems(withAllKeys(rows.all), itemIndex);
}

async function toFile(
	{ context, service, itemIndex }: ItemRun,
	query: SqlQuery,
	field: (name: string) => unknown,
	isDefused: boolean,
): Promise<INodeExecutionData[]> {
	type Content = Parameters<typeof context.helpers.prepareBinaryData>[0];
	const fileName = textOf(field('fileName')) || 'result.csv';
	const file = await fileFrom(service, itemIndex, writeSqlQuery(query, 'csv'), async (bytes) => {
		const content = isDefused ? defuseCsv(bytes) : bytes;
		return await context.helpers.prepareBinaryData(content as Content, fileName, 'text/csv');
	});
	const property = textOf(field('binaryProperty')) || 'data';
	return [
		{
			json: { fileName, mimeType: file.mimeType, fileSize: file.fileSize ?? null },
			binary: { [property]: file },
			pairedItem: { item: itemIndex },
		},
	];
}
