import { type INodeProperties, UserError } from 'n8n-workflow';

import type { PathQuery } from '../../query/modelQueries';
import type { Slices } from '../../query/users';
import { readEvent } from '../models/shared';
import { readOneOf } from '../choice';
import { readWhole } from '../numbers';
import { eventField } from '../pickField';
import type { ReadField } from '../reading';
import { showWhen } from '../showWhen';
import { stepField } from './shared';

export const pathSliceFields: INodeProperties[] = [
	stepField,
	{
		...eventField('Event of the Step', 'sliceEvent'),
		description:
			"'event' in the rows of nodes, 'from' in those of links ('to' where the paths are those before an event)",
	},
	{
		displayName: 'Users',
		name: 'slicePathUsers',
		type: 'options',
		default: 'all',
		options: [
			{ name: 'Who Were There', value: 'all', description: 'A node: whatever they did then' },
			{
				name: 'Who Were at One Event of the Next Step',
				value: 'next',
				description: 'A link, away from the event of the paths',
			},
			{ name: 'Whose Path Ends There', value: 'ended', description: 'A link without an event' },
		],
		description: 'Users are listed once, however many of their paths are counted there',
	},
	...showWhen({ slicePathUsers: ['next'] }, [
		{
			...eventField('Event of the Next Step', 'sliceNextEvent'),
			description: "'to' in the rows of links ('from' where the paths are those before an event)",
		},
	]),
];

/** An event of a step, or what comes behind it. @throws UserError that names the field */
export function readPathSlice(field: ReadField, { events, steps }: PathQuery): Slices['path'] {
	const users = readOneOf(field('slicePathUsers'), ['all', 'next', 'ended'], "'Users'");
	// What comes behind the last step is not followed.
	const last = users === 'all' ? steps : steps - 1;
	const step = readWhole(field('sliceStep'), "'Of Step'", 1, last);
	const readName = (name: string, label: string) => {
		const event = readEvent(field(name), label);
		if (events.some((one) => one.event === event)) return event;
		throw new UserError(
			`${label} is ${event}, which is no event of the paths. Enter that of a row, as 'Event of the Paths' and 'Events on the Way' have it; several events that are told as one can't be listed`,
		);
	};
	const event = readName('sliceEvent', "'Event of the Step'");
	if (users === 'next') {
		return { step, event, went: { to: readName('sliceNextEvent', "'Event of the Next Step'") } };
	}
	return { step, event, went: users === 'ended' ? 'nowhere' : 'anywhere' };
}
