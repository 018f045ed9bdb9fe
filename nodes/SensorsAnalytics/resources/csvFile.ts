import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

import type { FileForm } from '../form/fileFields';
import { defuseCsv } from '../output/defuseCsv';
import type { Bytes } from '../transport/stream';
import type { ItemRun } from './operation';

export async function storeCsv(
	{ context }: ItemRun,
	bytes: Bytes,
	{ fileName, isDefused }: FileForm,
): Promise<IBinaryData> {
	type Content = Parameters<typeof context.helpers.prepareBinaryData>[0];
	const content = (isDefused ? defuseCsv(bytes) : bytes) as Content;
	return await context.helpers.prepareBinaryData(content, fileName, 'text/csv');
}

/** An item that holds the file, and tells of it. */
export function fileItem(
	{ itemIndex }: ItemRun,
	file: IBinaryData,
	{ property, fileName }: FileForm,
): INodeExecutionData[] {
	return [
		{
			json: { fileName, mimeType: file.mimeType, fileSize: file.fileSize ?? null },
			binary: { [property]: file },
			pairedItem: { item: itemIndex },
		},
	];
}
