import type { INodeProperties } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { measuresOfSessions, type SessionQuery } from '../../query/modelQueries';
import { queryFields, readEventQuery } from '../eventQuery';
import { measuresField } from '../measures';
import { pickField } from '../pickField';
import { type ReadField, textOf } from '../reading';

const MEASURES = measuresField(true);

export const sessionFields: INodeProperties[] = [
	pickField({
		displayName: 'Session',
		name: 'session',
		list: 'searchSessions',
		placeholder: 'e.g. app_visit',
		required: true,
		description:
			'Definition in Sensors Analytics by which events become sessions: which events count, and when a session ends',
	}),
	...queryFields.map((field) => (field.name === MEASURES.name ? MEASURES : field)),
	{
		displayName: 'End Sessions at Midnight',
		name: 'splitByDay',
		type: 'boolean',
		default: false,
		description: 'Whether what goes on after midnight is a new session',
	},
];

/** @throws UserError that names the field */
export function readSessionQuery(field: ReadField): SessionQuery {
	const session = textOf(field('session'));
	if (session === '') {
		throw new UserError("'Session' is empty. Choose a definition, or enter its name");
	}
	const query = readEventQuery(field);
	return {
		...query,
		measures: measuresOfSessions(query.measures),
		session,
		isSplitByDay: field('splitByDay') === true,
	};
}
