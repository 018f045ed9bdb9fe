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
	return forms;
}

/** Pairs of neighbouring Chinese characters: where nothing parts words, what two texts share. */
export function pairsOf(word: string): string[] {
	if (!ONLY_HAN.test(word)) return [];
	const letters = [...word];
	return letters.slice(1).map((letter, index) => `${letters[index] as string}${letter}`);
}
