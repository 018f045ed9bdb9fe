import { refusedLogins } from '../../../../../../nodes/SensorsAnalytics/transport/renewal';

describe('refusedLogins', () => {
	it('are of an execution and an identity', () => {
		const fault = { message: 'no' };
		refusedLogins.add('e1', 'ann', fault);
		expect(refusedLogins.find('e1', 'ann')).toBe(fault);
		expect(refusedLogins.find('e2', 'ann')).toBeUndefined();
		expect(refusedLogins.find('e1', 'bob')).toBeUndefined();
	});

	it('the last 500 are kept', () => {
		for (let i = 0; i <= 500; i++) refusedLogins.add('many', String(i), { message: String(i) });
		expect(refusedLogins.find('many', '0')).toBeUndefined();
		expect(refusedLogins.find('many', '1')?.message).toBe('1');
		expect(refusedLogins.find('many', '500')?.message).toBe('500');
	});
});
