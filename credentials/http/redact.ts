import { keepNewest } from '../process';
import { atOnce, type Steps } from './slices';

/**
 * Finds parts of a secret that a pattern of the complete secret misses in a server's words: its
 * beginning or end, inserted signs, other capitals, and text that is encoded twice, in hexadecimal
 * or reversed.
 */
/** This many letters and digits of a secret in a row can't be a coincidence. */
const PART = 12;
/**
 * A secret that is shorter than PART is only searched in full. One that is shorter than this isn't
 * searched, because it occurs in words.
 */
const MIN_WHOLE = 8;
/** Text that is encoded more often isn't searched. */
const MAX_DECODINGS = 4;
const NOT_ASCII = /[\u0080-\uffff]/;
const FOREIGN = /[^a-z0-9]+/g;
/** A password may contain the product's name, which occurs in every error. */
const COMMON = 'sensorsanalytics';

/** Returns a test whether a text contains a part of one of the secrets, in linear time. */
export function secretPartFinder(secrets: readonly string[]): (text: string) => boolean {
	const wholes: string[] = [];
	const literals = secrets
		.map(compact)
		.filter(({ length }) => length >= MIN_WHOLE)
		.filter((literal) => !COMMON.includes(literal));
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
	// The second test finds a secret with letters of other scripts or accents between its own.
	const isIn = (text: string) =>
		readings(text).some((each) => {
			const read = compact(each);
			return (
				literals.some((literal) => read.includes(literal)) ||
				holds(fold(each)) ||
				(NOT_ASCII.test(each) && holds(each.toLowerCase().replace(FOREIGN, '')))
			);
		});
	return (text) =>
		parts.size + wholes.length + literals.length > 0 && (isIn(text) || isIn(unpacked(text)));
}

/** Decodes runs of base64 or hexadecimal digits, from every offset at which a secret may start. */
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
		// The first and last characters also depend on the neighboring bytes.
		return encoded.replace(/={1,2}$/, '').slice(before === 0 ? 0 : before + 1, -1);
	});
	return [secret, backwards, bytes.toString('hex'), ...inBase64];
}

