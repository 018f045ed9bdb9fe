/** Cases by seed: a world, a question, the form in which the service answers, and an output. */
import fc from 'fast-check';

import { type OutputName, OUTPUTS } from '../judge.mts';
import { type Numbers, type Rates, TABLE_ODDITIES, type Value } from '../wire.mts';
import { DAYS, EVENTS, type Field, type World } from './world.mts';

export const MODELS = ['retention', 'distribution', 'funnel', 'userProperties'] as const;
type ModelName = (typeof MODELS)[number];

/** How the service writes an answer. */
export interface Shape {
	order: number[];
	numbers: Numbers;
	rates: Rates | 'none';
	values: 'by_value' | 'list' | 'by_values' | 'both';
	noValue: 'null' | 'absent';
	wholeDate: 'null' | 'absent' | '$ALL';
	hasTime: boolean;
	unreached: 'missing' | 'null' | 'empty' | 'nulls';
	hasFirstDay: boolean;
	limits: 'all' | 'noFirst';
	/** Which of the two columns has the group, and in which form. */
	fieldKey: 'by_field' | 'by_fields' | 'list' | 'answer';
	echo: 'none' | 'same' | 'any';
	funnel: 'details' | 'table';
	users: string;
	namesSteps: boolean;
	withWhole: boolean;
	withOther: boolean;
	withLayer: boolean;
	timeColumn: 'date' | 'event.A.$time' | 'typed';
	/** The query asks for one value of the whole range, and in which words. */
	whole: undefined | true | 'true';
	/** A funnel by dates and groups begins with all of them together. */
	wholeFirst: boolean;
	/** What cells of a newer funnel that are subtotals say; none if left out. */
	subtotals: undefined | string[] | string | number;
	/** A saved query is a text within a text. */
	isNested: boolean;
}

/** What makes an answer odd, so that nobody may read it. */
const ODDITIES = [
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
type Oddity = (typeof ODDITIES)[number];

/** How the OpenAPI writes it (docs/service.md, "OpenAPI"). */
interface KeyShape {
	/** Columns go by these. */
	columns: number[];
	/** Answers have `column_infos` from 3.0.5 on. */
	hasInfos: boolean;
	numbers: Numbers;
	/** The date of lines of the whole range; a first day only where nothing else was asked for. */
	whole: 'first' | 'null' | '$ALL';
	/** Whether event properties are called `event.$Anything.…`, whatever was asked for. */
	isGeneral: boolean;
	/** A line for one value of the first of two groups, and all of the second. */
	withPartLayer: boolean;
	/** No lines of nothing. */
	isSparse: boolean;
	/**
	 * A retention by groups is returned over the whole range, as requested, or by dates as well
	 * (docs/service.md, "Two generations").
	 */
	heedsRollup: boolean;
	/** More lines are cut. */
	mostRows: number | undefined;
	/** The option asks for a sample. */
	isSampled: boolean;
	/** Limits of the form. */
	hasBuckets: boolean;
	regions: 'whole' | 'float';
	/** How the region without an end ends. */
	lastRegion: '∞)' | '+∞)' | ')' | '+∞]' | 'Infinity)';
	/** The page's payload has keys of its own. */
	withPageKeys: boolean;
	/** The page's payload of a funnel by dates has them as a group, as newer pages send it. */
	withTime: boolean;
	/** The page's payload, or one of the OpenAPI's own words. */
	spelling: 'page' | 'openapi';
	isPublic: boolean;
	/** Saved reports are called as in the OpenAPI. */
	hasModelName: boolean;
}

/** What makes an answer of the OpenAPI odd: any, one about users who do something, one of a report. */
const ANY_ODDITY = [...TABLE_ODDITIES, 'sameName', 'noTable', 'noData'] as const;
/** A column may be one of many. */
const COHORT_ODDITY = [...ANY_ODDITY, 'noColumn', 'noColumn', 'tooMany'] as const;
const KEY_ODDITIES = {
	userProperties: ANY_ODDITY,
	retention: COHORT_ODDITY,
	distribution: [...COHORT_ODDITY, 'region', 'regionTwice'],
	funnel: [...COHORT_ODDITY, 'otherEnd', 'moreSteps', 'onlyOther', 'onlyOther', 'onlyOther'],
} as const;
type KeyOddity = (typeof KEY_ODDITIES)[ModelName][number];

export interface Case {
	model: ModelName;
	/** Asked with a key of the OpenAPI. */
	hasKey: boolean;
	key: KeyShape;
	keyOddity: KeyOddity | undefined;
	world: World;
	fields: Field[];
	query: 'form' | 'json' | 'saved';
	isSplit: boolean;
	/** Steps, periods, or limits of buckets. */
	size: number;
	/** Each user counts this number of times. */
	weight: number;
	shape: Shape;
	oddity: Oddity | undefined;
	output: OutputName;
	/** When it is asked: users of the last days may still come back. */
	today: string;
	/** The option leaves out what can still grow. */
	isCompleteOnly: boolean;
	/** The page's query counts later steps and returns behind the range, too. */
	mayEndLater: boolean;
}

/** All days of the world, and all that may follow them, are over. */
export const OVER = '2026-11-21';
const dayOf = (day: string) => `2026-11-${day}`;

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
	whole: fc.constantFrom<Shape['whole'][]>(undefined, undefined, true, 'true'),
	wholeFirst: fc.boolean(),
	subtotals: fc.constantFrom<Shape['subtotals'][]>(undefined, ['user.city'], 'user.city', 1),
	isNested: fc.boolean(),
});

