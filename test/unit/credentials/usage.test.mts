import { plainName, readUsage } from '../../../credentials/usage';

describe('how a credential is to be used', () => {
	it('has names without their owners, in lower case, and notes of a bounded length', () => {
		expect(
			readUsage({ leftOutProperties: ' user.Phone,name，\nevent.A.x ', agentNotes: ' CNY ' }),
		).toEqual({ leftOut: ['phone', 'name', 'x'], notes: 'CNY' });
		expect(readUsage({ agentNotes: 'x'.repeat(2000) }).notes).toHaveLength(1500);
		expect(readUsage({})).toEqual({ leftOut: [], notes: '' });
	});

	it.each([
		['emaıl', 'EMAIL'],
		['İd', 'id'],
		['ｐhone', 'PHONE'],
		['uſer', 'User'],
		['straße', 'STRASE'],
		['ΦΩΣ', 'φως'],
		['फ़ोन', 'फ\u093cोन'],
	])('takes %s for %s, as some database does', (one, other) => {
		expect(plainName(one)).toBe(plainName(other));
	});
});
