import { plainName, readUsage } from '../../../../../credentials/ways/way';

describe('how a credential is to be used', () => {
	it('has names without their owners, in lower case, and notes of a bounded length', () => {
		expect(
			readUsage({ leftOutProperties: ' user.Phone,name，\nevent.A.x ', agentNotes: ' CNY ' }),
		).toEqual({ leftOut: new Set(['phone', 'name', 'x']), notes: 'CNY' });
		expect(readUsage({ agentNotes: 'x'.repeat(2000) }).notes).toHaveLength(1500);
		expect(readUsage({})).toEqual({ leftOut: new Set(), notes: '' });
	});

	it.each([
		['emaıl', 'EMAIL'],
		['İd', 'id'],
		['ｐhone', 'PHONE'],
		['uſer', 'User'],
		['straße', 'STRASE'],
		['ΦΩΣ', 'φως'],
		['फ़ोन', 'फ\u093cोन'],
	])('treats %s as %s, as some database does', (one, other) => {
		expect(plainName(one)).toBe(plainName(other));
	});
});

it.each(['phone number', 'mail-address', 'user.phone, `name`', 'phone;name'])(
	'what is no name of a property would leave nothing out, and is refused: %j',
	(leftOutProperties) => {
		expect(() => readUsage({ leftOutProperties })).toThrow(
			/^'Properties to Leave Out' contains '[^,]+', which isn't the name of a property/,
		);
	},
);

it.each(['', ' ,', 'user.phone, $name，手机号\n ชื่อ'])('names are taken: %j', (given) => {
	expect(() => readUsage({ leftOutProperties: given })).not.toThrow();
});