/** Returns a text and its decoded forms: decoded once, twice … */
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
		.replace(/&([a-z]{2,4});/g, (all, name: string) => characterOf(name) ?? all)
		.replace(/&(?:[A-Za-z]\w{1,31};|shy|nbsp)/g, ' ')
		.replace(/&#0*(\d{1,7});?/g, (_, code: string) => character(Number(code)))
		.replace(/&#[xX]0*([0-9a-fA-F]{1,6});?/g, (_, code: string) => character(parseInt(code, 16)))
		.replace(/(?:%[0-9a-fA-F]{2})+/g, textOfBytes)
		.replace(/(?:%|\\{1,8})u([0-9a-fA-F]{4})/g, (_, code: string) => character(parseInt(code, 16)))
		.replace(/\\{1,8}u\{([0-9a-fA-F]{1,6})\}/g, (_, code: string) => character(parseInt(code, 16)))
		.replace(/\\{1,8}x([0-9a-fA-F]{2})/g, (_, code: string) => character(parseInt(code, 16)))
		.replace(/\\{1,8}[bfnrt]/g, ' ');
}

/** Reads percent-encoded bytes as UTF-8, or else as one character each. */
function textOfBytes(encoded: string): string {
	const bytes = Buffer.from(encoded.replace(/%/g, ''), 'hex');
	const read = bytes.toString();
	return read.includes('\ufffd') ? bytes.toString('latin1') : read;
}

function character(code: number): string {
	return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

function fold(text: string): string {
	return text
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '');
}

const MAX_LENGTH = 160;
const MAX_QUOTE = 100;
/** Searching millions of characters for hidden ones takes long. */
const MOST_READ = 100_000;

/** Returns the beginning of a text in one line, without HTML tags. Linear. */
export function firstWords(text: string): string {
	return lineOf(text, withoutHidden);
}

function lineOf(text: string, clean: (text: string) => string): string {
	const spaced = text
		.slice(0, MOST_READ)
		.replace(/<[^<>]*>/g, ' ')
		.replace(/\p{Cc}/gu, ' ');
	const line = clean(spaced).replace(/\s+/g, ' ').trim();
	return cutAt(line, MAX_LENGTH);
}

/** Returns the beginning of a typed value in single quotes, for an error. */
export function quoted(value: unknown): string {
	return `'${cutAt(stringOf(value), MAX_QUOTE)}'`;
}

/** Does what String does, also for objects whose own keys break it: `{toString: 1}`. */
export function stringOf(value: unknown): string {
	try {
		return String(value);
	} catch {
		return typeof value;
	}
}

export function cutAt(text: string, length: number): string {
	return text.length > length ? `${text.slice(0, length)}…` : text;
}

/** Joins names for a sentence, and shortens each of them. */
export function joinNames(names: readonly string[]): string {
	return names.map(firstWords).join(', ');
}

/**
 * Removes secrets from what a server says; no other file does. Servers echo URLs that contain the
 * secret, and a hostile server may do so in any spelling.
 */

/** Most characters that the spelling of one character takes. */
const LONGEST_SPELLING = 16;
const HIDDEN = '***';
/** This many characters are read without a pause. */
const BETWEEN_PAUSES = 4096;
/** First characters of a secret, which a pattern finds. */
const BEGINNING = 8;
/** An escape of a character starts with one of these. */
const SPECIAL = '%\\&+';
/** Only this much of a server's text is processed for a quotation; the rest is dropped. */
const MAX_QUOTED = 256 * 1024;
/** A shorter secret also occurs in ordinary words and numbers. */
const MIN_IN_WORDS = 6;
/** In data, only secrets of this length are removed: they can't occur by coincidence. */
const MIN_IN_DATA = 16;
/** Replaces a server's words that contain the secret. */
export const MANGLED = '(details hidden to protect the credential)';
/** All OpenAPI keys start with this. The text after it is a secret on its own. */
const KEY_SIGN = '#K-';

const ENTITIES: { [character: string]: string } = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": 'apos',
};

function characterOf(entity: string | undefined): string | undefined {
	return Object.keys(ENTITIES).find((each) => ENTITIES[each] === entity);
}

export interface Redactor {
	words(text: string): string;
	/** Returns the text of an answer without secrets, otherwise unchanged. */
	data(text: string): string;
	dataSteps(text: string): Steps<string>;
	holdsPart(text: string): boolean;
	isClean(text: string): boolean;
}

/** Redactors of the last requests: making one takes longer than using it. */
const recent = new Map<string, Redactor>();
const MOST_RECENT = 20;

/** Returns the redactor for these secrets, which nothing from a server may repeat. */
export function redactorOf(secrets: readonly string[]): Redactor {
	const key = JSON.stringify(secrets);
	const redactor = recent.get(key) ?? makeRedactor(secrets);
	keepNewest(recent, key, redactor, MOST_RECENT);
	return redactor;
}

/** Secrets that were sent lately, with their servers, which may repeat them to another item. */
const sent = new Map<string, Set<string>>();
const MOST_SENT = 50;
/** Tests of longer texts take long to make, and nobody sends longer passwords. */
const MOST_SEARCHED = 256;
/** One test for all secrets of the same servers: a text is decoded once, not once for each. */
const findersOfSent = new Map<string, (text: string) => boolean>();

/** Notes secrets that are sent to a server, which no words of this server may repeat from now on. */
export function noteSent(secrets: readonly string[], baseUrl: string): void {
	for (const secret of secrets.filter(Boolean)) {
		const servers = sent.get(secret) ?? new Set();
		if (!servers.has(baseUrl)) findersOfSent.clear();
		keepNewest(sent, secret, servers.add(baseUrl), MOST_SENT);
	}
}

