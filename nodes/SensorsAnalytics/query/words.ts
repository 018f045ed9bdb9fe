/** Texts as words, so that what people and models type finds what a project calls it. */

/** Chinese characters; letters of other scripts; digits. */
const RUNS = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{M}])+|\p{N}+/gu;
const ONLY_HAN = /^\p{Script=Han}+$/u;
/** Words that say nothing of what is meant. */
const FILLERS = new Set(
	'a an and are at by for from in is of on or per the to was were with'.split(' '),
);
/** Behind a Chinese noun they ask how many: 订单数, 活跃人数. */
const COUNTING = /(?:总数|数量|次数|人数|数|量)$/u;
/** Between two nouns: 用户的城市. */
const OF = '的';

/**
 * The words of a name or a sentence, in lower case and common width: `PayOrder`, `pay_order` and
 * `Ｐａｙ Order` are all `pay`, `order`. Chinese characters that stand together are one word.
 */
export function wordsOf(text: string): string[] {
	const spaced = text
		.normalize('NFKC')
		.replaceAll(OF, ' ')
		.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
		.replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
	return spaced.toLowerCase().match(RUNS) ?? [];
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
	if (ONLY_HAN.test(word)) {
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

/** Words of one meaning, of acts that nearly every project has under either name. */
const ALIKE: ReadonlyArray<readonly string[]> = [
	['pay', 'paid', 'purchase', 'buy', 'bought', '支付', '付款', '购买'],
	['signup', 'register', 'registration', '注册'],
	['login', 'signin', '登录', '登陆'],
];

/** Other words for the same; in Chinese, also where the word is a part of what was typed. */
export function synonymsOf(word: string): string[] {
	const forms = formsOf(word);
	return ALIKE.flatMap((alike) => {
		if (alike.some((one) => forms.includes(one))) {
			return alike.filter((one) => !forms.includes(one));
		}
		const [part] = alike.filter((one) => ONLY_HAN.test(one) && word.includes(one));
		if (part === undefined) return [];
		const others = alike.filter((one) => one !== part && ONLY_HAN.test(one));
		return others.map((other) => word.replace(part, other));
	});
}

/** Pairs of neighbouring Chinese characters: where nothing parts words, what two texts share. */
export function pairsOf(word: string): string[] {
	if (!ONLY_HAN.test(word)) return [];
	const letters = [...word];
	return letters.slice(1).map((letter, index) => `${letters[index] as string}${letter}`);
}
