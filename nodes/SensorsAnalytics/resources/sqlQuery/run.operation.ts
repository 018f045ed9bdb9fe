import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import type { ServiceRequest } from '../../../../credentials/http/httpOptions';
import { sqlFields, sqlOptionFields } from '../../form/sqlFields';
import { readSqlQuery } from '../../form/sqlQuery';
import { textOf } from '../../form/reading';
import { defuseCsv } from '../../output/defuseCsv';
import { toItems } from '../../output/items';
import { withAllKeys } from '../../output/rows';
import { fileFrom, linesFrom } from '../../transport/longAnswers';
import { wireFor } from '../../wire';
import type { SqlWire } from '../../wire/wire';
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
		const { context, itemIndex } = run;
		const options = context.getNodeParameter('options', itemIndex, {}) as IDataObject;
		const field = (name: string) => context.getNodeParameter(name, itemIndex, '');
		const query = readSqlQuery(field, options, context.getTimezone());
		const isFile = field('output') === 'file';
		const { sql } = wireFor(await run.service.connectionOf(itemIndex));
		const request = isFile && sql.csv ? sql.csv(query) : sql.rows(query);
		if (options.previewRequest === true) {
			const { path, form, body } = request;
			const sent = form ? { form } : { body: body as IDataObject };
			return toItems([{ requests: [{ method: 'POST', path, ...sent }] }], itemIndex);
		}
		return isFile
			? await toFile(run, request, field, options.defuseFormulas === true)
			: await toRowItems(run, request, sql);
	},
};

async function toRowItems(
	{ service, itemIndex }: ItemRun,
	request: ServiceRequest,
	{ readRow }: SqlWire,
): Promise<INodeExecutionData[]> {
	const rows = new SqlRows(readRow);
	for await (const line of linesFrom(service, itemIndex, request)) rows.add(line);
	return toItems(withAllKeys(rows.all), itemIndex);
}

async function toFile(
	{ context, service, itemIndex }: ItemRun,
	request: ServiceRequest,
	field: (name: string) => unknown,
	isDefused: boolean,
): Promise<INodeExecutionData[]> {
	type Content = Parameters<typeof context.helpers.prepareBinaryData>[0];
	const fileName = textOf(field('fileName')) || 'result.csv';
	const file = await fileFrom(service, itemIndex, request, async (bytes) => {
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
