/** Questions to the API under `/api/`. */
import type { Answer, Question } from './asker.mts';
import { knownWords } from './scrub.mts';
import type { About, Fact, Finding, Json, Step } from './step.mts';
import {
	addDays,
	isFine,
	listIn,
	looks,
	MIDNIGHT,
	objectIn,
	shapeOf,
	weekday,
	whenFine,
} from './step.mts';

const UNKNOWN_FORM =
	'An answer of another form is an error in messages; Rows give it as it came, with a hint.';
const REFUSED = 'A report in another form is an error that says what was not understood.';

/** Returns values of all rows, by row, point and measure. */
function rowsIn(json: unknown): Json[] {
	const detail = objectIn(objectIn(json).detail_result ?? json);
	return listIn(detail.rows).map(objectIn);
}

function seriesIn(json: unknown): unknown[] {
	return listIn(objectIn(objectIn(json).detail_result ?? json).series);
}

const count = (event: string): Json => ({ event_name: event, aggregator: 'general' });

/** Returns an event report of the selected event over past days. */
function report(about: About, days: number, more: Json = {}, last = -1): Question | undefined {
	if (about.event === undefined) return undefined;
	const to = addDays(about.today, last);
	const body = {
		measures: [count(about.event)],
		unit: 'day',
		from_date: addDays(to, 1 - days),
		to_date: to,
		...more,
	};
	return { path: '/api/events/report', body };
}

const byGroup = ({ event, textProperty }: About): Json | undefined =>
	textProperty === undefined ? undefined : { by_fields: [`event.${event}.${textProperty}`] };

function pointsFact(unit: string, fact: string, isRight: (point: string) => boolean): Fact {
	return {
		under: 'Dates and units',
		mark: '?',
		fact,
		otherwise:
			unit === 'week'
				? 'The weekday that answers show counts: rows are named by it, comparisons follow it.'
				: REFUSED,
		judge: (answer) =>
			whenFine(answer, (json) => {
				const points = seriesIn(json);
				if (points.length === 0) return { seen: 'no points in time' };
				const days = new Set(points.map((point) => weekday(String(point).slice(0, 10))));
				const agrees = points.every((point) => isRight(String(point)));
				const reported = unit === 'week' ? `, weekdays ${[...days].join(' ')}` : '';
				return { seen: `${shapeOf(points[0])}${reported}`, agrees };
			}),
	};
}

/** Finds the lists of properties in an answer, at any place. */
function propertiesIn(value: unknown, depth = 0): Json[] {
	if (depth > 4) return [];
	if (Array.isArray(value)) return value.flatMap((inner) => propertiesIn(inner, depth + 1));
	const object = objectIn(value);
	if (typeof object.name === 'string' && 'data_type' in object) return [object];
	return Object.values(object).flatMap((inner) => propertiesIn(inner, depth + 1));
}

const KINDS = ['bool', 'string', 'list', 'number', 'date', 'datetime'];

