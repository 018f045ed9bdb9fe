import { OperationalError } from 'n8n-workflow';

import { readOneOf } from '../../form/choice';
import { readEventQuery } from '../../form/eventQuery';
import { readQueryFilter } from '../../form/filter';
import { readDistributionQuery } from '../../form/models/distribution';
import { readFunnelQuery } from '../../form/models/funnel';
import { readPathQuery } from '../../form/models/path';
import { readRetentionQuery } from '../../form/models/retention';
import { readSessionQuery } from '../../form/models/session';
import { readRange, readTimeZone } from '../../form/range';
import type { ReadField } from '../../form/reading';
import { readExpected, sliceFields, sliceOptionFields } from '../../form/slices';
import { readDistributionSlice } from '../../form/slices/distribution';
import { readEventSlice } from '../../form/slices/event';
import { readFunnelSlice } from '../../form/slices/funnel';
import { readPathSlice } from '../../form/slices/path';
import { readRetentionSlice } from '../../form/slices/retention';
import { readSessionSlice } from '../../form/slices/session';
import { readWanted } from '../../form/users';
import { wireFor } from '../../wire';
import type { DateRange, Filter } from '../../query/eventQuery';
import type { User, Wanted } from '../../query/users';
import type { PageRequest, UsersWire, Wire } from '../../wire/wire';
import type { Operation } from '../operation';
import { assertFunnelFilter } from '../report/funnelFilter';
import { listUsers } from './listUsers';
import { countBeyond, type Read } from '../readPages';
import { usersOf } from './usersOf';

/** How many users the cell has, where a limit leaves some of them out. */
const TOTAL_KEY = '_total_users';

/** Who they are: the users of a cell of a report (docs/service.md, "Users"). */
export const getManyFromReport: Operation = {
	option: {
		name: 'Get Many From Report',
		value: 'getManyFromReport',
		action: 'Get many users from a report',
		description:
			'List the users behind a number of a report, such as the step of a funnel. Needs an API key.',
	},
	fields: sliceFields,
	options: sliceOptionFields,
	async execute(run) {
		const { context, field, options } = run;
		const timeZone = readTimeZone(options.timeZone, context.getTimezone());
		const wanted = readWanted(field, options);
		const expected = readExpected(options);
		const wire = wireFor(await run.connection());
		const ask = readSlice(field, timeZone, readRange(field, timeZone, new Date()), wire);
		const users = await usersOf(run);
		return await listUsers(run, users, ask(users, wanted), wanted, (read) => {
			assertNumber(read, wanted, expected);
			// Where these are not all: who counts the items would take them for the cell.
			const count = countBeyond(read, wanted.limit);
			return typeof count === 'number' ? { [TOTAL_KEY]: count } : {};
		});
	},
};

const REPORTS = ['distribution', 'event', 'funnel', 'path', 'retention', 'session'] as const;

/** The query of the form and the cell of its report. @throws UserError that names the field */
function readSlice(
	field: ReadField,
	timeZone: string,
	range: DateRange,
	wire: Wire,
): (users: UsersWire, wanted: Wanted) => PageRequest {
	const filterOf = (event: string): Filter | undefined => readQueryFilter(field, event);
	const report = readOneOf(field('fromReport'), REPORTS, "'Report'");
	if (report === 'funnel') {
		const query = readFunnelQuery(field, filterOf);
		assertFunnelFilter(query, wire);
		const slice = readFunnelSlice(field, query);
		return ({ ofReport }, wanted) => ofReport.funnel(query, range, slice, wanted);
	}
	if (report === 'retention') {
		const query = readRetentionQuery(field, filterOf);
		const slice = readRetentionSlice(field, query, timeZone);
		return ({ ofReport }, wanted) => ofReport.retention(query, range, slice, wanted);
	}
	if (report === 'event') {
		const query = readEventQuery(field);
		const slice = readEventSlice(field, query, timeZone);
		return ({ ofReport }, wanted) => ofReport.event(query, range, slice, wanted);
	}
	if (report === 'distribution') {
		const query = readDistributionQuery(field, filterOf);
		const slice = readDistributionSlice(field, query, timeZone);
		return ({ ofReport }, wanted) => ofReport.distribution(query, range, slice, wanted);
	}
	if (report === 'session') {
		const query = readSessionQuery(field);
		const slice = readSessionSlice(field, query, timeZone);
		return ({ ofReport }, wanted) => ofReport.session(query, range, slice, wanted);
	}
	const query = readPathQuery(field, filterOf);
	const slice = readPathSlice(field, query);
	return ({ ofReport }, wanted) => ofReport.path(query, range, slice, wanted);
}

/**
 * What a cell means is not certain for all versions: whoever knows its number gets no other users.
 * @throws OperationalError that has both numbers
 */
function assertNumber(
	{ entries, total }: Read<User>,
	{ limit }: Wanted,
	expected: number | undefined,
): void {
	if (expected === undefined) return;
	const isWhole = limit === undefined || entries.length < limit;
	const found = isWhole ? entries.length : Math.max(total ?? 0, entries.length);
	// A service that counts no further than the limit says nothing about the rest.
	if (found === expected || (!isWhole && found === limit && expected > limit)) return;
	throw new OperationalError(
		`The list has ${found} users, and 'Number in the Report' says ${expected}`,
		{
			description:
				"Query, dates and cell must be those of the report. Data that arrived meanwhile and approximate counts make a difference, too: remove the option 'Number in the Report' to get the list as it is.",
		},
	);
}
