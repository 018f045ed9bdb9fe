import {
	assertComputed,
	memberCounter,
	exportNote,
} from '../../../../../../nodes/SensorsAnalytics/actions/run/userGroup';

const group = { id: '1', name: 'vip', displayName: 'VIP', field: 'user.user_segment_vip' };
const form = {
	properties: 'none' as const,
	file: { property: 'data', fileName: 'members.csv', isDefused: false, keepsIds: false },
	...{ isFile: false, longestMs: 1, isPreview: false },
};
const counted = (users?: number) => ({ ...group, lastComputation: { users } });

describe('notes about members', () => {
	it('is a number that differs', () => {
		const notes = (count: number, more: object = {}, of = counted(5)) =>
			exportNote(count, { form: { ...form, ...more }, group: of, taskId: '17' });
		expect(notes(5)).toBeUndefined();
		expect(notes(4)).toMatch(
			/^The export has 4 members, but the latest computation counted 5\. The credential's account might not have access to all members, or the group was recomputed in the meantime\./,
		);
		expect(notes(6)).toMatch(
			/^The export has 6 members, but the latest computation counted 5\. The credential's account might not have access to all members, or the group was recomputed in the meantime\./,
		);
		expect(notes(3, { limit: 4 })).toBeDefined();
		for (const more of [{ limit: 4 }, { computedOn: '2026-11-01' }])
			expect(notes(4, more)).toBeUndefined();
		expect(notes(4, {}, counted())).toBeUndefined();
	});

	it('says that an export by its ID may be of another group', () => {
		const notes = (count: number, more: object = {}) =>
			exportNote(count, {
				form: { ...form, taskId: '17', ...more },
				group: counted(5),
				taskId: '17',
			});
		const own =
			"The members are those of export 17, as the option 'Task ID' says. Sensors Analytics doesn't return the user group and the properties of an export, so check that they are the same here.";
		expect(notes(5)).toBe(own);
		expect(notes(4, { limit: 4 })).toBe(own);
		expect(notes(4)).toBe(
			`${own} The export has 4 members, but the latest computation of the group counted 5.`,
		);
	});

	it('is an error for a group without any, or with too many', () => {
		expect(() => assertComputed(group)).toThrow(
			/The 'User Group' 'vip' has no members, because it was never computed\. Compute the group with the operation Compute$/,
		);
		expect(() => assertComputed(counted(0))).not.toThrow();
	});

	it.each([
		['values', { id: '1', values: [null, ...Array<number>(98).fill(1)] }, 100_000],
		['elements of lists', { id: '1', values: [Array<string>(998).fill('')] }, 10_000],
		['characters', { id: '1', values: ['x'.repeat(1024 * 1024)] }, 128],
		['characters of lists', { id: '1', values: [['x'.repeat(1024 * 1024)]] }, 128],
	])('counts %s as they come', (_what, member, most) => {
		const count = memberCounter();
		for (let index = 0; index < most; index++) count(member);
		expect(() => count(member)).toThrow(/^The list of members is too large for n8n items:/);
	});
});
