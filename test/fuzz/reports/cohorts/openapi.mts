/** A case with a key: what the OpenAPI is asked and answers (docs/service.md, "OpenAPI"), and what must come of it. */
import { isDeepStrictEqual } from 'node:util';

import { plain } from '../../../support/plain.mts';
import type { Expected } from '../judge.mts';
import {
	generalName,
	groupKey,
	type Json,
	LAYER,
	makeTableOdd,
	MANY,
	mixed,
	type Needs,
	numberAs,
	rateAs,
	ranksOf,
	refusalOf,
	successOf,
	type Table,
	tableData,
	toText,
	type Value,
	WHOLE,
} from '../wire.mts';
import type { Case } from './cases.mts';
import { expectedOf } from './oracle.mts';
import { queryOf } from './service.mts';
import { DAYS, EVENTS, type Fact, factsOf, hasOwnLimits, startsOf, lastDayOf } from './world.mts';

/** Lines in the order of the answer. */
interface Returned {
	lines: Fact[];
	isTruncated: boolean;
}

/** The text of the answer to a request. */
export type Reply = (path: string, body: string) => string;

interface Play {
	/** The envelope. */
	answer: Json;
	/** None for an unknown form. */
	expected: Expected | undefined;
	/** The answer refuses. */
	isRefusal: boolean;
}

export function playWithKey(one: Case): Play {
	const { key, keyOddity = '', shape } = one;
	const reported = tell(one);
	const make = (change: (table: Table) => boolean) => {
		const table = tableOf(one, reported);
		const isOdd = change(table);
		return { isOdd, data: tableData(table, key.hasInfos) as Json };
	};
	const { data: right } = make(() => false);
	const rank = shape.order[1] as number;
	if (keyOddity === 'refused')
		return { answer: refusalOf(rank, right), expected: undefined, isRefusal: true };
	const odd = make((table) => makeTableOdd(table, keyOddity, needsOf(one, reported, table), rank));
	const other = odd.isOdd ? odd.data : oddData(right, keyOddity);
	if (other !== right) return { answer: successOf(other), expected: undefined, isRefusal: false };
	return { answer: successOf(right), expected: expect(one, reported), isRefusal: false };
}

function expect(one: Case, { lines, isTruncated }: Returned): Expected | undefined {
	const own = lines.filter((fact) => !isLayer(fact));
	const days = new Set(own.flatMap(({ date }) => date ?? []));
	const isDated = days.size > 0 && !asksDates(one);
	// Several days are not the whole of a funnel that was asked for. One alone may be what a service
	// calls the whole; that it is the first of several, cut by rows, nothing says.
	if (one.model === 'funnel' && isDated && days.size > 1) return undefined;
	const isOneDay = isDated && days.size === 1;
	const reported = kept(own).map((fact) => (isOneDay ? { ...fact, date: null } : fact));
	const expected = expectedOf(one, reported, []);
	if (!expected) return undefined;
	const hasOpenEnd = one.model === 'distribution' && own.length > 0;
	return {
		...expected,
		isTruncated,
		isSampled: one.key.isSampled,
		// How the last region ends is not documented but for having no end.
		mayBeUnknown: isOneDay || (hasOpenEnd && one.key.lastRegion !== '∞)'),
	};
}

/** Whether dates are asked for; a distribution has dates or groups, not both. */
function asksDates({ model, fields, isSplit }: Case): boolean {
	if (model === 'funnel') return isSplit;
	return model !== 'userProperties' && fields.length === 0;
}

/** Whether the answer has lines by dates. */
function hasDates(one: Case): boolean {
	return asksDates(one) || (one.model === 'retention' && !one.key.heedsRollup);
}

function tell(one: Case): Returned {
	const { key, shape, keyOddity } = one;
	// All groups together are a line of totals alone.
	const own = factsOf(one).filter(
		(fact) => isRequested(one, fact) && !(fact.group === null && one.fields.length > 0),
	);
	const filled = key.isSparse || keyOddity === 'onlyOther' ? own : [...own, ...nothing(one, own)];
	const all = mixed([...filled, ...layers(one)], shape.order);
	const lines = all.slice(0, key.mostRows);
	return { lines, isTruncated: lines.length < all.length };
}

