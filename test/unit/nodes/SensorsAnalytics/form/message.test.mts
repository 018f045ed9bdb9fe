import { readMessageOptions } from '../../../../../nodes/SensorsAnalytics/form/message';

const read = (message: object) =>
	readMessageOptions((name) => (name === 'message' ? message : name === 'messageTitle' ? 'T' : ''));

describe('what a message shall look like', () => {
	it('as it is where nothing is chosen', () => {
		expect(read({})).toEqual({
			title: 'T',
			numbers: { locale: 'en-US', style: 'auto', decimals: 2, currency: 'CNY', hasThousands: true },
			measures: [],
			maxRows: 20,
			hasArrows: true,
			hasChart: true,
			isReadable: true,
			hasBefore: true,
			hasNames: true,
			hasHighlights: true,
			hasTotals: true,
			limits: undefined,
			style: 'markdown',
			link: '',
			mentions: { everybody: false, phones: [], userIds: [] },
		});
	});

	it('everything switched', () => {
		expect(
			read({
				layout: 'rows',
				before: false,
				highlights: false,
				totals: false,
				rowsAs: 'list',
				style: 'card',
				link: 'https://sa.example.com/a?b=c',
			}),
		).toMatchObject({
			isReadable: false,
			hasBefore: false,
			hasHighlights: false,
			hasTotals: false,
			rowsAs: 'list',
			style: 'card',
			link: 'https://sa.example.com/a?b=c',
		});
	});

	it.each([
		[{ greenLimit: '10' }, { by: 'change', green: 10, red: undefined }],
		[
			{ redLimit: -5, colorBy: 'value' },
			{ by: 'value', green: undefined, red: -5 },
		],
		[
			{ greenLimit: '0', redLimit: '0.5' },
			{ by: 'change', green: 0, red: 0.5 },
		],
		[{ greenLimit: '', redLimit: ' ' }, undefined],
	])('limits: %j', (message, limits) => {
		expect(read(message).limits).toEqual(limits);
	});

	it('people by phone numbers, user IDs, or all', () => {
		const mention = '13800000000, +1-2025550123, zhangsan, 0123456789012, li.si@corp, All';
		expect(read({ mention }).mentions).toEqual({
			everybody: true,
			phones: ['13800000000', '+1-2025550123'],
			userIds: ['zhangsan', '0123456789012', 'li.si@corp'],
		});
		expect(read({ mention: ['所有人'] }).mentions.everybody).toBe(true);
	});

	it.each([
		[{ mention: '<@all>' }, "'Mention' of the message names '<@all>', which is neither"],
		[{ mention: 'a b' }, "'Mention' of the message names 'a b', which is neither"],
		[{ link: 'javascript:alert(1)' }, "'Link' of the message is no address"],
		[{ link: 'https://a b' }, "'Link' of the message is no address"],
		[{ greenLimit: 'ten' }, "'Green Limit' of the message is no number: 'ten'"],
		[{ redLimit: '1e999' }, "'Red Limit' of the message is no number: '1e999'"],
		[{ locale: 'nowhere at all' }, "'Locale' is no language code"],
		[{ currency: 'money' }, "'Currency' is no currency code"],
		[{ numbers: 'roman' }, "'Numbers' is unknown: 'roman'"],
		[{ maxRows: 0 }, "'Most Rows' of the message must be a whole number"],
	])('refused with the name of the field: %j', (message, words) => {
		expect(() => read(message)).toThrow(words);
	});
});
