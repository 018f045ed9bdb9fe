import type { IDataObject, INode } from 'n8n-workflow';

import { readTriggerSettings } from '../../../../../nodes/SensorsAnalyticsTrigger/fields';

const FORM: IDataObject = {
	triggerOn: 'threshold',
	period: 'day',
	queryMode: 'fields',
	measures: {
		measure: ['PayOrder', 'SignUp'].map((eventName) => ({
			eventName,
			aggregator: 'general',
		})),
	},
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
		expect(() => read(more)).toThrow(/'Measures' has more than one entry.*'Trigger On'/);
	});

	it('takes several measures of a complete period', () => {
		expect(read({ triggerOn: 'periodComplete' }).input.query.measures).toHaveLength(2);
	});

	it.each([
		['', /'Threshold' is empty/],
		['much', /'Threshold' isn't a number: 'much'\. Enter a number such as 100/],
		['1e16', /'Threshold' must be a number from -9,000,000,000,000,000 to .* not '1e16'/],
		['-9000000000000001', /'Threshold' must be a number from/],
	])("says what is wrong with the threshold '%s'", (threshold, words) => {
		const [measure] = (FORM.measures as { measure: IDataObject[] }).measure;
		expect(() => read({ threshold, measures: { measure: [measure as IDataObject] } })).toThrow(
			words,
		);
	});

	const one = { measures: { measure: [(FORM.measures as { measure: IDataObject[] }).measure[0]] } };
	it.each<[IDataObject, RegExp]>([
		[{ catchUp: 1001 }, /'Maximum Periods to Catch Up' must be a whole number from 1 to 1000, not/],
		[{ catchUp: 1e9 }, /'Maximum Periods to Catch Up' must be a whole number from 1 to 1000, not/],
		[
			{ catchUp: 0 },
			/'Maximum Periods to Catch Up' must be a whole number from 1 to 1000, not '0'/,
		],
		[
			{ settleHours: 721 },
			/'Settle Time \(Hours\)' must be a whole number from 0 to 720, not '721'/,
		],
		[{ completeAfter: 721 }, /'Maximum Wait for Data \(Hours\)' must be .* from 1 to 720/],
	])('T31: no more than can be done: %j', (options, words) => {
		expect(() => read({ ...one, options })).toThrow(words);
		expect(() => read({ ...one, triggerOn: 'periodComplete', options })).toThrow(words);
	});

	it.each([['-1'], ['1000001'], ['1e300']])(
		'T31: percentages from 0 to a million: %s',
		(percent) => {
			const change = { ...one, triggerOn: 'change', percent };
			expect(() => read(change)).toThrow(
				/'By More Than \(Percent\)' must be a number from 0 to 1,000,000, not/,
			);
			expect(read({ ...change, percent: 1e6 }).condition).toMatchObject({ percent: 1e6 });
		},
	);

	it('T31: takes the largest numbers', () => {
		const options = { catchUp: 1000, settleHours: 720, completeAfter: 720 };
		const taken = read({ ...one, threshold: '-9000000000000000', options });
		expect(taken).toMatchObject({ catchUp: 1000, settleHours: 720, latestAfterHours: 720 });
	});
});
