import { UserError } from 'n8n-workflow';

import { arrayOrEmpty, isObject, type JsonObject } from '../../../../credentials/http/json';
import { amountIn, textIn } from '../../query/json';
import {
	stepOf,
	type Filter,
	type FunnelQuery,
	hasEventCondition,
	isTimeProperty,
	type Property,
	toExpression,
} from '../../query/query';
import { mapSteps } from '../../table/table';
import {
	assertDays,
	checkEnd,
	FUNNEL_KEYS,
	type FunnelEntry,
	type FunnelStep,
	funnelSteps,
	usersIn,
} from '../reportRows';
import { ALL_DATES, lineCounter, readDate, toCell, UnexpectedShape } from '../rows';
import { COHORT_KEYS, openapiReport, sentOf, writeEvent, writeGroupAndFilter } from './request';
import { type DetailRow, largestFirstSteps, linesSteps } from './table';

/** Assigns conditions and groups of a funnel to its steps (docs/service.md, "OpenAPI"). */

/**
 * Writes `filter_field_steps`, one for each condition in order, and `by_field_steps`, unless the
 * page has them. The event of a property must be a step.
 */
export function writeSteps(query: FunnelQuery, page: JsonObject): JsonObject {
	const { filter, groupBy } = query;
	const filterSteps = filter && (page.filter_field_steps ?? stepsOfFilter(filter, query));
	const groups = groupBy.filter((group) => !isTimeProperty(group));
	const own = ownSteps(page, query);
	const groupSteps = own ?? groups.map((group) => knownStepOf(group, query, 'by_field'));
	return {
		...(filterSteps ? { filter_field_steps: filterSteps } : {}),
		...(groupSteps.length > 0 ? { by_field_steps: groupSteps } : {}),
	};
}

/** Returns the steps in the page's payload, without those of dates. @throws UserError */
function ownSteps(page: JsonObject, { groupBy }: FunnelQuery): unknown[] | undefined {
	const one = page.by_field_step;
	const steps = page.by_field_steps ?? (typeof one === 'number' ? [one] : undefined);
	if (steps === undefined || steps === null) return undefined;
	const list = arrayOrEmpty(steps);
	if (list.length === 0 && groupBy.length > 0) return undefined;
	if (list.length === groupBy.length) {
		return list.filter((_step, index) => !isTimeProperty(groupBy[index] as Property));
	}
	throw new UserError(
		`'by_field_steps' of the pasted or saved query has ${list.length} steps, but the query has ${groupBy.length} groups`,
	);
}

function stepsOfFilter(filter: Filter, query: FunnelQuery): number[] | undefined {
	if (filter.groups.length > 0) {
		if (!hasEventCondition(filter)) return undefined;
		throw new UserError(
			"With the OpenAPI, condition groups in the filter of a funnel can't use event properties, because each condition needs a step. Add the conditions to the steps",
		);
	}
	return filter.conditions.map(({ property }, index) =>
		knownStepOf(property, query, `filter.conditions.${index}.field`),
	);
}

function knownStepOf(property: Property, query: FunnelQuery, place: string): number {
	const step = stepOf(property, query);
	if (step !== undefined) return step;
	throw new UserError(
		`${place}: ${toExpression(property)} doesn't belong to a step of the funnel. Use properties of users, or of events that are steps`,
	);
}

/** Funnel: `POST /model/funnel/report` (docs/service.md, "OpenAPI"). */

const KEYS = {
	read: [
		...COHORT_KEYS.read,
		...['funnel', 'funnel_define', 'funnel_id', 'state', 'extend_over_end_date'],
		...['filter_field_steps', 'by_field_steps', 'by_field_step'],
	],
	sent: [...COHORT_KEYS.sent, 'calculation_caliber'],
};
const DEFINITION_KEYS = { read: ['steps', 'max_convert_time', 'name', 'id'] };
const TRANSITION = /^convert_user_step_(\d+)$/;

export const funnelWire = openapiReport<FunnelQuery>(
	'funnel',
	KEYS,
	writeFunnel,
	function* (answer, query) {
		const { tabular, lines, grouping } = yield* linesSteps(answer, query.groupBy, FUNNEL_KEYS);
		const numbers = [...tabular.places.keys()].map((key) => Number(TRANSITION.exec(key)?.[1] ?? 0));
		const transitions = numbers.reduce((most, number) => Math.max(most, number), 0);
		if (transitions >= tabular.places.size)
			throw new UnexpectedShape('a column of a step is missing');
		const counted = lineCounter();
		const isDated = query.isByDate || datesIn(lines).size > 1;
		const read = (line: DetailRow) => {
			const entry = readEntry(line, transitions, isDated);
			counted(entry.steps);
			return entry;
		};
		const entries = yield* mapSteps(lines, read, transitions);
		const ordered = yield* largestFirstSteps(entries, ({ steps }) => steps[0]?.users ?? 0);
		return yield* funnelSteps(tabular.facts, grouping, ordered, query);
	},
);

function datesIn(lines: readonly DetailRow[]): Set<unknown> {
	const isWhole = (date: unknown) => date === null || date === undefined || date === ALL_DATES;
	return new Set(lines.map(({ cells }) => cells.date).filter((date) => !isWhole(date)));
}

/** For the date range, a single date in all lines has no documented meaning; several are days. */
function readEntry(
	{ cells, group, name }: DetailRow,
	transitions: number,
	isDated: boolean,
): FunnelEntry {
	const entry = {
		date: isDated ? readDate(cells.date, name) : null,
		group: group.map((value) => toCell(value, name)),
		hasGroup: group.length > 0,
		steps: [
			stepIn(cells, 'total_user', 'funnel_root', `step 1 of ${name}`),
			...Array.from({ length: transitions }, (_, index) =>
				stepIn(
					cells,
					`convert_user_step_${index + 1}`,
					`funnel_level_${index + 1}`,
					`step ${index + 2} of ${name}`,
				),
			),
		],
		name,
	};
	checkEnd(entry, [amountIn(cells, 'completion_converted_user')]);
	return entry;
}

function stepIn(cells: JsonObject, users: string, event: string, place: string): FunnelStep {
	return { users: usersIn(cells, [users], place), event: textIn(cells, event) };
}

export function writeFunnel(query: FunnelQuery, page: JsonObject = {}): JsonObject {
	const defined = [page.funnel, page.funnel_define].find(isObject) ?? {};
	const steps = arrayOrEmpty(defined.steps);
	assertDays(query, page);
	return {
		funnel: {
			...sentOf(defined, DEFINITION_KEYS, 'the funnel in the pasted or saved query'),
			steps: query.steps.map((step, index) =>
				writeEvent(step, steps[index], `step ${index + 1}`, `funnel.steps.${index}`),
			),
			// The value is in minutes: documents also say seconds, but have 10080 for a week.
			max_convert_time: query.windowMinutes,
		},
		extend_over_end_date: query.mayEndLater,
		unit: 'DAY',
		rollup: !query.isByDate,
		...writeGroupAndFilter(query),
		...writeSteps(query, page),
	};
}