/** Lines of the whole range may be next to those of dates, but not the other way round. */
function isRequested(one: Case, { date }: Fact): boolean {
	const isDated = date !== null;
	if (one.model === 'funnel' && one.keyOddity === 'onlyOther') return isDated !== one.isSplit;
	return isDated === hasDates(one) || (!isDated && one.shape.withOther);
}

/** Lines of all values of a group, among the others. */
function layers(one: Case): Fact[] {
	const { fields, shape, key } = one;
	const [first, second] = fields;
	if (!first || !shape.withLayer) return [];
	const whole = factsOf({ ...one, fields: [] }, lastDayOf(one))
		.filter((fact) => isRequested(one, fact))
		.map((fact) => ({ ...fact, group: fields.map(() => LAYER) }));
	if (!second || !key.withPartLayer) return whole;
	const parts = factsOf({ ...one, fields: [first] }, lastDayOf(one))
		.filter((fact) => isRequested(one, fact) && fact.group !== null)
		.map((fact) => ({ ...fact, group: [...(fact.group as Value[]), LAYER] }));
	return [...whole, ...parts];
}

const isLayer = ({ group }: Fact) => group?.includes(LAYER) === true;
const keyOf = ({ group }: Fact) => groupKey(group ?? []);

/** Lines for dates without anybody. */
function nothing(one: Case, own: Fact[]): Fact[] {
	if (!hasDates(one)) return [];
	const distinct = new Map(own.map((fact) => [keyOf(fact), fact.group ?? []]));
	const groups = one.fields.length > 0 ? [...distinct.values()] : [[]];
	return groups.flatMap((group) =>
		DAYS.filter((date) => date <= lastDayOf(one)).flatMap((date, day) => {
			if (own.some((fact) => fact.date === date && keyOf(fact) === groupKey(group))) return [];
			return [{ date, group, counts: countsOfNothing(one, day), total: 0 }];
		}),
	);
}

function countsOfNothing(one: Case, day: number): Array<number | null> {
	if (one.model === 'funnel') return Array.from({ length: one.size }, () => 0);
	if (one.model === 'distribution') return startsOf(one).map(() => 0);
	return Array.from({ length: one.size + 1 }, (_, period) =>
		day + period < DAYS.length ? 0 : null,
	);
}

/**
 * The lines that must come out: the largest groups first, by all that the answer has of a group,
 * the whole range among its dates: no document says more.
 */
function kept(own: Fact[]): Fact[] {
	const rank = ranksOf(own.map(({ group, total }) => ({ group: group ?? [], size: total })));
	return [...own].sort((a, b) => rank(a.group ?? []) - rank(b.group ?? []));
}

type Cells = { [column: string]: (fact: Fact) => unknown };

function tableOf(one: Case, { lines, isTruncated }: Returned): Table {
	const cells = columnsOf(one);
	const names = Object.keys(cells);
	const byRank = names
		.map((name, index) => ({ name, rank: one.key.columns[index] as number }))
		.sort((a, b) => a.rank - b.rank);
	return {
		columns: byRank.map(({ name }) => name),
		rows: lines.map((fact) => Object.fromEntries(names.map((name) => [name, cells[name]?.(fact)]))),
		more: {
			truncated: isTruncated,
			...(one.model === 'distribution' ? { by_field: groupsOf(one)[0] ?? '' } : {}),
		},
		typeOf: (name) => (name === 'date' ? 'DATE' : /user|value$/.test(name) ? 'LONG' : 'STRING'),
	};
}

/** What the answer calls the groups. */
const groupsOf = ({ fields, key }: Case) =>
	fields.map(({ expression }) => (key.isGeneral ? generalName(expression) : expression));

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

