import { UserError } from 'n8n-workflow';

import { HIGHEST } from '../../form/models/interval';
import { ANY_EVENT } from '../../query/eventQuery';
import type { IntervalQuery } from '../../query/modelQueries';
import { COHORT_UNITS, FILTER, GROUP_BY, RANGE, readGroup, readUnit, UNIT } from '../cohorts';
import { readRange } from '../dates';
import type { Definition } from '../defined';
import { readKeys, shown } from '../keys';
import { readAscending, readFilteredEvent, readQueryFilter } from '../measures';
import {
	FILTER_SCHEMA,
	GROUP_SCHEMA,
	keysOf,
	NUMBERS,
	oneOf,
	RANGE_SCHEMA,
	STEP_SCHEMA,
} from '../schema';

const KEYS = {
	first: ['from event', 'first event'],
	second: ['to event', 'second event'],
	unit: UNIT,
	percentiles: ['quantiles'],
	group_by: GROUP_BY,
	filter: FILTER,
	range: RANGE,
};
const EXAMPLE =
	'{"first": "ViewProduct", "second": "PayOrder", "unit": "day", "percentiles": [25, 50, 75], "range": "last week"}';

export const interval: Definition<IntervalQuery> = {
	example: EXAMPLE,
	short: '{"first": "ViewProduct", "second": "PayOrder", "range": "last week"}',
	schema: keysOf(
		{
			first: STEP_SCHEMA,
			second: STEP_SCHEMA,
			unit: oneOf(COHORT_UNITS),
			percentiles: NUMBERS,
			group_by: GROUP_SCHEMA,
			filter: FILTER_SCHEMA,
			range: RANGE_SCHEMA,
		},
		['first', 'second', 'range'],
	),
	read(json, { names, now }) {
		const given = readKeys(json, KEYS, 'The query', EXAMPLE);
		const first = readFilteredEvent(given.first, names, "'first'");
		const quantiles = readAscending(given.percentiles ?? [25, 50, 75], "'percentiles'");
		const isWrong = (number: number) => !Number.isInteger(number) || number < 1 || number > HIGHEST;
		if (quantiles.length === 0 || quantiles.some(isWrong)) {
			throw new UserError(
				`'percentiles' must be whole numbers from 1 to ${HIGHEST}, such as [25, 50, 75], not ${shown(given.percentiles)}`,
			);
		}
		const query: IntervalQuery = {
			first,
			second: readFilteredEvent(given.second, names, "'second'"),
			unit: readUnit(given.unit),
			quantiles,
			groupBy: readGroup(given.group_by, first.event, names),
			filter: readQueryFilter(given.filter, ANY_EVENT, names),
		};
		return { query, range: readRange(given.range, now) };
	},
};
