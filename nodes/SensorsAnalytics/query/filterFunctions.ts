/** A function of filter conditions (docs/service.md, "Filters"). */
export interface FilterFunction {
	/** The platform's name. */
	value: string;
	label: string;
	/** Name in JSON queries; `between` compares numbers or dates, by the property's kind. */
	word: string;
	/** Other accepted names and signs. */
	also: readonly string[];
	/** What the label doesn't say; the description is in every list of conditions in the form. */
	description?: string;
	kinds: ValueKind[];
	takes: 'none' | 'one' | 'two' | 'some';
	/** Whether it excludes values: of a property of another kind, it excludes nothing. */
	excludes?: true;
}

const ANY: ValueKind[] = ['text', 'number', 'boolean', 'date', 'list'];

/** Functions by frequency of use; the first one fits every kind of value. */
export const FILTER_FUNCTIONS: readonly FilterFunction[] = [
	{
		value: 'equal',
		word: '=',
		also: ['==', '===', 'eq', 'equals', 'in', 'one of', '等于', '属于'],
		label: 'Is',
		description: 'Equals one of the values',
		kinds: ANY,
		takes: 'some',
	},
	{
		value: 'notEqual',
		word: '!=',
		also: ['!==', '<>', '≠', 'ne', 'neq', 'not equals', 'not', 'not in', 'nin', '不等于', '不属于'],
		label: 'Is Not',
		description: 'Equals none of the values',
		kinds: ['text', 'number', 'boolean'],
		takes: 'some',
		excludes: true,
	},
	{
		value: 'contain',
		word: 'contains',
		also: ['like', '包含'],
		label: 'Contains',
		kinds: ['text'],
		takes: 'some',
	},
	{
		value: 'notContain',
		word: 'not_contains',
		also: ['does not contain', 'not like', '不包含'],
		label: 'Does Not Contain',
		kinds: ['text'],
		takes: 'some',
		excludes: true,
	},
	{
		value: 'rlike',
		word: 'matches',
		also: ['regex', 'regexp', '正则匹配'],
		label: 'Matches Regular Expression',
		kinds: ['text'],
		takes: 'one',
	},
	{
		value: 'greater',
		word: '>',
		also: ['gt', 'greater than', 'more than', 'over', '大于'],
		label: 'Is Greater Than',
		kinds: ['number'],
		takes: 'one',
	},
	{
		value: 'greaterEqual',
		word: '>=',
		also: ['≥', 'gte', 'at least', '大于等于', '不小于'],
		label: 'Is at Least',
		kinds: ['number'],
		takes: 'one',
	},
	{
		value: 'less',
		word: '<',
		also: ['lt', 'less than', 'under', '小于'],
		label: 'Is Less Than',
		kinds: ['number'],
		takes: 'one',
	},
	{
		value: 'lessEqual',
		word: '<=',
		also: ['≤', 'lte', 'at most', '小于等于', '不大于'],
		label: 'Is at Most',
		kinds: ['number'],
		takes: 'one',
	},
	{
		value: 'between',
		word: 'between',
		also: ['range', '区间', '介于'],
		label: 'Is Between',
		description: 'Includes both values',
		kinds: ['number'],
		takes: 'two',
	},
	{
		value: 'isTrue',
		word: 'is_true',
		also: ['为真'],
		label: 'Is True',
		description: 'For yes-or-no properties and user groups',
		kinds: ['boolean'],
		takes: 'none',
	},
	{
		value: 'isFalse',
		word: 'is_false',
		also: ['为假'],
		label: 'Is False',
		kinds: ['boolean'],
		takes: 'none',
	},
	{
		value: 'absoluteBetween',
		word: 'between',
		also: [],
		label: 'Is Between Dates',
		description: 'Includes both dates',
		kinds: ['date'],
		takes: 'two',
	},
	{
		value: 'relativeWithin',
		word: 'within_days',
		also: ['in last days', 'last days'],
		label: 'Is Within the Last N Days',
		kinds: ['date'],
		takes: 'one',
	},
	{
		value: 'relativeBefore',
		word: 'before_days',
		also: ['more than days ago'],
		label: 'Is More Than N Days Ago',
		kinds: ['date'],
		takes: 'one',
	},
	{
		value: 'include',
		word: 'includes',
		also: ['has', '集合包含'],
		label: 'Includes',
		description: 'True if a list property contains the value',
		kinds: ['list'],
		takes: 'one',
	},
	{
		value: 'isSet',
		word: 'is_set',
		also: ['exists', 'is not null', '有值'],
		label: 'Has a Value',
		kinds: ANY,
		takes: 'none',
	},
	{
		value: 'notSet',
		word: 'not_set',
		also: ['is not set', 'is null', 'not exists', '没值'],
		label: 'Has No Value',
		kinds: ANY,
		takes: 'none',
	},
];

export const FUNCTIONS_OF_ANY_KIND = ['equal', 'notEqual'];

/** Not of datasets, and not documented for the OpenAPI (docs/service.md, "Filters"). */
export const FUNCTIONS_OF_DATES_AND_LISTS = [
	...['absoluteBetween', 'relativeWithin', 'relativeBefore', 'include'],
];

/** Functions that compare complete values, which can be selected from the property's values. */
export const FUNCTIONS_WITH_PICKED = ['equal', 'notEqual', 'include'];

export type ValueKind = 'text' | 'number' | 'boolean' | 'date' | 'list';

/** Words for the kinds, which follow a property's name in lists of the form. */
export const KIND_WORDS: Readonly<Record<ValueKind, string>> = {
	text: 'text',
	number: 'number',
	boolean: 'yes or no',
	date: 'date',
	list: 'list',
};

/** Returns the function of a name of the platform; undefined if it is unknown. */
export function functionOf(name: unknown): FilterFunction | undefined {
	return FILTER_FUNCTIONS.find(({ value }) => value === name);
}

export function functionsFor(kind: ValueKind): FilterFunction[] {
	return FILTER_FUNCTIONS.filter(({ kinds }) => kinds.includes(kind));
}

const BEFORE_KIND = ' · ';

/** Returns a label such as `城市 (city) · text`; without the kind if it is unknown. */
export function withKind(label: string, kind: ValueKind | undefined): string {
	return kind === undefined ? label : `${label}${BEFORE_KIND}${KIND_WORDS[kind]}`;
}

/** Returns the kind at the end of such a label. */
export function kindIn(label: string): ValueKind | undefined {
	const start = label.lastIndexOf(BEFORE_KIND);
	if (start < 0) return undefined;
	const word = label.slice(start + BEFORE_KIND.length);
	return (Object.keys(KIND_WORDS) as ValueKind[]).find((kind) => KIND_WORDS[kind] === word);
}
