import { quoted } from '../../../../../../credentials/http/redact';
import { idInPath, idOf, readList } from '../../../../../../nodes/SensorsAnalytics/api/catalogRows';

describe('readList', () => {
	const read = ({ a }: { a?: unknown }) => a;

	it('the objects of a list that can be read', () => {
		expect(readList([{ a: 1 }, null, 'x', [1], { b: 2 }], 'things', read)).toEqual([1]);
		expect(readList([], 'things', read)).toEqual([]);
	});

	it.each([...[undefined, null, {}, 'x'], ...[['x'], [null], [[1]], [{ b: 1 }], [{ b: 1 }, 'x']]])(
		'%j is no list of things',
		(answer) => {
			let error: { message?: string; description?: string } = {};
			try {
				readList(answer, 'things', read);
			} catch (thrown) {
				error = thrown as object;
			}
			expect(error.message).toBe('The list of things has an unexpected structure');
			expect(error.description).toBe(
				'Open a GitHub issue, and include your Sensors Analytics version.',
			);
		},
	);
});

it('a list has 100,000 entries at most', () => {
	const entries = Array.from({ length: 100_000 }, (_, n) => ({ name: `E${n}` }));
	expect(readList(entries, 'events', (entry) => entry)).toEqual(entries);
	expect(() => readList([...entries, {}], 'events', (entry) => entry)).toThrow(
		'The list of events has 100001 entries, more than the 100000 that this node reads',
	);
});

it('IDs are texts', () => {
	expect([{ id: 7 }, { id: 'a' }, { id: null }, {}, { id: {} }].map(idOf)).toEqual([
		'7',
		'a',
		'',
		'',
		'',
	]);
});

describe('idInPath', () => {
	it.each(['7', 'a-b_C', 'x'.repeat(100)])('%s', (id) => {
		expect(idInPath(id, 'dashboard')).toBe(id);
	});

	it.each(['', '..', 'a/b', 'a b', '7?x', 'ä', 'x'.repeat(101), 'a\n', '\na'])('%j', (id) => {
		expect(() => idInPath(id, 'dashboard')).toThrow(
			`${quoted(id)} isn't a valid ID of a dashboard. An ID consists of digits, letters, -, and _. Copy the ID from the address of the dashboard in the browser`,
		);
	});
});