function columnsOf(one: Case): Cells {
	const { model, size, shape, key, fields } = one;
	const write = (count: number | null | undefined) =>
		typeof count === 'number' ? numberAs(count, key.numbers) : null;
	const rate = (
		name: string,
		partsOf: (fact: Fact) => [number | null | undefined, number],
	): Cells => {
		const { rates } = shape;
		if (rates === 'none') return {};
		const cell = (fact: Fact) => {
			const [part, whole] = partsOf(fact);
			if (typeof part !== 'number') return null;
			return rateAs(whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000, rates);
		};
		return { [name]: cell };
	};
	const total = ({ total: all }: Fact) => write(all);
	const count = (place: number) => (fact: Fact) => write(fact.counts[place]);
	const groups: Cells = Object.fromEntries(
		groupsOf(one).map((name, index) => [name, ({ group }: Fact) => group?.[index] ?? null]),
	);
	const date = (fact: Fact) => dateOf(fact, one);
	const all = (list: Cells[]): Cells => Object.assign({}, ...list) as Cells;
	switch (model) {
		case 'userProperties':
			return { ...groups, value: total };
		case 'retention':
			return {
				date,
				...groups,
				initial_user: total,
				...all(
					[0, ...upTo(size)].map((period) => ({
						[`retention_user_date_period_${period}`]: count(period),
						...rate(`retention_rate_date_period_${period}`, (fact) => [
							fact.counts[period],
							fact.total,
						]),
					})),
				),
			};
		case 'distribution': {
			const starts = startsOf(one);
			const limit = (value: number) => (key.regions === 'float' ? value.toFixed(1) : String(value));
			return {
				// A point in time without a group, else its value.
				by_value: (fact) => (fields.length > 0 ? (fact.group?.[0] ?? null) : date(fact)),
				total_user: total,
				unique_average: () => 1.5,
				...all(
					starts.map((from, index) => {
						const to = starts[index + 1];
						const end = to === undefined ? key.lastRegion : `${limit(to)})`;
						return {
							[`bucket_region_${index + 1}`]: () => `[${limit(from)}, ${end}`,
							[`addiction_user_bucket_${index + 1}`]: count(index),
							...rate(`addiction_rate_bucket_${index + 1}`, (fact) => [
								fact.counts[index],
								fact.total,
							]),
						};
					}),
				),
			};
		}
		case 'funnel': {
			const at = (fact: Fact, step: number) => fact.counts[step] as number;
			const named = shape.namesSteps ? EVENTS.slice(0, size) : [];
			return {
				date,
				...groups,
				...all(
					named.map((event, index) => ({
						[index === 0 ? 'funnel_root' : `funnel_level_${index}`]: () => event,
					})),
				),
				total_user: count(0),
				...all(
					upTo(size - 1).map((n) => ({
						[`convert_user_step_${n}`]: count(n),
						[`wastage_user_step_${n}`]: (fact) => write(at(fact, n - 1) - at(fact, n)),
						...rate(`convert_rate_step_${n}`, (fact) => [at(fact, n), at(fact, n - 1)]),
						[`median_converted_time_step_${n}`]: () => 2490.5,
					})),
				),
				completion_converted_user: count(size - 1),
				...rate('completion_rate', (fact) => [at(fact, size - 1), at(fact, 0)]),
			};
		}
	}
}

function dateOf({ date }: Fact, one: Case): string | null {
	const { shape, key } = one;
	const write = (day: string) => (shape.hasTime ? `${day} 00:00:00` : day);
	if (date !== null) return write(date);
	// As in the totals of an event report; among days it would be one of them.
	if (key.whole === 'first' && !hasDates(one)) return write('2026-11-01');
	return key.whole === 'null' ? null : WHOLE;
}

