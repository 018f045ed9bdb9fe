import { readSettings } from '../../../../../../nodes/SensorsAnalytics/params/options';

describe('readSettings', () => {
	it('has defaults', () => {
		expect(readSettings({})).toEqual({
			itemsAtOnce: 3,
			requestsPerSecond: 3,
			keyRequestsPerSecond: 3,
			retries: 3,
			timeoutMs: 300_000,
		});
	});

	it('an object is no number', () => {
		expect(() => readSettings({ timeout: { toString: 'x' } })).toThrow(
			/^The option 'Timeout \(Seconds\)' must be a number from .*, not 'object'$/,
		);
	});

	it.each([
		[{ itemsAtOnce: 11 }, "The option 'Concurrent Items' must be a number from 1 to 10"],
		[{ itemsAtOnce: 0 }, "'Concurrent Items'"],
		[{ requestsPerSecond: -1 }, "'Requests per Second' must be a number from 0 to 1000"],
		[{ requestsPerSecond: null }, "'Requests per Second' must be a number from 0 to 1000"],
		[{ retries: ' ' }, "'Retries' must be a number from 0 to 10"],
		[{ retries: 'many' }, "'Retries' must be a number from 0 to 10"],
		[{ timeout: 0 }, "'Timeout (Seconds)'"],
	])('refuses %j', (options, message) => {
		expect(() => readSettings(options)).toThrow(message);
	});
});
