import type { INodeProperties } from 'n8n-workflow';

import type { Filter } from '../../query/eventQuery';
import type { RetentionQuery } from '../../query/modelQueries';
import { filterFields } from '../filter';
import { groupByOne, readGroupByOne } from '../groupBy';
import { readWhole } from '../numbers';
import { eventField } from '../pickField';
import type { ReadField } from '../reading';
import { followedNote, readEvent, readUnit, unitField } from './shared';

/** As the vendor's own client limits it (docs/service.md, "Retention"). */
export const MAX_DURATION = { day: 60, week: 45, month: 48 };

export const retentionFields: INodeProperties[] = [
	eventField(
		'Initial Event',
		'firstEvent',
		"The users who do this within the date range are followed, whether or not they have done it before. For those who do it for the first time ever, add a condition on a property that says so to 'Filter'.",
	),
	eventField('Returning Event', 'secondEvent'),
	unitField('Users of one day, week or month are followed together'),
	{
		displayName: 'Number of Periods',
		name: 'duration',
		type: 'number',
		typeOptions: { minValue: 1, maxValue: 60 },
		default: 7,
		description: 'How many days, weeks or months to follow the users',
	},
	{
		displayName: 'Count',
		name: 'countOf',
		type: 'options',
		default: 'returned',
		options: [
			{ name: 'Users Who Came Back', value: 'returned' },
			{ name: 'Users Who Did Not', value: 'churned' },
		],
	},
	groupByOne,
	...filterFields,
	...followedNote,
];

/** @throws UserError that names the field */
export function readRetentionQuery(
	field: ReadField,
	readFilter: (event: string) => Filter | undefined,
): RetentionQuery {
	const first = readEvent(field('firstEvent'), "'Initial Event'");
	const unit = readUnit(field('unit'));
	return {
		first: { event: first },
		second: { event: readEvent(field('secondEvent'), "'Returning Event'") },
		unit,
		duration: readWhole(field('duration'), "'Number of Periods'", 1, MAX_DURATION[unit]),
		isChurn: field('countOf') === 'churned',
		mayEndLater: true,
		groupBy: readGroupByOne(field('groupByField'), first),
		filter: readFilter(first),
	};
}
