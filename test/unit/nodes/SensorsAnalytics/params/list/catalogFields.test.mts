import { readValueSearch } from '../../../../../../nodes/SensorsAnalytics/params/list';

it('values are looked for by a text of their own', () => {
	const field = (name: string) => ({ search: 'of properties', valueSearch: ' own ' })[name] ?? '';
	expect(readValueSearch(field)).toBe('own');
});
