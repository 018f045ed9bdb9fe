import { type INodeProperties, UserError } from 'n8n-workflow';

import type { FunnelQuery } from '../../query/modelQueries';
import type { Slices } from '../../query/users';
import { readOneOf } from '../choice';
import { readWhole } from '../numbers';
import type { ReadField } from '../reading';
import { groupField, readGroup, stepField } from './shared';

export const funnelSliceFields: INodeProperties[] = [
	stepField,
	{
		displayName: 'Users',
		name: 'sliceUsers',
		type: 'options',
		default: 'converted',
		options: [
			{ name: 'Who Took the Step', value: 'converted' },
			{
				name: 'Who Stopped There',
				value: 'lost',
				description: 'Took this step and not the next one',
			},
		],
	},
	groupField,
];

/** The step of a funnel. @throws UserError that names the field */
export function readFunnelSlice(
	field: ReadField,
	{ steps, groupBy }: FunnelQuery,
): Slices['funnel'] {
	const step = readWhole(field('sliceStep'), "'Of Step'", 1, steps.length);
	const users = readOneOf(field('sliceUsers'), ['converted', 'lost'], "'Users'");
	const isLost = users === 'lost';
	if (isLost && step === steps.length) {
		throw new UserError(
			`'Of Step' is the last one, where nobody is lost. Choose a step from 1 to ${steps.length - 1}, or set 'Users' to Who Took the Step`,
		);
	}
	return { step, isLost, ...readGroup(field, groupBy) };
}
