/** Funnel: `POST /model/funnel/report` (docs/service.md, "OpenAPI"). */
import { UserError } from 'n8n-workflow';

import { amountIn, isObject, type JsonObject, textIn } from '../../../query/json';
import type { FunnelQuery } from '../../../query/modelQueries';
import {
	checkEnd,
	FUNNEL_KEYS,
	type FunnelEntry,
	type FunnelStep,
	funnelSteps,
	usersIn,
} from '../../rows/funnel';
import { mapSteps } from '../../../table/steps';
import { lineCounter } from '../../rows/entries';
import { ALL_DATES, readDate, toCell } from '../../rows/place';
import { reportWire } from '../../wire';
import { largestFirstSteps } from '../order';
import { listOf, sentOf } from '../pageKeys';
import { requestFor } from '../requestParts';
import { type Line, linesSteps, readTabular } from '../table';
import { COHORT_KEYS, writeGroupAndFilter } from './cohort';
import { writeSteps } from './funnelSteps';
import { writeEvent } from './parts';

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

export const funnel = reportWire<FunnelQuery>({
	request({ query, page, unread }, range, how) {
		if (unread) throw unread;
		return requestFor('funnel', writeFunnel(query, page), range, how);
	},
	*readSteps(answer, query) {
		const tabular = readTabular(answer);
		const { lines, grouping } = yield* linesSteps(tabular, query.groupBy, FUNNEL_KEYS);
		const numbers = [...tabular.places.keys()].map((key) => Number(TRANSITION.exec(key)?.[1] ?? 0));
		const transitions = numbers.reduce((most, number) => Math.max(most, number), 0);
		const counted = lineCounter();
		const isDated = query.isByDate || datesIn(lines).size > 1;
		const read = (line: Line) => {
			const entry = readEntry(line, transitions, isDated);
			counted(entry.steps);
			return entry;
		};
		const entries = yield* mapSteps(lines, read, transitions);
		const ordered = yield* largestFirstSteps(entries, ({ steps }) => steps[0]?.users ?? 0);
		return yield* funnelSteps(tabular.facts, grouping, ordered, query);
	},
});

function datesIn(lines: readonly Line[]): Set<unknown> {
	const isWhole = (date: unknown) => date === null || date === undefined || date === ALL_DATES;
	return new Set(lines.map(({ cells }) => cells.date).filter((date) => !isWhole(date)));
}

/**
 * @param isDated Where the whole range was asked for, nobody knows what a date says that all lines
 *   have; several are days.
 */
function readEntry(
	{ cells, group, name }: Line,
	transitions: number,
	isDated: boolean,
): FunnelEntry {
	const entry = {
		date: isDated ? readDate(cells.date, name) : null,
		group: group.map((value) => toCell(value, name)),
		isGroupTold: group.length > 0,
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
	const steps = listOf(defined.steps);
	assertDays(query, page);
	return {
		...sentOf(page, KEYS),
		funnel: {
			...sentOf(defined, DEFINITION_KEYS, 'the funnel in the pasted or saved query'),
			steps: query.steps.map((step, index) =>
				writeEvent(step, steps[index], `step ${index + 1}`, `funnel.steps.${index}`),
			),
			// Minutes: documents say seconds, too, but give 10080 for a week.
			max_convert_time: query.windowMinutes,
		},
		extend_over_end_date: query.mayEndLater,
		unit: 'DAY',
		rollup: !query.isByDate,
		...writeGroupAndFilter(query, page),
		...writeSteps(query, page),
	};
}

/** Rows of dates are days. @throws UserError */
function assertDays({ isByDate }: FunnelQuery, page: JsonObject): void {
	const unit = textIn(page, 'unit') ?? 'day';
	if (!isByDate || unit.toLowerCase() === 'day') return;
	throw new UserError(
		`'unit' of the pasted or saved query is '${unit.slice(0, 40)}': dates of a funnel are days`,
	);
}
