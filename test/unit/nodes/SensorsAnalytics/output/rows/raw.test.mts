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
		['s3cret', 'The response is a text instead of a JSON object'],
		[null, 'The response is null instead of a JSON object'],
		[42, 'The response is a number instead of a JSON object'],
		[true, 'The response is a boolean instead of a JSON object'],
		[[{}, 's3cret'], 'Element 2 of the response is a text instead of a JSON object'],
		[[['s3cret']], 'Element 1 of the response is a list instead of a JSON object'],
	])('names an invalid element by its type, because it may be a secret: %j', (answer, message) => {
		expect(() => toRawObjects(answer)).toThrow(new Error(message));
	});
});
