import type { JsonObject } from '../../../../../../../credentials/http/json';
import { legacy } from '../../../../../../../nodes/SensorsAnalytics/api/legacy/api';
import {
	assertGroupOrder,
	groupingOf,
	placeOf,
} from '../../../../../../../nodes/SensorsAnalytics/api/legacy/parts';
import { readDate } from '../../../../../../../nodes/SensorsAnalytics/api/rows';
import { groupsIn } from '../../../../../../../nodes/SensorsAnalytics/paste/payload';
import { tableOf } from '../../../../../../support/tableOf.mts';

const grouped = (body: JsonObject, answer: JsonObject = {}, taken: string[] = []) =>
	groupingOf(answer, groupsIn(body), taken);

const keysOf = (answer: object, body: object, taken: string[] = []) =>
	grouped(body as never, answer as never, taken).columns.map(({ key }) => key);

describe('groups of a report', () => {
	it.each<[string, object, object, string[]]>([
		['by_field', {}, { by_field: 'user.city' }, ['city']],
		['by_field as a list', {}, { by_field: ['user.city', 'user.level'] }, ['city', 'level']],
		['by_fields', {}, { by_fields: ['user.city'] }, ['city']],
		['the answer alone', { by_fields: ['user.city'] }, {}, ['city']],
		[
			'the query before the answer',
			{ by_field: 'session.x' },
			{ by_field: 'event.A.city' },
			['city'],
		],
		['times are no groups', {}, { by_fields: ['event.A.$time', 'user.city'] }, ['city']],
		['nobody', { by_field: '' }, {}, []],
		[
			'a tag, whose day is left out',
			{ by_field: 'user.user_tag_a' },
			{ by_field: 'user.user_tag_a@2021-02-24 00:00:00' },
			['user_tag_a'],
		],
		[
			'the query, in its order',
			{ by_fields: ['event.$Anything.city', 'event.$Anything.city', 'user.level'] },
			{ by_fields: ['event.A.city', 'event.B.city', 'user.level'] },
			['A_city', 'B_city', 'level'],
		],
	])('are named by %s', (_who, answer, body, keys) => {
		expect(keysOf(answer, body)).toEqual(keys);
	});

	it('are those of the query if the answer has their values', () => {
		const rows = [{ by_value: 'Beijing' }, { total_people: 100 }];
		expect(keysOf({ by_field: '', rows }, { by_field: 'user.city' })).toEqual(['city']);
		expect(keysOf({ rows: [{}] }, { by_field: 'user.city' })).toEqual(['city']);
	});

	it('do not take the names of other columns', () => {
		expect(keysOf({}, { by_field: 'user.step' }, ['step'])).toEqual(['user_step']);
		expect(keysOf({}, { by_field: 'event.A.date' }, ['step'])).toEqual(['A_date']);
	});

	it.each<[string, object, object]>([
		['another number than asked for', { by_fields: ['a', 'b'] }, { by_field: 'a' }],
		['no text', { by_fields: [5] }, {}],
		[
			'another order',
			{ by_fields: ['event.$Anything.city', 'user.level'] },
			{ by_fields: ['user.level', 'event.A.city'] },
		],
		['another property', { by_field: 'event.$Anything.x' }, { by_field: 'event.A.city' }],
		['that of users', { by_field: 'user.city' }, { by_field: 'event.A.city' }],
		[
			'dates in their place',
			{ by_field: '', rows: [{ by_value: '2024-01-01' }] },
			{ by_field: 'user.city' },
		],
		[
			'none, by the answer itself',
			{ by_field: '', rows: [{ total_people: 100 }] },
			{ by_field: 'user.city' },
		],
		[
			'none, by the answer itself, as lists',
			{ by_fields: [], rows: [{ by_values: [], total_people: 100 }] },
			{ by_field: 'user.city' },
		],
		[
			'none, by the answer itself, as texts',
			{ by_field: '', rows: [{ by_value: '', total_people: 100 }] },
			{ by_field: 'user.city' },
		],
	])('are refused: %s', (_what, answer, body) => {
		expect(() => keysOf(answer, body)).toThrow(/The report has an unexpected structure:/);
	});
});

