/**
 * The text of an answer. The charset of the content type counts; without one the text is UTF-8,
 * as JSON demands.
 * @returns undefined, rather than text with replaced characters, for what is not in that charset
 */
export function decodeBody(
	body: unknown,
	charset: string | undefined,
	isCut = false,
): string | undefined {
	if (typeof body === 'string') return body;
	if (body === undefined || body === null) return '';
	if (charset === undefined) return undefined;
	try {
		if (!isBytes(body)) return JSON.stringify(body);
		return new TextDecoder(charset, { fatal: true }).decode(body, { stream: isCut });
	} catch {
		return undefined;
	}
}

/** The charset that a content type names; undefined for one that nobody knows. */
export function charsetOf(contentType: string): string | undefined {
	const named = /charset=["']?([\w.:-]{1,40})/i.exec(contentType)?.[1] ?? 'utf-8';
	try {
		return new TextDecoder(named).encoding;
	} catch {
		return undefined;
	}
}

/** Bytes of a body that has not been decoded; 0 for any other. */
export function sizeOf(body: unknown): number {
	return isBytes(body) ? body.byteLength : 0;
}

/** Not instanceof: the bytes may come from another realm than this code. */
function isBytes(body: unknown): body is Uint8Array {
	return ArrayBuffer.isView(body);
}
