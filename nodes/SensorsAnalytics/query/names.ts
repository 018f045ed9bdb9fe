import { firstWords } from '../../../credentials/http/redact';
import type { Steps } from '../../../credentials/http/slices';
import { mapSteps, sortSteps } from '../table/table';
import type { CatalogEntry } from './entities';
import { distanceOf, LONGEST_SEARCH, MOST_COMPARED, typosIn, wordsOf } from './spelling';

/** Texts as words, so that what people and models type finds what a project calls it. */

/** Words that say nothing of what is meant. */
const FILLERS = new Set(
	'a an and are at by for from in is of on or per the to was were with'.split(' '),
);
/** Behind a Chinese noun they ask how many: 订单数, 活跃人数. */
const COUNTING = /(?:总数|数量|次数|人数|数|量)$/u;

/** Whether these are Chinese characters alone. */
function isHan(text: string): boolean {
	return /^\p{Script=Han}+$/u.test(text);
}

/** Those of what was typed that say what is meant; all, if none of them does. */
export function meantWords(text: string): string[] {
	const words = wordsOf(text);
	const meant = words.filter((word) => !FILLERS.has(word));
	return meant.length > 0 ? meant : words;
}

/** The word as it may be meant: also in the singular, and without a Chinese word of counting. */
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

/** Behind an English verb: paying, ordered, payment. */
const ENDINGS = ['ing', 'ed', 'ment', 'ments'];
/** A shorter rest is rather a word of its own: `thing`, `need`. */
const SHORTEST_STEM = 3;

/** The verb that a word may be made of: shopping → shop, purchased → purchase. */
function stemsOf(word: string): string[] {
	const ending = ENDINGS.find((end) => word.endsWith(end));
	const stem = ending === undefined ? '' : word.slice(0, -ending.length);
	if (stem.length < SHORTEST_STEM || !/[aeiouy]/.test(stem)) return [];
	const isDoubled = stem.at(-1) === stem.at(-2);
	return [stem, `${stem}e`, ...(isDoubled ? [stem.slice(0, -1)] : [])];
}

/** Words of one meaning, for what nearly every project has under either name. */
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

/** Other words for the same; in Chinese, also where the word is a part of what was typed. */
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

/** Pairs of neighbouring Chinese characters: where nothing parts words, what two texts share. */
export function pairsOf(word: string): string[] {
	if (!isHan(word)) return [];
	const letters = [...word];
	return letters.slice(1).map((letter, index) => `${letters[index] as string}${letter}`);
}

/** What can be looked for. */
export interface Findable {
	name: string;
	displayName: string;
	description?: string;
	tags?: readonly string[];
	/** How much it is used, where that is known. */
	count?: number;
}

/** How well an entry fits, best first (docs/catalog.md, "Search"). */
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

/** The words of an entry, in the forms in which they can be compared. */
interface Indexed<Entry> {
	entry: Entry;
	name: OwnWords;
	displayName: OwnWords;
	/** The forms of all its words. */
	forms: ReadonlySet<string>;
	/** Description and tags, as one text. */
	rest: string;
}

/** The words of a name, and the name without what parts them. */
interface OwnWords {
	words: readonly string[];
	text: string;
}

/** A word that is looked for, in all that it may be called. */
interface SearchWord {
	word: string;
	forms: readonly string[];
	/** The forms of other words for the same. */
	others: readonly string[];
}

/** Entries that are looked at in one step: their words are looked for in each. */
const CELLS_OF_ENTRY = 100;

/**
 * The entries that fit a text, best first; all in their order for an empty one. Every word of the
 * text has to be found, or one that means the same; case, width, spaces, signs, the order of words,
 * plurals and endings of verbs do not matter.
 * Of those that fit alike the more used one is first, then the one with the shorter name.
 */
export function* searchSteps<Entry extends Findable>(
	entries: readonly Entry[],
	text: string,
): Steps<Entry[]> {
	const requested = searchWordsIn(text);
	if (requested.length === 0) return text.trim() === '' ? [...entries] : named(entries, text);
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

/**
 * Finds the one entry that is called so: by its name, else by the only display name or spelling that
 * fits.
 * @param joinedOf the words of a text without what parts them
 */
export function* callSteps<Entry extends Findable>(
	entries: readonly Entry[],
	joinedOf = joinedWords,
): Steps<(text: string) => Entry | undefined> {
	const byName = new Map<string, Entry>();
	// null for several.
	const alike = new Map<string, Entry | null>();
	const put = (entry: Entry) => {
		if (!byName.has(entry.name)) byName.set(entry.name, entry);
		for (const key of new Set([joinedOf(entry.name), joinedOf(entry.displayName)]))
			if (key !== '') alike.set(key, alike.has(key) ? null : entry);
	};
	yield* mapSteps(entries, put, CELLS_OF_ENTRY);
	return (text) => byName.get(text) ?? alike.get(joinedWords(text)) ?? undefined;
}

export function joinedWords(text: string): string {
	return wordsOf(text).join('');
}

/**
 * For a text that fits nothing as a whole: entries that share something with it, those that share
 * most first.
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

/** What consists of signs alone can only be the name itself. */
function named<Entry extends Findable>(entries: readonly Entry[], text: string): Entry[] {
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

/** Lists are searched for one text after another: what is made of an entry is kept as long as it. */
const indexes = new WeakMap<Findable, Indexed<Findable>>();
/** Characters of a text of the project that are searched. */
const LONGEST_TEXT = 2000;

function indexed<Entry extends Findable>(entry: Entry): Indexed<Entry> {
	const known = indexes.get(entry);
	if (known) return known as Indexed<Entry>;
	const words = (text: string) => wordsOf(text.slice(0, LONGEST_TEXT));
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

/** @param joined the forms of all words without what parts them */
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

/** Whether two words are the same but for their number. */
function areOne({ forms }: SearchWord, other: string): boolean {
	return forms.includes(other) || formsOf(other).some((form) => forms.includes(form));
}

/** Whether two texts have the same words, in whatever order, or the same letters but for the number. */
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

/** By the word, or by another one for the same. */
function isMeant(index: Indexed<Findable>, word: SearchWord): boolean {
	return isAnywhere(index, word) || isPart(index, word.others);
}

function isAnywhere(index: Indexed<Findable>, { forms }: SearchWord): boolean {
	return isPart(index, forms) || forms.some((form) => index.rest.includes(form));
}

/** More names than this are no help. */
const MOST = 3;

/** Names that are compared in one step: some milliseconds. */
const NAMES_A_STEP = 500;

/**
 * What a person may have meant by a name that the project does not have, so many names a step.
 * @returns undefined where the name is there, or nothing is like it
 */
export function* suggestionSteps(
	typed: string,
	known: readonly CatalogEntry[],
): Steps<string | undefined> {
	if (known.some(({ name }) => name === typed)) return undefined;
	const displayed = known.find(({ displayName }) => displayName === typed);
	if (displayed) return `'${typed}' is the display name of ${firstWords(displayed.name)}`;
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
		: `'${typed}': did you mean ${nearest.map(({ name }) => firstWords(name)).join(' or ')}?`;
}

/** That the project has nothing of a name, in the words of all lists. */
const MOST_SHOWN = 100;

/**
 * @param what it is, such as `event`
 * @param typed its name or ID
 */
export function noneCalled(what: string, typed: string): string {
	return `The project has no ${what} '${typed.slice(0, MOST_SHOWN)}' that the account can see`;
}

/** Names of the project in a sentence: they may be of any length there. */
export function listed(names: readonly string[]): string {
	return names.map(firstWords).join(', ');
}
