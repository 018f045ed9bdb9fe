import { UserError } from 'n8n-workflow';

import type { Property } from '../query/eventQuery';
import type { FunnelQuery, RetentionQuery } from '../query/modelQueries';
import type { Slices } from '../query/users';
import { readDate } from './dates';
import { readWhole } from './numbers';
import { type ReadField, textOf } from './reading';

/** The step of a funnel. @throws UserError that names the field */
export function readFunnelSlice(
	field: ReadField,
	{ steps, groupBy }: FunnelQuery,
): Slices['funnel'] {
	const step = readWhole(field('sliceStep'), "'Of Step'", 1, steps.length);
	const users = textOf(field('sliceUsers'));
	if (users !== 'converted' && users !== 'lost') {
		throw new UserError(`'Users' is unknown: '${users}'`);
	}
	const isLost = users === 'lost';
	if (isLost && step === steps.length) {
		throw new UserError(
			`'Of Step' is the last one, where nobody is lost. Choose a step from 1 to ${steps.length - 1}, or set 'Users' to Who Took the Step`,
		);
	}
	return { step, isLost, ...readGroup(field, groupBy) };
}

/** The start and the period of a retention. @throws UserError that names the field */
export function readRetentionSlice(
	field: ReadField,
	{ duration, groupBy }: RetentionQuery,
	timeZone: string,
): Slices['retention'] {
	const hasDate = field('sliceDate') !== '' && field('sliceDate') !== null;
	return {
		...(hasDate ? { date: readDate(field('sliceDate'), 'Of Date', timeZone) } : {}),
		period: readWhole(field('slicePeriod'), "'Of Period'", 0, duration),
		...readGroup(field, groupBy),
	};
}

/** Where the report has no group, a value of one would be left out without a word. */
function readGroup(field: ReadField, groupBy: readonly Property[]): { group?: string } {
	const group = textOf(field('sliceGroup'));
	if (groupBy.length === 0 && group === '') return {};
	if (groupBy.length > 0 && group !== '') return { group };
	throw new UserError(
		group === ''
			? "'Of Group' is empty, but the report is split by 'Group By'. Enter the value of a group, or empty 'Group By' for the users of all groups; for users without a value use 'Filter' with Has No Value"
			: "'Of Group' has a value, but 'Group By' is empty. Choose the property, or empty 'Of Group'",
	);
}

/** The number that a list must have, if any. @throws UserError that names the option */
export function readExpected(options: { [name: string]: unknown }): number | undefined {
	const { expectedUsers: typed } = options;
	if (typed === undefined) return undefined;
	return readWhole(typed, "'Number in the Report'", 0);
}
