import {
	messageFields,
	readMessageOptions,
} from '../../../../../../nodes/SensorsAnalytics/form/message';
import { OPTIONS } from '../../../../../support/digests.mts';

const read = (message: object) =>
	readMessageOptions((name) => (name === 'message' ? message : name === 'messageTitle' ? 'T' : ''));

describe('what a message shall look like', () => {
	it('as it is where nothing is chosen', () => {
		expect(read({})).toEqual({
			...OPTIONS,
			title: 'T',
			layout: 'digest',
			limits: undefined,
		});
	});

	it('by the names of its fields, in the order of the alphabet', () => {
		const [title, message] = messageFields;
		const labels = (message?.options ?? []).map((option) =>
			'displayName' in option ? option.displayName : '',
		);
		expect([title?.name, message?.name, labels.length]).toEqual(['messageTitle', 'message', 22]);
		expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
	});
});
