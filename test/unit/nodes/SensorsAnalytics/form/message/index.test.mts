import {
	messageFields,
	readMessageOptions,
} from '../../../../../../nodes/SensorsAnalytics/form/message';

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

	it('by the names of its fields, in the order of the alphabet', () => {
		const [title, message] = messageFields;
		const labels = (message?.options ?? []).map((option) =>
			'displayName' in option ? option.displayName : '',
		);
		expect([title?.name, message?.name, labels.length]).toEqual(['messageTitle', 'message', 21]);
		expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
	});
});
