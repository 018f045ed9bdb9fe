import { toRawObjects } from '../../../../../../nodes/SensorsAnalytics/output/rows';

describe('toRawObjects', () => {
	it.each([
		[{ a: 1 }, [{ a: 1 }]],
		[
			[{ a: 1 }, { b: 2 }],
			[{ a: 1 }, { b: 2 }],
		],
		[[], []],
	])('%j', (answer, objects) => {
		expect(toRawObjects(answer)).toEqual(objects);
	});

	it.each<[unknown, string]>([
		['s3cret', 'The answer is no JSON object but a text'],
		[null, 'The answer is no JSON object but null'],
		[42, 'The answer is no JSON object but a number'],
		[true, 'The answer is no JSON object but a boolean'],
		[[{}, 's3cret'], 'Element 2 of the answer is no JSON object but a text'],
		[[['s3cret']], 'Element 1 of the answer is no JSON object but a list'],
	])('what is none is named, not quoted, as it may be a secret: %j', (answer, message) => {
		expect(() => toRawObjects(answer)).toThrow(new Error(message));
	});
});
