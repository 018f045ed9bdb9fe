import { readLimits } from '../../../../../../nodes/SensorsAnalytics/params/message';

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
	expect(readLimits(message)).toEqual(limits);
});

it.each([
	[{ greenLimit: 'ten' }, "'Green Limit' of the message isn't a number: 'ten'"],
	[{ redLimit: '1e999' }, "'Red Limit' of the message isn't a number: '1e999'"],
])('refused with the name of the field: %j', (message, words) => {
	expect(() => readLimits(message)).toThrow(words);
});
