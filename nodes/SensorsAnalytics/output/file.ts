import type { IBinaryData, IDataObject } from 'n8n-workflow';

/** Files that belong to items, which hold no bytes themselves. */
const files = new WeakMap<IDataObject, IBinaryData>();

/** Gives an item a file beside its JSON, under the key `data`. */
export function withFile(json: IDataObject, text: string, fileName: string, mimeType: string) {
	const content = Buffer.from(text);
	files.set(json, {
		data: content.toString('base64'),
		mimeType,
		fileName,
		fileExtension: fileName.split('.').at(-1),
		fileSize: `${content.length} B`,
	});
	return json;
}

export function fileOf(json: IDataObject): IBinaryData | undefined {
	return files.get(json);
}
