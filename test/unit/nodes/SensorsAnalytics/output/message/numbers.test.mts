import {
	changeWriter,
	numberWriter,
	tickWriter,
} from '../../../../../../nodes/SensorsAnalytics/output/message/numbers';
import type { NumberStyle } from '../../../../../../nodes/SensorsAnalytics/output/message/options';

const STYLE: NumberStyle = {
	locale: 'en-US',
	style: 'auto',
	decimals: 2,
	currency: 'CNY',
	hasThousands: true,
};

describe('numbers in messages', () => {
	it.each([
		['auto', 0.0042, '0.0042'],
		['auto', -0.001, '-0.001'],
		['auto', 0.00567, '0.00567'],
		['auto', 0.0149, '0.0149'],
		['auto', 0.0123, '0.0123'],
		['auto', 1 / 3, '0.3333'],
		['auto', 0, '0'],
		['auto', -0, '0'],
		['auto', 5e-324, /^0\.0+5$/],
		['auto', 1234.567, '1,234.57'],
		['integer', -0.4, '0'],
		['decimal', -0.001, '0.00'],
		['percent', -0.00001, '0.00%'],
		['currency', -0.001, '¥0.00'],
	] as Array<[NumberStyle['style'], number, string | RegExp]>)('%s: %d', (style, value, text) => {
		const written = numberWriter({ ...STYLE, style })(value);
		if (typeof text === 'string') expect(written).toBe(text);
		else expect(written).toMatch(text);
	});

	it.each([
		['auto', 0.001, '0.001'],
		['integer', 0.5, '0.5'],
		['decimal', 0.005, '0.005'],
		['percent', 0.0005, '0.05%'],
		['currency', 50_000, '¥50,000'],
		['auto', -0, '0'],
		['auto', 1e300, '1E300'],
		['auto', 2e-9, '2E-9'],
	] as Array<[NumberStyle['style'], number, string]>)(
		'a tick has its exact value: %s, %d',
		(style, value, text) => {
			expect(tickWriter({ ...STYLE, style })(value)).toBe(text);
		},
	);

	it.each([
		[{ difference: 5, percent: 5.25 }, '▲ 5.25%', '+5.25%'],
		[{ difference: -5, percent: -5 }, '▼ 5%', '-5%'],
		[{ difference: 0, percent: 0 }, '= 0%', '0%'],
		[{ difference: 1, percent: 0 }, '≈ 0%', '0%'],
		[{ difference: -1, percent: -0.04 }, '▼ 0.04%', '-0.04%'],
		[{ difference: 5, percent: null }, 'new', 'new'],
		[{ difference: 0, percent: null }, '', ''],
		[{ difference: null, percent: null }, '', ''],
	])('a change of %j', (change, withArrow, withSign) => {
		expect(changeWriter('en-US', true, 'new')(change)).toBe(withArrow);
		expect(changeWriter('en-US', false, 'new')(change)).toBe(withSign);
	});
});

it('a format is made once for each style, because each number of many groups is written with one', () => {
	const percent = { ...STYLE, style: 'percent', decimals: 1 } as const;
	expect(numberWriter({ ...percent })).toBe(numberWriter({ ...percent }));
	const others = [{ locale: 'de-DE' }, { decimals: 2 }, { hasThousands: !STYLE.hasThousands }];
	for (const more of others)
		expect(numberWriter({ ...percent, ...more })).not.toBe(numberWriter(percent));
	expect(numberWriter({ ...percent, decimals: 2 })(0.12345)).toBe('12.35%');
	for (let decimals = 0; decimals < 20; decimals++)
		for (const locale of ['de-DE', 'en-US', 'fr-FR', 'ja-JP', 'ko-KR', 'zh-CN'])
			numberWriter({ ...percent, locale, decimals });
	expect(numberWriter(percent)(0.12345)).toBe('12.3%');
});
