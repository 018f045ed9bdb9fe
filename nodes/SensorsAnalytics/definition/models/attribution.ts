import { UserError } from 'n8n-workflow';

import { RULES } from '../../form/models/attribution';
import { ANY_EVENT } from '../../query/eventQuery';
import type { AttributionQuery } from '../../query/modelQueries';
import { FILTER, GROUP_BY, RANGE, readDuration, readGroup } from '../cohorts';
import { readRange } from '../dates';
import type { Definition } from '../defined';
import { listed, readEach, readFlag, readKeys } from '../keys';
import { readFilteredEvent, readMeasure, readQueryFilter, VALUE_SCHEMA } from '../measures';
import {
	FILTER_SCHEMA,
	FLAG,
	GROUP_SCHEMA,
	keysOf,
	listOf,
	oneOf,
	RANGE_SCHEMA,
	STEP_SCHEMA,
} from '../schema';
import { readWord, type Word } from '../words';

const KEYS = {
	target: ['target event', 'goal'],
	touchpoints: ['touchpoint'],
	rule: ['credit goes to', 'model'],
	within: ['window', 'lookback'],
	direct: ['without touchpoint', 'without a touchpoint'],
	group_by: GROUP_BY,
	filter: FILTER,
	range: RANGE,
};
const EXAMPLE =
	'{"target": {"event": "PayOrder", "aggregate": "sum", "property": "amount"}, "touchpoints": ["AddToCart", "$pageview"], "rule": "last", "within": "7 days", "range": "last month"}';
const MINUTES_A_DAY = 24 * 60;
/** In the order of the documentation. */
export const CREDIT_RULES: readonly Word[] = RULES.map(({ name, value }) => ({
	word: value,
	value,
	also: [name, `${value} touch`],
}));

export const attribution: Definition<AttributionQuery> = {
	example: EXAMPLE,
	short: '{"target": "PayOrder", "touchpoints": ["AddToCart"], "range": "last month"}',
	schema: keysOf(
		{
			target: VALUE_SCHEMA,
			touchpoints: listOf(STEP_SCHEMA),
			rule: oneOf(CREDIT_RULES),
			within: { examples: ['7 days'] },
			direct: FLAG,
			group_by: GROUP_SCHEMA,
			filter: FILTER_SCHEMA,
			range: RANGE_SCHEMA,
		},
		['target', 'touchpoints', 'range'],
	),
	read(json, { names, now }) {
		const given = readKeys(json, KEYS, 'The query', EXAMPLE);
		const target = readMeasure(given.target, names, "'target'");
		if (!['general', 'sum'].includes(target.aggregator) || target.filter || target.name) {
			throw new UserError(
				`'target' must be an event, whose number counts, or {"event": …, "aggregate": "sum", "property": …}, without 'filter' and 'name'`,
			);
		}
		const touchpoints = readEach(listed(given.touchpoints), (one, index) =>
			readFilteredEvent(one, names, `touchpoint ${index + 1}`),
		);
		if (touchpoints.length === 0) throw new UserError(`'touchpoints' is missing, as in ${EXAMPLE}`);
		const events = touchpoints.map(({ event }) => event);
		const twice = events.find((event, index) => events.indexOf(event) !== index);
		if (twice !== undefined) {
			throw new UserError(
				`'touchpoints' has ${twice} twice, and the answer would call both alike. Keep one, or ask once for each`,
			);
		}
		const shortNamesOf = events.length === 1 ? (events[0] as string) : ANY_EVENT;
		const minutes =
			given.within === undefined ? 7 * MINUTES_A_DAY : readDuration(given.within, "'within'");
		if (minutes % MINUTES_A_DAY !== 0) {
			throw new UserError(`'within' must be whole days in this report, such as "7 days"`);
		}
		const query: AttributionQuery = {
			target,
			touchpoints,
			rule: given.rule === undefined ? 'last' : readWord(given.rule, CREDIT_RULES, "'rule'"),
			lookback: { value: minutes / MINUTES_A_DAY, unit: 'day' },
			hasDirect: given.direct !== undefined && readFlag(given.direct, "'direct'"),
			groupBy: readGroup(given.group_by, shortNamesOf, names),
			filter: readQueryFilter(given.filter, ANY_EVENT, names),
		};
		return { query, range: readRange(given.range, now) };
	},
};
