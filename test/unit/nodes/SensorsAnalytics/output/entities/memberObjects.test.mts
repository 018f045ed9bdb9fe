import {
	memberKeys,
	MembersCsv,
	toMemberObject,
} from '../../../../../../nodes/SensorsAnalytics/output/entities';

const csvOf = (keys: readonly string[], timeZone: string, days = new Set<number>()) =>
	new MembersCsv(keys, timeZone, days, true);

describe('members as items and as a file', () => {
	const keys = memberKeys(['城市', 'id', '__proto__']);

	it('have keys of their own', () => {
		expect(keys).toEqual(['id', '城市', 'id (2)', '__proto__ (2)']);
		const object = toMemberObject({ id: '7', values: ['里加', 1, true] }, keys, 'UTC', new Set());
		expect(object).toEqual({ id: '7', 城市: '里加', 'id (2)': 1, '__proto__ (2)': true });
	});

	it('have no IDs in a file where the credential leaves them out', () => {
		const csv = new MembersCsv(['id', 'city'], 'UTC', new Set(), false);
		csv.add({ id: '12345678901234567890', values: ['Riga'] });
		const text = Buffer.from(csv.end()).toString();
		expect(text).toMatch(/city\r\nRiga\r\n$/);
		expect(text).not.toMatch(/id|123/);
		expect(csv.losesIds).toBe(false);
	});

	it('have dates as the clocks of the zone show them', () => {
		const member = { id: '7', values: [new Date('2023-03-16T16:00:00Z')] };
		const date = '2023-03-17T00:00:00+08:00';
		expect(toMemberObject(member, ['id', 'd'], 'Asia/Shanghai', new Set())).toEqual({
			id: '7',
			d: date,
		});
		const csv = csvOf(['id', 'd'], 'Asia/Shanghai');
		csv.add(member);
		expect(Buffer.from(csv.end()).toString()).toContain(`7,${date}\r\n`);
	});

	it('have dates without a time as such, where they are days of the zone', () => {
		const member = { id: '7', values: [new Date('2023-03-16T16:00:00Z')] };
		const resultOf = (zone: string) => toMemberObject(member, ['id', 'd'], zone, new Set([0])).d;
		expect(resultOf('Asia/Shanghai')).toBe('2023-03-17');
		expect(resultOf('UTC')).toBe('2023-03-16T16:00:00+00:00');
		const csv = csvOf(['id', 'd'], 'Asia/Shanghai', new Set([0]));
		csv.add(member);
		expect(Buffer.from(csv.end()).toString()).toContain('7,2023-03-17\r\n');
	});

	it('are lines after the byte order mark, whatever they contain', () => {
		const csv = csvOf(keys, 'UTC');
		csv.add({ id: '-8961289991947891759', values: ['a,"b"\nc', null, ['x', 'y']] });
		csv.add({ id: '2', values: ['', 1.5, false] });
		const text = Buffer.from(csv.end()).toString();
		expect(text).toBe(
			'\ufeffid,城市,id (2),__proto__ (2)\r\n-8961289991947891759,"a,""b""\nc",,"[""x"",""y""]"\r\n2,"",1.5,false\r\n',
		);
	});

	it.each([
		['-8961289991947891759', 'x', true],
		['7', '0012', true],
		['7', 'x', false],
		['7', 1234567890123456, false],
	])('report IDs that spreadsheets would change: %p, %p', (id, value, losesIds) => {
		const csv = csvOf(['id', 'a'], 'UTC');
		csv.add({ id, values: [value] });
		expect(csv.losesIds).toBe(losesIds);
	});

	it('are bytes piece by piece, without loss', () => {
		const csv = csvOf(['id', 'a'], 'UTC');
		const value = '字'.repeat(1000);
		for (let id = 0; id < 3000; id++) csv.add({ id: String(id), values: [value] });
		const lines = Buffer.from(csv.end()).toString().split('\r\n');
		expect(lines).toHaveLength(3002);
		expect(lines.slice(1, -1).every((line, id) => line === `${id},${value}`)).toBe(true);
	});
});
