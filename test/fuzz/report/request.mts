/** Reads a request to /api/events/report as strictly as a service could. */
import type { Measure } from './case.mts';
import { isDay, type Range, type Unit, UNITS } from './calendar.mts';
import { compute } from './compute.mts';

export interface Request {
	range: Range;
	unit: Unit;
	measures: Array<Omit<Measure, 'name'>>;
	/** Short names of properties. */
	groups: string[];
	/** The same as they were sent. */
	fields: string[];
	/** Value that `channel` must have. */
	filter?: string;
	limit?: number;
	hasTotals: boolean;
	/** Totals alone, in place of points in time. */
	isTotal?: boolean;
	/** One value of the whole range was asked for. */
	isWhole?: boolean;
	/** What the measures are called in the answer. */
	names: string[];
}

/** A request that no service would take. */
export class BadRequest extends Error {}

type Json = { [key: string]: unknown };

const KNOWN = new Set(
	'measures unit by_fields from_date to_date filter limit detail_and_rollup use_cache approx sampling_factor request_id rollup_date'.split(
		' ',
	),
);

const KNOWN_BY_OPENAPI = new Set([...KNOWN, 'rollup']);
KNOWN_BY_OPENAPI.delete('rollup_date');

/** Name of the definition of sessions. */
export const SESSION = 'app_visit';

/** Of `POST /api/v3/analytics/v1/model/session/report`. @throws BadRequest */
export function readSessionRequest(body: unknown, endsAtMidnight: boolean): Request {
	const { session_name: name, split_by_day: isSplit, ...sent } = body as Json;
	must(name === SESSION, `the session ${String(name)}`);
	must(isSplit === endsAtMidnight, `split_by_day ${String(isSplit)}`);
	must(!('detail_and_rollup' in sent), 'detail_and_rollup');
	return readOpenapiRequest(sent);
}

/** Of `POST /api/v3/analytics/v1/model/segmentation/report`. @throws BadRequest */
export function readOpenapiRequest(body: unknown): Request {
	const { unit, limit, rollup, ...sent } = body as Json;
	for (const key of Object.keys(sent)) must(KNOWN_BY_OPENAPI.has(key), `the field ${key}`);
	must(typeof unit === 'string' && unit === unit.toUpperCase(), `the unit ${String(unit)}`);
	must(limit === -1, `the limit ${String(limit)}`);
	must(rollup === undefined || typeof rollup === 'boolean', 'rollup');
	const filter = sent.filter as Json | undefined;
	must(filter === undefined || /^(AND|OR)$/.test(String(filter.relation)), 'the relation');
	const request = readRequest({ ...sent, unit: (unit as string).toLowerCase() });
	const isNamed =
		new Set(request.names).size === request.names.length && !request.names.includes('');
	must(isNamed && !request.names.includes('date'), `the names ${request.names.join()}`);
	return { ...request, isTotal: rollup === true };
}

/** Of `POST /api/events/report`. @throws BadRequest */
export function readRequest(body: unknown): Request {
	const sent = body as Json;
	for (const key of Object.keys(sent)) must(KNOWN.has(key), `the field ${key}`);
	const { from_date: from, to_date: to, unit = 'day', limit } = sent;
	must(isDay(from) && isDay(to), `the dates ${String(from)} and ${String(to)}`);
	must((from as string) <= (to as string), `a range from ${String(from)} to ${String(to)}`);
	must(UNITS.includes(unit as Unit) && unit !== 'total', `the unit ${String(unit)}`);
	must(limit === undefined || (Number.isInteger(limit) && Number(limit) > 0), 'the limit');
	must(Array.isArray(sent.measures) && sent.measures.length > 0, 'no measures');
	return {
		range: { from: from as string, to: to as string },
		unit: unit as Unit,
		measures: (sent.measures as Json[]).map(readMeasure),
		groups: ((sent.by_fields ?? []) as string[]).map(readField),
		fields: (sent.by_fields ?? []) as string[],
		filter: readFilter(sent.filter as Json | undefined),
		limit: limit as number | undefined,
		hasTotals: sent.detail_and_rollup === true,
		...(String(sent.rollup_date) === 'true' ? { isWhole: true } : {}),
		names: (sent.measures as Json[]).map(({ name }) => String(name ?? '')),
	};
}

function readMeasure(sent: Json): Omit<Measure, 'name'> {
	if (typeof sent.expression === 'string') {
		const measure = { aggregator: 'formula', event: 'A' as const, expression: sent.expression };
		must(typeof sent.name === 'string' && sent.name !== '', 'an expression without a name');
		must(compute(measure, []) !== undefined, `the expression ${sent.expression}`);
		return measure;
	}
	const { event_name: event, aggregator, field } = sent;
	must(['A', 'B', '$Anything'].includes(event as string), `the event ${String(event)}`);
	const measure = {
		aggregator: aggregator === 'SUM' ? 'sum' : (aggregator as string),
		event: event as Measure['event'],
		field: field === undefined ? undefined : readField(field),
	};
	must(compute(measure, []) !== undefined, `the aggregator ${String(aggregator)}`);
	return measure;
}

function readField(field: unknown): string {
	const name = /^(?:event\.(?:A|B|\$Anything)|user)\.(\w+)$/.exec(String(field))?.[1];
	must(name !== undefined, `the field ${String(field)}`);
	return name as string;
}

function readFilter(sent: Json | undefined): string | undefined {
	if (sent === undefined) return undefined;
	const [condition, ...more] = (sent.conditions ?? []) as Json[];
	const params = condition?.params as unknown[] | undefined;
	const isKnown =
		more.length === 0 &&
		readField(condition?.field) === 'channel' &&
		condition?.function === 'equal' &&
		params?.length === 1;
	must(isKnown, `the filter ${JSON.stringify(sent)}`);
	return String(params?.[0]);
}

function must(isMet: boolean, what: string): void {
	if (!isMet) throw new BadRequest(`The service does not take ${what}`);
}
