import { readNumberStyle } from '../../../../../../nodes/SensorsAnalytics/params/message';

it('as it is where nothing is chosen, and as it is chosen', () => {
	expect(readNumberStyle({})).toEqual({
		...{ locale: 'en-US', style: 'auto', decimals: 2, currency: 'CNY', hasThousands: true },
	});
	const chosen = { locale: 'zh-CN', decimals: 0, currency: 'EUR' };
	expect(readNumberStyle({ ...chosen, numbers: 'currency', thousands: false })).toEqual({
		...chosen,
		style: 'currency',
		hasThousands: false,
	});
});

it.each([
	[
		{ locale: 'nowhere at all' },
		"'Locale' isn't a language code: 'nowhere at all'. Enter a code such as zh-CN",
	],
	[{ locale: 'German' }, "'Locale' isn't a language code: 'German'. Enter a code such as zh-CN"],
	[{ currency: 'money' }, "'Currency' isn't a currency code: 'money'. Enter a code such as CNY"],
	[{ numbers: 'roman' }, "'Numbers' can't be 'roman'. Use one of: auto"],
	[{ decimals: 11 }, "'Decimals' of the message must be a whole number from 0 to 10"],
])('refused with the name of the field: %j', (message, words) => {
	expect(() => readNumberStyle(message)).toThrow(words);
});
