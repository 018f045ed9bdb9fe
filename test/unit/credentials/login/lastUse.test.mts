import { mayHaveEnded, noteUse } from '../../../../credentials/login';

describe('mayHaveEnded', () => {
	const session = (issuedAt: string, token = `token ${issuedAt}`) => ({
		token,
		identity: '',
		issuedAt,
		validityMinutes: 30,
		details: {},
	});
	const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

	it.each([
		['just issued', session(ago(0)), false],
		['within its validity', session(ago(29)), false],
		['past its validity', session(ago(31)), true],
		['issued at an unknown time', session(''), true],
		['issued in the future: the clock was set back', session(ago(-60)), true],
	])('%s', (_case, kept, expected) => {
		expect(mayHaveEnded(kept)).toBe(expected);
	});

	it('counts from the last use that this process knows of', () => {
		noteUse('identity', 'used');
		expect(mayHaveEnded(session(ago(500), 'used'))).toBe(false);
	});
});
