import { readValueSearch } from '../../../../../nodes/SensorsAnalytics/form/catalogFields';

describe('the text that values are looked for by', () => {
	const field = (name: string) => ({ search: 'of before', valueSearch: ' own ' })[name] ?? '';

	it.each([
		[1, 'of before'],
		[1.1, 'of before'],
		[1.2, 'own'],
	])('of version %d is %j', (version, text) => {
		expect(readValueSearch(field, version)).toBe(text);
	});
});
