/** Reads requests as strictly as the OpenAPI could (docs/service.md, "OpenAPI"). */
import type { Case } from './cases.mts';
import { hasOwnLimits, startsOf } from './facts.mts';
import { asksDates } from './openapiLines.mts';
import { DAYS, EVENTS } from './world.mts';

type Json = { [key: string]: unknown };

const BASE = '/api/v3/analytics/v1';
const PATHS = {
	retention: `${BASE}/model/retention/report`,
	distribution: `${BASE}/model/addiction/report`,
	funnel: `${BASE}/model/funnel/report`,
	userProperties: `${BASE}/model/user-analytics/report`,
};
const BOOKMARKS = `${BASE}/dashboard/bookmarks`;

const ANY = 'filter limit sampling_factor use_cache request_id bucket_params';
const DATED = `${ANY} from_date to_date unit rollup time_zone_mode server_time_zone subject_id`;
const KNOWN = {
	retention: `${DATED} first_event second_event duration user_filter measures is_wastage extend_over_end_date by_fields`,
	distribution: `${DATED} event_name measure_type measure result_bucket_params addition_measures user_filter by_field`,
	funnel: `${DATED} funnel by_fields by_field_steps filter_field_steps extend_over_end_date calculation_caliber`,
	userProperties: `${ANY} measures by_fields x_axis_field`,
};

export type Asked = { kind: 'report' } | { kind: 'bookmarks'; isPublic: boolean };

/** A request that no service would take, or that asks for something else. */
export class BadRequest extends Error {}

/** @throws BadRequest */
export function readRequest(one: Case, address: string, body: string): Asked {
	const { pathname, searchParams } = new URL(address, 'http://service.example');
	if (pathname === BOOKMARKS && one.query === 'saved') {
		const type = searchParams.get('type');
		must(type === '0' || type === '1', `bookmarks of type ${type}`);
		return { kind: 'bookmarks', isPublic: type === '1' };
	}
	must(pathname === PATHS[one.model] && searchParams.size === 0, address);
	const sent = JSON.parse(body) as Json;
	const known = KNOWN[one.model].split(' ');
	for (const key of Object.keys(sent)) must(known.includes(key), `the field ${key}`);
	const sample = one.key.isSampled ? 32 : 64;
	must((sent.sampling_factor ?? 64) === sample, `the sample ${String(sent.sampling_factor)}`);
	// What else it could be, no form here asks for.
	must([undefined, null, -1].includes(sent.limit as number), `the limit ${String(sent.limit)}`);
	for (const key of ['filter', 'user_filter', 'bucket_params', 'measure', 'addition_measures'])
		must(isNothing(sent[key]), key);
	if (one.model !== 'userProperties') readDates(one, sent);
	READERS[one.model](one, sent);
	return { kind: 'report' };
}

function readDates(one: Case, { from_date: from, to_date: to, unit, rollup }: Json): void {
	must(from === DAYS[0] && to === DAYS.at(-1), `the dates ${String(from)} and ${String(to)}`);
	must(
		unit === 'DAY' || (unit === undefined && one.model === 'funnel'),
		`the unit ${String(unit)}`,
	);
	must([undefined, true, false].includes(rollup as boolean), 'rollup');
	// Whether a distribution by groups needs it, no document says.
	if (one.model === 'distribution' && one.fields.length > 0) return;
	must((rollup === true) !== asksDates(one), `rollup ${String(rollup)}`);
}

const READERS = {
	retention(one: Case, sent: Json) {
		must(isEvent(sent.first_event, 'A') && isEvent(sent.second_event, 'B'), 'the events');
		must(sent.duration === one.size, `the duration ${String(sent.duration)}`);
		must(isNothing(sent.measures) && !sent.is_wastage, 'what was not asked for');
		readGroups(one, sent);
	},
	distribution(one: Case, sent: Json) {
		must(sent.event_name === 'A', `the event ${String(sent.event_name)}`);
		must(sent.measure_type === 'times', `the type ${String(sent.measure_type)}`);
		const [field] = one.fields;
		must((sent.by_field ?? '') === (field?.expression ?? ''), `by ${String(sent.by_field)}`);
		const limits = sent.result_bucket_params as unknown[] | undefined;
		// The regions that the API under /api/ makes of them: here the first one begins at the first limit.
		const wanted = hasOwnLimits(one) ? startsOf(one).join() : '';
		must((limits ?? []).map(Number).join() === wanted, `the limits ${limits?.join()}`);
	},
	funnel(one: Case, sent: Json) {
		const { steps = [], max_convert_time: window, ...more } = (sent.funnel ?? {}) as Json;
		const list = steps as Json[];
		must(isNothing(more), `in funnel: ${Object.keys(more).join()}`);
		must(list.length === one.size, `${list.length} steps`);
		must(
			list.every((step, index) => isEvent(step, EVENTS[index] as string)),
			'the steps',
		);
		must(window === 10_080, `the window ${String(window)}`);
		readGroups(one, sent);
		readSteps(one, sent.by_field_steps as unknown[] | undefined);
		must(isNothing(sent.filter_field_steps), 'steps of conditions');
		const isLater = String(sent.extend_over_end_date ?? false) === 'true';
		must(isLater === (one.mayEndLater && one.query !== 'form'), 'the end');
		must(sent.calculation_caliber === undefined, 'the caliber');
	},
	userProperties(one: Case, sent: Json) {
		const [measure, ...more] = (sent.measures ?? []) as Json[];
		const isCount = measure?.aggregator === 'count' && measure.field === '';
		must(isCount && more.length === 0, 'the measures');
		must(isNothing(sent.x_axis_field), 'an axis');
		readGroups(one, sent);
	},
};

function readGroups({ fields }: Case, { by_fields: sent = [] }: Json): void {
	const wanted = fields.map(({ expression }) => expression).join();
	must(Array.isArray(sent) && sent.join() === wanted, `the groups ${String(sent)}`);
}

/** -1 for a property of users; a property of an event belongs to the step with that event. */
function readSteps({ fields, size }: Case, steps: unknown[] = []): void {
	must(steps.length === fields.length, `${steps.length} steps of ${fields.length} groups`);
	fields.forEach(({ expression }, index) => {
		const step = steps[index] as number;
		const isRight = expression.startsWith('user.')
			? step === -1
			: expression.startsWith('event.A.')
				? step === 0
				: Number.isInteger(step) && step >= 0 && step < size;
		must(isRight, `${expression} of the step ${step}`);
	});
}

function isEvent(sent: unknown, name: string): boolean {
	const { event_name: own, filter, ...more } = (sent ?? {}) as Json;
	return own === name && isNothing(filter) && Object.keys(more).length === 0;
}

/** Not there, or empty. */
function isNothing(sent: unknown): boolean {
	return sent === undefined || sent === null || Object.keys(sent as object).length === 0;
}

function must(isMet: boolean, what: string): void {
	if (!isMet) throw new BadRequest(`the service does not take ${what}`);
}
