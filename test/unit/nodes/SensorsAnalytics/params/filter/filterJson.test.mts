import type { FilterCondition, Filter } from '../../../../../../nodes/SensorsAnalytics/query/query';
import { define, faultOf } from '../../../../../support/definitions.mts';
import fc from '../../../../../support/fastCheck.mts';

const read = (filter: unknown) =>
	define('event', { measures: ['A'], range: 'today', filter }).query.filter;

/** What somebody wants: a tree of conditions on three properties. */
type Wish =
	| { property: string; operator: keyof typeof OPERATORS; value: number }
	| { join: 'and' | 'or'; of: Wish[] };

const OPERATORS = {
	'>': (a: number, b: number) => a > b,
	'>=': (a: number, b: number) => a >= b,
	'<': (a: number, b: number) => a < b,
	'<=': (a: number, b: number) => a <= b,
	'=': (a: number, b: number) => a === b,
	'!=': (a: number, b: number) => a !== b,
};
/** The service's names for them. */
const FUNCTIONS: { [name: string]: (a: number, b: number) => boolean } = {
	greater: OPERATORS['>'],
	greaterEqual: OPERATORS['>='],
	less: OPERATORS['<'],
	lessEqual: OPERATORS['<='],
	equal: OPERATORS['='],
	notEqual: OPERATORS['!='],
};
const SPELLED = {
	'>': ['>', 'gt', '$gt', 'Greater Than', '大于'],
	'>=': ['>=', 'gte', '≥', 'at_least'],
	'<': ['<', 'lt', '$lt', 'less'],
	'<=': ['<=', 'lte', 'lessEqual'],
	'=': ['=', '==', 'eq', 'equals', '等于'],
	'!=': ['!=', '<>', 'ne', 'notEqual'],
};

type Facts = { [property: string]: number };
const isWished = (wish: Wish, facts: Facts): boolean => {
	if ('property' in wish) return OPERATORS[wish.operator](facts[wish.property] ?? NaN, wish.value);
	const all = wish.of.map((one) => isWished(one, facts));
	return wish.join === 'and' ? all.every(Boolean) : all.some(Boolean);
};
const isRequested = ({ join, conditions, groups }: Filter, facts: Facts): boolean => {
	const own = conditions.map(({ property, function: name, values }: FilterCondition) => {
		const fact = 'name' in property ? facts[property.name] : NaN;
		return FUNCTIONS[name]?.(fact as number, values[0] as number) ?? false;
	});
	const all = [...own, ...groups.map((group) => isRequested(group, facts))];
	return join === 'and' ? all.every(Boolean) : all.some(Boolean);
};

const spelling = fc.nat(9);
/** A wish, and one of the ways to write it. */
const wishes = fc.letrec<{ tree: [Wish, unknown]; leaf: [Wish, unknown] }>((tie) => ({
	leaf: fc
		.record({
			property: fc.constantFrom('a', 'b', 'c'),
			operator: fc.constantFrom(...(Object.keys(OPERATORS) as Array<keyof typeof OPERATORS>)),
			value: fc.integer({ min: 0, max: 2 }),
			form: fc.nat(3),
			spelling,
		})
		.map(({ form, spelling: n, ...wish }): [Wish, unknown] => {
			const { property, operator, value } = wish;
			const spelled = SPELLED[operator][n % SPELLED[operator].length] as string;
			if (operator === '=' && form === 0) return [wish, { [property]: n % 2 ? value : [value] }];
			if (form === 1) return [wish, { property, operator: spelled, value }];
			if (form === 2) return [wish, { [property]: { operator: spelled, value } }];
			return [wish, { [property]: { [spelled]: value } }];
		}),
	tree: fc.oneof(
		{ maxDepth: 3, withCrossShrink: true },
		tie('leaf'),
		fc
			.record({
				join: fc.constantFrom('and' as const, 'or' as const),
				of: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
				spelling,
			})
			.map(({ join, of, spelling: n }): [Wish, unknown] => {
				const written = of.map(([, json]) => json);
				const wish: Wish = { join, of: of.map(([inner]) => inner) };
				if (join === 'and' && n % 2) return [wish, written];
				const words = join === 'and' ? ['and', 'AND', '$and', 'all'] : ['or', 'OR', '$or', '或'];
				return [wish, { [words[n % words.length] as string]: written }];
			}),
	),
}));

describe('a filter in JSON', () => {
	it('holds for the same events as what was meant, however it is written', () => {
		fc.assert(
			fc.property(wishes.tree, ([wish, json]) => {
				const filter = read(json) as Filter;
				for (const a of [0, 1, 2])
					for (const b of [0, 1, 2])
						for (const c of [0, 1, 2]) {
							const facts = { a, b, c };
							expect(isRequested(filter, facts)).toBe(isWished(wish, facts));
						}
			}),
			{ numRuns: 300 },
		);
	});

	it('has a property of any name', () => {
		expect(read({ not: ['x', 'y'] })?.conditions[0]?.values).toEqual(['x', 'y']);
	});

	it('has as few groups as it needs', () => {
		const property = (name: string) => ({ of: 'event', event: 'A', name });
		const is = (name: string, value: string) => ({
			property: property(name),
			function: 'equal',
			values: [value],
		});
		expect(read({ city: 'x', level: 'y' })).toEqual({
			join: 'and',
			conditions: [is('city', 'x'), is('level', 'y')],
			groups: [],
		});
		expect(read({ or: [{ city: 'x' }, { city: 'y' }] })).toEqual({
			join: 'or',
			conditions: [is('city', 'x'), is('city', 'y')],
			groups: [],
		});
		expect(read({ level: 'z', or: [{ city: 'x' }, { city: 'y' }] })).toEqual({
			join: 'and',
			conditions: [is('level', 'z')],
			groups: [{ join: 'or', conditions: [is('city', 'x'), is('city', 'y')], groups: [] }],
		});
	});

	it.each([[undefined], [null], [{}], [[]]])('%j is refused', (filter) => {
		expect(read(filter)).toBeUndefined();
	});

	it.each([
		['city = Beijing', /^'filter' must be an object such as .*, not "city = Beijing"$/],
		[{ or: { city: 'x' } }, /^'or' in 'filter' must be a list such as/],
		[{ city: {} }, /^'city' in 'filter' has no condition/],
		[{ or: [{ city: 'x' }, {}] }, /^Entry 2 of 'or' in 'filter' has no condition/],
		[{ or: [] }, /^'or' in 'filter' has no condition\. Write \[\{"city"/],
		[{ city: 'x', and: [{}, { any: [] }] }, /^'any' in 'filter' has no condition/],
		[{ city: 'x', all: [{}] }, /^'all' in 'filter' has no condition/],
		[
			{ property: 'city', operator: '=', vlaue: 'x' },
			/A condition in 'filter' has an unknown key: 'vlaue'\. Did you mean 'value'\? Its keys are property, operator, value/,
		],
		...[{ not: { city: 'x' } }, { $not: [{ city: 'x' }] }, { nor: [{ city: 'x' }] }].map(
			(filter): [object, RegExp] => [
				filter,
				/^'\$?no[tr]' in 'filter' can't negate a condition\. Write the opposite of each condition, such as \{"city": \{"!=": "Beijing"\}\}$/,
			],
		),
		[{ city: null }, /^'city' in 'filter' has no value/],
		[Array.from({ length: 12 }).reduce((inner) => [inner], { a: 1 }), /nested too deep/],
	])('%j is an error', (filter, message) => {
		expect(faultOf(() => read(filter))).toMatch(message);
	});
});
