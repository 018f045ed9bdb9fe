import {
	readEvents,
	readProperties,
	readSessions,
	withoutDoubles,
} from '../../../../../../nodes/SensorsAnalytics/api/catalogRows';

describe('readProperties', () => {
	it('what is known of a property', () => {
		const all = {
			name: 'amount',
			cname: '金额',
			data_type: 'NUMBER',
			comment: 'in yuan',
			trigger_opportunity: 'other',
			unit: '元',
			is_virtual: 1,
		};
		expect(readProperties([all, { name: 'x', trigger_opportunity: 'on click' }], 'p')).toEqual([
			{
				name: 'amount',
				displayName: '金额',
				kind: 'number',
				description: 'in yuan',
				unit: '元',
				isVirtual: true,
			},
			{ name: 'x', displayName: 'x', description: 'on click' },
		]);
	});

	it.each([
		['string', 'text'],
		['Number', 'number'],
		['bool', 'boolean'],
		['DATE', 'date'],
		['datetime', 'date'],
		['list', 'list'],
		['other', undefined],
		[7, undefined],
	])('a property of type %s is of kind %s', (data_type, kind) => {
		const [property] = readProperties([{ name: 'p', data_type }], 'p');
		expect(property?.kind).toBe(kind);
		expect('kind' in (property ?? {})).toBe(kind !== undefined);
		expect(property?.isDay).toBe(data_type === 'DATE' ? true : undefined);
	});

	it('an entry without a name is ignored; the older name of virtual ones counts', () => {
		expect(readProperties([{ cname: 'x' }, { name: '' }, { name: 'p' }], 'p')).toHaveLength(1);
		expect(readProperties([{ name: 'p', virtual: 'false' }], 'p')[0]?.isVirtual).toBe(false);
		expect(readProperties([{ name: 'p' }], 'p')[0]?.isVirtual).toBeUndefined();
	});

	it('names the expected list if there is none', () => {
		expect(() => readProperties({}, 'user properties')).toThrow(
			'The list of user properties has an unexpected structure',
		);
	});
});

describe('readEvents', () => {
	it('what is known of an event', () => {
		const all = {
			name: 'Pay',
			cname: '支付',
			comment: 'c',
			trigger_opportunity: 't',
			tags: [1, 'a', { name: 'b' }, { id: 2 }, null, true],
			virtual: true,
			total_count: '12',
			create_time: 'x',
			update_time: 'y',
		};
		expect(readEvents([all, { name: 'x' }, { cname: 'nameless' }])).toEqual([
			{
				name: 'Pay',
				displayName: '支付',
				description: 'c',
				trackedWhen: 't',
				tagIds: ['1', 'a', 'b'],
				isVirtual: true,
				count: 12,
				createdAt: 'x',
				updatedAt: 'y',
			},
			{ name: 'x', displayName: 'x' },
		]);
		expect(() => readEvents(null)).toThrow(/^The list of events has/);
	});
});

it('sessions have a name, and one of them each', () => {
	const entries = readSessions([
		{ name: 'a', cname: 'A', session_interval_seconds: 60 },
		{ cname: 'B' },
		{ name: 'c' },
	]);
	expect(entries).toEqual([
		{ name: 'a', displayName: 'A', pauseSeconds: 60 },
		{ name: 'c', displayName: 'c' },
	]);
	expect(withoutDoubles([...entries, ...entries])).toEqual(entries);
});

it.each(['__proto__', 'constructor'])('a type %s is no kind of values', (type) => {
	expect(readProperties([{ name: 'a', data_type: type }], 'x')[0]).not.toHaveProperty('kind');
});
