import { noChoice } from '../form/choice';
import { FILTER_FUNCTIONS } from '../query/filterFunctions';
import { plain } from './words';

/** An operator of conditions, by the function that it asks for. */
export interface Operator {
	word: string;
	/** Name in the platform's vocabulary: see filterFunctions.ts. */
	asks: string;
	/** In signs, or otherwise called. */
	also: readonly string[];
}

/** In the order of the documentation. */
export const OPERATORS: readonly Operator[] = [
	{ word: '=', asks: 'equal', also: ['==', '===', 'eq', 'equals', 'in', 'one of', '等于', '属于'] },
	{
		word: '!=',
		asks: 'notEqual',
		also: ['!==', '<>', '≠', 'ne', 'neq', 'not equals', 'not', 'not in', 'nin', '不等于', '不属于'],
	},
	{ word: '>', asks: 'greater', also: ['gt', 'greater than', 'more than', 'over', '大于'] },
	{ word: '>=', asks: 'greaterEqual', also: ['≥', 'gte', 'at least', '大于等于', '不小于'] },
	{ word: '<', asks: 'less', also: ['lt', 'less than', 'under', '小于'] },
	{ word: '<=', asks: 'lessEqual', also: ['≤', 'lte', 'at most', '小于等于', '不大于'] },
	{ word: 'between', asks: 'between', also: ['range', '区间', '介于'] },
	{ word: 'contains', asks: 'contain', also: ['like', 'icontains', '包含'] },
	{ word: 'not_contains', asks: 'notContain', also: ['does not contain', 'not like', '不包含'] },
	{ word: 'matches', asks: 'rlike', also: ['regex', 'regexp', '正则匹配'] },
	{ word: 'is_set', asks: 'isSet', also: ['exists', 'is not null', '有值'] },
	{ word: 'not_set', asks: 'notSet', also: ['is not set', 'is null', 'not exists', '没值'] },
	{ word: 'is_true', asks: 'isTrue', also: ['为真'] },
	{ word: 'is_false', asks: 'isFalse', also: ['为假'] },
	{ word: 'within_days', asks: 'relativeWithin', also: ['in last days', 'last days'] },
	{ word: 'before_days', asks: 'relativeBefore', also: ['days ago', 'more than days ago'] },
	{ word: 'includes', asks: 'include', also: ['has', '集合包含'] },
];

/** The operator that is meant. @throws UserError that lists all */
export function readOperator(typed: string, place: string): Operator {
	const sign = typed.trim().replace(/^\$/, '');
	const signed = OPERATORS.find(({ word, also }) => word === sign || also.includes(sign));
	if (signed) return signed;
	const wanted = plain(sign);
	const found = OPERATORS.find(({ word, asks, also }) => {
		const label = FILTER_FUNCTIONS.find(({ value }) => value === asks)?.label ?? '';
		return wanted !== '' && [word, asks, label, ...also].some((one) => plain(one) === wanted);
	});
	if (found) return found;
	throw noChoice(
		typed,
		OPERATORS.map(({ word }) => word),
		`The operator of ${place}`,
	);
}

/** Whether it compares numbers, and nothing else. */
export function isOfNumbers({ asks }: Operator): boolean {
	return ['greater', 'greaterEqual', 'less', 'lessEqual'].includes(asks);
}