describe('groups of an event report', () => {
	const groupBy = [
		{ of: 'user', name: 'level' },
		{ of: 'event', event: 'A', name: 'city' },
	] as const;
	const requests = ['user.level', 'event.$Anything.city'];
	const swapped = [...requests].reverse();

	it.each([
		[{ by_fields: requests }],
		[{ detail_result: { by_fields: requests } }],
		[{ by_fields: ['user.level', 'another name'] }],
		[{ by_fields: [{ field: 'user.level' }] }],
		[[]],
	])('come in the requested order: %j', (answer) => {
		expect(() => assertGroupOrder(answer, groupBy)).not.toThrow();
	});

	it.each([
		[{ by_fields: swapped }],
		[{ detail_result: { by_fields: swapped } }],
		[{ by_fields: swapped, detail_result: { by_fields: requests } }],
		[{ detail_result: { by_fields: requests }, rollup_result: { by_fields: swapped } }],
		[[{ by_fields: requests }, { rollup_result: { by_fields: swapped } }]],
	])('are refused in another one: %j', (answer) => {
		expect(() => assertGroupOrder(answer, groupBy)).toThrow(
			/The report has an unexpected structure: the groups have a different order than requested/,
		);
		const query = {
			measures: [],
			unit: 'day',
			groupBy: groupBy.map((property) => ({ property })),
		};
		expect(() => tableOf(legacy.reports.event, answer, query)).toThrow(
			/The report has an unexpected structure: the groups have a different order than requested/,
		);
	});
});

it('groups of users by their properties are in order in each part of the answer', () => {
	const groupBy = ['level', 'city'].map((name) => ({ of: 'user' as const, name }));
	const answer = { detail_result: { by_fields: ['user.city', 'user.level'], rows: [] } };
	expect(() => tableOf(legacy.reports.userProperties, answer, { measures: [], groupBy })).toThrow(
		/the groups have a different order than requested/,
	);
});

describe('the place of a row', () => {
	const none = grouped({});
	const one = grouped({ by_field: 'user.city' });
	const two = grouped({ by_fields: ['user.city', 'event.A.$time'] });

	it.each([
		[none, { by_value: '2024-01-01 00:00:00' }, '2024-01-01', []],
		[none, { date: '2024-01-01' }, '2024-01-01', []],
		[none, { date: '2024-02-29' }, '2024-02-29', []],
		[none, { by_value: null }, null, []],
		[none, { by_value: '$ALL' }, null, []],
		[one, { by_value: 'Riga' }, null, ['Riga']],
		[one, { by_value: ['Riga'] }, null, ['Riga']],
		[one, { by_values: ['Riga'], date: '2024-01-01' }, '2024-01-01', ['Riga']],
		[one, {}, null, [null]],
		[two, { by_values: ['Riga', '2024-01-01 00:00:00'] }, '2024-01-01', ['Riga']],
	])('%#', (grouping, row, date, group) => {
		expect(placeOf(row, grouping, 'row 1')).toMatchObject({ date, group });
	});

	it.each([
		[none, { by_value: 'San Francisco' }],
		[none, { by_value: '2024-02-31' }],
		[none, { by_value: '2023-02-29 00:00:00' }],
		[none, { by_values: ['2024-01-01', 'x'] }],
		[none, { by_value: '2024-01-01', date: '2024-01-02' }],
		[one, { by_values: ['a', 'b'] }],
		[one, { by_value: 'a', by_values: ['b'] }],
		[one, { by_value: { a: 1 } }],
	])('is refused: %#', (grouping, row) => {
		expect(() => placeOf(row, grouping, 'row 1')).toThrow(
			/The report has an unexpected structure:/,
		);
	});

	it('reads nothing else as a date', () => {
		for (const text of ['2024-13-01', '2024-01-01x', '2024-01-32', 20240101]) {
			expect(() => readDate(text, 'row 1')).toThrow(
				/The report has an unexpected structure: the date of row 1 isn't a valid date/,
			);
		}
	});
});
