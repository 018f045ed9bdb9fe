import { type INodeProperties, UserError } from 'n8n-workflow';

import type { DistributionQuery } from '../../query/modelQueries';
import type { Slices } from '../../query/users';
import { readDate } from '../dates';
import { readWhole } from '../numbers';
import type { ReadField } from '../reading';
import { dateField, groupField, isFilled, readGroup } from './shared';

/** Numbers of 32 bits. */
const LIMIT = 2 ** 31;

export const distributionSliceFields: INodeProperties[] = [
	dateField,
	{
		displayName: 'Bucket From',
		name: 'sliceFrom',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 3',
		description: "Where the bucket begins: 'bucket_from' in the rows of the report",
	},
	{
		displayName: 'Bucket To',
		name: 'sliceTo',
		type: 'string',
		default: '',
		placeholder: 'e.g. 5',
		description:
			"Where it ends, below this number: 'bucket_to' in the rows of the report; no end if empty",
	},
	groupField,
];

/** The bucket of a distribution, of a date or a group. @throws UserError that names the field */
export function readDistributionSlice(
	field: ReadField,
	{ groupBy }: DistributionQuery,
	timeZone: string,
): Slices['distribution'] {
	const from = readWhole(field('sliceFrom'), "'Bucket From'", -LIMIT, LIMIT - 1);
	const to = isFilled(field('sliceTo'))
		? readWhole(field('sliceTo'), "'Bucket To'", from + 1, LIMIT - 1)
		: undefined;
	const bucket = { from, ...(to === undefined ? {} : { to }) };
	const { group } = readGroup(field, groupBy);
	if (group === undefined) {
		return { date: readDate(field('sliceDate'), 'Of Date', timeZone), ...bucket };
	}
	if (!isFilled(field('sliceDate'))) return { group, ...bucket };
	throw new UserError(
		"'Of Date' has a value, but a distribution with 'Group By' has no dates: its rows are of the whole range. Empty 'Of Date', or set the dates of the report to that day",
	);
}
