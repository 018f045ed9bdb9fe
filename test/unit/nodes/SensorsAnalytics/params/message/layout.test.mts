import { readLayout } from '../../../../../../nodes/SensorsAnalytics/params/message';

it('everything switched', () => {
	const off = { arrows: false, chart: false, before: false, highlights: false, totals: false };
	expect(
		readLayout({
			...off,
			layout: 'rows',
			rowsAs: 'list',
			names: 'query',
			measures: 'a, b',
			maxRows: 3,
		}),
	).toEqual({
		measures: ['a', 'b'],
		maxRows: 3,
		hasArrows: false,
		hasChart: false,
		rowsAs: 'list',
		layout: 'rows',
		hasBefore: false,
		hasNames: false,
		hasHighlights: false,
		hasTotals: false,
	});
});

it.each([[{ maxRows: 0 }, "'Maximum Rows' of the message must be a whole number"]])(
	'refused with the name of the field: %j',
	(message, words) => {
		expect(() => readLayout(message)).toThrow(words);
	},
);
