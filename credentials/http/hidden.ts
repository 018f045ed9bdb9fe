/** Scripts whose letters are drawn in another way beside a joiner. */
const JOINED =
	'\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}';

/**
 * Control characters, halves of characters, and what is no character; marks that turn the direction
 * of writing; and all that is not drawn: fillers, tags, selectors of variants, joiners. Any run of
 * these can carry a text that only a model reads. What emoji and letters are joined or chosen by
 * stays, one each.
 */
const HIDDEN = [
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
	hidden ??= new RegExp(HIDDEN, 'gu');
	return text.replace(hidden, '');
}
