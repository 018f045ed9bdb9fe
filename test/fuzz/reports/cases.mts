/** Cases by seed: a world, a question, the form in which the service answers, and an output. */
import fc from 'fast-check';

import { DAYS, EVENTS, type Field, type Value, type World } from './world.mts';

export const MODELS = ['retention', 'distribution', 'funnel', 'userProperties'] as const;
export type ModelName = (typeof MODELS)[number];
export const OUTPUTS = [
	'rows',
	'table',
	'wide',
	'agent',
	'raw',
	'slack',
	'markdown',
	'feishu',
	'html',
] as const;
export type OutputName = (typeof OUTPUTS)[number];

/** How the service writes an answer. */
export interface Shape {
	order: number[];
	numbers: 'plain' | 'text' | 'commas';
	rates: 'ratio' | 'percent' | 'text' | 'none';
	values: 'by_value' | 'list' | 'by_values' | 'both';
	noValue: 'null' | 'absent';
	wholeDate: 'null' | 'absent' | '$ALL';
	hasTime: boolean;
	unreached: 'missing' | 'null' | 'empty' | 'nulls';
	hasFirstDay: boolean;
	limits: 'all' | 'noFirst';
	/** Which of the two tells the group, and how. */
	fieldKey: 'by_field' | 'by_fields' | 'list' | 'answer';
	echo: 'none' | 'same' | 'any';
	funnel: 'details' | 'table';
	users: string;
	namesSteps: boolean;
	withWhole: boolean;
	withOther: boolean;
	withLayer: boolean;
	timeColumn: 'date' | 'event.A.$time' | 'typed';
}

/** What makes an answer odd, so that nobody may read it. */
export const ODDITIES = [
	'twice',
	'noTotal',
	'tooMany',
	'negative',
	'noDate',
	'moreValues',
	'objectValue',
	'noCells',
	'noRows',
	'noObject',
	'grows',
	'twoCounts',
	'otherEnd',
	'moreSteps',
	'onlyOther',
	'comparison',
	'noColumn',
	'strangeColumn',
	'noNumber',
] as const;
export type Oddity = (typeof ODDITIES)[number];

export interface Case {
	model: ModelName;
	world: World;
	fields: Field[];
	query: 'form' | 'json' | 'saved';
	isSplit: boolean;
	/** Steps, periods, or limits of buckets. */
	size: number;
	/** Each user stands for so many. */
	weight: number;
	shape: Shape;
	oddity: Oddity | undefined;
	output: OutputName;
}

const value: fc.Arbitrary<Value> = fc.constantFrom<Value>(
	null,
	'Beijing',
	'San Francisco',
	'2024-01-01',
	'',
	7,
	true,
	9007199254740993n,
	9007199254740992n,
	-8961289991947891759n,
);
const values = fc.array(value, { minLength: 2, maxLength: 2 });
const world: fc.Arbitrary<World> = fc.array(
	fc.record({
		values,
		happenings: fc.array(
			fc.record({
				event: fc.nat(EVENTS.length - 1),
				day: fc.nat(DAYS.length - 1),
				minute: fc.nat(9),
				values,
			}),
			{ maxLength: 6 },
		),
	}),
	{ maxLength: 9 },
);
const NAMES = ['city', 'step', 'event', 'date', 'users', 'period', 'bucket', 'percent'];
const fields = fc
	.uniqueArray(
		fc.tuple(fc.constantFrom('user', 'event.A', 'event.$Anything'), fc.constantFrom(...NAMES)),
		{ maxLength: 2, selector: ([, name]) => name },
	)
	.map((list) =>
		list.map(([owner, name], place): Field => ({ expression: `${owner}.${name}`, place })),
	);
const shape: fc.Arbitrary<Shape> = fc.record({
	order: fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 }),
	numbers: fc.constantFrom('plain', 'text', 'commas'),
	rates: fc.constantFrom('ratio', 'percent', 'text', 'none'),
	values: fc.constantFrom('by_value', 'list', 'by_values', 'both'),
	noValue: fc.constantFrom('null', 'absent'),
	wholeDate: fc.constantFrom('null', 'absent', '$ALL'),
	hasTime: fc.boolean(),
	unreached: fc.constantFrom('missing', 'null', 'empty', 'nulls'),
	hasFirstDay: fc.boolean(),
	limits: fc.constantFrom('all', 'noFirst'),
	fieldKey: fc.constantFrom('by_field', 'by_fields', 'list', 'answer'),
	echo: fc.constantFrom('none', 'same', 'any'),
	funnel: fc.constantFrom('details', 'table'),
	users: fc.constantFrom('converted_user', 'convert_user', 'user_count', 'people', 'total_people'),
	namesSteps: fc.boolean(),
	withWhole: fc.boolean(),
	withOther: fc.boolean(),
	withLayer: fc.boolean(),
	timeColumn: fc.constantFrom('date', 'event.A.$time', 'typed'),
});

export const cases: fc.Arbitrary<Case> = fc
	.record({
		model: fc.constantFrom(...MODELS),
		world,
		fields,
		query: fc.constantFrom('form', 'json', 'saved'),
		isSplit: fc.boolean(),
		size: fc.integer({ min: 2, max: 3 }),
		weight: fc.constantFrom(1, 1234),
		shape,
		oddity: fc.option(fc.constantFrom(...ODDITIES), { nil: undefined, freq: 2 }),
		output: fc.constantFrom(...OUTPUTS),
	})
	.map((one): Case => {
		// Only users have properties there; the form of the others takes one group.
		const own = one.model === 'userProperties' ? one.fields.map(toUserField) : one.fields;
		const isOne = one.query === 'form' && one.model !== 'userProperties';
		const fieldKey =
			one.query === 'form' && one.shape.fieldKey === 'answer' ? 'by_field' : one.shape.fieldKey;
		const query = one.query === 'form' && one.model === 'userProperties' ? 'json' : one.query;
		return {
			...one,
			query,
			fields: isOne ? own.slice(0, 1) : own,
			shape: { ...one.shape, fieldKey },
		};
	});

function toUserField({ expression, place }: Field): Field {
	return { expression: `user.${expression.split('.').at(-1)}`, place };
}
