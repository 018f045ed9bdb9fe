import {
	toEventObject,
	userWriter,
} from '../../../../../../nodes/SensorsAnalytics/output/entities';
import { timesIn } from '../../../../../../nodes/SensorsAnalytics/dates/calendar';

const user = {
	id: '-89',
	firstId: 'f',
	properties: { city: 'Riga', age: 41, tags: ['a'], id: 'own', vip: null },
};
const ids = { id: '-89', first_id: 'f', second_id: null, distinct_id: null };

describe('a user', () => {
	it.each([
		['all' as const, { ...ids, city: 'Riga', age: 41, tags: ['a'], 'id (2)': 'own', vip: null }],
		['none' as const, ids],
		[['age', 'vip', 'level'], { ...ids, age: 41, vip: null }],
	])('with properties %p', (wanted, object) => {
		expect(userWriter(wanted).toObject(user)).toEqual(object);
	});
});

it('is a table of the selected properties, for all users', () => {
	expect(userWriter('all').columns).toBeUndefined();
	expect(userWriter('none').columns).toEqual(Object.keys(ids));
	const { columns, toObject } = userWriter(['level', 'constructor', 'age']);
	expect(columns).toEqual([...Object.keys(ids), 'level', 'constructor (2)', 'age']);
	const own = { ...user, properties: { age: 41, constructor: 'c' } };
	expect(toObject(own)).toEqual({ ...ids, age: 41, 'constructor (2)': 'c' });
});

describe('the internal ID as a property', () => {
	const own = { ...user, properties: { $id: '-89', city: 'Riga' } };

	it('is left out of all properties where it is the ID', () => {
		expect(userWriter('all').toObject(own)).toEqual({ ...ids, city: 'Riga' });
		const other = { ...own, properties: { $id: '-90' } };
		expect(userWriter('all').toObject(other)).toEqual({ ...ids, $id: '-90' });
	});

	it('stays where it was chosen', () => {
		expect(userWriter(['$id']).toObject(own)).toEqual({ ...ids, $id: '-89' });
	});
});

it('an event keeps its properties together', () => {
	const event = { time: '2026-11-01 10:00:00.904', event: 'A', properties: { id: 1 }, profile: {} };
	expect(toEventObject(event, timesIn('Asia/Shanghai'))).toEqual({
		time: '2026-11-01T10:00:00.904+08:00',
		event: 'A',
		display_name: null,
		distinct_id: null,
		user_id: null,
		properties: { id: 1 },
		user_properties: {},
	});
});
