import fc from 'fast-check';

import { redact } from '../../../../credentials/http/redact';

function toWellFormed(text: string): string {
	return Buffer.from(text, 'utf8').toString('utf8');
}

describe('redact', () => {
	it('leaves no secret, in plain or encoded form', () => {
		fc.assert(
			fc.property(
				fc.string({ minLength: 6 }),
				fc.string(),
				fc.string(),
				(secret, before, after) => {
					fc.pre(!'***'.includes(secret) && !secret.includes('*'));
					const text = `${before}${secret}${after}${encodeURIComponent(toWellFormed(secret))}`;
					const clean = redact(text, [secret]);
					expect(clean).not.toContain(secret);
				},
			),
		);
	});
});