/** Whether a text has a part of a secret that was sent to a server of these secrets. */
function holdsPartOfOthers(text: string, secrets: readonly string[]): boolean {
	const servers = [...new Set(secrets.flatMap((secret) => [...(sent.get(secret) ?? [])]))];
	const key = servers.join(' ');
	const others = () =>
		[...sent].flatMap(([secret, own]) =>
			servers.some((server) => own.has(server))
				? [withoutSign(secret).slice(0, MOST_SEARCHED)]
				: [],
		);
	const find = findersOfSent.get(key) ?? secretPartFinder(others());
	keepNewest(findersOfSent, key, find, MOST_RECENT);
	return find(text);
}

function makeRedactor(secrets: readonly string[]): Redactor {
	// The longest secret comes first because it may start with another one.
	const longestFirst = [...new Set(secrets)]
		.filter((secret) => withoutSign(secret) !== '')
		.sort((a, b) => b.length - a.length);
	const hiders = longestFirst.map(hidersOf);
	let parts: ReturnType<typeof secretPartFinder> | undefined;
	// This is made only when a server's words must be searched: most requests have none.
	const holdsPart = (text: string) =>
		(parts ??= secretPartFinder(longestFirst.map(withoutSign)))(text);
	const inData = hiders.filter((_, index) => (longestFirst[index] as string).length >= MIN_IN_DATA);
	const longest = LONGEST_SPELLING * (longestFirst[0]?.length ?? 0);
	const short = longestFirst.filter(({ length }) => length < MIN_IN_WORDS);

	const whole = longestFirst.filter(({ length }) => length >= MIN_IN_WORDS).map(compact);
	const holdsWhole = (text: string) => {
		const read = compact(text);
		return whole.some((secret) => read.includes(secret));
	};

	const holdsAny = (text: string) => holdsPart(text) || holdsPartOfOthers(text, secrets);
	const hide = (text: string, what = hiders) => atOnce(hideSteps(text, what));
	const holdsShort = (text: string) => {
		if (short.length === 0) return false;
		const start = text.slice(0, MAX_QUOTED);
		const isIn = (secret: string) => start.toLowerCase().includes(secret.toLowerCase());
		return short.some(isIn) || hide(start, short.map(hidersOf)) !== start;
	};
	return {
		words(text) {
			// A gap in ordinary words would reveal the secret.
			if (holdsShort(text)) return MANGLED;
			const clean = hide(text.slice(0, MAX_QUOTED));
			// A secret may have lost its end where the text was cut.
			const overall = text.length > MAX_QUOTED ? clean.slice(0, -longest || undefined) : clean;
			// What firstWords leaves out may have hidden a secret: signs that nobody sees, tags, entities.
			const shown = lineOf(overall, onlyDrawn);
			return holdsAny(shown) || readings(shown).some(holdsWhole) ? MANGLED : overall;
		},
		data: (text) => hide(text, inData),
		dataSteps: (text) => hideSteps(text, inData),
		holdsPart,
		isClean: (text) => !holdsShort(text) && hide(text) === text && !holdsAny(text),
	};
}

/** Returns a text without spaces and hidden characters, in small letters. */
function compact(text: string): string {
	return onlyDrawn(text).replace(/\s+/g, '').toLowerCase();
}

type Hide = (text: string) => Steps<string>;
/** Returns where the next beginning of a secret is hidden from, and where its characters start. */
type Find = (text: string, from: number) => [hidden: number, start: number] | undefined;

function* hideSteps(text: string, hiders: readonly Hide[][]): Steps<string> {
	let clean = text;
	for (const hide of hiders.flat()) {
		yield 'long';
		clean = yield* hide(clean);
	}
	return clean;
}

