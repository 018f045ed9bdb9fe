import type { INodeProperties } from 'n8n-workflow';

import { within } from '../bounds';
import type { RetentionQuery } from '../../query/modelQueries';
import type { Slices } from '../../query/users';
import { readDate } from '../dates';
import { readWhole } from '../numbers';
import type { ReadField } from '../reading';
import { dateField, groupField, isFilled, readGroup } from './shared';

export const retentionSliceFields: INodeProperties[] = [
	dateField,
	{
		displayName: 'Of Period',
		name: 'slicePeriod',
		type: 'number',
		typeOptions: within('slicePeriod'),
		default: 1,
		description:
			"How many days, weeks or months later: 'period' in the rows of the report; 0 is the first one itself",
	},
	groupField,
];

/** The start and the period of a retention. @throws UserError that names the field */
export function readRetentionSlice(
	field: ReadField,
	{ duration, groupBy }: RetentionQuery,
	timeZone: string,
): Slices['retention'] {
	return {
		...(isFilled(field('sliceDate'))
			? { date: readDate(field('sliceDate'), 'Of Date', timeZone) }
			: {}),
		period: readWhole(field('slicePeriod'), "'Of Period'", 0, duration),
		...readGroup(field, groupBy),
	};
}
