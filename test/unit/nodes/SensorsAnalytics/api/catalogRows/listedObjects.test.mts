import { listedObjects } from '../../../../../../nodes/SensorsAnalytics/api/catalogRows';

it('a list has 100,000 entries at most', () => {
	const entries = Array.from({ length: 100_000 }, (_, n) => ({ name: `E${n}` }));
	expect(listedObjects(entries, 'events')).toEqual(entries);
	expect(() => listedObjects([...entries, {}], 'events')).toThrow(
		'The list of events has 100001 entries, more than the 100000 that this node reads',
	);
});
