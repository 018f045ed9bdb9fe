/** Cases by chance: what the service knows, a question, the form of the answer, and an output. */
import fc from 'fast-check';

import { type Numbers, type Rates, TABLE_ODDITIES } from '../wire.mts';
import { PROPERTIES } from '../lists.mts';
import { type Unit, type World, worlds } from './world.mts';

export const MODELS = ['attribution', 'ltv', 'interval', 'path'] as const;
type ModelName = (typeof MODELS)[number];

/** Of these none draws. */
const OUTPUTS = ['rows', 'table', 'wide', 'agent', 'raw', 'slack', 'markdown'] as const;

/** How the service writes an answer (docs/service.md, "OpenAPI"). */
export interface Shape {
	columns: number[];
	rows: number[];
	/** From 3.0.5 on, whole numbers have a fraction of 0. */
	numbers: Numbers;
	rates: Rates;
	/** Whether the answer is of 3.0.5, and has the order of columns. */
	hasInfos: boolean;
	hasTime: boolean;
	/** Lines of totals among the others. */
	hasLayer: boolean;
	hasWhole: boolean;
	/** Rows that were left out. */
	isCut: boolean;
	/** Date of a row that is of all dates. */
	wholeDate: 'first' | 'null' | '$ALL' | 'absent';
	rateName: 'percent_ltv' | 'rate_ltv' | 'none';
	/** What the times are where there are no intervals. */
	nothing: 'null' | 'zero';
	morePercentiles: boolean;
	/** Of paths: names of nodes, and which end of a link comes first in those before an event. */
	ids: 'zero' | 'one' | 'opaque';
	isTurned: boolean;
	isAggregateNamed: boolean;
	sample: 0 | 32 | 64;
}

/** What makes an answer of a report odd, so that nobody may read it. */
const ODDITIES = {
	attribution: [...TABLE_ODDITIES, 'strangeEvent', 'unaskedDirect'],
	ltv: [...TABLE_ODDITIES, 'noAmount', 'secondMeasure'],
	interval: [
		...TABLE_ODDITIES,
		...(['fallingTimes', 'averageOutside', 'moreUsers', 'noPercentile'] as const),
	],
	path: [
		...(['refused', 'rowsNoList', 'rowNoList', 'noColumn', 'twice', 'negative'] as const),
		...(['noNumber', 'objectNumber', 'nullCount', 'objectGroup'] as const),
		...(['noSource', 'noTarget', 'turnedLink', 'twoIds', 'stepGrows', 'linksGrow'] as const),
		...(['linkTwice', 'noId', 'noEvent', 'stepNoList', 'turnedSteps'] as const),
	],
} as const;
type Oddity = (typeof ODDITIES)[ModelName][number];

export interface Case {
	model: ModelName;
	query: 'form' | 'json' | 'definition';
	/** Fields to group by. */
	fields: string[];
	/** The same as a person or a model names them. */
	typedFields: string[];
	unit: Unit;
	hasFilter: boolean;
	/** Conditions of the first touchpoint, or step. */
	hasEventFilter: boolean;
	/** Days from the first day of the range to today. */
	age: number;
	world: World;
	/** Of an attribution. */
	rule: 'first' | 'last' | 'linear' | 'position' | 'time_decay';
	value: 'general' | 'sum' | 'avg';
	lookback: number;
	hasDirect: boolean;
	/** Of lifetime values: how many periods to follow. */
	duration: number;
	percentiles: number[];
	/** Of paths. */
	isBackward: boolean;
	steps: number;
	width: number;
	pause: number;
	rest: 'left out' | 'together';
	returned: 'links' | 'nodes' | 'both';
	shape: Shape;
	oddity: Oddity | undefined;
	output: (typeof OUTPUTS)[number];
}

const fields = fc
	.uniqueArray(
		fc.tuple(fc.constantFrom('user', 'event.A', 'event.$Anything'), fc.constantFrom(...PROPERTIES)),
		{ maxLength: 2, selector: ([, name]) => name },
	)
	.map((list) => list.map(([owner, name]) => `${owner}.${name}`));
const ranks = fc.array(fc.nat(1000), { minLength: 14, maxLength: 14 });

const shape: fc.Arbitrary<Shape> = fc.record({
	columns: ranks,
	rows: ranks,
	numbers: fc.constantFrom('plain', 'float', 'text', 'commas'),
	rates: fc.constantFrom('ratio', 'percent', 'text'),
	hasInfos: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.constant(false)),
	hasTime: fc.boolean(),
	hasLayer: fc.boolean(),
	hasWhole: fc.boolean(),
	isCut: fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, fc.constant(true)),
	wholeDate: fc.constantFrom('first', 'null', '$ALL', 'absent'),
	rateName: fc.constantFrom('percent_ltv', 'rate_ltv', 'none'),
	nothing: fc.constantFrom('null', 'zero'),
	morePercentiles: fc.boolean(),
	ids: fc.constantFrom('zero', 'one', 'opaque'),
	isTurned: fc.boolean(),
	isAggregateNamed: fc.boolean(),
	sample: fc.constantFrom(0, 32, 64),
});

export const casesOf = (model: ModelName): fc.Arbitrary<Case> =>
	fc
		.record({
			model: fc.constant(model),
			query: fc.constantFrom('form', 'json', 'definition'),
			fields,
			unit: fc.constantFrom('day', 'week', 'month'),
			hasFilter: fc.boolean(),
			hasEventFilter: fc.boolean(),
			age: fc.oneof(fc.nat(6), fc.constant(200)),
			world: worlds,
			rule: fc.constantFrom('first', 'last', 'linear', 'position', 'time_decay'),
			value: fc.constantFrom('general', 'sum', 'avg'),
			lookback: fc.integer({ min: 1, max: 30 }),
			hasDirect: fc.boolean(),
			duration: fc.integer({ min: 1, max: 3 }),
			percentiles: fc.constantFrom<number[]>([25, 50, 75], [50], [5, 95], [1, 10, 99]),
			isBackward: fc.boolean(),
			steps: fc.integer({ min: 2, max: 4 }),
			width: fc.integer({ min: 1, max: 3 }),
			pause: fc.integer({ min: 1, max: 90 }),
			rest: fc.constantFrom('left out', 'together'),
			returned: fc.constantFrom('links', 'nodes', 'both'),
			shape,
			odd: fc.option(fc.noBias(fc.nat(1000)), { nil: undefined, freq: 2 }),
			output: fc.constantFrom(...OUTPUTS),
		})
		.map(({ odd, ...one }): Case => {
			const isPasted = one.query === 'json';
			const most = { attribution: 2, ltv: 2, interval: 1, path: 1 }[one.model];
			const oddities = ODDITIES[one.model];
			// The form takes one group, and none of paths; nor has it averages.
			const typedFields = one.fields.slice(0, isPasted ? most : one.model === 'path' ? 0 : 1);
			const isOfFirst = !isPasted && ['ltv', 'interval'].includes(one.model);
			return {
				...one,
				typedFields,
				// There, a property of any event is one of the first event.
				fields: typedFields.map((field) => (isOfFirst ? field.replace('$Anything', 'A') : field)),
				oddity: odd === undefined ? undefined : oddities[odd % oddities.length],
				value:
					one.value === 'avg' && (!isPasted || one.model !== 'attribution') ? 'sum' : one.value,
				// Only the node's own words say how a single event is filtered in few of them.
				hasEventFilter: one.hasEventFilter && one.query === 'definition',
			};
		});
