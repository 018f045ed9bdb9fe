import { readUsage } from '../../../credentials/usage';

describe('how a credential is to be used', () => {
	it('has names without their owners, in lower case, and notes of a bounded length', () => {
		expect(
			readUsage({ leftOutProperties: ' user.Phone,name，\nevent.A.x ', agentNotes: ' CNY ' }),
		).toEqual({ leftOut: ['phone', 'name', 'x'], notes: 'CNY' });
		expect(readUsage({ agentNotes: 'x'.repeat(2000) }).notes).toHaveLength(1500);
		expect(readUsage({})).toEqual({ leftOut: [], notes: '' });
	});
});
