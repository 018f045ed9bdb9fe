import { firstWords, quoted } from '../../../credentials/http/redact';
import type { Steps } from '../../../credentials/http/slices';
import { mapSteps, sortSteps } from '../table/table';
import type { CatalogEntry } from './entities';
import { distanceOf, LONGEST_SEARCH, MOST_COMPARED, typosIn, splitWords } from './spelling';

/** Splits texts into words, so that what people and models type finds the project's names. */

/** Words without a meaning of their own. */
const FILLERS = new Set(
	'a an and are at by for from in is of on or per the to was were with'.split(' '),
);
/** Endings of Chinese nouns that mean "number of": 订单数, 活跃人数. */
const COUNTING = /(?:总数|数量|次数|人数|数|量)$/u;

function isHan(text: string): boolean {
	return /^\p{Script=Han}+$/u.test(text);
}

/** Returns the words that carry meaning, or all words if none does. */
export function meantWords(text: string): string[] {
	const words = splitWords(text);
	const meant = words.filter((word) => !FILLERS.has(word));
	return meant.length > 0 ? meant : words;
}

/** Returns the forms of a word: also the singular, and a Chinese noun without "number of". */
export function formsOf(word: string): string[] {
	const forms = [word];
	if (isHan(word)) {
		const bare = word.replace(COUNTING, '');
		if (bare.length >= 2) forms.push(bare);
		return forms;
	}
	if (word.length > 3 && word.endsWith('s')) forms.push(word.slice(0, -1));
	if (word.length > 4 && word.endsWith('es')) forms.push(word.slice(0, -2));
	if (word.length > 4 && word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`);
	return [...forms, ...stemsOf(word)];
}

/** Endings of English verbs: paying, ordered, payment. */
const ENDINGS = ['ing', 'ed', 'ment', 'ments'];
/** If the rest is shorter, the word isn't a verb with an ending: `thing`, `need`. */
const SHORTEST_STEM = 3;

/** Returns the verbs from which a word may be derived: shopping → shop, purchased → purchase. */
function stemsOf(word: string): string[] {
	const ending = ENDINGS.find((end) => word.endsWith(end));
	const stem = ending === undefined ? '' : word.slice(0, -ending.length);
	if (stem.length < SHORTEST_STEM || !/[aeiouy]/.test(stem)) return [];
	const isDoubled = stem.at(-1) === stem.at(-2);
	return [stem, `${stem}e`, ...(isDoubled ? [stem.slice(0, -1)] : [])];
}

/** Synonyms for what nearly every project has, under one name or another. */
const ALIKE: ReadonlyArray<readonly string[]> = [
	['pay', 'paid', 'purchase', 'buy', 'bought', '支付', '付款', '购买'],
	['signup', 'register', 'registration', '注册'],
	['login', 'signin', '登录', '登陆'],
	['order', '订单', '下单'],
	[
		...['revenue', 'sales', 'turnover', 'gmv', 'income', 'amount', 'money', 'spend', 'spending'],
		...['金额', '销售额', '收入', '营收', '营业额', '流水', '交易额', '成交额', '消费额'],
	],
	['price', 'cost', '价格', '单价', '售价'],
	['product', 'goods', 'item', 'sku', '商品', '产品'],
	['category', '品类', '类别', '类目', '分类'],
	['quantity', '数量', '件数'],
	['cart', 'basket', '购物车', '加购'],
	['coupon', 'voucher', '优惠券', '代金券'],
	['refund', '退款', '退货'],
	['city', 'town', '城市'],
	['province', 'region', '省份', '地区', '区域'],
	['country', '国家'],
	['channel', 'source', '渠道', '来源'],
	['device', '设备', '终端'],
	['os', 'system', '操作系统'],
	['level', 'tier', 'grade', '等级', '级别'],
	['member', 'membership', 'vip', '会员'],
	['gender', 'sex', '性别'],
	['age', '年龄'],
	['interest', 'hobby', '兴趣', '爱好'],
	['view', 'visit', 'browse', '浏览', '访问', '查看'],
	['search', '搜索', '检索'],
	['click', 'tap', '点击'],
	['share', '分享', '转发'],
	['duration', '时长', '停留'],
	['page', '页面'],
	['invite', 'invitation', 'referral', '邀请', '推荐'],
];

/** Returns synonyms of a word; in Chinese, also of a part of the word. */
export function synonymsOf(word: string): string[] {
	const forms = formsOf(word);
	return ALIKE.flatMap((alike) => {
		if (alike.some((one) => forms.includes(one))) {
			return alike.filter((one) => !forms.includes(one));
		}
		const [part] = alike.filter((one) => isHan(one) && word.includes(one));
		if (part === undefined) return [];
		const others = alike.filter((one) => one !== part && isHan(one));
		return others.map((other) => word.replace(part, other));
	});
}

/** Pairs of neighboring Chinese characters measure similarity: Chinese has no spaces. */
export function pairsOf(word: string): string[] {
	if (!isHan(word)) return [];
	const letters = [...word];
	return letters.slice(1).map((letter, index) => `${letters[index] as string}${letter}`);
}

/** An entry that can be searched for. */
export interface Findable {
	name: string;
	displayName: string;
	description?: string;
	tags?: readonly string[];
	/** How much it is used, if known. */
	count?: number;
}

/** How well an entry matches, best first (docs/catalog.md, "Search"). */
const FITS = [
	'name as typed',
	'name',
	'display name',
	'beginning',
	'words',
	'part',
	'elsewhere',
	'other words',
] as const;
type Fit = (typeof FITS)[number];

interface Indexed<Entry> {
	entry: Entry;
	name: OwnWords;
	displayName: OwnWords;
	forms: ReadonlySet<string>;
	rest: string;
}

/** The words of a name, and the name without separators. */
interface OwnWords {
	words: readonly string[];
	text: string;
}

interface SearchWord {
	word: string;
	forms: readonly string[];
	/** The forms of its synonyms. */
	others: readonly string[];
}

/** Approximate work for one entry, in cells: each search word is compared with its words. */
const CELLS_OF_ENTRY = 100;

/**
 * Returns the entries that match a text, best first. Every word of the text or a synonym must
 * occur; case, width, spaces, signs, word order, plurals and endings of verbs don't matter. Among
 * equal matches, the more used entry is first, then the one with the shorter name.
 */
export function* searchSteps<Entry extends Findable>(
	entries: readonly Entry[],
	text: string,
): Steps<Entry[]> {
	const requested = searchWordsIn(text);
	if (requested.length === 0)
		return text.trim() === '' ? [...entries] : entriesNamed(entries, text);
	const typed = text.trim();
	const joined = formsOf(requested.map(({ word }) => word).join(''));
	const found: Array<{ entry: Entry; rank: number }> = [];
	const look = (entry: Entry) => {
		const fit = fitOf(indexed(entry), typed, requested, joined);
		if (fit !== undefined) found.push({ entry, rank: FITS.indexOf(fit) });
	};
	yield* mapSteps(entries, look, CELLS_OF_ENTRY);
	const sorted = yield* sortSteps(
		found,
		(a, b) =>
			a.rank - b.rank ||
			(b.entry.count ?? 0) - (a.entry.count ?? 0) ||
			a.entry.name.length - b.entry.name.length,
	);
	return sorted.map(({ entry }) => entry);
}

/** Finds an entry by its exact name, or else by the only display name or spelling that matches. */
export function* callSteps<Entry extends Findable>(
	entries: readonly Entry[],
	joinedOf = joinedWords,
): Steps<(text: string) => Entry | undefined> {
	const byName = new Map<string, Entry>();
	// null means several entries.
	const alike = new Map<string, Entry | null>();
	const put = (entry: Entry) => {
		if (!byName.has(entry.name)) byName.set(entry.name, entry);
		for (const key of new Set([joinedOf(entry.name), joinedOf(entry.displayName)]))
			if (key !== '') alike.set(key, alike.has(key) ? null : entry);
	};
	yield* mapSteps(entries, put, CELLS_OF_ENTRY);
	return (text) =>
		byName.get(text) ?? labeledIn(byName, text) ?? alike.get(joinedWords(text)) ?? undefined;
}

/** Finds an entry by both of its names, as errors and lists write them. */
export function labeledIn<Entry extends Findable>(
	byName: ReadonlyMap<string, Entry>,
	text: string,
): Entry | undefined {
	return [text.slice(0, text.indexOf(' (')), text.slice(text.lastIndexOf(' (') + 2, -1)]
		.map((name) => byName.get(name))
		.find((entry) => {
			const { name, displayName } = entry ?? {};
			return text === `${name} (${displayName})` || text === `${displayName} (${name})`;
		});
}

export function joinedWords(text: string): string {
	return splitWords(text).join('');
}

/**
 * If nothing matches completely, returns the entries that share parts with the text, the most
 * similar first.
 */
export function* nearestSteps<Entry extends Findable>(
	entries: readonly Entry[],
	text: string,
	most: number,
): Steps<Entry[]> {
	const requested = searchWordsIn(text);
	const pairs = new Set(requested.flatMap(({ word }) => pairsOf(word)));
	const found: Array<{ entry: Entry; shared: number }> = [];
	const look = (entry: Entry) => {
		const index = indexed(entry);
		let shared = requested.filter((word) => isMeant(index, word)).length;
		if (pairs.size > 0) {
			const own = [...index.name.words, ...index.displayName.words].flatMap(pairsOf);
			shared += own.filter((pair) => pairs.has(pair)).length;
		}
		if (shared > 0) found.push({ entry, shared });
	};
	yield* mapSteps(entries, look, CELLS_OF_ENTRY);
	const sorted = yield* sortSteps(
		found,
		(a, b) => b.shared - a.shared || (b.entry.count ?? 0) - (a.entry.count ?? 0),
	);
	return sorted.slice(0, most).map(({ entry }) => entry);
}

/** A text of only signs can only be an exact name. */
function entriesNamed<Entry extends Findable>(entries: readonly Entry[], text: string): Entry[] {
	const requested = text.trim();
	return entries.filter(({ name, displayName }) => name === requested || displayName === requested);
}
const MOST_WORDS = 20;

function searchWordsIn(text: string): SearchWord[] {
	const words = [...new Set(meantWords(text.slice(0, LONGEST_SEARCH)))].slice(0, MOST_WORDS);
	return words.map((word) => ({
		word,
		forms: formsOf(word),
		others: synonymsOf(word).flatMap(formsOf),
	}));
}

/** Lists are searched repeatedly, so the index of an entry is kept as long as the entry. */
const indexes = new WeakMap<Findable, Indexed<Findable>>();
/** Only this many characters of a project's text are searched. */
const LONGEST_TEXT = 2000;

function indexed<Entry extends Findable>(entry: Entry): Indexed<Entry> {
	const known = indexes.get(entry);
	if (known) return known as Indexed<Entry>;
	const words = (text: string) => splitWords(text.slice(0, LONGEST_TEXT));
	const own = (text: string): OwnWords => {
		const list = words(text);
		return { words: list, text: list.join('') };
	};
	const [name, displayName] = [own(entry.name), own(entry.displayName)];
	const index = {
		entry,
		name,
		displayName,
		forms: new Set([...name.words, ...displayName.words].flatMap(formsOf)),
		rest: words([entry.description ?? '', ...(entry.tags ?? [])].join(' ')).join(' '),
	};
	indexes.set(entry, index);
	return index;
}

/** @param joined the forms of all words without separators */
function fitOf(
	index: Indexed<Findable>,
	typed: string,
	requested: readonly SearchWord[],
	joined: readonly string[],
): Fit | undefined {
	const { entry, name, displayName, forms } = index;
	if (entry.name === typed) return 'name as typed';
	if (isSame(requested, joined, name)) return 'name';
	if (isSame(requested, joined, displayName)) return 'display name';
	if (isBeginning(requested, joined, name) || isBeginning(requested, joined, displayName))
		return 'beginning';
	if (requested.every((word) => word.forms.some((form) => forms.has(form)))) return 'words';
	if (requested.every((word) => isPart(index, word.forms))) return 'part';
	if (requested.every((word) => isAnywhere(index, word))) return 'elsewhere';
	return requested.every((word) => isMeant(index, word)) ? 'other words' : undefined;
}

/** Whether two words differ only in singular and plural. */
function areOne({ forms }: SearchWord, other: string): boolean {
	return forms.includes(other) || formsOf(other).some((form) => forms.includes(form));
}

/** The same words in any order, or the same letters except for the plural. */
function isSame(
	requested: readonly SearchWord[],
	joined: readonly string[],
	own: OwnWords,
): boolean {
	if (joined.includes(own.text)) return true;
	if (requested.length !== own.words.length) return false;
	const left = [...own.words];
	return requested.every((word) => {
		const found = left.findIndex((other) => areOne(word, other));
		if (found >= 0) left.splice(found, 1);
		return found >= 0;
	});
}

function isBeginning(
	requested: readonly SearchWord[],
	[joined = '']: readonly string[],
	{ words, text }: OwnWords,
): boolean {
	if (text.startsWith(joined)) return true;
	return (
		requested.length <= words.length &&
		requested.every((word, index) => areOne(word, words[index] as string))
	);
}

function isPart({ name, displayName }: Indexed<Findable>, forms: readonly string[]): boolean {
	return forms.some((form) => name.text.includes(form) || displayName.text.includes(form));
}

function isMeant(index: Indexed<Findable>, word: SearchWord): boolean {
	return isAnywhere(index, word) || isPart(index, word.others);
}

function isAnywhere(index: Indexed<Findable>, { forms }: SearchWord): boolean {
	return isPart(index, forms) || forms.some((form) => index.rest.includes(form));
}

/** More suggestions than this don't help. */
const MOST = 3;

/** Names compared in one step, which takes some milliseconds. */
const NAMES_A_STEP = 500;

/** Suggests what a person may have meant by a name that the project does not have, in steps. */
export function* suggestionSteps(
	typed: string,
	known: readonly CatalogEntry[],
): Steps<string | undefined> {
	if (known.some(({ name }) => name === typed)) return undefined;
	const displayed = known.find(({ displayName }) => displayName === typed);
	if (displayed) return `${quoted(typed)} is the display name of ${firstWords(displayed.name)}`;
	const requested = typed.toLowerCase();
	const allowed = typosIn(requested);
	const near: Array<{ name: string; distance: number }> = [];
	for (const [index, { name }] of known.slice(0, MOST_COMPARED).entries()) {
		const distance = distanceOf(requested, name.toLowerCase(), allowed);
		if (distance <= allowed) near.push({ name, distance });
		if (index % NAMES_A_STEP === 0) yield;
	}
	const nearest = near.sort((a, b) => a.distance - b.distance).slice(0, MOST);
	return nearest.length === 0
		? undefined
		: `${quoted(typed)}: did you mean ${nearest.map(({ name }) => firstWords(name)).join(' or ')}?`;
}

/** The error for a name that a project doesn't have, in the same words for all lists. */
export function noneCalled(what: string, typed: string): string {
	return `The project has no ${what} ${quoted(typed)} that the account can see`;
}