const key: fc.Arbitrary<KeyShape> = fc.record({
	columns: fc.array(fc.nat(1000), { minLength: 40, maxLength: 40 }),
	hasInfos: fc.boolean(),
	numbers: fc.constantFrom('plain', 'float', 'text', 'commas'),
	whole: fc.constantFrom('first', 'null', '$ALL'),
	isGeneral: fc.boolean(),
	withPartLayer: fc.boolean(),
	isSparse: fc.boolean(),
	heedsRollup: fc.boolean(),
	mostRows: fc.option(fc.constantFrom(1, 2, 5, 12), { nil: undefined, freq: 5 }),
	isSampled: fc.boolean(),
	hasBuckets: fc.boolean(),
	regions: fc.constantFrom('whole', 'float'),
	lastRegion: fc.constantFrom('∞)', '∞)', '∞)', '∞)', '∞)', '+∞)', ')', '+∞]', 'Infinity)'),
	withPageKeys: fc.boolean(),
	withTime: fc.boolean(),
	spelling: fc.constantFrom('page', 'openapi'),
	isPublic: fc.boolean(),
	hasModelName: fc.boolean(),
});

export const casesOf = (model: ModelName): fc.Arbitrary<Case> =>
	fc
		.record({
			model: fc.constant(model),
			hasKey: fc.nat(9).map((chance) => chance > 5),
			key,
			keyOddity: fc.option(fc.noBias(fc.nat(1000)), { nil: undefined, freq: 2 }),
			world,
			fields,
			query: fc.constantFrom('form', 'json', 'saved'),
			isSplit: fc.boolean(),
			size: fc.integer({ min: 2, max: 3 }),
			// A power of two: what it is multiplied with stays exact, and is beyond 2^53.
			weight: fc.constantFrom(1, 1234, 2 ** 60),
			shape,
			oddity: fc.option(fc.constantFrom(...ODDITIES), { nil: undefined, freq: 2 }),
			output: fc.constantFrom(...OUTPUTS),
			today: fc.constantFrom(OVER, OVER, ...['02', '03', '04', '05', '10', '11'].map(dayOf)),
			isCompleteOnly: fc.nat(3).map((chance) => chance > 2),
			mayEndLater: fc.boolean(),
		})
		.map((one): Case => {
			// Only users have properties there; the form of the others takes one group.
			const own = one.model === 'userProperties' ? one.fields.map(toUserField) : one.fields;
			const isOne = one.query === 'form' && one.model !== 'userProperties';
			const fieldKey =
				one.query === 'form' && one.shape.fieldKey === 'answer' ? 'by_field' : one.shape.fieldKey;
			const query = one.query === 'form' && one.model === 'userProperties' ? 'json' : one.query;
			const canBeWhole = query !== 'form' && ['retention', 'distribution'].includes(one.model);
			const isPlain = !one.hasKey && one.oddity === undefined;
			const given = {
				...one,
				query,
				isCompleteOnly: one.isCompleteOnly && one.model !== 'userProperties',
				fields: isOne ? own.slice(0, 1).map((field) => ofFirstEvent(field, one.model)) : own,
				shape: {
					...one.shape,
					fieldKey,
					whole: canBeWhole && isPlain ? one.shape.whole : undefined,
					wholeFirst: isPlain && one.shape.wholeFirst,
					subtotals: isPlain ? one.shape.subtotals : undefined,
				},
			};
			return one.hasKey ? withKey(given, one.keyOddity) : { ...given, keyOddity: undefined };
		});

/** What the OpenAPI can't be requested for, or returns in only one way. */
function withKey(one: Omit<Case, 'keyOddity'>, odd: number | undefined): Case {
	const { fieldKey } = one.shape;
	const oddities = KEY_ODDITIES[one.model];
	return {
		...one,
		oddity: undefined,
		keyOddity: odd === undefined ? undefined : oddities[odd % oddities.length],
		// A distribution takes one group there.
		fields: one.model === 'distribution' ? one.fields.slice(0, 1) : one.fields,
		shape: {
			...one.shape,
			// Only the query says by which groups the answer is.
			fieldKey: fieldKey === 'answer' ? 'by_fields' : fieldKey,
			hasFirstDay: true,
		},
	};
}

/** There, a property of any event is one of the first event (docs/query.md). */
function ofFirstEvent({ expression, place }: Field, model: ModelName): Field {
	if (!['funnel', 'retention'].includes(model)) return { expression, place };
	return { expression: expression.replace('$Anything', 'A'), typed: expression, place };
}

function toUserField({ expression, place }: Field): Field {
	return { expression: `user.${expression.split('.').at(-1)}`, place };
}
