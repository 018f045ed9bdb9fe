/** A case, filled into the form of the node: built, pasted, or in its own words (docs/query.md). */
import type { IDataObject } from 'n8n-workflow';

import type { Case } from './cases.mts';
import { bodyOf, FILTER } from './requests.mts';
import { rangeOf } from './told.mts';

const OPERATIONS = {
	attribution: 'getAttributionReport',
	ltv: 'getLifetimeValueReport',
	interval: 'getIntervalReport',
	path: 'getPathReport',
};

export function formOf(one: Case, output: string): IDataObject {
	const { from, to } = rangeOf(one);
	const shared = {
		resource: 'report',
		operation: OPERATIONS[one.model],
		output,
		// The oracle knows the rows; how people read them is another matter.
		message: { maxRows: 1000, thousands: false, layout: 'rows', names: 'query' },
		options: {
			requestsPerSecond: 0,
			...(one.hasFilter && one.query === 'form'
				? { filterJson: JSON.stringify({ ...FILTER, relation: 'and' }) }
				: {}),
		},
		pathRows: one.returned,
	};
	switch (one.query) {
		case 'json': {
			// What the node decides by itself stands in no payload of the web page.
			const { rollup: _, ...payload } = bodyOf(one);
			const queryJson = JSON.stringify(payload);
			return { ...shared, queryMode: 'json', queryJson, dateRange: 'asPasted' };
		}
		case 'definition': {
			const queryDefinition = JSON.stringify({ ...definitionOf(one), range: `${from}..${to}` });
			return { ...shared, queryMode: 'definition', queryDefinition };
		}
		case 'form':
			return {
				...shared,
				queryMode: 'fields',
				dateRange: 'custom',
				fromDate: from,
				toDate: to,
				groupByField: one.fields[0] ?? '',
				unit: one.unit,
				...fieldsOf(one),
			};
	}
}

const events = (names: string[]) => names.map((eventName) => ({ eventName }));

function fieldsOf(one: Case): IDataObject {
	switch (one.model) {
		case 'attribution':
			return {
				targetEvent: 'PayOrder',
				targetValue: one.value,
				targetProperty: 'amount',
				touchpoints: { touchpoint: events(['A', 'B']) },
				attributionRule: one.rule,
				lookbackDays: one.lookback,
				directConversion: one.hasDirect,
			};
		case 'ltv':
			return {
				startEvent: 'A',
				lifetimeValue: one.value === 'general' ? 'events' : 'sum',
				valueEvent: 'PayOrder',
				valueProperty: 'amount',
				followedPeriods: one.duration,
			};
		case 'interval':
			return { intervalFrom: 'A', intervalTo: 'B', percentiles: one.percentiles.join(', ') };
		case 'path':
			return {
				pathDirection: one.isBackward ? 'before' : 'after',
				pathEvent: 'A',
				pathEvents: { event: events(['B', 'C']) },
				pathSteps: one.steps,
				pathWidth: one.width,
				pathPause: one.pause,
			};
	}
}

const CONDITION = { 'user.level': 'gold' };

function definitionOf(one: Case): object {
	const shared = {
		...(one.hasFilter ? { filter: CONDITION } : {}),
		...(one.fields.length > 0 ? { group_by: one.fields } : {}),
	};
	const value =
		one.value === 'general'
			? { event: 'PayOrder', aggregate: one.model === 'ltv' ? 'events_per_user' : 'events' }
			: { event: 'PayOrder', aggregate: 'sum', property: 'amount' };
	const filtered = (event: string) => (one.hasEventFilter ? { event, filter: CONDITION } : event);
	switch (one.model) {
		case 'attribution':
			return {
				...shared,
				target: value,
				touchpoints: [filtered('A'), 'B'],
				rule: one.rule,
				within: `${one.lookback} days`,
				direct: one.hasDirect,
			};
		case 'ltv':
			return { ...shared, start: filtered('A'), value, unit: one.unit, periods: one.duration };
		case 'interval':
			return {
				...shared,
				first: filtered('A'),
				second: 'B',
				unit: one.unit,
				percentiles: one.percentiles,
			};
		case 'path':
			return {
				...shared,
				event: 'A',
				direction: one.isBackward ? 'before' : 'after',
				events: [filtered('B'), 'C'],
				steps: one.steps,
				events_per_step: one.width,
				pause: `${one.pause} minutes`,
				return: one.returned,
			};
	}
}