/** Returns what hides any mixture of the spellings of each character, and the text in base64. */
function hidersOf(secret: string): Hide[] {
	const own = withoutSign(secret);
	const sign = own === secret ? '' : `(?:${[...KEY_SIGN].map(spellCharacter).join('')})?`;
	const beginning = [...own].slice(0, BEGINNING).map(spellCharacter).join('');
	const begins = new RegExp(`${sign}(${beginning})`, 'gu');
	const find: Find = (text, from) => {
		begins.lastIndex = from;
		const found = begins.exec(text);
		return found ? [found.index, begins.lastIndex - (found[1] as string).length] : undefined;
	};
	const spelled = hiderBy([...own], find, spelledAt);
	const encoded = base64Spellings(own).map((each) => {
		const start = each.slice(0, BEGINNING);
		return hiderBy([...each], (text, from) => {
			const found = text.indexOf(start, from);
			return found < 0 ? undefined : [found, found];
		});
	});
	return [spelled, ...encoded];
}

/**
 * A pattern of all characters would compare a text like xxx… again from each x on. So only a
 * beginning is found at once. From there on, a bit for each part of the secret that ends at a
 * position goes from character to character (Shift-And), which is linear. Everything from the
 * beginning on is hidden: it consists of beginnings of the secret.
 */
function hiderBy(
	characters: readonly string[],
	find: Find,
	readAt?: (text: string, at: number) => Array<[number, number]>,
): Hide {
	const places = new Map<number, bigint>();
	characters.forEach((character, at) => {
		const code = character.codePointAt(0) as number;
		places.set(code, (places.get(code) ?? 0n) | (1n << BigInt(at)));
	});
	const end = 1n << BigInt(characters.length - 1);

	const continued = (parts: bigint, code: number): bigint => {
		const here = places.get(code);
		return here === undefined ? 0n : ((parts << 1n) | 1n) & here;
	};

	/** Returns where a secret ends (positive), or where no part of it continues (negative). */
	function* follow(text: string, from: number): Steps<number> {
		const ahead = new Map<number, bigint>();
		let parts = 0n;
		let read = 0;
		for (let at = from; at < text.length; ) {
			const code = text.codePointAt(at) as number;
			const next = code > 0xffff ? at + 2 : at + 1;
			if (readAt && SPECIAL.includes(text.charAt(at))) {
				for (const [spelled, to] of readAt(text, at)) {
					const here = continued(parts, spelled);
					if (here) ahead.set(to, (ahead.get(to) ?? 0n) | here);
				}
			}
			parts = continued(parts, code);
			if (ahead.size > 0) {
				parts |= ahead.get(next) ?? 0n;
				ahead.delete(next);
			}
			if (parts & end) return next;
			if (parts === 0n && ahead.size === 0) return at === from ? -next : -at;
			at = next;
			if (++read % BETWEEN_PAUSES === 0) yield;
		}
		return -text.length;
	}
	return function* (text) {
		let clean = '';
		let written = 0;
		for (let found = find(text, 0); found; ) {
			const to = yield* follow(text, found[1]);
			yield;
			if (to > 0) {
				clean += text.slice(written, found[0]) + HIDDEN;
				written = to;
			}
			found = find(text, Math.abs(to));
		}
		return clean + text.slice(written);
	};
}