export const legacySteps: Step[] = [
	{
		question: () => ({ method: 'GET', path: '/', as: 'nobody' }),
		facts: [
			{
				under: 'Address',
				mark: '○',
				fact: 'The site root answers with a redirect to a login page, or with HTML.',
				otherwise: 'Nothing changes: the node does not ask there.',
				judge: (answer) => ({
					seen: looks(answer),
					agrees: answer.isRedirect || answer.kind === 'html',
				}),
			},
		],
	},
	{
		isGate: true,
		question: () => ({ method: 'GET', path: '/api/events/all', query: { cache: 'false' } }),
		note(answer, about) {
			const names = listIn(answer.json).map((event) => objectIn(event).name);
			about.events = names.filter((name): name is string => typeof name === 'string');
		},
		facts: [
			{
				under: 'Lists',
				mark: '○',
				fact: 'Events are a list of objects with name, cname, virtual and visible.',
				otherwise: 'Pick lists are empty or say what is wrong; names can be typed.',
				judge: (answer) =>
					whenFine(answer, (json) => {
						const [first] = listIn(json).map(objectIn);
						if (first === undefined)
							return { seen: Array.isArray(json) ? 'an empty list' : 'no list' };
						const keys = ['name', 'cname', 'virtual', 'visible'].filter((key) => key in first);
						return { seen: `a list with ${keys.join(' ')}`, agrees: keys.length === 4 };
					}),
			},
			{
				under: 'Lists',
				mark: '?',
				fact: 'Descriptions, tags and counts are not among them, or are called as in the OpenAPI.',
				otherwise: 'They are left out of lists and of searches.',
				judge: (answer) =>
					whenFine(answer, (json) => {
						const keys = new Set(listIn(json).flatMap((event) => Object.keys(objectIn(event))));
						const known = ['comment', 'tags', 'total_count'].filter((key) => keys.has(key));
						const other = [...keys].filter((key) => /desc|remark|label|count|tag/i.test(key));
						const isOther = other.some((key) => !known.includes(key));
						return {
							seen: known.length > 0 ? known.join(' ') : isOther ? 'other keys' : 'none of them',
							agrees: !isOther,
						};
					}),
			},
		],
	},
	{
		question: () => ({ method: 'GET', path: '/api/events/all', as: 'stranger' }),
		facts: [
			{
				under: 'Refusals',
				mark: '○',
				fact: 'Not signed in: status 401 with error_type UNAUTHORIZED.',
				otherwise:
					'A 403, a redirect or HTML is taken for it only where a token can have ended; else the error shows what the service said.',
				judge: (answer) => ({
					seen: looks(answer),
					agrees: answer.status === 401 && objectIn(answer.json).error_type === 'UNAUTHORIZED',
				}),
			},
		],
	},
	{
		question: () => ({ method: 'GET', path: '/api/no/such/operation' }),
		facts: [
			{
				under: 'Address',
				mark: '○',
				fact: 'Wrong paths answer with 404, a redirect to a login page, or HTML.',
				otherwise: 'The newer address of funnels is not tried by itself.',
				judge: (answer) => ({
					seen: looks(answer),
					agrees: answer.status === 404 || answer.isRedirect || answer.kind === 'html',
				}),
			},
		],
	},
	{
		question({ events, today }) {
			if (events.length === 0) return undefined;
			const to = addDays(today, -1);
			const measures = events.slice(0, 5).map(count);
			return {
				path: '/api/events/report',
				body: { measures, unit: 'day', from_date: addDays(to, -6), to_date: to },
			};
		},
		note(answer, about) {
			const [row] = rowsIn(answer.json);
			const totals = about.events.slice(0, 5).map((name, index) => {
				const values = listIn(row?.values).map((point) => Number(listIn(point)[index] ?? 0));
				return { name, total: values.reduce((sum, value) => sum + value, 0) };
			});
			totals.sort((a, b) => b.total - a.total);
			about.event = totals[0]?.name;
			about.second = totals[1]?.name ?? totals[0]?.name;
		},
		facts: [
			{
				under: 'Event report',
				mark: '○',
				fact: 'An answer has series, and rows with a list of values for each point, one for each measure.',
				otherwise: REFUSED,
				judge: (answer, { events }) =>
					whenFine(answer, (json) => {
						const { series, rows } = objectIn(json);
						const [row] = rowsIn(json);
						if (!Array.isArray(series) || !Array.isArray(rows))
							return { seen: `keys ${knownWords(Object.keys(objectIn(json)))}`, agrees: false };
						if (row === undefined) return { seen: 'series and rows, without rows' };
						const values = listIn(row.values);
						const width = new Set(values.map((point) => listIn(point).length));
						const agrees =
							values.length === series.length &&
							width.size === 1 &&
							width.has(Math.min(events.length, 5));
						return { seen: agrees ? 'as expected' : 'another number of values', agrees };
					}),
			},
			{
				under: 'Dates and units',
				mark: '?',
				fact: 'from_date and to_date are both included.',
				otherwise: 'Days that the service leaves out are shown as 0, if they are filled.',
				judge: (answer) =>
					whenFine(answer, (json) => {
						const { length } = seriesIn(json);
						if (length === 0) return { seen: 'no points in time' };
						return { seen: length === 7 ? 'all days' : 'other days', agrees: length === 7 };
					}),
			},
			{
				under: 'Dates and units',
				mark: '○',
				fact: 'Points in time are yyyy-MM-dd HH:mm:ss.',
				otherwise: REFUSED,
				judge: (answer) =>
					whenFine(answer, (json) => {
						const points = seriesIn(json);
						if (points.length === 0) return { seen: 'no points in time' };
						return {
							seen: shapeOf(points[0]),
							agrees: points.every((point) => MIDNIGHT.test(String(point))),
						};
					}),
			},
			{
				under: 'Dates and units',
				mark: '○',
				fact: 'Times of updates are given on the clocks of UTC+8, without an offset.',
				otherwise:
					'The times in meta are shown as they come; days of the trigger may begin at another hour.',
				judge: (answer, { now }) =>
					whenFine(answer, (json) => {
						const reported = objectIn(json).data_update_time;
						if (typeof reported !== 'string') return { seen: 'no data_update_time' };
						const at = Date.parse(`${reported.slice(0, 19).replace(' ', 'T')}+08:00`);
						const minutes = (now.getTime() - at) / 60_000;
						const agrees = /^[^Z+]*$/.test(reported) && minutes > -10 && minutes < 24 * 60;
						return {
							seen: `${shapeOf(reported)}, ${agrees ? 'may be UTC+8' : 'is not UTC+8'}`,
							agrees,
						};
					}),
			},
		],
	},
	{
		question: ({ event }) =>
			event === undefined
				? undefined
				: {
						method: 'GET',
						path: '/api/event/properties',
						query: { events: event, show_all: 'true' },
					},
		note(answer, about) {
			const all = propertiesIn(answer.json);
			about.properties = all.map(({ name }) => String(name));
			const ofKind = (kind: string) =>
				all
					.filter(({ data_type: type }) => String(type).toLowerCase() === kind)
					.map(({ name }) => String(name));
			about.textProperty = ofKind('string')[0];
			about.numberProperty = ofKind('number')[0];
		},
		facts: [
			{
				under: 'Lists',
				mark: '○',
				fact: 'Properties have name, cname and a data_type out of six.',
				otherwise: 'Operators of conditions are not checked against the type of the property.',
				judge: (answer) =>
					whenFine(answer, (json) => {
						const all = propertiesIn(json);
						if (all.length === 0) return { seen: 'none' };
						const kinds = new Set(all.map(({ data_type: type }) => String(type).toLowerCase()));
						const other = [...kinds].filter((kind) => !KINDS.includes(kind));
						return { seen: knownWords([...kinds]), agrees: other.length === 0 };
					}),
			},
		],
	},
	{
		question: (about) => {
			// The range starts on a Wednesday, so that the first week is cut.
			const last = -1 - ((weekday(about.today) + 3) % 7);
			return report(about, 21, { unit: 'week' }, last);
		},
		facts: [
			pointsFact(
				'week',
				'Weeks are named by their Monday.',
				(point) => weekday(point.slice(0, 10)) === 1,
			),
		],
	},
	{
		question: (about) => report(about, 45, { unit: 'month' }),
		facts: [
			pointsFact(
				'month',
				'Months are named by their first day.',
				(point) => point.slice(8, 10) === '01',
			),
		],
	},
	{
		question: (about) => report(about, 1, { unit: 'hour' }),
		facts: [
			pointsFact('hour', 'Hours are yyyy-MM-dd HH:00:00.', (point) =>
				/^\d{4}-\d{2}-\d{2} \d{2}:00:00$/.test(point),
			),
		],
	},
	{
		question(about) {
			const groups = byGroup(about);
			return groups && report(about, 3, { ...groups, detail_and_rollup: true });
		},
		facts: [
			{
				under: 'Event report',
				mark: '○',
				fact: 'Answer B: detail_result and rollup_result, each like answer A.',
				otherwise: 'Totals of groups are an error.',
				judge: (answer) =>
					whenFine(answer, (json) => {
						const keys = ['detail_result', 'rollup_result'].filter((key) => key in objectIn(json));
						return { seen: keys.join(' ') || 'neither', agrees: keys.length === 2 };
					}),
			},
			{
				under: 'Event report',
				mark: '○',
				fact: 'The group without a value is null.',
				otherwise: 'An empty text is a group of its own, called "".',
				judge: (answer) =>
					whenFine(answer, (json) => {
						const values = rowsIn(json).map(({ by_values: reported }) => listIn(reported)[0]);
						if (values.includes(null)) return { seen: 'null', agrees: true };
						return values.includes('')
							? { seen: 'an empty text', agrees: false }
							: { seen: 'no such group' };
					}),
			},
			{
				under: 'Event report',
				mark: '○',
				fact: 'Within a row of a group, days without data are 0.',
				otherwise: 'null is returned as null, unless missing days are filled.',
				judge: (answer) =>
					whenFine(answer, (json) => {
						const points = rowsIn(json).flatMap(({ values }) =>
							listIn(values).map((one) => listIn(one)[0]),
						);
						if (points.includes(null)) return { seen: 'null', agrees: false };
						return points.includes(0) ? { seen: '0', agrees: true } : { seen: 'no such day' };
					}),
			},
			{
				under: 'Event report',
				mark: '○',
				fact: 'A row of all groups among the totals has no by_values, or an empty first value.',
				otherwise: 'It would be taken for a group.',
				judge: (answer) =>
					whenFine(answer, (json) => {
						const rows = listIn(objectIn(objectIn(json).rollup_result).rows).map(objectIn);
						const names = rows.map(({ by_values: reported }) => listIn(reported)[0]);
						if (names.includes(undefined)) return { seen: 'a row without by_values', agrees: true };
						if (names.includes('')) return { seen: 'a row with an empty value', agrees: true };
						const more = rows.length - rowsIn(json).length;
						return more === 1
							? { seen: 'a row more than groups', agrees: false }
							: { seen: 'no such row', agrees: true };
					}),
			},
		],
	},
	{
		question(about) {
			const groups = byGroup(about);
			return groups && report(about, 3, { ...groups, limit: 2 });
		},
		facts: [
			{
				under: 'Sampling and cache',
				mark: '○',
				fact: 'limit is a number of groups.',
				otherwise:
					"The option 'Limit' leaves out other rows than the form says; hints say what is missing.",
				judge: (answer) =>
					whenFine(answer, (json) => {
						const { length } = rowsIn(json);
						if (length < 2) return { seen: 'fewer groups' };
						return { seen: length === 2 ? 'so many groups' : 'more rows', agrees: length === 2 };
					}),
			},
		],
	},
	{
		question(about) {
			const { textProperty, event } = about;
			if (textProperty === undefined) return undefined;
			const never = {
				field: `event.${event}.${textProperty}`,
				function: 'equal',
				params: ['no-such-value-f7c1'],
			};
			const filter = { relation: 'and', conditions: [never] };
			return report(about, 2, { measures: [{ event_name: event, aggregator: 'average' }], filter });
		},
		facts: [
			{
				under: 'Event report',
				mark: '?',
				fact: 'Averages without data are null, 0, or missing.',
				otherwise: REFUSED,
				judge: (answer) =>
					whenFine(answer, (json) => {
						const rows = rowsIn(json);
						if (rows.length === 0) return { seen: 'no rows', agrees: true };
						const values = rows.flatMap(({ values: reported }) =>
							listIn(reported).flatMap((one) => listIn(one)),
						);
						const agrees = values.every((value) => value === null || Number(value) === 0);
						const kind = values.includes(null) ? 'null' : values.includes(0) ? '0' : 'neither';
						return { seen: values.length === 0 ? 'no values' : kind, agrees };
					}),
			},
		],
	},
	{
		question: (about) => report(about, 3, { rollup_date: true }),
		facts: [
			{
				under: 'Dates and units',
				mark: '?',
				fact: 'rollup_date gives one value, with one point in time or none.',
				otherwise: 'Several days are an error where one value was asked for.',
				judge: (answer) =>
					whenFine(answer, (json) => {
						const values = listIn(rowsIn(json)[0]?.values);
						const { length } = seriesIn(json);
						const reported =
							length === 0 ? 'no point in time' : length === 1 ? 'one point' : 'several points';
						return values.length === 0
							? { seen: `${reported}, no value` }
							: { seen: reported, agrees: values.length === 1 && length <= 1 };
					}),
			},
		],
	},
	{
		question: (about) => {
			const compared = {
				compare_from_date: addDays(about.today, -6),
				compare_to_date: addDays(about.today, -4),
			};
			return report(about, 3, compared);
		},
		facts: [
			{
				under: 'Event report',
				mark: '○',
				fact: 'Answer C, with compare dates, is a list of two answers B.',
				otherwise: 'Nothing changes: the node asks for the compared dates by themselves.',
				judge: (answer) =>
					whenFine(answer, (json) => ({
						seen: Array.isArray(json)
							? `a list of ${json.length === 2 ? 'two' : 'others'}`
							: 'one answer',
						agrees: listIn(json).length === 2,
					})),
			},
		],
	},
	{
		question: (about) => report(about, 2, { measures: [count('NoSuchEvent_f7c1')] }),
		facts: [
			{
				under: 'Refusals',
				mark: '◐',
				fact: 'An unknown event is refused by a flat object with error, and the code SA-D-1-1 where there is one.',
				otherwise: 'The error shows what the service says, without the names that may be meant.',
				judge: (answer) => {
					const { error, code, error_type: type } = objectIn(answer.json);
					if (isFine(answer) && error === undefined) return { seen: looks(answer), agrees: false };
					const codes = [code, type].filter((one) => /^[A-Z]+-[DR]-/.test(String(one)));
					return {
						seen: looks(answer),
						agrees: error !== undefined && codes.every((one) => one === 'SA-D-1-1'),
					};
				},
			},
		],
	},
	...['/api/funnel/report', '/api/v2/sa/funnel/report/'].map((path, index): Step => {
		const isOld = index === 0;
		return {
			question(about) {
				const { event, second, today } = about;
				if (event === undefined || second === undefined) return undefined;
				const steps = [{ event_name: event }, { event_name: second }];
				const definition = { steps, max_convert_time: 1440 };
				const dates = { from_date: addDays(today, -4), to_date: addDays(today, -2) };
				if (isOld) return { path, body: { funnel: definition, ...dates } };
				return {
					path,
					query: { bookmarkId: '', async: 'false', timeout: '10' },
					body: {
						funnel_define: definition,
						by_fields: [],
						by_field_steps: [],
						unit: 'day',
						request_type: 'SA_FUNNEL',
						funnel_id: 0,
						use_entire_cache_only: false,
						rewrite_by_values: true,
						...dates,
					},
				};
			},
			facts: [
				{
					under: 'Funnel',
					mark: isOld ? '●' : '○',
					fact: isOld
						? 'Funnels are answered at the older address.'
						: 'Funnels are answered at the newer address.',
					otherwise: 'Where an address answers 404, the other one is asked.',
					judge: (answer) => ({ seen: looks(answer), agrees: isFine(answer) }),
				},
				{
					under: 'Funnel',
					mark: '?',
					fact: 'The answer has funnel_detail with steps, or table_data with cells such as step_1.user_count.',
					otherwise: UNKNOWN_FORM,
					judge: (answer) => whenFine(answer, judgeFunnel),
				},
			],
		};
	}),
	{
		question: ({ event, second, today }) =>
			event === undefined
				? undefined
				: {
						path: '/api/retentions/report',
						body: {
							first_event: { event_name: event },
							second_event: { event_name: second ?? event },
							unit: 'day',
							duration: 7,
							from_date: addDays(today, -4),
							to_date: addDays(today, -1),
						},
					},
		facts: [
			{
				under: 'Retention',
				mark: '○',
				fact: 'Rows have by_value, total_people and cells with people; periods to come have no cell.',
				otherwise: UNKNOWN_FORM,
				judge: (answer) =>
					whenFine(answer, (json) => {
						const [row] = listIn(objectIn(json).rows).map(objectIn).slice(-1);
						if (row === undefined) return { seen: 'no rows' };
						const keys = ['by_value', 'total_people', 'cells'].filter((key) => key in row);
						const cells = listIn(row.cells);
						const isOpen = cells.length < 8 || cells.includes(null);
						const reported = isOpen ? 'open periods are missing' : 'all periods have cells';
						return { seen: `${keys.join(' ')}; ${reported}`, agrees: keys.length === 3 && isOpen };
					}),
			},
			{
				under: 'Rates',
				mark: '○',
				fact: 'Rates are percent, or ratios below 1.',
				otherwise: 'Nothing changes: shares are computed from the counts.',
				judge: (answer) =>
					whenFine(answer, (json) => {
						const cells = listIn(objectIn(json).rows).flatMap((row) => listIn(objectIn(row).cells));
						const rates = cells
							.map((cell) => Number(objectIn(cell).percent))
							.filter((rate) => rate > 0);
						if (rates.length === 0) return { seen: 'none' };
						return { seen: Math.max(...rates) > 1 ? 'percent' : 'ratios', agrees: true };
					}),
			},
		],
	},
	{
		question: ({ event, today }) =>
			event === undefined
				? undefined
				: {
						path: '/api/addictions/report',
						body: {
							event_name: event,
							measure_type: 'times',
							unit: 'week',
							result_bucket_param: [2, 3],
							from_date: addDays(today, -14),
							to_date: addDays(today, -1),
						},
					},
		facts: [
			{
				under: 'Distribution',
				mark: '○',
				fact: 'Cells have people, bucket_start and bucket_end; the last one has no bucket_end.',
				otherwise: UNKNOWN_FORM,
				judge: (answer) =>
					whenFine(answer, (json) => {
						const [row] = listIn(objectIn(json).rows).map(objectIn);
						const cells = listIn(row?.cells).map(objectIn);
						if (cells.length === 0) return { seen: 'no cells' };
						const last = cells[cells.length - 1] as Json;
						const isOpen = last.bucket_end === undefined || last.bucket_end === null;
						const agrees = 'people' in last && 'bucket_start' in last && isOpen;
						return { seen: `keys ${knownWords(Object.keys(last))}`, agrees };
					}),
			},
		],
	},
	{
		question: () => ({
			path: '/api/user/analytics/report',
			body: { measures: [{ aggregator: 'count', field: '' }] },
		}),
		facts: [
			{
				under: 'Users by property',
				mark: '○',
				fact: 'Users by property are an answer A without points in time.',
				otherwise: UNKNOWN_FORM,
				judge: (answer) =>
					whenFine(answer, (json) => {
						const [row] = rowsIn(json);
						if (row === undefined)
							return { seen: `keys ${knownWords(Object.keys(objectIn(json)))}` };
						const { length } = seriesIn(json);
						return { seen: length === 0 ? 'rows alone' : 'rows and series', agrees: length <= 1 };
					}),
			},
		],
	},
	sqlStep(
		'SELECT 1 AS a, NULL AS b',
		'json',
		'SQL results have one object per line.',
		'A line that is no object is an error.',
		({ text }) => {
			const [line = ''] = text.split('\n');
			const row = parse(line);
			if (row === undefined) return { seen: 'no object', agrees: false };
			return { seen: `an object; NULL is ${'b' in row ? 'null' : 'left out'}`, agrees: 'a' in row };
		},
	),
	sqlStep(
		'SELECT 1 AS a, 2 AS b',
		'csv',
		'SQL as CSV has a header, and commas or TABs.',
		'Nothing changes: the file is passed on as it comes.',
		({ text }) => {
			const [header = ''] = text.split('\n');
			const sign = header.includes('\t') ? 'TAB' : header.includes(',') ? 'a comma' : 'neither';
			return { seen: sign, agrees: sign !== 'neither' };
		},
	),
	sqlStep(
		'SELECT 1 AS a FROM users WHERE 1 = 0',
		'json',
		'SQL without rows is an empty answer.',
		'A line that is no row is an error.',
		({ text }) => ({ seen: text.trim() === '' ? 'empty' : 'a text', agrees: text.trim() === '' }),
	),
	{
		question: () => ({ method: 'GET', path: '/api/dashboards' }),
		note(answer, about) {
			const { id } = objectIn(listIn(answer.json)[0]);
			if (typeof id === 'number' || typeof id === 'string') about.dashboard = String(id);
		},
		facts: [
			{
				under: 'Lists',
				mark: '◐',
				fact: 'Dashboards are a list with id, name, and config.',
				otherwise: 'Saved reports can be run by their ID alone.',
				judge: (answer) =>
					whenFine(answer, (json) => {
						const [first] = listIn(json).map(objectIn);
						if (first === undefined)
							return { seen: Array.isArray(json) ? 'an empty list' : 'no list' };
						const keys = ['id', 'name', 'config'].filter((key) => key in first);
						return { seen: keys.join(' '), agrees: keys.length === 3 };
					}),
			},
			{
				under: 'Lists',
				mark: '?',
				fact: "Filters and dates of a dashboard's own stand under keys in its config.",
				otherwise: 'The node can not tell that a dashboard adds a filter or dates to its charts.',
				judge: (answer) =>
					whenFine(answer, (json) => {
						const configs = listIn(json).map((one) => String(objectIn(one).config ?? ''));
						const isFilled = configs.some((config) => config.length > 4);
						const isFound = configs.some((config) => /filter|date|range/i.test(config));
						if (!isFilled) return { seen: 'no config with anything in it' };
						return { seen: isFound ? 'such keys' : 'other keys' };
					}),
			},
		],
	},
	{
		question: ({ dashboard }) =>
			dashboard === undefined
				? undefined
				: { method: 'GET', path: `/api/dashboards/${dashboard}`, reported: '/api/dashboards/{id}' },
		facts: [
			{
				under: 'Lists',
				mark: '◐',
				fact: 'The charts are in items. Each contains its type, and its query as a string in data.',
				otherwise: 'They are listed with can_be_run: false.',
				judge: (answer) =>
					whenFine(answer, (json) => {
						const [item] = listIn(objectIn(json).items).map(objectIn);
						if (item === undefined) return { seen: 'no items' };
						const { type, data } = objectIn(item.bookmark);
						const inner = typeof data === 'string' ? parse(data) : undefined;
						const reported = inner
							? 'a text'
							: typeof data === 'string'
								? 'a text within a text'
								: typeof data;
						return {
							seen: `type ${typeof type}, data ${reported}`,
							agrees: typeof data === 'string',
						};
					}),
			},
		],
	},
	{
		question: () => ({ method: 'GET', path: '/api/v2/user_groups' }),
		facts: [
			{
				under: 'Lists',
				mark: '◐',
				fact: 'User groups are a list with last_succeed_partition.',
				otherwise: 'Groups have no size and no time.',
				judge: (answer) =>
					whenFine(answer, (json) => {
						const groups = listIn(json).map(objectIn);
						if (groups.length === 0)
							return { seen: Array.isArray(json) ? 'an empty list' : 'no list' };
						const agrees = groups.some((group) => 'last_succeed_partition' in group);
						return { seen: agrees ? 'with it' : 'without it', agrees };
					}),
			},
		],
	},
];

