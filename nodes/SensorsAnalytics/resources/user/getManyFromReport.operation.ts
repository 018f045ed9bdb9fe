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
import { assertRangeLength } from '../../form/rangeLength';
import type { ReadField } from '../../form/reading';
import { readLongestRange } from '../../form/reportOptions';
import { readExpected, sliceFields, sliceOptionFields } from '../../form/slices';
import { readDistributionSlice } from '../../form/slices/distribution';
import { readEventSlice } from '../../form/slices/event';
import { readFunnelSlice } from '../../form/slices/funnel';
import { readPathSlice } from '../../form/slices/path';
import { readRetentionSlice } from '../../form/slices/retention';
import { readSessionSlice } from '../../form/slices/session';
import { readWanted } from '../../form/users';
import { addHint } from '../../output/hints';
import { wireFor } from '../../wire';
import { UnknownForm } from '../../wire/rows/unknownForm';
import type { DateRange, Filter } from '../../query/eventQuery';
import type { User, Wanted } from '../../query/users';
import type { PageRequest, UsersWire, Wire } from '../../wire/wire';
import type { ItemRun, Operation } from '../operation';
import { assertFunnelFilter } from '../report/funnelFilter';
import { listUsers } from './listUsers';
import { type Doubt, doubtOfDistribution, doubtOfRetention } from './numberInReport';
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
		const range = readRange(field, timeZone, new Date());
		assertRangeLength(range, readLongestRange(options));
		const { ask, doubt } = readSlice(field, timeZone, range, wire);
		const users = await usersOf(run);
		return await listUsers(run, users, ask(users, wanted), wanted, async (read) => {
			if (expected !== undefined) assertNumber(read, wanted, expected, ENTERED);
			else if (doubt?.blind !== undefined) addHint(context, cannotTell(doubt));
			else if (doubt) {
				assertNumber(read, wanted, await numberOf(doubt, run, wire, wanted), told(doubt));
			}
			// Where these are not all: who counts the items would take them for the cell.
			const count = countBeyond(read, wanted.limit);
			return typeof count === 'number' ? { [TOTAL_KEY]: count } : {};
		});
	},
};

const REPORTS = ['distribution', 'event', 'funnel', 'path', 'retention', 'session'] as const;

/** How the users are asked for, and what of that may be ignored. */
interface Slice {
	ask(users: UsersWire, wanted: Wanted): PageRequest;
	doubt?: Doubt;
}

/** The query of the form and the cell of its report. @throws UserError that names the field */
function readSlice(field: ReadField, timeZone: string, range: DateRange, wire: Wire): Slice {
	const filterOf = (event: string): Filter | undefined => readQueryFilter(field, event);
	const report = readOneOf(field('fromReport'), REPORTS, "'Report'");
	if (report === 'funnel') {
		const query = readFunnelQuery(field, filterOf);
		assertFunnelFilter(query, wire);
		const slice = readFunnelSlice(field, query);
		return { ask: ({ ofReport }, wanted) => ofReport.funnel(query, range, slice, wanted) };
	}
	if (report === 'retention') {
		const query = readRetentionQuery(field, filterOf);
		const slice = readRetentionSlice(field, query, timeZone);
		return {
			ask: ({ ofReport }, wanted) => ofReport.retention(query, range, slice, wanted),
			doubt: doubtOfRetention(query, range, slice),
		};
	}
	if (report === 'event') {
		const query = readEventQuery(field);
		const slice = readEventSlice(field, query, timeZone);
		return { ask: ({ ofReport }, wanted) => ofReport.event(query, range, slice, wanted) };
	}
	if (report === 'distribution') {
		const query = readDistributionQuery(field, filterOf);
		const slice = readDistributionSlice(field, query, timeZone);
		return {
			ask: ({ ofReport }, wanted) => ofReport.distribution(query, range, slice, wanted),
			doubt: doubtOfDistribution(query, range, slice),
		};
	}
	if (report === 'session') {
		const query = readSessionQuery(field);
		const slice = readSessionSlice(field, query, timeZone);
		return { ask: ({ ofReport }, wanted) => ofReport.session(query, range, slice, wanted) };
	}
	const query = readPathQuery(field, filterOf);
	const slice = readPathSlice(field, query);
	return { ask: ({ ofReport }, wanted) => ofReport.path(query, range, slice, wanted) };
}

/** What a number is compared with, and what to do where it is another one. */
interface Comparison {
	says: string;
	advice: string;
}

const ENTERED: Comparison = {
	says: "'Number in the Report' says",
	advice:
		"Query, dates and cell must be those of the report. Data that arrived meanwhile and approximate counts make a difference, too: remove the option 'Number in the Report' to get the list as it is.",
};

function told({ subject }: Doubt): Comparison {
	return {
		says: 'the report says',
		advice: `No document says that the list heeds ${subject}: the service seems to ignore it here. Data that arrived meanwhile make a difference, too: run it again. To get the list as it is, enter the number that it has in the option 'Number in the Report'.`,
	};
}

function cannotTell({ subject, blind }: Doubt): string {
	return `No document says that the list heeds ${subject}, and the report can't tell, as ${blind}. There may be other users in it than were counted. For one that is compared with its report, ask for one date.`;
}

/** @throws OperationalError where the report can't be read */
async function numberOf(doubt: Doubt, run: ItemRun, wire: Wire, wanted: Wanted): Promise<number> {
	return await doubt.users(run.ask, wire, wanted).catch((fault: unknown) => {
		throw fault instanceof UnknownForm ? cannotCompare(doubt, fault) : fault;
	});
}

function cannotCompare({ subject }: Doubt, { message }: UnknownForm): OperationalError {
	return new OperationalError(
		`The list can't be compared with its report, and no document says that it heeds ${subject}. ${message}`,
		{ description: "Enter the number that the cell has in the option 'Number in the Report'." },
	);
}

/**
 * What a cell means is not certain for all versions: whoever knows its number gets no other users.
 * @throws OperationalError that has both numbers
 */
function assertNumber(
	{ entries, total }: Read<User>,
	{ limit }: Wanted,
	expected: number,
	{ says, advice }: Comparison,
): void {
	const isWhole = limit === undefined || entries.length < limit;
	const found = isWhole ? entries.length : Math.max(total ?? 0, entries.length);
	// A service that counts no further than the limit says nothing about the rest.
	if (found === expected || (!isWhole && found === limit && expected > limit)) return;
	throw new OperationalError(`The list has ${found} users, and ${says} ${expected}`, {
		description: advice,
	});
}
