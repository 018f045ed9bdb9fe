import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

import { DEFAULT_BINARY } from '../form/fileFields';
import { type ReadField, textOf } from '../form/reading';
import { defuseCsv } from '../output/defuseCsv';
import type { Bytes } from '../transport/stream';
import type { ItemRun } from './operation';

/** How a file is wanted. */
export interface FileForm {
	field: ReadField;
	isDefused: boolean;
	/** What it is called where the form has no name. */
	fileName: string;
}

export async function storeCsv(
	{ context }: ItemRun,
	bytes: Bytes,
	form: FileForm,
): Promise<IBinaryData> {
	type Content = Parameters<typeof context.helpers.prepareBinaryData>[0];
	const content = (form.isDefused ? defuseCsv(bytes) : bytes) as Content;
	return await context.helpers.prepareBinaryData(content, nameOf(form), 'text/csv');
}

/** An item that holds the file, and tells of it. */
export function fileItem(
	{ itemIndex }: ItemRun,
	file: IBinaryData,
	form: FileForm,
): INodeExecutionData[] {
	const property = textOf(form.field('binaryProperty')) || DEFAULT_BINARY;
	return [
		{
			json: { fileName: nameOf(form), mimeType: file.mimeType, fileSize: file.fileSize ?? null },
			binary: { [property]: file },
			pairedItem: { item: itemIndex },
		},
	];
}

function nameOf({ field, fileName }: FileForm): string {
	return textOf(field('fileName')) || fileName;
}