function judgeFunnel(json: unknown): Finding {
	const { funnel_detail: details, table_data: table } = objectIn(json);
	if (Array.isArray(details)) {
		const [step] = listIn(objectIn(details[0]).steps).map(objectIn);
		const names = ['converted_user', 'convert_user', 'user_count', 'people', 'total_people'];
		const key = names.find((name) => step && name in step);
		return { seen: `funnel_detail, users as ${key ?? 'none'}`, agrees: key !== undefined };
	}
	const cells = listIn(objectIn(table).cells).map(objectIn);
	const key =
		cells.length > 0 && Object.keys(cells[0] as Json).find((name) => name === 'step_1.user_count');
	if (table === undefined)
		return { seen: `keys ${knownWords(Object.keys(objectIn(json)))}`, agrees: false };
	return { seen: `table_data${key ? ', step_1.user_count' : ''}`, agrees: Boolean(key) };
}

function sqlStep(
	q: string,
	format: string,
	fact: string,
	otherwise: string,
	judge: (answer: Answer) => Finding,
): Step {
	return {
		question: () => ({ path: '/api/sql/query', form: { q, format } }),
		facts: [
			{
				under: 'SQL',
				mark: '○',
				fact,
				otherwise,
				judge: (answer) => {
					const { status, kind, json } = answer;
					const isRefused = status !== 200 || kind === 'html' || 'error' in objectIn(json);
					return isRefused ? { seen: looks(answer) } : judge(answer);
				},
			},
		],
	};
}

function parse(text: string): Json | undefined {
	try {
		const value = JSON.parse(text) as unknown;
		return typeof value === 'object' && value !== null ? (value as Json) : undefined;
	} catch {
		return undefined;
	}
}
