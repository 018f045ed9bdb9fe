import { UserError } from 'n8n-workflow';

import type { FilteredEvent, FunnelQuery } from '../../query/modelQueries';
import { FILTER, GROUP_BY, RANGE, readDuration, readGroup } from '../cohorts';
import { readRange } from '../dates';
import type { Definition } from '../defined';
import { listed, readEach, readFlag, readKeys } from '../keys';
import { readFilteredEvent, readQueryFilter } from '../measures';
import {
	FILTER_SCHEMA,
	FLAG,
	GROUP_SCHEMA,
	keysOf,
	listOf,
	RANGE_SCHEMA,
	STEP_SCHEMA,
	TIME_SCHEMA,
} from '../schema';

const KEYS = {
	steps: ['step', 'events'],
	within: ['window', 'conversion window'],
	by_date: ['split by date'],
	group_by: GROUP_BY,
	filter: FILTER,
	range: RANGE,
};
const EXAMPLE =
	'{"steps": ["ViewProduct", {"event": "AddToCart", "filter": {"category": "book"} }, "PayOrder"], "within": "7 days", "group_by": "city", "range": "last week"}';
const A_WEEK = 7 * 24 * 60;

export const funnel: Definition<FunnelQuery> = {
	example: EXAMPLE,
	short: '{"steps": ["ViewProduct", "PayOrder"], "range": "last week"}',
	schema: keysOf(
		{
			steps: listOf(STEP_SCHEMA),
			within: TIME_SCHEMA,
			by_date: FLAG,
			group_by: GROUP_SCHEMA,
			filter: FILTER_SCHEMA,
			range: RANGE_SCHEMA,
		},
		['steps', 'range'],
	),
	read(json, { names, now }) {
		const given = readKeys(json, KEYS, 'The query', EXAMPLE);
		const steps = readEach(listed(given.steps), (step, index) =>
			readFilteredEvent(step, names, `step ${index + 1}`),
		);
		if (steps.length < 2) {
			throw new UserError(`'steps' must be two events at least, as in ${EXAMPLE}`);
		}
		const first = (steps[0] as FilteredEvent).event;
		const query: FunnelQuery = {
			steps,
			windowMinutes: given.within === undefined ? A_WEEK : readDuration(given.within, "'within'"),
			mayEndLater: false,
			isByDate: given.by_date !== undefined && readFlag(given.by_date, "'by_date'"),
			groupBy: readGroup(given.group_by, first, names),
			filter: readQueryFilter(given.filter, first, names),
		};
		return { query, range: readRange(given.range, now) };
	},
};
