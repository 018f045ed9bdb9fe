/**
 * Finds what no pattern of a whole secret finds in a server's words: its beginning or end, a secret
 * with signs in it or in other capitals, encoded twice, in hexadecimal digits or backwards.
 */
/** So many letters and digits of a secret in a row are no chance. */
const PART = 12;
/** Secrets with fewer are looked for as a whole, the shortest not at all: they stand in ordinary words. */
const MIN_WHOLE = 8;
/** What is encoded more often than that is not looked into. */
const MAX_DECODINGS = 4;
/** Of a password that is made of the product's name, what stands in every error. */
const COMMON = 'sensorsanalytics';
const FULL_WIDTH = 0xfee0;

/** @returns whether a text holds a part of one of the secrets; it takes time in proportion to the text */
export function partsOf(secrets: readonly string[]): (text: string) => boolean {
	const wholes: string[] = [];
	const parts = new Set<string>();
	for (const spelled of secrets.flatMap(spellings).map(fold)) {
		if (spelled.length < MIN_WHOLE || COMMON.includes(spelled)) continue;
		if (spelled.length < PART) wholes.push(spelled);
		for (let at = 0; at + PART <= spelled.length; at++) {
			const part = spelled.slice(at, at + PART);
			if (!COMMON.includes(part)) parts.add(part);
		}
	}
	const holds = (folded: string) => {
		if (wholes.some((whole) => folded.includes(whole))) return true;
		for (let at = 0; at + PART <= folded.length; at++) {
			if (parts.has(folded.slice(at, at + PART))) return true;
		}
		return false;
	};
	return (text) =>
		parts.size + wholes.length > 0 && readings(text).some((each) => holds(fold(each)));
}

function spellings(secret: string): string[] {
	const bytes = Buffer.from(secret);
	const backwards = [...secret].reverse().join('');
	const inBase64 = [0, 1, 2].map((before) => {
		const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		// What neighbours have a part in stands at the ends.
		return encoded.replace(/={1,2}$/, '').slice(before === 0 ? 0 : before + 1, -1);
	});
	return [secret, backwards, bytes.toString('hex'), ...inBase64];
}

/** A text as it stands, and decoded once, twice … */
function readings(text: string): string[] {
	const found = [text];
	for (let read = text; found.length <= MAX_DECODINGS; ) {
		const next = decode(read);
		if (next === read) break;
		found.push(next);
		read = next;
	}
	return found;
}

function decode(text: string): string {
	return text
		.replace(/&(?:amp|#38|#[xX]26);/g, '&')
		.replace(/&#(\d{1,7});?/g, (_, code: string) => character(Number(code)))
		.replace(/&#[xX]([0-9a-fA-F]{1,6});?/g, (_, code: string) => character(parseInt(code, 16)))
		.replace(/%([0-9a-fA-F]{2})/g, (_, code: string) => character(parseInt(code, 16)))
		.replace(/\\{1,8}u([0-9a-fA-F]{4})/g, (_, code: string) => character(parseInt(code, 16)))
		.replace(/\\{1,8}x([0-9a-fA-F]{2})/g, (_, code: string) => character(parseInt(code, 16)));
}

function character(code: number): string {
	return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

/** Letters and digits alone, without capitals. */
function fold(text: string): string {
	return text
		.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH))
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '');
}
