import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { ANY_EVENT, type Filter } from '../../query/eventQuery';
import type { IntervalQuery } from '../../query/modelQueries';
import { filterFields } from '../filter';
import { groupByOne, readGroupByOne } from '../groupBy';
import { readAscending } from '../numbers';
import { eventField } from '../pickField';
import type { ReadField } from '../reading';
import { readEvent, readUnit, unitField } from './shared';

export const HIGHEST = 99;
const LABEL = "'Percentiles'";

export const intervalFields: INodeProperties[] = [
	eventField('From Event', 'intervalFrom'),
	eventField('To Event', 'intervalTo'),
	unitField('Intervals are told per day, week or month in which they begin'),
	{
		displayName: 'Percentiles',
		name: 'percentiles',
		type: 'string',
		default: '25, 50, 75',
		placeholder: 'e.g. 25, 50, 75, 90',
		description:
			'Whole numbers from 1 to 99, in ascending order; 50 is the median. The times of the output are as the service tells them: seconds, as far as is known.',
	},
	groupByOne,
	...filterFields,
];

/** @throws UserError that names the field */
export function readIntervalQuery(
	field: ReadField,
	readFilter: (event: string) => Filter | undefined,
): IntervalQuery {
	const first = readEvent(field('intervalFrom'), "'From Event'");
	const quantiles = readAscending(field('percentiles'), LABEL);
	const isWrong = (number: number) => !Number.isInteger(number) || number < 1 || number > HIGHEST;
	if (quantiles.length === 0 || quantiles.some(isWrong)) {
		throw new UserError(`${LABEL} must be whole numbers from 1 to ${HIGHEST}, such as 25, 50, 75`);
	}
	return {
		first: { event: first },
		second: { event: readEvent(field('intervalTo'), "'To Event'") },
		unit: readUnit(field('unit')),
		quantiles,
		groupBy: readGroupByOne(field('groupByField'), first),
		filter: readFilter(ANY_EVENT),
	};
}
