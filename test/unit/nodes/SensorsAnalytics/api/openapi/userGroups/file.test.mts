import { groupsWire } from '../../../../../../../nodes/SensorsAnalytics/api/openapi/userGroups';
import type {
	GroupMember,
	MemberProperty,
} from '../../../../../../../nodes/SensorsAnalytics/query/entities';

const [A, C] = ['\u0001', '\u0003'];
const kinds: MemberProperty[] = [
	{ name: 'city', kind: 'text' },
	{ name: 'age', kind: 'number' },
	{ name: 'is_member', kind: 'boolean' },
	{ name: 'since', kind: 'date' },
	{ name: 'likes', kind: 'list' },
];

async function read(lines: string[], properties: MemberProperty[] = kinds): Promise<GroupMember[]> {
	async function* each() {
		yield* lines;
	}
	const members: GroupMember[] = [];
	for await (const member of groupsWire.readMembers(each(), properties)) members.push(member);
	return members;
}

describe('the file of an export', () => {
	it('has typed values', async () => {
		const line = ['-8961289991947891759', 'Riga', '41.500', '1', '1706583289000', `a${C}b`];
		expect(await read([line.join(A)])).toEqual([
			{
				id: '-8961289991947891759',
				values: ['Riga', 41.5, true, new Date('2024-01-30T02:54:49.000Z'), ['a', 'b']],
			},
		]);
	});

	it.each([
		['nothing at all', ['\\N', '\\N', '\\N', '\\N', '\\N'], [null, null, null, null, null]],
		['empty texts', ['', '', '0', '', ''], ['', '', false, '', []]],
		[
			'what does not fit',
			['1', 'old', 'constructor', 'May', 'a'],
			['1', 'old', 'constructor', 'May', ['a']],
		],
		[
			'too large numbers',
			['x', '12345678901234567890', 'true', '99999999999999999', 'a'],
			['x', '12345678901234567890', true, '99999999999999999', ['a']],
		],
	])('returns %s unchanged', async (_case, values, wanted) => {
		expect(await read([['7', ...values].join(A)])).toEqual([{ id: '7', values: wanted }]);
	});

	it('leaves what is of an unknown kind a text, or a list where it is one', async () => {
		const properties = [{ name: 'a' }, { name: 'b' }];
		expect(await read([['1', '100.100', `x${C}y`].join(A)], properties)).toEqual([
			{ id: '1', values: ['100.100', ['x', 'y']] },
		]);
	});

	it('may have a header, and line breaks in values', async () => {
		const properties = [{ name: 'City' }, { name: 'note' }];
		const lines = [`ID${A}city${A}note`, `1${A}a${A}one`, 'two', '33', `2${A}b`, `c${A}x`];
		expect(await read(lines, properties)).toEqual([
			{ id: '1', values: ['a', 'one\ntwo\n33'] },
			{ id: '2', values: ['b\nc', 'x'] },
		]);
		expect(await read(['id', '1', '2'], [])).toEqual([
			{ id: '1', values: [] },
			{ id: '2', values: [] },
		]);
		expect(await read([])).toEqual([]);
	});

	it.each([
		[
			'fewer columns',
			[`1${A}13800000000`],
			[{ name: 'a' }, { name: 'b' }],
			/The file of members has an unexpected structure: line 1 has 2 columns instead of the requested 3/,
		],
		[
			'more columns',
			[`1${A}a`, `2${A}b${A}138`],
			[{ name: 'a' }],
			/The file of members has an unexpected structure: line 2 has more than 2 columns instead of the requested 2/,
		],
		[
			'no ID',
			[`138x${A}a`],
			[{ name: 'a' }],
			/The file of members has an unexpected structure: line 1 doesn't start with a user's ID/,
		],
		[
			'a line that is no ID',
			['1', 'x138'],
			[],
			/The file of members has an unexpected structure: line 1 doesn't start with a user's ID/,
		],
		[
			'other names on top',
			[`id${A}phone`, `1${A}2`],
			[{ name: 'a' }],
			/The file of members has an unexpected structure: line 1 doesn't start with a user's ID/,
		],
	])(
		'with %s is an error that reveals nothing about it',
		async (_case, lines, properties, words) => {
			const fault = await read(lines, properties).catch((error: Error) => error.message);
			expect(fault).toMatch(words);
			expect(fault).toMatch(/^The file of members has an unexpected structure/);
			expect(fault).not.toMatch(/138/);
		},
	);

	it('with an endless text is an error, and not held', async () => {
		const text = [{ name: 'a' }];
		const lines = [`1${A}x`, ...Array<string>(100_002).fill('y')];
		await expect(read(lines, text)).rejects.toThrow(
			/The file of members has an unexpected structure: line 1 is too long: none of the following lines starts with a user's ID/,
		);
		const long = [`1${A}x`, ...Array<string>(9).fill('y'.repeat(1_000_000))];
		await expect(read(long, text)).rejects.toThrow(
			/The file of members has an unexpected structure: line 1 is too long: none of the following lines starts with a user's ID/,
		);
		const [member] = await read([`1${A}x`, ...Array<string>(1000).fill('y')], text);
		expect(String(member?.values[0])).toHaveLength(2001);
	});
});
