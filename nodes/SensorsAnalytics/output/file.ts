import type { IBinaryData, IDataObject } from 'n8n-workflow';

/** Files that belong to items, which hold no bytes themselves. */
const files = new WeakMap<IDataObject, IBinaryData>();
/** Most processes never make one: their rows need not be looked up. */
let isAny = false;

/** Gives an item a file beside its JSON, under the key `data`. */
export function withFile(json: IDataObject, text: string, fileName: string, mimeType: string) {
	const content = Buffer.from(text);
	isAny = true;
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
	return isAny ? files.get(json) : undefined;
}
