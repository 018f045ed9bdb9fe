import type { Memory, Remembered } from '../../../../../nodes/SensorsAnalyticsTrigger/memory';
import { memoryOf, recall, replace } from '../../../../../nodes/SensorsAnalyticsTrigger/memory';

const CLOCK = { unit: 'day', timeZone: 'UTC' } as const;
const NOW = new Date('2026-11-11T08:00:00Z');
const seen = { period: '2026-11-10', states: { orders: ['below' as const] } };
const looks = { salt: 'ab'.repeat(16), marks: { '2026-11-10': '0123456789abcdef' } };
const known: Remembered = { lastPeriod: '2026-11-10', seen, looks };
const of = (memory: object, counting = 'a') => recall(memory as Memory, counting, CLOCK, NOW);

describe('what is remembered', () => {
	it('comes back for the same watch, and not for another one', () => {
		const memory = JSON.parse(JSON.stringify(memoryOf('a', known, NOW))) as Memory;
		expect(of(memory)).toEqual(known);
		expect(of(memory, 'b')).toBeUndefined();
		expect(of({})).toBeUndefined();
	});

	it('holds nothing of what was remembered before', () => {
		const memory: Memory = {};
		replace(memory, memoryOf('a', known, new Date(0)));
		expect(memory.askAgainAt).toBe('1970-01-01T00:00:00.000Z');
		replace(memory, memoryOf('b', { lastPeriod: '2026-11-11' }, undefined));
		expect(memory).toEqual({ counting: 'b', lastPeriod: '2026-11-11' });
	});

	it('keeps measures with the names of inherited keys', () => {
		const states = JSON.parse('{"constructor":["up"],"__proto__":["down"]}') as typeof seen.states;
		const memory = {
			counting: 'a',
			lastPeriod: '2026-11-10',
			seen: { period: '2026-11-10', states },
		};
		const { seen: own } = of(memory) as Remembered;
		expect(Object.entries(own?.states ?? {})).toEqual([
			['constructor', ['up']],
			['__proto__', ['down']],
		]);
	});
});

describe('T29: what no node can have remembered is not known', () => {
	it.each([
		['no text', 20261110],
		['a list', ['2026-11-10']],
		['a day that there is not', '2026-02-31'],
		['another unit', '2026-11-10T00:00:00'],
		['before computers', '0001-01-01'],
		['more than a day ahead', '2026-11-12'],
		['the end of time', '9999-12-31'],
		['more digits', '+275760-09-13'],
	])('the last period is %s', (_what, lastPeriod) => {
		expect(of({ counting: 'a', lastPeriod })).toBeUndefined();
	});

	it('a day ahead is: the clock of the machine was set back', () => {
		expect(of({ counting: 'a', lastPeriod: '2026-11-11' })).toBeDefined();
	});

	const many = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`m${n}`, []]));
	it.each([
		['no object', 'below'],
		['no period', { states: {} }],
		['a period that is none', { ...seen, period: 'Monday' }],
		['no states', { period: '2026-11-10' }],
		['a state that is none', { ...seen, states: { orders: ['sideways'] } }],
		['a state that is no list', { ...seen, states: { orders: 'below' } }],
		['more states than there are', { ...seen, states: { orders: Array(5).fill('up') } }],
		['more measures than fit', { ...seen, states: many }],
	])('what was seen: %s', (_what, wrong) => {
		expect(of({ ...memoryOf('a', known, undefined), seen: wrong })).toEqual({
			lastPeriod: '2026-11-10',
			looks,
		});
	});

	it.each([
		['no salt', { marks: looks.marks }],
		['a salt of another form', { ...looks, salt: 'x' }],
		['a mark of another form', { ...looks, marks: { '2026-11-10': 'x'.repeat(16) } }],
		['a mark without an end', { ...looks, marks: { '2026-11-10': '0'.repeat(1e6) } }],
		['a period that is none', { ...looks, marks: { constructor: '0123456789abcdef' } }],
		['more periods than fit', { ...looks, marks: many }],
	])('a first look: %s', (_what, wrong) => {
		expect(of({ ...memoryOf('a', known, undefined), looks: wrong })).toEqual({
			lastPeriod: '2026-11-10',
			seen,
		});
	});
});