/** An escape in a URL (encoded once or twice), in JSON or in HTML. */
const ESCAPE =
	/%(?:25)?([\da-fA-F]{2})|((?:\\u[\da-fA-F]{4}){1,2}|\\["\\/bfnrt])|\\(')|&(?:#0*(\d{1,7})|#[xX]0*([\da-fA-F]{1,6})|(\w{2,4}));|(\+)/y;

/** Returns the codes of characters that are spelled from this position on, each with its end. */
function spelledAt(text: string, at: number): Array<[number, number]> {
	ESCAPE.lastIndex = at;
	const found = ESCAPE.exec(text);
	if (!found) return [];
	const [whole, percent, json, quote, decimal, hexadecimal, name] = found;
	if (percent) {
		const read: Array<[number, number]> = whole.length > 3 ? [[0x25, at + 3]] : [];
		let code = parseInt(percent, 16);
		const others = code < 0xc0 ? 0 : code < 0xe0 ? 1 : code < 0xf0 ? 2 : 3;
		if (others > 0) code &= 0x3f >> others;
		for (let each = 0; each < others; each++) {
			const byte = ESCAPE.exec(text)?.[1];
			if (byte === undefined) return read;
			code = code * 0x40 + (parseInt(byte, 16) & 0x3f);
		}
		read.push([code, ESCAPE.lastIndex]);
		return read;
	}
	if (json) {
		const read = (JSON.parse(`"${json}"`) as string).codePointAt(0) as number;
		return [[read, at + (json[1] !== 'u' ? 2 : read > 0xffff ? 12 : 6)]];
	}
	const named = characterOf(name) ?? quote ?? ' ';
	const digits = decimal ?? (hexadecimal && `0x${hexadecimal}`);
	return [[digits ? Number(digits) : named.charCodeAt(0), at + whole.length]];
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
	const entities = [`&#0*${code};`, `&#[xX]0*${hex(code, 1)};`];
	const spellings = [literal(character), percent, json, ...entities];
	const name = ENTITIES[character];
	if (name) spellings.push(`&${name};`);
	if (character === ' ') spellings.push('\\+');
	if ("/'".includes(character)) spellings.push(`\\\\${character}`);
	const escaped = JSON.stringify(character).slice(1, -1);
	if (escaped !== character) spellings.push(literal(escaped));
	return `(?:${spellings.join('|')})`;
}

/** Matches hexadecimal digits in either case. */
function hex(value: number, length: number): string {
	return value
		.toString(16)
		.padStart(length, '0')
		.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}

/**
 * Returns the base64 characters that a text produces at each of the three offsets, without those
 * that neighbors influence and results so short that they occur in words.
 */
function base64Spellings(secret: string): string[] {
	const bytes = Buffer.from(secret);
	return [0, 1, 2].flatMap((before) => {
		const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
		const first = Math.ceil((before * 8) / 6);
		const own = encoded.slice(first, Math.floor(((before + bytes.length) * 8) / 6));
		if (own.length < MIN_IN_WORDS) return [];
		return [...new Set([own, own.replace(/\+/g, '-').replace(/\//g, '_')])];
	});
}

function literal(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Scripts in which a joiner changes how letters are drawn. */
const JOINED =
	'\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}';

/**
 * Control characters, unpaired surrogates, noncharacters, marks that change the direction of
 * writing, and everything that isn't drawn: fillers, tags, variation selectors, joiners. A run of
 * these can carry text that only a model reads. Single joiners and selectors of emoji and letters
 * stay.
 */
const NOT_DRAWN = [
	// These selectors decide whether an emoji is drawn in color.
	'(?<!\\p{Extended_Pictographic}|[#*0-9](?=\\ufe0f\\u20e3))[\\ufe0e\\ufe0f]',
	// Joiners stay between two emoji and after a letter of a script with joined letters.
	`(?<!\\p{Extended_Pictographic}[\\ufe0e\\ufe0f]?|\\p{Emoji_Modifier}|[${JOINED}])\\u200d`,
	`(?<![${JOINED}])\\u200c`,
	'(?![\\ufe0e\\ufe0f\\u200c\\u200d])[\\p{Default_Ignorable_Code_Point}\\p{Cc}\\p{Cs}\\p{Bidi_Control}\\p{Noncharacter_Code_Point}\\ufff9-\\ufffb]',
].join('|');
let hidden: RegExp | undefined;

/**
 * Removes the characters that nobody sees. A secret that only these kept in pieces is hidden, as it
 * is where a server writes all of it.
 */
export function withoutHidden(text: string): string {
	const shown = onlyDrawn(text);
	return shown === text ? text : withoutSent(shown);
}

/** Hides secrets that were sent in data that have become readable only now. */
export function withoutSent(text: string): string {
	return text.length < MIN_IN_DATA ? text : redactorOf([...sent.keys()]).data(text);
}

function onlyDrawn(text: string): string {
	// The pattern is compiled at the first text, because it takes 1 ms of n8n's start.
	hidden ??= new RegExp(NOT_DRAWN, 'gu');
	return text.replace(hidden, '');
}
