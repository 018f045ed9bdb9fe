import type { IDataObject, INode } from 'n8n-workflow';

import { readTriggerSettings } from '../../../../nodes/SensorsAnalyticsTrigger/settings';

const FORM: IDataObject = {
	triggerOn: 'threshold',
	period: 'day',
	queryMode: 'fields',
	measures: {
		measure: ['PayOrder', 'SignUp'].map((eventName) => ({
			measureType: 'event',
			eventName,
			aggregator: 'general',
		})),
	},
	filterMode: 'none',
	side: 'below',
	threshold: 100,
	options: {},
};

describe('readTriggerSettings', () => {
	const read = (change: IDataObject) => {
		const node = { parameters: {} } as INode;
		return readTriggerSettings((name) => ({ ...FORM, ...change })[name], node);
	};

	it.each(['threshold', 'change'])('watches one measure where one counts: %s', (triggerOn) => {
		const more = { triggerOn, percent: 20, direction: 'up', comparedWith: 'before' };
		expect(() => read(more)).toThrow(/'Measure' has more than one entry.*'Trigger On'/);
	});

	it('takes several measures of a complete period', () => {
		expect(read({ triggerOn: 'periodComplete' }).asked.query.measures).toHaveLength(2);
	});

	it.each([
		['', /'Threshold' is empty/],
		['much', /'Threshold' is no number: 'much'/],
	])("says what is wrong with the threshold '%s'", (threshold, words) => {
		const [measure] = (FORM.measures as { measure: IDataObject[] }).measure;
		expect(() => read({ threshold, measures: { measure: [measure as IDataObject] } })).toThrow(
			words,
		);
	});
});
