import { UserError } from 'n8n-workflow';

import { arrayOrEmpty, type JsonObject } from '../../../credentials/http/json';
import { eventParam, unitParam } from '../params/event';
import { filterParam } from '../params/filter';
import { groupParam } from '../params/group';
import { numbersParam } from '../params/param';
import type { ParamName } from '../params/param';
import {
	EVENT_KEYS,
	eventIn,
	GROUPED_KEYS,
	groupsAndFilterIn,
	isSet,
	known,
	PASTED,
	payloadFormatOf,
	unitIn,
	type Unread,
} from '../paste/payload';
import { ANY_EVENT, type IntervalQuery, ownedBy } from '../query/query';
import { type EventPlaces, withFilter } from './places';
import { COHORT, type PageReport, FIRST_FIND } from './report';

const HIGHEST = 99;

const fromParam = eventParam({
	displayName: 'From Event',
	name: 'intervalFrom',
	key: 'first',
	also: ['from event', 'first event'],
});
const second = eventParam({
	displayName: 'To Event',
	name: 'intervalTo',
	key: 'second',
	also: ['to event', 'second event'],
});
const intervalUnit = unitParam('Groups intervals by the day, week, or month in which they start');
const PERCENTILES: ParamName = {
	displayName: 'Percentiles',
	name: 'percentiles',
	key: 'percentiles',
	also: ['quantiles'],
};
const percentiles = numbersParam({
	...PERCENTILES,
	preset: '25, 50, 75',
	placeholder: 'e.g. 25, 50, 75, 90',
	description:
		"Whole numbers from 1 to 99, in ascending order. 50 is the median. The output contains times as Sensors Analytics returns them. The vendor doesn't document the unit, which is likely seconds.",
});

const places: EventPlaces<IntervalQuery> = {
	ofFirst: 'groups',
	of: () => [[['first']], [['second']]],
};

export const intervalReport: PageReport<'interval'> = {
	...COHORT,
	name: 'interval',
	option: {
		name: 'Get Interval Report',
		value: 'getIntervalReport',
		action: 'Get interval report',
		description: 'Get the time users take to get from one event to another. Requires an API key.',
	},
	toolText: `Returns the time that users take to get from one event to another. Requires an API key. ${FIRST_FIND} Example: from ViewProduct to PayOrder, last week, answers 'How long do people think before they buy?'`,
	params: [fromParam, second, intervalUnit, percentiles, groupParam, filterParam],
	example:
		'{"first": "ViewProduct", "second": "PayOrder", "unit": "day", "percentiles": [25, 50, 75], "range": "last week"}',
	short: '{"first": "ViewProduct", "second": "PayOrder", "range": "last week"}',
	read(source) {
		const from = fromParam.read(source);
		const quantiles = percentiles.read(source);
		const isWrong = (number: number) => !Number.isInteger(number) || number < 1 || number > HIGHEST;
		if (quantiles.length === 0 || quantiles.some(isWrong)) {
			throw new UserError(
				`${source.label(PERCENTILES)} must be whole numbers from 1 to ${HIGHEST}, such as 25, 50, 75`,
			);
		}
		const to = second.read(source);
		const query = {
			...{ first: from, second: to, unit: intervalUnit.read(source), quantiles },
			groupBy: groupParam.read(source, from.event).map(ownedBy(from.event)),
		};
		return withFilter({ query }, filterParam.read(source, ANY_EVENT), places).query;
	},
	restricts: places,
	payload: payloadFormatOf(readInterval, {
		keys: {
			...GROUPED_KEYS,
			...known('quantiles', 'by_event'),
			...{ first_event: EVENT_KEYS, second_event: EVENT_KEYS },
		},
		savedAs: /interval/i,
		isOwn: (payload) => 'quantiles' in payload || 'by_event' in payload,
	}),
};

function readInterval(payload: JsonObject, unread: Unread): IntervalQuery {
	const input = arrayOrEmpty(payload.quantiles).map(Number);
	if (input.length === 0 || input.some((quantile) => !Number.isInteger(quantile))) {
		unread.note(`'quantiles' in ${PASTED} isn't a list of whole numbers`);
	}
	return {
		first: eventIn(payload.first_event, `'first_event' in ${PASTED}`, unread),
		second: eventIn(payload.second_event, `'second_event' in ${PASTED}`, unread),
		unit: unitIn(payload, unread),
		quantiles: [...new Set(input)].sort((a, b) => a - b),
		...groupsAndFilterIn(payload, unread),
		...(isSet(payload, 'extend_over_end_date') ? { mayEndLater: true } : {}),
	};
}