function needsOf(one: Case, reported: Returned, table: Table): Needs {
	const { model, size } = one;
	const is = (name: Case['model']) => model === name;
	const numbers = startsOf(one).map((_start, index) => index + 1);
	const regions = numbers.map((n) => `bucket_region_${n}`);
	// The last period may be left out where nobody has come to it: no document says that it is not.
	const [surePeriods, last] = [
		[0, ...upTo(size - 1)].map((n) => `retention_user_date_period_${n}`),
		`retention_user_date_period_${size}`,
	];
	const sure = {
		userProperties: ['value'],
		retention: ['initial_user', ...surePeriods],
		distribution: ['total_user', ...numbers.map((n) => `addiction_user_bucket_${n}`)],
		funnel: ['total_user', ...upTo(size - 1).map((n) => `convert_user_step_${n}`)],
	}[model];
	const counts = is('retention') ? [...sure, last] : sure;
	const groups = is('distribution') ? (one.fields.length > 0 ? ['by_value'] : []) : groupsOf(one);
	// A line that must come out; of others the node need not read anything.
	const at = reported.lines.findIndex(
		(fact) => !isLayer(fact) && (fact.date !== null) === hasDates(one),
	);
	const row = table.rows[at];
	const put = (name: string, value: unknown) => {
		if (!row || !(name in row)) return false;
		row[name] = value;
		return true;
	};
	return {
		row,
		counts,
		// The number of users by property has any form: null, or a text (F5 of docs/calendar.md).
		numbers: is('userProperties') ? [] : counts,
		// Null is a period that has not come.
		nullable: is('userProperties') ? [] : is('retention') ? ['initial_user'] : counts,
		columns: [
			...sure,
			...(is('distribution') ? ['by_value', ...regions] : groups),
			...(!is('distribution') && asksDates(one) ? ['date'] : []),
		],
		groups,
		date: hasDates(one) ? (is('distribution') ? 'by_value' : 'date') : undefined,
		own: {
			tooMany() {
				// The last step, and how many came to the end, are the same.
				if (is('funnel') && size === 2) put('completion_converted_user', MANY);
				const names = {
					userProperties: '',
					retention: 'retention_user_date_period_0',
					distribution: 'addiction_user_bucket_1',
					funnel: 'convert_user_step_1',
				};
				return put(names[model], MANY);
			},
			otherEnd: () => put('completion_converted_user', MANY),
			moreSteps() {
				if (!is('funnel')) return false;
				table.columns.push(`convert_user_step_${size}`);
				for (const other of table.rows) other[`convert_user_step_${size}`] = 0;
				return true;
			},
			region: () => put(regions[(one.shape.order[1] as number) % regions.length] ?? '', 'many'),
			regionTwice() {
				if (!is('distribution')) return false;
				for (const other of table.rows) other.bucket_region_2 = other.bucket_region_1;
				return true;
			},
		},
	};
}

/**
 * The data of an answer, made odd where that has a place in it. No `detail_rows` are not drawn: lists
 * without anything are left out elsewhere (docs/service.md, "OpenAPI": values of properties), and no
 * document says that these are not.
 */
function oddData(data: Json, oddity: string): Json | undefined {
	const { detail_rows, metadata_columns, column_infos, ...rest } = data;
	const rows = detail_rows as unknown[][];
	if (oddity === 'noData') return undefined;
	if (oddity === 'noTable' && rows.length > 0) return { ...rest, detail_rows };
	if (oddity !== 'sameName' || !column_infos || rows.length === 0) return data;
	const infos = column_infos as Json[];
	const again = infos.find(({ data_type: type }) => type === 'LONG');
	return {
		...rest,
		metadata_columns,
		column_infos: [...infos, again],
		detail_rows: rows.map((row) => [...row, 77]),
	};
}

/** What the page keeps for itself (docs/service.md, "Address"). */
const PAGE_KEYS = {
	chartsType: 'line',
	$$render_index: 1,
	request_id: '1700000000000:123456',
};

/** The payload of the web page, or what was sent to the OpenAPI before. */
export function keyQueryOf(one: Case): Json {
	const { spelling, withPageKeys, withTime } = one.key;
	const plain = queryOf(one);
	const names = one.fields.map(({ expression }) => expression);
	const steps = names.map((name) => (name.startsWith('user.') ? -1 : 0));
	const query: Json = {
		...plain,
		// Dates as the first group, with the step of each.
		...(one.model === 'funnel' && one.isSplit && withTime
			? {
					['by_field' in plain ? 'by_field' : 'by_fields']: ['event.A.$time', ...names],
					by_field_steps: [0, ...steps],
				}
			: {}),
	};
	if (spelling === 'page') return { ...query, ...(withPageKeys ? PAGE_KEYS : {}) };
	return query.unit === undefined ? query : { ...query, unit: String(query.unit).toUpperCase() };
}

