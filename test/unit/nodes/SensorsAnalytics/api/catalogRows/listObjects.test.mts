import { quoted } from '../../../../../../credentials/http/redact';
import {
	idInPath,
	idOf,
	listedObjects,
} from '../../../../../../nodes/SensorsAnalytics/api/catalogRows';

describe('listedObjects', () => {
	it('the objects of a list', () => {
		expect(listedObjects([{ a: 1 }, null, 'x', [1]], 'things')).toEqual([{ a: 1 }]);
	});

	it.each([undefined, null, {}, 'x'])('%j is no list', (answer) => {
		let error: { message?: string; description?: string } = {};
		try {
			listedObjects(answer, 'things');
		} catch (thrown) {
			error = thrown as object;
		}
		expect(error.message).toBe('The list of things has an unexpected structure');
		expect(error.description).toBe(
			'Open a GitHub issue, and include your Sensors Analytics version.',
		);
	});
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
