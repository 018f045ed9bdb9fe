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
		if (wholes.some((overall) => folded.includes(overall))) return true;
		for (let at = 0; at + PART <= folded.length; at++) {
			if (parts.has(folded.slice(at, at + PART))) return true;
		}
		return false;
	};
	const isIn = (text: string) => readings(text).some((each) => holds(fold(each)));
	return (text) => parts.size + wholes.length > 0 && (isIn(text) || isIn(unpacked(text)));
}

/** What runs of base64 or hexadecimal digits hold, wherever in a run it begins. */
function unpacked(text: string): string {
	const read = (runs: RegExp, encoding: 'base64' | 'hex', starts: readonly number[]) =>
		(text.match(runs) ?? []).flatMap((run) =>
			starts.map((start) => Buffer.from(run.slice(start), encoding).toString()),
		);
	return [
		...read(/[\w+/-]{16,}/g, 'base64', [0, 1, 2, 3]),
		...read(/[\da-f]{16,}/gi, 'hex', [0, 1]),
	].join(' ');
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
		.replace(/&(?:lt|gt|quot|apos);/g, ' ')
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

const MAX_LENGTH = 160;
/** Looking for what nobody sees takes long where there are millions. */
const MOST_READ = 100_000;

/** The beginning of a text in one line, without the tags of HTML. Linear. */
export function firstWords(text: string): string {
	const spaced = text
		.slice(0, MOST_READ)
		.replace(/<[^<>]*>/g, ' ')
		.replace(/\p{Cc}/gu, ' ');
	const line = withoutHidden(spaced).replace(/\s+/g, ' ').trim();
	return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line;
}

/**
 * The one place where secrets are taken out of what a server says: servers echo addresses with
 * the secret in them, and a hostile one may do so in any spelling.
 */

/** Characters that one character takes in any spelling, at most. */
const LONGEST_SPELLING = 16;
const HIDDEN = '***';
/** Text of a server that is looked at where it is quoted; the rest is dropped. */
const MAX_QUOTED = 256 * 1024;
/** A shorter one also stands in ordinary words and numbers. */
const MIN_IN_WORDS = 6;
/** Only one that can't be there by chance is taken out of data. */
const MIN_IN_DATA = 16;
/** Said in place of what a server said with the secret in it. */
export const MANGLED = '(details hidden to protect the credential)';
/** What all keys of the OpenAPI begin with: what stands behind it is the secret, also alone. */
const KEY_SIGN = '#K-';

const ENTITIES: { [character: string]: string } = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

export interface Redactor {
	/** What may be shown of a server's words: their beginning, in which no secret stands. */
	words(text: string): string;
	/** An answer's text without secrets; the rest is as it came. */
	data(text: string): string;
	/** Whether a text holds a part of one, so long that it is no chance. */
	holdsPart(text: string): boolean;
	/** Whether a text that came from the server holds none. */
	isClean(text: string): boolean;
}

/** Those of the last requests: to make one takes longer than to use it. */
const recent = new Map<string, Redactor>();
const MOST_RECENT = 20;

/** @param secrets what nothing that comes from a server may repeat */
export function redactorOf(secrets: readonly string[]): Redactor {
	const key = JSON.stringify(secrets);
	const redactor = recent.get(key) ?? makeRedactor(secrets);
	recent.delete(key);
	recent.set(key, redactor);
	for (const oldest of recent.keys()) {
		if (recent.size <= MOST_RECENT) break;
		recent.delete(oldest);
	}
	return redactor;
}

function makeRedactor(secrets: readonly string[]): Redactor {
	// The longest first: it may begin with another.
	const longestFirst = [...new Set(secrets)]
		.filter((secret) => secret !== '')
		.sort((a, b) => b.length - a.length);
	const patterns = longestFirst.map(anySpelling);
	let parts: ReturnType<typeof partsOf> | undefined;
	// Made for the first words of a server: most requests have none.
	const holdsPart = (text: string) => (parts ??= partsOf(longestFirst.map(withoutSign)))(text);
	const inData = patterns.filter(
		(_, index) => (longestFirst[index] as string).length >= MIN_IN_DATA,
	);
	const longest = LONGEST_SPELLING * (longestFirst[0]?.length ?? 0);
	const short = longestFirst.filter(({ length }) => length < MIN_IN_WORDS);

	const hide = (text: string, what = patterns) =>
		what.reduce((clean, pattern) => clean.replace(pattern, HIDDEN), text);
	const holdsShort = (text: string) => {
		if (short.length === 0) return false;
		const start = text.slice(0, MAX_QUOTED);
		const isIn = (secret: string) => start.toLowerCase().includes(secret.toLowerCase());
		return short.some(isIn) || hide(start, short.map(anySpelling)) !== start;
	};
	return {
		words(text) {
			// A gap in ordinary words would tell what it is.
			if (holdsShort(text)) return MANGLED;
			const clean = hide(text.slice(0, MAX_QUOTED));
			// At the cut a secret may have lost its end.
			const overall = text.length > MAX_QUOTED ? clean.slice(0, -longest || undefined) : clean;
			return holdsPart(firstWords(overall)) ? MANGLED : overall;
		},
		data: (text) => hide(text, inData),
		holdsPart,
		isClean: (text) => !holdsShort(text) && hide(text) === text && !holdsPart(text),
	};
}

/** Any mixture of the spellings of each character, or one in base64. */
function anySpelling(secret: string): RegExp {
	const own = withoutSign(secret);
	const sign = own === secret ? '' : `(?:${[...KEY_SIGN].map(spellCharacter).join('')})?`;
	const characters = sign + [...own].map(spellCharacter).join('');
	return new RegExp([characters, ...base64Spellings(own).map(literal)].join('|'), 'gu');
}

function withoutSign(secret: string): string {
	return secret.startsWith(KEY_SIGN) ? secret.slice(KEY_SIGN.length) : secret;
}

function spellCharacter(character: string): string {
	const code = character.codePointAt(0) as number;
	const percent = [...Buffer.from(character)].map((byte) => `%(?:25)?${hex(byte, 2)}`).join('');
	const json = [...Array(character.length).keys()]
		.map((at) => `\\\\u${hex(character.charCodeAt(at), 4)}`)
		.join('');
	const entity = `&(?:#0{0,7}${code}|#[xX]0{0,7}${hex(code, 1)}${named(character)});`;
	const spellings = [literal(character), percent, json, entity];
	if (character === ' ') spellings.push('\\+');
	if ("/'".includes(character)) spellings.push(`\\\\${character}`);
	const escaped = JSON.stringify(character).slice(1, -1);
	if (escaped !== character) spellings.push(literal(escaped));
	return `(?:${spellings.join('|')})`;
}

function named(character: string): string {
	const name = ENTITIES[character];
	return name ? `|${name}` : '';
}

/** Hexadecimal digits in either case. */
function hex(value: number, length: number): string {
	return value
		.toString(16)
		.padStart(length, '0')
		.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/**
 * What stands of a text in the base64 of anything that holds it, wherever it begins: the
 * characters that no neighbour has a part in. Too few of them stand in ordinary words.
 */
function base64Spellings(secret: string): string[] {
	const bytes = Buffer.from(secret);
	return [0, 1, 2].flatMap((before) => {
		const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		const first = Math.ceil((before * 8) / 6);
		const own = encoded.slice(first, Math.floor(((before + bytes.length) * 8) / 6));
		if (own.length < MIN_IN_WORDS) return [];
		return [own, own.replace(/\+/g, '-').replace(/\//g, '_')];
	});
}

function literal(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Scripts whose letters are drawn in another way beside a joiner. */
const JOINED =
	'\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}';

/**
 * Control characters, halves of characters, and what is no character; marks that turn the direction
 * of writing; and all that is not drawn: fillers, tags, selectors of variants, joiners. Any run of
 * these can carry a text that only a model reads. What emoji and letters are joined or chosen by
 * stays, one each.
 */
const NOT_DRAWN = [
	// Of an emoji, whether it is drawn in color.
	'(?<!\\p{Extended_Pictographic}|[#*0-9](?=\\ufe0f\\u20e3))[\\ufe0e\\ufe0f]',
	// Between two emoji, and behind a letter that is joined.
	`(?<!\\p{Extended_Pictographic}[\\ufe0e\\ufe0f]?|\\p{Emoji_Modifier}|[${JOINED}])\\u200d`,
	`(?<![${JOINED}])\\u200c`,
	'(?![\\ufe0e\\ufe0f\\u200c\\u200d])[\\p{Default_Ignorable_Code_Point}\\p{Cc}\\p{Cs}\\p{Bidi_Control}\\p{Noncharacter_Code_Point}\\ufff9-\\ufffb]',
].join('|');
let hidden: RegExp | undefined;

/** A text without what nobody sees. */
export function withoutHidden(text: string): string {
	// Made for the first text: it takes a millisecond, which n8n would wait for at its start.
	hidden ??= new RegExp(NOT_DRAWN, 'gu');
	return text.replace(hidden, '');
}