const BASE = '/api/v3/analytics/v1';
const MODELS = {
	retention: { path: 'retention', types: ['RETENTION_MODEL', '/retention/'] },
	distribution: { path: 'addiction', types: ['ADDICTION_MODEL', '/addiction/'] },
	funnel: { path: 'funnel', types: ['FUNNEL_MODEL', '/funnel/'] },
	userProperties: {
		path: 'user-analytics',
		types: ['USER_ANALYTICS_MODEL', 'USER_ANALYTICS_MODEL'],
	},
};

/** The request, in all of its words. */
function bodyOf(one: Case): Json {
	const { model, fields, size, isSplit, query, key, mayEndLater } = one;
	const names = fields.map(({ expression }) => expression);
	const groups = names.length > 0 ? { by_fields: names } : {};
	const shared = {
		...(model === 'userProperties' ? {} : { from_date: DAYS[0], to_date: DAYS.at(-1) }),
		...(key.isSampled ? { sampling_factor: 32 } : {}),
		limit: -1,
	};
	const event = (event_name: string) => ({ event_name });
	switch (model) {
		case 'retention':
			return {
				...shared,
				...{ first_event: event('A'), second_event: event('B') },
				...{ unit: 'DAY', duration: size, is_wastage: false },
				extend_over_end_date: query === 'form' || mayEndLater,
				rollup: !asksDates(one),
				...groups,
			};
		case 'distribution':
			return {
				...shared,
				...{ ...event('A'), unit: 'DAY', measure_type: 'times', rollup: false },
				// Here the first bucket begins at the first limit.
				...(hasOwnLimits(one) ? { result_bucket_params: startsOf(one) } : {}),
				...(names.length > 0 ? { by_field: names[0] } : {}),
			};
		case 'funnel':
			return {
				...shared,
				funnel: { steps: EVENTS.slice(0, size).map(event), max_convert_time: 10_080 },
				...{ unit: 'DAY', extend_over_end_date: query !== 'form' && mayEndLater },
				rollup: !isSplit,
				...groups,
				// A property of an event belongs to the step with that event.
				...(names.length > 0
					? { by_field_steps: names.map((name) => (name.startsWith('user.') ? -1 : 0)) }
					: {}),
			};
		case 'userProperties':
			return { ...shared, measures: [{ aggregator: 'count', field: '' }], ...groups };
	}
}

/** @param refused is called with each request that isn't of this case */
export function replyWithKey(one: Case, answer: Json, refused: (what: string) => void): Reply {
	const report = `${BASE}/model/${MODELS[one.model].path}/report`;
	return (path, body) => {
		const { pathname, searchParams } = new URL(path, 'http://service.example');
		const type = searchParams.get('type') ?? '';
		if (one.query === 'saved' && pathname === `${BASE}/dashboard/bookmarks` && /^[01]$/.test(type))
			return bookmarks(one, type === '1');
		const { to_date: end, ...wanted } = plain(bodyOf(one)) as Json;
		const { to_date: to, ...sent } = JSON.parse(body) as Json;
		const isOther = to !== (end === undefined ? end : lastDayOf(one));
		if (path !== report || isOther || !isDeepStrictEqual(sent, wanted))
			refused(`request:\n got    ${path} ${body}\n wanted ${report} ${JSON.stringify(wanted)}`);
		return toText(answer);
	};
}

/** Only one of both lists has the chart. */
function bookmarks(one: Case, isPublic: boolean): string {
	const { key, model } = one;
	const type = MODELS[model].types[key.hasModelName ? 0 : 1];
	const own = { id: 1, type, name: 'Saved', data: JSON.stringify(keyQueryOf(one)), dashboards: [] };
	const list = isPublic === key.isPublic ? [own] : [];
	return JSON.stringify({ code: 'SUCCESS', data: { bookmarks: list, total: list.length } });
}
