import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

import { type FileForm, IDS_AS_TEXT } from '../form/fileFields';
import { type CsvFacts, watchCsv } from '../output/csvIds';
import { defuseCsv } from '../output/defuseCsv';
import { addHint } from '../output/hints';
import type { Bytes } from '../transport/stream';
import type { ItemRun } from './operation';

/** A file that was stored, and how many rows it has, as far as that is known. */
export interface StoredCsv {
	file: IBinaryData;
	rows?: number;
}

const IDS_ARE_LOST = `The file has IDs that spreadsheet programs take for numbers and change when they open it: of more than 15 digits they keep the first 15 alone. In Excel, import it by Data > From Text/CSV with Data Type Detection set to 'Do not detect data types', or set the option '${IDS_AS_TEXT}'. Databases and other programs read it as it is.`;

/** @param known of the file, from when it was made */
export async function storeCsv(
	{ context }: ItemRun,
	bytes: Bytes,
	form: FileForm,
	known: Partial<CsvFacts> = {},
): Promise<StoredCsv> {
	type Content = Parameters<typeof context.helpers.prepareBinaryData>[0];
	const defused = form.isDefused ? defuseCsv(bytes) : bytes;
	const isToRead = form.keepsIds || known.losesIds === undefined;
	const watched = isToRead ? await watchCsv(defused, form.keepsIds) : undefined;
	const content = (watched?.bytes ?? defused) as Content;
	const file = await context.helpers.prepareBinaryData(content, form.fileName, 'text/csv');
	const facts = { ...watched?.facts(), ...known };
	if (facts.losesIds === true && !form.keepsIds) addHint(context, IDS_ARE_LOST);
	return { file, rows: facts.rows };
}

/** An item that holds the file, and tells of it. */
export function fileItem(
	{ itemIndex }: ItemRun,
	{ file, rows }: StoredCsv,
	{ property, fileName }: FileForm,
): INodeExecutionData[] {
	const { mimeType, fileSize = null } = file;
	return [
		{
			json: { fileName, mimeType, fileSize, rows: rows ?? null },
			binary: { [property]: file },
			pairedItem: { item: itemIndex },
		},
	];
}
